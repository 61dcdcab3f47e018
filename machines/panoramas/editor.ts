import { assign, emit } from 'xstate'
import { activeOf, isUnsaved, opened, savingOf, took, tookTheirs, withMine, withScenes } from './editorContext.ts'
import type { EditorEvent, EditorTab } from './editorEvents.ts'
import { editorSetup } from './editorSetup.ts'
import { beginHistory } from './history.ts'
import type { Work } from './work.ts'

const EMPTY: Work = { tour: { vrName: '', vrCover: '', description: '', areaId: [] }, scene: null, draft: null }
const goTo = (tab: EditorTab) => ({
  guard: ({ event }: { event: EditorEvent }) => event.type === 'tab.choose' && event.tab === tab,
  target: `.${tab}` as const,
})
/** What one may do with a scene, also while its picture is on its way. */
const acts = {
  save: [{ guard: 'isEditing', actions: 'sayBlocked' }, { target: 'savingSoon' }],
  'hotspot.remove': [
    { guard: 'isEditing', actions: 'sayBlocked' },
    { target: 'askingRemoval', actions: 'wantRemoved' },
  ],
  'scene.remove': [
    { guard: 'isEditing', actions: 'sayBlocked' },
    { guard: 'isLastScene', actions: 'sayLastScene' },
    { target: 'askingRemoval', actions: 'wantRemoved' },
  ],
  'scenes.add': [
    { guard: 'isNothing' },
    { guard: 'wouldBeTooMany', actions: 'sayManyScenes' },
    { target: 'addingSoon', actions: 'wantAdded' },
  ],
} as const
const faulty = { guard: 'isFaulty', target: '#editor.open.doing.ready', actions: 'sayFaulty' } as const
const tabs = [goTo('basic'), goTo('view'), goTo('hotspot')]

/**
 * The editor of a tour: opening -> open (what is shown beside what is done) -> left; or failed. Give it the actors `load`, `save`,
 * `addScenes` and `removeScene`. What is worked on is local until it was saved, and can be undone. A hotspot that is being edited bars
 * saving, other tabs and other scenes. A stale version is `conflict`: nothing is lost, whichever way it is settled. What a person is to be
 * told is emitted. Tags: `loading` while a scene comes, `busy` while something is on its way.
 */
