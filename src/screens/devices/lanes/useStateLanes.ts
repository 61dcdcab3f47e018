import { keepPreviousData } from '@tanstack/react-query'
import type { Device } from '#contract/devices/device'
import { stateLanesCalls } from '#contract/devices/stateLanes'
import { useCall } from '#src/api/useCall.ts'
import { useSwitchesMoved } from '#src/live/useSwitchesMoved.ts'

const REFRESH_MS = 60_000
const NONE: readonly number[] = []

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
  const own = query.data?.lanes.map(({ switchId }) => switchId) ?? NONE
  useSwitchesMoved(areaId, own, today, query.refetch)
  return query
}
