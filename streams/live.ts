import type { Observable } from 'rxjs'

/** How a live table stands: its snapshot is on the way, it is complete, its connection is down, or its snapshot failed. */
export type LiveStatus = 'loading' | 'fresh' | 'offline' | 'failed'

/** A snapshot and its changes, folded by time: newest wins. `changes$` speaks once an animation frame, with the keys that moved. */
export interface LiveTable<Value> {
  get(key: number): Value | undefined
  entries(): Iterable<[number, Value]>
  readonly changes$: Observable<ReadonlySet<number>>
  /** The value now and after each change of this key, paced by frames. */
  watch(key: number): Observable<Value | undefined>
  readonly status$: Observable<LiveStatus>
}
