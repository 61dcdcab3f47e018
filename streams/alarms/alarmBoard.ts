import { asyncScheduler, Observable, type SchedulerLike, share, Subscription } from 'rxjs'
import type { AlarmFace } from '#contract/alarms/alarm'
import type { LiveStatus, LiveTable } from '../live.ts'
import { staleSince } from '../stale.ts'
import type { LiveAlarm } from './openAlarms.ts'
import { type AlarmStanding, NO_ALARMS, standingOf } from './standing.ts'

/** What is known of a base's alarms, and how well: only while `status` is `fresh` is no alarm really none. */
export interface KnownAlarms extends AlarmStanding {
  readonly status: LiveStatus
  /** Since when (ms UTC) it may be older than what is so, because nothing came; null while it keeps up. */
  readonly since: number | null
  /** It was `fresh` once: until `since`, or now, these were all there are. */
  readonly whole: boolean
}
export const UNKNOWN_ALARMS: KnownAlarms = { ...NO_ALARMS, status: 'loading', since: null, whole: false }

export interface AlarmBoard {
  /** What is known now; {@link UNKNOWN_ALARMS} while nobody looks. */
  get(): KnownAlarms
  /** What is known now and after each change, paced by frames. The table works while somebody listens. */
  readonly known$: Observable<KnownAlarms>
}

/** No timer waits longer. */
const LONGEST_MS = 2 ** 31 - 1

function* facesOf(table: LiveTable<LiveAlarm>): Iterable<AlarmFace> {
  for (const [, { face }] of table.entries()) if (face !== null) yield face
}

/** Counts, order and marks of the alarms of a table, made once for all who look. `heardAt`: when anything last came, ms UTC. */
export function alarmBoard(table: LiveTable<LiveAlarm>, heardAt: () => number, scheduler: SchedulerLike = asyncScheduler): AlarmBoard {
  let held = UNKNOWN_ALARMS
  const known$ = new Observable<KnownAlarms>((subscriber) => {
    const working = new Subscription()
    let standing: AlarmStanding = NO_ALARMS
    let ending: Subscription | null = null
    let { status, since } = held
    const tell = () => {
      const now = scheduler.now()
      const next = standingOf(facesOf(table), now, standing)
      if (next !== standing || status !== held.status || since !== held.since) {
        standing = next
        held = { ...next, status, since, whole: held.whole || status === 'fresh' }
        subscriber.next(held)
      }
      ending?.unsubscribe()
      // A shelving ends by itself.
      ending = next.nextAt === null ? null : scheduler.schedule(tell, Math.min(LONGEST_MS, next.nextAt - now))
    }
    working.add(table.changes$.subscribe(tell))
    working.add(
      staleSince([table.status$], heardAt).subscribe((next) => {
        since = next
      }),
    )
    working.add(
      table.status$.subscribe((next) => {
        status = next
        tell()
      }),
    )
    working.add(() => ending?.unsubscribe())
    working.add(() => {
      held = UNKNOWN_ALARMS
    })
    return working
  }).pipe(share())
  return { get: () => held, known$ }
}
