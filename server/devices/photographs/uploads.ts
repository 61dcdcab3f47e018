import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { UPLOAD_LIMITS } from '#contract/insects/picture'
import { photograph } from '#contract/devices/verbs'
import { hashSecret } from '../../ground/broker/secret.ts'
import type { Asker, CommandAnswer, CommandDesk } from '../../ground/commandDesk.ts'
import type { Database } from '../../ground/database/schema.ts'

/** What is known of a lamp when it is to take a picture. */
export interface Photographed {
  readonly tenantId: number
  readonly id: number
  readonly eui: string
}

interface Asked {
  readonly serviceDb: Kysely<Database>
  readonly desk: CommandDesk
  readonly clock: () => number
  readonly files: { readonly uploadToken: (id: string) => string }
}

/**
 * Asks a lamp for a picture, which it sends to an address of its own within ten minutes. With an id of its own the same asking is done once:
 * the second answers null. Fails as the desk does.
 */
export async function askPhotograph(services: Asked, lamp: Photographed, asker: Asker): Promise<CommandAnswer>
export async function askPhotograph(services: Asked, lamp: Photographed, asker: Asker, uploadId: string): Promise<CommandAnswer | null>
export async function askPhotograph(
  services: Asked,
  lamp: Photographed,
  asker: Asker,
  uploadId: string = randomUUID(),
): Promise<CommandAnswer | null> {
  const { serviceDb, desk, clock, files } = services
  const { tenantId, id: deviceId, eui } = lamp
  const expires = clock() + UPLOAD_LIMITS.seconds * 1000
  const row = {
    id: uploadId,
    tenant_id: tenantId,
    device_id: deviceId,
    token_hash: hashSecret(files.uploadToken(uploadId)),
    expires_at: expires,
  }
  const isAsked = await serviceDb
    .selectFrom('command')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('verb', '=', photograph.name)
    .where(sql<boolean>`args ->> 'uploadId' = ${uploadId}`)
    .executeTakeFirst()
  if (isAsked) return null
  await serviceDb
    .insertInto('insect_upload')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at: expires }))
    .execute()
  const path = `/wfpe/v1/insect-upload/${tenantId}/${encodeURIComponent(eui)}`
  const answer = await desk.request({
    tenantId,
    deviceId,
    verb: photograph,
    args: { uploadId, path, expires },
    asker,
    priority: asker.by === 'user' ? 'manual' : 'flow',
  })
  await serviceDb.updateTable('insect_upload').set({ command_id: answer.commandId }).where('id', '=', uploadId).execute()
  return answer
}
