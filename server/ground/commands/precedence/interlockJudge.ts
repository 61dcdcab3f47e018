import type { Need, Unmet } from '#contract/devices/interlock'

/** What is known of what interlocks need, by id. Times in ms UTC. */
export interface Facts {
  /** `status` as the device last said it; `isThere`: the device is online, so that its word still counts. */
  readonly switches: ReadonlyMap<number, { readonly status: number | null; readonly isThere: boolean }>
  /** `lasts` is how long a value is believed. */
  readonly items: ReadonlyMap<number, { readonly value: number | null; readonly at: number | null; readonly lasts: number }>
}
export interface Guard {
  readonly need: Need
  readonly graceMs: number
}

/** What a need lacks now, null where it is fulfilled. Nothing is presumed: what is not known or too old is not fulfilled. */
export function unmet(need: Need, { switches, items }: Facts, now: number): Unmet | null {
  if (need.kind === 'anyOpen') {
    const group = need.switchIds.map((id) => switches.get(id))
    const known = group.filter((one) => one !== undefined && one.isThere && one.status !== null)
    if (known.some((one) => one!.status !== 0)) return null
    return known.length < group.length ? 'notKnown' : 'noneOpen'
  }
  const item = items.get(need.itemId)
  if (item === undefined || item.value === null || item.at === null) return 'notKnown'
  if (now - item.at > item.lasts) return 'tooOld'
  return item.value > need.limit ? null : 'tooLow'
}

/**
 * Whether something may start (`startedAt` null) or go on running: null, or what is lacking. Within its grace after a start nothing is
 * asked for, and so nothing before it. A start that lies ahead (the clock was set back) has no grace left.
 */
export function judge({ need, graceMs }: Guard, facts: Facts, now: number, startedAt: number | null): Unmet | null {
  const isGraced = startedAt === null ? graceMs > 0 : startedAt <= now && now - startedAt < graceMs
  return isGraced ? null : unmet(need, facts, now)
}
