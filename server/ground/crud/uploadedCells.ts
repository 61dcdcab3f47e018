import { buffer } from 'node:stream/consumers'
import type { Context } from '../contents.ts'
import { CallFailure, notFound } from '../failure.ts'
import { keyOf } from '../files/storage.ts'
import type { Asking } from '../http/handler.ts'
import { sheetJobs } from './foreignJobs.ts'

const MB = 1024 * 1024

/**
 * The cells of a spreadsheet that the caller uploaded, of at most `most` megabytes. Fails with error.notFound, error.file.fileTooBig or
 * error.import.unreadable.
 */
export async function uploadedCells(
  { serviceDb, foreign, files }: Pick<Context, 'serviceDb' | 'foreign' | 'files'>,
  { grant: { tenantId }, caller }: Asking,
  id: string,
  most: number,
): Promise<unknown[][]> {
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
