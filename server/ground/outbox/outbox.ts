import { type Kysely, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Severity } from '#contract/notices/message'
import type { UntoldCause } from '#contract/notices/undelivered'
import { listen } from '../database/listen.ts'
import type { Database } from '../database/schema.ts'
import { parcelsTold, parcelsWaiting } from './counters.ts'
import { CannotTell, type ParcelKind, type Parcels, post } from './parcel.ts'

/** Parcels that a tenant tells in one turn, in one transaction. */
const BATCH = 50
/** Tenants whose turns run at once: each holds a connection. */
const AT_ONCE = 3
/** How long telling one parcel may take; a tenant that reached it waits for its next turn. */
export const DEADLINE_MS = 5000
const LOOK_MS = 1000
const COUNT_MS = 15_000
/** The pause after the first failure; it doubles with each further one, up to the longest. */
const FIRST_PAUSE_MS = 2000
export const LONGEST_PAUSE_MS = 30 * 60_000
/** Given up after so many tries, some three hours after the first. */
export const MOST_ATTEMPTS = 16
const LONGEST_ERROR = 300

/** A row of the outbox whose turn it is. */
export interface Parcel<Kind extends ParcelKind = ParcelKind> {
  readonly id: number
  readonly tenantId: number
  readonly userId: number | null
  readonly kind: Kind
  readonly key: string | null
  readonly severity: Severity
  readonly link: string | null
  readonly body: Parcels[Kind]
  readonly attempts: number
  readonly createdAt: number
}

/** Tells the parcels of one kind. */
export interface Door<Kind extends ParcelKind> {
  /**
   * Throws where the parcel cannot be told now. What it writes with `work` is committed with the parcel's end, once; what it tells
   * outside may be told again by a server that dies before the commit. After the signal it must write no more.
   */
  deliver(parcel: Parcel<Kind>, work: Transaction<Database>, signal: AbortSignal): Promise<void>
  /** Such a parcel says how things stand: of several that wait for a user with the same body the last is enough. */
  readonly lastIsEnough?: boolean
}
export type Doors = { readonly [Kind in ParcelKind]: Door<Kind> }

export interface Outbox {
  /** Tells what is due now; resolves when nothing is left that was due. Runs by itself after each commit that posted something. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** The pause before the next try, ms: doubled each time, and spread, so that what failed together is not tried together. */
export const pauseAfter = (attempts: number, random: () => number): number =>
  Math.round(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 30)) * (0.5 + random() / 2))

/**
 * Tells what was posted (parcel.ts). Each tenant has turns of its own, and in a turn a parcel that fails goes aside while the others go
 * on, so nobody's trouble holds up anybody else. Rows are claimed by lock: a second server skips them, and the death of this one gives
 * them back.
 */
