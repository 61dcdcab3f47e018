/** How long an act whose outcome is unknown stays the same act, ms: who comes back later means another. */
const SAME_MS = 10 * 60_000
const MOST = 50

/** Keys of acts that nobody answered, by what they asked for. */
const unanswered = new Map<string, { readonly key: string; readonly until: number }>()

const fresh = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36).padStart(7, '0')).join('-')

/**
 * The key of an act (contract/core/idempotencyKey.ts): that of the last try where nobody knows what became of it, and the same is asked for
 * again; else a new one. `ended` says whether this try's outcome is known.
 */
export function keyOf(act: string): { readonly key: string; ended(isKnown: boolean): void } {
  const before = unanswered.get(act)
  unanswered.delete(act)
  const key = before !== undefined && before.until > Date.now() ? before.key : fresh()
  return {
    key,
    ended(isKnown) {
      if (isKnown) return
      unanswered.set(act, { key, until: Date.now() + SAME_MS })
      for (const oldest of unanswered.keys()) {
        if (unanswered.size <= MOST) break
        unanswered.delete(oldest)
      }
    },
  }
}
