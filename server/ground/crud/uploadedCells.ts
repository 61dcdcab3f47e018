import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { CallFailure, notFound } from '../failure.ts'
import { type FileStorage, keyOf } from '../files/storage.ts'
import type { ForeignDesk } from '../foreign/desk.ts'
import type { Asking } from '../http/handler.ts'
import type { ReadCells } from './cellsJob.ts'
import { sheetJobs } from './foreignJobs.ts'

const MB = 1024 * 1024

/**
 * The cells of a spreadsheet that the caller uploaded, of at most `most` megabytes. Fails with error.notFound, error.file.fileTooBig or
 * error.import.unreadable.
 */
export async function uploadedCells(
  {
    serviceDb,
    foreign,
    files,
  }: { serviceDb: Kysely<Database>; foreign: Pick<ForeignDesk, 'run'>; files: { readonly storage: FileStorage } },
  { grant: { tenantId }, caller }: Asking,
  id: string,
  most: number,
): Promise<ReadCells> {
  const file = await serviceDb
    .selectFrom('file')
    .select(['id', 'bytes', 'content_type'])
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('owner_id', '=', caller.userId)
    .executeTakeFirst()
  if (!file) throw notFound()
  if (file.bytes > most * MB) throw new CallFailure('error.file.fileTooBig', { max: most })
  if (file.content_type !== 'application/zip') throw new CallFailure('error.import.unreadable')
  return foreign.run(tenantId, sheetJobs.cells, async () =>
    buffer(await files.storage.open(keyOf(tenantId, file.id), { start: 0, end: file.bytes - 1 })),
  )
}
