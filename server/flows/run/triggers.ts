import { type Kysely, sql } from 'kysely'
import { severityRank } from '#contract/alarms/severity'
import type { Trigger } from '#contract/flows/definition'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { readBaseClock } from './baseClock.ts'
import { isTimed, nextTime } from './clockTimes.ts'
import { type Start, writeStarts } from './start.ts'

const LOOK_MS = 1000
/** A time that is so long over was missed, ms: no server ran, or the clock was set forward. */
export const MISSED_MS = 60_000
const AT_ONCE = 500
const RETIME_MS = 600_000

interface Due {
  readonly id: number
  readonly tenant_id: number
  readonly area_id: number
  readonly flow_id: number
  readonly nth: number
  readonly spec: Trigger
  readonly next_at: number
  readonly after_id: number | null
}

/**
 * Every second: starts what a clock, the sun or an alarm starts. What is started, and from when on it looks next, is written in one transaction,
 * so that a kill starts nothing twice and loses nothing.
 */
export function triggerJob({ clock, live }: Pick<Context, 'clock' | 'live'>): Job {
  let told: { tenantId: number; areaId: number }[] = []
  return {
    name: 'flows.triggers',
    every: LOOK_MS,
    missed: 'catchUp',
    async once(work) {
      told = []
      const now = clock()
      const note = (rows: readonly Due[]) => told.push(...rows.map(({ tenant_id: tenantId, area_id: areaId }) => ({ tenantId, areaId })))
      note(await startTimed(work, now))
      note(await startByAlarms(work, now))
    },
    committed() {
      for (const { tenantId, areaId } of told.splice(0)) {
        live.changed(tenantId, 'flowRun', null, areaId)
        live.changed(tenantId, 'flow', null, areaId)
      }
    },
  }
}

async function startTimed(work: Kysely<Database>, now: number): Promise<Due[]> {
  const { rows } = await sql<Due>`select id, tenant_id, area_id, flow_id, nth, spec, next_at, after_id from flow_trigger
    where next_at <= ${now} order by next_at, id limit ${AT_ONCE} for update`.execute(work)
  for (const { id, tenant_id: tenantId, area_id: areaId, flow_id: flowId, nth, spec, next_at: dueAt } of rows) {
    if (!isTimed(spec)) continue
    const isMissed = now - dueAt > MISSED_MS
    const start: Start = {
      flowId,
      cause: { kind: spec.kind, trigger: nth, dueAt },
      onceKey: `${spec.kind}/${id}/${dueAt}`,
      ...(isMissed && spec.missed === 'skip' ? { skip: 'missed' } : {}),
    }
    await writeStarts(work, tenantId, [start], now)
    const next = nextTime(spec, await readBaseClock(work, tenantId, areaId), now)
    await sql`update flow_trigger set next_at = ${next} where id = ${id} and tenant_id = ${tenantId}`.execute(work)
  }
  return rows
}

/**
 * Every ten minutes: sets anew what a clock starts next, where the clock was set back, the tenant has another zone or the base lies elsewhere. What
 * is due already is left to be started, or missed.
 */
export function retimeJob({ clock, live }: Pick<Context, 'clock' | 'live'>): Job {
  let told: Pick<Due, 'tenant_id' | 'area_id'>[] = []
  return {
    name: 'flows.retime',
    every: RETIME_MS,
    missed: 'catchUp',
    async once(work) {
      told = []
      const now = clock()
      const { rows } =
        await sql<Due>`select id, tenant_id, area_id, spec, next_at from flow_trigger where next_at > ${now} order by area_id, id
        for update`.execute(work)
      for (const [areaId, own] of Map.groupBy(rows, (row) => row.area_id)) {
        const base = await readBaseClock(work, own[0]!.tenant_id, areaId)
        for (const { id, tenant_id: tenantId, spec, next_at: before } of own) {
          const next = isTimed(spec) ? nextTime(spec, base, now) : null
          if (next === before) continue
          await sql`update flow_trigger set next_at = ${next} where id = ${id} and tenant_id = ${tenantId}`.execute(work)
          told.push({ tenant_id: tenantId, area_id: areaId })
        }
      }
    },
    committed() {
      for (const { tenant_id: tenantId, area_id: areaId } of told.splice(0)) live.changed(tenantId, 'flow', null, areaId)
    },
  }
}

/** Alarms of a condition that people are told of: that nothing is known starts nothing, and what came late, hangs on a lost gateway or is planned work starts nothing. Of a tenant they are written one after another. */
async function startByAlarms(work: Kysely<Database>, now: number): Promise<Due[]> {
  const { rows } = await sql<Due & { newest: number }>`
    select t.id, t.tenant_id, t.area_id, t.flow_id, t.nth, t.spec, t.after_id, n.newest from flow_trigger t
      cross join lateral (select id as newest from alarm where tenant_id = t.tenant_id and area_id = t.area_id order by id desc limit 1) n
    where t.kind = 'alarm' and n.newest > coalesce(t.after_id, 0) order by t.id limit ${AT_ONCE} for update of t`.execute(work)
  for (const { id, tenant_id: tenantId, area_id: areaId, flow_id: flowId, nth, spec, after_id: after, newest } of rows) {
    if (spec.kind !== 'alarm') continue
    const { rows: alarms } = await sql<{ id: number; rule_name: string; device_name: string }>`
      select id, rule_name, device_name from alarm where tenant_id = ${tenantId} and area_id = ${areaId} and id > ${after ?? 0} and id <= ${newest}
        and cause = 'condition' and quiet is null and case when ${spec.ruleId}::bigint is null then rank <= ${severityRank(spec.severity) + 1} else rule_id = ${spec.ruleId} end
      order by id limit ${AT_ONCE}`.execute(work)
    const starts = alarms.map((alarm): Start => ({
      flowId,
      cause: { kind: 'alarm', trigger: nth, alarmId: alarm.id, name: alarm.rule_name, deviceName: alarm.device_name },
      onceKey: `alarm/${id}/${alarm.id}`,
    }))
    await writeStarts(work, tenantId, starts, now)
    await sql`update flow_trigger set after_id = ${newest} where id = ${id} and tenant_id = ${tenantId}`.execute(work)
  }
  return rows
}
