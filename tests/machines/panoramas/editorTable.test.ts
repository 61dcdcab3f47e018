import { expect, test } from 'vitest'
import { type AnyMachineSnapshot, getInitialSnapshot, type SnapshotFrom, transition } from 'xstate'
import { editorMachine } from '#machines/panoramas/editor'
import type { EditorEvent } from '#machines/panoramas/editorEvents'
import { leavesOf, reachedBy, rowOf } from '../stateTable.ts'
import { tour, two } from './anEditor.ts'

/** One of each thing that a person does in the editor. */
const acts = {
  retry: { type: 'retry' },
  'to basic': { type: 'tab.choose', tab: 'basic' },
  'to view': { type: 'tab.choose', tab: 'view' },
  'to hotspot': { type: 'tab.choose', tab: 'hotspot' },
  'tour.type': { type: 'tour.type', facts: { vrName: 'West' } },
  'scene.type': { type: 'scene.type', facts: { scenesName: 'New' } },
  'view.set': { type: 'view.set', key: 'fov', value: 80 },
  'view.look': { type: 'view.look', look: { vlookat: 1, hlookat: 2, fov: 80 } },
  'hotspot.add': { type: 'hotspot.add', at: { atv: 1, ath: 2 } },
  'hotspot.open': { type: 'hotspot.open', name: 'hs-1' },
  'hotspot.type': { type: 'hotspot.type', draft: { words: 'x' } },
  'hotspot.move': { type: 'hotspot.move', name: 'hs-1', atv: 3, ath: 4 },
  'hotspot.confirm': { type: 'hotspot.confirm' },
  'hotspot.cancel': { type: 'hotspot.cancel' },
  'hotspot.remove': { type: 'hotspot.remove', name: 'hs-1' },
  'this scene': { type: 'scene.choose', scenesId: 1 },
  'another scene': { type: 'scene.choose', scenesId: 2 },
  'no scene': { type: 'scene.choose', scenesId: 99 },
  'scene.remove': { type: 'scene.remove', scenesId: 2 },
  'removal.confirm': { type: 'removal.confirm' },
  'removal.cancel': { type: 'removal.cancel' },
  'scenes.add': { type: 'scenes.add', panoramas: [{ panoramaId: 9, scenesName: 'nine' }] },
  'add none': { type: 'scenes.add', panoramas: [] },
  save: { type: 'save' },
  'conflict.mine': { type: 'conflict.mine' },
  'conflict.theirs': { type: 'conflict.theirs' },
  'conflict.later': { type: 'conflict.later' },
  'ask.save': { type: 'ask.save' },
  'ask.drop': { type: 'ask.drop' },
  'ask.stay': { type: 'ask.stay' },
  undo: { type: 'edit.undo' },
  redo: { type: 'edit.redo' },
  leave: { type: 'leave' },
} as const satisfies Record<string, EditorEvent>

const said = (how: 'done' | 'error', at: string, what: object) => ({
  type: `xstate.${how}.actor.0.editor.${at}`,
  actorId: `0.editor.${at}`,
  ...what,
})
const done = (at: string, output: object) => said('done', at, { output })
const broke = (at: string) => said('error', at, { error: new Error('broke') })
const after = (delay: string, at: string) => ({ type: `xstate.after.${delay}.editor.open.doing.${at}` })
const loaded = { failed: false, tour, scenes: two }
const notLoaded = { failed: true, code: 'error.unavailable', message: null }
const saved = { tour: null, scene: null, scenes: null, failure: null }
const scenes = { scenes: null, failure: null }
/** One of each answer of the server, and of each delay that passes. */
const answers = {
  read: done('opening', loaded),
  'not read': done('opening', notLoaded),
  'reading broke': broke('opening'),
  saved: done('open.doing.saving', saved),
  'not saved': done('open.doing.saving', { ...saved, failure: { code: 'error.unavailable', message: null } }),
  stale: done('open.doing.saving', { ...saved, failure: { code: 'error.version.stale', message: null } }),
  'saving broke': broke('open.doing.saving'),
  'theirs read': done('open.doing.conflict.reading', loaded),
  'theirs not read': done('open.doing.conflict.reading', notLoaded),
  'theirs broke': broke('open.doing.conflict.reading'),
  added: done('open.doing.adding', scenes),
  'adding broke': broke('open.doing.adding'),
  removed: done('open.doing.removing', scenes),
  'removing broke': broke('open.doing.removing'),
  'scene there': after('sceneLoading', 'loadingScene'),
  'save due': after('saveDebounce', 'savingSoon'),
  'removal due': after('removeDelay', 'removingSoon'),
  'adding due': after('addDebounce', 'addingSoon'),
}
const events = { ...acts, ...answers }
type Name = keyof typeof events
type Row = Partial<Record<Name, string>>
type Place = SnapshotFrom<typeof editorMachine>

