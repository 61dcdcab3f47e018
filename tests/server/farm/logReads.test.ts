import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantOf } from '#server/session/gate'
import { inTenant } from '#server/ground/database/scope'
import { askOf, readLog } from '#server/farm/log/diary'
import type { Asking } from '#server/ground/http/handler'
import { aLogFarm, DAY, HOUR, type LogFarm, NOON } from './logFarm.ts'

const ROWS = 4000
const PAGE = 50
let farm: LogFarm
beforeAll(async () => {
  farm = await aLogFarm(() => NOON + DAY)
})
afterAll(() => farm?.server.close())

test('a page reads of each source about as many rows as it shows, however long the history is', { timeout: 60_000 }, async () => {
  const base = await farm.aBase('Long')
  const { areaId, landId, batchId, switchOf } = base
  await base.task()
  const rule = await farm.build.insert('alarm_rule', {
    tenant_id: farm.t,
    area_id: areaId,
    name: 'Hot',
    severity: 'major',
    logic: '{}' as never,
  })
  const at = `${NOON} - g * ${HOUR}::bigint`
  const place = `${farm.t}, ${areaId}`
  const each = `from generate_series(1, ${ROWS}) g`
  await farm.server.owner.query(`set search_path = furrow;
    insert into farm_log (tenant_id, area_id, log_type, log_level, log_title, at) select ${place}, 'text', 'info', 'n', ${at} ${each};
    insert into activity (tenant_id, area_id, land_id, activity_name, activity_kind, done_at, no_weather)
      select ${place}, ${landId}, 'a', 'spray', ${at}, 'none' ${each};
    insert into task_event (tenant_id, task_id, what, at) select ${farm.t}, (select max(id) from task), 'report', ${at} ${each};
    insert into batch_harvest (tenant_id, batch_id, harvested_on, quantity, unit_kind, unit_name)
      select ${farm.t}, ${batchId}, date '2026-03-10' - g, 1, 'kg', 'kg' ${each};
    insert into command (id, tenant_id, area_id, device_id, switch_id, circuit, status, verb, args, target, cause, priority, created_at, state, state_at)
      select gen_random_uuid(), ${place}, ${switchOf.deviceId}, ${switchOf.switchId}, 1, 1, 'switch.set', '{}', 'circuit/1',
        case when g % 2 = 0 then 'user' else 'flow' end, 'manual', ${at}, 'observed', 1 ${each};
    insert into alarm (tenant_id, area_id, severity, rule_id, rule_name, device_id, device_name, device_type, raised_at, told_at, episode_at, reason,
      state, cleared_at) select ${place}, 'major', ${rule.id}, 'Hot', ${switchOf.deviceId}, 'pump', 'gateway', ${at}, 1, 1, '[]', 'cleared', ${at} + 1 ${each};
    analyze farm_log, activity, task, task_event, batch_harvest, command, alarm, device, batch, area`)
  const grant = grantOf(farm.t, 'Asia/Shanghai', { enabled: true, roles: [{ roleId: 1, codes: ['*'], areas: null }] })
  const asking = { grant, language: 'en-US', caller: { userId: farm.adminId } } as unknown as Asking
  const { content, read } = await inTenant(
    farm.server.services.requestDb,
    { tenantId: farm.t, userId: farm.adminId, areas: null },
    async (scope) => {
      const page = await readLog(await askOf(scope, asking, { areaId }, PAGE), undefined)
      const { rows } = await sql<{ name: string; read: number }>`
        select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
        where relname in ('farm_log', 'activity', 'task_event', 'batch_harvest', 'command', 'alarm')`.execute(scope.raw)
      return { content: page.content, read: rows }
    },
  )
  expect(content).toHaveLength(PAGE)
  expect(read).toHaveLength(6)
  expect(read.filter((one) => one.read > ROWS / 4)).toEqual([])
})
