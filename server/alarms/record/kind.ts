import { type Kysely, sql } from 'kysely'
import type { WatchLogic } from '#contract/watch/logic'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { causeOf } from '#machines/watch/action'
import type { Act, Doubt, WatchKind } from '../../ground/watch/kind.ts'
import { announcerOf } from '../announcer.ts'
import { lockAlarms } from '../events.ts'
import { facesOf } from '../faces.ts'
import { isByLoss } from './evidence.ts'
import { follow, type Followed } from './follow.ts'
import { keyOf, type Origin, readFacts, readItems, readLast, readSilenced } from './read.ts'
import { type Outcome, writeOutcomes } from './write.ts'

/** Names the watches of alarm rules. */
export const ALARM_WATCH = 'alarm'

/** Alarm rules are watched, and what is found is written as alarms; who is told of them is people/tell.ts. */
export function alarmKind({ live }: Pick<Context, 'live'>): WatchKind {
  const announcer = announcerOf(live)
  return {
    name: ALARM_WATCH,
    tells: true,
    async rules(pool, tenantId) {
      const { rows } = await pool.query<{ id: number; area_id: number; version: number; logic: WatchLogic }>(
        'select id, area_id, version, logic from alarm_rule where tenant_id = $1 and enabled_flag = 1 order by id',
        [tenantId],
      )
      return rows.map(({ id, area_id: areaId, version, logic }) => ({ id, areaId, version, logic }))
    },
    async act(work, tenantId, { acts, doubts }, now) {
      if (acts.length === 0 && doubts.length === 0) return () => undefined
      await lockAlarms(work, tenantId)
      const shown = acts.length === 0 ? [] : await followActs(work, tenantId, acts, now)
      const doubted = await writeDoubts(work, tenantId, doubts)
      const faces = await facesOf(work, tenantId, [...new Set([...shown, ...doubted])])
      return () => announcer.say(tenantId, faces, now)
    },
    committedUnheard: (tenantId) => live.changed(tenantId, 'alarm', null, null),
    bound: (tenantId) => live.changed(tenantId, 'alarmRule', null, null),
  }
}

async function followActs(work: Kysely<Database>, tenantId: number, acts: readonly Act[], now: number): Promise<number[]> {
  const { rules, devices } = await readFacts(work, tenantId, acts)
  const last = await readLast(
    work,
    tenantId,
    acts.map(({ action, ...origin }) => ({ ...origin, cause: causeOf(action) })),
  )
  const silenced = await readSilenced(work, tenantId, acts, now)
  const outcomes = new Map<Followed, Outcome>()
  for (const act of acts) {
    const { ruleId, deviceId, ordinal, version } = act
    const origin: Origin = { ruleId, deviceId, ordinal, cause: causeOf(act.action) }
    const [rule, device, key] = [rules.get(ruleId), devices.get(deviceId), keyOf(origin)]
    const before = last.get(key) ?? null
    const after = follow(before, act.action, {
      now,
      watches: device !== undefined && rule?.enabled_flag === 1,
      byLoss: (seen) => origin.cause === 'noData' || (rule !== undefined && isByLoss(rule.logic.when, seen)),
      quietNow: (byLoss) =>
        silenced.has(`${ruleId}/${deviceId}`) ? 'silence' : byLoss && device?.gateway_lost === true ? 'gateway' : null,
    })
    if (after === null || !after.touched) continue
    if (!outcomes.has(after))
      outcomes.set(after, {
        origin,
        alarm: after,
        about: after.id === null && rule && device ? { rule, device, version } : null,
      })
    // One that was over when it was told leaves what is active, or newer, as it is.
    if (before === null || act.action.what !== 'record' || (before.clearedAt !== null && after.episodeAt > before.episodeAt))
      last.set(key, after)
  }
  const items = await readItems(
    work,
    tenantId,
    [...outcomes.keys()].flatMap(({ episode }) => episode?.seen.flatMap(({ itemId }) => itemId ?? []) ?? []),
  )
  return writeOutcomes(work, tenantId, [...outcomes.values()], items, now)
}

/** Answers the ids of those that stand otherwise than before. */
async function writeDoubts(work: Kysely<Database>, tenantId: number, doubts: readonly Doubt[]): Promise<number[]> {
  if (doubts.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    update alarm set state = d.state
    from unnest(${doubts.map(({ ruleId }) => ruleId)}::bigint[], ${doubts.map(({ deviceId }) => deviceId)}::bigint[],
      ${doubts.map(({ ordinal }) => ordinal)}::int[], ${doubts.map(({ unknown }) => (unknown ? 'unknown' : 'active'))}::text[])
      as d (rule_id, device_id, ordinal, state)
    where alarm.tenant_id = ${tenantId} and alarm.rule_id = d.rule_id and alarm.device_id = d.device_id and alarm.ordinal = d.ordinal
      and alarm.cause = 'condition' and alarm.cleared_at is null and alarm.state <> d.state
    returning alarm.id`.execute(work)
  return rows.map(({ id }) => id)
}
