import { assign, emit, enqueueActions, setup } from 'xstate'
import { addScenesActor, loadActor, removeSceneActor, saveActor } from './editorActors.ts'
import { beginAt, type EditorContext, isGone, isUnsaved, type KeptWork, savingOf } from './editorContext.ts'
import type { EditorEvent, EditorNews } from './editorEvents.ts'
import { confirmed, withoutHotspot, worked } from './editorWork.ts'
import { draftFaults } from './hotspotDraft.ts'
import { MAX_SCENES, tourFaults } from './work.ts'

/** Source: VR-EDITOR-05, VR-SCENE-04, -06, HOTSPOT-11. */
export const SAVE_DEBOUNCE_MS = 1000
export const ADD_DEBOUNCE_MS = 500
export const REMOVE_DELAY_MS = 500
export const SCENE_LOADING_MS = 1000

/** What the editor is made of; `editor.ts` says what follows what. */
export const editorSetup = setup({
  types: {
    context: {} as EditorContext,
    events: {} as EditorEvent,
    emitted: {} as EditorNews,
    input: {} as { vrId: number; scenesId?: number | null; kept?: KeptWork | null },
    tags: {} as 'loading' | 'busy',
  },
  actors: { load: loadActor, save: saveActor, addScenes: addScenesActor, removeScene: removeSceneActor },
  delays: { saveDebounce: SAVE_DEBOUNCE_MS, addDebounce: ADD_DEBOUNCE_MS, removeDelay: REMOVE_DELAY_MS, sceneLoading: SCENE_LOADING_MS },
  guards: {
    isEditing: ({ context }) => context.history.now.draft !== null,
    isListing: ({ context }) => context.history.now.draft === null,
    isActive: ({ context, event }) => event.type === 'scene.choose' && event.scenesId === context.activeId,
    isKnown: ({ context, event }) => event.type === 'scene.choose' && context.scenes.some(({ scenesId }) => scenesId === event.scenesId),
    isUnsaved: ({ context }) => isUnsaved(context),
    isFaulty: ({ context }) => Object.keys(tourFaults(context.history.now.tour)).length > 0 && savingOf(context).tour !== null,
    wouldBeTooMany: ({ context, event }) => event.type === 'scenes.add' && context.scenes.length + event.panoramas.length > MAX_SCENES,
    isNothing: ({ event }) => event.type === 'scenes.add' && event.panoramas.length === 0,
    isLastScene: ({ context }) => context.scenes.length <= 1,
    removesHotspot: ({ context }) => context.removing?.what === 'hotspot',
    isGone: ({ context }) => isGone(context),
    switches: ({ context }) => context.then?.type === 'switch',
    leaves: ({ context }) => context.then?.type === 'leave',
  },
  actions: {
    work: assign(({ context, event }) => worked(context, event)),
    confirm: enqueueActions(({ context, enqueue }) => {
      enqueue.assign(confirmed(context))
      const { draft } = context.history.now
      if (draft !== null && Object.keys(draftFaults(draft)).length === 0)
        enqueue.emit({ type: 'said', what: draft.isNew ? 'hotspotAdded' : 'hotspotEdited' })
    }),
    want: assign(({ event }) =>
      event.type === 'scene.choose'
        ? { then: { type: 'switch' as const, scenesId: event.scenesId } }
        : { then: { type: 'leave' as const } },
    ),
    wantNothing: assign({ then: null }),
    begin: assign(({ context }) => beginAt(context, context.then?.type === 'switch' ? context.then.scenesId : context.activeId)),
    wantRemoved: assign(({ event }) => ({
      removing:
        event.type === 'hotspot.remove'
          ? { what: 'hotspot' as const, name: event.name }
          : event.type === 'scene.remove'
            ? { what: 'scene' as const, scenesId: event.scenesId }
            : null,
    })),
    removeHotspot: assign(({ context }) => withoutHotspot(context)),
    wantAdded: assign(({ event }) => (event.type === 'scenes.add' ? { adding: event.panoramas } : {})),
    forgetFailure: assign({ failure: null }),
    fail: assign({ failure: { code: 'error.unavailable', message: null } }),
    sayBlocked: emit({ type: 'said', what: 'blocked' } as const),
    sayLastScene: emit({ type: 'said', what: 'lastScene' }),
    sayManyScenes: emit({ type: 'said', what: 'manyScenes' }),
    sayFaulty: emit({ type: 'said', what: 'incomplete' } as const),
    sayUnchanged: emit({ type: 'said', what: 'unchanged' } as const),
  },
})
