import { useSyncExternalStore } from 'react'

/** What can be read now, and tells when to read it again. */
export interface Readable<Value> {
  readonly get: () => Value
  /** Answers how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}
export interface Store<Value> extends Readable<Value> {
  /** Another value, told to whoever listens; the same one is no news. */
  readonly set: (value: Value) => void
}

/** One value of the page that lives outside of its components. */
export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      // Whoever comes or goes while it is told does so for the next time.
      const told = [...listeners]
      for (const listener of told) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStore = <Value>(store: Readable<Value>): Value => useSyncExternalStore(store.subscribe, store.get)
