import { describe, expect, test } from 'vitest'
import { type Action, causeOf } from '#machines/watch/action'
import { createEvaluator, REORDER_MS } from '#machines/watch/evaluator'
import type { BoundLeaf, Happening, Watch } from '#machines/watch/watch'

/** A watch over one item that is believed for 10 ms and raised at once; times in ms. */
const watchOf = (leaf: BoundLeaf, more: Partial<Watch> = {}): Watch => ({
  slots: [{ itemId: 7, lasts: 10 }],
  leaves: [leaf],
  ofWhen: 1,
  when: 0,
  clear: null,
  hold: 0,
  clearHold: 0,
  raisesUnknown: false,
  calendar: { is: () => true, turns: () => null },
  ...more,
})
const above = (limit: number, margin = 0): BoundLeaf => ({ kind: 'compare', slot: 0, is: 'above', limit, margin, than: 'none' })
const reading = (at: number, value: number | null, place = 0): Happening => ({ kind: 'reading', at, slot: 0, place, value })

const inShort = (actions: readonly Action[]): string[] =>
  actions.map((action) => {
    const name = causeOf(action) === 'noData' ? ' no data' : ''
    if (action.what === 'clear') return `clear${name} ${action.raisedAt} at ${action.at}`
    const { raisedAt, cleared } = action.episode
    return cleared === null ? `raise${name} ${raisedAt}` : `record${name} ${raisedAt} to ${cleared.at}`
  })

/** What is told of readings that come in time, up to `to`. */
function told(watch: Watch, readings: readonly Happening[], to: number): string[] {
  const evaluator = createEvaluator(watch, { startedAt: 0 })
  const until = (at: number): Action[] => {
    const actions: Action[] = []
    for (let wake = evaluator.wake(); wake !== null && wake <= at; wake = evaluator.wake()) actions.push(...evaluator.pass(wake))
    return actions
  }
  return inShort([...readings.flatMap((one) => [...until(one.at), ...evaluator.take([one], one.at)]), ...until(to)])
}

describe('a value and its limit', () => {
  test('what lies at the limit is not above it', () => {
    expect(told(watchOf(above(30)), [reading(5, 30), reading(8, 30.1)], 10)).toEqual(['raise 8'])
  })

  test('what trembles at the limit raises once, and is over when the value came back by the margin', () => {
    const trembles = [reading(1, 31), reading(2, 29.5), reading(3, 31), reading(4, 28.5), reading(5, 28), reading(6, 29.5)]
    expect(told(watchOf(above(30, 2)), trembles, 10)).toEqual(['raise 1', 'clear 1 at 5'])
  })

  test('what was so before a gap is so within the margin behind it', () => {
    expect(told(watchOf(above(30, 2)), [reading(1, 31), reading(20, 29)], 25)).toEqual(['raise 1'])
    expect(told(watchOf(above(30, 2)), [reading(1, null), reading(20, 29)], 25)).toEqual([])
  })

  test('a value that is too old, or missing, neither raises nor clears', () => {
    expect(told(watchOf(above(30)), [reading(1, 31)], 100)).toEqual(['raise 1'])
    expect(told(watchOf(above(30)), [reading(1, 31), reading(2, null)], 100)).toEqual(['raise 1'])
    expect(told(watchOf(above(30), { hold: 11 }), [reading(1, 31)], 100)).toEqual([])
    expect(told(watchOf(above(30), { hold: 10 }), [reading(1, 31)], 100)).toEqual(['raise 11'])
  })

  test('of readings of one moment the one with the greatest place counts', () => {
    const evaluator = createEvaluator(watchOf(above(30)), { startedAt: 0 })
    expect(evaluator.take([reading(1, 29, 2), reading(1, 31, 1)], 1)).toEqual([])
    expect(inShort(evaluator.take([reading(1, 32, 3)], 2))).toEqual(['raise 1'])
    expect(evaluator.take([reading(1, 20, 3)], 3)).toEqual([])
  })
})

describe('a hold', () => {
  test('is over when it was so all the time', () => {
    expect(told(watchOf(above(30), { hold: 5 }), [reading(1, 31), reading(5, 29), reading(6, 31)], 20)).toEqual(['raise 11'])
  })

  test('is not begun anew by a gap in what is known, and not over in one', () => {
    const gap = [reading(1, 31), reading(2, null), reading(9, 31)]
    expect(told(watchOf(above(30), { hold: 5 }), gap, 20)).toEqual(['raise 9'])
    expect(told(watchOf(above(30), { hold: 15 }), gap, 20)).toEqual(['raise 16'])
  })

  test('is asked of the end too', () => {
    const comesBack = [reading(1, 31), reading(3, 29), reading(5, 31), reading(7, 29)]
    expect(told(watchOf(above(30), { clearHold: 4 }), comesBack, 20)).toEqual(['raise 1', 'clear 1 at 11'])
  })
})

