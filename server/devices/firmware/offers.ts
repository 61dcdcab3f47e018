import { randomUUID } from 'node:crypto'
import { type Expression, type Kysely, sql, type SqlBool } from 'kysely'
import type { FirmwareOffer, OfferState } from '#contract/devices/firmware'
import { hashSecret } from '../../ground/broker/secret.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import type { Scope } from '../../ground/database/scope.ts'
import type { Grant } from '../../ground/http/handler.ts'
import { devicesOf } from '../deviceRows.ts'

/** Offers with how far they are, of the devices that the caller sees; the caller of this narrows and orders. */
export const offersOf = (scope: Scope, grant: Grant) =>
  devicesOf(scope, grant)
    .innerJoin('firmware_offer as offer', 'offer.device_id', 'device.id')
    .innerJoin('firmware', 'firmware.id', 'offer.firmware_id')
    .leftJoin('command', 'command.id', 'offer.id')
    .leftJoin('app_user', 'app_user.id', 'offer.created_by')
    .leftJoin('device_firmware as says', 'says.device_id', 'device.id')
    .select([
      'offer.id',
      'offer.device_id',
      'device.name',
      'device.eui',
      'firmware.version',
      'offer.offered_at',
      'offer.downloaded_at',
      'app_user.real_name as author',
      'says.version as says_version',
      sql<OfferState>`coalesce(offer.outcome, command.state, 'queued')`.as('state'),
      sql<number | null>`coalesce(offer.ended_at, command.state_at)`.as('state_at'),
      sql<string | null>`case when offer.outcome is null then command.message end`.as('message'),
    ])
type OfferRow = Awaited<ReturnType<ReturnType<typeof offersOf>['execute']>>[number]

export const toOffer = (row: OfferRow): FirmwareOffer => ({
  id: row.id,
  version: row.version,
  offeredAt: row.offered_at,
  author: row.author,
  state: row.state,
  stateAt: row.state_at,
  message: row.message,
  downloadedAt: row.downloaded_at,
})

/** Writes an offer of a firmware for each of these devices, in the place of those before it. Their commands are asked for by the watch. */
export async function writeOffers(
  scope: Scope,
  { firmwareId, deviceIds, now }: { firmwareId: number; deviceIds: readonly number[]; now: number },
  uploadToken: Context['files']['uploadToken'],
): Promise<void> {
  await scope
    .update('firmware_offer')
    .set({ outcome: 'replaced', ended_at: now })
    .where(isAmong('firmware_offer.device_id', deviceIds))
    .where((is) => is.or([is('firmware_offer.outcome', 'is', null), is('firmware_offer.outcome', '=', 'notTaken')]))
    .where(sql<SqlBool>`not exists (select from command c where c.id = firmware_offer.id and c.state = 'refused')`)
    .execute()
  await scope
    .insert(
      'firmware_offer',
      deviceIds.map((deviceId) => {
        const id = randomUUID()
        return { id, firmware_id: firmwareId, device_id: deviceId, token_hash: hashSecret(uploadToken(id)), offered_at: now }
      }),
    )
    .execute()
}
const isAmong = (column: string, ids: readonly number[]): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::bigint[])`

/** Whether a device may still have to read a firmware. */
export async function isOpen(work: Kysely<Database>, firmwareId: number): Promise<boolean> {
  const row = await work
    .selectFrom('firmware_offer as offer')
    .leftJoin('command', 'command.id', 'offer.id')
    .select('offer.id')
    .where('offer.firmware_id', '=', firmwareId)
    .where('offer.outcome', 'is', null)
    .where(sql<SqlBool>`coalesce(command.state, 'queued') in ('queued', 'sent', 'acknowledged')`)
    .executeTakeFirst()
  return row !== undefined
}
