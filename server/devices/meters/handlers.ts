import type { CallGroups } from '#contract/calls'
import { type Meter, type MeterEnd, meterUnit, VOLUME } from '#contract/devices/meter'
import type { CommandAnswer } from '../../ground/commandDesk.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import type { Language } from '../../ground/words.ts'
import { findDevice, findFor } from '../deviceRows.ts'
import { itemName } from '../words.ts'

async function metersOf(scope: Scope, language: Language, deviceId: number): Promise<Meter[]> {
  const rows = await scope
    .select('switch_meter')
    .innerJoin('switch', 'switch.id', 'switch_meter.switch_id')
    .innerJoin('item', 'item.id', 'switch_meter.item_id')
    .select(['switch_meter.switch_id', 'switch_meter.grace_ms', 'item.id', 'item.code', 'item.name', 'item.unit'])
    .where('switch.device_id', '=', deviceId)
    .orderBy('switch.circuit')
    .execute()
  const runs = await scope
    .select('metered_run')
    .innerJoin('switch', 'switch.id', 'metered_run.switch_id')
    .select(['metered_run.switch_id', 'metered_run.asked', 'metered_run.reached', 'metered_run.why'])
    .distinctOn('metered_run.switch_id')
    .where('switch.device_id', '=', deviceId)
    .orderBy('metered_run.switch_id')
    .orderBy('metered_run.asked_at', 'desc')
    .execute()
  const runOf = new Map(runs.map((run) => [run.switch_id, run]))
  return rows.map((row) => {
    const run = runOf.get(row.switch_id)
    return {
      switchId: row.switch_id,
      itemId: row.id,
      itemName: itemName(language, row),
      unit: row.unit,
      graceSeconds: row.grace_ms / 1000,
      run: run ? { asked: run.asked, reached: run.reached, why: run.why as MeterEnd | null } : null,
    }
  })
}

/** What measures the water of circuits. */
export const meterHandlers = ({ live }: Pick<Services, 'live'>): Handlers<CallGroups['meter']> => ({
  list: ({ params }, asking) =>
    asking.inTenant(async (scope) => metersOf(scope, asking.language, (await findDevice(scope, asking, params.id)).id)),

  async set({ params, body: { switchId, itemId, graceSeconds } }, asking) {
    const { answer, areaId } = await asking.inTenant(async (scope) => {
      const device = await findFor('edit', scope, asking, params.id)
      const one = await scope
        .select('switch')
        .select('switch.id')
        .where('switch.id', '=', switchId)
        .where('switch.device_id', '=', device.id)
        .executeTakeFirst()
      if (!one) throw notFound()
      if (itemId === null) await scope.remove('switch_meter').where('switch_meter.switch_id', '=', one.id).execute()
      else {
        const item = await scope
          .select('item')
          .select(['item.id', 'item.unit'])
          .where('item.id', '=', itemId)
          .where('item.area_id', '=', device.area_id)
          .executeTakeFirst()
        if (!item || meterUnit(item.unit) === null) throw besideField(asking.language, 'itemId', 'error.meter.item')
        const values = { item_id: item.id, grace_ms: graceSeconds * 1000 }
        await scope
          .insert('switch_meter', [{ switch_id: one.id, ...values }])
          .onConflict((conflict) => conflict.column('switch_id').doUpdateSet(values))
          .execute()
      }
      return { answer: await metersOf(scope, asking.language, device.id), areaId: device.area_id }
    })
    live.changed(asking.grant.tenantId, 'switch', switchId, areaId)
    return answer
  },
})

/**
 * A person starts a switch for a volume of m³: what is asked is written before it leaves, so that a kill between the two loses no end.
 * Fails beside `volume` where it is none, or nothing measures it.
 */
export async function startedForVolume(
  asking: Asking,
  row: { readonly id: number },
  { volume, status, now }: { volume: number; status: number; now: number },
  ask: () => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  const { language } = asking
  if (status === 0) throw besideField(language, 'volume', 'error.meter.start')
  if (volume < VOLUME.least || volume > VOLUME.most) throw besideField(language, 'volume', 'error.meter.volume', VOLUME)
  const run = await asking.inTenant(async (scope) => {
    const meter = await scope
      .select('switch_meter')
      .select(['switch_meter.item_id', 'switch_meter.grace_ms'])
      .where('switch_meter.switch_id', '=', row.id)
      .executeTakeFirst()
    if (!meter) throw besideField(language, 'volume', 'error.meter.none')
    return scope
      .insert('metered_run', [{ switch_id: row.id, item_id: meter.item_id, grace_ms: meter.grace_ms, asked: volume, asked_at: now }])
      .returning('metered_run.id')
      .executeTakeFirstOrThrow()
  })
  const forget = () => asking.inTenant((scope) => scope.remove('metered_run').where('metered_run.id', '=', run.id).execute())
  try {
    const answer = await ask()
    await asking.inTenant((scope) =>
      scope.update('metered_run').set({ command_id: answer.commandId }).where('metered_run.id', '=', run.id).execute(),
    )
    return answer
  } catch (cause) {
    await forget()
    throw cause
  }
}
