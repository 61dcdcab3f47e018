import { deviceTypes, type DeviceType } from '#contract/devices/deviceType'

/** The parts of a device's page. The address names the one that is looked at, so that it can be sent to somebody. */
export const PARTS = ['live', 'statistics', 'control', 'log', 'rejected', 'protocol', 'about'] as const
export type Part = (typeof PARTS)[number]

/** What there is to see of a device of this type. */
export function partsOf(type: DeviceType): readonly Part[] {
  const { circuits, logs, panels } = deviceTypes[type]
  return PARTS.filter((part) =>
    part === 'statistics'
      ? panels.some((panel) => panel === 'insects')
      : part === 'control'
        ? circuits !== null
        : part === 'log'
          ? logs.some((log) => log !== 'rejected')
          : part === 'rejected'
            ? logs.includes('rejected')
            : true,
  )
}

/** The part that an address names; the first where it names none that there is. */
export const partIn = (address: URLSearchParams, parts: readonly Part[]): Part =>
  parts.find((part) => part === address.get('part')) ?? parts[0]!
