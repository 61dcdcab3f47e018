import { useQueries } from '@tanstack/react-query'
import { type Device, deviceCalls } from '#contract/devices/device'
import { callQuery } from '#src/api/useCall.ts'

/** As many as are asked for by id at once. */
const MOST = 100

/** Devices by id, as far as they are known (yet, and to this person); asked for a hundred at a time. */
export function useDevicesById(ids: readonly number[]): ReadonlyMap<number, Device> {
  const parts = Array.from({ length: Math.ceil(ids.length / MOST) }, (_, nth) => ids.slice(nth * MOST, (nth + 1) * MOST))
  const found = useQueries({
    queries: parts.map((part) => ({
      ...callQuery(deviceCalls.tenantAll, { query: { page: 1, size: MOST, ids: part.join(',') } }),
      placeholderData: <Answer>(before: Answer | undefined) => before,
    })),
  })
  return new Map(found.flatMap(({ data }) => data?.content.map((device) => [device.id, device] as const) ?? []))
}

/** What devices are called, by id; one that is not known (yet, or to this person) by its number. */
export function useDeviceNames(ids: readonly number[]): (id: number) => string {
  const known = useDevicesById(ids)
  return (id) => known.get(id)?.name ?? `#${id}`
}
