import { of, throwError } from 'rxjs'
import { describe, expect, test } from 'vitest'
import type { Heard } from '#streams/heard'
import { unread, unreadTotal, type UnreadWord } from '#streams/notices/unread'
import { marbles } from '../marbles.ts'

const word = (announce: number, tenantId = 1): Heard<UnreadWord> => ({
  kind: 'message',
  payload: { at: 1, tenantId, counts: { announce, notify: 0 } },
})
const heard: Record<string, Heard<UnreadWord>> = {
  s: { kind: 'subscribed' },
  l: { kind: 'lost' },
  p: { kind: 'paused' },
  a: word(1),
  b: word(2),
  x: word(9, 2),
}
const counts = {
  0: { announce: 0, notify: 0 },
  1: { announce: 1, notify: 0 },
  2: { announce: 2, notify: 0 },
  7: { announce: 7, notify: 0 },
}

describe('unread counts', () => {
  test('are the snapshot, then every word of this tenant', () => {
    marbles(({ cold, hot, expectObservable }) => {
      const heard$ = hot('s----a-x-b-b', heard)
      const snapshot = () => cold('--7|', counts)
      expectObservable(unread(heard$, 1, snapshot)).toBe('--7--1---2', counts)
    })
  })

  test('a word that comes while the snapshot is read is newer than it', () => {
    marbles(({ cold, hot, expectObservable }) => {
      const heard$ = hot('s-a---', heard)
      expectObservable(unread(heard$, 1, () => cold('----7|', counts))).toBe('--1---', counts)
    })
  })

  test('the snapshot is read again after a reconnect and not while the page is hidden', () => {
    let reads = 0
    marbles(({ hot, expectObservable, flush }) => {
      const heard$ = hot('s---p---s', heard)
      const snapshot = () => of(counts[reads++ === 0 ? 7 : 1])
      expectObservable(unread(heard$, 1, snapshot)).toBe('7-------1', counts)
      flush()
    })
    expect(reads).toBe(2)
  })

  test('a snapshot that fails is tried again', () => {
    let reads = 0
    marbles(({ hot, expectObservable }) => {
      const snapshot = () => (reads++ === 0 ? throwError(() => new Error('no')) : of(counts[7]))
      expectObservable(unread(hot('s', heard), 1, snapshot)).toBe('1s 7', counts)
    })
  })

  test('where the live way is closed the snapshot still shows', () => {
    marbles(({ hot, expectObservable }) => {
      expectObservable(unread(hot('l', heard), 1, () => of(counts[7]))).toBe('7', counts)
    })
  })

  test('the badge shows their sum', () => {
    expect(unreadTotal({ announce: 2, notify: 3 })).toBe(5)
  })
})
