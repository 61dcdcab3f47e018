import { createActor, fromPromise } from 'xstate'
import { vi } from 'vitest'
import type { Hotspot } from '#contract/panoramas/hotspot'
import { iconUrlOf, writeHotspots } from '#contract/panoramas/hotspot'
import { editorMachine } from '#machines/panoramas/editor'
import type { LoadResult, Saved, ScenesResult, Saving } from '#machines/panoramas/editorActors'
import type { EditorEvent, EditorNews } from '#machines/panoramas/editorEvents'
import type { SceneRecord, TourRecord } from '#machines/panoramas/work'

export const note = (name: string, content = 'Pond 1'): Hotspot => ({
  name,
  atv: 10,
  ath: 20,
  width: 50,
  height: 50,
  style: 'text',
  url: iconUrlOf('text'),
  ondown: '',
  text: '',
  HType: 4,
  content,
  linkedscene: null,
})
export const tour: TourRecord = { vrId: 3, vrName: 'East', vrCover: '/cover.jpg', description: '', areaId: [1], objectVersionNumber: 1 }
export const scene = (scenesId: number, hotspots: readonly Hotspot[] = []): SceneRecord => ({
  scenesId,
  scenesName: `Scene ${scenesId}`,
  scenesCover: '',
  panoramaId: scenesId * 10,
  hotSpotJson: hotspots.length > 0 ? writeHotspots(hotspots) : '',
  visualJson: '',
  objectVersionNumber: 1,
})
export const two: readonly SceneRecord[] = [scene(1, [note('hs-1')]), scene(2)]

/** What a test answers in the place of the server, call by call. */
function byHand<Input, Output>() {
  const calls: { input: Input; answer: (output: Output) => void; fail: (cause: Error) => void }[] = []
  const logic = fromPromise<Output, Input>(({ input }) => new Promise<Output>((answer, fail) => calls.push({ input, answer, fail })))
  return { calls, logic }
}

/** An editor whose calls are answered by hand, on a clock that the test turns (vi.useFakeTimers). */
export function anEditor() {
  const load = byHand<{ vrId: number }, LoadResult>()
  const save = byHand<{ vrId: number } & Saving, Saved>()
  const addScenes = byHand<{ vrId: number; panoramas: readonly { panoramaId: number; scenesName: string }[] }, ScenesResult>()
  const removeScene = byHand<{ vrId: number; scenesId: number }, ScenesResult>()
  const actor = createActor(
    editorMachine.provide({
      actors: { load: load.logic, save: save.logic, addScenes: addScenes.logic, removeScene: removeScene.logic },
    }),
    { input: { vrId: 3 } },
  )
  const said: EditorNews['what'][] = []
  actor.on('said', ({ what }) => said.push(what))
  actor.start()
  const send = (...events: EditorEvent[]) => {
    for (const event of events) actor.send(event)
  }
  return {
    actor,
    send,
    said,
    calls: { load: load.calls, save: save.calls, addScenes: addScenes.calls, removeScene: removeScene.calls },
    context: () => actor.getSnapshot().context,
    now: () => actor.getSnapshot().context.history.now,
    at: (value: object | string) => actor.getSnapshot().matches(value as never),
    doing: (value: object | string) => actor.getSnapshot().matches({ open: { doing: value } } as never),
    panel: (value: object | string) => actor.getSnapshot().matches({ open: { panel: value } } as never),
  }
}
export type AnEditor = ReturnType<typeof anEditor>

/** Lets what was answered arrive. */
export const settle = () => vi.advanceTimersByTimeAsync(0)

/** An editor that stands at its first scene. */
export async function openEditor(scenes: readonly SceneRecord[] = two): Promise<AnEditor> {
  const editor = anEditor()
  editor.calls.load[0]!.answer({ failed: false, tour, scenes })
  await vi.advanceTimersByTimeAsync(1000)
  return editor
}

/** What the server answers to a save: one version on. */
export function kept({ tour: facts, scene: one }: Saving, scenes: readonly SceneRecord[] | null = null): Saved {
  const next = <Kept extends { objectVersionNumber: number }>(given: Kept | null) =>
    given && { ...given, objectVersionNumber: given.objectVersionNumber + 1 }
  return { tour: next(facts), scene: next(one), scenes, failure: null }
}
