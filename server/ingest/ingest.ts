import type pg from 'pg'
import type { Logger } from 'pino'
import { MAX_AHEAD_MS } from '#contract/devices/protocol'
import { batches, messagesRejected, readingsStored, refusals } from '../broker/counters.ts'
import type { KnownDevice, KnownItem } from '../broker/directory.ts'
import type { LivePublisher } from '../live/live.ts'
import { type Batch, emptyBatch, type Message, newestOf, partOf } from './batch.ts'
import { decodeReadings, decodeState, type Fault, ITEM_CODE, looksLikeSeconds, type ReadingSink, type Reason } from './decode.ts'
import { type DirtyHour, onForgetDirty } from './dirtyHours.ts'
import { createStore, type Outcome } from './store.ts'

/** A commit takes at most this many readings, so that it stays short: a client's PINGREQ waits behind its acknowledgements. */
const MOST_READINGS = 8000
const MOST_MESSAGES = 4000
/** What may wait while the database is away; beyond it connections are closed unacknowledged and come back later. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024
const MESSAGE_OVERHEAD = 200
const MOST_ITEMS = 500
/** How far the server's own stamps may run ahead when a device sends several readings of an item in one millisecond. */
const STAMPS_AHEAD_MS = 1000
/** A device with a wrong clock is told so this often, not with every message. */
const AHEAD_NOTE_MS = 60_000
const DETAILS_SHOWN = 3
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 2000
const CHANGE_NOTICE_MS = 1000

export interface Heard {
  readonly device: KnownDevice
  readonly switchId: number
  readonly circuit: number
  readonly status: number
  readonly at: number
}

export interface Ingest {
  /** Takes a message of the readings topic. `done` is called after the commit. */
  readings(device: KnownDevice, topic: string, payload: Buffer, done: Message['done']): void
  /** Takes a message of the state topic. */
  state(device: KnownDevice, topic: string, payload: Buffer, done: Message['done']): void
  /** Keeps a message that another part could not use. */
  reject(device: KnownDevice, topic: string, payload: Buffer, fault: Fault, done: Message['done']): void
  /** Resolves when all that was taken is committed, or after `withinMs`. */
  drain(withinMs: number): Promise<void>
  close(): void
}

/**
 * Group commit with one writer: a quiet farm's message is committed at once; while a commit runs, what arrives is joined into the
 * next one. Acknowledged only after the commit; while the database is away nothing is, and the batch is tried again.
 * `store: false` leaves out the statement that stores readings, all else is the same: for measurements only.
 */
