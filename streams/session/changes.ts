import { asyncScheduler, filter, map, merge, type Observable, scan, type SchedulerLike, share, throttleTime } from 'rxjs'
import type { Heard } from '../heard.ts'

/** A record was made, changed or deleted; `id` null: any of them may have been. */
export interface Change {
  readonly id: number | null
  readonly areaId: number | null
}

/** A flood of changes (an import, a clean-up) refetches a list at most this often. */
export const CHANGES_PAUSE_MS = 500

/**
 * The changes of one resource. What happened while the connection was down or the page hidden is unknown, so each later
 * subscription says that anything may have changed.
 */
export function changes(heard$: Observable<Heard<Change>>): Observable<Change> {
  const shared$ = heard$.pipe(share())
  const said$ = shared$.pipe(
    filter((heard) => heard.kind === 'message'),
    map(({ payload }) => payload),
  )
  const again$ = shared$.pipe(
    filter((heard) => heard.kind !== 'message'),
    scan(
      (state, heard) => ({
        missed: heard.kind === 'subscribed' ? state.after : false,
        after: state.after || heard.kind === 'subscribed' || heard.kind === 'lost',
      }),
      {
        missed: false,
        after: false,
      },
    ),
    filter(({ missed }) => missed),
    map((): Change => ({ id: null, areaId: null })),
  )
  return merge(said$, again$)
}

/** The moments at which a list of this resource should be read again: at once, then at most every {@link CHANGES_PAUSE_MS}. */
export const refreshes = (changes$: Observable<Change>, scheduler: SchedulerLike = asyncScheduler): Observable<void> =>
  changes$.pipe(
    throttleTime(CHANGES_PAUSE_MS, scheduler, { leading: true, trailing: true }),
    map(() => undefined),
  )
