import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'

/** Queries that show what was kept because nobody answered, and when that was read, ms of this device's clock. */
const known = new WeakMap<Query, number>()

export function noteKept(client: QueryClient, queryKey: QueryKey, at: number | null): void {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (!query) return
  if (at === null) known.delete(query)
  else known.set(query, at)
}
const shown = (client: QueryClient) =>
  client
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap((query) => known.get(query) ?? [])

/** When the oldest of what the page shows was read, where anything of it is not from now; else null. */
export function useKeptSince(): number | null {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  return useSyncExternalStore(subscribe, () => {
    const all = shown(client)
    return all.length === 0 ? null : Math.min(...all)
  })
}

/** Reads again what is shown though it is old. */
export const rereadKept = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: (query) => known.has(query) })
