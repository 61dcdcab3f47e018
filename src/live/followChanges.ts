import type { Query, QueryClient } from '@tanstack/react-query'
import { Subscription } from 'rxjs'
import type { ChangeName } from '#contract/core/change'
import { readStands } from '#src/api/readStands.ts'
import type { Stand } from '#streams/session/changes'
import type { Live } from './live.ts'
import { reread } from './reread.ts'

/** What was put there by a form knows nothing of its call, until the first that shows it does. */
const followed = (query: Query): readonly ChangeName[] =>
  query.meta?.follows ?? query.observers.find(({ options }) => options.meta)?.options.meta?.follows ?? NOTHING
const NOTHING: readonly ChangeName[] = []

/**
 * Keeps everything that was read right: hears the changes that the calls of the held queries follow, and reads those queries again, the
 * shown ones at once and the others when they are shown. A screen does nothing for it. Answers how to stop.
 */
export function followChanges(live: Pick<Live, 'refreshes'>, queries: QueryClient): () => void {
  const holding = new Map<Query, readonly ChangeName[]>()
  const heard = new Map<ChangeName, { held: number; readonly subscription: Subscription }>()
  const cache = queries.getQueryCache()
  const follows = (name: ChangeName) => (query: Query) => holding.get(query)?.includes(name) ?? false
  // Between the answer and the subscription nobody listened.
  const catchUp = (name: ChangeName, { start, seq }: Stand) => {
    for (const query of cache.findAll({ predicate: follows(name) })) {
      const compare = () => {
        const read = readStands(query)
        if (read !== undefined && (read.start !== start || (read.seq[name] ?? 0) < seq))
          void queries.invalidateQueries({ predicate: (one) => one === query })
      }
      if (query.state.fetchStatus === 'fetching') void query.promise?.then(compare, compare)
      else compare()
    }
  }
  const hold = (query: Query) => {
    if (holding.has(query) || followed(query) === NOTHING) return
    holding.set(query, followed(query))
    for (const name of followed(query)) {
      const known = heard.get(name)
      if (known) known.held++
      else
        heard.set(name, {
          held: 1,
          subscription: live.refreshes(name, (stand) => catchUp(name, stand)).subscribe(() => reread(queries, follows(name))),
        })
    }
  }
  const release = (query: Query) => {
    for (const name of holding.get(query) ?? NOTHING) {
      const known = heard.get(name)
      if (!known || --known.held > 0) continue
      known.subscription.unsubscribe()
      heard.delete(name)
    }
    holding.delete(query)
  }
  for (const query of cache.getAll()) hold(query)
  const stop = cache.subscribe(({ type, query }) => {
    if (type === 'added' || type === 'observerAdded') hold(query)
    else if (type === 'removed') release(query)
  })
  return () => {
    stop()
    for (const { subscription } of heard.values()) subscription.unsubscribe()
    heard.clear()
  }
}