const next = (from: Place, event: Name): Place => transition(editorMachine, from, events[event] as EditorEvent)[0]
const start = getInitialSnapshot(editorMachine, { vrId: 3 })
const opened = next(start, 'read')
const at = (panel: unknown, doing: unknown, given: Partial<Place['context']> = {}): Place =>
  editorMachine.resolveState({ value: { open: { panel, doing } } as never, context: { ...opened.context, ...given } })

const row = (from: AnyMachineSnapshot) => rowOf(editorMachine, from, events)
const all = <Key extends Name>(to: string, names: readonly Key[]) => Object.fromEntries(names.map((name) => [name, to])) as Row
/** What is worked on is worked on whatever is under way. */
const WORK = ['tour.type', 'scene.type', 'view.set', 'view.look', 'hotspot.move'] as const
const both = (panel: string, doing: string) => `open.panel.${panel} + doing.${doing}`

test.each<[string, Row]>([
  ['opening', { read: both('basic', 'loadingScene'), 'not read': 'failed', 'reading broke': 'failed' }],
  ['failed', { retry: 'opening' }],
])('%s: what is not in its row is refused', (value, expected) => {
  expect(row(editorMachine.resolveState({ value: value as never, context: start.context }))).toEqual(expected)
})

const acting = {
  'hotspot.remove': 'askingRemoval',
  'scene.remove': 'askingRemoval',
  'scenes.add': 'addingSoon',
  save: 'savingSoon',
} as const
const removing = { what: 'hotspot', name: 'hs-1' } as const
const removingScene = { what: 'scene', scenesId: 2 } as const
/** Of each thing that is done: where it leads what is done to. On the Basic tab, nothing unsaved. */
const doings: Record<string, readonly [doing: unknown, row: Row, given?: Partial<Place['context']>]> = {
  'a scene comes': ['loadingScene', { ...acting, leave: 'left', 'scene there': 'ready' }],
  ready: ['ready', { ...acting, 'another scene': 'loadingScene', leave: 'left' }],
  'a save is due': ['savingSoon', { save: 'savingSoon', leave: 'left', 'save due': 'ready' }],
  'it saves': ['saving', { leave: 'saving', saved: 'ready', 'not saved': 'ready', stale: 'conflict.reading', 'saving broke': 'ready' }],
  'theirs is read': [
    { conflict: 'reading' },
    { 'theirs read': 'conflict.asking', 'theirs not read': 'conflict.unread', 'theirs broke': 'conflict.unread' },
  ],
  'theirs could not be read': [{ conflict: 'unread' }, { retry: 'conflict.reading', 'conflict.later': 'ready' }],
  'whose counts is asked': [{ conflict: 'asking' }, { 'conflict.mine': 'saving', 'conflict.theirs': 'ready', 'conflict.later': 'ready' }],
  'another scene is asked about': ['askingSwitch', { 'ask.save': 'saving', 'ask.drop': 'loadingScene', 'ask.stay': 'ready' }],
  'leaving is asked about': ['askingLeave', { 'ask.save': 'saving', 'ask.drop': 'left', 'ask.stay': 'ready' }],
  'a removal is asked about': ['askingRemoval', { 'removal.confirm': 'removingSoon', 'removal.cancel': 'ready' }, { removing }],
  'a hotspot goes': ['removingSoon', { 'removal due': 'ready' }, { removing }],
  'a scene goes': ['removingSoon', { 'removal due': 'removing' }, { removing: removingScene }],
  'a scene is removed': ['removing', { removed: 'ready', 'removing broke': 'ready' }, { removing: removingScene }],
  'scenes are due': ['addingSoon', { 'scenes.add': 'addingSoon', 'adding due': 'adding' }],
  'scenes are added': ['adding', { added: 'ready', 'adding broke': 'ready' }],
}
test.each(Object.entries(doings))('while %s: what is not in its row is refused', (_, [doing, expected, given]) => {
  const here = (typeof doing === 'string' ? doing : Object.entries(doing as object)[0]!.join('.')) as string
  expect(row(at('basic', doing, given))).toEqual({
    ...all(both('basic', here), WORK),
    'to view': both('view', here),
    'to hotspot': both('hotspot.list', here),
    ...Object.fromEntries(Object.entries(expected).map(([name, to]) => [name, to === 'left' ? to : both('basic', to)])),
  })
})

