import { deviceCalls } from '#contract/devices/device'
import { useCall } from '#src/api/useCall.ts'

/** As many as are asked for by id at once. */
const MOST = 100

/** What devices are called, by id; one that is not known (yet, or to this person) by its number. */
export function useDeviceNames(ids: readonly number[]): (id: number) => string {
  const known = useCall(
    deviceCalls.tenantAll,
    { query: { page: 1, size: MOST, ids: ids.slice(0, MOST).join(',') } },
    { enabled: ids.length > 0, placeholderData: (before) => before },
  )
  const names = new Map(known.data?.content.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? `#${id}`
}
