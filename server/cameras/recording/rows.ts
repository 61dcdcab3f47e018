import { type Kysely, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'

/** A camera that is to be recorded. */
export interface Wanted {
  readonly cameraId: number
  readonly tenantId: number
  readonly areaId: number
  readonly recordMode: number
  readonly quality: 'sd' | 'hd'
  readonly sensitivity: number
  readonly isClosed: boolean
}

/** Every camera that is to be recorded, of all tenants. */
export async function readWanted(db: Kysely<Database>): Promise<readonly Wanted[]> {
  const rows = await db
    .selectFrom('camera_recording')
    .innerJoin('camera', 'camera.device_id', 'camera_recording.device_id')
    .innerJoin('device', 'device.id', 'camera.device_id')
    .select(['device.id', 'device.tenant_id', 'device.area_id', 'camera.disabled_flag'])
    .select(['camera_recording.record_mode', 'camera_recording.clarity', 'camera_recording.sensitivity'])
    .where('camera_recording.record_mode', '<>', 0)
    .orderBy('device.id')
    .execute()
  return rows.map((row) => ({
    cameraId: row.id,
    tenantId: row.tenant_id,
    areaId: row.area_id,
    recordMode: row.record_mode,
    quality: row.clarity === 2 ? 'hd' : 'sd',
    sensitivity: row.sensitivity,
    isClosed: row.disabled_flag === 1,
  }))
}

/** How many cameras are to be recorded beside this one, of all tenants. */
export async function countOthers(db: Kysely<Database>, cameraId: number): Promise<number> {
  const { n } = await db
    .selectFrom('camera_recording')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('record_mode', '<>', 0)
    .where('device_id', '<>', cameraId)
    .executeTakeFirstOrThrow()
  return n
}

/** When the last picture is from that is kept of a camera, ms; 0 where none is. */
export async function lastKept(db: Kysely<Database>, cameraId: number): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(to_at) as last from camera_segment where device_id = ${cameraId}`.execute(
    db,
  )
  return rows[0]?.last ?? 0
}
