import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { pushRests } from './counters.ts'

/** While devices say as much as can be stored, sending rests so many times as long as it works: it then takes about a thirtieth. */
const PRESSED = 30
/** While the server's thread is as good as always busy, with whatever: a quarter. */
const BUSY = 3
const BUSY_SHARE = 0.85
const JUDGED_EVERY_MS = 100
const LONGEST_MS = 5000

export interface Pace {
  /** Pays for so many milliseconds of work: resolves when the next may begin. All who are given one pace pay into it together. */
  pay(workedMs: number): Promise<void>
}

function sharesOfThread(): () => number {
  let used = performance.eventLoopUtilization()
  return () => {
    const before = used
    used = performance.eventLoopUtilization()
    return performance.eventLoopUtilization(used, before).utilization
  }
}

/** How sending gives way, so that it never slows what devices say: what is sent later is late, what is stored later is lost to whoever watches. */
export function createPace(given: {
  isPressed: () => boolean
  signal: AbortSignal
  now?: () => number
  /** The share of the time since it was asked last in which the thread was busy. */
  busyShare?: () => number
  rest?: (ms: number) => Promise<unknown>
}): Pace {
  const { isPressed, signal, now = () => performance.now(), busyShare = sharesOfThread() } = given
  const { rest = (ms: number) => setTimeout(ms, undefined, { signal }).catch(() => undefined) } = given
  let times = 0
  let judgedAt = -Infinity
  let freeAt = 0

  function judge(at: number): void {
    if (at - judgedAt < JUDGED_EVERY_MS) return
    judgedAt = at
    const isBusy = busyShare() > BUSY_SHARE
    const goal = isPressed() ? PRESSED : isBusy ? BUSY : 0
    // Gives way at once, and comes back by halves.
    times = Math.max(goal, times < 1 ? 0 : times / 2)
    pushRests.set(times)
  }

  return {
    async pay(workedMs) {
      const at = now()
      judge(at)
      freeAt = Math.max(freeAt, at) + Math.min(LONGEST_MS, workedMs * times)
      if (freeAt > at) await rest(freeAt - at)
      else await new Promise(setImmediate)
    },
  }
}
