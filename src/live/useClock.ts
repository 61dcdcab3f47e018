import { useCallback, useSyncExternalStore } from 'react'
import { beat } from './clock.ts'

/** The time in ms UTC, told every `intervalMs` while the page is seen; one timer for all who ask for the same. */
export function useClock(intervalMs: number): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = beat(intervalMs).beats$.subscribe(changed)
      return () => subscription.unsubscribe()
    },
    [intervalMs],
  )
  return useSyncExternalStore(subscribe, () => beat(intervalMs).now())
}
