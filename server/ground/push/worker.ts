import type { Leash } from '../calling/callOut.ts'
import type { Seal } from '../seal.ts'
import type { BrokerLine } from './brokerLine.ts'
import { pushTries, recordsPushed } from './counters.ts'
import { dateDelivery, finish, postpone, readWaiting, refuse, type Waiting } from './delivery.ts'
import type { Progress } from './feed.ts'
import type { Pace } from './pace.ts'
import { createReader, type ReaderTools } from './reader.ts'
import { openKeys } from './keys.ts'
import { sendDelivery } from './send.ts'
import type { Steadiness } from './steadiness.ts'
import type { Target } from './target.ts'

const AGE_EVERY_MS = 2000
const LONGEST_PAUSE_MS = 5 * 60_000
/** A delivery that is declined so often, with nothing else between, is put aside: what a receiver says once may be its own mistake. */
const MOST_DECLINES = 4
const MINUTE_MS = 60_000
const MOST_AHEAD_MS = 60 * MINUTE_MS

export interface WorkerTools extends ReaderTools {
  readonly seal: Seal
  readonly random: () => number
  readonly firstPauseMs: number
  readonly leash: Leash
  readonly signal: AbortSignal
  /** How it gives way to what devices say. */
  readonly pace: Pace
  readonly steadiness: Steadiness
}

/** What one receiver is sent, in order. */
export interface Worker {
  readonly target: Target
  readonly progress: () => Progress
  /** Something waits to be sent again, or is sent no more. */
  reread(): void
  /** Does what is due; resolves once nothing is. */
  turn(): Promise<void>
  figures(): { waiting: number; oldestAt: number | null; perMinute: number; isSending: boolean }
  retarget(target: Target): void
  close(): void
}

export function createWorker(first: Target, begun: Progress, tools: WorkerTools): Worker {
  const { db, clock, signal, steadiness } = tools
  let target = first
  const reader = createReader(() => target, begun, tools)
  let waiting: Waiting | null = null
  let isRead = false
  let isSending = false
  /** Somebody changed what may have kept it from arriving: nobody waits out a pause then. */
  let isMended = false
  let agedAt = -Infinity
  const sent: { at: number; n: number }[] = []
  const line: { current: BrokerLine | null } = { current: null }

  /** How long this turn waited for somebody outside. */
  let outsideMs = 0

  /** Lets go what is older than is stated, counted. */
  async function age(): Promise<boolean> {
    const now = clock()
    if (Math.abs(now - agedAt) < AGE_EVERY_MS) return false
    const isSteady = steadiness.isSteady()
    const limit = isSteady ? now - target.retentionMs : -Infinity
    if (waiting !== null && waiting.firstAt < limit) {
      await finish(db, target, waiting, null)
      recordsPushed.inc({ outcome: 'dropped' }, waiting.n)
      isRead = false
      tools.moved()
      return true
    }
    // What a clock that was ahead has dated would never grow too old.
    const latest = isSteady ? now + MOST_AHEAD_MS : Infinity
    if (waiting !== null && waiting.firstAt > latest) {
      await dateDelivery(db, waiting.id, now)
      isRead = false
      return true
    }
    if (await reader.letGo({ limit, latest, now })) return true
    agedAt = now
    return false
  }

  function isFull(): boolean {
    const { n, oldestAt } = reader.ahead()
    return n >= target.batchSize || (n > 0 && oldestAt !== null && Math.abs(clock() - oldestAt) >= target.intervalMs)
  }

  async function deliver(one: Waiting): Promise<boolean> {
    isSending = true
    const { id, createdAt, resent } = one
    const delivery = { id, createdAt, resent, records: one.records }
    const keys = await openKeys(tools.seal, target, clock())
    const begun = performance.now()
    const outcome = await sendDelivery(target, delivery, { keys, now: clock(), signal, leash: tools.leash, line }).finally(
      () => (isSending = false),
    )
    outsideMs += performance.now() - begun
    const now = clock()
    pushTries.inc({ outcome: outcome.why ?? 'taken' })
    tools.moved()
    if (outcome.why === null) {
      await finish(db, target, one, now)
      sent.push({ at: now, n: one.n })
      recordsPushed.inc({ outcome: 'delivered' }, one.n)
      isRead = false
      return true
    }
    one.attempts++
    one.declines = outcome.isDeclined ? one.declines + 1 : 0
    if (one.declines >= MOST_DECLINES) {
      const lost = await refuse(db, target, one, outcome, now)
      recordsPushed.inc({ outcome: 'dead' }, one.n)
      if (lost > 0) recordsPushed.inc({ outcome: 'dropped' }, lost)
      isRead = false
      return true
    }
    const pause = Math.min(LONGEST_PAUSE_MS, tools.firstPauseMs * 2 ** Math.min(one.attempts - 1, 30)) * (0.5 + tools.random() / 2)
    one.nextAt = Math.round(now + (outcome.pauseMs ?? pause))
    await postpone(db, target, one, outcome, now)
    return false
  }

  /** Answers whether there may be more to do at once. */
  async function step(): Promise<boolean> {
    if (!isRead) {
      waiting = await readWaiting(db, target.id)
      isRead = true
    }
    if (isMended) {
      isMended = false
      if (waiting !== null) waiting.nextAt = 0
    }
    if (await age()) return true
    const isMore = await reader.lookAhead()
    if (!target.enabled) return isMore
    if (waiting === null && isFull()) {
      waiting = await reader.take()
      isRead = true
      return true
    }
    // A pause that ends later than any can was counted by a clock that was ahead.
    const now = clock()
    if (waiting !== null && (waiting.nextAt <= now || waiting.nextAt > now + 2 * 3_600_000)) return (await deliver(waiting)) || isMore
    return isMore
  }

  return {
    get target() {
      return target
    },
    progress: reader.progress,
    reread() {
      if (!isSending) isRead = false
    },
    async turn() {
      for (let isMore = true; isMore && !signal.aborted;) {
        outsideMs = 0
        const begun = performance.now()
        isMore = await step()
        await tools.pace.pay(performance.now() - begun - outsideMs)
      }
    },
    figures() {
      const now = clock()
      const ahead = reader.ahead()
      while (sent.length > 0 && sent[0]!.at < now - MINUTE_MS) sent.shift()
      return {
        waiting: (waiting?.n ?? 0) + ahead.n,
        oldestAt: waiting?.firstAt ?? ahead.oldestAt,
        perMinute: sent.reduce((sum, { n }) => sum + n, 0),
        isSending,
      }
    },
    retarget(next) {
      const isOther = JSON.stringify(next.filter) !== JSON.stringify(target.filter)
      const isChanged = (name: keyof Target) => next[name] !== target[name]
      const isElsewhere = (['address', 'userName', 'password', 'kind'] as const).some(isChanged)
      isMended ||= isElsewhere || (['secret', 'headers', 'format', 'topic', 'enabled'] as const).some(isChanged)
      target = next
      if (isOther) reader.startOver()
      if (isElsewhere || !next.enabled) {
        line.current?.close()
        line.current = null
      }
    },
    close() {
      line.current?.close()
      line.current = null
    },
  }
}
