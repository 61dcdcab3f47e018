import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { CallFailure } from '../failure.ts'
import { ownUpload } from '../files/ownUpload.ts'
import type { FileStorage } from '../files/storage.ts'
import type { ForeignDesk } from '../foreign/desk.ts'
import type { Asking } from '../http/handler.ts'
import type { ReadCells } from './cellsJob.ts'
import { sheetJobs } from './foreignJobs.ts'

/**
 * The cells of a spreadsheet that the caller uploaded, of at most `most` megabytes. Fails with error.notFound, error.file.fileTooBig or
 * error.import.unreadable.
 */
export async function uploadedCells(
  services: { serviceDb: Kysely<Database>; foreign: Pick<ForeignDesk, 'run'>; files: { readonly storage: FileStorage } },
  asking: Asking,
  id: string,
  most: number,
): Promise<ReadCells> {
  const { contentType, read } = await ownUpload(services, asking, id, most)
  if (contentType !== 'application/zip') throw new CallFailure('error.import.unreadable')
  return services.foreign.run(asking.grant.tenantId, sheetJobs.cells, read)
}
