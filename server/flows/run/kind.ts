import { sql } from 'kysely'
import type { Trigger } from '#contract/flows/definition'
import type { RunCause } from '#contract/flows/run'
import type { Context } from '../../ground/contents.ts'
import type { WatchKind } from '../../ground/watch/kind.ts'
import { type Start, writeStarts } from './start.ts'

/** Names the watches of triggers. */
export const FLOW_WATCH = 'flow'
/** What began so long ago starts nothing any more, ms: it is noted that it came too late. */
export const LATE_MS = 5 * 60_000

/** Triggers that watch devices are watched beside the alarm rules, and what they find is written as runs. */
export function flowKind({ live }: Pick<Context, 'live'>): WatchKind {
  return {
    name: FLOW_WATCH,
    async rules(pool, tenantId) {
      const { rows } = await pool.query<{ id: number; area_id: number; version: number; spec: Trigger }>(
        `select id, area_id, version, spec from flow_trigger where tenant_id = $1 and kind = 'watch' order by id`,
        [tenantId],
      )
      return rows.flatMap(({ id, area_id: areaId, version, spec }) =>
        spec.kind === 'watch' ? [{ id, areaId, version, logic: spec.logic }] : [],
      )
    },
    async act(work, tenantId, { acts }, now) {
      const begun = acts.filter(({ action }) => action.what !== 'clear')
      if (begun.length === 0) return () => undefined
      const { rows: triggers } = await sql<{ id: number; flow_id: number; area_id: number; nth: number }>`
        select id, flow_id, area_id, nth from flow_trigger
        where tenant_id = ${tenantId} and id = any(${[...new Set(begun.map(({ ruleId }) => ruleId))]}::bigint[])`.execute(work)
      const { rows: devices } = await sql<{ id: number; name: string }>`
        select id, name from device where tenant_id = ${tenantId} and id = any(${[...new Set(begun.map(({ deviceId }) => deviceId))]}::bigint[])
      `.execute(work)
      const starts = begun.flatMap(({ ruleId, deviceId, ordinal, action }): Start[] => {
        const trigger = triggers.find(({ id }) => id === ruleId)
        if (trigger === undefined || action.what === 'clear') return []
        const { cause: because, raisedAt, since, seen } = action.episode
        const cause: RunCause = {
          kind: 'watch',
          trigger: trigger.nth,
          deviceId,
          deviceName: devices.find(({ id }) => id === deviceId)?.name ?? '',
          ordinal: ordinal === 0 ? null : ordinal,
          because,
          raisedAt,
          since,
          seen: [...seen],
        }
        const isLate = action.what === 'record' || now - raisedAt > LATE_MS
        return [
          {
            flowId: trigger.flow_id,
            cause,
            onceKey: `watch/${ruleId}/${deviceId}/${ordinal}/${because}/${raisedAt}`,
            ...(isLate ? { skip: 'late' } : {}),
          },
        ]
      })
      await writeStarts(work, tenantId, starts, now)
      const areas = new Set(triggers.map(({ area_id: areaId }) => areaId))
      return () => {
        for (const areaId of areas) live.changed(tenantId, 'flowRun', null, areaId)
      }
    },
    committedUnheard: (tenantId) => live.changed(tenantId, 'flowRun', null, null),
    bound: (tenantId) => live.changed(tenantId, 'flow', null, null),
  }
}
