import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Kysely, sql } from 'kysely'
import type { PictureReason } from '#contract/insects/picture'
import { type Job, setTimer } from '../ground/clock/job.ts'
import type { Context } from '../ground/contents.ts'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure } from '../ground/failure.ts'
import { keyOf } from '../ground/files/storage.ts'
import type { Box } from './findSpecks.ts'
import { insectJobs } from './foreignJobs.ts'
import { type InsectModel, ModelFailure } from './model.ts'

const NAME = 'devices.identifyInsects'
/** Squares that are held at a time, bytes. */
const LOT_BYTES = 16 * 1024 * 1024
/** A model that is less sure says nothing. */
const LEAST_SCORE = 0.5

interface Payload {
  readonly pictureId: number
  readonly run: number
}
interface Found extends Box {
  readonly label: string | null
  readonly score: number | null
}
interface Waiting {
  readonly tenant_id: number
  readonly file_id: string
  readonly bytes: number | null
  readonly area_id: number | null
}

/** Has a picture identified, in the transaction that says that it waits. */
export const queueIdentification = (work: Kysely<Database>, tenantId: number, { pictureId, run }: Payload, now: number): Promise<void> =>
  setTimer<Payload>(work, { name: NAME }, { tenantId, key: String(pictureId), at: now, payload: { pictureId, run } })

/**
 * Identifies the pictures that wait, one after another: counts what lies on the sheet, and has the model, where one is installed, say what
 * each is. What was found is written once, for the run that the picture waits for; a kill begins it anew.
 */
export function identification(
  services: Pick<Context, 'serviceDb' | 'foreign' | 'live' | 'log' | 'clock' | 'files'>,
  model: InsectModel | null,
): Job<Payload> {
  const { serviceDb, foreign, live, log, clock, files } = services

  async function identified({ tenant_id: tenantId, file_id: fileId, bytes }: Waiting): Promise<Found[]> {
    if (bytes === null) throw new CallFailure('error.notFound')
    await mkdir(files.incomingFolder, { recursive: true, mode: 0o700 })
    const path = join(files.incomingFolder, randomUUID())
    try {
      const stream = await files.storage.open(keyOf(tenantId, fileId), { start: 0, end: bytes - 1 })
      await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      const boxes = await foreign.run(tenantId, insectJobs.findInsects, () => path)
      if (boxes === null) throw new Unidentified('tooMany')
      if (model === null) return boxes.map((box) => ({ ...box, label: null, score: null }))
      const found: Found[] = []
      const lot = Math.max(1, Math.floor(LOT_BYTES / (model.side * model.side * 3)))
      for (let from = 0; from < boxes.length; from += lot) {
        const some = boxes.slice(from, from + lot)
        const cuts = await foreign.run(tenantId, insectJobs.cutInsects, () => ({ path, boxes: some, side: model.side }))
        const said = await model.classify({ cuts, count: some.length })
        some.forEach((box, nth) => {
          const { label, score } = said[nth]!
          found.push({ ...box, label: score < LEAST_SCORE ? null : label, score })
        })
      }
      return found
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    name: NAME,
    missed: 'catchUp',
    async steps({ tenantId, payload: { pictureId, run } }) {
      const waiting = await serviceDb
        .selectFrom('insect_picture as p')
        .leftJoin('file as f', (join) => join.onRef('f.id', '=', 'p.file_id').onRef('f.tenant_id', '=', 'p.tenant_id'))
        .leftJoin('device as d', 'd.id', 'p.device_id')
        .select(['p.tenant_id', 'p.file_id', 'f.bytes', 'd.area_id'])
        .where('p.id', '=', pictureId)
        .where('p.tenant_id', '=', tenantId!)
        .where('p.run', '=', run)
        .where('p.state', '=', 'waiting')
        .executeTakeFirst()
      if (!waiting) return
      try {
        const found = await identified(waiting)
        await write(serviceDb, { tenantId: tenantId!, pictureId, run, found, model: model?.name ?? null, now: clock() })
      } catch (cause) {
        const reason = reasonOf(cause)
        // Away or busy: it is tried again by the clock.
        if (reason === null) throw cause
        log.warn({ pictureId, reason, cause: (cause as Error).message }, 'a picture of insects was not identified')
        await serviceDb
          .updateTable('insect_picture')
          .set({ state: 'failed', reason, identified_at: clock() })
          .where('id', '=', pictureId)
          .where('run', '=', run)
          .execute()
      }
      live.changed(tenantId!, 'insectPicture', pictureId, waiting.area_id)
    },
  }
}

class Unidentified extends Error {
  readonly reason: PictureReason
  constructor(reason: PictureReason) {
    super(reason)
    this.reason = reason
  }
}

function reasonOf(cause: unknown): PictureReason | null {
  if (cause instanceof Unidentified || cause instanceof ModelFailure) return cause.reason
  if (!(cause instanceof CallFailure)) return null
  if (cause.code === 'error.file.unreadable') return 'unreadable'
  if (cause.code === 'error.file.tooMuch') return 'tooMuch'
  return cause.code === 'error.notFound' ? 'gone' : null
}

interface Written {
  readonly tenantId: number
  readonly pictureId: number
  readonly run: number
  readonly found: readonly Found[]
  readonly model: string | null
  readonly now: number
}

/** Puts what was found in the place of what the machine found before, where the picture still waits for this run. */
async function write(db: Kysely<Database>, { tenantId, pictureId, run, found, model, now }: Written): Promise<void> {
  await db.transaction().execute(async (work) => {
    const mine = await work
      .selectFrom('insect_picture')
      .select('id')
      .where('id', '=', pictureId)
      .where('run', '=', run)
      .where('state', '=', 'waiting')
      .forUpdate()
      .executeTakeFirst()
    if (!mine) return
    const labels = [...new Set(found.flatMap(({ label }) => label ?? []))].toSorted()
    // A kind that nobody has named yet is called what the model calls it.
    await sql`insert into insect_type (tenant_id, code, zh_name, en_name) select ${tenantId}, label, label, label
      from unnest(${labels}::text[]) as label on conflict (tenant_id, code) do nothing`.execute(work)
    await work.deleteFrom('insect_box').where('picture_id', '=', pictureId).where('round', '=', 0).execute()
    await sql`insert into insect_box (tenant_id, picture_id, round, x, y, w, h, insect_type_id, score)
      select ${tenantId}, ${pictureId}, 0, f.x, f.y, f.w, f.h, t.id, f.score
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(x int, y int, w int, h int, label text, score float8)
      left join insect_type t on t.tenant_id = ${tenantId} and t.code = f.label`.execute(work)
    await work
      .updateTable('insect_picture')
      .set({ state: model === null ? 'counted' : 'classified', reason: model === null ? 'noModel' : null, model, identified_at: now })
      .where('id', '=', pictureId)
      .execute()
  })
}
