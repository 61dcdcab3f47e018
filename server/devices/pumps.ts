import type { CallGroups } from '#contract/calls'
import { MOST_PUMPS, type Pump } from '#contract/devices/aerator'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { besideField } from '../ground/http/faults.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import type { Language } from '../ground/words.ts'
import { controlSwitch } from './controlSwitch.ts'
import { type DeviceRow, findDevice, findFor, mustAllow, onlineOf, type Reader } from './deviceRows.ts'
import { findSwitch } from './switches.ts'
import { currentCommands, runsUntil, type SwitchRow, switchesOf } from './switchRows.ts'
import { pumpName } from './words.ts'

export const REGULATOR = 'aerator_ii'

/** The pumps of a regulator, at most four, with the fault items `fault1` to `fault4` that it reports beside them. */
export async function pumpsOf(scope: Scope, language: Language, regulator: Pick<DeviceRow, 'id'>): Promise<Pump[]> {
  const rows = await switchesOf(scope).where('switch.device_id', '=', regulator.id).orderBy('switch.circuit').limit(MOST_PUMPS).execute()
  const faults = await scope
    .select('item')
    .select(['item.id', 'item.code', 'item.last_value'])
    .where('item.device_id', '=', regulator.id)
    .where('item.code', 'like', 'fault%')
    .execute()
  const faultOf = new Map(faults.map((item) => [item.code, item]))
  const commands = await currentCommands(
    scope,
    language,
    rows.map(({ id }) => id),
  )
  const ends = await runsUntil(scope, rows)
  return rows.map((row) => ({
    id: row.id,
    regulatorId: regulator.id,
    name: pumpName(language, row),
    node: row.circuit,
    statusFlag: row.status == null ? null : row.status === 1,
    faultFlag: Math.round(faultOf.get(`fault${row.circuit}`)?.last_value ?? 0),
    faultItemId: faultOf.get(`fault${row.circuit}`)?.id ?? null,
    onlineFlag: onlineOf(row.presence),
    icon: row.icon,
    ts: row.status_at,
    command: commands.get(row.id) ?? null,
    runsUntil: ends.get(row.id) ?? null,
    longestRun: row.longest_run,
    objectVersionNumber: row.object_version_number,
  }))
}

async function findPump(scope: Scope, reader: Reader, id: number): Promise<SwitchRow> {
  const row = await findSwitch(scope, reader, id)
  if (row.device_type !== REGULATOR) throw notFound()
  return row
}
async function pumpOf(scope: Scope, reader: Reader, id: number): Promise<Pump> {
  const row = await findPump(scope, reader, id)
  const pump = (await pumpsOf(scope, reader.language, { id: row.device_id })).find((one) => one.id === id)
  if (!pump) throw notFound()
  return pump
}

/** The pumps of aerator regulators: their circuits. */
export function pumpHandlers(services: Pick<Services, 'desk' | 'live'>): Handlers<CallGroups['aerator']> {
  const changed = (tenantId: number, id: number, areaId: number) => services.live.changed(tenantId, 'switch', id, areaId)
  return {
    pumps: ({ query }, asking) =>
      asking.inTenant(async (scope) => pumpsOf(scope, asking.language, await findDevice(scope, asking, query.regulatorId, [REGULATOR]))),

    async control({ params, body }, asking) {
      return controlSwitch(services, asking, await asking.inTenant((scope) => findPump(scope, asking, params.id)), body)
    },

    async add({ body }, asking) {
      const { regulatorId, node, name, icon } = body
      const { pump, areaId } = await asking.inTenant(async (scope) => {
        const regulator = await findFor('edit', scope, asking, regulatorId)
        if (regulator.device_type !== REGULATOR) throw notFound()
        // One after another, so that two that are added at once are counted.
        await scope.select('device').select('device.id').where('device.id', '=', regulator.id).forUpdate().execute()
        const there = await switchesOf(scope).where('switch.device_id', '=', regulator.id).execute()
        if (there.length >= MOST_PUMPS) throw besideField(asking.language, 'node', 'error.aerator.pumps', { most: MOST_PUMPS })
        if (there.some(({ circuit }) => circuit === node)) throw besideField(asking.language, 'node', 'error.aerator.nodeTaken', { node })
        const { id } = await scope
          .insert('switch', [
            { device_id: regulator.id, area_id: regulator.area_id, circuit: node, kind: 'aerator', name: name?.trim() ?? null, icon },
          ])
          .returning('switch.id')
          .executeTakeFirstOrThrow()
        return { pump: await pumpOf(scope, asking, id), areaId: regulator.area_id }
      })
      changed(asking.grant.tenantId, pump.id, areaId)
      return pump
    },

    async edit({ body }, asking) {
      const { pump, areaId } = await asking.inTenant(async (scope) => {
        await scope.select('switch').select('switch.id').where('switch.id', '=', body.id).forUpdate().execute()
        const row = await findPump(scope, asking, body.id)
        mustAllow(asking.grant, row, 'edit')
        if (row.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
        await scope
          .update('switch')
          .set({ name: body.name?.trim() ?? null, icon: body.icon, object_version_number: row.object_version_number + 1 })
          .where('switch.id', '=', row.id)
          .execute()
        return { pump: await pumpOf(scope, asking, row.id), areaId: row.area_id }
      })
      changed(asking.grant.tenantId, pump.id, areaId)
      return pump
    },

    async forget({ params }, asking) {
      const row = await asking.inTenant(async (scope) => {
        const found = await findPump(scope, asking, params.id)
        mustAllow(asking.grant, found, 'edit')
        await scope.remove('switch').where('switch.id', '=', found.id).execute()
        return found
      })
      changed(asking.grant.tenantId, row.id, row.area_id)
      return 1
    },
  }
}
