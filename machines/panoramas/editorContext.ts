import type { EditorFailure, Loaded, Saved, Saving, ScenesResult } from './editorActors.ts'
import type { ChosenPanorama } from './editorEvents.ts'
import { beginHistory, change, type History } from './history.ts'
import { type HotspotFaults, isWorkedOn } from './hotspotDraft.ts'
import {
  type Broken,
  brokenOf,
  sceneFactsOf,
  type SceneRecord,
  sceneToSave,
  tourFactsOf,
  type TourRecord,
  tourToSave,
  type Work,
} from './work.ts'

/** What was worked on and not saved when the editor ended without being asked, with the versions that it began from. It is JSON. */
export interface KeptWork {
  readonly scenesId: number | null
  readonly tourVersion: number
  readonly sceneVersion: number | null
  readonly work: Work
}

export interface EditorContext {
  readonly vrId: number
  /** As they are kept; null and empty before they were read. */
  readonly tour: TourRecord | null
  readonly scenes: readonly SceneRecord[]
  /** The scene that is shown; null where the tour has none. */
  readonly activeId: number | null
  readonly broken: Broken
  readonly history: History<Work>
  /** What is wrong with the hotspot that was to be confirmed. */
  readonly faults: HotspotFaults
  readonly failure: EditorFailure | null
  /** What somebody else saved. */
  readonly theirs: Loaded | null
  /** What is done once it is saved, or dropped. */
  readonly then: { readonly type: 'leave' } | { readonly type: 'switch'; readonly scenesId: number } | null
  readonly removing: { readonly what: 'hotspot'; readonly name: string } | { readonly what: 'scene'; readonly scenesId: number } | null
  readonly adding: readonly ChosenPanorama[]
  /** Laid over what is read first. */
  readonly kept: KeptWork | null
}

const INTACT: Broken = { hotspots: 0, view: false }

export const activeOf = ({ scenes, activeId }: Pick<EditorContext, 'scenes' | 'activeId'>): SceneRecord | null =>
  scenes.find(({ scenesId }) => scenesId === activeId) ?? null

export const savingOf = (context: EditorContext): Saving => ({
  tour: context.tour && tourToSave(context.history.now, context.tour),
  scene: sceneToSave(context.history.now, activeOf(context)),
})
/** Whether something would be lost by leaving, also of a hotspot that is being edited. */
export function isUnsaved(context: EditorContext): boolean {
  const { tour, scene } = savingOf(context)
  const { draft, scene: facts } = context.history.now
  return tour !== null || scene !== null || (draft !== null && isWorkedOn(draft, facts?.hotspots ?? []))
}

/** The editor at a scene as it is kept, or the first where there is no such one; what stands on the Basic tab stays. */
export function beginAt(context: EditorContext, scenesId: number | null): Partial<EditorContext> {
  const active = context.scenes.find((one) => one.scenesId === scenesId) ?? context.scenes[0] ?? null
  return {
    activeId: active?.scenesId ?? null,
    broken: active ? brokenOf(active) : INTACT,
    history: beginHistory({ tour: context.history.now.tour, scene: active && sceneFactsOf(active), draft: null }),
    faults: {},
  }
}

/** The editor of what was read. */
export const opened = (context: EditorContext, { tour, scenes }: Loaded): Partial<EditorContext> => {
  const { kept } = context
  const history = beginHistory<Work>({ tour: tourFactsOf(tour), scene: null, draft: null })
  const begun = beginAt({ ...context, tour, scenes, history }, kept?.scenesId ?? context.activeId)
  return { tour, scenes, ...begun, kept: null, ...(kept && withKept({ ...context, history, ...begun, tour, scenes }, tour, kept)) }
}
/** What was kept stands over what was read, as a step that can be undone; its versions are those it began from, so that a save over another's is a conflict. */
function withKept(
  { scenes, activeId, history }: EditorContext,
  tour: TourRecord,
  { scenesId, tourVersion, sceneVersion, work }: KeptWork,
): Partial<EditorContext> {
  const isThere = scenesId !== null && scenesId === activeId && sceneVersion !== null
  const scene = isThere ? work.scene : history.now.scene
  return {
    tour: { ...tour, objectVersionNumber: tourVersion },
    scenes: scenes.map((one) => (isThere && one.scenesId === scenesId ? { ...one, objectVersionNumber: sceneVersion } : one)),
    history: change(history, { tour: work.tour, scene, draft: isThere ? work.draft : null }),
  }
}
/** What is to be kept of what would be lost; null where nothing would. */
export function keptOf(context: EditorContext): KeptWork | null {
  const { tour, history, activeId } = context
  if (tour === null || !isUnsaved(context)) return null
  const sceneVersion = activeOf(context)?.objectVersionNumber ?? null
  return { scenesId: activeId, tourVersion: tour.objectVersionNumber, sceneVersion, work: history.now }
}

/** The scenes as they were read anew, but the one that is worked on: its version must stay the one that the work began from. */
const keepingActive = (context: EditorContext, scenes: readonly SceneRecord[]): readonly SceneRecord[] => {
  const active = activeOf(context)
  return scenes.map((one) => (one.scenesId === active?.scenesId ? active : one))
}

/** What was saved is what is kept from now on; what was changed meanwhile stays unsaved. */
export function took(context: EditorContext, { tour, scene, scenes, failure }: Saved): Partial<EditorContext> {
  const saved = context.scenes.map((one) => (one.scenesId === scene?.scenesId ? scene : one))
  return {
    tour: tour ?? context.tour,
    scenes: scenes === null ? saved : keepingActive({ ...context, scenes: saved }, scenes),
    broken: scene === null ? context.broken : brokenOf(scene),
    failure,
  }
}

export const withScenes = (context: EditorContext, { scenes, failure }: ScenesResult): Partial<EditorContext> => ({
  scenes: scenes === null ? context.scenes : keepingActive(context, scenes),
  failure,
})

/** Whether somebody else deleted the scene that is worked on. */
export const isGone = ({ theirs, activeId }: EditorContext): boolean =>
  theirs !== null && activeId !== null && !theirs.scenes.some(({ scenesId }) => scenesId === activeId)

/** What stands here is to go over theirs: it counts from their version. */
export const withMine = ({ theirs }: EditorContext): Partial<EditorContext> =>
  theirs === null ? {} : { tour: theirs.tour, scenes: theirs.scenes, theirs: null, failure: null }

/** Theirs is taken; what stood here is one step back, unless its scene is gone. */
export function tookTheirs(context: EditorContext): Partial<EditorContext> {
  const { theirs, history } = context
  if (theirs === null) return {}
  const taken = { tour: theirs.tour, scenes: theirs.scenes, theirs: null, failure: null }
  const active = activeOf({ scenes: theirs.scenes, activeId: context.activeId })
  if (active === null) return { ...taken, ...opened(context, theirs) }
  const now = { tour: tourFactsOf(theirs.tour), scene: sceneFactsOf(active), draft: null }
  return { ...taken, broken: brokenOf(active), history: change(history, now) }
}
