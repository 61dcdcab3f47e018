import { type FileHandle, open } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import { fileOf, removeFile } from './places.ts'
import { readStamp, STAMP_BYTES } from './stamp.ts'

/** Completes what a server that was killed was writing, by what its files hold: whole groups, and nothing behind them. */
export async function completeOpen({ db, folder }: { db: Kysely<Database>; folder: string }): Promise<void> {
  const rows = await db.selectFrom('camera_segment').selectAll().where('open_flag', '=', 1).orderBy('id').execute()
  for (const { id, tenant_id: tenantId, device_id: cameraId, from_at: from } of rows) {
    const place = { tenantId, cameraId, id }
    const held = await open(fileOf(folder, place), 'r+').then(wholeGroups, (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null
      throw cause
    })
    if (held === null) {
      await db.deleteFrom('camera_segment').where('id', '=', id).execute()
      await removeFile(folder, place)
      continue
    }
    await db
      .updateTable('camera_segment')
      .set({ open_flag: 0, bytes: held.bytes, to_at: Math.max(from, held.to) })
      .where('id', '=', id)
      .execute()
  }
}

/** What of a file is whole groups, bytes, and when the last one ends; cuts off the rest and closes it. null where there is none. */
async function wholeGroups(file: FileHandle): Promise<{ bytes: number; to: number } | null> {
  try {
    const { size } = await file.stat()
    const packet = Buffer.alloc(STAMP_BYTES)
    let bytes = 0
    let to: number | null = null
    for (;;) {
      const { bytesRead } = await file.read(packet, 0, STAMP_BYTES, bytes)
      const stamp = readStamp(packet.subarray(0, bytesRead))
      if (stamp === null || bytes + STAMP_BYTES + stamp.length > size) break
      bytes += STAMP_BYTES + stamp.length
      to = stamp.to
    }
    await file.truncate(bytes)
    return to === null ? null : { bytes, to }
  } finally {
    await file.close()
  }
}
