import type { CallGroups } from '#contract/calls'
import { notFound } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { controlSwitch } from './controlSwitch.ts'
import { findDevice, onlineOf } from './deviceRows.ts'
import { findSwitch } from './switches.ts'
import { currentCommands, runsUntil, switchesOf } from './switchRows.ts'
import { pumpName } from './words.ts'

const REGULATOR = 'aerator_ii'
/** AERATOR-03. */
const MAX_PUMPS = 4

/** The pumps of an aerator regulator: its circuits, with the fault items `fault1` to `fault4` that it reports beside them. */
export const aeratorHandlers = (services: Pick<Services, 'desk'>): Handlers<CallGroups['aerator']> => ({
  pumps: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const regulator = await findDevice(scope, asking, query.regulatorId, [REGULATOR])
      const rows = await switchesOf(scope).where('switch.device_id', '=', regulator.id).orderBy('switch.circuit').limit(MAX_PUMPS).execute()
      const faults = await scope
        .select('item')
        .select(['item.id', 'item.code', 'item.last_value'])
        .where('item.device_id', '=', regulator.id)
        .where('item.code', 'like', 'fault%')
        .execute()
      const faultOf = new Map(faults.map((item) => [item.code, item]))
      const commands = await currentCommands(
        scope,
        asking.language,
        rows.map(({ id }) => id),
      )
      const ends = await runsUntil(scope, rows)
      return rows.map((row) => ({
        id: row.id,
        regulatorId: regulator.id,
        name: pumpName(asking.language, row),
        node: row.circuit,
        statusFlag: row.status == null ? null : row.status === 1,
        faultFlag: Math.round(faultOf.get(`fault${row.circuit}`)?.last_value ?? 0),
        faultItemId: faultOf.get(`fault${row.circuit}`)?.id ?? null,
        onlineFlag: onlineOf(row.presence),
        icon: null,
        ts: row.status_at,
        command: commands.get(row.id) ?? null,
        runsUntil: ends.get(row.id) ?? null,
      }))
    }),

  async control({ params, body }, asking) {
    const row = await asking.inTenant((scope) => findSwitch(scope, asking, params.id))
    if (row.device_type !== REGULATOR) throw notFound()
    return controlSwitch(services, asking, row, body)
  },
})
