import {
  asyncScheduler,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  map,
  merge,
  NEVER,
  type Observable,
  type ObservableInput,
  retry,
  type SchedulerLike,
  share,
  switchMap,
  takeUntil,
  timer,
} from 'rxjs'
import type { UnreadCounts } from '#contract/notices/message'
import type { Heard } from '../heard.ts'

/** The payload of `user/{userId}/unread`. */
export interface UnreadWord {
  readonly at: number
  readonly tenantId: number
  readonly counts: UnreadCounts
}

const RETRY_FROM_MS = 1000
const RETRY_TO_MS = 10_000

/**
 * A user's unread counts in one tenant: the snapshot, read again after each (re)subscription, and every word that comes. A word
 * that comes while the snapshot is read is newer than it.
 */
export function unread(
  heard$: Observable<Heard<UnreadWord>>,
  tenantId: number,
  snapshot: () => ObservableInput<UnreadCounts>,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<UnreadCounts> {
  const shared$ = heard$.pipe(share())
  const told$ = shared$.pipe(
    filter((heard) => heard.kind === 'message'),
    map((heard) => heard.payload),
    filter((word) => word.tenantId === tenantId),
  )
  const read$ = shared$.pipe(
    filter((heard) => heard.kind !== 'message'),
    switchMap((heard) => {
      if (heard.kind === 'paused') return EMPTY
      return defer(snapshot).pipe(
        retry({ delay: (_cause, attempt) => timer(Math.min(RETRY_TO_MS, RETRY_FROM_MS * 2 ** (attempt - 1)), scheduler) }),
        takeUntil(told$),
      )
    }),
  )
  return merge(told$.pipe(map((word) => word.counts)), read$, NEVER).pipe(
    distinctUntilChanged((a, b) => a.announce === b.announce && a.notify === b.notify),
  )
}

/** What the badge shows (NOTICES-05). */
export const unreadTotal = (counts: UnreadCounts) => counts.announce + counts.notify
