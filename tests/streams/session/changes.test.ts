import { describe, test } from 'vitest'
import type { Heard } from '#streams/heard'
import { type Change, changes, CHANGES_PAUSE_MS, refreshes } from '#streams/session/changes'
import { marbles } from '../marbles.ts'

const one: Change = { id: 1, areaId: 2 }
const two: Change = { id: 2, areaId: null }
const any: Change = { id: null, areaId: null }
const heard: Record<string, Heard<Change>> = {
  s: { kind: 'subscribed' },
  l: { kind: 'lost' },
  p: { kind: 'paused' },
  r: { kind: 'refused' },
  a: { kind: 'message', payload: one },
  b: { kind: 'message', payload: two },
}
const said = { a: one, b: two, '*': any }

describe('changes', () => {
  test('are what is said; the first subscription has missed nothing', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(changes(hot('s-a-b', heard))).toBe('--a-b', said)
    })
  })

  test('after a lost connection or a hidden page anything may have changed', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(changes(hot('s-a-l-s-p-s', heard))).toBe('--a---*---*', said)
    })
  })

  test('a page that opened without a connection has missed what happened before it came', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(changes(hot('l--s', heard))).toBe('---*', said)
    })
  })

  test('a refusal says nothing', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(changes(hot('r', heard))).toBe('-', said)
    })
  })
})

describe('refreshes', () => {
  test('come at once, then at most once in a while, the last change included', () => {
    marbles(({ hot, expectObservable }) => {
      const pause = CHANGES_PAUSE_MS
      expectObservable(refreshes(hot('a-ab', said))).toBe(`x ${pause - 1}ms x`, { x: undefined })
      expectObservable(refreshes(hot(`a ${2 * pause}ms b`, said))).toBe(`x ${2 * pause}ms x`, { x: undefined })
    })
  })
})
