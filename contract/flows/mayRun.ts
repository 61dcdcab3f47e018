import { deviceTypes, isDeviceType, runOf } from '../devices/deviceType.ts'
import type { SwitchKind } from '../devices/switchKind.ts'

/**
 * Whether a flow may tell a circuit so for so long: what stops something takes no time, what may not run on has one within the limits of its type.
 * `runSeconds` null: until something else stops it.
 */
export function mayRun(
  { kind, deviceType }: { readonly kind: SwitchKind; readonly deviceType: string },
  status: number,
  runSeconds: number | null,
): boolean {
  if (status === 0) return runSeconds === null
  const run = isDeviceType(deviceType) ? runOf(deviceType, kind) : null
  if (!isDeviceType(deviceType) || run === null) return false
  if (runSeconds === null) return deviceTypes[deviceType].circuits?.rest === 1
  return runSeconds >= run.least && runSeconds <= run.most
}