export const editorMachine = editorSetup.createMachine({
  id: 'editor',
  context: ({ input }) => ({
    vrId: input.vrId,
    tour: null,
    scenes: [],
    activeId: input.scenesId ?? null,
    broken: { hotspots: 0, view: false },
    history: beginHistory(EMPTY),
    faults: {},
    failure: null,
    theirs: null,
    then: null,
    removing: null,
    adding: [],
    kept: input.kept ?? null,
  }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'loading',
      invoke: {
        src: 'load',
        input: ({ context }) => ({ vrId: context.vrId }),
        onDone: [
          {
            guard: ({ event }) => event.output.failed,
            target: 'failed',
            actions: assign(({ event }) => (event.output.failed ? { failure: event.output } : {})),
          },
          {
            target: 'open',
            actions: assign(({ context, event }) => (event.output.failed ? {} : opened(context, event.output))),
          },
        ],
        onError: { target: 'failed', actions: 'fail' },
      },
    },
    failed: { on: { retry: { target: 'opening', actions: 'forgetFailure' } } },
    open: {
      type: 'parallel',
      on: {
        'tour.type': { actions: 'work' },
        'scene.type': { actions: 'work' },
        'view.set': { actions: 'work' },
        'view.look': { actions: 'work' },
        'hotspot.move': { actions: 'work' },
        'edit.undo': { actions: 'work' },
        'edit.redo': { actions: 'work' },
      },
      states: {
        panel: {
          initial: 'basic',
          on: { 'tab.choose': tabs },
          states: {
            basic: { always: { guard: 'isEditing', target: 'hotspot' } },
            view: { always: { guard: 'isEditing', target: 'hotspot' } },
            hotspot: {
              initial: 'list',
              states: {
                list: {
                  always: { guard: 'isEditing', target: 'editing' },
                  on: { 'hotspot.add': { actions: 'work' }, 'hotspot.open': { actions: 'work' } },
                },
                editing: {
                  always: { guard: 'isListing', target: 'list' },
                  on: {
                    // The tab waits until the hotspot is confirmed or left.
                    'tab.choose': { actions: 'sayBlocked' },
                    'hotspot.type': { actions: 'work' },
                    'hotspot.confirm': { actions: 'confirm' },
                    'hotspot.cancel': { actions: 'work' },
                  },
                },
              },
            },
          },
        },
        doing: {
          initial: 'loadingScene',
          states: {
            loadingScene: {
              tags: 'loading',
              entry: 'wantNothing',
              after: { sceneLoading: 'ready' },
              // Whoever is faster than the picture loses nothing that they press.
              on: { ...acts, leave: [{ guard: 'isUnsaved', target: 'askingLeave' }, { target: '#editor.left' }] },
            },
            ready: {
              entry: 'wantNothing',
              on: {
                ...acts,
                'scene.choose': [
                  { guard: 'isActive' },
                  { guard: 'isEditing', actions: 'sayBlocked' },
                  {
                    guard: ({ context, event }) => isUnsaved(context) && context.scenes.some(({ scenesId }) => scenesId === event.scenesId),
                    target: 'askingSwitch',
                    actions: 'want',
                  },
                  { guard: 'isKnown', target: 'loadingScene', actions: ['want', 'begin'] },
                ],
                leave: [{ guard: 'isUnsaved', target: 'askingLeave', actions: 'want' }, { target: '#editor.left' }],
              },
            },
            savingSoon: {
              tags: 'busy',
              // Who leaves now is gone once it is saved.
              on: {
                save: { target: 'savingSoon', reenter: true },
                leave: [{ guard: 'isUnsaved', actions: 'want' }, { target: '#editor.left' }],
              },
              after: {
                saveDebounce: [
                  { guard: 'isEditing', target: 'ready', actions: 'sayBlocked' },
                  faulty,
                  { guard: 'isUnsaved', target: 'saving' },
                  { target: 'ready', actions: 'sayUnchanged' },
                ],
              },
            },
            saving: {
              tags: 'busy',
              entry: 'forgetFailure',
              on: { leave: { actions: 'want' } },
              invoke: {
                src: 'save',
                input: ({ context }) => ({ vrId: context.vrId, ...savingOf(context) }),
                onDone: [
                  {
                    guard: ({ event }) => event.output.failure?.code === 'error.version.stale',
                    target: 'conflict',
                    actions: assign(({ context, event }) => took(context, event.output)),
                  },
                  {
                    guard: ({ event }) => event.output.failure !== null,
                    target: 'ready',
                    actions: assign(({ context, event }) => took(context, event.output)),
                  },
                  {
                    target: 'saved',
                    actions: [assign(({ context, event }) => took(context, event.output)), emit({ type: 'said', what: 'saved' })],
                  },
                ],
                onError: { target: 'ready', actions: 'fail' },
              },
            },
            // What was asked for before the save is done now; what was typed during it stays unsaved and is asked about again.
            saved: {
              always: [
                { guard: ({ context }) => context.then?.type === 'leave' && !isUnsaved(context), target: '#editor.left' },
                {
                  guard: ({ context }) => context.then?.type === 'switch' && !isUnsaved(context),
                  target: 'loadingScene',
                  actions: 'begin',
                },
                { guard: 'switches', target: 'askingSwitch' },
                { guard: 'leaves', target: 'askingLeave' },
                { target: 'ready' },
              ],
            },
            // Somebody else saved first: their version is read, and a person decides.
            conflict: {
              initial: 'reading',
              states: {
                reading: {
                  tags: 'busy',
                  invoke: {
                    src: 'load',
                    input: ({ context }) => ({ vrId: context.vrId }),
                    onDone: [
                      {
                        guard: ({ event }) => event.output.failed,
                        target: 'unread',
                        actions: assign(({ event }) => (event.output.failed ? { failure: event.output } : {})),
                      },
                      { target: 'asking', actions: assign(({ event }) => (event.output.failed ? {} : { theirs: event.output })) },
                    ],
                    onError: { target: 'unread', actions: 'fail' },
                  },
                },
                unread: { on: { retry: 'reading', 'conflict.later': '#editor.open.doing.ready' } },
                asking: {
                  on: {
                    'conflict.mine': [
                      { guard: 'isGone', actions: emit({ type: 'said', what: 'sceneGone' }) },
                      { target: '#editor.open.doing.saving', actions: assign(({ context }) => withMine(context)) },
                    ],
                    'conflict.theirs': { target: '#editor.open.doing.ready', actions: assign(({ context }) => tookTheirs(context)) },
                    'conflict.later': { target: '#editor.open.doing.ready', actions: assign({ theirs: null }) },
                  },
                },
              },
            },
            askingSwitch: {
              on: {
                'ask.save': [faulty, { target: 'saving' }],
                'ask.drop': { target: 'loadingScene', actions: 'begin' },
                'ask.stay': 'ready',
              },
            },
            askingLeave: {
              on: {
                'ask.save': [
                  { guard: 'isEditing', target: 'ready', actions: 'sayBlocked' },
                  faulty,
                  { target: 'saving', actions: assign({ then: { type: 'leave' } }) },
                ],
                'ask.drop': '#editor.left',
                'ask.stay': 'ready',
              },
            },
            askingRemoval: {
              on: { 'removal.confirm': 'removingSoon', 'removal.cancel': { target: 'ready', actions: assign({ removing: null }) } },
            },
            removingSoon: {
              tags: 'busy',
              after: {
                removeDelay: [{ guard: 'removesHotspot', target: 'ready', actions: 'removeHotspot' }, { target: 'removing' }],
              },
            },
            removing: {
              tags: 'busy',
              entry: 'forgetFailure',
              invoke: {
                src: 'removeScene',
                input: ({ context }) => ({
                  vrId: context.vrId,
                  scenesId: context.removing?.what === 'scene' ? context.removing.scenesId : 0,
                }),
                onDone: [
                  {
                    guard: ({ context, event }) => event.output.scenes?.some(({ scenesId }) => scenesId === context.activeId) === false,
                    target: 'loadingScene',
                    actions: [assign(({ context, event }) => withScenes(context, event.output)), 'begin'],
                  },
                  { target: 'ready', actions: assign(({ context, event }) => withScenes(context, event.output)) },
                ],
                onError: { target: 'ready', actions: 'fail' },
              },
              exit: assign({ removing: null }),
            },
            addingSoon: {
              tags: 'busy',
              on: {
                'scenes.add': [
                  { guard: 'isNothing' },
                  { guard: 'wouldBeTooMany', actions: 'sayManyScenes' },
                  { target: 'addingSoon', reenter: true, actions: 'wantAdded' },
                ],
              },
              after: { addDebounce: 'adding' },
            },
            adding: {
              tags: 'busy',
              entry: 'forgetFailure',
              invoke: {
                src: 'addScenes',
                input: ({ context }) => ({ vrId: context.vrId, panoramas: context.adding }),
                onDone: [
                  {
                    // The first scenes of a tour: the first of them is shown.
                    guard: ({ context, event }) => activeOf(context) === null && (event.output.scenes?.length ?? 0) > 0,
                    target: 'loadingScene',
                    actions: [assign(({ context, event }) => withScenes(context, event.output)), 'begin'],
                  },
                  { target: 'ready', actions: assign(({ context, event }) => withScenes(context, event.output)) },
                ],
                onError: { target: 'ready', actions: 'fail' },
              },
              exit: assign({ adding: [] }),
            },
          },
        },
      },
    },
    left: { type: 'final' },
  },
})
