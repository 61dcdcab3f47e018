import { open } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import type { Group } from './groups.ts'
import { fileOf, type Place } from './places.ts'
import { readStamp, STAMP_BYTES } from './stamp.ts'

export interface KeptSegment extends Place {
  readonly from: number
  readonly to: number
  readonly isOpen: boolean
}

/** The first file that holds something after a moment (ms), or the one that is being written; null where there is none. */
export async function segmentAfter(
  db: Kysely<Database>,
  of: { tenantId: number; cameraId: number },
  at: number,
): Promise<KeptSegment | null> {
  const { rows } = await sql<{ id: number; from_at: number; to_at: number; open_flag: number }>`
    with own as (select id, from_at, to_at, open_flag from camera_segment where tenant_id = ${of.tenantId} and device_id = ${of.cameraId})
    (select * from own where to_at > ${at} order by to_at limit 1) union (select * from own where open_flag = 1) order by to_at, id limit 1`.execute(
    db,
  )
  const row = rows[0]
  return row ? { ...of, id: row.id, from: row.from_at, to: row.to_at, isOpen: row.open_flag === 1 } : null
}

/** Reads the groups of a file, one after the other. */
export interface SegmentReader {
  /** Passes over all but the last group that begins at or before a moment, ms. */
  seek(at: number): Promise<void>
  /** The next one; null where no whole one is there yet, or any more. */
  next(): Promise<Group | null>
  close(): Promise<void>
}

/** null where the file is gone. */
export async function openReader(folder: string, place: Place): Promise<SegmentReader | null> {
  const file = await open(fileOf(folder, place), 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null
    throw cause
  })
  if (file === null) return null
  const head = Buffer.alloc(STAMP_BYTES)
  let offset = 0
  async function stampAt(position: number) {
    const { bytesRead } = await file!.read(head, 0, STAMP_BYTES, position)
    return readStamp(head.subarray(0, bytesRead))
  }
  return {
    async seek(at) {
      for (let position = 0; ;) {
        const stamp = await stampAt(position)
        if (stamp === null || (stamp.from > at && position > 0)) return
        offset = position
        position += STAMP_BYTES + stamp.length
      }
    },
    async next() {
      const stamp = await stampAt(offset)
      if (stamp === null) return null
      const bytes = Buffer.alloc(stamp.length)
      const { bytesRead } = await file.read(bytes, 0, stamp.length, offset + STAMP_BYTES)
      if (bytesRead < stamp.length) return null
      offset += STAMP_BYTES + stamp.length
      return { from: stamp.from, to: stamp.to, bytes }
    },
    close: () => file.close(),
  }
}
