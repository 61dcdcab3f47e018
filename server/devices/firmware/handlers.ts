import type { CallGroups } from '#contract/calls'
import type { DeviceType } from '#contract/devices/deviceType'
import { deviceTypes } from '#contract/devices/deviceType'
import { type Firmware, MAX_FIRMWARE_MB } from '#contract/devices/firmware'
import { fileUrlOf } from '#contract/media/files'
import { hashSecret } from '../../ground/broker/secret.ts'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { answerBytes } from '../../ground/files/answerBytes.ts'
import { keyOf } from '../../ground/files/storage.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { findDevice } from '../deviceRows.ts'
import { judgeTogether, mustBeAll } from '../settingsBatch.ts'
import { isOpen, offersOf, toOffer, writeOffers } from './offers.ts'

const NEWEST = 10

const firmwareRows = (scope: Scope) =>
  scope
    .select('firmware')
    .leftJoin('app_user', 'app_user.id', 'firmware.created_by')
    .selectAll('firmware')
    .select('app_user.real_name as author')
type Row = Awaited<ReturnType<ReturnType<typeof firmwareRows>['execute']>>[number]

const toFirmware = (row: Row): Firmware => ({
  id: row.id,
  deviceType: row.device_type as DeviceType,
  version: row.version,
  fileName: row.file_name,
  bytes: row.bytes,
  sha256: row.sha256,
  author: row.author,
  createdAt: row.created_at,
})

/** A firmware of a type that the caller may read, or change. Fails with error.notFound or error.permission.denied. */
async function find(scope: Scope, { grant }: Asking, id: number, act: 'read' | 'edit'): Promise<Row> {
  const row = await firmwareRows(scope).where('firmware.id', '=', id).executeTakeFirst()
  const type = row && deviceTypes[row.device_type as DeviceType]
  if (!row || !type || !grant.holds(type.code)) throw notFound()
  if (act === 'edit' && !grant.holds(type.codes.edit)) throw new CallFailure('error.permission.denied')
  return row
}

