import type { Device, Presence } from '#contract/devices/device'
import { usePresence } from '#src/live/usePresence.ts'
import { useReading } from '#src/live/useReading.ts'

/** Whether a device is there, and when it was last heard (ms UTC): its record's own words until the live tables know better. */
export function useDevicePresence(device: Pick<Device, 'id' | 'areaId' | 'presence' | 'heardAt' | 'main'>): {
  presence: Presence
  heardAt: number | null
} {
  const live = usePresence(device.areaId, device.id)
  // Presence speaks only when it changes; a reading says that the device was heard, too.
  const reading = useReading(device.areaId, device.main?.itemId)
  // 0 is never: the age of 1970 would be shown.
  const heardAt = Math.max(live?.heardAt ?? 0, reading?.ts ?? 0, device.heardAt ?? 0) || null
  // A record that was read later than the table heard is the newer word.
  const isNewer = live !== undefined && live.heardAt >= (device.heardAt ?? 0)
  return { presence: isNewer ? live.presence : device.presence, heardAt }
}
