import { useEffect } from 'react'
import { debounceTime, filter } from 'rxjs'
import { useLiveArea } from './useLiveArea.ts'

/** A command climbs several steps at once: they are told together. */
const PACE_MS = 300

/** Tells, while `following`, that one of these switches of a base said something or was asked something. */
export function useSwitchesMoved(areaId: number, switchIds: readonly number[], following: boolean, onMoved: () => unknown): void {
  const switches = useLiveArea(areaId)?.switches
  const wanted = switchIds.join()
  useEffect(() => {
    if (!switches || !following || wanted === '') return
    const ids = new Set(wanted.split(',').map(Number))
    const subscription = switches.changes$
      .pipe(
        filter((keys) => [...keys].some((key) => ids.has(key))),
        debounceTime(PACE_MS),
      )
      .subscribe(() => void onMoved())
    return () => subscription.unsubscribe()
  }, [switches, following, wanted, onMoved])
}
