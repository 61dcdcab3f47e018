import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CAUSES } from '#contract/watch/condition'
import type { Action, Episode } from '#machines/watch/action'
import { createEvaluator, type Kept, REORDER_MS } from '#machines/watch/evaluator'
import type { Happening, Watch } from '#machines/watch/watch'
import { END, happeningsOf, watchOf } from './arbitraryWatch.ts'
import { byMoment, deliver, disorderOf, inTime, sleepUntil, toldBy } from './drive.ts'
import { slowEpisodes } from './slowModel.ts'

const RUNS = { numRuns: 300 }
const began = { startedAt: 0 }

/** Nothing happens by itself but at a multiple of the unit, or 1 ms after it: when something is no longer believed, or left its window. */
const momentsOf = (unit: number): number[] =>
  Array.from({ length: END + 1 }, (_, at) => at * unit).flatMap((at) => (unit === 1 || at === END * unit ? [at] : [at, at + 1]))

const trueEpisodes = (watch: Watch, happenings: readonly Happening[], unit: number): Episode[] =>
  slowEpisodes({ watch, ...began, happenings, moments: momentsOf(unit) })

const meet = (one: Episode, other: Episode): boolean =>
  one.cause === other.cause && one.raisedAt <= (other.cleared?.at ?? Infinity) && other.raisedAt <= (one.cleared?.at ?? Infinity)

describe.each([
  { name: 'within the ten minutes that are judged again', unit: 1, late: END },
  { name: 'over two hours, of which the last ten minutes are judged again', unit: 40_000, late: REORDER_MS / 40_000 - 1 },
])('$name', ({ unit, late }) => {
  const to = END * unit
  const past = [watchOf(unit), happeningsOf(unit)] as const

  test('what comes in time and in order leads to what is true', () => {
    fc.assert(
      fc.property(...past, (watch, happenings) => {
        const actions = inTime(createEvaluator(watch, began), happenings, to)
        expect(actions.filter(({ what }) => what === 'record')).toEqual([])
        expect(toldBy(actions)).toEqual(trueEpisodes(watch, happenings, unit))
      }),
      RUNS,
    )
  })

  test('what comes late, doubled and in any order is set right', () => {
    fc.assert(
      fc.property(...past, disorderOf(late), (watch, happenings, disorder) => {
        const evaluator = createEvaluator(watch, began)
        const told = toldBy(deliver(happenings, disorder, unit).flatMap(({ chunk, now }) => evaluator.take(chunk, now)))
        const truth = trueEpisodes(watch, happenings, unit)
        for (const of of CAUSES) {
          const goesOn = told.find((one) => one.cause === of && !one.cleared)
          const trulyGoesOn = truth.find((one) => one.cause === of && !one.cleared)
          expect(goesOn !== undefined).toBe(trulyGoesOn !== undefined)
          if (of === 'condition') expect(evaluator.activeSince()).toBe(goesOn?.raisedAt ?? null)
        }
        for (const one of truth) expect(told.some((other) => meet(one, other))).toBe(true)
      }),
      RUNS,
    )
  })

  test('what was kept goes on as if nothing had been killed', () => {
    fc.assert(
      fc.property(...past, disorderOf(late), fc.nat(40), fc.boolean(), (watch, happenings, disorder, dies, isMissed) => {
        const deliveries = deliver(happenings, disorder, unit)
        const dead = Math.min(dies, deliveries.length - 1)
        const first = createEvaluator(watch, began)
        for (const { chunk, now } of deliveries.slice(0, dead)) first.take(chunk, now)
        const second = createEvaluator(watch, JSON.parse(JSON.stringify(first.kept())) as Kept)
        const stored = deliveries.slice(0, dead).flatMap(({ chunk }) => chunk.filter((one) => one.at > second.base))
        if (isMissed) {
          const { chunk, now } = deliveries[dead]!
          expect(second.take([...stored, ...chunk], now)).toEqual(first.take(chunk, now))
        } else if (dead > 0) {
          expect(second.take(stored, deliveries[dead - 1]!.now)).toEqual([])
        }
        for (const { chunk, now } of deliveries.slice(isMissed ? dead + 1 : dead)) {
          expect(second.take(chunk, now)).toEqual(first.take(chunk, now))
          expect(second.activeSince()).toBe(first.activeSince())
          expect(second.wake()).toBe(first.wake())
        }
      }),
      RUNS,
    )
  })

  test('the same twice leads to the same, to the byte', () => {
    fc.assert(
      fc.property(...past, disorderOf(late), (watch, happenings, disorder) => {
        const once = () => {
          const evaluator = createEvaluator(watch, began)
          const actions = deliver(happenings, disorder, unit).flatMap(({ chunk, now }) => evaluator.take(chunk, now))
          return JSON.stringify([actions, evaluator.kept(), evaluator.wake()])
        }
        expect(once()).toBe(once())
      }),
      RUNS,
    )
  })

  test('passing more often changes nothing', () => {
    fc.assert(
      fc.property(...past, fc.array(fc.nat(to), { maxLength: 40 }), (watch, happenings, extra) => {
        const evaluator = createEvaluator(watch, began)
        const moments = [...extra].sort((one, other) => one - other)
        const actions: Action[] = []
        const passUntil = (at: number) => {
          while (moments.length > 0 && moments[0]! < at) {
            const moment = moments.shift()!
            actions.push(...sleepUntil(evaluator, moment), ...evaluator.pass(moment))
          }
        }
        for (const [at, many] of byMoment(happenings)) {
          passUntil(at)
          actions.push(...sleepUntil(evaluator, at - 1), ...evaluator.take(many, at))
        }
        passUntil(to)
        actions.push(...sleepUntil(evaluator, to), ...evaluator.pass(to))
        expect(actions).toEqual(inTime(createEvaluator(watch, began), happenings, to))
      }),
      RUNS,
    )
  })

  test('asks to be woken before anything follows', () => {
    fc.assert(
      fc.property(...past, (watch, happenings) => {
        const evaluator = createEvaluator(watch, began)
        const happened = new Map(byMoment(happenings))
        for (const at of momentsOf(unit)) {
          const wake = evaluator.wake()
          const actions = evaluator.pass(at)
          if (actions.length > 0) expect(wake ?? Infinity).toBeLessThanOrEqual(at)
          const many = happened.get(at)
          if (many) evaluator.take(many, at)
        }
      }),
      RUNS,
    )
  })
})

test('what comes at once, doubled and in any order, before anything was told of it, is the same alarms at the same times', () => {
  const orders = fc.array(fc.nat(), { minLength: 1, maxLength: 97 })
  fc.assert(
    fc.property(watchOf(1), happeningsOf(1), orders, (watch, happenings, order) => {
      const rank = (at: number) => order[at % order.length]! * (at + 1)
      const shuffled = [...happenings, ...happenings].map((one, at) => ({ one, rank: rank(at) })).toSorted((a, b) => a.rank - b.rank)
      const actions = createEvaluator(watch, began).take(
        shuffled.map(({ one }) => one),
        END,
      )
      expect(toldBy(actions)).toEqual(trueEpisodes(watch, happenings, 1))
    }),
    RUNS,
  )
})
