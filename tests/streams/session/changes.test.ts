import { map, of, switchMap, throwError, timer } from 'rxjs'
import { describe, test } from 'vitest'
import type { Heard } from '#streams/heard'
import { type Change, CHANGES_PAUSE_MS, numbered, refreshes, type Stand } from '#streams/session/changes'
import { marbles } from '../marbles.ts'

const one: Change = { id: 1, areaId: 2 }
const two: Change = { id: 2, areaId: null }
const any: Change = { id: null, areaId: null }
const START = 7
const heard: Record<string, Heard<Change & Stand>> = {
  s: { kind: 'subscribed' },
  l: { kind: 'lost' },
  p: { kind: 'paused' },
  r: { kind: 'refused' },
  a: { kind: 'message', payload: { ...one, seq: 4, start: START } },
  b: { kind: 'message', payload: { ...two, seq: 5, start: START } },
}
const said = { a: one, b: two, '*': any }
/** The server's answers, one after another; the last one again from then on. */
const answers = (...stands: (Stand | null)[]) => {
  let at = 0
  return () => {
    const stand = stands[Math.min(at++, stands.length - 1)]
    return stand ? of(stand) : throwError(() => new Error('no answer'))
  }
}
const stand = (seq: number, start = START): Stand => ({ seq, start })

describe('changes', () => {
  test('are what is said; the first subscription has missed nothing', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(numbered(hot('s-a-b', heard), answers(stand(3)))).toBe('--a-b', said)
    })
  })

  test('after a lost connection or a hidden page in which nothing moved there are none', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(numbered(hot('s-a-l-s-p-s', heard), answers(stand(3), stand(4)))).toBe('--a', said)
      // Nothing was ever said of it.
      expectObservable(numbered(hot('s---l-s-p-s', heard), answers(stand(0)))).toBe('-', said)
    })
  })

  test('after one in which it moved anything may have changed, once', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(numbered(hot('s-a-l-s-p-s', heard), answers(stand(3), stand(6)))).toBe('--a---*', said)
      expectObservable(numbered(hot('s-l-s', heard), answers(stand(3), stand(4)))).toBe('----*', said)
    })
  })

  test('after a restart of the server anything may have changed, whatever it has counted to', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(numbered(hot('s-a-l-s-p-s', heard), answers(stand(3), stand(4, 8)))).toBe('--a---*', said)
    })
  })

  test('where the server does not say how it stands, anything may have changed', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(numbered(hot('s-a-l-s', heard), answers(stand(3), null))).toBe('--a---*', said)
      // Also at the first subscription: what was read before it may be older.
      expectObservable(numbered(hot('s---l-s', heard), answers(null, stand(0)))).toBe('*-----*', said)
    })
  })

  test('what is said while the server is asked is heard, and the older answer takes nothing back', () => {
    marbles(({ hot, expectObservable }) => {
      const stands = answers(stand(3), stand(4))
      const slowly = () => timer(3).pipe(switchMap(stands))
      expectObservable(numbered(hot('s-a-----l-s', heard), slowly)).toBe('--a', said)
      // The change was told before the answer was made: it is heard all the same, since the first list may be older.
      expectObservable(numbered(hot('s-a', heard), answers(stand(4)))).toBe('--a', said)
    })
  })

  test('an absence that ends before the server answered is no shorter for it', () => {
    marbles(({ hot, expectObservable }) => {
      const slowly = () => timer(3).pipe(map(() => stand(6)))
      expectObservable(numbered(hot('s---a-l-sl-s', heard), slowly)).toBe('----a---------*', said)
    })
  })

  test('a page that opened without a connection has missed what happened before it came', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(numbered(hot('l--s', heard), answers(stand(3)))).toBe('---*', said)
    })
  })

  test('a refusal says nothing', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(numbered(hot('r', heard), answers(stand(3)))).toBe('-', said)
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
