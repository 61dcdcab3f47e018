import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { LANE_COMMANDS_MOST, LANES_MOST } from '#contract/devices/stateLanes'
import type { SwitchKind } from '#contract/devices/switchKind'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { findDevice } from './deviceRows.ts'
import { stateSpans } from './stateSpans.ts'
import { commandsOf, switchesOf, toCommand } from './switchRows.ts'
import { switchName } from './words.ts'

interface Range {
  readonly since: number
  readonly until: number
}
interface Change {
  readonly switch_id: number
  readonly at: number
  readonly status: number
}

/** The newest changes of a device's circuits within a range, oldest first, and since when they are all. */
async function changesOf(scope: Scope, deviceId: number, { since, until }: Range): Promise<{ since: number; changes: Change[] }> {
  const { rows } = await sql<Change>`
    select c.switch_id, c.at, c.status from switch_change c join switch on switch.id = c.switch_id
    where switch.tenant_id = ${scope.tenantId} and switch.device_id = ${deviceId} and c.at >= ${since} and c.at < ${until}
    order by c.at desc, c.id desc limit ${LANES_MOST + 1}`.execute(scope.raw)
  const cut = rows[LANES_MOST]
  if (!cut) return { since, changes: rows.toReversed() }
  return { since: cut.at + 1, changes: rows.filter(({ at }) => at > cut.at).toReversed() }
}

/** Of each circuit the change that was in force just before a moment. */
async function inForce(scope: Scope, deviceId: number, before: number): Promise<readonly Change[]> {
  const { rows } = await sql<Change>`
    select last.* from switch cross join lateral (
      select switch_id, at, status from switch_change where switch_id = switch.id and at < ${before} order by at desc, id desc limit 1
    ) last where switch.tenant_id = ${scope.tenantId} and switch.device_id = ${deviceId}`.execute(scope.raw)
  return rows
}

/** When a device was not there within a range, oldest first. What was before its first word of presence counts as there, as in its running time. */
async function awayOf(scope: Scope, deviceId: number, { since, until }: Range): Promise<readonly { from: number; to: number }[]> {
  const own = sql`tenant_id = ${scope.tenantId} and device_id = ${deviceId}`
  const { rows } = await sql<{ from: number; to: number }>`
    select at as "from", until as "to" from (
      select at, presence, lead(at, 1, ${until}::bigint) over (order by at, id) as until from online_log
      where ${own} and at < ${until} and at >= coalesce((select max(at) from online_log where ${own} and at <= ${since}), 0)
    ) as came where presence <> 'online' and until > at order by at`.execute(scope.raw)
  return rows
}

/** What circuits were over time, and what was asked of them. */
export const stateLanesHandlers = ({ clock }: Pick<Services, 'clock'>): Handlers<CallGroups['stateLanes']> => ({
  read: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => {
      if (query.startTime >= query.endTime) throw new CallFailure('error.range.empty')
      const device = await findDevice(scope, asking, params.id)
      // A range that lies ahead has nothing yet.
      const until = Math.max(query.startTime, Math.min(clock(), query.endTime))
      const asked = { since: query.startTime, until }
      const switches = await switchesOf(scope).where('switch.device_id', '=', device.id).orderBy('switch.circuit').execute()
      const found = await commandsOf(scope)
        .where('command.device_id', '=', device.id)
        .where('command.created_at', '>=', asked.since)
        .where('command.created_at', '<', query.endTime)
        .orderBy('command.created_at', 'desc')
        .orderBy('command.id')
        .limit(LANE_COMMANDS_MOST + 1)
        .execute()
      const cut = found[LANE_COMMANDS_MOST]
      const range = { since: cut ? Math.max(asked.since, cut.created_at + 1) : asked.since, until }
      const { since, changes } = await changesOf(scope, device.id, range)
      const before = await inForce(scope, device.id, since)
      const away = await awayOf(scope, device.id, { since, until })
      const bySwitch = Map.groupBy([...before, ...changes], ({ switch_id: id }) => id)
      return {
        since,
        until,
        lanes: switches.map((row) => ({
          switchId: row.id,
          circuit: row.circuit,
          name: switchName(asking.language, row),
          kind: row.kind as SwitchKind,
          spans: stateSpans(bySwitch.get(row.id) ?? [], away, { since, until }),
        })),
        commands: found.filter(({ created_at: at }) => at >= since).map(toCommand(asking.language)),
      }
    }),
})
