import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { throttleTime } from 'rxjs'
import { type LiveReading, newerReading } from '#streams/devices/readings'
import { useLiveArea } from './useLiveArea.ts'

/** How often a drawing of a reading is made anew at most: its number writes itself with each. */
const PACE_MS = 1000

/**
 * The newest reading where something is drawn by it (a line of the last hours, an age in words): at once the first time, then once a second
 * at most, each item at its own moment, so that two hundred of them never share a frame; and while it is `seen` only. `item` is what was stored.
 */
export function useDrawn(
  areaId: number,
  item: { readonly itemId: number; readonly value: number | null; readonly ts: number | null },
  seen = true,
): LiveReading | undefined {
  const { itemId, value, ts } = item
  const table = useLiveArea(areaId)?.readings
  const held = useMemo(() => ({ reading: table?.get(itemId) }), [table, itemId])
  const subscribe = useCallback(
    (changed: () => void) => {
      const heard = seen
        ? table
            ?.watch(itemId)
            .pipe(throttleTime(PACE_MS, undefined, { leading: true, trailing: true }))
            .subscribe((reading) => {
              held.reading = reading
              changed()
            })
        : undefined
      return () => heard?.unsubscribe()
    },
    [table, itemId, held, seen],
  )
  const reading = useSyncExternalStore(subscribe, () => held.reading)
  return useMemo(() => newerReading({ value, ts }, reading), [value, ts, reading])
}