describe('not knowing', () => {
  test('is an episode of its own where people are told of it: from the beginning on, and from when the value is too old', () => {
    const strict = watchOf(above(30), { raisesUnknown: true, hold: 3 })
    expect(told(strict, [], 20)).toEqual(['raise no data 3'])
    expect(told(strict, [reading(1, 20)], 30)).toEqual(['raise no data 15'])
  })

  test('is over with the first value, whatever it says', () => {
    const watch = watchOf(above(30), { raisesUnknown: true })
    expect(told(watch, [reading(4, 20)], 10)).toEqual(['raise no data 0', 'clear no data 0 at 4'])
    expect(told(watch, [reading(4, 31)], 10)).toEqual(['raise no data 0', 'clear no data 0 at 4', 'raise 4'])
  })

  test('stands beside what it was known to be before, and neither ends the other', () => {
    const watch = watchOf(above(30), { raisesUnknown: true })
    expect(told(watch, [reading(0, 31), reading(20, 31), reading(22, 20)], 25)).toEqual([
      'raise no data 0',
      'clear no data 0 at 0',
      'raise 0',
      'raise no data 11',
      'clear no data 11 at 20',
      'clear 0 at 22',
    ])
  })

  test('begins a hold of its own, and leaves that of the condition as it was', () => {
    const watch = watchOf(above(30), { raisesUnknown: true, hold: 12 })
    // Known and so from 0, not known from 11 to before 20: the hold of the condition is over with the first value behind it.
    expect(told(watch, [reading(0, 31), reading(20, 31)], 25)).toEqual(['raise 20'])
  })

  test('what was told of it is over where its rule no longer tells it', () => {
    const first = createEvaluator(watchOf(above(30), { raisesUnknown: true }), { startedAt: 0 })
    first.take([reading(1, 31)], 1)
    expect(inShort(first.pass(12))).toEqual(['raise no data 12'])
    const { base, told: known } = first.kept()
    const second = createEvaluator(watchOf(above(30)), { base: { ...base, noData: null }, told: known })
    expect(inShort(second.take([reading(1, 31)], 13))).toEqual(['clear no data 12 at 13'])
    expect(second.activeSince()).toBe(1)
  })

  test('a condition of its own clears, and forbids', () => {
    const own = watchOf(above(30), { leaves: [above(30), { kind: 'offline' }], clear: 1 })
    const offline: Happening = { kind: 'presence', at: 3, presence: 'offline' }
    expect(told(own, [reading(1, 31), reading(2, 20), offline, reading(4, 31)], 10)).toEqual(['raise 1', 'clear 1 at 3'])
  })
})

describe('a rate', () => {
  const rising = watchOf({ kind: 'rate', slot: 0, is: 'rising', by: 5, ms: 10 })

  test('is the newest value less the lowest of the window, both ends included', () => {
    expect(told(rising, [reading(1, 20), reading(6, 18), reading(11, 23)], 11)).toEqual(['raise 11'])
    expect(told(rising, [reading(1, 20), reading(11, 25)], 30)).toEqual(['raise 11', 'clear 11 at 12'])
    expect(told(rising, [reading(1, 20), reading(12, 25)], 30)).toEqual([])
  })

  test('counts of one moment the reading that counts', () => {
    expect(told(rising, [reading(1, 20), reading(1, 10, -1), reading(5, 24)], 20)).toEqual([])
  })
})

test('a silence begins with the newest reading, or with the watch where nothing came', () => {
  const silent = watchOf({ kind: 'silent', slot: 0, ms: 20 })
  expect(told(silent, [], 100)).toEqual(['raise 20'])
  expect(told(silent, [reading(5, null)], 100)).toEqual(['raise 25'])
  expect(told(silent, [reading(5, 1), reading(30, 1)], 40)).toEqual(['raise 25', 'clear 25 at 30'])
})

describe('a circuit', () => {
  const said = (at: number, circuit: number, status: number): Happening => ({ kind: 'circuit', at, circuit, status })
  const present = (at: number, presence: 'online' | 'offline'): Happening => ({ kind: 'presence', at, presence })

  test('is known while its device is online', () => {
    const first = watchOf({ kind: 'circuit', circuit: 1, is: 'on' })
    expect(told(first, [said(1, 1, 1), present(2, 'online'), present(3, 'offline'), said(4, 1, 0), present(6, 'online')], 10)).toEqual([
      'raise 2',
      'clear 2 at 6',
    ])
  })

  test('any is on, and all are off', () => {
    const past = [present(1, 'online'), said(2, 1, 0), said(3, 2, 2), said(4, 2, 0)]
    expect(told(watchOf({ kind: 'circuit', circuit: null, is: 'on' }), past, 10)).toEqual(['raise 3', 'clear 3 at 4'])
    expect(told(watchOf({ kind: 'circuit', circuit: null, is: 'off' }), past, 10)).toEqual(['raise 2', 'clear 2 at 3', 'raise 4'])
  })
})

