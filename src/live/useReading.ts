import type { LiveReading } from '#streams/devices/readings'
import { useCell } from './useCell.ts'
import { useLiveArea } from './useLiveArea.ts'

/** The newest reading of a collect item; undefined before the snapshot came and for an item that never reported. */
export const useReading = (areaId: number | null | undefined, itemId: number | null | undefined): LiveReading | undefined =>
  useCell(useLiveArea(areaId)?.readings, itemId)
