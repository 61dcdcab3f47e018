import { areaCalls } from '#contract/farm/area'
import { useCall } from '#src/api/useCall.ts'
import { useSaysBase } from './pageBase.ts'
import { useArea } from './useArea.ts'

/** Says that the page on the screen is about something of this base, whichever is selected; undefined: not known yet. */
export function useSaysBaseOf(areaId: number | undefined): void {
  const { area, areas } = useArea()
  const known = [...areas, ...(area === null ? [] : [area])].find((one) => one.areaId === areaId)
  const asked = useCall(
    areaCalls.default,
    { query: areaId === undefined ? {} : { areaId } },
    { enabled: areaId !== undefined && area !== null && known === undefined, staleTime: 5 * 60_000 },
  )
  // For one that may not be seen another is answered.
  useSaysBase(known ?? (asked.data?.areaId === areaId ? (asked.data ?? null) : null))
}
