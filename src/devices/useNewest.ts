import { useCallback, useSyncExternalStore } from 'react'
import { type Band, judge, type Verdict } from '#contract/devices/band'
import { useLiveArea } from '#src/live/useLiveArea.ts'
import { useReading } from '#src/live/useReading.ts'
import { useStaleSince } from '#src/live/useStaleSince.ts'
import { beat } from '#src/ui/beat.ts'
import { type AgeClass, ageOf } from '#streams/devices/age'
import { type LiveReading, newerReading } from '#streams/devices/readings'

const AGE_PACE_MS = 5000

/** An item as a list, a card, a popup or the wall has it: what was stored, its band, and the period of its device in ms. */
export interface ShownItem extends Band {
  readonly itemId: number
  readonly value: number | null
  readonly ts: number | null
  readonly reportingPeriod: number
}
export interface Look {
  /** `stale` where nothing comes to this page: the sensor is not at fault then. */
  readonly age: AgeClass | 'stale'
  /** A value keeps its verdict however old it is: its age stands beside it. */
  readonly verdict: Verdict
}

/** How a reading looks on every screen. Rendered again when that changes, not at each reading: the number writes itself. */
export function useLook(areaId: number, item: ShownItem): Look {
  const { itemId, value, ts, low, high, reportingPeriod } = item
  const table = useLiveArea(areaId)?.readings
  const since = useStaleSince(areaId)
  const clock = beat(AGE_PACE_MS)
  const subscribe = useCallback(
    (changed: () => void) => {
      const stopClock = clock.subscribe(changed)
      const heard = table?.watch(itemId).subscribe(changed)
      return () => {
        stopClock()
        heard?.unsubscribe()
      }
    },
    [clock, table, itemId],
  )
  const look = useSyncExternalStore(subscribe, () => {
    const newest = newerReading({ value, ts }, table?.get(itemId))
    // A reading that came after the last beat is younger than none.
    const age = ageOf(newest?.ts, reportingPeriod, Math.max(clock.get(), newest?.ts ?? 0))
    return `${age} ${judge(newest?.value, { low, high })}`
  })
  const [age, verdict] = look.split(' ') as [AgeClass, Verdict]
  return { age: since === null ? age : 'stale', verdict }
}

/** The newest reading of an item itself, with its look: rendered again at each reading, where a trend or an age is drawn by it. */
export function useNewest(areaId: number, item: ShownItem): Look & { readonly newest: LiveReading | undefined } {
  const newest = newerReading(item, useReading(areaId, item.itemId))
  return { ...useLook(areaId, item), newest }
}
