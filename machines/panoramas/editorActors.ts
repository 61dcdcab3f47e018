import { fromPromise } from 'xstate'
import type { ChosenPanorama } from './editorEvents.ts'
import type { SceneRecord, TourRecord } from './work.ts'

/** Why a call failed: its code and the server's words. */
export interface EditorFailure {
  readonly code: string
  readonly message: string | null
}
export interface Loaded {
  readonly tour: TourRecord
  readonly scenes: readonly SceneRecord[]
}
export type LoadResult = ({ failed: false } & Loaded) | ({ failed: true } & EditorFailure)

/** What is to be saved; null of what stands as it is kept. */
export interface Saving {
  readonly tour: TourRecord | null
  readonly scene: SceneRecord | null
}
/** What was saved, as it is kept now, and the scenes read anew. With a `failure` one of the two may have been saved all the same. */
export interface Saved extends Saving {
  readonly scenes: readonly SceneRecord[] | null
  readonly failure: EditorFailure | null
}
/** The scenes of the tour after the act; null where they could not be read. With a `failure` some may have been added all the same. */
export interface ScenesResult {
  readonly scenes: readonly SceneRecord[] | null
  readonly failure: EditorFailure | null
}

const missing = () => Promise.reject(new Error('The actor was not provided'))

export const loadActor = fromPromise<LoadResult, { vrId: number }>(missing)
export const saveActor = fromPromise<Saved, { vrId: number } & Saving>(missing)
export const addScenesActor = fromPromise<ScenesResult, { vrId: number; panoramas: readonly ChosenPanorama[] }>(missing)
export const removeSceneActor = fromPromise<ScenesResult, { vrId: number; scenesId: number }>(missing)
