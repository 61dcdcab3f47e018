import type { Scene } from '#contract/panoramas/scene'
import { viewUrlOf } from '#contract/panoramas/picture'
import type { Scope } from '../../ground/database/scope.ts'
import type { Language } from '../../ground/words.ts'
import { addressesOf, pictureColumns, type PictureRow, standingOf } from '../pictures.ts'

/** The scenes of a tour, in their order, with their panoramas and what was made of these. */
export const scenesOf = (scope: Scope, vrId: number) =>
  scope
    .select('panorama_scene')
    .innerJoin('panorama', 'panorama.id', 'panorama_scene.panorama_id')
    .innerJoin('panorama_picture', 'panorama_picture.id', 'panorama.picture_id')
    .selectAll('panorama_scene')
    .select(pictureColumns)
    .select(['panorama.name as panorama_name', 'panorama.picture_id', 'panorama_picture.pack_id'])
    .where('panorama_scene.vr_id', '=', vrId)
    .orderBy('panorama_scene.place')
    .orderBy('panorama_scene.id')
    .execute()

interface Row extends Pick<PictureRow, 'state' | 'progress' | 'why' | 'index'> {
  readonly id: number
  readonly tenant_id: number
  readonly vr_id: number
  readonly name: string
  readonly panorama_name: string
  readonly panorama_id: number
  readonly picture_id: string
  readonly cover: string
  readonly hot_spot_json: string
  readonly visual_json: string
  readonly object_version_number: number
}

const toScene = (row: Row, language: Language): Scene => {
  const { panoramaImages } = addressesOf(row.tenant_id, row.picture_id)
  return {
    scenesId: row.id,
    vrId: row.vr_id,
    scenesName: row.name,
    realName: row.panorama_name,
    panoramaId: row.panorama_id,
    scenesCover: row.cover,
    thumbUrl: viewUrlOf(panoramaImages, 'cover'),
    panoramaImages,
    ...standingOf(row, language),
    hotSpotJson: row.hot_spot_json,
    visualJson: row.visual_json,
    objectVersionNumber: row.object_version_number,
  }
}

/** The same as they are answered. */
export const readScenes = async (scope: Scope, language: Language, vrId: number): Promise<Scene[]> =>
  (await scenesOf(scope, vrId)).map((row) => toScene(row, language))
