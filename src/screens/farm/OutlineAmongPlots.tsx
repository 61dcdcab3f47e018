import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { landCalls } from '#contract/farm/land'
import { useCall } from '#src/api/useCall.ts'
import { fieldKinds, type InputProps } from '#src/crud/fieldKinds.tsx'

const Outline = fieldKinds.polygon.Input

/** The outline of a plot is drawn among those that its base has. */
export function OutlineAmongPlots(props: InputProps) {
  const [areaId, own] = useWatch({ name: ['areaId', 'landId'] }) as [number | null, number | undefined]
  const enabled = areaId !== null
  const plots = useCall(landCalls.page, { query: { size: 0, ...(enabled ? { areaId } : {}) } }, { enabled, staleTime: 60_000 })
  const others = useMemo(
    () => plots.data?.content.flatMap(({ landId, landProfile }) => (landProfile && landId !== own ? [landProfile] : [])) ?? [],
    [plots.data, own],
  )
  return <Outline {...props} around={others} />
}
