import fc from 'fast-check'
import { NEVER, Observable, of, Subject, throwError, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { type LiveReading, type ReadingChange, readings, type ReadingsFrame } from '#streams/devices/readings'
import { presences, type PresenceFrame } from '#streams/devices/presence'
import { switches, type SwitchesFrame } from '#streams/devices/switches'
import { LINGER_MS, REFETCH_PAUSE_MS } from '#streams/foldLive'
import type { Heard } from '#streams/heard'
import { framesInHand, instantFrames, marbles } from './marbles.ts'

const frame = (seq: number, v: ReadingChange[], start = 1): Heard<ReadingsFrame> => ({ kind: 'message', payload: { at: 0, seq, start, v } })

/** A table, and everything around it in the hand. */
function aTable() {
  const heard$ = new Subject<Heard<ReadingsFrame>>()
  const frames = framesInHand()
  const scheduler = new VirtualTimeScheduler()
  const reads: { give(changes: ReadingChange[]): void; fail(): void; stopped: boolean }[] = []
  let listening = 0
  const table = readings({
    heard$: new Observable((subscriber) => {
      listening++
      const inner = heard$.subscribe(subscriber)
      return () => {
        listening--
        inner.unsubscribe()
      }
    }),
    snapshot: () =>
      new Observable<ReadingChange[]>((subscriber) => {
        const read = {
          give: (changes: ReadingChange[]) => {
            subscriber.next(changes)
            subscriber.complete()
          },
          fail: () => subscriber.error(new Error('no snapshot')),
          stopped: false,
        }
        reads.push(read)
        return () => {
          read.stopped = true
        }
      }),
    frames,
    scheduler,
    random: () => 1,
  })
  const statuses: string[] = []
  const advance = (ms: number) => {
    scheduler.maxFrames = scheduler.frame + ms
    scheduler.schedule(() => undefined, ms)
    scheduler.flush()
    scheduler.frame = scheduler.maxFrames
  }
  return { table, heard$, frames, scheduler, reads, statuses, advance, listening: () => listening }
}

describe('a server whose clock was ahead and was set back', () => {
  const HOUR = 3_600_000
  const NOW = 100 * HOUR
  const said = (seq: number, at: number, v: ReadingChange[]): Heard<ReadingsFrame> => ({
    kind: 'message',
    payload: { at, seq, start: 1, v },
  })
  test('hides nothing: what it says next is shown, then time counts again', () => {
    const { table, heard$, reads } = aTable()
    table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    reads[0]!.give([])
    heard$.next(said(1, NOW + HOUR, [[7, NOW + HOUR, 1]]))
    heard$.next(said(2, NOW, [[7, NOW, 2]]))
    expect(table.get(7)).toEqual({ value: 2, ts: NOW })
    heard$.next(said(3, NOW + 1, [[7, NOW - 1, 3]]))
    expect(table.get(7)).toEqual({ value: 2, ts: NOW })
  })
  test('nor does a snapshot with the wrong moment', () => {
    const { table, heard$, reads } = aTable()
    table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    reads[0]!.give([[7, NOW + HOUR, 1]])
    expect(table.get(7)).toEqual({ value: 1, ts: NOW + HOUR })
    heard$.next(said(1, NOW, [[7, NOW, 2]]))
    expect(table.get(7)).toEqual({ value: 2, ts: NOW })
  })
  test('a reading of a device that is a little ahead is believed', () => {
    const { table, heard$, reads } = aTable()
    table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    reads[0]!.give([])
    heard$.next(said(1, NOW, [[7, NOW + 60_000, 1]]))
    heard$.next(said(2, NOW + 1, [[7, NOW, 2]]))
    expect(table.get(7)).toEqual({ value: 1, ts: NOW + 60_000 })
  })
})

describe('a live table', () => {
  test('does nothing before somebody looks, then subscribes first and reads the snapshot once that stands', () => {
    const { table, heard$, reads, listening } = aTable()
    expect(listening()).toBe(0)
    table.changes$.subscribe()
    expect(listening()).toBe(1)
    expect(reads).toHaveLength(0)
    heard$.next({ kind: 'subscribed' })
    expect(reads).toHaveLength(1)
  })

  test('a change that came before the snapshot is not painted over by it', () => {
    const { table, heard$, reads } = aTable()
    table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    heard$.next(frame(1, [[7, 200, 2]]))
    reads[0]!.give([
      [7, 100, 1],
      [8, 100, 5],
    ])
    expect(table.get(7)).toEqual({ value: 2, ts: 200 })
    expect([...table.entries()]).toEqual([
      [7, { value: 2, ts: 200 }],
      [8, { value: 5, ts: 100 }],
    ])
  })

  test('its status goes from loading to fresh, offline, and fresh again', () => {
    const { table, heard$, reads, statuses } = aTable()
    table.status$.subscribe((status) => statuses.push(status))
    heard$.next({ kind: 'subscribed' })
    reads[0]!.give([])
    heard$.next({ kind: 'lost' })
    heard$.next({ kind: 'subscribed' })
    reads[1]!.give([])
    expect(statuses).toEqual(['loading', 'fresh', 'offline', 'fresh'])
  })

  test('where only the live way is closed it shows what is stored, and says that it is offline', () => {
    const { table, heard$, reads, statuses } = aTable()
    table.status$.subscribe((status) => statuses.push(status))
    heard$.next({ kind: 'lost' })
    reads[0]!.give([[7, 1, 1]])
    expect(table.get(7)).toEqual({ value: 1, ts: 1 })
    expect(statuses).toEqual(['loading', 'offline'])
  })

  test('a refused subscription is a failure', () => {
    const { table, heard$, statuses } = aTable()
    table.status$.subscribe((status) => statuses.push(status))
    heard$.next({ kind: 'refused' })
    expect(statuses).toEqual(['loading', 'failed'])
  })

  test('a snapshot that fails is said and tried again, while changes are applied', () => {
    const { table, heard$, reads, statuses, advance } = aTable()
    table.status$.subscribe((status) => statuses.push(status))
    heard$.next({ kind: 'subscribed' })
    reads[0]!.fail()
    heard$.next(frame(1, [[7, 5, 5]]))
    expect(table.get(7)).toEqual({ value: 5, ts: 5 })
    advance(1000)
    reads[1]!.fail()
    advance(1999)
    expect(reads).toHaveLength(2)
    advance(1)
    reads[2]!.give([])
    expect(statuses).toEqual(['loading', 'failed', 'fresh'])
  })

  test('a gap reads the snapshot again, and so does another start of the server', () => {
    const { table, heard$, reads, advance } = aTable()
    table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    reads[0]!.give([])
    advance(REFETCH_PAUSE_MS)
    heard$.next(frame(1, []))
    heard$.next(frame(2, []))
    advance(REFETCH_PAUSE_MS)
    expect(reads).toHaveLength(1)
    heard$.next(frame(4, []))
    advance(0)
    expect(reads).toHaveLength(2)
    reads[1]!.give([])
    advance(REFETCH_PAUSE_MS)
    heard$.next(frame(1, [], 2))
    advance(0)
    expect(reads).toHaveLength(3)
  })

  test('a duplicate or a late frame is no gap', () => {
    const { table, heard$, reads, advance } = aTable()
    table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    reads[0]!.give([])
    for (const seq of [5, 6, 6, 5, 7]) heard$.next(frame(seq, []))
    advance(10_000)
    expect(reads).toHaveLength(1)
  })

  test('a gap during a reading reads once more, and many gaps not more often than the pause', () => {
    const { table, heard$, reads, advance } = aTable()
    table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    for (const seq of [1, 3, 5, 7, 9]) heard$.next(frame(seq, []))
    reads[0]!.give([])
    expect(reads).toHaveLength(1)
    advance(REFETCH_PAUSE_MS - 1)
    expect(reads).toHaveLength(1)
    advance(1)
    expect(reads).toHaveLength(2)
    reads[1]!.give([])
    advance(10_000)
    expect(reads).toHaveLength(2)
  })

  test('a reconnect gives up the old reading', () => {
    const { table, heard$, reads } = aTable()
    table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    heard$.next({ kind: 'lost' })
    expect(reads[0]!.stopped).toBe(true)
    heard$.next({ kind: 'subscribed' })
    expect(reads.map(({ stopped }) => stopped)).toEqual([true, true, false])
  })

  test('a hidden page gives up its reading and reads anew when it is shown', () => {
    const { table, heard$, reads } = aTable()
    table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    heard$.next({ kind: 'paused' })
    expect(reads[0]!.stopped).toBe(true)
    heard$.next({ kind: 'subscribed' })
    expect(reads).toHaveLength(2)
  })

  test('stays for a while after nobody looks, then forgets everything', () => {
    const { table, heard$, reads, advance, listening } = aTable()
    const first = table.changes$.subscribe()
    heard$.next({ kind: 'subscribed' })
    reads[0]!.give([[7, 1, 1]])
    first.unsubscribe()
    advance(LINGER_MS - 1)
    const second = table.watch(7).subscribe()
    second.unsubscribe()
    expect(reads).toHaveLength(1)
    advance(LINGER_MS - 1)
    expect(listening()).toBe(1)
    advance(1)
    expect(listening()).toBe(0)
    expect(table.get(7)).toBeUndefined()
  })
})

describe('painting', () => {
  function shown() {
    const given = aTable()
    given.table.changes$.subscribe()
    given.heard$.next({ kind: 'subscribed' })
    given.reads[0]!.give([
      [1, 100, 1],
      [2, 100, 2],
    ])
    given.frames.paint()
    return given
  }

  test('happens once a frame, with the keys that moved', () => {
    const { table, heard$, frames } = shown()
    const painted: number[][] = []
    table.changes$.subscribe((keys) => painted.push([...keys]))
    const before = frames.asked
    heard$.next(frame(1, [[1, 110, 5]]))
    heard$.next(frame(2, [[1, 120, 6]]))
    heard$.next(frame(3, [[2, 120, 7]]))
    expect(painted).toEqual([])
    expect(frames.asked).toBe(before + 1)
    frames.paint()
    expect(painted).toEqual([[1, 2]])
  })

  test("a key's watcher is told its own changes only, and the newest", () => {
    const { table, heard$, frames } = shown()
    const seen: (number | null | undefined)[] = []
    table.watch(1).subscribe((reading) => seen.push(reading?.value))
    heard$.next(frame(1, [[2, 110, 9]]))
    frames.paint()
    heard$.next(frame(2, [[1, 110, 5]]))
    heard$.next(frame(3, [[1, 120, 6]]))
    frames.paint()
    expect(seen).toEqual([1, 6])
  })

  test('an equal value and time asks for no frame', () => {
    const { heard$, frames } = shown()
    const before = frames.asked
    heard$.next(
      frame(1, [
        [1, 100, 1],
        [2, 90, 5],
      ]),
    )
    expect(frames.asked).toBe(before)
  })

  test('a watcher that leaves is told nothing more', () => {
    const { table, heard$, frames } = shown()
    const seen: unknown[] = []
    table
      .watch(1)
      .subscribe((reading) => seen.push(reading))
      .unsubscribe()
    heard$.next(frame(1, [[1, 110, 5]]))
    frames.paint()
    expect(seen).toHaveLength(1)
  })
})

describe('in time', () => {
  const heard: Record<string, Heard<ReadingsFrame>> = {
    s: { kind: 'subscribed' },
    l: { kind: 'lost' },
    a: frame(1, [[1, 10, 1]]),
    b: frame(2, [[1, 20, 2]]),
    d: frame(4, [[1, 40, 4]]),
  }
  const values: Record<string, LiveReading | undefined> = {
    u: undefined,
    '0': { value: 0, ts: 5 },
    '1': { value: 1, ts: 10 },
    '2': { value: 2, ts: 20 },
    '4': { value: 4, ts: 40 },
  }

  test('readings: a snapshot, then changes', () => {
    marbles(({ hot, cold, expectObservable }) => {
      const table = readings({
        heard$: hot('-s---a-b', heard),
        snapshot: () => cold('--(c|)', { c: [[1, 5, 0] as ReadingChange] }),
        frames: instantFrames,
      })
      expectObservable(table.watch(1), '----------!').toBe('u--0-a-b', { ...values, a: values['1'], b: values['2'] })
    })
  })

  test('readings: a gap reads the snapshot again after the pause, and changes go on meanwhile', () => {
    marbles(({ hot, cold, expectObservable }) => {
      let reads = 0
      const table = readings({
        heard$: hot('-sa-d', heard),
        snapshot: () => {
          reads++
          return reads === 1 ? of([]) : cold('(c|)', { c: [[1, 40, 4] as ReadingChange, [2, 9, 9] as ReadingChange] })
        },
        frames: instantFrames,
      })
      expectObservable(table.watch(1), '1100ms !').toBe('u-a-d', { ...values, a: values['1'], d: values['4'] })
      expectObservable(table.watch(2), '1100ms !').toBe('u 1000ms n', { u: undefined, n: { value: 9, ts: 9 } })
    })
  })

  test('readings: status and a snapshot that fails', () => {
    marbles(({ hot, expectObservable }) => {
      let reads = 0
      const table = readings({
        heard$: hot('-s', heard),
        snapshot: () => (reads++ === 0 ? throwError(() => new Error('no')) : of([])),
        frames: instantFrames,
        random: () => 1,
      })
      expectObservable(table.status$, '1100ms !').toBe('lf 999ms r', { l: 'loading', f: 'failed', r: 'fresh' })
    })
  })

  test('switches: states and the ladder of a command meet in one value', () => {
    const said: Record<string, Heard<SwitchesFrame>> = {
      s: { kind: 'subscribed' },
      a: { kind: 'message', payload: { at: 0, seq: 1, start: 1, v: [], c: [[3, 'x', 'sent', 10, 1, null]] } },
      b: { kind: 'message', payload: { at: 0, seq: 2, start: 1, v: [[3, 20, 1]], c: [[3, 'x', 'observed', 20, 1, null]] } },
    }
    const command = { id: 'x', state: 'sent' as const, at: 10, status: 1, message: null }
    marbles(({ hot, expectObservable }) => {
      const table = switches({
        heard$: hot('-s-a-b', said),
        snapshot: () => of([{ switchId: 3, state: { status: 0, ts: 5 } }]),
        frames: instantFrames,
      })
      expectObservable(table.watch(3), '-------!').toBe('uo-a-b', {
        u: undefined,
        o: { status: 0, ts: 5, command: null },
        a: { status: 0, ts: 5, command },
        b: { status: 1, ts: 20, command: { ...command, state: 'observed', at: 20 } },
      })
    })
  })

  test('presence: a device that falls silent, heard at the same time as before', () => {
    const said: Record<string, Heard<PresenceFrame>> = {
      s: { kind: 'subscribed' },
      f: { kind: 'message', payload: { at: 0, seq: 1, start: 1, v: [[3, 5, 'offline']] } },
    }
    marbles(({ hot, cold, expectObservable }) => {
      const table = presences({
        heard$: hot('s-f--', said),
        // The snapshot was read before the device fell silent and came after.
        snapshot: () => cold('---c|', { c: [[3, 5, 'online'] as const] }).pipe() as unknown as Observable<[number, number, 'online'][]>,
        frames: instantFrames,
      })
      expectObservable(table.watch(3), '------!').toBe('u-f', { u: undefined, f: { presence: 'offline', heardAt: 5 } })
    })
  })
})

describe('whatever happens in whatever order', () => {
  /** What the server says in its life: frames of one start or the next, each with changes of a few keys; time and value go together. */
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('frame' as const),
        keys: fc.array(fc.nat(4), { maxLength: 4 }),
        drop: fc.boolean(),
        twice: fc.boolean(),
        late: fc.nat(3),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'reconnect' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'hide' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'snapshotCame' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'snapshotFailed' as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(3000) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'paint' as const }) },
  )

  test('no value ever gives way to an older one, and the table ends with the newest of each key, as does who watches it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { table, heard$, frames, reads, advance } = aTable()
        const stored = new Map<number, ReadingChange>()
        const watched = new Map<number, LiveReading | undefined>()
        const painted = new Map<number, LiveReading | undefined>()
        for (let key = 0; key < 5; key++) table.watch(key).subscribe((value) => watched.set(key, value))
        table.changes$.subscribe((keys) => {
          for (const key of keys) painted.set(key, table.get(key))
        })
        let clock = 0
        let seq = 0
        let start = 1
        let connected = true
        const held: { after: number; heard: Heard<ReadingsFrame> }[] = []
        // A reading of the snapshot sees what was stored when it was asked for.
        const pictures: ReadingChange[][] = []
        const look = () => {
          while (pictures.length < reads.length) pictures.push([...stored.values()])
        }
        const shownAt = new Map<number, number>()
        const neverOlder = () => {
          for (const [key, { ts }] of table.entries()) {
            expect(ts).toBeGreaterThanOrEqual(shownAt.get(key) ?? 0)
            shownAt.set(key, ts)
          }
        }
        const deliver = (heard: Heard<ReadingsFrame>) => {
          heard$.next(heard)
          neverOlder()
          look()
        }
        deliver({ kind: 'subscribed' })
        for (const one of steps) {
          switch (one.kind) {
            case 'frame': {
              const v = one.keys.map((key): ReadingChange => [key, ++clock, clock * 2])
              for (const change of v) stored.set(change[0], change)
              const heard = frame(++seq, v, start)
              if (!connected || one.drop) break
              if (one.late > 0) held.push({ after: one.late, heard })
              else deliver(heard)
              if (one.twice) deliver(heard)
              break
            }
            case 'reconnect':
              deliver({ kind: 'lost' })
              deliver({ kind: 'subscribed' })
              connected = true
              break
            case 'restart':
              start++
              seq = 0
              break
            case 'hide':
              deliver({ kind: 'paused' })
              connected = false
              break
            case 'snapshotCame': {
              const at = reads.findLastIndex(({ stopped }) => !stopped)
              if (at >= 0) reads[at]!.give(pictures[at]!)
              break
            }
            case 'snapshotFailed':
              reads.findLast(({ stopped }) => !stopped)?.fail()
              break
            case 'wait':
              advance(one.ms)
              look()
              break
            case 'paint':
              frames.paint()
          }
          neverOlder()
          for (const waiting of held.splice(0)) {
            if (--waiting.after <= 0 && connected) deliver(waiting.heard)
            else if (waiting.after > 0) held.push(waiting)
          }
        }
        // In the end the connection stands and everything that is asked for is answered.
        deliver({ kind: 'subscribed' })
        for (let round = 0; round < 50; round++) {
          const open = reads.findLastIndex(({ stopped }) => !stopped)
          if (open >= 0) reads[open]!.give(pictures[open]!)
          advance(10_000)
          look()
        }
        frames.paint()
        for (let key = 0; key < 5; key++) {
          const newest = stored.get(key)
          const wanted = newest && { ts: newest[1], value: newest[2] }
          expect(table.get(key)).toEqual(wanted)
          expect(watched.get(key)).toEqual(wanted)
          expect(painted.get(key)).toEqual(wanted)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('a gap alone, with no reconnect, ends with the newest value too', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ key: fc.nat(3), drop: fc.boolean() }), { minLength: 1, maxLength: 40 }), (frames) => {
        const { table, heard$, reads, advance } = aTable()
        const stored = new Map<number, ReadingChange>()
        table.changes$.subscribe()
        heard$.next({ kind: 'subscribed' })
        reads[0]!.give([])
        frames.forEach(({ key, drop }, at) => {
          const change: ReadingChange = [key, at + 1, at]
          stored.set(key, change)
          // The first tells where the counting begins, the last that something was missed.
          if (!drop || at === 0 || at === frames.length - 1) heard$.next(frame(at + 1, [change]))
        })
        for (let round = 0; round < 3; round++) {
          advance(10_000)
          reads.findLast(({ stopped }) => !stopped)?.give([...stored.values()])
        }
        for (const [key, [, ts, value]] of stored) expect(table.get(key)).toEqual({ ts, value })
      }),
      { numRuns: 200 },
    )
  })
})

test('a table over a silent connection says that it is loading', () => {
  const seen: string[] = []
  const table = readings({ heard$: NEVER, snapshot: () => of([]), frames: instantFrames })
  table.status$.subscribe((status) => seen.push(status)).unsubscribe()
  expect(seen).toEqual(['loading'])
})
