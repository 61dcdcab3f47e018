import { useMemo } from 'react'
import type { CallError } from '#src/api/call.ts'
import { useCall } from '#src/api/useCall.ts'
import { deviceCalls } from '#contract/devices/device'
import { deviceTypes } from '#contract/devices/deviceType'
import { type Land, landCalls } from '#contract/farm/land'
import { usePermission } from '#src/session/usePermission.ts'
import { useSession } from '#src/session/session.ts'
import { type MapDevice, readMarker } from '#src/map/mapDevice.ts'

/** Area cameras are read in one page of this size (MAP-10). */
const CAMERA_PAGE = 1000
const NO_DEVICES: readonly MapDevice[] = []
const NO_LANDS: readonly Land[] = []

export interface FarmData {
  readonly devices: readonly MapDevice[]
  readonly lands: readonly Land[]
  /** What the map waits for before it frames the base, its devices and plots, has come or failed; it does not wait for the camera list. */
  readonly settled: boolean
  /** Whether the devices were ever read: before, nothing is known of them, not even that all is well. */
  readonly known: boolean
  readonly devicesError: CallError | null
  readonly landsError: CallError | null
  readonly retry: () => void
}

/** The devices, cameras and plots of a base; read again when one of them is changed anywhere. */
export function useFarmData(areaId: number | null): FarmData {
  const { tenantId } = useSession()
  const enabled = areaId != null && tenantId >= 0
  const area = areaId ?? 0
  const mayCameras = usePermission(deviceTypes.camera.code)
  // Page 0, size 0: all of them (MAP-11).
  const devices = useCall(deviceCalls.markers, { params: { t: tenantId }, query: { page: 0, size: 0, areaId: area } }, { enabled })
  const cameras = useCall(
    deviceCalls.areaCameras,
    { params: { t: tenantId, id: area }, query: { page: 1, size: CAMERA_PAGE } },
    { enabled: enabled && mayCameras === true },
  )
  const lands = useCall(landCalls.page, { params: { t: tenantId }, query: { page: 0, size: 0, areaId: area, enabledFlag: 1 } }, { enabled })

  const rows = devices.data?.content
  const seen = cameras.data?.content
  const listed = useMemo(() => rows?.map((row) => readMarker(area, row)) ?? NO_DEVICES, [rows, area])
  const merged = useMemo(() => {
    const known = new Set(listed.map(({ id }) => id))
    const unlisted = (seen ?? []).filter(({ id }) => !known.has(id))
    // The list itself where the cameras add nothing, so that ten thousand markers are not set twice.
    return unlisted.length === 0 ? listed : [...listed, ...unlisted]
  }, [listed, seen])
  return {
    devices: merged,
    lands: lands.data?.content ?? NO_LANDS,
    settled: enabled && !devices.isPending && !lands.isPending,
    known: rows !== undefined,
    devicesError: devices.error,
    landsError: lands.error,
    retry: () => {
      if (devices.isError) void devices.refetch()
      if (lands.isError) void lands.refetch()
      if (cameras.isError) void cameras.refetch()
    },
  }
}
