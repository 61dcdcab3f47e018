import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { deviceCalls } from '#contract/devices/device'
import { landCalls } from '#contract/farm/land'
import { useCall } from '#src/api/useCall.ts'
import { fieldKinds, type InputProps } from '#src/crud/fieldKinds.tsx'

const Place = fieldKinds.point.Input

/** The place of a device is chosen among the plots of its base and the devices that stand there already. */
export function PlaceAmongNeighbours(props: InputProps) {
  const [areaId, own] = useWatch({ name: ['areaId', 'id'] }) as [number | null | undefined, number | undefined]
  const enabled = areaId != null
  const asked = { query: { page: 0, size: 0, areaId: areaId ?? 0 } }
  const plots = useCall(landCalls.page, asked, { enabled, staleTime: 60_000 })
  const devices = useCall(deviceCalls.markers, asked, { enabled, staleTime: 60_000 })
  const around = useMemo(() => plots.data?.content.flatMap(({ landProfile }) => (landProfile ? [landProfile] : [])) ?? [], [plots.data])
  const beside = useMemo(
    () =>
      devices.data?.content.flatMap(([id, , name, , , , longitude, latitude]) =>
        longitude === null || latitude === null || id === own ? [] : [{ name, longitude, latitude }],
      ) ?? [],
    [devices.data, own],
  )
  return <Place {...props} around={around} beside={beside} />
}
