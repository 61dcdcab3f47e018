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
    expect(said).toEqual([{ what: 'missed' }, word()])
  })
  test('say with each subscription, the first one too, that anything may have happened before it', () => {
    const { heard$, said } = listen()
    const missed = { what: 'missed' }
    const after = (kind: 'subscribed' | 'lost' | 'paused' | 'refused') => {
      heard$.next({ kind })
      return said.length
    }
    expect(after('lost')).toBe(0)
    expect(after('subscribed')).toBe(1)
    expect(after('lost')).toBe(1)
    expect(after('subscribed')).toBe(2)
    expect(after('paused')).toBe(2)
    expect(after('subscribed')).toBe(3)
    expect(after('refused')).toBe(3)
    expect(said).toEqual([missed, missed, missed])
  })
  test('in a flood read lists again at once and then at most once a pause', () => {
    marbles(({ cold, expectObservable }) => {
      const flood$ = cold('a 9ms b 9ms c 9ms d', { a: word(), b: word(), c: word(), d: word() })
      expectObservable(rereads(flood$)).toBe('a 299ms b', { a: undefined, b: undefined })
      expect(NEWS_PAUSE_MS).toBe(300)
    })
  })
})
