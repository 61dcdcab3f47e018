import { asyncScheduler, filter, map, merge, type Observable, type SchedulerLike, share, throttleTime } from 'rxjs'
import type { Heard } from '../heard.ts'

/** The payload of `user/{userId}/approvals`. */
export interface ApprovalWord {
  readonly at: number
  readonly tenantId: number
  readonly processId: number
  readonly what: 'arrived' | 'closed' | 'copied' | 'moved'
  readonly waiting: number
}
/** What happened in a user's approvals; `missed`: nobody listened until now, so anything may have happened since the page last asked. */
export type ApprovalNews = ApprovalWord | { readonly what: 'missed' }

/** A user's approval news in one tenant. */
export function approvalNews(heard$: Observable<Heard<ApprovalWord>>, tenantId: number): Observable<ApprovalNews> {
  const shared$ = heard$.pipe(share())
  const said$ = shared$.pipe(
    filter((heard) => heard.kind === 'message'),
    map(({ payload }) => payload),
    filter((word) => word.tenantId === tenantId),
  )
  const missed$ = shared$.pipe(
    filter(({ kind }) => kind === 'subscribed'),
    map((): ApprovalNews => ({ what: 'missed' })),
  )
  return merge(said$, missed$)
}

/** A flood of decisions (an administrator works through a heap) refetches a list at most this often. */
export const NEWS_PAUSE_MS = 300

/** The moments at which lists and timelines should be read again: at once, then at most every {@link NEWS_PAUSE_MS}. */
export const rereads = (news$: Observable<ApprovalNews>, scheduler: SchedulerLike = asyncScheduler): Observable<void> =>
  news$.pipe(
    throttleTime(NEWS_PAUSE_MS, scheduler, { leading: true, trailing: true }),
    map(() => undefined),
  )
