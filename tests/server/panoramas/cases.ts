import { randomUUID } from 'node:crypto'
import { panoramaCalls } from '#contract/panoramas/panorama'
import { panoramaImagesOf, viewUrlOf } from '#contract/panoramas/picture'
import { panoramaScenesCalls } from '#contract/panoramas/scene'
import type { AreaCases } from '../areaCases.ts'
import type { Rows } from '../http/callCase.ts'
import { aPanorama, addTour, aTour, tourBody } from './aTour.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'
const ofPanorama = ({ own }: Rows) => ({ params: { id: own.panoramaId! } })
const ofTour = ({ own }: Rows) => ({ params: { vrId: own.vrId! } })
const uuid = ({ own }: Rows) => (typeof own.panoramaPictureId === 'string' ? own.panoramaPictureId : NOBODYS)
const addressesOf = (rows: Rows) => {
  const panoramaImages = panoramaImagesOf(rows.tenantId, uuid(rows))
  return { panoramaImages, panoramaPreview: viewUrlOf(panoramaImages, 'preview'), panoramaThumb: viewUrlOf(panoramaImages, 'thumb') }
}
const cover = (rows: Rows) => viewUrlOf(panoramaImagesOf(rows.tenantId, uuid(rows)), 'cover')
const sceneBody = ({ own }: Rows) => ({
  scenesId: own.sceneId!,
  scenesName: 'By the pond',
  vrId: own.vrId!,
  panoramaId: own.panoramaId!,
  hotSpotJson: '[]',
  objectVersionNumber: 1,
})
const tile = { face: 'front', level: 0, col: 0, row: 0 }

export const cases: AreaCases = {
  rows: async (build, { tenantId, areaId }) => {
    const key = randomUUID()
    const { vrId, panoramaId, pictureId, scenes } = await aTour(build, { tenantId, areaId, key })
    const { id: unusedPanoramaId } = await aPanorama(build, tenantId)
    return { vrId, panoramaId, panoramaPictureId: pictureId, unusedPanoramaId, sceneId: scenes[0]!, otherSceneId: scenes[1]!, tourKey: key }
  },
  calls: {
    'panorama.upload': [null, () => ({ body: {} })],
    'panorama.page': [null, () => ({})],
    'panorama.get': [404, ofPanorama],
    'panorama.add': [422, (rows) => ({ body: { panoramaName: 'Pond', ...addressesOf(rows) } })],
    'panorama.edit': [404, ({ own }) => ({ body: { panoramaId: own.panoramaId!, panoramaName: 'Pond', objectVersionNumber: 1 } })],
    'panorama.again': [404, ofPanorama],
    'panorama.remove': [404, ({ own }) => ({ params: { id: own.unusedPanoramaId! } })],
    'panoramaPicture.tile': [404, (rows) => ({ params: { uuid: uuid(rows) }, query: tile })],
    'panoramaPicture.view': [404, (rows) => ({ params: { uuid: uuid(rows) } })],
    'panoramaVr.page': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'panoramaVr.get': [404, ofTour],
    'panoramaVr.add': [422, (rows) => ({ body: tourBody([rows.areaId], cover(rows)) })],
    'panoramaVr.edit': [
      404,
      (rows) => ({ body: { vrId: rows.own.vrId!, ...tourBody([rows.areaId], cover(rows)), objectVersionNumber: 1 } }),
    ],
    'panoramaVr.enable': [404, (rows) => ({ ...ofTour(rows), body: { enabledFlag: 0 } })],
    'panoramaVr.publish': [404, (rows) => ({ ...ofTour(rows), body: { publishFlag: 1 } })],
    'panoramaVr.package': [404, ofTour],
    'panoramaVr.remove': [404, ofTour],
    'panoramaScenes.list': [404, ({ own }) => ({ query: { vrId: own.vrId! } })],
    'panoramaScenes.add': [404, ({ own }) => ({ body: { scenesName: 'Pond', panoramaId: own.panoramaId!, vrId: own.vrId! } })],
    'panoramaScenes.edit': [404, (rows) => ({ body: sceneBody(rows) })],
    'panoramaScenes.order': [404, ({ own }) => ({ body: { vrId: own.vrId!, scenesIds: [own.otherSceneId!, own.sceneId!] } })],
    'panoramaScenes.remove': [404, ({ own }) => ({ body: { scenesId: own.sceneId! } })],
    'publicTour.get': [null, ({ own }) => ({ params: { key: own.tourKey! } })],
    'publicTour.tile': [null, () => ({ params: { key: 'none', uuid: NOBODYS }, query: tile })],
    'publicTour.view': [null, () => ({ params: { key: 'none', uuid: NOBODYS } })],
    'publicTour.file': [null, () => ({ params: { key: 'none', uuid: NOBODYS } })],
  },
  acts: {
    panorama: async ({ build, t, admin }) => {
      const { id } = await aPanorama(build, t)
      await admin.call(panoramaCalls.edit, { params: { t }, body: { panoramaId: id, panoramaName: 'Renamed', objectVersionNumber: 1 } })
      return id
    },
    panoramaVr: async ({ build, t, north, admin }) => {
      const { cover: address } = await aTour(build, { tenantId: t, areaId: north.id })
      return (await addTour(admin, t, [north.id], address)).body.vrId
    },
    panoramaScene: async ({ build, t, north, admin }) => {
      const { vrId, panoramaId } = await aTour(build, { tenantId: t, areaId: north.id })
      await admin.call(panoramaScenesCalls.add, { params: { t }, body: { scenesName: 'Pond', panoramaId, vrId } })
      return vrId
    },
  },
  withoutWho: {
    panorama_picture: 'what is made of an upload, whose file says who and when',
    panorama_vr_area: 'a part of a tour, whose own row says who wrote it',
  },
}
