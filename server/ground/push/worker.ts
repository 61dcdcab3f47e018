import type { Leash } from '../calling/callOut.ts'
import type { Seal } from '../seal.ts'
import type { BrokerLine } from './brokerLine.ts'
import type { PushConnection } from './connection.ts'
import { pushTries, recordsPushed } from './counters.ts'
import { dateDelivery, finish, postpone, readWaiting, refuse, skip, takeOut, type Waiting } from './delivery.ts'
import { dateFeed, oldestOf, type Progress, readFeed } from './feed.ts'
import type { Pace } from './pace.ts'
import { type createWording, FACES_KEPT_MS, type FeedRow, type Worded } from './records.ts'
import { type Keys, sendDelivery } from './send.ts'
import type { Steadiness } from './steadiness.ts'
import { purposeOf, type Target } from './target.ts'

/** Letters of one delivery at most, about. */
const MOST_LETTERS_OF_ONE = 512 * 1024
const AGE_EVERY_MS = 2000
const LONGEST_PAUSE_MS = 5 * 60_000
const MINUTE_MS = 60_000
const MOST_AHEAD_MS = 60 * MINUTE_MS

export interface WorkerTools {
  readonly db: PushConnection
  readonly wordsOf: ReturnType<typeof createWording>
  readonly seal: Seal
  readonly clock: () => number
  readonly random: () => number
  readonly firstPauseMs: number
  readonly leash: Leash
  readonly signal: AbortSignal
  /** How it gives way to what devices say. */
  readonly pace: Pace
  readonly steadiness: Steadiness
  /** To which number the feed can be read. */
  readonly safe: () => number
  /** Something of its figures is another. */
  readonly moved: () => void
}

/** What one receiver is sent, in order. */
export interface Worker {
  readonly target: Target
  readonly progress: () => Progress
  /** Something waits to be sent again, or is sent no more. */
  reread(): void
  /** Does what is due; resolves once nothing is. */
  turn(): Promise<void>
  figures(): { waiting: number; oldestAt: number | null; perMinute: number; isFailing: boolean; isSending: boolean }
  retarget(target: Target): void
  close(): void
}

