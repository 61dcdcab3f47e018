import type { LivePresence } from '#streams/devices/presence'
import { useCell } from './useCell.ts'
import { useLiveArea } from './useLiveArea.ts'

/** Whether a device is there and when it was last heard; undefined before anything is known. */
export const usePresence = (areaId: number | null | undefined, deviceId: number | null | undefined): LivePresence | undefined =>
  useCell(useLiveArea(areaId)?.presence, deviceId)
