import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from './LiveProvider.tsx'

/**
 * Reads a query again when a record of `resource` was made, changed or deleted anywhere, also while this page was hidden or offline.
 * A prefix of a key stands for all queries below it, e.g. `queryKeyOf(gatewayCalls.page)`.
 */
export function useChanges(resource: string, queryKey: QueryKey): void {
  const live = useLive()
  const queries = useQueryClient()
  const hash = hashKey(queryKey)
  useEffect(() => {
    const subscription = live?.refreshes(resource).subscribe(() => void queries.invalidateQueries({ queryKey }))
    return () => subscription?.unsubscribe()
    // A key that is written anew on each render is the same key.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [live, queries, resource, hash])
}
