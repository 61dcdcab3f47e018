import type { Readable } from '#src/createStore.ts'

const known = new Map<number, Readable<number>>()

/**
 * The time in ms UTC, told every `intervalMs` while the page is seen, and at once when it is shown again: one timer for all who ask for the
 * same pace, none while nobody asks.
 */
export function beat(intervalMs: number): Readable<number> {
  const one = known.get(intervalMs) ?? newBeat(intervalMs)
  known.set(intervalMs, one)
  return one
}

function newBeat(intervalMs: number): Readable<number> {
  const listeners = new Set<() => void>()
  let last = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    last = Date.now()
    for (const told of listeners) told()
  }
  const start = () => {
    if (document.visibilityState !== 'hidden') timer = setInterval(tick, intervalMs)
  }
  const look = () => {
    clearInterval(timer)
    start()
    if (document.visibilityState !== 'hidden') tick()
  }
  return {
    get() {
      // Nobody was told meanwhile: whoever asks first is not answered with the time of the last who went.
      if (listeners.size === 0 && Date.now() - last >= intervalMs) last = Date.now()
      return last
    },
    subscribe(told) {
      listeners.add(told)
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', look)
        start()
      }
      return () => {
        listeners.delete(told)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', look)
        clearInterval(timer)
      }
    },
  }
}
