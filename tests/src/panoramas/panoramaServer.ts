import i18next from 'i18next'
import type { Device } from '#contract/devices/device'
import type { Panorama } from '#contract/panoramas/panorama'
import type { Scene } from '#contract/panoramas/scene'
import type { Vr } from '#contract/panoramas/tour'
import farm from '#locales/en-US/farm' with { type: 'json' }
import media from '#locales/en-US/media' with { type: 'json' }
import panoramas from '#locales/en-US/panoramas' with { type: 'json' }
import { AREA_ID } from '../alarms/alarmServer.ts'

for (const [name, words] of Object.entries({ farm, media, panoramas })) i18next.addResourceBundle('en-US', name, words)
export { panoramas as words }

const IMAGES = '/wfpf/v1/7/panorama-picture/00000000-0000-4000-8000-000000000001'
const ready = { state: 'ready' as const, progress: 100, why: null, levels: [{ faceSize: 512, nbTiles: 1 }] }

export const panoramaOf = (panoramaId: number, given: Partial<Panorama> = {}): Panorama => ({
  panoramaId,
  panoramaName: `Gate ${panoramaId}`,
  panoramaImages: IMAGES,
  panoramaPreview: `${IMAGES}/view?of=preview`,
  panoramaThumb: `${IMAGES}/view?of=thumb`,
  ...ready,
  width: 4096,
  height: 2048,
  fileUrl: '/hfle/v1/7/files/1/content',
  enabledFlag: 1,
  scenes: 0,
  creationDate: 0,
  objectVersionNumber: 1,
  ...given,
})
export const tourOf = (vrId: number, given: Partial<Vr> = {}): Vr => ({
  vrId,
  vrName: `Round ${vrId}`,
  vrCover: '/hfle/v1/7/files/1/content',
  description: '',
  areaId: [AREA_ID],
  area: [{ areaId: AREA_ID, areaName: 'East' }],
  enabledFlag: 1,
  scenes: 2,
  publishKey: null,
  publishedAt: null,
  creationDate: 0,
  updatedAt: 0,
  objectVersionNumber: 1,
  ...given,
})
export const sceneOf = (scenesId: number, given: Partial<Scene> = {}): Scene => ({
  scenesId,
  vrId: 5,
  scenesName: `Scene ${scenesId}`,
  realName: `Gate ${scenesId}`,
  panoramaId: scenesId,
  scenesCover: '',
  thumbUrl: `${IMAGES}/view?of=cover`,
  panoramaImages: IMAGES,
  ...ready,
  hotSpotJson: '',
  visualJson: '',
  objectVersionNumber: 1,
  ...given,
})
export const deviceOf = (given: Partial<Device> = {}) =>
  ({
    id: 9,
    areaId: AREA_ID,
    deviceType: 'gateway_water',
    name: 'Water station',
    eui: 'W-1',
    deviceSerial: null,
    presence: 'online',
    heardAt: Date.now(),
    behind: null,
    reportingPeriod: 60_000,
    main: {
      itemId: 4,
      code: 'dissolvedOxygen',
      name: 'Dissolved oxygen',
      unit: 'mg/L',
      value: 6.2,
      ts: Date.now(),
      low: 5,
      high: null,
    },
    switches: [],
    items: [],
    ...given,
  }) as unknown as Device
