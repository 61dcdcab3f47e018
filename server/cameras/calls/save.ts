import { sql } from 'kysely'
import { CAMERA_ENTERS, type CameraBody, type CameraEnter, DRIVEN_ENTERS, MOST_CAMERAS } from '#contract/cameras/camera'
import { insertDevice, mustBePlace } from '../../devices/deviceRecord.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Language } from '../../ground/words.ts'
import type { LockedCamera } from '../cameraRows.ts'
import { cameraUrl, type Scheme, targetOf } from '../drivers/address.ts'
import { faultOf } from '../drivers/driver.ts'
import type { CameraDesk } from '../desk.ts'
import { purposeOf } from '../sources.ts'

/** A camera is looked at every minute; three are its silence. */
const PERIOD_MS = 60_000
const UNIQUE_VIOLATION = '23505'
const addresses = [
  ['hdUrl', 'rtsp'],
  ['sdUrl', 'rtsp'],
  ['onvifUrl', 'http'],
] as const satisfies readonly (readonly [keyof CameraBody, Scheme])[]
export type Reach = Pick<CameraBody, 'hdUrl' | 'sdUrl' | 'onvifUrl' | 'userName' | 'nationalChannel'>
const NOWHERE: Reach = { hdUrl: '', sdUrl: '', onvifUrl: '', userName: '', nationalChannel: '' }

/**
 * How it is reached, as it is written; no address of one that is simulated or asked for elsewhere. Fails beside what cannot be called, and
 * beside `needed` where it is empty.
 */
export async function lawfulReach(
  body: Reach & { readonly cameraEnter: number },
  language: Language,
  { policy }: Pick<CameraDesk, 'policy'>,
  needed: keyof Reach = 'hdUrl',
): Promise<Reach> {
  if (!DRIVEN_ENTERS.some((one) => one === body.cameraEnter)) throw besideField(language, 'cameraEnter', 'error.camera.enter')
  if (body.cameraEnter === CAMERA_ENTERS.simulated || body.cameraEnter === CAMERA_ENTERS.ezviz) return NOWHERE
  if (body.cameraEnter !== CAMERA_ENTERS.rtsp) return { ...NOWHERE, nationalChannel: body.nationalChannel }
  const reach = {
    ...NOWHERE,
    hdUrl: body.hdUrl.trim(),
    sdUrl: body.sdUrl.trim(),
    onvifUrl: body.onvifUrl.trim(),
    userName: body.userName.trim(),
  }
  for (const [field, scheme] of addresses) {
    const address = reach[field]
    if (address === '' && field !== needed) continue
    if (cameraUrl(address, scheme) === null) throw besideField(language, field, 'error.camera.address')
    // One whose name is not known now may be known later: it is judged again whenever it is called.
    const fault = await targetOf(address, scheme, policy).then(() => null, faultOf)
    if (fault === 'address') throw besideField(language, field, 'error.camera.address')
  }
  return reach
}

const deviceColumns = (body: CameraBody) => ({
  name: body.name.trim(),
  eui: body.deviceSerial,
  area_id: body.areaId,
  land_id: body.landId,
  longitude: body.latlng?.longitude ?? null,
  latitude: body.latlng?.latitude ?? null,
})
const cameraColumns = (body: CameraBody, { hdUrl, sdUrl, onvifUrl, userName, nationalChannel }: Reach) => ({
  camera_type: body.cameraType,
  camera_enter: body.cameraEnter,
  channel_no: body.channelNo,
  hd_url: hdUrl,
  sd_url: sdUrl,
  onvif_url: onvifUrl,
  user_name: userName,
  national_channel: nationalChannel,
})
/** What is known of it before it is asked: one that is drawn turns; another does where it says so. */
const turnsAtFirst = (body: CameraBody, { onvifUrl }: Reach, said: boolean): number =>
  body.cameraEnter === CAMERA_ENTERS.simulated || onvifUrl !== '' || said ? 1 : 0