export function createIngest(given: {
  pool: pg.Pool
  log: Logger
  clock: () => number
  live: LivePublisher
  store: boolean
  /** How old a reading may be, in milliseconds: history keeps nothing older. */
  retention: number
  onStates: (heard: readonly Heard[]) => void
}): Ingest {
  const { clock, live, log } = given
  const store = createStore(given)
  const waiting: Batch[] = []
  let open = emptyBatch()
  let waitingBytes = 0
  let running = false
  let planned = false
  let closed = false
  let idle: PromiseWithResolvers<void> | null = null
  const forgetting: { pairs: readonly DirtyHour[]; done: () => void }[] = []
  const aheadNoted = new Map<number, number>()
  const noticed = new Map<string, number>()

  const stopForgetting = onForgetDirty(
    (pairs) =>
      new Promise((done) => {
        forgetting.push({ pairs, done })
        if (!running) forgetNow()
      }),
  )
  function forgetNow(): void {
    for (const { pairs, done } of forgetting.splice(0)) {
      store.forgetMarks(pairs)
      done()
    }
  }

  // The state of the message that is being read; the sink is one object, so that a reading costs no closure.
  let device: KnownDevice
  let now = 0
  let oldest = 0
  let faults: Map<Reason, { count: number; details: string[] }> | null = null
  const sink: ReadingSink = {
    reading(code, ts, value) {
      let item = device.items.get(code)
      if (item === undefined) {
        if (!ITEM_CODE.test(code)) {
          sink.fault('itemName', `"${code.slice(0, 80)}": an item's name is 1 to 64 letters, digits, "_", "." or "-"`)
          return
        }
        if (device.items.size >= MOST_ITEMS) {
          sink.fault('tooMany', `"${code}" would be item ${MOST_ITEMS + 1} of this device, at most ${MOST_ITEMS} are kept`)
          return
        }
        item = { id: 0, device, code, lastTs: -1, stampedTs: 0 }
        device.items.set(code, item)
      }
      let at: number
      if (ts === null) {
        at = stamp(item)
      } else if (ts > now + MAX_AHEAD_MS) {
        at = stamp(item)
        noteAhead(ts)
      } else if (ts < oldest) {
        sink.fault(
          'tooOld',
          looksLikeSeconds(ts)
            ? `${ts} looks like seconds: milliseconds since 1970 UTC are wanted`
            : `${new Date(ts).toISOString()} is older than readings are kept`,
        )
        return
      } else {
        at = ts
      }
      open.items.push(item)
      open.ts.push(at)
      open.values.push(value)
    },
    fault(reason, detail) {
      faults ??= new Map()
      const before = faults.get(reason)
      if (!before) faults.set(reason, { count: 1, details: [detail] })
      else if (before.count++ < DETAILS_SHOWN) before.details.push(detail)
    },
  }

  function stamp(item: KnownItem): number {
    const at = item.stampedTs >= now && item.stampedTs < now + STAMPS_AHEAD_MS ? item.stampedTs + 1 : now
    item.stampedTs = at
    return at
  }

  function noteAhead(ts: number): void {
    if (now - (aheadNoted.get(device.id) ?? 0) < AHEAD_NOTE_MS) return
    aheadNoted.set(device.id, now)
    const said = ts <= 8.64e15 ? new Date(ts).toISOString() : String(ts)
    sink.fault(
      'ahead',
      `${said} is more than 5 minutes ahead of the server's clock (${new Date(now).toISOString()}): the reading was kept under the server's time`,
    )
  }

  function takenFaults(): Fault[] {
    if (faults === null) return []
    const taken = [...faults].map(([reason, { count, details }]) => ({
      reason,
      detail: details.join('; ') + (count > details.length ? `; and ${count - details.length} more` : ''),
    }))
    faults = null
    return taken
  }

  function full(done: Message['done']): boolean {
    if (!closed && waitingBytes <= MOST_WAITING_BYTES) return false
    refusals.inc({ what: 'publish', reason: closed ? 'closing' : 'overloaded' })
    done(new Error(closed ? 'the server is closing' : 'too much is waiting for the database'))
    return true
  }

  function take(message: Message): void {
    open.messages.push(message)
    waitingBytes += message.payload.length + MESSAGE_OVERHEAD
    if (open.items.length >= MOST_READINGS || open.messages.length >= MOST_MESSAGES) {
      waiting.push(open)
      open = emptyBatch()
    }
    if (!running && !planned) {
      planned = true
      // After the poll phase: what arrived together on several connections is committed together.
      setImmediate(() => void pump())
    }
  }

  async function pump(): Promise<void> {
    planned = false
    if (running) return
    running = true
    for (;;) {
      forgetNow()
      const batch = waiting.shift() ?? open
      if (batch === open) open = emptyBatch()
      if (batch.messages.length === 0) break
      const bytes = batch.messages.reduce((sum, { payload }) => sum + payload.length + MESSAGE_OVERHEAD, 0)
      // oxlint-disable-next-line no-await-in-loop
      await commit(batch)
      waitingBytes -= bytes
    }
    running = false
    forgetNow()
    idle?.resolve()
    idle = null
  }

  async function commit(batch: Batch): Promise<void> {
    let pause = FIRST_RETRY_MS
    for (;;) {
      try {
        const newest = newestOf(batch)
        // oxlint-disable-next-line no-await-in-loop
        const outcome = given.store ? await store.commit(batch, newest) : await withoutInsert(batch, newest)
        settle(batch, newest, outcome)
        return
      } catch (cause) {
        if (closed) {
          for (const { done } of batch.messages) done(new Error('the server is closing'))
          return
        }
        if (isOfMessage(cause)) {
          // oxlint-disable-next-line no-await-in-loop
          await separate(batch, cause as Error)
          return
        }
        log.error({ cause: (cause as Error).message, messages: batch.messages.length }, 'a batch could not be committed; trying again')
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => setTimeout(resolve, pause))
        pause = Math.min(LAST_RETRY_MS, pause * 2)
      }
    }
  }

  /** Halves a batch that the database will not take until the message is found that it will not take, and rejects that one. */
  async function separate(batch: Batch, cause: Error): Promise<void> {
    if (batch.messages.length > 1) {
      const middle = batch.messages.length >> 1
      const halves = [partOf(batch, 0, middle), partOf(batch, middle, batch.messages.length)]
      for (const half of halves) {
        // oxlint-disable-next-line no-await-in-loop
        await commit(half)
      }
      return
    }
    const message = batch.messages[0]!
    if (message.from === message.to && message.states.length === 0) {
      // Its device is gone: there is no place left to keep it, and sending it again would not help.
      log.warn({ device: nameOf(message.device), cause: cause.message }, 'a message of a device that is gone was dropped')
      message.done()
      return
    }
    log.warn(
      { device: nameOf(message.device), topic: message.topic, cause: cause.message },
      'a message that the database refused was rejected',
    )
    const rejected = Object.assign(message, {
      from: 0,
      to: 0,
      states: [],
      faults: [...message.faults, { reason: 'shape' as const, detail: cause.message }],
    })
    await commit({ ...emptyBatch(), messages: [rejected] })
  }

  async function withoutInsert(batch: Batch, newest: Map<KnownItem, number>): Promise<Outcome> {
    // Items must have ids for the frames: one statement, once an item. Everything else of the batch is only counted.
    if (batch.items.some(({ id }) => id === 0)) return store.commit(batch, newest)
    return { stored: batch.items.length, madeItems: [], states: [], madeSwitches: [], rejected: new Set() }
  }

  function settle(batch: Batch, newest: Map<KnownItem, number>, outcome: Outcome): void {
    const byArea = new Map<number, { tenantId: number; rows: [number, number, number | null][] }>()
    for (const [item, at] of newest) {
      const ts = batch.ts[at]!
      if (ts <= item.lastTs) continue
      item.lastTs = ts
      const { areaId, tenantId } = item.device
      const area = byArea.get(areaId)
      if (area) area.rows.push([item.id, ts, batch.values[at]!])
      else byArea.set(areaId, { tenantId, rows: [[item.id, ts, batch.values[at]!]] })
    }
    for (const [areaId, { tenantId, rows }] of byArea) live.readings(tenantId, areaId, rows)
    for (const { device: of, switchId, at, status } of outcome.states) live.switches(of.tenantId, of.areaId, [[switchId, at, status]])
    for (const { device: of, id } of outcome.madeItems) live.changed(of.tenantId, 'item', id, of.areaId)
    for (const { device: of, switchId } of outcome.madeSwitches) live.changed(of.tenantId, 'switch', switchId, of.areaId)
    for (const of of outcome.rejected) noticeRejected(of)
    batches.inc()
    readingsStored.inc(outcome.stored)
    if (outcome.rejected.size > 0) {
      for (const { faults: said, device: of, topic } of batch.messages) {
        for (const { reason, detail } of said) {
          messagesRejected.inc({ reason })
          log.info({ device: nameOf(of), topic, reason, detail }, 'a message could not be used')
        }
      }
    }
    if (outcome.states.length > 0) given.onStates(outcome.states)
    for (const { done } of batch.messages) done()
  }

  function noticeRejected(of: KnownDevice): void {
    const key = nameOf(of)
    const at = clock()
    if (at - (noticed.get(key) ?? 0) < CHANGE_NOTICE_MS) return
    noticed.set(key, at)
    live.changed(of.tenantId, 'rejectedMessage', of.id, of.areaId)
  }

  return {
    readings(of, topic, payload, done) {
      if (full(done)) return
      device = of
      now = clock()
      oldest = now - given.retention
      const from = open.items.length
      decodeReadings(payload, sink)
      take({ device: of, topic, payload, at: now, from, to: open.items.length, states: [], faults: takenFaults(), done })
    },
    state(of, topic, payload, done) {
      if (full(done)) return
      const { states, faults: said } = decodeState(payload)
      for (const { reason, detail } of said) sink.fault(reason, detail)
      const from = open.items.length
      take({ device: of, topic, payload, at: clock(), from, to: from, states, faults: takenFaults(), done })
    },
    reject(of, topic, payload, fault, done) {
      if (full(done)) return
      const from = open.items.length
      take({ device: of, topic, payload, at: clock(), from, to: from, states: [], faults: [fault], done })
    },
    async drain(withinMs) {
      if (!running && !planned && open.messages.length === 0 && waiting.length === 0) return
      idle ??= Promise.withResolvers()
      let timer: NodeJS.Timeout | undefined
      await Promise.race([idle.promise, new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)))])
      clearTimeout(timer)
    },
    close() {
      closed = true
      stopForgetting()
      store.close()
    },
  }
}

const nameOf = (device: KnownDevice): string => `${device.tenantId}/${device.eui}`

/** Whether the database refused what messages say (data, integrity, one row twice in a statement), rather than being away or short of something. */
function isOfMessage(cause: unknown): boolean {
  const code = (cause as { code?: unknown }).code
  return typeof code === 'string' && /^2[123]/.test(code)
}
