import { asyncScheduler, BehaviorSubject, from, Observable, type ObservableInput, type SchedulerLike, Subject, Subscription } from 'rxjs'
import { MAX_AHEAD_MS } from '#contract/devices/protocol'
import type { FramePacer } from './frames.ts'
import type { Frame, Heard } from './heard.ts'
import type { LiveStatus, LiveTable } from './live.ts'

/** How long a table that nobody looks at stays subscribed, so that a change of tab fetches nothing. */
export const LINGER_MS = 15_000
/** Gaps ask for snapshots at most this often. */
export const REFETCH_PAUSE_MS = 1000
const RETRY_FROM_MS = 1000
const RETRY_TO_MS = 10_000

export interface LiveNeeds<Payload extends Frame, Change, Value> {
  /** The topic; subscribed to while somebody looks. */
  heard$: Observable<Heard<Payload>>
  /** The newest values as they are stored, read after the subscription stands. */
  snapshot: () => ObservableInput<readonly Change[]>
  changesOf: (payload: Payload) => readonly Change[]
  keyOf: (change: Change) => number
  /**
   * The value after a change, by time: newest wins. Answers `held` itself where nothing changed. Of equally old ones the incoming
   * wins only where `tieWins` (it is known to be said later).
   */
  fold: (held: Value | undefined, change: Change, tieWins: boolean) => Value | undefined
  /** The moment by which a value is judged, ms UTC, and the value as if it were of another. */
  timeOf: (value: Value) => number
  asOf: (value: Value, time: number) => Value
  /** A snapshot is all there is: what it lacks, and no frame told of since it was asked for, is no more. */
  whole?: boolean
  frames: FramePacer
  scheduler?: SchedulerLike
  random?: () => number
  lingerMs?: number
}

/**
 * One live table: subscribes first, then fetches the snapshot, and folds both by time. A gap in `seq`, another `start` of the server
 * or a reconnect fetches the snapshot again, while changes go on being applied. It works while anything of it is subscribed to
 * (and for a short while after); painting is paced by `frames` and told per key.
 */
