import { expect, test } from 'vitest'
import { getInitialSnapshot } from 'xstate'
import { ptzMachine } from '#machines/cameras/ptz'
import { leavesOf, reachedBy, rowOf } from '../stateTable.ts'

const answered = (direction: 'left' | 'stop', outcome: 'done' | 'failed' | 'refused', hold = 'a') => ({
  type: 'answered',
  word: { direction, hold },
  outcome,
  message: null,
})
const events = {
  press: { type: 'press', direction: 'left', hold: 'a' },
  turn: { type: 'press', direction: 'up', hold: 'b' },
  letGo: { type: 'letGo' },
  bar: { type: 'bar' },
  unbar: { type: 'unbar' },
  moved: answered('left', 'done'),
  notMoved: answered('left', 'refused'),
  stopHeard: answered('stop', 'done'),
  stopRefused: answered('stop', 'refused'),
  stopUnheard: answered('stop', 'failed'),
  ofAnotherPress: answered('left', 'refused', 'z'),
  keepAlive: { type: 'xstate.after.keepAlive.ptz.moving' },
  again: { type: 'xstate.after.again.ptz.stopping.unheard' },
}
type Row = Partial<Record<keyof typeof events, string>>

const held = { word: { direction: 'left', hold: 'a' }, open: 0, vain: 0, barred: false } as const
const late = { moved: 'stopping.said', notMoved: 'stopping.said' }
const anew = { press: 'moving', turn: 'moving' }
const places: Record<string, [value: 'idle' | 'moving' | 'barred' | { stopping: 'said' | 'unheard' }, given: object, row: Row]> = {
  idle: ['idle', {}, { ...anew, bar: 'barred' }],
  'moving, its word unanswered': [
    'moving',
    { open: 1 },
    { turn: 'moving', letGo: 'stopping.said', bar: 'stopping.said', moved: 'moving', notMoved: 'stopping.said', keepAlive: 'moving' },
  ],
  'stopping, all answered': [
    { stopping: 'said' },
    {},
    { ...anew, ...late, bar: 'stopping.said', stopHeard: 'idle', stopRefused: 'idle', stopUnheard: 'stopping.unheard' },
  ],
  'stopping, a word of it unanswered': [
    { stopping: 'said' },
    { open: 1 },
    { ...anew, ...late, bar: 'stopping.said', stopUnheard: 'stopping.unheard' },
  ],
  'stopping, barred': [
    { stopping: 'said' },
    { barred: true },
    { ...late, unbar: 'stopping.said', stopHeard: 'barred', stopRefused: 'barred', stopUnheard: 'stopping.unheard' },
  ],
  'stopping, unheard': [{ stopping: 'unheard' }, { vain: 1 }, { ...anew, ...late, bar: 'stopping.unheard', again: 'stopping.said' }],
  barred: ['barred', { barred: true }, { unbar: 'idle' }],
}

test.each(Object.entries(places))('%s: what is not in its row is refused', (_, [value, given, row]) => {
  expect(rowOf(ptzMachine, ptzMachine.resolveState({ value, context: { ...held, ...given } }), events)).toEqual(row)
})

test('every state is reached', () => {
  const reached = reachedBy(ptzMachine, getInitialSnapshot(ptzMachine), Object.values(events), ({ context }) => {
    const { open, vain, barred, word } = context as typeof held
    return `${Math.min(open, 2)} ${vain} ${barred} ${word?.hold}`
  })
  expect([...reached].toSorted()).toEqual(leavesOf(ptzMachine).toSorted())
})
