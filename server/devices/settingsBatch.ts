import { randomUUID } from 'node:crypto'
import type { CallGroups } from '#contract/calls'
import type { CommandState } from '#contract/devices/command'
import type { DeviceType } from '#contract/devices/deviceType'
import { type LEFT_OUT, type SettingsBatch } from '#contract/devices/settingsBatch'
import { settingsOf } from '#contract/devices/settings'
import { type Job, setTimer } from '../ground/clock/job.ts'
import type { Context } from '../ground/contents.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { askSettings, lawfulSettings, settingsHeldBy } from './deviceSettings.ts'
import { idsOf } from './deviceLists.ts'
import { devicesOf, mayOn } from './deviceRows.ts'
import { arrangePhotographs } from './photographs/photographs.ts'

const NAME = 'devices.settingsBatch'
/** Names that stand in a refusal; the rest are counted by who reads it. */
const NAMED = 5

interface Chosen {
  readonly id: number
  readonly name: string
  readonly eui: string
}
type LeftOut = Chosen & { readonly why: (typeof LEFT_OUT)[number] }

/** Which of the devices are of the type and this caller's to change. Fails with error.notFound where one is not there. */
export async function judgeTogether(scope: Scope, { grant }: Asking, type: DeviceType, ids: readonly number[]) {
  const rows = await devicesOf(scope, grant, { ids })
    .select(['device.id', 'device.name', 'device.eui', 'device.device_type', 'device.area_id'])
    .orderBy('device.name')
    .orderBy('device.id')
    .execute()
  if (rows.length < new Set(ids).size) throw notFound()
  const lawful: Chosen[] = []
  const leftOut: LeftOut[] = []
  for (const { id, name, eui, ...row } of rows) {
    const why = row.device_type !== type ? 'otherType' : mayOn(grant, row, 'edit') ? null : 'mayNot'
    if (why === null) lawful.push({ id, name, eui })
    else leftOut.push({ id, name, eui, why })
  }
  return { lawful, leftOut }
}

/** Fails with error.settings.leftOut, which names some of those that cannot be asked with the others. */
export function mustBeAll({ leftOut }: { readonly leftOut: readonly LeftOut[] }): void {
  if (leftOut.length === 0) return
  const names = leftOut.slice(0, NAMED).map(({ name }) => name)
  throw new CallFailure('error.settings.leftOut', { names: names.join(', '), count: leftOut.length })
}

/** A batch as the caller sees it: of the devices that are open to them. Fails with error.notFound where there is none. */
async function batchOf(scope: Scope, { grant }: Asking, batchId: number): Promise<SettingsBatch> {
  const batch = await scope
    .select('settings_batch')
    .leftJoin('app_user', 'app_user.id', 'settings_batch.created_by')
    .select(['settings_batch.device_type', 'settings_batch.wanted', 'settings_batch.created_at', 'app_user.real_name as author'])
    .where('settings_batch.id', '=', batchId)
    .executeTakeFirst()
  const devices = await devicesOf(scope, grant)
    .innerJoin('settings_batch_device as asked', 'asked.device_id', 'device.id')
    .leftJoin('command', 'command.id', 'asked.command_id')
    .select(['device.id', 'device.name', 'device.eui', 'command.state', 'command.state_at', 'command.message'])
    .where('asked.batch_id', '=', batchId)
    .orderBy('device.name')
    .orderBy('device.id')
    .execute()
  if (!batch || devices.length === 0) throw notFound()
  return {
    id: batchId,
    deviceType: batch.device_type as DeviceType,
    values: batch.wanted,
    at: batch.created_at!,
    author: batch.author,
    devices: devices.map(({ id, name, eui, state, state_at: stateAt, message }) => ({
      id,
      name,
      eui,
      state: state as CommandState | null,
      stateAt,
      message,
    })),
  }
}

/** One form of settings for many devices of a type. */
export const settingsBatchHandlers = ({ clock }: Pick<Context, 'clock'>): Handlers<CallGroups['settingsBatch']> => ({
  devices: ({ query: { deviceType, ids } }, asking) =>
    asking.inTenant(async (scope) => {
      if (Object.keys(settingsOf(deviceType)).length === 0) throw notFound()
      const judged = await judgeTogether(scope, asking, deviceType, idsOf(asking.language, ids))
      const held = await settingsHeldBy(
        scope,
        judged.lawful.map(({ id }) => id),
      )
      return { ...judged, held }
    }),

  ask: ({ body: { deviceType, deviceIds, values } }, asking) =>
    asking.inTenant(async (scope) => {
      const judged = await judgeTogether(scope, asking, deviceType, deviceIds)
      mustBeAll(judged)
      const { lawful } = judged
      const wanted = lawfulSettings(asking.language, deviceType, values)
      const { id } = await scope
        .insert('settings_batch', [{ device_type: deviceType, wanted: JSON.stringify(wanted) }])
        .returning('settings_batch.id')
        .executeTakeFirstOrThrow()
      await scope
        .insert(
          'settings_batch_device',
          lawful.map((device) => ({ batch_id: id, device_id: device.id, command_id: randomUUID() })),
        )
        .execute()
      const now = clock()
      for (const device of lawful) await arrangePhotographs(scope, device.id, wanted, asking.grant.timeZone, now)
      await setTimer(scope.raw, { name: NAME }, { tenantId: asking.grant.tenantId, key: String(id), at: now, payload: {} })
      return batchOf(scope, asking, id)
    }),

  get: ({ params }, asking) => asking.inTenant((scope) => batchOf(scope, asking, params.id)),
})

/**
 * Asks each device of a batch by a command of its own, whose id stands in the batch: what was asked before a kill is not asked again. A
 * device that is of another type by now is not asked.
 */
export const settingsBatchJob = ({ serviceDb, desk }: Pick<Context, 'serviceDb' | 'desk'>): Job => ({
  name: NAME,
  missed: 'catchUp',
  async steps({ tenantId, key }, signal) {
    const left = await serviceDb
      .selectFrom('settings_batch_device as asked')
      .innerJoin('settings_batch as batch', 'batch.id', 'asked.batch_id')
      .innerJoin('device', 'device.id', 'asked.device_id')
      .leftJoin('command', 'command.id', 'asked.command_id')
      .select(['asked.device_id', 'asked.command_id', 'batch.wanted', 'batch.created_by'])
      .where('batch.id', '=', Number(key))
      .where('batch.tenant_id', '=', tenantId!)
      .whereRef('device.device_type', '=', 'batch.device_type')
      .where('command.id', 'is', null)
      .orderBy('asked.device_id')
      .execute()
    for (const { device_id: deviceId, command_id: id, wanted, created_by: userId } of left) {
      if (signal.aborted) return
      await askSettings(desk, { id, tenantId: tenantId!, deviceId, args: wanted, userId: userId! })
    }
  },
})
