import { type RunHelpers, TestScheduler } from 'rxjs/testing'
import { expect } from 'vitest'
import type { FramePacer } from '#streams/frames'

/** Runs a marble test: one frame is 1 ms of virtual time. */
export function marbles(work: (helpers: RunHelpers) => void): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(work)
}

/** Frames by hand: nothing is painted before `paint`. */
export function framesInHand(): FramePacer & { paint(): void; readonly asked: number } {
  let waiting: (() => void) | null = null
  let asked = 0
  return {
    request(flush) {
      asked++
      waiting = flush
      return () => {
        if (waiting === flush) waiting = null
      }
    },
    paint() {
      const flush = waiting
      waiting = null
      flush?.()
    },
    get asked() {
      return asked
    },
  }
}

/** Paints at once. */
export const instantFrames: FramePacer = {
  request(flush) {
    flush()
    return () => undefined
  },
}
