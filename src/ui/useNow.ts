import { useCallback, useSyncExternalStore } from 'react'

interface Beat {
  now: number
  readonly listeners: Set<() => void>
  stop: (() => void) | null
}
const beats = new Map<number, Beat>()

function beatOf(intervalMs: number): Beat {
  const known = beats.get(intervalMs)
  if (known != null) return known
  const beat: Beat = { now: Date.now(), listeners: new Set(), stop: null }
  beats.set(intervalMs, beat)
  return beat
}

function start(beat: Beat, intervalMs: number): () => void {
  const tick = () => {
    // A hidden page is not looked at; it is told the time as soon as it is shown.
    if (document.hidden) return
    beat.now = Date.now()
    for (const one of beat.listeners) one()
  }
  beat.now = Date.now()
  const timer = setInterval(tick, intervalMs)
  document.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

function listen(intervalMs: number, listener: () => void): () => void {
  const beat = beatOf(intervalMs)
  beat.listeners.add(listener)
  beat.stop ??= start(beat, intervalMs)
  return () => {
    beat.listeners.delete(listener)
    if (beat.listeners.size > 0) return
    beat.stop?.()
    beat.stop = null
  }
}

/** The time in ms UTC, told every `intervalMs`: one timer for all who ask for the same pace, none while nobody asks. */
export function useNow(intervalMs: number): number {
  const subscribe = useCallback((listener: () => void) => listen(intervalMs, listener), [intervalMs])
  return useSyncExternalStore(subscribe, () => beatOf(intervalMs).now)
}
