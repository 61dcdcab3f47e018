import { combineLatest, distinctUntilChanged, map, type Observable, scan } from 'rxjs'
import type { LiveStatus } from './live.ts'

/**
 * Since when (ms UTC) what some live tables hold may be older than what is so; null while they keep up. It is the moment of the last word
 * that came, not that at which its absence was noticed, and it stands until every table has been read anew after the return.
 */
export const staleSince = (tables: readonly Observable<LiveStatus>[], heardAt: () => number): Observable<number | null> =>
  combineLatest(tables).pipe(
    map((statuses) => statuses.some((status) => status === 'offline' || status === 'failed')),
    scan((since: number | null, behind) => (behind ? (since ?? heardAt()) : null), null),
    distinctUntilChanged(),
  )
