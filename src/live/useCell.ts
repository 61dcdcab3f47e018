import { useCallback, useSyncExternalStore } from 'react'
import type { LiveTable } from '#streams/live'

/** One cell of a live table: rendered again when it changes, at most once an animation frame. */
export function useCell<Value>(table: LiveTable<Value> | null | undefined, key: number | null | undefined): Value | undefined {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (!table || key == null) return () => undefined
      const subscription = table.watch(key).subscribe(changed)
      return () => subscription.unsubscribe()
    },
    [table, key],
  )
  return useSyncExternalStore(subscribe, () => (key == null ? undefined : table?.get(key)))
}
