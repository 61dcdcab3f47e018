import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { areaCalls } from '#contract/farm/area'
import { landCalls } from '#contract/farm/land'
import { useCall } from '#src/api/useCall.ts'
import { fieldKinds, type InputProps } from '#src/crud/fieldKinds.tsx'

const Place = fieldKinds.point.Input

/** The place of a base is chosen among its own plots and the other bases of the enterprise. */
export function PlaceAmongBases(props: InputProps) {
  const own = useWatch({ name: 'areaId' }) as number | undefined
  const bases = useCall(areaCalls.page, { query: { page: 0, size: 0 } }, { staleTime: 60_000 })
  const plots = useCall(
    landCalls.page,
    { query: { page: 0, size: 0, areaId: own ?? 0 } },
    { enabled: own !== undefined, staleTime: 60_000 },
  )
  const around = useMemo(() => plots.data?.content.flatMap(({ landProfile }) => (landProfile ? [landProfile] : [])) ?? [], [plots.data])
  const beside = useMemo(
    () =>
      bases.data?.content.flatMap(({ areaId, areaName, latlng }) => (latlng && areaId !== own ? [{ name: areaName, ...latlng }] : [])) ??
      [],
    [bases.data, own],
  )
  return <Place {...props} around={around} beside={beside} />
}
