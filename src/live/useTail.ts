import { useEffect, useState } from 'react'
import { auditTime, filter } from 'rxjs'
import type { LiveReading } from '#streams/devices/readings'
import { useLiveArea } from './useLiveArea.ts'

/** What a person can follow changes at most this often. */
const PACE_MS = 1000
/** As many readings as a curve may lie behind before it is asked for again. */
const KEPT = 600
const NOTHING: ReadonlyMap<number, readonly LiveReading[]> = new Map()

/** The readings of some items that came while the view stood, by item, oldest first. */
export function useTail(areaId: number, itemIds: readonly number[]): ReadonlyMap<number, readonly LiveReading[]> {
  const table = useLiveArea(areaId)?.readings
  const [tail, setTail] = useState(NOTHING)
  const wanted = itemIds.join()
  useEffect(() => {
    if (!table) return
    const ids = new Set(wanted.split(',').map(Number))
    const came = new Map<number, LiveReading[]>()
    let moved = false
    const hear = (keys: Iterable<number>) => {
      for (const key of keys) {
        const reading = ids.has(key) ? table.get(key) : undefined
        const own = came.get(key) ?? []
        if (!reading || reading.ts <= (own.at(-1)?.ts ?? 0)) continue
        came.set(key, [...own, reading].slice(-KEPT))
        moved = true
      }
    }
    const take = () => {
      if (!moved) return
      moved = false
      setTail(new Map(came))
    }
    const subscription = table.changes$.subscribe(hear)
    hear(ids)
    take()
    subscription.add(
      table.changes$
        .pipe(
          filter(() => moved),
          auditTime(PACE_MS),
        )
        .subscribe(take),
    )
    return () => subscription.unsubscribe()
  }, [table, wanted])
  return tail
}
