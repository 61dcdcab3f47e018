import { filter, map, merge, Observable, ReplaySubject, retry, share, Subject, switchMap, takeUntil, timer } from 'rxjs'
import { liveAlarms } from '#contract/alarms/live'
import { approvalsTopic } from '#contract/approvals/approval'
import type { ChangeName } from '#contract/core/change'
import { changedTopic } from '#contract/session/changed'
import type { AnyTopic, TopicPayload } from '#contract/core/topic'
import { livePresence, liveReadings, liveSwitches } from '#contract/devices/live'
import { messageCalls, type UnreadCounts, unreadTopic } from '#contract/notices/message'
import { rightsTopic } from '#contract/session/rights'
import { call, orThrow } from '#src/api/call.ts'
import { type AlarmBoard, alarmBoard } from '#streams/alarms/alarmBoard'
import { openAlarms, readAlarmsFrame } from '#streams/alarms/openAlarms'
import { type ApprovalNews, approvalNews } from '#streams/approvals/news'
import type { Broker } from '#streams/broker'
import type { ConnectionStatus } from '#streams/connection'
import { type LivePresence, presences, readPresenceFrame } from '#streams/devices/presence'
import { type LiveReading, readings, readReadingsFrame } from '#streams/devices/readings'
import { type LiveSwitch, readSwitchesFrame, switches } from '#streams/devices/switches'
import { LINGER_MS } from '#streams/foldLive'
import { animationFrames, type FramePacer } from '#streams/frames'
import type { Heard } from '#streams/heard'
import type { LiveTable } from '#streams/live'
import { unread } from '#streams/notices/unread'
import { staleSince } from '#streams/stale'
import { numbered, refreshes, type Stand } from '#streams/session/changes'
import { areaSnapshots } from './areaSnapshots.ts'
import { changeStands } from './changeStands.ts'

/**
 * The live tables of one base. Each works (subscribes, reads its snapshot) while something of it is subscribed to: `changes$`, `watch`
 * or `status$`; a table that no view looks at costs nothing.
 */
export interface LiveArea {
  readonly readings: LiveTable<LiveReading>
  readonly switches: LiveTable<LiveSwitch>
  readonly presence: LiveTable<LivePresence>
  /** For who holds ALARMS_READ: the server refuses it to anybody else. */
  readonly alarms: AlarmBoard
  /** Since when (ms UTC) readings and presence may be older than what is so, because nothing came; null while they keep up. */
  readonly staleSince$: Observable<number | null>
}

/** Everything live of one signed-in user in one tenant. Its connection is open while anything of it is looked at, and for some seconds after. */
export interface Live {
  readonly tenantId: number
  readonly status$: Observable<ConnectionStatus>
  area(areaId: number): LiveArea
  /** How much the user has not read, by kind. */
  readonly unread$: Observable<UnreadCounts>
  /** What happens in the user's approvals: tasks that arrive or leave, copies, own submissions that move. */
  readonly approvals$: Observable<ApprovalNews>
  /**
   * When what follows changes of this name should be read again. `begins` hears where the name stood when it was first listened to: what was
   * read before that may be older.
   */
  refreshes(name: ChangeName, begins?: (stand: Stand) => void): Observable<void>
  /** When to ask again what the user may do: it was `said` that it may have changed, or nobody listened until now. */
  readonly rights$: Observable<'said' | 'unheard'>
  /** Lets the connection go without lingering: what it brings is another user's or tenant's by now. */
  readonly close: () => void
}

export interface LiveGiven {
  tenantId: number
  userId: number
  /** Opens the connection; called when somebody listens, and again where its code could not be fetched. */
  open: () => Promise<Broker>
  frames?: FramePacer
}

const LOAD_RETRY_MS = 3000

export function createLive({ tenantId, userId, open, frames = animationFrames }: LiveGiven): Live {
  const closed$ = new Subject<void>()
  const startedAt = Date.now()
  let current: Broker | null = null
  const broker$ = new Observable<Broker>((subscriber) => {
    let opened: Broker | null = null
    let wanted = true
    open().then(
      (broker) => {
        opened = current = broker
        if (wanted) subscriber.next(broker)
        // Nobody waited for the code that was on its way.
        else broker.close()
      },
      (cause: unknown) => subscriber.error(cause),
    )
    return () => {
      wanted = false
      opened?.close()
    }
  }).pipe(
    retry({ delay: () => timer(LOAD_RETRY_MS) }),
    takeUntil(closed$),
    share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(LINGER_MS) }),
  )

  const listen = <T extends AnyTopic>(
    topic: T,
    params: Parameters<T['of']>[0],
    accepts?: (raw: unknown) => TopicPayload<T> | null,
  ): Observable<Heard<TopicPayload<T>>> => broker$.pipe(switchMap((broker) => broker.listen(topic, params, accepts)))

  const stands = changeStands(tenantId)
  const rights$ = listen(rightsTopic, { userId }).pipe(share())
  const areas = new Map<number, LiveArea>()
  return {
    tenantId,
    status$: broker$.pipe(switchMap((broker) => broker.status$)),
    area(areaId) {
      let known = areas.get(areaId)
      if (!known) {
        const params = { t: tenantId, areaId }
        const snapshots = areaSnapshots(tenantId, areaId)
        const tables = {
          readings: readings({ heard$: listen(liveReadings, params, readReadingsFrame), snapshot: snapshots.readings, frames }),
          switches: switches({ heard$: listen(liveSwitches, params, readSwitchesFrame), snapshot: snapshots.switches, frames }),
          presence: presences({ heard$: listen(livePresence, params, readPresenceFrame), snapshot: snapshots.presence, frames }),
        }
        const alarms = openAlarms({ heard$: listen(liveAlarms, params, readAlarmsFrame), snapshot: snapshots.alarms, frames })
        const heardAt = () => current?.heardAt() ?? startedAt
        const statuses = [tables.readings.status$, tables.presence.status$]
        known = { ...tables, alarms: alarmBoard(alarms, heardAt), staleSince$: staleSince(statuses, heardAt) }
        areas.set(areaId, known)
      }
      return known
    },
    unread$: unread(listen(unreadTopic, { userId }), tenantId, () =>
      orThrow(call(messageCalls.count, { params: { t: tenantId } }, { quiet: true })),
    ).pipe(share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: () => timer(LINGER_MS) })),
    approvals$: approvalNews(listen(approvalsTopic, { userId }), tenantId).pipe(share()),
    rights$: merge(
      refreshes(rights$.pipe(filter(({ kind }) => kind === 'message'))).pipe(map(() => 'said' as const)),
      rights$.pipe(
        filter(({ kind }) => kind === 'subscribed'),
        map(() => 'unheard' as const),
      ),
    ),
    refreshes: (name, begins) => refreshes(numbered(listen(changedTopic, { t: tenantId, resource: name }), () => stands(name), begins)),
    close: () => closed$.next(),
  }
}
