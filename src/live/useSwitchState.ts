import type { LiveSwitch } from '#streams/devices/switches'
import { useCell } from './useCell.ts'
import { useLiveArea } from './useLiveArea.ts'

/** What a switch's device last said and how its newest command stands; undefined before anything is known. */
export const useSwitchState = (areaId: number | null | undefined, switchId: number | null | undefined): LiveSwitch | undefined =>
  useCell(useLiveArea(areaId)?.switches, switchId)
