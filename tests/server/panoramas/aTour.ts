import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { type Hotspot, iconUrlOf, writeHotspots } from '#contract/panoramas/hotspot'
import { panoramaCalls } from '#contract/panoramas/panorama'
import { panoramaScenesCalls } from '#contract/panoramas/scene'
import { panoramaVrCalls } from '#contract/panoramas/tour'
import { viewUrlOf } from '#contract/panoramas/picture'
import type { Arrange } from '../arrange.ts'
import type { Client } from '../harness.ts'

export const MB = 1024 * 1024

/** A JPEG of this size that is as many bytes long as a panorama has to be: what follows a picture's end is not looked at. */
export async function jpegOf(width: number, height: number, { bytes = 7 * MB, background = '#1b9961' } = {}): Promise<Buffer> {
  const picture = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))])
}

/** A panorama whose quarters, from the left, are behind-left, front-left, front-right and behind-right, with a sky and a ground. */
export async function coloured(width: number): Promise<Buffer> {
  const height = width / 2
  const quarter = (nth: number, fill: string) => `<rect x="${(nth * width) / 4}" width="${width / 4}" height="${height}" fill="${fill}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${[
    quarter(0, '#f00'),
    quarter(1, '#0f0'),
    quarter(2, '#00f'),
    quarter(3, '#ff0'),
  ].join(
    '',
  )}<rect width="${width}" height="${height / 6}" fill="#fff"/><rect y="${(height * 5) / 6}" width="${width}" height="${height / 6}" fill="#000"/></svg>`
  const picture = await sharp(Buffer.from(svg)).flatten().jpeg({ quality: 95 }).toBuffer()
  return Buffer.concat([picture, Buffer.alloc(7 * MB)])
}

export const upload = (client: Client, t: number, bytes: Uint8Array, name = 'pond.jpg') =>
  client.call(panoramaCalls.upload, { params: { t }, body: { file: new File([bytes as BlobPart], name) } })

/** A panorama of a tenant, past the calls: its cube was never made. */
export async function aPanorama(build: Arrange, tenantId: number, { name = 'Pond', state = 'making' } = {}) {
  const id = randomUUID()
  await build.insert('file', {
    id,
    tenant_id: tenantId,
    bucket: 'panorama',
    name: 'pond.jpg',
    kind: 'panorama',
    content_type: 'image/jpeg',
    bytes: 7 * MB,
    sha256: '0'.repeat(64),
    width: 1024,
    height: 512,
    created_at: Date.now(),
  })
  await build.insert('panorama_picture', { id, tenant_id: tenantId, width: 1024, height: 512, state, created_at: Date.now() })
  const panorama = await build.insert('panorama', { tenant_id: tenantId, picture_id: id, name })
  await build.insert('file_use', { tenant_id: tenantId, holder: 'panorama', holder_id: panorama.id, file_id: id })
  return panorama
}

/** A tour of a base with so many scenes, past the calls. */
export async function aTour(
  build: Arrange,
  { tenantId, areaId, scenes = 2, key = null }: { tenantId: number; areaId: number; scenes?: number; key?: string | null },
) {
  const panorama = await aPanorama(build, tenantId)
  const cover = viewUrlOf(`/wfpf/v1/${tenantId}/panorama-picture/${panorama.picture_id}`, 'cover')
  const vr = await build.insert('panorama_vr', {
    tenant_id: tenantId,
    name: 'Round the ponds',
    cover,
    publish_key: key,
    published_at: key === null ? null : 1,
  })
  await build.insert('panorama_vr_area', { tenant_id: tenantId, vr_id: vr.id, area_id: areaId })
  const made: number[] = []
  for (let place = 1; place <= scenes; place++) {
    const row = { tenant_id: tenantId, vr_id: vr.id, panorama_id: panorama.id, place, name: `Scene ${place}` }
    made.push((await build.insert('panorama_scene', row)).id)
  }
  return { vrId: vr.id, panoramaId: panorama.id, pictureId: panorama.picture_id, cover, scenes: made }
}

let spots = 0
/** A hotspot in the middle of the view. */
export const spot = (more: Pick<Hotspot, 'HType' | 'content'> & Partial<Hotspot>): Hotspot =>
  ({
    name: `hs-${++spots}`,
    atv: 0,
    ath: 0,
    width: 50,
    height: 50,
    style: 'front',
    url: iconUrlOf('front'),
    ondown: '',
    text: '',
    linkedscene: more.HType === 1 ? (more.content as { scenesId: number }).scenesId : null,
    ...more,
  }) as Hotspot
export const toScene = (scenesId: number) => spot({ HType: 1, content: { scenesId } })
export const toDevice = (id: number) =>
  spot({ HType: 2, content: { id, deviceType: 'gateway', name: 'A gateway', eui: 'e', deviceSerial: null, online: 0 } })

/** The scenes of a tour as a client reads them. */
export const scenesOf = async (client: Client, t: number, vrId: number) =>
  (await client.call(panoramaScenesCalls.list, { params: { t }, query: { vrId } })).body

/** Saves hotspots, or what is given beside them, in a scene as it stands now. */
export async function saveScene(
  client: Client,
  t: number,
  { vrId, scenesId, hotspots = [], ...more }: { vrId: number; scenesId: number; hotspots?: readonly Hotspot[] } & Record<string, unknown>,
) {
  const before = (await scenesOf(client, t, vrId)).find((one) => one.scenesId === scenesId)!
  const { scenesName, panoramaId, scenesCover, objectVersionNumber } = before
  const body = { scenesId, vrId, scenesName, panoramaId, scenesCover, objectVersionNumber, hotSpotJson: writeHotspots(hotspots), ...more }
  return client.call(panoramaScenesCalls.edit, { params: { t }, body })
}

export const tourBody = (areaId: readonly number[], vrCover: string, more: Record<string, unknown> = {}) => ({
  vrName: 'Round the ponds',
  vrCover,
  description: '',
  areaId: [...areaId],
  ...more,
})
export const addTour = (client: Client, t: number, areaId: readonly number[], vrCover: string, more: Record<string, unknown> = {}) =>
  client.call(panoramaVrCalls.add, { params: { t }, body: tourBody(areaId, vrCover, more) })

export const outcome = ({ status, body: { code } }: { status: number; body: { code?: string } }) => [status, code]
