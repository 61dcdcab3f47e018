import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Job } from '../clock/job.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/schema.ts'
import type { ForeignDesk } from '../foreign/desk.ts'
import { uploadToken } from './uploadToken.ts'
import type { Part } from '../http/multipart.ts'
import type { Language } from '../words.ts'
import { diskStorage } from './diskStorage.ts'
import { fileGuard, type FileFences } from './fences.ts'
import { fileHandlers } from './handlers.ts'
import { type Taken, intake } from './intake.ts'
import { fileKeeper } from './keep.ts'
import { fileLinks } from './links.ts'
import { pictures } from './pictures.ts'
import { fileQuota } from './quota.ts'
import { s3Storage } from './s3Storage.ts'
import { fileSweep } from './sweep.ts'

const LEFTOVERS_EVERY_MS = 10 * 60_000
const SWEEP_EVERY_MS = 24 * 3_600_000

/** The files of every tenant, by configuration on this disk or in an S3 bucket; what passes through is on this disk either way. */
export function openFiles(given: {
  config: Config
  requestDb: Kysely<Database>
  serviceDb: Kysely<Database>
  linkKey: Uint8Array
  foreign: ForeignDesk
  fences: FileFences
  clock: () => number
  log: Logger
}) {
  const { config, requestDb, serviceDb, linkKey, foreign, fences, clock, log } = given
  const { s3, panoramaMaxMb, quotaMb } = config.files
  const folder = join(resolve(config.dataDir), 'files')
  const incoming = intake({ folder: join(folder, 'incoming'), panoramaMaxMb, foreign, clock })
  const storage = s3 ? s3Storage(s3, { clock, log }) : diskStorage(join(folder, 'kept'))
  const quota = fileQuota(quotaMb)
  const keeper = fileKeeper({ storage, quota, clock })
  const mayRead = fileGuard(fences)
  const drawn = pictures({ folder: join(folder, 'pictures'), foreign })
  const sweep = fileSweep({ db: serviceDb, storage, clock, log })
  // What interrupted uploads left on this disk: no other server can remove it.
  const leftovers = setInterval(() => {
    incoming.sweep().catch((cause: unknown) => log.error({ err: cause }, 'what uploads left behind could not be removed'))
  }, LEFTOVERS_EVERY_MS)
  leftovers.unref()
  return {
    storage,
    /** Where the storage takes new files over from. */
    incomingFolder: join(folder, 'incoming'),
    keeper,
    quota,
    mayRead,
    pictures: drawn,
    /** Of an address for one upload, by its id. */
    uploadToken: (id: string) => uploadToken(linkKey, id),
    /** Takes one picture in that comes as bytes, by its content, and hands it to `keep`; leaves nothing of it behind, however this ends. */
    takePicture: <T>(
      from: { tenantId: number; language: Language; bytes: Readable; name: string; bucket: string },
      keep: (taken: Taken) => Promise<T>,
    ) => incoming.take({ tenantId: from.tenantId, language: from.language, parts: pictureParts(from) }, keep),
    /** Takes the panorama of a multipart body in, whatever its fields say that it is, and hands it to `keep`; leaves nothing of it behind. */
    takePanorama: <T>(from: { tenantId: number; language: Language; parts: AsyncIterable<Part> }, keep: (taken: Taken) => Promise<T>) =>
      incoming.take({ ...from, parts: partsAs('panorama', from.parts) }, keep),
    /** The same of a film. */
    takeFilm: <T>(from: { tenantId: number; language: Language; parts: AsyncIterable<Part> }, keep: (taken: Taken) => Promise<T>) =>
      incoming.take({ ...from, parts: partsAs('video', from.parts) }, keep),
    handlers: fileHandlers({
      storage,
      intake: incoming,
      pictures: drawn,
      links: fileLinks(linkKey, clock),
      quota,
      keeper,
      requestDb,
      mayRead,
    }),
    jobs: [
      // Removes files that nothing names: a look through the whole database.
      { name: 'files.sweep', every: SWEEP_EVERY_MS, missed: 'catchUp', steps: (_, signal) => sweep(signal) },
    ] satisfies Job[],
    async close() {
      clearInterval(leftovers)
    },
  }
}

async function* pictureParts({ bytes, name, bucket }: { bytes: Readable; name: string; bucket: string }): AsyncGenerator<Part> {
  yield { kind: 'field', name: 'kind', value: 'image' }
  yield { kind: 'field', name: 'bucketName', value: bucket }
  yield { kind: 'file', name: 'file', fileName: name, stream: bytes }
}

/** A body whose one file is of this kind, and lies in the drawer of that name. */
async function* partsAs(kind: 'panorama' | 'video', parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  yield { kind: 'field', name: 'kind', value: kind }
  yield { kind: 'field', name: 'bucketName', value: kind }
  for await (const part of parts) if (part.kind === 'file' || part.name === 'fileName') yield part
}

export type Files = ReturnType<typeof openFiles>