async function offeredOf(scope: Scope, { grant }: Asking, firmwareId: number) {
  const rows = await offersOf(scope, grant)
    .distinctOn('offer.device_id')
    .where('offer.firmware_id', '=', firmwareId)
    .orderBy('offer.device_id')
    .orderBy('offer.offered_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...toOffer(row), deviceId: row.device_id, name: row.name, eui: row.eui, saysVersion: row.says_version }))
}

/** Firmware: kept as a file, offered by commands, and read at an address of the offer's own. */
export const firmwareHandlers = ({
  serviceDb,
  files,
  clock,
}: Pick<Context, 'serviceDb' | 'files' | 'clock'>): Handlers<CallGroups['firmware']> => ({
  list: ({ query }, asking) =>
    asking.inTenant(async (scope) => {
      const rows = await firmwareRows(scope).orderBy('firmware.created_at', 'desc').orderBy('firmware.id', 'desc').execute()
      const isRead = ({ device_type: type }: Row) =>
        (query.deviceType ?? type) === type && asking.grant.holds(deviceTypes[type as DeviceType].code)
      return rows.filter(isRead).map(toFirmware)
    }),

  add: ({ body: { deviceType, version, fileId } }, asking) =>
    asking.inTenant(async (scope) => {
      const { grant, caller, language } = asking
      if (!grant.holds(deviceTypes[deviceType].codes.edit)) throw new CallFailure('error.permission.denied')
      const file = await scope
        .select('file')
        .select(['file.id', 'file.name', 'file.bytes', 'file.sha256'])
        .where('file.id', '=', fileId)
        .where('file.owner_id', '=', caller.userId)
        .executeTakeFirst()
      if (!file) throw notFound()
      if (file.bytes > MAX_FIRMWARE_MB * 1024 * 1024) throw new CallFailure('error.file.fileTooBig', { max: MAX_FIRMWARE_MB })
      const fileUrl = fileUrlOf(scope.tenantId, file.id)
      const made = await scope
        .insert('firmware', [
          {
            device_type: deviceType,
            version,
            file_id: file.id,
            file_url: fileUrl,
            file_name: file.name,
            bytes: file.bytes,
            sha256: file.sha256,
          },
        ])
        .onConflict((conflict) => conflict.constraint('firmware_version').doNothing())
        .returning('firmware.id')
        .executeTakeFirst()
      if (!made) throw besideField(language, 'version', 'error.firmware.versionTaken', { version })
      await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'firmware', id: made.id }, { texts: [fileUrl] })
      return toFirmware(await find(scope, asking, made.id, 'edit'))
    }),

  remove: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const row = await find(scope, asking, params.id, 'edit')
      if (await isOpen(scope.raw, row.id)) throw new CallFailure('error.firmware.offered')
      await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'firmware', id: row.id }, { texts: [] }, { texts: [row.file_url] })
      await scope.remove('firmware').where('firmware.id', '=', row.id).execute()
      return 1 as const
    }),

  offer: ({ params, body: { deviceIds } }, asking) =>
    asking.inTenant(async (scope) => {
      const firmware = await find(scope, asking, params.id, 'edit')
      const judged = await judgeTogether(scope, asking, firmware.device_type as DeviceType, deviceIds)
      mustBeAll(judged)
      await writeOffers(scope, { firmwareId: firmware.id, deviceIds: judged.lawful.map(({ id }) => id), now: clock() }, files.uploadToken)
      return offeredOf(scope, asking, firmware.id)
    }),

  offers: ({ params }, asking) =>
    asking.inTenant(async (scope) => offeredOf(scope, asking, (await find(scope, asking, params.id, 'read')).id)),

  ofDevice: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const device = await findDevice(scope, asking, params.id)
      const says = await scope
        .select('device_firmware')
        .select(['device_firmware.version', 'device_firmware.since', 'device_firmware.said_at'])
        .where('device_firmware.device_id', '=', device.id)
        .executeTakeFirst()
      const offers = await offersOf(scope, asking.grant)
        .where('device.id', '=', device.id)
        .orderBy('offer.offered_at', 'desc')
        .limit(NEWEST)
        .execute()
      return { version: says?.version ?? null, since: says?.since ?? null, saidAt: says?.said_at ?? null, offers: offers.map(toOffer) }
    }),

  async download({ params }, asking) {
    const found = await serviceDb
      .selectFrom('firmware_offer as offer')
      .innerJoin('device', 'device.id', 'offer.device_id')
      .innerJoin('firmware', 'firmware.id', 'offer.firmware_id')
      .leftJoin('command', 'command.id', 'offer.id')
      .select(['offer.id', 'offer.outcome', 'offer.downloaded_at', 'device.eui', 'device.enabled_flag', 'command.state'])
      .select(['firmware.tenant_id', 'firmware.file_id', 'firmware.file_name', 'firmware.bytes', 'firmware.sha256'])
      .where('offer.token_hash', '=', hashSecret(params.key))
      .executeTakeFirst()
    // Nobody is told of another's address that it is there.
    if (!found || found.tenant_id !== params.tenantId || found.eui !== params.imei || found.enabled_flag !== 1)
      throw new CallFailure('error.upload.unknown')
    if (found.outcome !== null || (found.state !== 'queued' && found.state !== 'sent' && found.state !== 'acknowledged'))
      throw new CallFailure('error.upload.used')
    if (found.downloaded_at === null && !asking.headOnly)
      await serviceDb.updateTable('firmware_offer').set({ downloaded_at: clock() }).where('id', '=', found.id).execute()
    return answerBytes(
      {
        contentType: 'application/octet-stream',
        name: found.file_name,
        bytes: found.bytes,
        etag: `"${found.sha256}"`,
        open: (range) => files.storage.open(keyOf(found.tenant_id, found.file_id), range),
      },
      asking,
    )
  },
})
