import { asyncScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { Presence } from '#contract/devices/device'
import { foldPresence, type LivePresence, presence, readPresenceFrame } from '#streams/devices/presence'
import { marbles } from '../marbles.ts'

describe('folding presence', () => {
  const held: LivePresence = { presence: 'online', heardAt: 100 }

  test('newest heard wins, older is ignored, the same redraws nothing', () => {
    expect(foldPresence(held, [1, 110, 'online'], true)).toEqual({ presence: 'online', heardAt: 110 })
    expect(foldPresence(held, [1, 90, 'offline'], true)).toBe(held)
    expect(foldPresence(held, [1, 100, 'online'], true)).toBe(held)
  })

  test('a device that fell silent was heard no later than before: the later word of a tie counts', () => {
    expect(foldPresence(held, [1, 100, 'offline'], true)).toEqual({ presence: 'offline', heardAt: 100 })
    expect(foldPresence(held, [1, 100, 'offline'], false)).toBe(held)
  })

  test('a frame that is none is refused', () => {
    expect(readPresenceFrame({ at: 1, seq: 1, start: 1, v: [[1, 2, 'online']] })).not.toBeNull()
    expect(readPresenceFrame({ at: 1, seq: 1, start: 1, v: [[1, 2, 'away']] })).toBeNull()
    expect(readPresenceFrame('nonsense')).toBeNull()
  })
})

describe('presence between two words of the server', () => {
  const values: Record<string, LivePresence | undefined> = {
    a: { presence: 'online', heardAt: 0 },
    b: { presence: 'online', heardAt: 10 },
    f: { presence: 'offline', heardAt: 10 },
    o: { presence: 'online', heardAt: -100 },
    u: undefined,
  }
  const said: Record<string, Presence> = { n: 'online', f: 'offline', u: 'unknown' }

  test('is online until its silence, then unknown', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(presence(cold('a 9ms b', values), 15, asyncScheduler)).toBe('n 24ms u', said)
    })
  })

  test('is what the server says when it says so', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(presence(cold('u-a 7ms f', values), 15, asyncScheduler)).toBe('u-n 7ms f', said)
    })
  })

  test('an old online is no online', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(presence(cold('o', values), 15, asyncScheduler)).toBe('u', said)
    })
  })
})
