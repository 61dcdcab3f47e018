import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { Presence } from '#contract/devices/device'
import { SNAPSHOT_COMMANDS_MS } from '#contract/devices/live'
import { COMMAND_LIFE_MS, type CommandState } from '#contract/devices/command'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { devicesOf, heardAt, opened } from './deviceRows.ts'

/** What stands now in a base: the snapshot that frames of its live topics change. Each list is one statement on an index of the base. */
export const areaLiveHandlers = ({ clock }: Pick<Services, 'clock'>): Handlers<CallGroups['live']> => ({
  snapshot: ({ query: { areaId, topic } }, asking) =>
    asking.inTenant(async (scope) => {
      const stand = {
        readings: async () => {
          const rows = await scope
            .select('item')
            .innerJoin('device', 'device.id', 'item.device_id')
            .where(opened(asking.grant))
            .where('item.area_id', '=', areaId)
            .where('item.hidden', '=', 0)
            .where('item.last_ts', 'is not', null)
            .select(['item.id', 'item.last_ts', 'item.last_value'])
            .execute()
          return { readings: rows.map((row): [number, number, number | null] => [row.id, row.last_ts!, row.last_value]) }
        },
        switches: async () => {
          const said = await scope
            .select('switch')
            .innerJoin('device', 'device.id', 'switch.device_id')
            .where(opened(asking.grant))
            .where('switch.area_id', '=', areaId)
            .where('switch.status', 'is not', null)
            .select(['switch.id', 'switch.status', sql<number>`coalesce(switch.status_at, 0)`.as('at')])
            .execute()
          const since = clock() - SNAPSHOT_COMMANDS_MS
          const moved = await scope
            .select('command')
            .innerJoin('device', 'device.id', 'command.device_id')
            .where(opened(asking.grant))
            .where('command.area_id', '=', areaId)
            .where('command.switch_id', 'is not', null)
            .where('command.status', 'is not', null)
            // The index is by the time of asking; a command lives so long at most.
            .where('command.created_at', '>', since - COMMAND_LIFE_MS)
            .where('command.state_at', '>', since)
            .select(['command.id', 'command.switch_id', 'command.state', 'command.state_at', 'command.status', 'command.message'])
            .orderBy('command.created_at')
            .execute()
          return {
            switches: said.map((row): [number, number, number] => [row.id, row.at, row.status!]),
            commands: moved.map((row): [number, string, CommandState, number, number, string | null] => [
              row.switch_id!,
              row.id,
              row.state as CommandState,
              row.state_at,
              row.status!,
              row.message,
            ]),
          }
        },
        presence: async () => {
          const rows = await devicesOf(scope, asking.grant, { areaId })
            .select(['device.id', heardAt.as('heard_at'), 'device.presence'])
            .execute()
          return { presence: rows.map((row): [number, number, Presence] => [row.id, row.heard_at ?? 0, row.presence as Presence]) }
        },
      }
      return { readings: [], switches: [], commands: [], presence: [], ...(await stand[topic]()) }
    }),
})
