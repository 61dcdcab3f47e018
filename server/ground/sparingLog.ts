import type { Logger } from 'pino'
import { Counter } from 'prom-client'

const MINUTE_MS = 60_000

const unsaid = new Counter({
  name: 'furrow_log_unsaid_total',
  help: 'Lines that were not logged since one of the same reason stood in the log within the minute',
  labelNames: ['reason'],
})

type Level = 'info' | 'warn' | 'error'

/** A log for what somebody outside can bring about as often as they like. */
export interface SparingLog {
  /**
   * One line a reason and minute; the next one says in `unsaid` how many were left out since. `reason` is one of a few that the code
   * names, never something that came from outside: each is remembered, and is a label of furrow_log_unsaid_total.
   */
  say(level: Level, reason: string, fields: Record<string, unknown>, message: string): void
}

/** `monotonic` answers milliseconds that never go back. */
export function createSparingLog(log: Logger, monotonic: () => number = () => performance.now()): SparingLog {
  const reasons = new Map<string, { saidAt: number; unsaid: number }>()
  return {
    say(level, reason, fields, message) {
      const now = monotonic()
      const before = reasons.get(reason)
      if (before && now - before.saidAt < MINUTE_MS) {
        before.unsaid++
        unsaid.inc({ reason })
        return
      }
      reasons.set(reason, { saidAt: now, unsaid: 0 })
      log[level](before && before.unsaid > 0 ? { ...fields, unsaid: before.unsaid } : fields, message)
    },
  }
}
