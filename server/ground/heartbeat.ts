import type { Logger } from 'pino'
import type { Health } from './health.ts'

const PATIENCE_MS = 10_000

/**
 * Calls an address at a pace (ms) for as long as all that the product needs is there: who listens at the other end says so when it falls
 * silent. Nobody is called where something is missing. Ends with `close`.
 */
export function createHeartbeat(given: { url: string; every: number; health: () => Promise<Health>; log: Logger }): { close(): void } {
  const { url, every, health, log } = given
  const stop = new AbortController()
  let isHeard = true
  async function beat(): Promise<void> {
    const { ready } = await health()
    if (!ready) return
    try {
      const answer = await fetch(url, { signal: AbortSignal.any([stop.signal, AbortSignal.timeout(PATIENCE_MS)]) })
      await answer.body?.cancel()
      if (!answer.ok && isHeard) log.error({ status: answer.status }, 'the heartbeat is refused (HEARTBEAT_URL)')
      isHeard = answer.ok
    } catch (cause) {
      // Never the address: it may be a secret.
      if (!stop.signal.aborted && isHeard) log.error({ cause: (cause as Error).name }, 'the heartbeat is not heard (HEARTBEAT_URL)')
      isHeard = false
    }
  }
  void beat()
  const timer = setInterval(() => void beat(), every)
  timer.unref()
  return {
    close() {
      clearInterval(timer)
      stop.abort()
    },
  }
}
