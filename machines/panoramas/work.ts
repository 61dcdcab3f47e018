import { type Hotspot, parseHotspots, writeHotspots } from '#contract/panoramas/hotspot'
import type { SceneView } from '#contract/panoramas/sceneView'
import { parseView, writeView } from '#contract/panoramas/view'
import type { HotspotDraft } from './hotspotDraft.ts'

/** A tour as it is kept. */
export interface TourRecord {
  readonly vrId: number
  readonly vrName: string
  readonly vrCover: string
  readonly description: string
  readonly areaId: readonly number[]
  readonly objectVersionNumber: number
}
/** A scene as it is kept. */
export interface SceneRecord {
  readonly scenesId: number
  readonly scenesName: string
  readonly scenesCover: string
  readonly panoramaId: number
  readonly hotSpotJson: string
  readonly visualJson: string
  readonly objectVersionNumber: number
}

/** What the Basic tab holds. */
export type TourFacts = Pick<TourRecord, 'vrName' | 'vrCover' | 'description' | 'areaId'>
/** What is worked on of the scene that is shown. */
export interface SceneFacts {
  readonly scenesName: string
  readonly scenesCover: string
  readonly view: SceneView
  readonly hotspots: readonly Hotspot[]
}
/** What stands in the editor: all of it can be undone. `draft` is the hotspot that is added or edited. */
export interface Work {
  readonly tour: TourFacts
  readonly scene: SceneFacts | null
  readonly draft: HotspotDraft | null
}
/** What of a scene's text cannot be read, and would be gone after a save. */
export interface Broken {
  readonly hotspots: number
  readonly view: boolean
}

/** What is missing on the Basic tab, by input; keys of `panoramas:fault`. Source: VR-EDITOR-02. */
export type TourFaults = Readonly<
  Partial<Record<keyof TourFacts, 'cover' | 'name' | 'nameLong' | 'descriptionLong' | 'bases' | 'manyBases'>>
>
export const MAX_TOUR_NAME = 20
export const MAX_TOUR_DESCRIPTION = 200
export const MAX_TOUR_BASES = 10
export const MAX_SCENES = 10

/** Source: VR-EDITOR-02, -03. */
export function tourFaults({ vrName, vrCover, description, areaId }: TourFacts): TourFaults {
  const name = vrName.trim()
  return {
    ...(vrCover === '' && { vrCover: 'cover' as const }),
    ...(name === '' && { vrName: 'name' as const }),
    ...(name.length > MAX_TOUR_NAME && { vrName: 'nameLong' as const }),
    ...(description.trim().length > MAX_TOUR_DESCRIPTION && { description: 'descriptionLong' as const }),
    ...(areaId.length === 0 && { areaId: 'bases' as const }),
    ...(areaId.length > MAX_TOUR_BASES && { areaId: 'manyBases' as const }),
  }
}

export const tourFactsOf = ({ vrName, vrCover, description, areaId }: TourRecord): TourFacts => ({ vrName, vrCover, description, areaId })
export const sceneFactsOf = ({ scenesName, scenesCover, visualJson, hotSpotJson }: SceneRecord): SceneFacts => ({
  scenesName,
  scenesCover,
  view: parseView(visualJson).view,
  hotspots: parseHotspots(hotSpotJson).hotspots,
})
export const brokenOf = ({ visualJson, hotSpotJson }: SceneRecord): Broken => ({
  hotspots: parseHotspots(hotSpotJson).unread,
  view: !parseView(visualJson).whole,
})

const trimmed = (facts: TourFacts): TourFacts => ({ ...facts, vrName: facts.vrName.trim(), description: facts.description.trim() })
const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** The tour to save; null where it stands as it is kept. */
export function tourToSave({ tour }: Work, kept: TourRecord): TourRecord | null {
  const facts = trimmed(tour)
  return differ(facts, trimmed(tourFactsOf(kept))) ? { ...kept, ...facts } : null
}
const writtenIn = (kept: SceneRecord, { scenesName, scenesCover, view, hotspots }: SceneFacts): SceneRecord => ({
  ...kept,
  scenesName,
  scenesCover,
  visualJson: writeView(view),
  hotSpotJson: writeHotspots(hotspots),
})
/** The scene to save; null where it stands as it is kept. */
export function sceneToSave({ scene }: Work, kept: SceneRecord | null): SceneRecord | null {
  if (scene === null || kept === null) return null
  const written = writtenIn(kept, scene)
  // Both are read from their text: the order in which a hotspot's fields were written is no change.
  return differ(sceneFactsOf(written), sceneFactsOf(kept)) ? written : null
}