/** Makes a camera and its device; `turns`: its cloud says that it does. Fails with error.device.areaUnknown, error.device.landUnknown, error.camera.most. */
export async function makeCamera(
  scope: Scope,
  body: CameraBody,
  reach: Reach,
  turns: boolean,
  { seal }: Pick<CameraDesk, 'seal'>,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow cameras ${scope.tenantId}`}, 0))`.execute(scope.raw)
  const { n } = await scope.raw
    .selectFrom('camera')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('camera.tenant_id', '=', scope.tenantId)
    .executeTakeFirstOrThrow()
  if (n >= MOST_CAMERAS) throw new CallFailure('error.camera.most', { most: MOST_CAMERAS })
  await mustBePlace(scope, body)
  const { id } = await insertDevice(scope, { ...deviceColumns(body), device_type: 'camera', reporting_period: PERIOD_MS })
  const password = body.password && body.cameraEnter === CAMERA_ENTERS.rtsp ? await seal.seal(purposeOf(id), body.password) : null
  await scope
    .insert('camera', [{ device_id: id, ...cameraColumns(body, reach), password, ptz_flag: turnsAtFirst(body, reach, turns) }])
    .execute()
  return id
}

/** Changes a locked camera. Fails with error.version.stale and as `makeCamera`. */
export async function changeCamera(
  scope: Scope,
  before: LockedCamera,
  body: CameraBody & { readonly objectVersionNumber: number },
  reach: Reach,
  turns: boolean,
  { seal }: Pick<CameraDesk, 'seal'>,
): Promise<void> {
  if (before.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
  await mustBePlace(scope, body)
  const password =
    body.password === null ? before.password : body.password === '' ? null : await seal.seal(purposeOf(before.id), body.password)
  const isMoved = before.area_id !== body.areaId
  await scope
    .update('device')
    .set({ ...deviceColumns(body), object_version_number: sql<number>`device.object_version_number + 1` })
    .where('device.id', '=', before.id)
    .execute()
  await scope
    .update('camera')
    .set({
      ...cameraColumns(body, reach),
      password: body.cameraEnter === CAMERA_ENTERS.rtsp ? password : null,
      ptz_flag: turnsAtFirst(body, reach, turns),
      // A gateway stands in the base that it left.
      ...(isMoved ? { gateway_id: null } : {}),
      object_version_number: before.object_version_number + 1,
    })
    .where('camera.device_id', '=', before.id)
    .execute()
  if (isMoved) await forgetShareWith(scope, before.id, body.areaId)
}
/** A camera is not shared with the base that it stands in. */
export async function forgetShareWith(scope: Scope, cameraId: number, areaId: number): Promise<void> {
  await scope.raw
    .deleteFrom('camera_share')
    .where('tenant_id', '=', scope.tenantId)
    .where('device_id', '=', cameraId)
    .where('area_id', '=', areaId)
    .execute()
}

/** Turns the database's own word on a taken number into the call's. */
export async function refusingTakenSerial<T>(language: Language, serial: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    const { code, constraint } = cause as { code?: string; constraint?: string }
    if (code === UNIQUE_VIOLATION && constraint === 'device_tenant_id_eui_key')
      throw besideField(language, 'deviceSerial', 'error.camera.serialTaken', { serial })
    throw cause
  }
}
export const isSameSource = (before: LockedCamera, body: CameraBody, reach: Reach): boolean =>
  before.camera_enter === (body.cameraEnter as CameraEnter) &&
  before.eui === body.deviceSerial &&
  before.national_channel === reach.nationalChannel &&
  before.channel_no === body.channelNo &&
  before.hd_url === reach.hdUrl &&
  before.sd_url === reach.sdUrl &&
  before.user_name === reach.userName &&
  (body.password === null || body.cameraEnter !== CAMERA_ENTERS.rtsp)
