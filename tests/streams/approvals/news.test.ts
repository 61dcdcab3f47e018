import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { type ApprovalNews, approvalNews, type ApprovalWord, NEWS_PAUSE_MS, rereads } from '#streams/approvals/news'
import type { Heard } from '#streams/heard'
import { marbles } from '../marbles.ts'

const word = (given: Partial<ApprovalWord> = {}): ApprovalWord => ({
  at: 1,
  tenantId: 1,
  processId: 7,
  what: 'arrived',
  waiting: 1,
  ...given,
})

describe('the news of approvals', () => {
  const listen = () => {
    const heard$ = new Subject<Heard<ApprovalWord>>()
    const said: ApprovalNews[] = []
    approvalNews(heard$, 1).subscribe((news) => said.push(news))
    return { heard$, said }
  }
  test('are the words of the current tenant alone', () => {
    const { heard$, said } = listen()
    heard$.next({ kind: 'subscribed' })
    heard$.next({ kind: 'message', payload: word() })
    heard$.next({ kind: 'message', payload: word({ tenantId: 2 }) })
    expect(said).toEqual([word()])
  })
  test('say after a lost connection that anything may have happened, and not before', () => {
    const { heard$, said } = listen()
    heard$.next({ kind: 'subscribed' })
    expect(said).toEqual([])
    heard$.next({ kind: 'lost' })
    expect(said).toEqual([])
    heard$.next({ kind: 'subscribed' })
    expect(said).toEqual([{ what: 'missed' }])
  })
  test('say so after a hidden page and after a first try that failed, too', () => {
    const hidden = listen()
    for (const kind of ['subscribed', 'paused', 'subscribed'] as const) hidden.heard$.next({ kind })
    expect(hidden.said).toEqual([{ what: 'missed' }])
    const late = listen()
    for (const kind of ['lost', 'subscribed'] as const) late.heard$.next({ kind })
    expect(late.said).toEqual([{ what: 'missed' }])
  })
  test('in a flood read lists again at once and then at most once a pause', () => {
    marbles(({ cold, expectObservable }) => {
      const flood$ = cold('a 9ms b 9ms c 9ms d', { a: word(), b: word(), c: word(), d: word() })
      expectObservable(rereads(flood$)).toBe('a 299ms b', { a: undefined, b: undefined })
      expect(NEWS_PAUSE_MS).toBe(300)
    })
  })
})
