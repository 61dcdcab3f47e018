import { BehaviorSubject, map, NEVER, type Observable, of, Subject } from 'rxjs'
import type { Live } from '#src/live/live.ts'
import { alarmBoard } from '#streams/alarms/alarmBoard'
import type { LiveAlarm } from '#streams/alarms/openAlarms'
import type { LivePresence } from '#streams/devices/presence'
import type { LiveReading } from '#streams/devices/readings'
import type { LiveSwitch } from '#streams/devices/switches'
import type { LiveStatus, LiveTable } from '#streams/live'

class FakeTable<Value> implements LiveTable<Value> {
  readonly values = new Map<number, Value>()
  readonly changes$ = new Subject<ReadonlySet<number>>()
  readonly status$ = new BehaviorSubject<LiveStatus>('fresh')
  private readonly moved$ = new BehaviorSubject(0)
  get(key: number) {
    return this.values.get(key)
  }
  entries() {
    return this.values.entries()
  }
  watch(key: number): Observable<Value | undefined> {
    return this.moved$.pipe(map(() => this.values.get(key)))
  }
  put(key: number, value: Value) {
    this.values.set(key, value)
    this.moved$.next(this.moved$.value + 1)
    this.changes$.next(new Set([key]))
  }
}

/** A live layer in the hand of a test: `put` is what a frame from the server would bring. */
export function fakeLive() {
  const staleSince$ = new BehaviorSubject<number | null>(null)
  const alarmTable = new FakeTable<LiveAlarm>()
  const area = {
    readings: new FakeTable<LiveReading>(),
    switches: new FakeTable<LiveSwitch>(),
    presence: new FakeTable<LivePresence>(),
    staleSince$,
    alarms: alarmBoard(alarmTable, () => Date.now() - 60_000),
  }
  const live: Live = {
    tenantId: 1,
    status$: of('online' as const),
    area: () => area,
    unread$: of({ announce: 0, notify: 0 }),
    refreshes: () => NEVER,
    rights$: NEVER,
    approvals$: NEVER,
    close: () => undefined,
  }
  return { live, ...area, alarmTable }
}
