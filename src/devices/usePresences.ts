import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Device, Presence } from '#contract/devices/device'
import { countStanding, type Standing } from '#contract/devices/standing'
import { useLiveArea } from '#src/live/useLiveArea.ts'
import { newerPresence } from '#streams/devices/presence'

export interface Present {
  readonly device: Device
  readonly presence: Presence
  readonly heardAt: number | null
}

/** The one count of these devices. */
export const standingOf = (present: readonly Present[]): Standing =>
  countStanding(present.map(({ device, presence }) => ({ deviceType: device.deviceType, presence })))

/** Devices with their presence as it is now: the list's own words until the live table knows better. */
export function usePresences(areaId: number | undefined, devices: readonly Device[]): readonly Present[] {
  const table = useLiveArea(areaId)?.presence
  const version = useMemo(() => ({ count: 0 }), [])
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = table?.changes$.subscribe(() => {
        version.count++
        changed()
      })
      return () => subscription?.unsubscribe()
    },
    [table, version],
  )
  useSyncExternalStore(subscribe, () => version.count)
  return devices.map((device) => {
    return { device, ...newerPresence(device, table?.get(device.id)) }
  })
}
