import { Kysely, PostgresDialect, sql } from 'kysely'
import pino from 'pino'
import { createClockwork } from '#server/ground/clock/clockwork'
import type { Job } from '#server/ground/clock/job'
import { pool } from '#server/ground/database/open'
import type { Database } from '#server/ground/database/schema'

/**
 * Child-process entry: a clock worker on DATABASE_URL with jobs that write down what they do. `begun` is written beside the job, `effect`
 * as the job's own effect. A job hangs the first time where its payload says in what: in a statement, or in the program.
 */
const HOUR = 3_600_000
const log = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' })
const shared = pool(process.env['DATABASE_URL']!, { max: 10 }, log)
const beside = pool(process.env['DATABASE_URL']!, { max: 2 }, log)
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: shared }) })

const begin = async (job: string, key: string): Promise<boolean> => {
  const { rows } = await beside.query<{ n: number }>(
    `with mine as (insert into clock_test (kind, job, key, pid) values ('begun', $1, $2, $3))
     select count(*) as n from clock_test where kind = 'begun' and job = $1 and key = $2`,
    [job, key, process.pid],
  )
  return rows[0]!.n === 0
}
const EFFECT = 'insert into furrow.clock_test (kind, job, key, pid) values'
const effect = (job: string, key: string) => sql`${sql.raw(EFFECT)} ('effect', ${job}, ${key}, ${process.pid})`
interface Hanging {
  readonly hang?: 'statement' | 'program'
  readonly forMs?: number
}
const wait = async (ms: number) => {
  await new Promise((resume) => setTimeout(resume, ms))
  process.send?.('went on')
}

const once: Job<Hanging> = {
  name: 'once',
  missed: 'catchUp',
  async once(work, { key, payload: { hang, forMs = 600_000 } }) {
    const isFirst = await begin('once', key)
    if (isFirst && hang === 'statement') await sql`select pg_sleep(${forMs / 1000})`.execute(work)
    if (isFirst && hang === 'program') await wait(forMs)
    await effect('once', key).execute(work)
  },
}
const steps: Job<Hanging> = {
  name: 'steps',
  missed: 'catchUp',
  async steps({ key, payload: { hang, forMs = 600_000 } }) {
    const isFirst = await begin('steps', key)
    if (isFirst && hang != null) await wait(forMs)
    await effect('steps', key).execute(db)
  },
}
const recurring = (name: string, missed: 'catchUp' | 'skip'): Job => ({
  name,
  every: HOUR,
  missed,
  once: async (work, { key }) => void (await effect(name, key).execute(work)),
})

process.on('unhandledRejection', (cause) => {
  process.stderr.write(`unhandled: ${String(cause)}\n`)
  process.exit(1)
})
process.on('disconnect', () => process.exit(0))
const clockwork = createClockwork({
  jobs: [once, steps, recurring('caughtUp', 'catchUp'), recurring('skipped', 'skip')],
  db,
  pool: shared,
  clock: Date.now,
  log,
})
process.on('message', (message) => {
  if (message === 'close') void clockwork.close().then(() => process.exit(0))
})
process.send?.({ ready: Date.now() })
