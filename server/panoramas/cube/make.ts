import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import { CUBE_FACES } from '#contract/panoramas/cube'
import { type Job, setTimer } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { inTenant, type Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import type { FileRow } from '../../ground/files/keep.ts'
import { keyOf } from '../../ground/files/storage.ts'
import { holdPicture, type PictureRow, type Why } from '../pictures.ts'
import { cubeJobs } from './foreignJobs.ts'
import { levelsOf, type PackIndex } from './pack.ts'

const NAME = 'panoramas.make'
/** One panorama is made at a time; another asks again after this long. */
const BUSY_MS = 2000
/** Of 100: what is done once the panorama is decoded; the faces share the rest. */
const DECODED = 16
const FACE = 14

/** Has the cube of a picture made, in the transaction that keeps it. */
export const setMaking = (work: Kysely<Database>, tenantId: number, pictureId: string, at: number) =>
  setTimer(work, { name: NAME }, { tenantId, key: pictureId, at, payload: {} })

/** What tells of a fault of the picture itself, or of the room that it wants; anything else is tried again. */
const isFinal = (cause: unknown): cause is CallFailure =>
  cause instanceof CallFailure && !['error.unavailable', 'error.busy', 'error.internal'].includes(cause.code)

/**
 * Makes the cube of an uploaded panorama. What it makes lies on this disk until all of it is kept at once, so that a kill has it made anew
 * from the beginning; what such a one left behind goes with what uploads leave.
 */
export function makeJob(context: Pick<Context, 'serviceDb' | 'requestDb' | 'files' | 'foreign' | 'live' | 'clock' | 'log'>): Job {
  const { serviceDb, requestDb, files, foreign, live, clock, log } = context
  let isBusy = false

  const these = ({ tenant_id: tenantId, id }: PictureRow) =>
    serviceDb.updateTable('panorama_picture').where('tenant_id', '=', tenantId).where('id', '=', id).where('state', '=', 'making')
  async function tell({ tenant_id: tenantId, id }: PictureRow): Promise<void> {
    const shown = await serviceDb
      .selectFrom('panorama')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('picture_id', '=', id)
      .execute()
    for (const panorama of shown) live.changed(tenantId, 'panorama', panorama.id, null)
  }
  async function reach(picture: PictureRow, progress: number): Promise<void> {
    await these(picture).set({ progress }).execute()
    await tell(picture)
  }

  /** Answers null where it was stopped. */
  async function draw(picture: PictureRow, paths: Paths, signal: AbortSignal): Promise<PackIndex | null> {
    const { tenant_id: tenantId } = picture
    const original = await fileOf(serviceDb, picture)
    const unrolled = await foreign.run(tenantId, cubeJobs.unroll, async () => {
      const whole = { start: 0, end: original.bytes - 1 }
      await pipeline(
        await files.storage.open(keyOf(tenantId, original.id), whole),
        createWriteStream(paths.from, { flags: 'wx', mode: 0o600 }),
      )
      return paths
    })
    await reach(picture, DECODED)
    const faces: PackIndex['faces'][number][] = []
    let at = unrolled.bytes
    for (const face of CUBE_FACES) {
      if (signal.aborted) return null
      const lengths = await foreign.run(tenantId, cubeJobs.drawFace, () => ({ ...paths, at, face, faceSize: unrolled.faceSize }))
      faces.push({ at, lengths })
      at += lengths.reduce((sum, length) => sum + length, 0)
      await reach(picture, DECODED + FACE * faces.length)
    }
    return { levels: levelsOf(unrolled.faceSize), views: unrolled.views, faces }
  }

  async function keep(picture: PictureRow, path: string, index: PackIndex): Promise<void> {
    const { tenant_id: tenantId, id } = picture
    const within = <T>(work: (scope: Scope) => Promise<T>) => inTenant(requestDb, { tenantId, userId: 0, areas: null }, work)
    await files.keeper.keep(await packed(path), {
      tenantId,
      ownerId: null,
      inTenant: within,
      async also(scope, file) {
        const made = await scope
          .update('panorama_picture')
          .set({ state: 'ready', progress: 100, why: null, pack_id: file.id, index: JSON.stringify(index) })
          .where('panorama_picture.id', '=', id)
          .returningAll('panorama_picture')
          .executeTakeFirst()
        // Swept while it was made: nothing is kept of it.
        if (!made) throw new CallFailure('error.notFound')
        const shown = await scope.select('panorama').select('panorama.id').where('panorama.picture_id', '=', id).execute()
        for (const panorama of shown) await holdPicture(scope.raw, panorama.id, made)
      },
    })
  }

  async function make(picture: PictureRow, signal: AbortSignal): Promise<void> {
    const paths = pathsIn(files.incomingFolder)
    try {
      const index = await draw(picture, paths, signal)
      if (index === null) return
      await keep(picture, paths.pack, index)
      log.info({ tenantId: picture.tenant_id, picture: picture.id }, 'a panorama was made')
    } catch (cause) {
      if (!isFinal(cause)) throw cause
      log.warn({ tenantId: picture.tenant_id, picture: picture.id, code: cause.code }, 'a panorama could not be made')
      await these(picture)
        .set({ state: 'failed', why: JSON.stringify({ code: cause.code, params: cause.params } satisfies Why) })
        .execute()
    } finally {
      await Promise.all(Object.values(paths).map((path) => rm(path, { force: true })))
    }
    await tell(picture)
  }

  return {
    name: NAME,
    missed: 'catchUp',
    async steps({ tenantId, key }, signal) {
      if (isBusy) {
        await setMaking(serviceDb, tenantId!, key, clock() + BUSY_MS)
        return
      }
      isBusy = true
      try {
        const picture = await serviceDb
          .updateTable('panorama_picture')
          .set({ progress: 0 })
          .where('id', '=', key)
          .where('tenant_id', '=', tenantId!)
          .where('state', '=', 'making')
          .returningAll()
          .executeTakeFirst()
        if (picture) await make(picture, signal)
      } finally {
        isBusy = false
      }
    },
  }
}

interface Paths {
  readonly from: string
  readonly pixels: string
  readonly pack: string
}
function pathsIn(folder: string): Paths {
  const path = join(folder, randomUUID())
  return { from: `${path}.original`, pixels: `${path}.v`, pack: `${path}.pack` }
}

const fileOf = (db: Kysely<Database>, { tenant_id: tenantId, id }: PictureRow): Promise<FileRow> =>
  db.selectFrom('file').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirstOrThrow()

/** A pack as a file that is to be kept. */
async function packed(path: string) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return {
    path,
    bytes,
    sha256: hash.digest('hex'),
    contentType: 'application/octet-stream',
    kind: 'file' as const,
    fileName: 'panorama',
    bucket: 'panorama',
    attachmentUuid: null,
    width: null,
    height: null,
  }
}
