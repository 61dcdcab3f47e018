import { expect, test } from 'vitest'
import { HELD_KINDS, type HeldKind } from '#contract/organization/handOver'
import { startTestDatabase } from '../database/testDatabase.ts'

const is = (kind: HeldKind) => ({ handed: kind })
const trail = 'what they did, said or applied for stays theirs'
const own = 'their own, and nobody else’s'
const account = 'who somebody is and how they sign in'
const place = 'their place here, which ends with the membership'

/** Every column that names a person, or somebody of a base who may have an account: handed over as what, or why it stays. */
const COLUMNS: Readonly<Record<string, { handed: HeldKind } | string>> = {
  'approval_task.assignee_id': is('approval'),
  'approval_definition.nodes': is('flow'),
  'org_unit.leader_id': is('unit'),
  'leader_line.leader_id': is('line'),
  'task.leader_id': is('task'),
  'task.participants': is('task'),
  'inquiry_expert.user_id': is('inquiry'),
  'alarm.assignee_id': is('alarm'),
  'alarm_duty.steps': is('duty'),

  'approval_instance.path': 'whoever a node means is asked when it is reached: of who has left, the administrator',
  'approval_instance.picked': 'likewise',
  'flow.definition': 'whom an automation tells; where somebody has left, its page says that the place is open',
  'leader_line.user_id': 'by whom they are led',
  'worker.user_id': 'who of the base’s workers they are: what that worker has to do is handed over',
  'alarm_staff.user_id': 'who of the staff they are: the duties are handed over, and nobody without a membership is called',
  'alarm_staff_area.staff_id': 'the bases of one of the staff',
  'alarm_channel.staff_id': 'by what one of the staff is reached',
  'worker_rate.worker_id': 'what an hour of one worker costs',
  'document.applicant_id': trail,
  'approval_instance.applicant_id': trail,
  'approval_record.actor_id': trail,
  'approval_copy.user_id': 'told, and asked for nothing',
  'approval_definition.author_id': trail,
  'activity_worker.worker_id': trail,
  'alarm_delivery.staff_id': trail,
  'audit_entry.user_id': trail,
  'camera.moved_by': trail,
  'command.author_id': trail,
  'done_call.user_id': trail,
  'farm_log.user_id': trail,
  'file.owner_id': trail,
  'flow_run.user_id': trail,
  'inquiry.asker_id': trail,
  'inquiry_message.author_id': trail,
  'insect_picture.drawn_by': trail,
  'notice.author_id': trail,
  'notice_read.user_id': trail,
  'sim_usage.said_by': trail,
  'stock_posting.user_id': trail,
  'store_relocation.user_id': trail,
  'task_event.by_user': trail,
  'task_step.done_by': trail,
  'manual_hold.user_id': 'who holds a circuit by hand: for minutes, and ended by anybody there',
  'viewing.viewed_id': trail,
  'viewing.viewer_id': trail,
  'user_invitation.invited_by': trail,
  'alarm_browser.user_id': own,
  'alarm_trial.user_id': own,
  'camera_split.user_id': own,
  'flow_trial.user_id': own,
  'menu_theme.user_id': own,
  'outbox.user_id': own,
  'personal_token.user_id': own,
  'user_message.user_id': own,
  'work_bench.user_id': own,
  'application.user_id': 'the account of the application itself, no person’s',
  'entry_link.user_id': account,
  'external_attempt.user_id': account,
  'external_login.id': account,
  'second_factor.id': account,
  'second_factor_offer.user_id': account,
  'session.user_id': account,
  'sign_in_challenge.user_id': account,
  'user_invitation.user_id': account,
  'membership.user_id': place,
  'past_member.user_id': place,
  'role_assignment.user_id': place,
}

test('every column that names a person is handed over with who leaves, or says why not', async () => {
  const database = await startTestDatabase()
  try {
    const { rows } = await database.owner.query<{ place: string }>(`
      select distinct c.conrelid::regclass || '.' || a.attname as place from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid in ('furrow.app_user'::regclass, 'furrow.worker'::regclass, 'furrow.alarm_staff'::regclass)
        and a.attname not in ('tenant_id', 'area_id')
      union
      select table_name || '.' || column_name from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
      where table_schema = 'furrow' and table_type = 'BASE TABLE' and data_type = 'bigint' and column_name not in ('created_by', 'updated_by')
        and column_name ~ '(user|_by$|leader|staff|worker|author|actor|assignee|expert|asker|applicant|owner|manager|keeper|person)'
      order by 1`)
    const found = rows.map((row) => row.place.replace('furrow.', ''))
    // What stands inside of a document is found by who knows of it alone; it has to be there.
    const { rows: inside } = await database.owner.query<{ place: string }>(
      `select table_name || '.' || column_name as place from information_schema.columns where table_schema = 'furrow' and data_type = 'jsonb'`,
    )
    const documents = inside.map((row) => row.place).filter((one) => Object.hasOwn(COLUMNS, one))
    expect([...found, ...documents].toSorted()).toEqual(Object.keys(COLUMNS).toSorted())
    const handed = Object.values(COLUMNS).flatMap((one) => (typeof one === 'string' ? [] : [one.handed]))
    expect([...new Set(handed)].toSorted()).toEqual(HELD_KINDS.toSorted())
  } finally {
    await database.close()
  }
})
