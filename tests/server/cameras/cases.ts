import { randomUUID } from 'node:crypto'
import { cameraCalls } from '#contract/cameras/camera'
import { cameraCaptureCalls } from '#contract/cameras/capture'
import { cameraControlCalls } from '#contract/cameras/control'
import { farmLogCalls } from '#contract/farm/log'
import { cameraRecordingCalls } from '#contract/cameras/recording'
import { splitScreenCalls } from '#contract/cameras/splitScreen'
import { cameraStreamCalls } from '#contract/cameras/stream'
import { fileUrlOf } from '#contract/media/files'
import type { AreaCases } from '../areaCases.ts'
import type { Farm } from '../devices/farmOfDevices.ts'
import { type CallCase, none, type Rows } from '../http/callCase.ts'
import { aCamera, cameraBody } from './aCamera.ts'

const serial = () => `camera-${randomUUID().slice(0, 8)}`
const byCamera = (more: object = {}): CallCase => [404, ({ own }) => ({ params: { id: own.cameraId! }, ...more })]
const ofBase: CallCase = [404, ({ areaId }) => ({ params: { id: areaId } })]
const byPreset: CallCase = [404, ({ own }) => ({ params: { id: own.presetId! } })]
const noted = (areaId: number, deviceId: number, picture: string) => ({
  logTitle: 'Leaves',
  description: 'Yellow at the edge',
  content: [picture],
  areaId,
  deviceId,
  logType: 'image' as const,
  logLevel: 'warn' as const,
})
const four = ({ areaId, own }: Pick<Rows, 'areaId' | 'own'>) => ({
  areaId,
  name: `Ponds ${randomUUID().slice(0, 8)}`,
  split: 4 as const,
  cameraIds: [Number(own.cameraId), null, null, null],
})
const planned = (cameraId: number) => ({
  name: `Rows ${randomUUID().slice(0, 8)}`,
  cameraId,
  times: [480],
  everyMinutes: null,
  fromMinute: 480,
  toMinute: 1080,
  days: [1, 2, 3, 4, 5, 6, 7],
  fromDate: null,
  toDate: null,
  crop: 'Lettuce',
  seedling: 1,
  enabledFlag: 1,
  keepDays: 365,
})
const northCamera = ({ build, t, north }: Farm) => aCamera(build, { tenant_id: t, area_id: north.id })

