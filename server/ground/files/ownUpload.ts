import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { CallFailure, notFound } from '../failure.ts'
import type { Asking } from '../http/handler.ts'
import { type FileStorage, keyOf } from './storage.ts'

const MB = 1024 * 1024

/**
 * A file that the caller uploaded, of at most `most` megabytes: what its content is, and what reads it once it is asked for, since whoever does may
 * have to wait for a turn. Fails with error.notFound or error.file.fileTooBig.
 */
export async function ownUpload(
  { serviceDb, files }: { serviceDb: Kysely<Database>; files: { readonly storage: FileStorage } },
  { grant: { tenantId }, caller }: Asking,
  id: string,
  most: number,
): Promise<{ readonly contentType: string; readonly read: () => Promise<Buffer> }> {
  const file = await serviceDb
    .selectFrom('file')
    .select(['id', 'bytes', 'content_type'])
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('owner_id', '=', caller.userId)
    .executeTakeFirst()
  if (!file) throw notFound()
  if (file.bytes > most * MB) throw new CallFailure('error.file.fileTooBig', { max: most })
  return {
    contentType: file.content_type,
    read: async () => buffer(await files.storage.open(keyOf(tenantId, file.id), { start: 0, end: file.bytes - 1 })),
  }
}
