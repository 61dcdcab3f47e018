import { sql } from 'kysely'
import { INQUIRY_ANSWER, INQUIRY_READ } from '#contract/agriculture/permission'
import { ALARMS_READ } from '#contract/alarms/permission'
import type { ApprovalNode } from '#contract/approvals/definition'
import type { PermissionCode } from '#contract/core/call'
import type { HeldKind, TakeFault } from '#contract/organization/handOver'
import type { Scope } from '../../ground/database/scope.ts'
import type { Approvals } from '../../ground/approvals/approvals.ts'
import { nameLeader } from '../../ground/approvals/leaders.ts'
import { CallFailure } from '../../ground/failure.ts'
import { holdersOf } from '../../ground/messages/holders.ts'
import { post } from '../../ground/outbox/parcel.ts'
import type { Holding } from './holdings.ts'

export interface Change {
  readonly scope: Scope
  readonly approvals: Approvals
  readonly from: number
  readonly to: number
  readonly by: number
  readonly now: number
}
/** Gives one thing to the successor; answers why it could not, or null. */
type Take = (holding: Holding, change: Change) => Promise<TakeFault | null>

const FAULTS: Readonly<Record<string, TakeFault>> = {
  'error.approval.ofApplicant': 'applicant',
  'error.approval.askedAlready': 'asked',
  'error.approval.leaderLoop': 'loop',
  'error.approval.handled': 'gone',
  'error.notFound': 'gone',
}
/** What an engine refuses is a reason; whatever else goes wrong is a fault. */
async function refusable(work: () => Promise<unknown>): Promise<TakeFault | null> {
  try {
    await work()
    return null
  } catch (cause) {
    const fault = cause instanceof CallFailure ? FAULTS[cause.code] : undefined
    if (fault === undefined) throw cause
    return fault
  }
}

/** A flow with one person in the place of another, each once. */
export const renamed = (nodes: readonly ApprovalNode[], from: number, to: number): ApprovalNode[] =>
  nodes.map((node) => {
    if (node.kind === 'CONDITION')
      return {
        ...node,
        branches: node.branches.map((branch) => ({ ...branch, nodes: renamed(branch.nodes, from, to) })),
        otherwise: renamed(node.otherwise, from, to),
      }
    if (node.who.by !== 'user') return node
    const userIds = [...new Set(node.who.userIds.map((id) => (id === from ? to : id)))]
    return { ...node, who: { by: 'user', userIds } }
  })

const one = async <Row>(query: ReturnType<typeof sql<Row>>, { raw }: Scope): Promise<Row | undefined> => (await query.execute(raw)).rows[0]

/** Whether the successor holds all of these in the base of a thing: else they would be waited for by what they do not see. */
async function holds(codes: readonly PermissionCode[], { areaId }: Holding, { scope, to }: Change): Promise<boolean> {
  for (const code of codes)
    if (!(await holdersOf(scope.raw, scope.tenantId, areaId!, code)).some((holder) => holder.id === to)) return false
  return true
}

