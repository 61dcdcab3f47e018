import { type FileHandle, open } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Span } from '#contract/cameras/recording'
import type { Database } from '../../ground/database/schema.ts'
import type { Quality } from '../drivers/driver.ts'
import type { Group } from './groups.ts'
import { fileOf, makeFolder, type Place, removeFile } from './places.ts'
import { joined } from './spans.ts'
import { STAMP_BYTES, writeStamp } from './stamp.ts'

/** So often the row says how far its file is written, ms. */
const TELL_EVERY_MS = 2000
/** Motions that are less apart are one, ms. */
export const ONE_MOTION_MS = 3000

/** A file that is written: whole groups, one behind the other. Its calls wait for each other: the next one is made when the last has ended. */
export interface Segment {
  readonly from: number
  /** Throws what the disk or the database says; the file then ends with the last whole group. */
  append(group: Group, motion: readonly Span[]): Promise<void>
  close(): Promise<void>
}

/** Begins a file, its row first. */
export async function openSegment(
  { db, folder }: { db: Kysely<Database>; folder: string },
  of: { tenantId: number; cameraId: number; quality: Quality; from: number },
): Promise<Segment> {
  const { tenantId, cameraId, quality, from } = of
  const { id } = await db
    .insertInto('camera_segment')
    .values({ tenant_id: tenantId, device_id: cameraId, quality, from_at: from, to_at: from })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place: Place = { tenantId, cameraId, id }
  let file: FileHandle
  try {
    await makeFolder(folder, tenantId, cameraId)
    file = await open(fileOf(folder, place), 'wx', 0o600)
  } catch (cause) {
    await forget(db, id)
    throw cause
  }
  let to = from
  let bytes = 0
  let motion: readonly Span[] = []
  let toldTo = from

  const tell = (isOpen: boolean) =>
    db
      .updateTable('camera_segment')
      .set({ to_at: to, bytes, motion: JSON.stringify(motion.map((span) => [span.from, span.to])), open_flag: isOpen ? 1 : 0 })
      .where('id', '=', id)
      .execute()
  return {
    from,
    async append(group, moved) {
      const { bytes: content } = group
      const all = [writeStamp({ from: group.from, to: group.to, length: content.length }), content]
      try {
        const { bytesWritten } = await file.writev(all, bytes)
        // A disk takes a part of it before it says that it is full.
        if (bytesWritten < STAMP_BYTES + content.length)
          throw Object.assign(new Error('the disk took a part'), { code: 'ENOSPC', syscall: 'writev' })
      } catch (cause) {
        await file.truncate(bytes).catch(() => undefined)
        throw cause
      }
      bytes += STAMP_BYTES + content.length
      to = group.to
      if (moved.length > 0) motion = joined([...motion, ...moved], ONE_MOTION_MS)
      if (to - toldTo < TELL_EVERY_MS) return
      toldTo = to
      await tell(true)
    },
    async close() {
      await file.close()
      if (bytes > 0) {
        await tell(false)
        return
      }
      await removeFile(folder, place)
      await forget(db, id)
    },
  }
}

const forget = (db: Kysely<Database>, id: number) => db.deleteFrom('camera_segment').where('id', '=', id).execute()
