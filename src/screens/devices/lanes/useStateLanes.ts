import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { debounceTime, filter } from 'rxjs'
import type { Device } from '#contract/devices/device'
import { stateLanesCalls } from '#contract/devices/stateLanes'
import { useCall } from '#src/api/useCall.ts'
import { useLiveArea } from '#src/live/useLiveArea.ts'

const REFRESH_MS = 60_000
/** A command climbs several steps at once: they are read together. */
const PACE_MS = 300

/**
 * What the circuits of a device were over a range (ms UTC), and what was asked of them; read again whenever one of them, or its presence,
 * moves while the range reaches to now.
 */
export function useStateLanes(
  { id, areaId }: Pick<Device, 'id' | 'areaId'>,
  { moments, today, enabled }: { moments: readonly [number, number] | null; today: boolean; enabled: boolean },
) {
  const query = useCall(
    stateLanesCalls.read,
    { params: { id }, query: { startTime: moments?.[0] ?? 0, endTime: moments?.[1] ?? 0 } },
    { enabled: enabled && moments !== null, placeholderData: keepPreviousData, refetchInterval: today ? REFRESH_MS : false },
  )
  const switches = useLiveArea(areaId)?.switches
  const own = query.data?.lanes.map(({ switchId }) => switchId).join() ?? ''
  const { refetch } = query
  useEffect(() => {
    if (!switches || !today || own === '') return
    const ids = new Set(own.split(',').map(Number))
    const subscription = switches.changes$
      .pipe(
        filter((keys) => [...keys].some((key) => ids.has(key))),
        debounceTime(PACE_MS),
      )
      .subscribe(() => void refetch())
    return () => subscription.unsubscribe()
  }, [switches, today, own, refetch])
  return query
}
