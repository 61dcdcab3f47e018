import { CAMERA_ENTERS, CAMERA_TYPES, type CameraBody, type CameraEnter } from '#contract/cameras/camera'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking } from '../../ground/http/handler.ts'
import type { CameraRow } from '../cameraRows.ts'
import type { CameraDesk } from '../desk.ts'
import { type CameraSource, faultOf } from '../drivers/driver.ts'

type Named = Pick<CameraBody, 'cameraEnter' | 'deviceSerial' | 'channelNo' | 'nationalChannel'> & Partial<Pick<CameraBody, 'cameraType'>>

/** Whether it is the device that it was, so that nobody is asked whether there is one. */
export const isSameDevice = (before: CameraRow, { cameraEnter, deviceSerial, channelNo }: Named): boolean =>
  before.camera_enter === cameraEnter && before.eui === deviceSerial && before.channel_no === channelNo

/**
 * A camera that somebody else gives out is one that they know; answers whether it turns, as far as it is they who say so. Fails beside
 * `deviceSerial` with error.device.serialUnknown (DEVICE-LIMITS-07), beside `cameraEnter` with error.camera.noKeys, error.camera.wrongKeys or
 * error.camera.noServer. Where the cloud cannot be asked now, the camera may be known later.
 */
export async function mustBeKnown(
  named: Named,
  { grant, language }: Pick<Asking, 'grant' | 'language'>,
  desk: CameraDesk,
): Promise<boolean> {
  const { tenantId } = grant
  const { cameraEnter, deviceSerial, cameraType } = named
  if (cameraEnter === CAMERA_ENTERS.rtsp || cameraEnter === CAMERA_ENTERS.simulated) return false
  if (deviceSerial === '') throw besideField(language, 'deviceSerial', 'error.device.serialUnknown')
  if (cameraEnter === CAMERA_ENTERS.national) {
    if ((await desk.cloudOf(tenantId)).mediaServerUrl === null) throw besideField(language, 'cameraEnter', 'error.camera.noServer')
    return false
  }
  const nowhere = { hdUrl: '', sdUrl: '', onvifUrl: '', userName: '', password: null }
  const source: CameraSource = { ...nowhere, ...named, id: 0, tenantId, enter: cameraEnter as CameraEnter }
  const driver = desk.driverOf(source)
  const fault = await driver.look(source).then(() => null, faultOf)
  if (fault === 'unknownSerial') throw besideField(language, 'deviceSerial', 'error.device.serialUnknown')
  if (fault === 'noKeys' || fault === 'wrongKeys') throw besideField(language, 'cameraEnter', `error.camera.${fault}`)
  const isDome = cameraType === CAMERA_TYPES.dome
  return fault === null ? driver.turns(source).catch(() => isDome) : isDome
}