describe('what comes late', () => {
  test('clears what was told and never was', () => {
    const evaluator = createEvaluator(watchOf(above(30), { hold: 5 }), { startedAt: 0 })
    expect(inShort(evaluator.take([reading(1, 31)], 8))).toEqual(['raise 6'])
    expect(inShort(evaluator.take([reading(3, 20)], 9))).toEqual(['clear 6 at 9'])
    expect(evaluator.activeSince()).toBe(null)
  })

  test('clears it also where it came while the process was dead', () => {
    const watch = watchOf(above(30), { hold: 5 })
    const first = createEvaluator(watch, { startedAt: 0 })
    first.take([reading(1, 31)], 8)
    const second = createEvaluator(watch, first.kept())
    expect(inShort(second.take([reading(1, 31), reading(3, 20)], 20))).toEqual(['clear 6 at 20'])
  })

  test('records what is over, and leaves what goes on its name', () => {
    const evaluator = createEvaluator(watchOf(above(30)), { startedAt: 0 })
    expect(inShort(evaluator.take([reading(20, 31)], 20))).toEqual(['raise 20'])
    expect(inShort(evaluator.take([reading(3, 31), reading(5, 20)], 21))).toEqual(['record 3 to 5'])
    expect(evaluator.take([reading(18, 31)], 22)).toEqual([])
    expect(evaluator.activeSince()).toBe(20)
  })

  test('and parts what was told as one ends that with its first part', () => {
    const evaluator = createEvaluator(watchOf(above(30)), { startedAt: 0 })
    expect(inShort(evaluator.take([reading(5, 31)], 12))).toEqual(['raise 5'])
    expect(inShort(evaluator.take([reading(8, 20), reading(10, 31)], 13))).toEqual(['clear 5 at 8', 'raise 10'])
  })

  test('and shows that what was told as over goes on raises it anew, under another name', () => {
    const evaluator = createEvaluator(watchOf(above(30)), { startedAt: 0 })
    expect(inShort(evaluator.take([reading(5, 31), reading(9, 20)], 12))).toEqual(['record 5 to 9'])
    expect(inShort(evaluator.take([reading(9, 31, 1)], 13))).toEqual(['raise 10'])
    expect(inShort(evaluator.take([reading(14, 20)], 14))).toEqual(['clear 10 at 14'])
  })

  test('is late by ten minutes at most: no less is kept, though much happens', () => {
    const evaluator = createEvaluator(watchOf(above(30)), { startedAt: 0 })
    const minutes = Array.from({ length: 74 }, (_, minute) => reading((minute + 1) * 60_000, 20))
    for (const one of minutes.slice(0, -1)) evaluator.take([one], one.at)
    expect(evaluator.base).toBeLessThan(0)
    evaluator.take(minutes.slice(-1), minutes.at(-1)!.at)
    expect(evaluator.base).toBe(minutes.at(-1)!.at - REORDER_MS)
  })

  test('and is too old changes nothing', () => {
    const watch = watchOf(above(30), { slots: [{ itemId: 7, lasts: REORDER_MS }] })
    const evaluator = createEvaluator(watch, { startedAt: 0 })
    const minutes = Array.from({ length: 100 }, (_, minute) => reading((minute + 1) * 60_000, 20))
    const end = minutes.at(-1)!.at
    for (const one of minutes) evaluator.take([one], one.at)
    const { base } = evaluator
    expect(base).toBeGreaterThan(0)
    expect(base).toBeLessThanOrEqual(end - REORDER_MS)
    expect(evaluator.take([reading(base, 31, 1), reading(base - 1000, 31)], end)).toEqual([])
    expect(evaluator.take([reading(base - 500, null)], end)).toEqual([])
    expect(inShort(evaluator.take([reading(end - REORDER_MS + 1, 31)], end))).toEqual([
      `record ${end - REORDER_MS + 1} to ${end - REORDER_MS + 60_000}`,
    ])
  })

  test('is judged again within the last two thousand readings, and not before', () => {
    const evaluator = createEvaluator(watchOf(above(30)), { startedAt: 0 })
    const many = Array.from({ length: 3000 }, (_, at) => reading((at + 1) * 10, 20))
    for (const one of many) evaluator.take([one], one.at)
    expect(evaluator.base).toBe(10_000)
    expect(evaluator.take([reading(9_995, 31)], 30_000)).toEqual([])
    expect(inShort(evaluator.take([reading(10_005, 31)], 30_000))).toEqual(['record 10005 to 10010'])
  })
})

test('what happened at one moment is judged together, also where it is the oldest that is kept', () => {
  const evaluator = createEvaluator(watchOf(above(30)), { startedAt: 0 })
  for (let at = 10; at <= 10_000; at += 10) evaluator.take([reading(at, 31), reading(at, 20, 1)], at)
  expect(evaluator.base).toBeLessThan(0)
  evaluator.take([reading(10_010, 20)], 10_010)
  expect(evaluator.base).toBe(10)
  expect(evaluator.take([reading(10_005, 20)], 10_010)).toEqual([])
  expect(evaluator.kept().base.condition.phase).toBe('normal')
})

test('nothing is judged beyond the clock', () => {
  const evaluator = createEvaluator(watchOf(above(30)), { startedAt: 0 })
  expect(evaluator.take([reading(50, 31)], 10)).toEqual([])
  expect(evaluator.wake()).toBe(50)
  expect(evaluator.pass(49)).toEqual([])
  expect(inShort(evaluator.pass(50))).toEqual(['raise 50'])
})
