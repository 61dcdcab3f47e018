import { asyncScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { age, ageOf, nextAgeIn } from '#streams/devices/age'
import { marbles } from '../marbles.ts'

describe('the age class of a reading', () => {
  test('is live until one and a half periods, late until three, then lost', () => {
    expect(ageOf(1000, 10, 1000)).toBe('live')
    expect(ageOf(1000, 10, 1014)).toBe('live')
    expect(ageOf(1000, 10, 1015)).toBe('late')
    expect(ageOf(1000, 10, 1029)).toBe('late')
    expect(ageOf(1000, 10, 1030)).toBe('lost')
  })

  test('of a device whose clock runs ahead is live, of one that never reported lost', () => {
    expect(ageOf(2000, 10, 1000)).toBe('live')
    expect(ageOf(null, 10, 1000)).toBe('lost')
    expect(ageOf(undefined, 10, 1000)).toBe('lost')
  })

  test('says when it will change', () => {
    expect(nextAgeIn(1000, 10, 1000)).toBe(15)
    expect(nextAgeIn(1000, 10, 1020)).toBe(10)
    expect(nextAgeIn(1000, 10, 1030)).toBeNull()
    expect(nextAgeIn(null, 10, 1030)).toBeNull()
  })
})

describe('age', () => {
  test('passes from live to late to lost by itself', () => {
    marbles(({ cold, expectObservable }) => {
      const taken$ = cold('a', { a: { ts: 0 } })
      expectObservable(age(taken$, 10, asyncScheduler)).toBe('l 14ms t 14ms x', { l: 'live', t: 'late', x: 'lost' })
    })
  })

  test('a new reading makes it live again, and one that comes in time says nothing', () => {
    marbles(({ cold, expectObservable }) => {
      const taken$ = cold('a 9ms b 19ms c', { a: { ts: 0 }, b: { ts: 10 }, c: { ts: 30 } })
      expectObservable(age(taken$, 10, asyncScheduler), '42ms !').toBe('l 24ms t 4ms l', { l: 'live', t: 'late' })
    })
  })

  test('nothing known is lost, and an old reading begins where it stands', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(age(cold('a', { a: undefined }), 10, asyncScheduler)).toBe('x', { x: 'lost' })
      expectObservable(age(cold('a', { a: { ts: -20 } }), 10, asyncScheduler)).toBe('t 9ms x', { t: 'late', x: 'lost' })
      expectObservable(age(cold('a', { a: { ts: -100 } }), 10, asyncScheduler)).toBe('x', { x: 'lost' })
    })
  })
})