export const takes: Readonly<Record<HeldKind, Take>> = {
  approval: ({ id }, { scope, approvals, from, to, now }) =>
    refusable(async () => {
      const instance = await approvals.engine.handOn(scope, { taskId: id, userId: from, toUserId: to })
      const { form_code: formCode, third_id: thirdId, area_id: areaId } = instance
      const body = { name: approvals.formOf(formCode).formCode, id: thirdId, areaId }
      await post(scope.raw, [{ kind: 'changed', tenantId: scope.tenantId, body }], now)
    }),

  async flow({ id }, { scope, from, to, by, now }) {
    const before = await scope.select('approval_definition').selectAll('approval_definition').where('id', '=', id).executeTakeFirstOrThrow()
    const { form_code, version, name, when_nobody, when_applicant } = before
    const nodes = JSON.stringify(renamed(before.nodes, from, to))
    const next = { form_code, version: version + 1, name, nodes, when_nobody, when_applicant, author_id: by, created_at: now }
    const made = await scope
      .insert('approval_definition', [next])
      .onConflict((conflict) => conflict.columns(['tenant_id', 'form_code', 'version']).doNothing())
      .returning('id')
      .executeTakeFirst()
    return made ? null : 'gone'
  },

  async unit({ id }, { scope, from, to }) {
    const changed = await one(
      sql<{ id: number }>`update org_unit set leader_id = ${to}, object_version_number = object_version_number + 1
        where tenant_id = ${scope.tenantId} and id = ${id} and leader_id = ${from} returning id`,
      scope,
    )
    return changed ? null : 'gone'
  },

  line: ({ id }, { scope, to }) => refusable(() => nameLeader(scope, id, to)),

  async task({ id, areaId }, { scope, from, to }) {
    const worker = await one(
      sql<{
        id: number
      }>`select id from worker where tenant_id = ${scope.tenantId} and user_id = ${to} and area_id = ${areaId} and enabled_flag = 1
        order by id limit 1`,
      scope,
    )
    if (!worker) return 'noWorker'
    const mine = sql`(select array_agg(id) from worker where tenant_id = ${scope.tenantId} and user_id = ${from})::bigint[]`
    const changed = await one(
      sql<{ id: number }>`update task set leader_id = case when leader_id = any(${mine}) then ${worker.id} else leader_id end,
          participants = (select coalesce(jsonb_agg(id order by nth), '[]') from (
            select case when id::bigint = any(${mine}) then ${worker.id}::bigint else id::bigint end as id, min(nth) as nth
            from jsonb_array_elements_text(participants) with ordinality as p (id, nth) group by 1) crew
            where crew.id <> coalesce(case when leader_id = any(${mine}) then ${worker.id} else leader_id end, 0)),
          object_version_number = object_version_number + 1
        where tenant_id = ${scope.tenantId} and id = ${id} returning id`,
      scope,
    )
    return changed ? null : 'gone'
  },

  async inquiry(holding, change) {
    const { id } = holding
    const { scope, from, to } = change
    const asked = await one(
      sql<{ asker: number | null }>`select asker_id as asker from inquiry where tenant_id = ${scope.tenantId} and id = ${id}`,
      scope,
    )
    if (asked?.asker === to) return 'applicant'
    if (!(await holds([INQUIRY_READ, INQUIRY_ANSWER], holding, change))) return 'noRight'
    await sql`insert into inquiry_expert (inquiry_id, user_id, tenant_id, area_id, name)
      select e.inquiry_id, ${to}, e.tenant_id, e.area_id, u.real_name from inquiry_expert e, app_user u
      where e.tenant_id = ${scope.tenantId} and e.inquiry_id = ${id} and e.user_id = ${from} and u.id = ${to} on conflict do nothing`.execute(
      scope.raw,
    )
    await sql`delete from inquiry_expert where tenant_id = ${scope.tenantId} and inquiry_id = ${id} and user_id = ${from}`.execute(
      scope.raw,
    )
    return null
  },

  async alarm(holding, change) {
    const { id } = holding
    const { scope, from, to, by, now } = change
    if (!(await holds([ALARMS_READ], holding, change))) return 'noRight'
    const changed = await one(
      sql<{ id: number }>`with taken as (update alarm set assignee_id = ${to}
          where tenant_id = ${scope.tenantId} and id = ${id} and assignee_id = ${from} returning id)
        insert into alarm_event (tenant_id, alarm_id, at, what, by_name, words)
        select ${scope.tenantId}, taken.id, ${now}, 'assigned', giver.real_name, taker.real_name
        from taken, app_user giver, app_user taker where giver.id = ${by} and taker.id = ${to} returning alarm_id as id`,
      scope,
    )
    return changed ? null : 'gone'
  },

  async duty({ id, areaId }, { scope, from, to }) {
    const staff = await one(
      sql<{ id: number }>`select s.id from alarm_staff s join alarm_staff_area a on a.staff_id = s.id and a.area_id = ${areaId}
        where s.tenant_id = ${scope.tenantId} and s.user_id = ${to} and s.enabled_flag = 1 order by s.id limit 1`,
      scope,
    )
    if (!staff) return 'noStaff'
    const mine = (
      await sql<{ id: number }>`select id from alarm_staff where tenant_id = ${scope.tenantId} and user_id = ${from}`.execute(scope.raw)
    ).rows.map((row) => row.id)
    const duty = await scope.select('alarm_duty').select('alarm_duty.steps').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!duty) return 'gone'
    const steps = duty.steps.map((step) => ({
      ...step,
      staffIds: [...new Set(step.staffIds.map((named) => (mine.includes(named) ? staff.id : named)))],
    }))
    await sql`update alarm_duty set steps = ${JSON.stringify(steps)}::jsonb, object_version_number = object_version_number + 1
      where tenant_id = ${scope.tenantId} and id = ${id}`.execute(scope.raw)
    return null
  },
}
