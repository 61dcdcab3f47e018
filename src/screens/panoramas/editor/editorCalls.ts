import { fromPromise } from 'xstate'
import { panoramaScenesCalls } from '#contract/panoramas/scene'
import { panoramaVrCalls } from '#contract/panoramas/tour'
import { editorMachine } from '#machines/panoramas/editor'
import type { EditorFailure, LoadResult, Saved, Saving, ScenesResult } from '#machines/panoramas/editorActors'
import type { ChosenPanorama } from '#machines/panoramas/editorEvents'
import type { SceneRecord, TourRecord } from '#machines/panoramas/work'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { session } from '#src/session/session.ts'
import { reasonOf } from '#src/ui/tipFor.ts'

const QUIET = { quiet: true } as const
/** Faults of inputs have words of their own. */
const failureOf = (failure: CallFailure): EditorFailure => ({
  code: failure.code,
  message: Object.values(failure.fields ?? {})[0] ?? reasonOf(failure),
})

async function scenesOf(vrId: number): Promise<readonly SceneRecord[] | CallFailure> {
  return call(panoramaScenesCalls.list, { query: { vrId } }, QUIET)
}
/** The scenes after an act; the act's own failure counts more than that of the reading. */
async function scenesAfter(vrId: number, failure: EditorFailure | null): Promise<ScenesResult> {
  const scenes = await scenesOf(vrId)
  return isFailure(scenes) ? { scenes: null, failure: failure ?? failureOf(scenes) } : { scenes, failure }
}

const load = fromPromise<LoadResult, { vrId: number }>(async ({ input: { vrId } }) => {
  const [tour, scenes] = await Promise.all([call(panoramaVrCalls.get, { params: { vrId } }, QUIET), scenesOf(vrId)])
  if (isFailure(tour)) return { failed: true, ...failureOf(tour) }
  if (isFailure(scenes)) return { failed: true, ...failureOf(scenes) }
  return { failed: false, tour, scenes }
})

/** VR-EDITOR-04. */
const saveTour = ({ vrId, vrName, vrCover, description, areaId, objectVersionNumber }: TourRecord) =>
  call(
    panoramaVrCalls.edit,
    { body: { vrId, vrName, vrCover, description, areaId: [...areaId], enabledFlag: 1, objectVersionNumber } },
    QUIET,
  )
/** VR-EDITOR-07. */
const saveScene = async (vrId: number, scene: SceneRecord) => {
  const token = await session.get().accessToken()
  const { scenesId, scenesName, panoramaId, scenesCover, visualJson, hotSpotJson, objectVersionNumber } = scene
  return call(
    panoramaScenesCalls.edit,
    { body: { scenesId, scenesName, vrId, panoramaId, scenesCover, visualJson, hotSpotJson, objectVersionNumber, token } },
    QUIET,
  )
}
const save = fromPromise<Saved, { vrId: number } & Saving>(async ({ input: { vrId, tour, scene } }) => {
  const keptTour = tour && (await saveTour(tour))
  if (isFailure(keptTour)) return { tour: null, scene: null, scenes: null, failure: failureOf(keptTour) }
  const keptScene = scene && (await saveScene(vrId, scene))
  if (isFailure(keptScene)) return { tour: keptTour, scene: null, scenes: null, failure: failureOf(keptScene) }
  const scenes = await scenesOf(vrId)
  return { tour: keptTour, scene: keptScene, scenes: isFailure(scenes) ? null : scenes, failure: null }
})

/** VR-SCENE-03: one after the other, so that they stand in the order in which they were chosen. */
const addScenes = fromPromise<ScenesResult, { vrId: number; panoramas: readonly ChosenPanorama[] }>(
  async ({ input: { vrId, panoramas } }) => {
    for (const { panoramaId, scenesName } of panoramas) {
      const added = await call(panoramaScenesCalls.add, { body: { scenesName, panoramaId, vrId } }, QUIET)
      if (isFailure(added)) return scenesAfter(vrId, failureOf(added))
    }
    return scenesAfter(vrId, null)
  },
)
const removeScene = fromPromise<ScenesResult, { vrId: number; scenesId: number }>(async ({ input: { vrId, scenesId } }) => {
  const answer = await call(panoramaScenesCalls.remove, { body: { scenesId } }, QUIET)
  return isFailure(answer) ? { scenes: null, failure: failureOf(answer) } : scenesAfter(vrId, null)
})

/** The editor with the calls of the server. */
export const wiredEditor = editorMachine.provide({ actors: { load, save, addScenes, removeScene } })
