import type { Interlock, Need } from '#contract/devices/interlock'

/** An interlock as it is being written: both kinds of need are kept, so that looking at the other loses nothing. */
export interface InterlockDraft {
  readonly name: string
  readonly circuit: number | null
  readonly kind: Need['kind']
  readonly switchIds: readonly number[]
  readonly itemId: number | null
  readonly limit: number | string | null
  readonly graceSeconds: number | string | null
}

const EMPTY: InterlockDraft = { name: '', circuit: null, kind: 'anyOpen', switchIds: [], itemId: null, limit: 0, graceSeconds: 0 }

export const draftOf = (of: Interlock | null): InterlockDraft => {
  if (of === null) return EMPTY
  const { name, circuit, need, graceSeconds } = of
  return { ...EMPTY, name, circuit, graceSeconds, ...need }
}

/** What is sent of a draft; what is missing in it is refused by the call's own schema. */
export const bodyOf = (draft: InterlockDraft, interlockId: number | undefined): object => {
  const { name, circuit, graceSeconds, kind, switchIds, itemId, limit } = draft
  const need = kind === 'anyOpen' ? { kind, switchIds } : { kind, itemId, limit }
  return { ...(interlockId === undefined ? {} : { interlockId }), name, circuit, need, graceSeconds }
}