export async function createOutbox(given: {
  db: Kysely<Database>
  pool: pg.Pool
  doors: Doors
  clock: () => number
  log: Logger
  random?: () => number
  deadlineMs?: number
}): Promise<Outbox> {
  const { db, pool, doors, clock, log, random = Math.random, deadlineMs = DEADLINE_MS } = given
  const queue: number[] = []
  const running = new Map<number, Promise<void>>()
  /** Looked at again while their turn ran. */
  const again = new Set<number>()
  let closed = false
  let isAway = false

  const isDue = () => {
    const now = clock()
    // A pause that ends later than any pause can was counted by a clock that was ahead.
    return sql<boolean>`dead_at is null and (due_at <= ${now} or due_at > ${now + LONGEST_PAUSE_MS})`
  }

  async function tellSome(tenantId: number): Promise<boolean> {
    return db.transaction().execute(async (work) => {
      await sql`select set_config('statement_timeout', ${String(deadlineMs)}, true)`.execute(work)
      const rows = await work
        .selectFrom('outbox')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where(isDue())
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      const told: number[] = []
      for (const [at, row] of rows.entries()) {
        const parcel = parcelOf(row)
        const isSaidLater =
          doors[parcel.kind]?.lastIsEnough === true &&
          rows.slice(at + 1).some((later) => later.kind === row.kind && later.user_id === row.user_id && sameBody(later, row))
        if (isSaidLater) {
          told.push(row.id)
          continue
        }
        const failure = await tellOne(parcel, work)
        if (failure == null) {
          told.push(row.id)
          continue
        }
        await putAside(work, parcel, failure)
        if (failure instanceof TooSlow) break
      }
      if (told.length > 0) await work.deleteFrom('outbox').where('id', 'in', told).execute()
      return rows.length === BATCH
    })
  }

  /** Answers why the parcel could not be told, null where it was. */
  async function tellOne(parcel: Parcel, work: Transaction<Database>): Promise<Error | null> {
    await sql`savepoint parcel`.execute(work)
    const late = new AbortController()
    let timer: NodeJS.Timeout | undefined
    try {
      const door = doors[parcel.kind] as Door<ParcelKind> | undefined
      if (door == null) throw new CannotTell('noDoor', `nothing here tells a ${parcel.kind}`)
      const deadline = new Promise<never>((_, fail) => {
        timer = setTimeout(() => {
          fail(new TooSlow())
          late.abort()
        }, deadlineMs)
      })
      await Promise.race([door.deliver(parcel, work, late.signal), deadline])
      parcelsTold.inc({ kind: parcel.kind, outcome: 'told' })
      return null
    } catch (cause) {
      await sql`rollback to savepoint parcel`.execute(work)
      return cause as Error
    } finally {
      clearTimeout(timer)
    }
  }

  async function putAside(work: Transaction<Database>, { id, kind, tenantId, attempts: before }: Parcel, cause: Error): Promise<void> {
    const attempts = before + 1
    const isDead = attempts >= MOST_ATTEMPTS
    const change = { attempts, error: cause.message.slice(0, LONGEST_ERROR), cause: causeOf(cause) }
    await work
      .updateTable('outbox')
      .set(isDead ? { ...change, dead_at: clock() } : { ...change, due_at: clock() + pauseAfter(attempts, random) })
      .where('id', '=', id)
      .execute()
    // Who looks at what was given up sees it come; a notice that cannot be told would only make the next one.
    if (isDead && kind !== 'changed')
      await post(work, [{ kind: 'changed', tenantId, body: { name: 'undelivered', id: null, areaId: null } }], clock())
    parcelsTold.inc({ kind, outcome: isDead ? 'dead' : 'failed' })
    const about = { parcel: id, kind, tenant: tenantId, attempts, cause: cause.message }
    if (isDead) log.error(about, 'something could not be told and was given up: it is kept as undelivered')
    else log.warn(about, 'something could not be told: tried again later')
  }

  async function turn(tenantId: number): Promise<void> {
    again.delete(tenantId)
    let isFull = false
    try {
      isFull = await tellSome(tenantId)
    } catch (cause) {
      if (!closed) complain(cause as Error)
    }
    running.delete(tenantId)
    if (isFull || again.has(tenantId)) enqueue(tenantId)
    pump()
  }
  function enqueue(tenantId: number): void {
    if (!queue.includes(tenantId)) queue.push(tenantId)
  }
  function pump(): void {
    while (!closed && running.size < AT_ONCE && queue.length > 0) {
      const tenantId = queue.shift()!
      running.set(tenantId, turn(tenantId))
    }
  }
  function complain(cause: Error): void {
    if (!isAway) log.error({ cause: cause.message }, 'the outbox cannot be read: nobody is told anything until it can')
    isAway = true
  }

  async function look(): Promise<void> {
    if (closed) return
    try {
      const due = await db
        .selectFrom('outbox')
        .select('tenant_id')
        .where(isDue())
        .groupBy('tenant_id')
        .orderBy((row) => row.fn.min('id'))
        .execute()
      isAway = false
      for (const { tenant_id: tenantId } of due) {
        if (running.has(tenantId)) again.add(tenantId)
        else enqueue(tenantId)
      }
      pump()
    } catch (cause) {
      complain(cause as Error)
    }
  }

  let countAfter = 0
  async function count(): Promise<void> {
    if (clock() < countAfter) return
    countAfter = clock() + COUNT_MS
    const { rows } = await sql<{ waiting: number; dead: number }>`
      select count(*) filter (where dead_at is null) as waiting, count(*) filter (where dead_at is not null) as dead from outbox`.execute(
      db,
    )
    parcelsWaiting.set({ state: 'waiting' }, rows[0]!.waiting)
    parcelsWaiting.set({ state: 'dead' }, rows[0]!.dead)
  }

  let looking: Promise<void> | null = null
  let lookAgain = false
  /** One look at a time; a wish during one is a further one, since it may be for what was committed since. */
  function wake(): Promise<void> {
    lookAgain = true
    looking ??= (async () => {
      while (lookAgain) {
        lookAgain = false
        await look()
      }
    })().finally(() => (looking = null))
    return looking
  }

  const ears = await listen({
    pool,
    channel: 'furrow_outbox',
    log,
    onNotice: () => void wake(),
    onHearing: (hearing) => {
      if (hearing) void wake()
    },
  })
  // What failed comes due without a notice.
  const every = setInterval(() => {
    void wake()
    count().catch(complain)
  }, LOOK_MS)
  every.unref()

  return {
    async flush() {
      await wake()
      while (running.size > 0) {
        await Promise.all(running.values())
      }
    },
    async close() {
      closed = true
      clearInterval(every)
      ears.close()
      await looking
      await Promise.all(running.values())
    },
  }
}

class TooSlow extends CannotTell {
  constructor() {
    super('tooSlow', 'it took too long')
  }
}

/** As the database says that it ended a statement that took too long. */
const STATEMENT_ENDED = '57014'
function causeOf(failure: Error): UntoldCause | null {
  if (failure instanceof CannotTell) return failure.code
  const { code } = failure as { code?: unknown }
  if (code === STATEMENT_ENDED) return 'tooSlow'
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? 'database' : null
}

interface Row {
  id: number
  tenant_id: number
  user_id: number | null
  kind: string
  key: string | null
  severity: string
  link: string | null
  body: unknown
  attempts: number
  created_at: number
}
const sameBody = (one: Row, other: Row) => JSON.stringify(one.body) === JSON.stringify(other.body)
const parcelOf = (row: Row): Parcel => ({
  id: row.id,
  tenantId: row.tenant_id,
  userId: row.user_id,
  kind: row.kind as ParcelKind,
  key: row.key,
  severity: row.severity as Severity,
  link: row.link,
  body: row.body as Parcel['body'],
  attempts: row.attempts,
  createdAt: row.created_at,
})
