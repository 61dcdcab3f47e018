import { interval, map, NEVER, type Observable, share, startWith, switchMap, tap } from 'rxjs'
import { pageVisible$ } from './pageVisible.ts'

export interface Beat {
  /** The time of the last beat, ms UTC. */
  now: () => number
  readonly beats$: Observable<number>
}
const known = new Map<number, Beat>()

/** The time in ms UTC, at once when the page is shown and every `intervalMs`: one timer for all who ask for the same, none while hidden. */
export function beat(intervalMs: number): Beat {
  let one = known.get(intervalMs)
  if (!one) {
    let last = Date.now()
    one = {
      now: () => last,
      beats$: pageVisible$.pipe(
        switchMap((visible) => (visible ? interval(intervalMs).pipe(startWith(0)) : NEVER)),
        map(() => Date.now()),
        tap((now) => {
          last = now
        }),
        share(),
      ),
    }
    known.set(intervalMs, one)
  }
  return one
}
