import { DIRECTIONS, HELD_MS } from '#contract/cameras/control'

/** How a camera is held: what it was told and not yet stopped from, by whom, by which press, and until when (ms); null: it stands. */
export interface Held {
  readonly direction: number
  readonly by: number
  readonly name: string
  readonly hold: string | null
  readonly until: number
}
export interface HeldWord {
  readonly direction: number
  readonly by: number
  readonly name: string
  /** Of one press; null where the caller makes none. */
  readonly hold: string | null
}
export type Verdict =
  /** Somebody else moves it. */
  | { readonly kind: 'held'; readonly name: string }
  /** A word of a press that is over: it neither moves nor stops. */
  | { readonly kind: 'late' }
  | { readonly kind: 'move'; readonly next: Held }
  | { readonly kind: 'stop' }

/** The presses that are over, so that what of them arrives late is known. */
export interface Presses {
  isOver(by: number, hold: string | null): boolean
  end(by: number, hold: string | null): void
}

/** What becomes of a word. A hold that nobody spoke of in time is over, whether or not the camera was stopped already. */
export function judgeWord(held: Held | null, word: HeldWord, presses: Presses, now: number): Verdict {
  const isHeld = held !== null && now < held.until
  if (held && !isHeld) presses.end(held.by, held.hold)
  if (isHeld && held.by !== word.by) return { kind: 'held', name: held.name }
  if (word.direction === DIRECTIONS.stop) {
    presses.end(word.by, word.hold)
    if (isHeld && word.hold !== null && word.hold !== held.hold) return { kind: 'late' }
    if (isHeld) presses.end(held.by, held.hold)
    return { kind: 'stop' }
  }
  if (presses.isOver(word.by, word.hold)) return { kind: 'late' }
  if (isHeld && held.hold !== word.hold) presses.end(held.by, held.hold)
  return { kind: 'move', next: { ...word, until: now + HELD_MS } }
}

/** Of a camera and a user: more than come late together. */
const MOST_KEPT = 32

export function createPresses(): Presses {
  const over = new Set<string>()
  return {
    isOver: (by, hold) => hold !== null && over.has(`${by} ${hold}`),
    end(by, hold) {
      if (hold === null) return
      over.delete(`${by} ${hold}`)
      over.add(`${by} ${hold}`)
      if (over.size > MOST_KEPT) over.delete(over.values().next().value!)
    },
  }
}
