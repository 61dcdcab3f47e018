import { BehaviorSubject, Subject, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { alarmBoard, type KnownAlarms, UNKNOWN_ALARMS } from '#streams/alarms/alarmBoard'
import type { LiveAlarm } from '#streams/alarms/openAlarms'
import type { LiveStatus } from '#streams/live'
import { anAlarm } from './anAlarm.ts'

function aBoard() {
  const cells = new Map<number, LiveAlarm>()
  const changes$ = new Subject<ReadonlySet<number>>()
  const status$ = new BehaviorSubject<LiveStatus>('loading')
  const scheduler = new VirtualTimeScheduler()
  const board = alarmBoard(
    { get: (key) => cells.get(key), entries: () => cells.entries(), changes$, status$, watch: () => new Subject() },
    () => 77,
    scheduler,
  )
  const told: KnownAlarms[] = []
  const subscription = board.known$.subscribe((known) => told.push(known))
  const put = (...faces: ReturnType<typeof anAlarm>[]) => {
    for (const face of faces) cells.set(face.id, { at: 1, face })
    changes$.next(new Set(faces.map(({ id }) => id)))
  }
  return { board, cells, status$, scheduler, told, subscription, put, changes$ }
}

describe('the board of alarms', () => {
  test('knows nothing before the snapshot came, and what stood when the connection was lost, since when', () => {
    const { board, status$, put } = aBoard()
    expect(board.get()).toBe(UNKNOWN_ALARMS)
    put(anAlarm())
    expect(board.get().whole).toBe(false)
    status$.next('fresh')
    expect(board.get()).toMatchObject({ status: 'fresh', since: null, whole: true })
    expect(board.get().told).toHaveLength(1)
    status$.next('offline')
    expect(board.get()).toMatchObject({ status: 'offline', since: 77, whole: true })
    expect(board.get().told).toHaveLength(1)
    status$.next('fresh')
    expect(board.get()).toMatchObject({ status: 'fresh', since: null })
  })

  test('says nothing where nothing that it tells changed', () => {
    const { told, put, changes$, status$ } = aBoard()
    status$.next('fresh')
    put(anAlarm())
    const before = told.length
    changes$.next(new Set([1]))
    expect(told).toHaveLength(before)
  })

  test('an alarm whose shelving ends is told again, though nobody says so', () => {
    const { board, scheduler, status$, put } = aBoard()
    status$.next('fresh')
    put(anAlarm({ shelvedUntil: 60_000 }))
    expect(board.get().counts).toMatchObject({ open: 0, shelved: 1 })
    scheduler.maxFrames = 60_000
    scheduler.flush()
    expect(board.get().counts).toMatchObject({ open: 1, shelved: 0 })
  })

  test('what nobody looks at is forgotten, and not told of another time', () => {
    const { board, status$, subscription, put } = aBoard()
    status$.next('fresh')
    put(anAlarm())
    subscription.unsubscribe()
    expect(board.get()).toBe(UNKNOWN_ALARMS)
    board.known$.subscribe()
    expect(board.get().told).toHaveLength(1)
  })
})
