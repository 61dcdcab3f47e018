interface Bounds {
  /** Looks that are under way together. */
  readonly atOnce: number
  /** No look begins later in a turn, ms. */
  readonly turnMs: number
}
export interface Looked {
  readonly id: number
  /** It did not answer when it was last looked at. */
  readonly isSilent: boolean
}

/**
 * Looks at many in turns, each of which ends in time: those that answered come first, and among equals who was looked at longest ago, so that
 * a thousand silent ones neither hold up the others nor are forgotten.
 */
export function createLooks({ atOnce, turnMs }: Bounds) {
  let lookedAt = new Map<number, number>()
  let nth = 0
  return async <One extends Looked>(all: readonly One[], look: (one: One) => Promise<void>, signal: AbortSignal): Promise<void> => {
    const until = performance.now() + turnMs
    lookedAt = new Map(all.map(({ id }) => [id, lookedAt.get(id) ?? 0]))
    const line = all
      .toSorted((one, other) => Number(one.isSilent) - Number(other.isSilent) || lookedAt.get(one.id)! - lookedAt.get(other.id)!)
      .values()
    async function lookAtSome(): Promise<void> {
      for (const one of line) {
        if (signal.aborted || performance.now() >= until) return
        lookedAt.set(one.id, ++nth)
        await look(one)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lookAtSome))
  }
}
