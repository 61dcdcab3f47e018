import { useMemo } from 'react'
import type { CallError } from '#src/api/call.ts'
import { queryKeyOf, useCall } from '#src/api/useCall.ts'
import { type Device, deviceCalls } from '#contract/devices/device'
import { deviceFaces } from '#contract/devices/deviceType'
import { type Land, landCalls } from '#contract/farm/land'
import { useChanges } from '#src/live/useChanges.ts'
import { usePermission } from '#src/session/usePermission.ts'
import { useSession } from '#src/session/session.ts'

/** Area cameras are read in one page of this size (MAP-10). */
const CAMERA_PAGE = 1000
const NO_DEVICES: readonly Device[] = []
const NO_LANDS: readonly Land[] = []

export interface FarmData {
  readonly devices: readonly Device[]
  readonly lands: readonly Land[]
  /** Everything that the map waits for before it frames the base has come, or failed. */
  readonly settled: boolean
  readonly devicesError: CallError | null
  readonly landsError: CallError | null
  readonly retry: () => void
}

/** The devices, cameras and plots of a base; read again when one of them is changed anywhere. */
export function useFarmData(areaId: number | null): FarmData {
  const { tenantId } = useSession()
  const enabled = areaId != null && tenantId >= 0
  const area = areaId ?? 0
  const mayCameras = usePermission(deviceFaces.camera.code)
  // Page 0, size 0: all of them (MAP-11).
  const devices = useCall(deviceCalls.tenantAll, { params: { t: tenantId }, query: { page: 0, size: 0, areaId: area } }, { enabled })
  const cameras = useCall(
    deviceCalls.areaCameras,
    { params: { t: tenantId, id: area }, query: { page: 1, size: CAMERA_PAGE } },
    { enabled: enabled && mayCameras === true },
  )
  const lands = useCall(landCalls.page, { params: { t: tenantId }, query: { page: 0, size: 0, areaId: area, enabledFlag: 1 } }, { enabled })
  useChanges('device', queryKeyOf(deviceCalls.tenantAll))
  useChanges('gateway', queryKeyOf(deviceCalls.tenantAll))
  useChanges('camera', queryKeyOf(deviceCalls.areaCameras))
  useChanges('land', queryKeyOf(landCalls.page))

  const listed = devices.data?.content
  const seen = cameras.data?.content
  const merged = useMemo(() => {
    if (!listed && !seen) return NO_DEVICES
    const known = new Set(listed?.map(({ id }) => id))
    return [...(listed ?? []), ...(seen ?? []).filter(({ id }) => !known.has(id))]
  }, [listed, seen])
  return {
    devices: merged,
    lands: lands.data?.content ?? NO_LANDS,
    settled: enabled && !devices.isPending && !lands.isPending && (mayCameras === false || (mayCameras === true && !cameras.isPending)),
    devicesError: devices.error,
    landsError: lands.error,
    retry: () => {
      if (devices.isError) void devices.refetch()
      if (lands.isError) void lands.refetch()
      if (cameras.isError) void cameras.refetch()
    },
  }
}
