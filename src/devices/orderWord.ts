import { faceOf } from '#contract/devices/switch'
import type { SwitchKind } from '#contract/devices/switchKind'
import { asWordKey } from '#src/i18n/i18n.ts'

/** The key of the words of a status that a switch is told: what a pump is said to be in (AERATOR-07, "already open") is no word for that. */
export function orderWord(kind: SwitchKind, name: string, status: number) {
  const face = faceOf(kind, name)
  return asWordKey(`devices:${face === 'aerator' ? 'order' : 'status'}.${face}.${status}`)
}
