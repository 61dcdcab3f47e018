import type pg from 'pg'
import { LOG } from '#contract/farm/logCodes'
import { HOUR } from '#demo/physics'
import { giveCodes } from './giveCodes.ts'
import { DEMO_LOG } from './farmLog/job.ts'
import { demoLog } from './farmLog/texts.ts'

const DAY = 24 * HOUR
/** The farm is in Shanghai's time. */
const ZONE = 8 * HOUR
/** The pictures are drawn when the first start is over, ms. */
const AFTER_MS = 12_000

/** The log of the demo's first base, and what became of its tasks. What names a plot or camera that the farm does not have stands in the base alone, or is left out. */
export async function writeFarmLog(client: pg.ClientBase, now: number): Promise<void> {
  await giveCodes(client, LOG)
  const today = Math.floor((now + ZONE) / DAY) * DAY - ZONE
  await client.query(
    `insert into furrow.farm_log (tenant_id, area_id, land_id, batch_id, device_id, log_type, log_level, log_title, description, at, user_id, by_name)
     select 1, 1, land.id, (select max(id) from furrow.batch where land_id = land.id and batch_state in ('growing', 'harvesting')), seer.id,
       case when t.seen then 'image' else 'text' end, t.level, t.title, t.text, t.at, u.id, u.real_name
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::boolean[]) as t (title, text, level, at, login, plot, seen)
     join furrow.app_user u on u.login_name = t.login
     left join furrow.land on land.tenant_id = 1 and land.area_id = 1 and land.land_name = t.plot
     left join lateral (select min(id) as id from furrow.device where demo and tenant_id = 1 and area_id = 1 and device_type = 'camera' and t.seen) as seer on true
     where not t.seen or seer.id is not null`,
    [
      demoLog.map(({ title }) => title),
      demoLog.map(({ text }) => text),
      demoLog.map(({ level }) => level),
      demoLog.map(({ age, hour }) => today - age * DAY + hour * HOUR),
      demoLog.map(({ by }) => by),
      demoLog.map(({ plot }) => plot ?? null),
      demoLog.map(({ seen }) => seen === true),
    ],
  )
  await client.query(
    `insert into furrow.task_event (tenant_id, task_id, what, at, by_user, note)
     select 1, task.id, did.what, did.at, u.id, did.note
     from furrow.task left join furrow.worker on worker.id = task.leader_id
     cross join lateral (values
       ('start', task.started_at, worker.user_id, null),
       ('report', case when task.finished_at is not null then (task.started_at + task.finished_at) / 2 end, worker.user_id, '已完成一半'),
       ('finish', task.finished_at, worker.user_id, null),
       ('adopt', case when task.task_state = 'accepted' then task.finished_at + $1 end, null, null)) as did (what, at, user_id, note)
     join furrow.app_user u on u.id = did.user_id or (did.user_id is null and u.login_name = case when did.what = 'adopt' then 'manager' else 'operator' end)
     where task.tenant_id = 1 and task.area_id = 1 and did.at is not null and did.at <= $2
       and not exists (select from furrow.task_event e where e.task_id = task.id) order by did.at`,
    [HOUR, now],
  )
  await client.query(`insert into furrow.job (name, key, due_at, created_at) values ($1, '', $2, $3) on conflict do nothing`, [
    DEMO_LOG,
    now + AFTER_MS,
    now,
  ])
}
