import { useMemo, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'

/** The newest value of a stream, `first` before it spoke; null is a stream that says nothing. */
export function useStream<T>(stream$: Observable<T> | null, first: T): T {
  const store = useMemo(() => {
    let value = first
    return {
      subscribe: (changed: () => void) => {
        const subscription = stream$?.subscribe((next) => {
          if (Object.is(next, value)) return
          value = next
          changed()
        })
        return () => subscription?.unsubscribe()
      },
      get: () => value,
    }
    // What stands before the first word is asked for once per stream.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stream$])
  return useSyncExternalStore(store.subscribe, store.get)
}
