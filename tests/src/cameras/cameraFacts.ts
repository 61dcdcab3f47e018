import type { Camera } from '#contract/cameras/camera'
import { AREA_ID } from '../alarms/alarmServer.ts'

export const cameraOf = (id: number, given: Partial<Camera> = {}): Camera => ({
  id,
  name: `Eye ${id}`,
  deviceSerial: `SN-${id}`,
  cameraType: 1,
  cameraEnter: 5,
  channelNo: 1,
  areaId: AREA_ID,
  areaName: 'East',
  landId: null,
  landName: null,
  latlng: null,
  online: 1,
  presence: 'online',
  heardAt: null,
  disabled: 0,
  shared: 0,
  ptz: 1,
  fault: null,
  contentratorId: null,
  contentratorName: null,
  fileUrl: null,
  pictureAt: null,
  objectVersionNumber: 1,
  ...given,
})