const ofReady = (panel: string): Row => ({
  ...all(both(panel, 'ready'), WORK),
  ...Object.fromEntries(Object.entries(acting).map(([name, to]) => [name, both(panel, to)])),
  'another scene': both(panel, 'loadingScene'),
  leave: 'left',
})
test.each<[string, unknown, Row]>([
  ['view', 'view', { 'to basic': both('basic', 'ready'), 'to hotspot': both('hotspot.list', 'ready') }],
  [
    'hotspot.list',
    { hotspot: 'list' },
    {
      'to basic': both('basic', 'ready'),
      'to view': both('view', 'ready'),
      ...all(both('hotspot.editing', 'ready'), ['hotspot.add', 'hotspot.open']),
    },
  ],
])('on the tab %s: what is not in its row is refused', (name, panel, expected) => {
  expect(row(at(panel, 'ready'))).toEqual({ ...ofReady(name), ...expected })
})

test('a hotspot that is edited: what is barred is said, the rest refused', () => {
  const editing = next(at({ hotspot: 'list' }, 'ready'), 'hotspot.open')
  const here = both('hotspot.editing', 'ready')
  const barred = ['to basic', 'to view', 'to hotspot', 'hotspot.remove', 'another scene', 'no scene', 'scene.remove', 'save'] as const
  expect(row(editing)).toEqual({
    ...all(here, [...WORK, ...barred, 'hotspot.type']),
    ...all(both('hotspot.list', 'ready'), ['hotspot.confirm', 'hotspot.cancel', 'undo']),
    'scenes.add': both('hotspot.editing', 'addingSoon'),
    // It was only opened.
    leave: 'left',
  })
  expect(row(next(editing, 'hotspot.type'))).toMatchObject({ leave: both('hotspot.editing', 'askingLeave') })
  for (const name of barred) expect(next(editing, name).context).toEqual(editing.context)
})

test('something unsaved: another scene and leaving ask, and undo and redo have their ways', () => {
  const unsaved = next(at('basic', 'ready'), 'tour.type')
  // Typed once more, it says the same.
  const { 'tour.type': _, ...known } = ofReady('basic')
  expect(row(unsaved)).toEqual({
    ...known,
    'to view': both('view', 'ready'),
    'to hotspot': both('hotspot.list', 'ready'),
    'another scene': both('basic', 'askingSwitch'),
    leave: both('basic', 'askingLeave'),
    undo: both('basic', 'ready'),
  })
  expect(row(next(unsaved, 'undo'))).toMatchObject({ redo: both('basic', 'ready'), leave: 'left' })
  const due = next(unsaved, 'save')
  expect(row(due)).toMatchObject({ leave: both('basic', 'savingSoon'), 'save due': both('basic', 'saving') })
  // Who left while it saved is gone once it is saved, and stays where it could not be.
  const leaving = next(next(due, 'save due'), 'leave')
  const answered = done('open.doing.saving', { ...saved, tour: { ...unsaved.context.tour!, vrName: 'West' } })
  expect(transition(editorMachine, leaving, answered as never)[0].value).toBe('left')
  expect(next(leaving, 'not saved').matches({ open: { doing: 'ready' } })).toBe(true)
})

test('every state is reached; `saved` is passed through', () => {
  const reached = reachedBy(editorMachine, start, Object.values(events), ({ context }: AnyMachineSnapshot) => {
    const { history, then, removing: goes, theirs, tour: read } = context as Place['context']
    return [history.now.draft !== null, history.now.tour.vrName, then?.type, goes?.what, theirs !== null, read !== null].join(' ')
  })
  const leaves = leavesOf(editorMachine).filter((leaf) => leaf !== 'open.doing.saved')
  expect([...reached].toSorted()).toEqual(leaves.toSorted())
})
