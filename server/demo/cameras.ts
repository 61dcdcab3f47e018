import type pg from 'pg'
import { CAMERA_ENTERS, CAMERA_TYPES } from '#contract/cameras/camera'

/** The demo's cameras are drawn by Furrow, and turn. */
export async function writeCameras(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into furrow.camera (device_id, tenant_id, camera_type, camera_enter, ptz_flag)
     select id, tenant_id, $1, $2, 1 from furrow.device where demo and device_type = 'camera'
     on conflict (device_id) do nothing`,
    [CAMERA_TYPES.dome, CAMERA_ENTERS.simulated],
  )
}