export const cases: AreaCases = {
  rows: async (build, { tenantId, areaId, userId }) => {
    const place = { tenant_id: tenantId, area_id: areaId }
    const { id: cameraId } = await aCamera(build, place)
    const pose = JSON.stringify({ pan: 10, tilt: 0, zoom: 1 })
    const { id: presetId } = await build.insert('camera_preset', {
      tenant_id: tenantId,
      device_id: cameraId,
      name: 'Gate',
      token: '1',
      pose,
      created_at: 1,
    })
    const { id: splitId } = await build.insert('camera_split', {
      ...place,
      user_id: userId,
      name: `Mine ${cameraId}`,
      split: 1,
      camera_ids: JSON.stringify([cameraId]),
    })
    await build.insert('camera_segment', {
      tenant_id: tenantId,
      device_id: cameraId,
      quality: 'sd',
      from_at: Date.now() - 60_000,
      to_at: Date.now(),
      open_flag: 0,
      motion: '[]',
    })
    const { id: planId } = await build.insert('capture_plan', {
      tenant_id: tenantId,
      device_id: cameraId,
      name: 'Rows',
      times: [480],
      from_minute: 480,
      to_minute: 1080,
      days: [1],
      keep_days: 30,
      seedling_flag: 1,
      zone: 'Asia/Shanghai',
    })
    const { id: alarmId } = await build.insert('alarm', {
      tenant_id: tenantId,
      area_id: areaId,
      severity: 'major',
      rule_name: 'Low',
      device_name: 'Pond',
      device_type: 'gateway',
      raised_at: 1,
      episode_at: 1,
      told_at: 1,
      reason: JSON.stringify({ when: null, holdSeconds: 0, since: 1, seen: [], version: 1 }),
    })
    return { cameraId, presetId, splitId, planId, alarmId }
  },
  calls: {
    'camera.page': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'camera.all': ofBase,
    'camera.tenant': none,
    'camera.tree': ofBase,
    'camera.get': byCamera(),
    'camera.reach': byCamera(),
    'camera.add': [422, ({ areaId }) => ({ body: cameraBody(areaId, serial()) })],
    'camera.edit': [404, ({ areaId, own }) => ({ body: { ...cameraBody(areaId, serial()), id: own.cameraId!, objectVersionNumber: 1 } })],
    'camera.remove': byCamera(),
    'camera.removeAll': [404, ({ own }) => ({ body: [{ id: own.cameraId! }] })],
    'camera.transfer': [404, ({ areaId, landId, own }) => ({ body: [{ id: own.cameraId!, areaId, landId }] })],
    'camera.disable': byCamera({ body: { status: 1 } }),
    'camera.bind': [404, ({ gatewayId, own }) => ({ params: { id: own.cameraId! }, body: { contentratorId: gatewayId } })],
    'camera.share': byCamera(),
    'camera.saveShare': [404, ({ own }) => ({ body: { cameraId: own.cameraId!, status: 0, areaIds: [] } })],
    'camera.shares': ofBase,
    'camera.probe': [
      404,
      ({ own }) => {
        const { cameraEnter, channelNo, hdUrl, sdUrl, onvifUrl, userName, password } = cameraBody(0, '')
        return { body: { id: own.cameraId!, cameraEnter, channelNo, hdUrl, sdUrl, onvifUrl, userName, password } }
      },
    ],
    'cameraCloud.get': none,
    'cameraCloud.save': [null, () => ({ body: { appKey: '', appSecret: null, mediaServerUrl: '', objectVersionNumber: 0 } })],
    'cameraCloud.test': [null, () => ({ body: { appKey: '', appSecret: null } })],
    'cameraDiscovery.nearby': none,
    'cameraDiscovery.addresses': [
      404,
      ({ own }) => ({ body: { id: own.cameraId!, onvifUrl: 'http://10.255.255.1/onvif', userName: '', password: null, channelNo: 1 } }),
    ],
    'cameraControl.move': byCamera({ body: { direction: 2, hold: 'press-1' } }),
    'cameraControl.presets': byCamera(),
    'cameraControl.addPreset': [404, ({ own }) => ({ body: { cameraId: own.cameraId!, name: 'Pond' } })],
    'cameraControl.goToPreset': byPreset,
    'cameraControl.removePreset': byPreset,
    'cameraStream.live': [404, ({ own }) => ({ body: { cameraId: own.cameraId!, protocol: 1, clarity: 1 } })],
    'cameraStream.capture': byCamera(),
    'cameraStream.data': byCamera(),
    'cameraRecording.get': byCamera(),
    'cameraRecording.save': byCamera({ body: { recordMode: 0, objectVersionNumber: 0 } }),
    'cameraRecording.timeline': byCamera({ query: { from: 0, to: 1000 } }),
    'cameraRecording.playback': [404, ({ own }) => ({ body: { cameraId: own.cameraId!, at: 0 } })],
    'cameraRecording.remove': byCamera(),
    'cameraCapture.list': [404, ({ own }) => ({ query: { cameraId: own.cameraId! } })],
    'cameraCapture.add': [404, ({ own }) => ({ body: planned(Number(own.cameraId)) })],
    'cameraCapture.edit': [404, ({ own }) => ({ body: { ...planned(Number(own.cameraId)), id: own.planId!, objectVersionNumber: 1 } })],
    'cameraCapture.remove': [404, ({ own }) => ({ params: { id: own.planId! } })],
    'cameraCapture.captures': byCamera(),
    'cameraCapture.situation': [404, ({ areaId }) => ({ query: { areaId } })],
    'cameraCapture.seedling': [404, ({ own }) => ({ query: { planId: own.planId! } })],
    'cameraCapture.alarm': [404, ({ own }) => ({ params: { id: own.alarmId! } })],
    'farmLog.write': [
      404,
      ({ tenantId, areaId, fileId, own }) => ({ body: noted(areaId, Number(own.cameraId), fileUrlOf(tenantId, fileId)) }),
    ],
    'cameraLog.page': byCamera(),
    'splitScreen.list': ofBase,
    'splitScreen.add': [404, (rows) => ({ body: four(rows) })],
    'splitScreen.edit': [404, (rows) => ({ body: { ...four(rows), id: rows.own.splitId!, objectVersionNumber: 1 } })],
    'splitScreen.remove': [404, ({ own }) => ({ params: { id: own.splitId! } })],
  },
  acts: {
    cameraRecording: async (farm) => {
      const { id } = await northCamera(farm)
      const body = { recordMode: 0, objectVersionNumber: 0 }
      await farm.admin.call(cameraRecordingCalls.save, { params: { t: farm.t, id }, body })
      return id
    },
    camera: async ({ t, north, admin }) =>
      (await admin.call(cameraCalls.add, { params: { t }, body: cameraBody(north.id, serial()) })).body.id,
    cameraPreset: async (farm) => {
      const { id: cameraId } = await northCamera(farm)
      return (await farm.admin.call(cameraControlCalls.addPreset, { params: { t: farm.t }, body: { cameraId, name: 'Gate' } })).body.id
    },
    cameraCapture: async (farm) => {
      const { id } = await northCamera(farm)
      return (await farm.admin.call(cameraCaptureCalls.add, { params: { t: farm.t }, body: planned(id) })).body.id
    },
    cameraSplit: async (farm) => {
      const { id } = await northCamera(farm)
      const body = four({ areaId: farm.north.id, own: { cameraId: id } })
      return (await farm.admin.call(splitScreenCalls.add, { params: { t: farm.t }, body })).body.id
    },
    cameraLog: async (farm) => {
      const { id } = await northCamera(farm)
      const { body: picture } = await farm.admin.call(cameraStreamCalls.capture, { params: { t: farm.t, id } })
      const body = noted(farm.north.id, id, picture.fileUrl)
      return (await farm.admin.call(farmLogCalls.write, { params: { t: farm.t }, body })).body.id
    },
  },
  withoutWho: {
    camera_segment: 'a file that the server writes, and says itself when',
    capture: 'taken by the server at its time, which it says itself',
    alarm_picture: 'taken by the server, and says itself when',
    alarm_picture_reach: 'how far the server has looked',
    camera_preset: 'a kept position is never changed, and says itself when',
    camera_share: 'a part of a camera, whose own row says who wrote it',
  },
}
