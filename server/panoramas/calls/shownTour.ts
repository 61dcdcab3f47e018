import { type Hotspot, writeHotspots } from '#contract/panoramas/hotspot'
import { parseFileUrl } from '#contract/media/files'
import { parsePanoramaImages } from '#contract/panoramas/picture'
import type { Scene } from '#contract/panoramas/scene'
import type { Scope } from '../../ground/database/scope.ts'
import type { Language } from '../../ground/words.ts'
import { withoutDevices } from './hotspots.ts'
import { readScenes } from './sceneRows.ts'
import { tourOf } from './tourRows.ts'

/** Where the pictures of a tour stand for who sees it without an account. */
export interface Places {
  /** In the place of `panoramaImages`. */
  readonly images: (pictureId: string) => string
  /** A view of a panorama, or an uploaded file. */
  readonly view: (pictureId: string, rest: string) => string
  readonly file: (fileId: string) => string
}
export interface ShownTour {
  readonly vrName: string
  readonly vrCover: string
  readonly description: string
  readonly scenes: readonly (Scene & { readonly hotspots: readonly Hotspot[] })[]
}

/** A tour without anything of devices, and with its pictures at other places. */
export async function shownTour(scope: Scope, language: Language, vrId: number, places: Places): Promise<ShownTour> {
  const tour = await tourOf(scope, vrId)
  const moved = (address: string) => movedTo(places, scope.tenantId, address)
  const scenes = (await readScenes(scope, language, vrId)).map((scene) => {
    const hotspots = withoutDevices(scene.hotSpotJson).map((one) => (one.HType === 3 ? { ...one, content: one.content.map(moved) } : one))
    return {
      ...scene,
      hotspots,
      hotSpotJson: writeHotspots(hotspots),
      panoramaImages: places.images(parsePanoramaImages(scene.panoramaImages)!.pictureId),
      scenesCover: moved(scene.scenesCover),
      thumbUrl: moved(scene.thumbUrl),
    }
  })
  return { vrName: tour.vrName, vrCover: moved(tour.vrCover), description: tour.description, scenes }
}

function movedTo(places: Places, tenantId: number, address: string): string {
  const file = parseFileUrl(address)
  if (file) return file.tenantId === tenantId ? places.file(file.id) : ''
  const picture = parsePanoramaImages(address)
  if (picture) return picture.tenantId === tenantId ? places.view(picture.pictureId, address.slice(address.indexOf('/view'))) : ''
  return address
}

/** The ids of the uploaded pictures and panoramas that a tour shows. */
export async function picturesIn(scope: Scope, language: Language, vrId: number): Promise<{ files: Set<string>; panoramas: Set<string> }> {
  const files = new Set<string>()
  const panoramas = new Set<string>()
  const noted = (into: Set<string>) => (id: string) => {
    into.add(id)
    return ''
  }
  await shownTour(scope, language, vrId, { images: noted(panoramas), view: noted(panoramas), file: noted(files) })
  return { files, panoramas }
}
