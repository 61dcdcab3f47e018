import { Observable, Subject, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { type AlarmChange, type AlarmsFrame, foldAlarm, openAlarms, readAlarmsFrame } from '#streams/alarms/openAlarms'
import { REFETCH_PAUSE_MS } from '#streams/foldLive'
import type { Heard } from '#streams/heard'
import { instantFrames } from '../marbles.ts'
import { anAlarm } from './anAlarm.ts'

/** A table of alarms whose frames and snapshots are in the hand. */
function aTable() {
  const heard$ = new Subject<Heard<AlarmsFrame>>()
  const scheduler = new VirtualTimeScheduler()
  const reads: ((changes: AlarmChange[]) => void)[] = []
  const table = openAlarms({
    heard$,
    snapshot: () =>
      new Observable<AlarmChange[]>((subscriber) => {
        reads.push((changes) => {
          subscriber.next(changes)
          subscriber.complete()
        })
      }),
    frames: instantFrames,
    scheduler,
    random: () => 1,
  })
  const moved: number[][] = []
  table.changes$.subscribe((keys) => moved.push([...keys]))
  const say = (seq: number, v: AlarmChange[], start = 1) => heard$.next({ kind: 'message', payload: { at: 0, seq, start, v } })
  const advance = (ms: number) => {
    scheduler.maxFrames = scheduler.frame + ms
    scheduler.flush()
    scheduler.frame = scheduler.maxFrames
  }
  const open = () => [...table.entries()].flatMap(([id, { face }]) => (face ? [id] : [])).sort((a, b) => a - b)
  heard$.next({ kind: 'subscribed' })
  return { table, heard$, reads, moved, say, advance, open }
}
const row = (id: number, at: number, given: Parameters<typeof anAlarm>[0] | null = {}): AlarmChange => [
  id,
  at,
  given && anAlarm({ id, ...given }),
]

describe('the open alarms of a base', () => {
  test('are those of the snapshot, then what frames say; one that is no longer open leaves', () => {
    const { reads, say, open } = aTable()
    reads[0]!([row(1, 10), row(2, 10)])
    say(1, [row(3, 20), row(1, 21, null)])
    expect(open()).toEqual([2, 3])
  })

  test('a snapshot that was read before a frame undoes nothing of it', () => {
    const { table, reads, say, open } = aTable()
    say(1, [row(1, 30, null), row(2, 30, { acknowledgedAt: 30 }), row(3, 30)])
    reads[0]!([row(1, 10), row(2, 10)])
    expect(open()).toEqual([2, 3])
    expect(table.get(2)?.face?.acknowledgedAt).toBe(30)
  })

  test('an older frame that comes late undoes nothing either, nor brings back what is over', () => {
    const { table, reads, say, open } = aTable()
    reads[0]!([row(1, 10), row(2, 10)])
    say(2, [row(1, 30, null), row(2, 30, { state: 'unknown' })])
    say(1, [row(1, 20), row(2, 20)])
    expect(open()).toEqual([2])
    expect(table.get(2)?.face?.state).toBe('unknown')
  })

  test('what ended unheard, in a gap of the frames, leaves with the next snapshot; what came meanwhile stays', () => {
    const { reads, say, advance, open } = aTable()
    reads[0]!([row(1, 10), row(2, 10)])
    say(1, [row(3, 20)])
    say(4, [row(4, 40)])
    advance(REFETCH_PAUSE_MS)
    expect(reads).toHaveLength(2)
    say(5, [row(5, 50)])
    reads[1]!([row(2, 10), row(4, 40)])
    expect(open()).toEqual([2, 4, 5])
  })

  test('another start of the server, and a return of the connection, read the snapshot again', () => {
    const { table, reads, heard$, say, advance, open } = aTable()
    const statuses: string[] = []
    table.status$.subscribe((status) => statuses.push(status))
    reads[0]!([row(1, 10)])
    say(7, [row(2, 20)])
    say(1, [row(3, 30)], 2)
    advance(REFETCH_PAUSE_MS)
    expect(reads).toHaveLength(2)
    reads[1]!([row(3, 30)])
    expect(open()).toEqual([3])
    heard$.next({ kind: 'lost' })
    expect(open()).toEqual([3])
    heard$.next({ kind: 'subscribed' })
    reads[2]!([])
    expect(open()).toEqual([])
    expect(statuses).toEqual(['loading', 'fresh', 'offline', 'fresh'])
  })

  test('a snapshot that says what is known redraws nothing', () => {
    const { reads, moved, say, advance } = aTable()
    const all = Array.from({ length: 5000 }, (_, at) => row(at + 1, 10))
    reads[0]!(all)
    expect(moved).toHaveLength(1)
    say(1, [row(1, 20)])
    say(3, [])
    advance(REFETCH_PAUSE_MS)
    reads[1]!(all.map(([id, at, face]) => [id, at, face && { ...face }]))
    expect(moved.map((keys) => keys.length)).toEqual([5000, 1])
  })
})

describe('folding an alarm', () => {
  const held = { at: 10, face: anAlarm() }
  test('of two changes of one moment the later word counts', () => {
    const acknowledged = anAlarm({ acknowledgedAt: 10 })
    expect(foldAlarm(held, [1, 10, acknowledged], true)).toEqual({ at: 10, face: acknowledged })
    expect(foldAlarm(held, [1, 10, acknowledged], false)).toBe(held)
    expect(foldAlarm(held, [1, 9, null], true)).toBe(held)
  })
  test('a frame that is none is refused', () => {
    expect(readAlarmsFrame({ at: 1, seq: 1, start: 1, v: [row(1, 5), row(2, 5, null)] })).not.toBeNull()
    expect(readAlarmsFrame({ at: 1, seq: 1, start: 1, v: [[1, 5, { id: 1 }]] })).toBeNull()
    expect(readAlarmsFrame('nonsense')).toBeNull()
  })
})
