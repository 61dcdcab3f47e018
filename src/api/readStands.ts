import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Stands } from '#contract/session/standsHeader'

/** How far changes were counted before the newest answer of a query was read. */
const known = new WeakMap<Query, Stands>()

export function noteStands(client: QueryClient, queryKey: QueryKey, said: string): void {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (query) known.set(query, JSON.parse(said) as Stands)
}

/** Undefined where the server said nothing of it. */
export const readStands = (query: Query): Stands | undefined => known.get(query)
