import type { Arrange } from '../arrange.ts'

type Given = NonNullable<Parameters<Arrange['aDevice']>[0]> & { disabled_flag?: number; camera_enter?: number }

/** A simulated camera with its device, unless other words are given. */
export async function aCamera(build: Arrange, { disabled_flag = 0, camera_enter = 5, ...device }: Given) {
  const { id, eui } = await build.aDevice({ device_type: 'camera', name: 'A camera', ...device })
  await build.insert('camera', { tenant_id: device.tenant_id, device_id: id, camera_type: 1, camera_enter, ptz_flag: 1, disabled_flag })
  return { id, eui }
}

/** What a new simulated camera is added with. */
export const cameraBody = (areaId: number, deviceSerial: string) => ({
  name: 'Pond',
  deviceSerial,
  cameraType: 1,
  cameraEnter: 5,
  channelNo: 1,
  areaId,
  landId: null,
  latlng: null,
  hdUrl: '',
  sdUrl: '',
  onvifUrl: '',
  userName: '',
  password: null,
})
