import type { Kysely, Selectable } from 'kysely'
import type { CameraEnter } from '#contract/cameras/camera'
import type { Database } from '../ground/database/schema.ts'
import type { Seal } from '../ground/seal.ts'
import type { CameraSource } from './drivers/driver.ts'

type Row = Pick<
  Selectable<Database['camera']>,
  | 'device_id'
  | 'tenant_id'
  | 'camera_enter'
  | 'channel_no'
  | 'hd_url'
  | 'sd_url'
  | 'onvif_url'
  | 'user_name'
  | 'national_channel'
  | 'password'
> &
  Pick<Selectable<Database['device']>, 'eui'>
/** What a password of a camera is sealed for. */
export const purposeOf = (cameraId: number): string => `camera ${cameraId}`

export async function sourceOfRow(row: Row, seal: Seal): Promise<CameraSource> {
  return {
    id: row.device_id,
    tenantId: row.tenant_id,
    enter: row.camera_enter as CameraEnter,
    deviceSerial: row.eui,
    channelNo: row.channel_no,
    nationalChannel: row.national_channel,
    hdUrl: row.hd_url,
    sdUrl: row.sd_url,
    onvifUrl: row.onvif_url,
    userName: row.user_name,
    password: row.password === null ? null : await seal.open(purposeOf(row.device_id), row.password),
  }
}

/** How a camera is reached, as of now; null where it is gone. */
export async function readSource(db: Kysely<Database>, seal: Seal, cameraId: number): Promise<CameraSource | null> {
  const row = await db
    .selectFrom('camera')
    .innerJoin('device', 'device.id', 'camera.device_id')
    .selectAll('camera')
    .select('device.eui')
    .where('camera.device_id', '=', cameraId)
    .executeTakeFirst()
  return row ? sourceOfRow(row, seal) : null
}
