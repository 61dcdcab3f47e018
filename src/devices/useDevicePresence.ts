import type { Device, Presence } from '#contract/devices/device'
import { usePresence } from '#src/live/usePresence.ts'
import { useReading } from '#src/live/useReading.ts'
import { newerPresence } from '#streams/devices/presence'

/** Whether a device is there, and when it was last heard (ms UTC): its record's own words until the live tables know better. */
export function useDevicePresence(device: Pick<Device, 'id' | 'areaId' | 'presence' | 'heardAt' | 'main'>): {
  presence: Presence
  heardAt: number | null
} {
  const { presence, heardAt } = newerPresence(device, usePresence(device.areaId, device.id))
  // Presence speaks only when it changes; a reading says that the device was heard, too.
  const reading = useReading(device.areaId, device.main?.itemId)
  return { presence, heardAt: Math.max(heardAt ?? 0, reading?.ts ?? 0) || null }
}
