import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { CallFailure, notFound } from '../failure.ts'
import type { Asking } from '../http/handler.ts'
import { type FileStorage, keyOf } from './storage.ts'

const MB = 1024 * 1024

/**
 * Reads a file that the caller uploaded, of at most `most` megabytes, once it is asked for: what reads it may have to wait for its turn. Fails with
 * error.notFound or error.file.fileTooBig.
 */
export async function ownUpload(
  { serviceDb, files }: { serviceDb: Kysely<Database>; files: { readonly storage: FileStorage } },
  { grant: { tenantId }, caller }: Asking,
  id: string,
  most: number,
): Promise<() => Promise<Buffer>> {
  const file = await serviceDb
    .selectFrom('file')
    .select(['id', 'bytes'])
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('owner_id', '=', caller.userId)
    .executeTakeFirst()
  if (!file) throw notFound()
  if (file.bytes > most * MB) throw new CallFailure('error.file.fileTooBig', { max: most })
  return async () => buffer(await files.storage.open(keyOf(tenantId, file.id), { start: 0, end: file.bytes - 1 }))
}
