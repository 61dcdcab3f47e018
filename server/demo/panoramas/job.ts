import { fileUrlOf } from '#contract/media/files'
import { isDeviceType } from '#contract/devices/deviceType'
import {
  type Hotspot,
  HOTSPOT_TYPES,
  hotspotDeviceOf,
  hotSpotJson,
  type HotspotStyle,
  iconUrlOf,
  writeHotspots,
} from '#contract/panoramas/hotspot'
import { viewUrlOf } from '#contract/panoramas/picture'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { setMaking } from '../../panoramas/cube/make.ts'
import { addressesOf, holdPicture } from '../../panoramas/pictures.ts'
import { keepDrawing, TENANT, type Within, withinDemo } from '../keepDrawing.ts'
import { type DemoPlace, type DemoSpot, type DemoTour, demoTours, waterCard } from './places.ts'
import { WIDTH } from './scenery.ts'

export const DEMO_PANORAMAS = 'demo.panoramas'
const CARD = '水色对照卡.png'

type Parts = Pick<Context, 'requestDb' | 'files' | 'clock'>

/**
 * Draws the panoramas of the demo's tours and makes the tours, some time after the first start. What is there already is left, so that a
 * kill in between has only the rest made.
 */
export function demoPanoramasJob(context: Parts): Job {
  const within = withinDemo(context)
  return {
    name: DEMO_PANORAMAS,
    missed: 'catchUp',
    async steps(_, signal) {
      for (const tour of demoTours) {
        if (await within((scope) => isThere(scope, 'panorama_vr', tour.name))) continue
        for (const place of tour.places) {
          if (signal.aborted) return
          if (!(await within((scope) => isThere(scope, 'panorama', place.name)))) await drawPlace(context, within, place)
        }
        const card = await cardOf(context, within)
        await within((scope) => makeTour(scope, tour, fileUrlOf(TENANT, card)))
      }
    },
  }
}
async function isThere({ raw }: Scope, table: 'panorama' | 'panorama_vr', name: string): Promise<boolean> {
  return (
    (await raw.selectFrom(table).select('id').where('tenant_id', '=', TENANT).where('name', '=', name).executeTakeFirst()) !== undefined
  )
}

const drawPlace = (context: Parts, within: Within, { name, draw }: DemoPlace) =>
  keepDrawing(context, within, {
    svg: draw(),
    name: `${name}.jpg`,
    kind: 'panorama',
    async also(scope, { id }) {
      const picture = await scope
        .insert('panorama_picture', [{ id, width: WIDTH, height: WIDTH / 2, created_at: Math.floor(context.clock()) }])
        .returningAll()
        .executeTakeFirstOrThrow()
      await setMaking(scope.raw, TENANT, id, context.clock())
      const panorama = await scope
        .insert('panorama', [{ picture_id: id, name }])
        .returning('panorama.id')
        .executeTakeFirstOrThrow()
      await holdPicture(scope.raw, panorama.id, picture)
    },
  })

/** The id of the card's file. */
async function cardOf(context: Parts, within: Within): Promise<string> {
  const known = await within((scope) =>
    scope.select('file').select('file.id').where('file.name', '=', CARD).where('file.bucket', '=', 'panorama').limit(1).executeTakeFirst(),
  )
  return known?.id ?? (await keepDrawing(context, within, { svg: waterCard(), name: CARD, kind: 'image' })).id
}

async function makeTour(scope: Scope, tour: DemoTour, card: string): Promise<void> {
  const names = tour.places.map(({ name }) => name)
  const panoramas = await scope
    .select('panorama')
    .select(['panorama.id', 'panorama.name', 'panorama.picture_id'])
    .where('panorama.name', 'in', names)
    .execute()
  const panoramaOf = (name: string) => panoramas.find((one) => one.name === name)!
  const cover = viewUrlOf(addressesOf(TENANT, panoramaOf(names[0]!).picture_id).panoramaImages, 'cover')
  const { id: vrId } = await scope
    .insert('panorama_vr', [{ name: tour.name, cover, description: tour.description }])
    .returning('panorama_vr.id')
    .executeTakeFirstOrThrow()
  await scope.insert('panorama_vr_area', [{ vr_id: vrId, area_id: tour.areaId }]).execute()
  await sayUses(
    scope.raw,
    { tenantId: TENANT, table: 'panorama_vr', id: vrId },
    { texts: [fileUrlOf(TENANT, panoramaOf(names[0]!).picture_id)] },
  )
  const scenes = new Map<string, number>()
  for (const [at, name] of names.entries()) {
    const row = { vr_id: vrId, panorama_id: panoramaOf(name).id, place: at + 1, name }
    scenes.set(name, (await scope.insert('panorama_scene', [row]).returning('panorama_scene.id').executeTakeFirstOrThrow()).id)
  }
  for (const { name, spots } of tour.places) {
    const made: Hotspot[] = []
    for (const [at, spot] of spots.entries()) made.push(...(await hotspotOf(scope, spot, { name: `hs-demo-${at + 1}`, scenes, card })))
    const json = hotSpotJson.parse(writeHotspots(made))
    const id = scenes.get(name)!
    await scope.update('panorama_scene').set({ hot_spot_json: json }).where('panorama_scene.id', '=', id).execute()
    await sayUses(scope.raw, { tenantId: TENANT, table: 'panorama_scene', id }, { texts: [json] })
  }
}

/** None where its device is no longer there. */
async function hotspotOf(
  scope: Scope,
  spot: DemoSpot,
  { name, scenes, card }: { name: string; scenes: ReadonlyMap<string, number>; card: string },
): Promise<Hotspot[]> {
  const { ath, atv, text } = spot
  const common = (style: HotspotStyle) => ({ name, ath, atv, text, width: 50, height: 50, style, url: iconUrlOf(style), ondown: '' })
  if (spot.kind === 'scene') {
    const scenesId = scenes.get(spot.to)!
    return [{ ...common('front'), HType: HOTSPOT_TYPES.scene, content: { scenesId }, linkedscene: scenesId }]
  }
  if (spot.kind === 'text') return [{ ...common('text'), HType: HOTSPOT_TYPES.text, content: spot.content, linkedscene: null }]
  if (spot.kind === 'link') return [{ ...common('link'), HType: HOTSPOT_TYPES.link, content: spot.content, linkedscene: null }]
  if (spot.kind === 'picture') return [{ ...common('picture'), HType: HOTSPOT_TYPES.picture, content: [card], linkedscene: null }]
  const device = await scope
    .select('device')
    .select(['device.id', 'device.name', 'device.eui', 'device.device_type'])
    .where('device.eui', '=', spot.eui)
    .executeTakeFirst()
  const deviceType = device && isDeviceType(device.device_type) ? hotspotDeviceOf(device.device_type) : null
  if (!device || deviceType === null) return []
  const content = { id: device.id, deviceType, name: device.name, eui: device.eui, deviceSerial: null, online: 0 }
  return [{ ...common(deviceType), HType: HOTSPOT_TYPES.device, content, linkedscene: null }]
}