export function foldLive<Payload extends Frame, Change, Value>(needs: LiveNeeds<Payload, Change, Value>): LiveTable<Value> {
  const { heard$, snapshot, changesOf, keyOf, fold, timeOf, asOf, frames } = needs
  const scheduler = needs.scheduler ?? asyncScheduler
  const random = needs.random ?? Math.random
  const lingerMs = needs.lingerMs ?? LINGER_MS

  const cells = new Map<number, Value>()
  const watchers = new Map<number, Set<(value: Value | undefined) => void>>()
  const moved = new Subject<ReadonlySet<number>>()
  const status = new BehaviorSubject<LiveStatus>('loading')

  let pending = new Set<number>()
  let asked = false
  let cancelFlush: (() => void) | null = null
  const flush = () => {
    asked = false
    const keys = pending
    pending = new Set()
    for (const key of keys) {
      const listeners = watchers.get(key)
      if (listeners) for (const listener of listeners) listener(cells.get(key))
    }
    moved.next(keys)
  }

  let users = 0
  let work: Subscription | null = null
  let linger: Subscription | null = null

  const begin = () => {
    const running = new Subscription()
    let start: number | null = null
    let seq = 0
    /** The server's clock in its last frame. */
    let saidAt: number | null = null
    let live = false
    let complete = false
    let fetching: Subscription | null = null
    let waiting: Subscription | null = null
    let again = false
    let failures = 0
    let fetchedAt = Number.NEGATIVE_INFINITY
    // Keys that frames moved since the snapshot was asked for: of equally old values theirs is the later word.
    let touched: Set<number> | null = null

    // A value that lies where none can lie was taken while the server's clock was ahead: it must not hide all that comes until then.
    const inItsTime = (held: Value | undefined) =>
      held !== undefined && saidAt !== null && timeOf(held) > saidAt + MAX_AHEAD_MS ? asOf(held, saidAt - MAX_AHEAD_MS) : held
    const apply = (change: Change, tieWins: boolean) => {
      const key = keyOf(change)
      const held = inItsTime(cells.get(key))
      const next = fold(held, change, tieWins)
      if (next === held || next === undefined) return
      cells.set(key, next)
      pending.add(key)
    }
    const dropAllBut = (given: readonly Change[], fresher: ReadonlySet<number> | null) => {
      const told = new Set(given.map(keyOf))
      for (const key of cells.keys()) {
        if (told.has(key) || fresher?.has(key)) continue
        cells.delete(key)
        pending.add(key)
      }
    }
    const paint = () => {
      if (pending.size === 0 || asked) return
      asked = true
      cancelFlush = frames.request(flush)
    }
    const say = (next: LiveStatus) => {
      if (status.value !== next) status.next(next)
    }
    const stopFetching = () => {
      fetching?.unsubscribe()
      waiting?.unsubscribe()
      fetching = waiting = null
      touched = null
      again = false
    }
    const fetchIn = (delay: number) => {
      waiting?.unsubscribe()
      waiting = scheduler.schedule(fetch, delay)
    }
    const fetch = () => {
      stopFetching()
      fetchedAt = scheduler.now()
      touched = new Set()
      const reading = new Subscription()
      fetching = reading
      let given: readonly Change[] | null = null
      reading.add(
        from(snapshot()).subscribe({
          next: (changes) => {
            given = changes
          },
          error: () => {
            fetching = touched = null
            again = false
            if (live || !complete) say('failed')
            const most = Math.min(RETRY_TO_MS, RETRY_FROM_MS * 2 ** failures++)
            fetchIn(most * (0.5 + random() / 2))
          },
          complete: () => {
            const fresher = touched
            fetching = touched = null
            failures = 0
            for (const change of given ?? []) apply(change, !fresher?.has(keyOf(change)))
            if (needs.whole) dropAllBut(given ?? [], fresher)
            complete = true
            say(live ? 'fresh' : 'offline')
            paint()
            if (again) fetchIn(pauseLeft())
          },
        }),
      )
    }
    const pauseLeft = () => Math.max(0, fetchedAt + REFETCH_PAUSE_MS - scheduler.now())
    const missed = () => {
      // What is being read may be older than what was missed: read once more when it is done.
      if (fetching) again = true
      else if (waiting === null || waiting.closed) fetchIn(pauseLeft())
    }
    const hear = (heard: Heard<Payload>) => {
      switch (heard.kind) {
        case 'message': {
          const { payload } = heard
          let inOrder = true
          if (payload.start !== start) {
            if (start !== null) missed()
            start = payload.start
            seq = payload.seq
          } else if (payload.seq > seq) {
            if (payload.seq > seq + 1) missed()
            seq = payload.seq
          } else inOrder = false
          if (inOrder) saidAt = payload.at
          for (const change of changesOf(payload)) {
            if (inOrder) touched?.add(keyOf(change))
            apply(change, inOrder)
          }
          paint()
          return
        }
        case 'subscribed':
          live = true
          start = null
          fetch()
          return
        case 'paused':
          live = false
          stopFetching()
          return
        case 'lost':
          live = false
          stopFetching()
          say('offline')
          // Where only the live way is closed, a page shows at least what is stored.
          if (!complete) fetch()
          return
        case 'refused':
          live = false
          stopFetching()
          say('failed')
      }
    }
    running.add(stopFetching)
    // A connection that was closed says no more: who looks next begins anew.
    running.add(heard$.subscribe({ next: hear, complete: () => running.unsubscribe() }))
    return running
  }

  const use = () => {
    users++
    linger?.unsubscribe()
    linger = null
    if (work?.closed !== false) work = begin()
    let used = true
    return () => {
      if (!used) return
      used = false
      users--
      if (users > 0) return
      linger = scheduler.schedule(() => {
        work?.unsubscribe()
        work = null
        cancelFlush?.()
        asked = false
        pending = new Set()
        cells.clear()
        status.next('loading')
      }, lingerMs)
    }
  }
  const used = <T>(source: Observable<T>) =>
    new Observable<T>((subscriber) => {
      const inner = source.subscribe(subscriber)
      const release = use()
      return () => {
        inner.unsubscribe()
        release()
      }
    })

  return {
    get: (key) => cells.get(key),
    entries: () => cells.entries(),
    changes$: used(moved),
    status$: used(status),
    watch: (key) =>
      new Observable<Value | undefined>((subscriber) => {
        const listener = (value: Value | undefined) => subscriber.next(value)
        let listeners = watchers.get(key)
        if (!listeners) watchers.set(key, (listeners = new Set()))
        listeners.add(listener)
        const release = use()
        subscriber.next(cells.get(key))
        return () => {
          listeners.delete(listener)
          if (listeners.size === 0 && watchers.get(key) === listeners) watchers.delete(key)
          release()
        }
      }),
  }
}
