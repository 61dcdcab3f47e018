import { distinctUntilChanged, merge, type Observable, of, type SchedulerLike, switchMap, timer } from 'rxjs'
import { map } from 'rxjs/operators'

/** A reading is `live` while its next one is not overdue, `late` when it is, `lost` when several are missing. */
export type AgeClass = 'live' | 'late' | 'lost'

export const LATE_PERIODS = 1.5
export const LOST_PERIODS = 3

/** The age class of a reading taken at `ts` (ms UTC, null for none) of a device that reports every `reportingPeriod` ms. */
export function ageOf(ts: number | null | undefined, reportingPeriod: number, now: number): AgeClass {
  if (ts == null) return 'lost'
  const age = now - ts
  if (age < reportingPeriod * LATE_PERIODS) return 'live'
  return age < reportingPeriod * LOST_PERIODS ? 'late' : 'lost'
}

/** Milliseconds from `now` until the age class of a reading changes; null where it will not. */
export function nextAgeIn(ts: number | null | undefined, reportingPeriod: number, now: number): number | null {
  if (ts == null) return null
  const age = now - ts
  for (const periods of [LATE_PERIODS, LOST_PERIODS]) {
    const limit = reportingPeriod * periods
    if (age < limit) return limit - age
  }
  return null
}

/** The age class as time passes; it speaks only when the class changes, so a quiet page wakes only then. */
export const age = (
  taken$: Observable<{ readonly ts: number } | undefined>,
  reportingPeriod: number,
  scheduler: SchedulerLike,
): Observable<AgeClass> =>
  taken$.pipe(
    switchMap((taken) => {
      const now = scheduler.now()
      const first = ageOf(taken?.ts, reportingPeriod, now)
      if (taken === undefined || first === 'lost') return of(first)
      const later = [LATE_PERIODS, LOST_PERIODS]
        .map((periods) => taken.ts + reportingPeriod * periods - now)
        .filter((left) => left > 0)
        .map((left) => timer(left, scheduler).pipe(map(() => ageOf(taken.ts, reportingPeriod, scheduler.now()))))
      return merge(of(first), ...later)
    }),
    distinctUntilChanged(),
  )
