import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder, takeAll } from '#machines/watch/fold'
import { judge } from '#machines/watch/judge'
import { beginning } from '#machines/watch/state'
import { draw, saidAt, type Timeline } from '#machines/watch/timeline'
import { END, happeningsOf, watchOf } from './arbitraryWatch.ts'

const unit = 1000

test('a timeline says at each moment what somebody who looked then would have seen, however it is cut', () => {
  fc.assert(
    fc.property(
      watchOf(unit),
      happeningsOf(unit),
      fc.nat(END * unit),
      fc.array(fc.nat(END * unit), { maxLength: 30 }),
      (watch, given, cut, moments) => {
        const happened = given.toSorted(inOrder)
        const state = beginning(watch, 0)
        const line: Timeline = []
        draw(
          watch,
          state,
          happened.filter(({ at }) => at <= cut),
          cut,
          line,
        )
        draw(
          watch,
          state,
          happened.filter(({ at }) => at > cut),
          END * unit,
          line,
        )
        for (const at of moments) {
          const then = beginning(watch, 0)
          takeAll(
            watch,
            then,
            happened.filter((one) => one.at <= at),
          )
          expect(saidAt(line, at)).toBe(judge(watch, then, at).when)
        }
      },
    ),
    { numRuns: 1000 },
  )
})
