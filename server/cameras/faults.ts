import { type Kysely, sql } from 'kysely'
import type { CameraFault } from '#contract/cameras/camera'
import type { Database } from '../ground/database/schema.ts'
import type { LivePublisher } from '../ground/live/live.ts'

/** Writes why a camera shows nothing (null: it shows something), and tells of it where that is news. */
export async function writeFault(
  { db, live }: { db: Kysely<Database>; live: LivePublisher },
  cameraId: number,
  fault: CameraFault | null,
): Promise<void> {
  const { rows } = await sql<{ tenant_id: number; area_id: number }>`update camera set fault = ${fault} from device d
    where camera.device_id = ${cameraId} and d.id = camera.device_id and camera.fault is distinct from ${fault}
    returning camera.tenant_id, d.area_id`.execute(db)
  for (const { tenant_id, area_id } of rows) live.changed(tenant_id, 'camera', cameraId, area_id)
}
