/** Hours of items whose roll-ups are marked incomplete. An hour is named by its start, ms UTC. */
export interface DirtyHour {
  readonly itemId: number
  readonly hour: number
}
export const HOUR_MS = 3_600_000

type Forget = (pairs: readonly DirtyHour[]) => Promise<void>
const forgetters = new Set<Forget>()

/** An ingest registers how its memory of marked hours is emptied; answers how to take that back. */
export function onForgetDirty(forget: Forget): () => void {
  forgetters.add(forget)
  return () => void forgetters.delete(forget)
}

/**
 * Makes every ingest of this process mark these hours anew from its next batch on; resolves when no batch that relied on the old
 * marks is still under way. The roll-up job calls it, and waits for it, before the transaction that deletes the marks. That
 * transaction deletes the marks first and reads the readings in a later statement: the ingest locks a mark's row until it commits,
 * so the deletion waits for it and the reading sees its rows.
 */
export async function forgetDirty(pairs: readonly DirtyHour[]): Promise<void> {
  await Promise.all([...forgetters].map((forget) => forget(pairs)))
}
