import { type Kysely, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import type { Held } from './judge.ts'

interface Row {
  readonly moving: number | null
  readonly moved_by: number | null
  readonly moved_name: string | null
  readonly hold: string | null
  readonly held_until: number | null
}
export interface HeldRow {
  readonly held: Held | null
  /** Of the press that was last; it is over where the camera stands. */
  readonly last: { readonly by: number; readonly hold: string } | null
}

/** How a camera is held, by its row, which is locked until the transaction ends; null where it is gone. */
export async function lockHeld(work: Kysely<Database>, cameraId: number): Promise<HeldRow | null> {
  const row: Row | undefined = await work
    .selectFrom('camera')
    .select(['moving', 'moved_by', 'moved_name', 'hold', 'held_until'])
    .where('device_id', '=', cameraId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const by = row.moved_by ?? 0
  return {
    held:
      row.moving === null ? null : { direction: row.moving, by, name: row.moved_name ?? '', hold: row.hold, until: row.held_until ?? 0 },
    last: row.moving === null && row.hold !== null ? { by, hold: row.hold } : null,
  }
}

export async function writeHeld(work: Kysely<Database>, cameraId: number, held: Held): Promise<void> {
  await work
    .updateTable('camera')
    .set({ moving: held.direction, moved_by: held.by, moved_name: held.name, hold: held.hold, held_until: held.until })
    .where('device_id', '=', cameraId)
    .execute()
}

/** Writes that a camera stands; who moved it last, and by which press, stays. */
export async function writeStopped(work: Kysely<Database>, cameraId: number): Promise<void> {
  await work.updateTable('camera').set({ moving: null, held_until: null }).where('device_id', '=', cameraId).execute()
}

/** Cameras that nobody stopped in time: their time is over at `now`, or lies further ahead than it can, since the clock was set back. */
export async function overdue(work: Kysely<Database>, now: number, longest: number): Promise<{ id: number; until: number }[]> {
  const { rows } = await sql<{ id: number; until: number }>`select device_id as id, coalesce(held_until, 0) as until from camera
    where moving is not null and (held_until is null or held_until <= ${now} or held_until > ${now + longest})`.execute(work)
  return rows
}
