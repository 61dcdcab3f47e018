import { recordsPushed } from './counters.ts'
import { skip, takeOut, type Waiting } from './delivery.ts'
import { dateFeed, oldestOf, type Progress, readFeed } from './feed.ts'
import type { PushConnection } from './connection.ts'
import { type createWording, FACES_KEPT_MS, type FeedRow, sendsEveryReading, type Worded } from './records.ts'
import type { Target } from './target.ts'

/** Letters of one delivery at most, about. */
const MOST_LETTERS_OF_ONE = 512 * 1024

export interface ReaderTools {
  readonly db: PushConnection
  readonly wordsOf: ReturnType<typeof createWording>
  readonly clock: () => number
  /** To which number the feed can be read. */
  readonly safe: () => number
  /** Something of its figures is another. */
  readonly moved: () => void
}

/** How far a receiver has come in the feed, and what of it there is to send. */
export interface Reader {
  readonly progress: () => Progress
  /** What there is to send, as far as was looked, and when the oldest of it happened. */
  readonly ahead: () => { readonly n: number; readonly oldestAt: number | null }
  /** Counts what there is to send; answers whether there may be more. */
  readonly lookAhead: () => Promise<boolean>
  /** Takes the next delivery out of the feed; null where nothing was to be sent. */
  readonly take: () => Promise<Waiting | null>
  /** Lets go what happened before `limit`, counted, and dates what happened after `latest` now; answers whether anything went. */
  readonly letGo: (when: { limit: number; latest: number; now: number }) => Promise<boolean>
  /** Another filter holds: all is looked at anew. */
  readonly startOver: () => void
}

export function createReader(target: () => Target, begun: Progress, { db, wordsOf, clock, safe, moved }: ReaderTools): Reader {
  let progress = begun
  /** Up to where was counted what there is to send, ahead of the progress. */
  let ahead: { id: number; n: number; oldestAt: number | null } = { id: begun.cursor, n: 0, oldestAt: null }
  /** Rows that were read to be sent and are not yet: of a row with thousands of readings each delivery takes some. */
  let ready: { row: FeedRow; words: Worded }[] = []
  let readyAt = -Infinity
  const startOf = ({ part }: Progress, row: FeedRow) => (part?.id === row.id ? part.at : 0)
  const matched = (words: Worded, row: FeedRow) => words.count(startOf(progress, row))

  const startOver = () => {
    ahead = { id: progress.cursor, n: 0, oldestAt: null }
    ready = []
  }

  async function lookAhead(): Promise<boolean> {
    const to = safe()
    if (ahead.id >= to) return false
    const before = ahead
    // Where all readings are sent, how many there are is enough.
    const { rows, isMore } = await readFeed(db, target(), { after: before.id, to, bare: sendsEveryReading(target().filter) })
    const words = await wordsOf(target().tenantId, target().filter, rows)
    if (before !== ahead) return true
    for (const [at, row] of rows.entries()) {
      const n = matched(words[at]!, row)
      ahead.n += n
      if (n > 0) ahead.oldestAt ??= row.at
      ahead.id = row.id
    }
    if (!isMore) ahead.id = to
    if (rows.length > 0) moved()
    return isMore
  }

  /** The next row that is to be sent, of those up to where was looked ahead. */
  async function nextRow(after: number): Promise<{ row: FeedRow; words: Worded } | undefined> {
    if (ready.length === 0 && after < ahead.id) {
      const { rows } = await readFeed(db, target(), { after, to: ahead.id })
      const words = await wordsOf(target().tenantId, target().filter, rows)
      ready = rows.map((row, at) => ({ row, words: words[at]! }))
      readyAt = clock()
    }
    return ready[0]
  }

  async function take(): Promise<Waiting | null> {
    const records: string[] = []
    let letters = 0
    let firstAt: number | null = null
    let lastAt: number | null = null
    let next: Progress = progress
    const isEnough = () => records.length >= target().batchSize || letters >= MOST_LETTERS_OF_ONE
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
    const taken = await takeOut(db, target(), { progress: next, records, firstAt: firstAt ?? clock(), now: clock() })
    progress = next
    const left = Math.max(0, ahead.n - records.length)
    if (records.length === 0 || (next.part === null && next.cursor >= ahead.id)) startOver()
    else ahead = { ...ahead, n: left, oldestAt: left === 0 ? null : lastAt }
    return taken
  }

  async function letGo({ limit, latest, now }: { limit: number; latest: number; now: number }): Promise<boolean> {
    const from = { after: progress.cursor, to: safe() }
    const oldestAt = await oldestOf(db, target(), from)
    if (oldestAt !== null && oldestAt > latest) await dateFeed(db, target().tenantId, { later: latest, now })
    if (oldestAt !== null && oldestAt < limit) {
      const { rows } = await readFeed(db, target(), from)
      const young = rows.findIndex(({ at }) => at >= limit)
      const old = young === -1 ? rows : rows.slice(0, young)
      const words = await wordsOf(target().tenantId, target().filter, old)
      const n = old.reduce((sum, row, at) => sum + matched(words[at]!, row), 0)
      const next: Progress = { cursor: old.at(-1)!.id, part: null }
      await skip(db, target(), next, n)
      progress = next
      startOver()
      recordsPushed.inc({ outcome: 'dropped' }, n)
      moved()
      return true
    }
    // What does not concern it was looked at.
    if (ahead.n === 0 && ahead.id > progress.cursor && progress.part === null) {
      const next: Progress = { cursor: ahead.id, part: null }
      await skip(db, target(), next, 0)
      progress = next
      ready = []
    }
    return false
  }

  return { progress: () => progress, ahead: () => ahead, lookAhead, take, letGo, startOver }
}
