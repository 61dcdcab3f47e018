import type { SceneView, ViewAxis, ViewKey } from '#contract/panoramas/sceneView'
import type { HotspotDraft } from './hotspotDraft.ts'
import type { SceneFacts, TourFacts } from './work.ts'

/** VR-EDITOR-01: in the order of the tab bar. */
export const EDITOR_TABS = ['basic', 'view', 'hotspot'] as const
export type EditorTab = (typeof EDITOR_TABS)[number]

/** A panorama that becomes a scene. */
export interface ChosenPanorama {
  readonly panoramaId: number
  readonly scenesName: string
}

export type EditorEvent =
  | { type: 'retry' }
  | { type: 'tab.choose'; tab: EditorTab }
  | { type: 'tour.type'; facts: Partial<TourFacts> }
  | { type: 'scene.type'; facts: Partial<Pick<SceneFacts, 'scenesName' | 'scenesCover'>> }
  /** Null: the input was left empty. */
  | { type: 'view.set'; key: ViewKey; value: number | null }
  /** What is looked at now becomes the first look. */
  | { type: 'view.look'; look: Pick<SceneView, ViewAxis> }
  /** At the centre of what is looked at, degrees. */
  | { type: 'hotspot.add'; at: { readonly atv: number; readonly ath: number } }
  | { type: 'hotspot.open'; name: string }
  | { type: 'hotspot.type'; draft: Partial<Omit<HotspotDraft, 'name' | 'isNew'>> }
  | { type: 'hotspot.move'; name: string; atv: number; ath: number }
  | { type: 'hotspot.confirm' }
  | { type: 'hotspot.cancel' }
  | { type: 'hotspot.remove'; name: string }
  | { type: 'scene.choose'; scenesId: number }
  | { type: 'scene.remove'; scenesId: number }
  | { type: 'removal.confirm' }
  | { type: 'removal.cancel' }
  | { type: 'scenes.add'; panoramas: readonly ChosenPanorama[] }
  | { type: 'save' }
  /** What stands here goes over what somebody else saved; or theirs is taken, and undo brings back what stood here; or neither yet. */
  | { type: 'conflict.mine' }
  | { type: 'conflict.theirs' }
  | { type: 'conflict.later' }
  /** The answers to leaving, or another scene, with unsaved work. */
  | { type: 'ask.save' }
  | { type: 'ask.drop' }
  | { type: 'ask.stay' }
  | { type: 'edit.undo' }
  | { type: 'edit.redo' }
  | { type: 'leave' }

/** What a person is told; keys of `panoramas:said`. */
export interface EditorNews {
  readonly type: 'said'
  readonly what:
    | 'saved'
    | 'unchanged'
    | 'incomplete'
    | 'blocked'
    | 'hotspotAdded'
    | 'hotspotEdited'
    | 'lastScene'
    | 'manyScenes'
    | 'sceneGone'
}
