import type { Query, QueryClient } from '@tanstack/react-query'

// A first answer that failed is the query's own error.
const noAnswer = () => undefined

/** Reads again what queries hold that may have changed, the shown ones at once and the others when they are shown. */
export function reread(queries: QueryClient, predicate: (query: Query) => boolean = () => true): void {
  for (const query of queries.getQueryCache().findAll({ predicate })) {
    // A first answer that is on its way may be older than the change, and the library would take it for the newest.
    if (query.state.data === undefined)
      void query.promise?.then(() => queries.invalidateQueries({ predicate: (one) => one === query }), noAnswer)
  }
  void queries.invalidateQueries({ predicate })
}
