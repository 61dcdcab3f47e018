import { CompiledQuery, type Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../database/schema.ts'
import { jobsRun } from './counters.ts'
import type { Job, Turn } from './job.ts'

/** A timer that is set for sooner than this is seen this late at most. */
const LOOK_MS = 500
/** Jobs that run at once. Those of `steps` are long: no deadline waits behind them. Each holds a connection. */
const AT_ONCE = { short: 3, long: 2 }
/** Turns found in one look. */
const LOOK_ROWS = 100
/** Timers that are done together. */
const TOGETHER = 10_000
/** How long a job may hold a transaction. */
const SHORT_MS = 30_000
/** Later than this, or than half its interval, a job has missed its time. */
const LATE_MS = 60_000
/** The database ends a statement of a server that died after this long, with its locks. */
const GONE_MS = 500
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 30 * 60_000
const LONGEST_ERROR = 300

interface Row {
  readonly id: number
  readonly tenant_id: number | null
  readonly key: string
  readonly payload: object
  readonly due_at: number
  readonly attempts: number
}
/** What one turn claims: a row, or (without an id) all that is due of a job and tenant. */
interface Claim {
  readonly job: Job
  readonly id: number | null
  readonly tenantId: number | null
}
type Lane = keyof typeof AT_ONCE
type Ask = <Found extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<{ rows: Found[] }>

export interface Clockwork {
  /** Does what is due now; resolves when nothing that was due is left. Runs by itself from the start on. */
  look(): Promise<void>
  /** Lets what runs in a transaction end, and what runs in steps stop. */
  close(): Promise<void>
}

/**
 * Does jobs at their times (job.ts). A row is claimed by a lock for as long as its job runs: of two servers one does it, and the death of
 * that one, or of its connection, gives it back at once. `clock` says what is due. What fails is tried again without end, after a pause
 * that doubles from two seconds to half an hour, or to its interval.
 */
export function createClockwork(given: {
  jobs: readonly Job[]
  db: Kysely<Database>
  pool: pg.Pool
  clock: () => number
  log: Logger
}): Clockwork {
  const { db, pool, clock, log } = given
  const jobs = new Map(given.jobs.map((job) => [job.name, job]))
  if (jobs.size < given.jobs.length) throw new Error('two jobs share a name')
  const namesOf = (lane: Lane) => given.jobs.filter((job) => laneOf(job) === lane).map(({ name }) => name)
  const [short, long] = [namesOf('short'), namesOf('long')]
  const together = given.jobs.filter((job) => 'together' in job).map(({ name }) => name)
  const stop = new AbortController()
  const queues: Record<Lane, Claim[]> = { short: [], long: [] }
  const running = { short: new Map<string, Promise<void>>(), long: new Map<string, Promise<void>>() }
  let latest = Infinity
  let isFull = false
  let isAway = false
  let settings: string | null = null

  /**
   * Gives what recurs its row. One that lies further ahead than its interval, or than its span, was planned by a clock that was ahead, or by
   * another version.
   */
  async function arrange(now: number): Promise<void> {
    const recurring = given.jobs.flatMap(({ name, every }) => (every == null ? [] : [{ name, at: now + every }]))
    await pool.query(
      `insert into job (name, due_at, created_at) select name, at, $3 from unnest($1::text[], $2::bigint[]) as given (name, at) order by name
       on conflict (name, tenant_id, key) do update set due_at = excluded.due_at where job.due_at > excluded.due_at`,
      [recurring.map(({ name }) => name), recurring.map(({ at }) => Math.floor(at)), Math.floor(now)],
    )
    await pool.query('update job set due_at = $1 + span where span is not null and due_at > $1 + span', [Math.floor(now)])
  }

  /** Queues what is due; answers when to look again, by the clock. */
  async function find(): Promise<number> {
    const now = clock()
    // At the start, and where the clock was set back.
    if (now < latest) await arrange(now)
    latest = now
    const { rows } = await pool.query<{ id: number | null; name: string; tenant_id: number | null; due_at: number }>(
      `select case when name = any($3) then null else id end as id, name, tenant_id, min(due_at) as due_at from job
       where due_at <= $1 and name = any($2) group by 1, 2, 3 order by min(due_at) limit ${LOOK_ROWS}`,
      // Long ones that wait for their turn are known, and keep no others out of sight.
      [Math.floor(now) + LOOK_MS, queues.long.length > 0 ? short : [...short, ...long], together],
    )
    isFull = rows.length === LOOK_ROWS
    let next = now + LOOK_MS
    for (const { id, name, tenant_id: tenantId, due_at: dueAt } of rows) {
      if (dueAt > now) next = Math.min(next, dueAt)
      else enqueue({ job: jobs.get(name)!, id, tenantId })
    }
    return next
  }

  function enqueue(claim: Claim): void {
    const lane = laneOf(claim.job)
    const title = titleOf(claim)
    if (!running[lane].has(title) && !queues[lane].some((one) => titleOf(one) === title)) queues[lane].push(claim)
  }
  function pump(): void {
    for (const lane of ['short', 'long'] as const) {
      while (!stop.signal.aborted && running[lane].size < AT_ONCE[lane] && queues[lane].length > 0) {
        const claim = queues[lane].shift()!
        const turn = (lane === 'short' ? inTransaction(claim) : inSteps(claim)).catch(complain).finally(() => {
          running[lane].delete(titleOf(claim))
          pump()
          if (isFull && queues.short.length === 0) void wake()
        })
        running[lane].set(titleOf(claim), turn)
      }
    }
  }

  async function inTransaction({ job, id, tenantId }: Claim): Promise<void> {
    let rows: Row[] = []
    try {
      const begin = (settings ??= await settingsOf(pool))
      await db.transaction().execute(async (work) => {
        const ask: Ask = (text, values) => work.executeQuery(CompiledQuery.raw(text, values))
        await ask(begin, [])
        const now = clock()
        const mine = id == null ? 'tenant_id is not distinct from $3' : 'id = $3'
        const { rows: found } = await ask<Row>(
          `select * from job where name = $1 and due_at <= $2 and ${mine} order by due_at, id limit ${TOGETHER} for update skip locked`,
          [job.name, Math.floor(now), id ?? tenantId],
        )
        rows = found
        const turns = inTimeOf(job, rows, now).map(turnOf)
        if (turns.length > 0 && 'together' in job) await bounded((signal) => job.together(work, turns, signal))
        if ('once' in job) for (const turn of turns) await bounded((signal) => job.once(work, turn, signal))
        await finish(ask, job, rows, now)
      })
      jobsRun.inc({ job: job.name, outcome: 'done' }, rows.length)
      if (rows.length > 0) job.committed?.()
    } catch (cause) {
      await putAside(job, rows, cause as Error)
    }
  }

  async function inSteps({ job, id }: Claim): Promise<void> {
    if (!('steps' in job)) return
    const client = await pool.connect()
    const lost = new AbortController()
    const lose = () => lost.abort()
    client.on('end', lose)
    client.on('error', lose)
    let rows: Row[] = []
    let isFree = false
    try {
      const ask: Ask = (text, values) => client.query(text, values)
      const lock = await ask<{ mine: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [`furrow job ${id}`])
      isFree = lock.rows[0]?.mine !== true
      if (isFree) return
      const now = clock()
      rows = (await ask<Row>('select * from job where id = $1 and due_at <= $2', [id, Math.floor(now)])).rows
      const signal = AbortSignal.any([stop.signal, lost.signal])
      for (const row of inTimeOf(job, rows, now)) await job.steps(turnOf(row), signal)
      // What was stopped on its way is done again.
      if (!signal.aborted) {
        await finish(ask, job, rows, clock())
        jobsRun.inc({ job: job.name, outcome: 'done' }, rows.length)
      }
      const given = await ask<{ back: boolean }>('select pg_advisory_unlock(hashtextextended($1, 0)) as back', [`furrow job ${id}`])
      isFree = given.rows[0]?.back === true
    } catch (cause) {
      await putAside(job, rows, cause as Error)
    } finally {
      client.off('end', lose)
      client.off('error', lose)
      // Where the lock may still be held, the end of the connection gives it back; otherwise a job of every second would make one each time.
      client.release(!isFree)
    }
  }

  /** Without what was missed, where that is not caught up. */
  function inTimeOf(job: Job, rows: readonly Row[], now: number): Row[] {
    const late = Math.min(LATE_MS, (job.every ?? Infinity) / 2)
    // What failed in time is not missed.
    const inTime = rows.filter(({ due_at: dueAt, attempts }) => job.missed === 'catchUp' || attempts > 0 || now - dueAt <= late)
    if (inTime.length < rows.length) {
      jobsRun.inc({ job: job.name, outcome: 'skipped' }, rows.length - inTime.length)
      log.info({ job: job.name, times: rows.length - inTime.length }, 'a time that was missed was let go')
    }
    return inTime
  }

  /** What recurs moves on, in step; all else goes. A timer that was set anew meanwhile stays. */
  async function finish(ask: Ask, { every }: Job, rows: readonly Row[], now: number): Promise<void> {
    const done = [rows.map(({ id }) => id), rows.map(({ due_at: dueAt }) => dueAt)]
    const mine = `unnest($1::bigint[], $2::bigint[]) as mine (id, due_at) where job.id = mine.id and job.due_at = mine.due_at`
    if (every == null) await ask(`delete from job using ${mine}`, done)
    else
      await ask(
        `update job set due_at = job.due_at + ((($3 - job.due_at) / $4) + 1) * $4, attempts = 0, error = null, done_at = $3 from ${mine}`,
        [...done, Math.floor(now), every],
      )
  }

  async function putAside(job: Job, rows: readonly Row[], cause: Error): Promise<void> {
    if (rows.length === 0) throw cause
    const attempts = Math.max(...rows.map((row) => row.attempts)) + 1
    jobsRun.inc({ job: job.name, outcome: 'failed' }, rows.length)
    log.error({ job: job.name, attempts, cause: cause.message }, 'a job failed: it is tried again later')
    const pause = Math.min(LONGEST_PAUSE_MS, job.every ?? Infinity, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 30))
    await pool.query(
      `update job set due_at = $3, attempts = $4, error = $5 from unnest($1::bigint[], $2::bigint[]) as mine (id, due_at)
       where job.id = mine.id and job.due_at = mine.due_at`,
      [
        rows.map(({ id }) => id),
        rows.map(({ due_at: dueAt }) => dueAt),
        Math.floor(clock() + pause),
        attempts,
        cause.message.slice(0, LONGEST_ERROR),
      ],
    )
  }

  function complain(cause: Error): void {
    if (!isAway && !stop.signal.aborted) log.error({ cause: cause.message }, 'the jobs cannot be read: none is done until they can')
    isAway = true
  }

  let looking: Promise<number> | null = null
  let lookAgain = false
  /** One look at a time; a wish during one is a further one. */
  function wake(): Promise<number> {
    lookAgain = true
    looking ??= (async () => {
      let next = clock() + LOOK_MS
      while (lookAgain && !stop.signal.aborted) {
        lookAgain = false
        try {
          next = await find()
          isAway = false
        } catch (cause) {
          complain(cause as Error)
        }
        pump()
      }
      return next
    })().finally(() => (looking = null))
    return looking
  }

  let timer: NodeJS.Timeout | undefined
  async function go(): Promise<void> {
    const next = await wake()
    if (stop.signal.aborted) return
    timer = setTimeout(() => void go(), Math.min(LOOK_MS, Math.max(1, next - clock())))
    timer.unref()
  }
  void go()

  const all = () => [...running.short.values(), ...running.long.values()]
  return {
    async look() {
      for (await wake(); all().length > 0; await wake()) await Promise.all(all())
    },
    async close() {
      stop.abort()
      clearTimeout(timer)
      await looking
      await Promise.all(all())
    },
  }
}

const laneOf = (job: Job): Lane => ('steps' in job ? 'long' : 'short')
const titleOf = ({ job, id, tenantId }: Claim) => (id == null ? `${job.name} of ${tenantId}` : String(id))
const turnOf = ({ tenant_id: tenantId, key, payload, due_at: dueAt }: Row): Turn => ({ tenantId, key, payload, dueAt })

async function bounded(act: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new Error('it took too long'))
      late.abort()
    }, SHORT_MS)
  })
  try {
    await Promise.race([act(late.signal), deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** What a job's transaction begins with. Not every system can tell a database that the other end of a connection is gone. */
async function settingsOf(pool: pg.Pool): Promise<string> {
  const timeout = `set_config('statement_timeout', '${SHORT_MS}', true)`
  const gone = `set_config('client_connection_check_interval', '${GONE_MS}', true)`
  const isHeard = await pool.query(`select ${gone}`).then(
    () => true,
    (cause: { code?: string }) => {
      if (cause.code === INVALID_VALUE) return false
      throw cause
    },
  )
  return `select ${isHeard ? `${timeout}, ${gone}` : timeout}`
}
const INVALID_VALUE = '22023'
