import { deviceTypes, type DeviceType } from '#contract/devices/deviceType'
import type { DeviceAct } from '#contract/devices/types/defineDeviceType'
import { useHeld } from '#src/session/usePermission.ts'

const codesOf = (act: DeviceAct | 'read', type: DeviceType) => (act === 'read' ? deviceTypes[type].readers : deviceTypes[type].actors(act))

/** Whether the user may see devices of a type, or do this to them; not before the type is known and the server has said. */
export function useMay(act: DeviceAct | 'read', type: DeviceType | undefined): boolean {
  const codes = type === undefined ? [] : codesOf(act, type)
  return codes.some(useHeld(codes))
}
