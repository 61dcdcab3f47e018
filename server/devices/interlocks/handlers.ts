import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { deviceTypes } from '#contract/devices/deviceType'
import { DOSING, type Interlock, MOST_INTERLOCKS, type Need } from '#contract/devices/interlock'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { faultyField } from '../../ground/http/faults.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import { asksOn } from '../../ground/commands/repository.ts'
import { type DeviceRow, findDevice, findFor } from '../deviceRows.ts'
import { readFacts } from '../../ground/commands/precedence/interlockFacts.ts'
import { unmet } from '../../ground/commands/precedence/interlockJudge.ts'

const columns = ['interlock.id', 'interlock.name', 'interlock.circuit', 'interlock.need', 'interlock.grace_ms'] as const
const rowsOf = (scope: Scope, deviceId: number) =>
  scope.select('interlock').select(columns).where('interlock.device_id', '=', deviceId).orderBy('interlock.id')

async function toInterlocks(
  scope: Scope,
  rows: readonly { id: number; name: string; circuit: number | null; need: Need; grace_ms: number }[],
  now: number,
): Promise<Interlock[]> {
  const ask = asksOn(scope.raw)
  const facts = await readFacts(
    ask,
    rows.map(({ need }) => need),
    now,
  )
  return rows.map(({ grace_ms: graceMs, ...row }) => ({ ...row, graceSeconds: graceMs / 1000, unmet: unmet(row.need, facts, now) }))
}

/** What is needed must be of the device's base, and something else than what needs it. */
async function mustBeThere(scope: Scope, device: DeviceRow, circuit: number | null, need: Need): Promise<void> {
  const wanted = need.kind === 'anyOpen' ? [...new Set(need.switchIds)] : [need.itemId]
  const found =
    need.kind === 'anyOpen'
      ? await scope
          .select('switch')
          .select('switch.id')
          .where('switch.area_id', '=', device.area_id)
          .where('switch.id', 'in', wanted)
          .where(sql<boolean>`not (switch.device_id = ${device.id} and switch.circuit = coalesce(${circuit}::int, switch.circuit))`)
          .execute()
      : await scope.select('item').select('item.id').where('item.area_id', '=', device.area_id).where('item.id', 'in', wanted).execute()
  if (found.length < wanted.length) throw new CallFailure('error.interlock.unknown')
}

/** What must be so while circuits run. */
export const interlockHandlers = ({ live, clock }: Pick<Services, 'live' | 'clock'>): Handlers<CallGroups['interlock']> => ({
  list: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const device = await findDevice(scope, asking, params.id)
      return toInterlocks(scope, await rowsOf(scope, device.id).execute(), clock())
    }),

  async set({ params, body: { interlockId, ...body } }, asking) {
    const { made, areaId } = await asking.inTenant(async (scope) => {
      const device = await findFor('edit', scope, asking, params.id)
      const { circuits, measures } = deviceTypes[device.device_type as keyof typeof deviceTypes]
      if (circuits === null || circuits.rest !== 0) throw new CallFailure('error.interlock.rest')
      const isDosing = body.circuit === DOSING
      if (isDosing ? !('dosing' in measures) : body.circuit !== null && body.circuit > circuits.most)
        throw faultyField(asking.language, 'circuit')
      await mustBeThere(scope, device, body.circuit, body.need)
      // One after another, so that two that are made at once are counted.
      await scope.select('device').select('device.id').where('device.id', '=', device.id).forUpdate().execute()
      const before = await rowsOf(scope, device.id).execute()
      if (interlockId === undefined && before.length >= MOST_INTERLOCKS)
        throw new CallFailure('error.interlock.most', { most: MOST_INTERLOCKS })
      const row = {
        name: body.name.trim(),
        circuit: body.circuit,
        need: JSON.stringify(body.need) as never,
        grace_ms: body.graceSeconds * 1000,
      }
      const written =
        interlockId === undefined
          ? await scope
              .insert('interlock', [{ ...row, device_id: device.id }])
              .returning(columns)
              .executeTakeFirst()
          : await scope
              .update('interlock')
              .set(row)
              .where('interlock.id', '=', interlockId)
              .where('interlock.device_id', '=', device.id)
              .returning(columns)
              .executeTakeFirst()
      if (!written) throw notFound()
      return { made: (await toInterlocks(scope, [written], clock()))[0]!, areaId: device.area_id }
    })
    live.changed(asking.grant.tenantId, 'interlock', made.id, areaId)
    return made
  },

  async remove({ params }, asking) {
    const areaId = await asking.inTenant(async (scope) => {
      const device = await findFor('edit', scope, asking, params.id)
      const gone = await scope
        .remove('interlock')
        .where('interlock.id', '=', params.interlockId)
        .where('interlock.device_id', '=', device.id)
        .executeTakeFirst()
      if (Number(gone.numDeletedRows) === 0) throw notFound()
      return device.area_id
    })
    live.changed(asking.grant.tenantId, 'interlock', params.interlockId, areaId)
    return 1
  },
})
