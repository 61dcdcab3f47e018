import {
  asyncScheduler,
  catchError,
  defer,
  filter,
  from,
  map,
  merge,
  type Observable,
  type ObservableInput,
  of,
  type SchedulerLike,
  share,
  switchMap,
  tap,
  throttleTime,
} from 'rxjs'
import type { Heard } from '../heard.ts'

/** A record was made, changed or deleted; `id` null: any of them may have been. */
export interface Change {
  readonly id: number | null
  readonly areaId: number | null
}

/** How far the server has counted the changes of a name, and since which of its starts. */
export interface Stand {
  readonly seq: number
  readonly start: number
}

/** A flood of changes (an import, a clean-up) refetches a list at most this often. */
export const CHANGES_PAUSE_MS = 500

const ANYTHING: Change = { id: null, areaId: null }
const isSaid = <Payload>(heard: Heard<Payload>) => heard.kind === 'message'

/**
 * The changes of one name. Once it is subscribed to, the server is asked where the name stands: only where it moved meanwhile, or the server
 * does not say, may anything have changed. An answer that is on its way takes nothing from what is heard. `begins` hears the first such
 * answer; a notice that comes before it says as much by itself.
 */
export function numbered(
  heard$: Observable<Heard<Change & Stand>>,
  ask: () => ObservableInput<Stand>,
  begins: (stand: Stand) => void = () => undefined,
): Observable<Change> {
  return defer(() => {
    let known: Stand | null = null
    let away = false
    const unheard = (stand: Stand) => known?.start !== stand.start || stand.seq > known.seq
    const returned = (stand: Stand | null): readonly Change[] => {
      // What was read before the first answer is compared with it by who holds that.
      const moved = stand === null || (away && unheard(stand))
      away = false
      if (stand !== null && known === null) begins(stand)
      if (stand !== null && unheard(stand)) known = stand
      return moved ? [ANYTHING] : []
    }
    return heard$.pipe(
      tap((heard) => {
        if (heard.kind === 'lost' || heard.kind === 'paused') away = true
        if (heard.kind === 'message') known = heard.payload
      }),
      share(),
      (shared$) =>
        merge(
          shared$.pipe(
            filter(isSaid),
            map(({ payload: { id, areaId } }): Change => ({ id, areaId })),
          ),
          shared$.pipe(
            filter((heard) => heard.kind !== 'message'),
            switchMap((heard) =>
              heard.kind === 'subscribed'
                ? from(ask()).pipe(
                    catchError(() => of(null)),
                    switchMap(returned),
                  )
                : [],
            ),
          ),
        ),
    )
  })
}

/** The moments at which a list of this resource should be read again: at once, then at most every {@link CHANGES_PAUSE_MS}. */
export const refreshes = (changes$: Observable<unknown>, scheduler: SchedulerLike = asyncScheduler): Observable<void> =>
  changes$.pipe(
    throttleTime(CHANGES_PAUSE_MS, scheduler, { leading: true, trailing: true }),
    map(() => undefined),
  )
