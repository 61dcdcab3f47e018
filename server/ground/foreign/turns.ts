import { CallFailure } from '../failure.ts'

interface Bounds {
  /** Works under way together. */
  readonly atOnce: number
  /** Of them of one tenant: less than `atOnce`, so that a tenant that fills its own turns leaves one for the others. */
  readonly ofTenant: number
  /** What one tenant may have waiting; more is `error.busy`. */
  readonly waitingOfTenant: number
}

/**
 * Lets a few works run at a time. Whoever has the fewest under way is next, among equals who was served longest ago: a tenant's thousand
 * works stand in that tenant's line alone.
 */
export function fairTurns({ atOnce, ofTenant, waitingOfTenant }: Bounds) {
  const waiting = new Map<number, (() => void)[]>()
  const running = new Map<number, number>()
  /** Tenants by when they were last served, the longest ago first; who never was comes before all. */
  const served = new Set<number>()
  let under = 0

  const count = (tenantId: number) => running.get(tenantId) ?? 0
  function start(tenantId: number): void {
    under++
    running.set(tenantId, count(tenantId) + 1)
    served.delete(tenantId)
    served.add(tenantId)
  }
  function next(): void {
    while (under < atOnce) {
      const order = [...served]
      const [first] = [...waiting.keys()]
        .filter((tenantId) => count(tenantId) < ofTenant)
        .toSorted((one, other) => count(one) - count(other) || order.indexOf(one) - order.indexOf(other))
      if (first === undefined) return
      const line = waiting.get(first)!
      const go = line.shift()!
      if (line.length === 0) waiting.delete(first)
      start(first)
      go()
    }
  }
  function end(tenantId: number): void {
    under--
    const left = count(tenantId) - 1
    if (left > 0) running.set(tenantId, left)
    else running.delete(tenantId)
    next()
    // Nobody has to be told apart any more.
    if (under === 0 && waiting.size === 0) served.clear()
  }

  return async <T>(tenantId: number, work: () => Promise<T>): Promise<T> => {
    if (under < atOnce && count(tenantId) < ofTenant) start(tenantId)
    else {
      const line = waiting.get(tenantId) ?? []
      if (line.length >= waitingOfTenant) throw new CallFailure('error.busy')
      waiting.set(tenantId, line)
      await new Promise<void>((go) => line.push(go))
    }
    try {
      return await work()
    } finally {
      end(tenantId)
    }
  }
}
