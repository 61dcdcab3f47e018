import { landCalls } from '#contract/farm/land'
import { useCall } from '#src/api/useCall.ts'

/** The plots of a base, by name; none while nobody has said. */
export function usePlots(areaId: number): readonly { readonly id: number; readonly name: string }[] {
  const lands = useCall(landCalls.page, { query: { page: 1, size: 0, areaId } })
  return (lands.data?.content ?? []).map(({ landId, landName }) => ({ id: landId, name: landName }))
}
