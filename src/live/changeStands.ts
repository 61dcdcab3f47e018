import { changedCalls } from '#contract/session/changed'
import type { ChangeName } from '#contract/core/change'
import { call, orThrow } from '#src/api/call.ts'
import type { Stand } from '#streams/session/changes'

/** Asks the server how far it has counted a name. Names that are asked for in one go, as those of a page that comes back, share one call. */
export function changeStands(tenantId: number): (name: ChangeName) => Promise<Stand> {
  let shared: ReturnType<typeof read> | null = null
  const read = async () => {
    // The subscriptions of one packet are told one after another in this turn.
    await Promise.resolve()
    shared = null
    return orThrow(call(changedCalls.stands, { params: { t: tenantId } }, { quiet: true }))
  }
  return async (name) => {
    shared ??= read()
    const { start, seq } = await shared
    return { start, seq: seq[name] ?? 0 }
  }
}