export function createWorker(first: Target, begun: Progress, tools: WorkerTools): Worker {
  const { db, clock, signal, steadiness } = tools
  let target = first
  let progress = begun
  /** Up to where was counted what there is to send, ahead of the progress. */
  let ahead: { id: number; n: number; oldestAt: number | null } = { id: begun.cursor, n: 0, oldestAt: null }
  let waiting: Waiting | null = null
  let isRead = false
  let isSending = false
  let agedAt = -Infinity
  const sent: { at: number; n: number }[] = []
  const line: { current: BrokerLine | null } = { current: null }

  /** Rows that were read to be sent and are not yet: of a row with thousands of readings each delivery takes some. */
  let ready: { row: FeedRow; words: Worded }[] = []
  let readyAt = -Infinity
  /** How long this turn waited for somebody outside. */
  let outsideMs = 0

  const startOf = ({ part }: Progress, row: FeedRow) => (part?.id === row.id ? part.at : 0)
  const matched = (words: Worded, row: FeedRow) => words.count(startOf(progress, row))

  const startOver = () => {
    ahead = { id: progress.cursor, n: 0, oldestAt: null }
    ready = []
  }

  /** Counts what there is to send. */
  async function lookAhead(): Promise<boolean> {
    const to = tools.safe()
    if (ahead.id >= to) return false
    const before = ahead
    const { rows, isMore } = await readFeed(db, target, { after: before.id, to })
    const words = await tools.wordsOf(target.tenantId, target.filter, rows)
    if (before !== ahead) return true
    for (const [at, row] of rows.entries()) {
      const n = matched(words[at]!, row)
      ahead.n += n
      if (n > 0) ahead.oldestAt ??= row.at
      ahead.id = row.id
    }
    if (!isMore) ahead.id = to
    if (rows.length > 0) tools.moved()
    return isMore
  }

  /** Lets go what is older than is stated, counted; and says that what does not concern it was looked at. */
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
    const from = { after: progress.cursor, to: tools.safe() }
    const oldestAt = await oldestOf(db, target, from)
    if (oldestAt !== null && oldestAt > latest) await dateFeed(db, target.tenantId, { later: latest, now })
    if (oldestAt !== null && oldestAt < limit) {
      const { rows } = await readFeed(db, target, from)
      const young = rows.findIndex(({ at }) => at >= limit)
      const old = young === -1 ? rows : rows.slice(0, young)
      const words = await tools.wordsOf(target.tenantId, target.filter, old)
      const n = old.reduce((sum, row, at) => sum + matched(words[at]!, row), 0)
      const next: Progress = { cursor: old.at(-1)!.id, part: null }
      await skip(db, target, next, n)
      progress = next
      startOver()
      recordsPushed.inc({ outcome: 'dropped' }, n)
      tools.moved()
      return true
    }
    if (ahead.n === 0 && ahead.id > progress.cursor && progress.part === null) {
      const next: Progress = { cursor: ahead.id, part: null }
      await skip(db, target, next, 0)
      progress = next
      ready = []
    }
    agedAt = now
    return false
  }

  const isFull = () =>
    ahead.n >= target.batchSize || (ahead.n > 0 && ahead.oldestAt !== null && Math.abs(clock() - ahead.oldestAt) >= target.intervalMs)

  /** The next row that is to be sent, of those up to where was looked ahead. */
  async function nextRow(after: number): Promise<{ row: FeedRow; words: Worded } | undefined> {
    if (ready.length === 0 && after < ahead.id) {
      const { rows } = await readFeed(db, target, { after, to: ahead.id })
      const words = await tools.wordsOf(target.tenantId, target.filter, rows)
      ready = rows.map((row, at) => ({ row, words: words[at]! }))
      readyAt = clock()
    }
    return ready[0]
  }

  /** Takes the next delivery out of the feed. */
  async function fill(): Promise<void> {
    const records: string[] = []
    let letters = 0
    let firstAt: number | null = null
    let lastAt: number | null = null
    let next: Progress = progress
    const isEnough = () => records.length >= target.batchSize || letters >= MOST_LETTERS_OF_ONE
    // Things may have moved since it was worded.
    if (Math.abs(clock() - readyAt) > FACES_KEPT_MS) ready = []
    for (let one = await nextRow(next.cursor); one !== undefined; one = isEnough() ? undefined : await nextRow(next.cursor)) {
      const { row, words } = one
      let at = startOf(next, row)
      for (; at < words.length && !isEnough(); at++) {
        const record = words.text(at)
        if (record === null) continue
        records.push(record)
        letters += record.length
        firstAt ??= row.at
      }
      lastAt = row.at
      if (at < words.length) {
        next = { cursor: next.cursor, part: { id: row.id, at } }
      } else {
        next = { cursor: row.id, part: null }
        ready.shift()
      }
    }
    waiting = await takeOut(db, target, { progress: next, records, firstAt: firstAt ?? clock(), now: clock() })
    isRead = true
    progress = next
    const left = Math.max(0, ahead.n - records.length)
    if (records.length === 0 || (next.part === null && next.cursor >= ahead.id)) startOver()
    else ahead = { ...ahead, n: left, oldestAt: left === 0 ? null : lastAt }
  }

  async function keysOf(): Promise<Keys> {
    const open = (what: 'password' | 'secret' | 'headers') =>
      target[what] === null ? null : tools.seal.open(purposeOf(target.id, what), target[what])
    const headers = await open('headers')
    return {
      secret: (await open('secret')) ?? '',
      password: await open('password'),
      headers: headers === null ? {} : (JSON.parse(headers) as Record<string, string>),
    }
  }

  async function deliver(one: Waiting): Promise<boolean> {
    isSending = true
    const { id, createdAt, resent } = one
    const delivery = { id, createdAt, resent, records: one.records }
    const keys = await keysOf()
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
    if (outcome.isFinal) {
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
    if (await age()) return true
    const isMore = await lookAhead()
    if (!target.enabled) return isMore
    if (waiting === null && isFull()) {
      await fill()
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
    progress: () => progress,
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
      while (sent.length > 0 && sent[0]!.at < now - MINUTE_MS) sent.shift()
      return {
        waiting: (waiting?.n ?? 0) + ahead.n,
        oldestAt: waiting?.firstAt ?? ahead.oldestAt,
        perMinute: sent.reduce((sum, { n }) => sum + n, 0),
        isFailing: waiting !== null && waiting.attempts > 0,
        isSending,
      }
    },
    retarget(next) {
      const isOther = JSON.stringify(next.filter) !== JSON.stringify(target.filter)
      const isElsewhere = (['address', 'userName', 'password', 'kind'] as const).some((name) => next[name] !== target[name])
      target = next
      if (isOther) startOver()
      if (isElsewhere || !next.enabled) {
        line.current?.close()
        line.current = null
      }
      // Who mended it does not want to wait out a pause.
      if (isElsewhere && waiting !== null) waiting.nextAt = 0
    },
    close() {
      line.current?.close()
      line.current = null
    },
  }
}
