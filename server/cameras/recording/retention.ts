import { type Kysely, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import { deskOf } from '../desk.ts'
import { cameraFolders, filesOf, type Place, removeFile, removeFolder } from './places.ts'

const EVERY_MS = 5 * 60_000
const SWEEP_EVERY_MS = 6 * 3_600_000
const DAY_MS = 86_400_000
const GIGABYTE = 1_000_000_000
/** Rows that are read together. */
const AT_ONCE = 500
/** A row may be without its file for so long at most, ms: while it begins. */
const BARE_MS = 3_600_000

interface Given {
  /** Of the service role: it is over all tenants. */
  readonly db: Kysely<Database>
  readonly folder: string
  readonly clock: () => number
}

/** Removes what is kept no longer, of every camera. */
export async function letGo(given: Given, signal: AbortSignal): Promise<void> {
  const policies = await given.db.selectFrom('camera_recording').select(['device_id', 'days', 'gigabytes']).orderBy('device_id').execute()
  for (const { device_id: cameraId, days, gigabytes } of policies) {
    if (signal.aborted) return
    await removeOutworn(given, cameraId, { before: given.clock() - days * DAY_MS, most: gigabytes * GIGABYTE }, signal)
  }
}
/** Removes what lies without its other half: files without a row, rows without a file. */
export async function sweepRecordings(given: Given, signal: AbortSignal): Promise<void> {
  for (const camera of await withAny(given)) {
    if (signal.aborted) return
    await sweepCamera(given, camera)
  }
}

/** Removes the oldest of a camera until nothing is from before that time, and no more is left than that, bytes. What is being written stays. */
async function removeOutworn(
  { db, folder }: Given,
  cameraId: number,
  { before, most }: { before: number; most: number },
  signal: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::bigint as bytes from camera_segment where device_id = ${cameraId}`.execute(db)
  let left = rows[0]!.bytes
  for (;;) {
    const oldest = await db
      .selectFrom('camera_segment')
      .select(['id', 'tenant_id', 'to_at', 'bytes'])
      .where('device_id', '=', cameraId)
      .where('open_flag', '=', 0)
      .orderBy('to_at')
      .limit(AT_ONCE)
      .execute()
    for (const { id, tenant_id: tenantId, to_at: to, bytes } of oldest) {
      if (signal.aborted || (to >= before && left <= most)) return
      await remove({ db, folder }, { tenantId, cameraId, id })
      left -= bytes
    }
    if (oldest.length < AT_ONCE) return
  }
}

/** Every camera that has a folder or a row. */
async function withAny({ db, folder }: Given): Promise<readonly Omit<Place, 'id'>[]> {
  const rows = await db.selectFrom('camera_segment').select(['tenant_id', 'device_id']).distinct().execute()
  const all = [...(await cameraFolders(folder)), ...rows.map((row) => ({ tenantId: row.tenant_id, cameraId: row.device_id }))]
  return [...new Map(all.map((one) => [`${one.tenantId} ${one.cameraId}`, one])).values()]
}

async function sweepCamera({ db, folder, clock }: Given, { tenantId, cameraId }: Omit<Place, 'id'>): Promise<void> {
  // Files first: of one that is listed the row is there already, unless it is gone.
  const files = await filesOf(folder, tenantId, cameraId)
  const rows = await db
    .selectFrom('camera_segment')
    .select(['id', 'open_flag', 'to_at'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', cameraId)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  for (const id of files) if (!known.has(id)) await removeFile(folder, { tenantId, cameraId, id })
  const there = new Set(files)
  const bareBefore = clock() - BARE_MS
  for (const row of rows)
    if (row.open_flag === 0 && row.to_at < bareBefore && !there.has(row.id))
      await remove({ db, folder }, { tenantId, cameraId, id: row.id })
  const camera = db.selectFrom('camera').select('device_id').where('device_id', '=', cameraId).where('tenant_id', '=', tenantId)
  if (rows.length === 0 && !(await camera.executeTakeFirst())) await removeFolder(folder, tenantId, cameraId)
}

/** The row first, so that nobody begins to show it. */
async function remove({ db, folder }: Pick<Given, 'db' | 'folder'>, place: Place): Promise<void> {
  await db.deleteFrom('camera_segment').where('id', '=', place.id).execute()
  await removeFile(folder, place)
}

/** Removes what is kept no longer, by days and by size, and now and then what lies loose; a step that is done twice harms nobody. */
export function recordingJobs(context: Context): readonly Job[] {
  const { serviceDb: db, clock } = context
  const given = { db, folder: deskOf(context).keeper.folder, clock }
  return [
    { name: 'cameras.recordings', every: EVERY_MS, missed: 'catchUp', steps: (_turn, signal) => letGo(given, signal) },
    { name: 'cameras.looseRecordings', every: SWEEP_EVERY_MS, missed: 'catchUp', steps: (_turn, signal) => sweepRecordings(given, signal) },
  ]
}
