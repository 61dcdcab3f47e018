import { useMemo } from 'react'
import { deviceCalls } from '#contract/devices/device'
import type { DeviceType } from '#contract/devices/deviceType'
import { useCall } from '#src/api/useCall.ts'
import type { CircuitName } from './flowWords.ts'

/** A circuit of a base, as it is picked. */
export interface BaseCircuit extends CircuitName {
  readonly id: number
  readonly deviceId: number
  readonly deviceType: DeviceType
}
export interface BaseDevice {
  readonly id: number
  readonly name: string
  readonly deviceType: DeviceType
}

const NONE: readonly never[] = []

/** The devices of a base and their circuits, by device and in order of circuit; none while nobody has said. */
export function useBaseDevices(areaId: number, enabled = true) {
  const query = useCall(deviceCalls.markers, { query: { page: 1, size: 0, areaId } }, { enabled, staleTime: 60_000 })
  const rows = query.data?.content ?? NONE
  const devices = useMemo(() => rows.map(([id, deviceType, name]): BaseDevice => ({ id, deviceType, name })), [rows])
  const circuits = useMemo(
    () =>
      rows.flatMap(([deviceId, deviceType, deviceName, , , , , , , , , , switches]) =>
        switches
          .toSorted(([, one], [, other]) => one - other)
          .map(([id, , name, kind]): BaseCircuit => ({ id, name, kind, deviceId, deviceName, deviceType })),
      ),
    [rows],
  )
  return { devices, circuits, query }
}
