import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Clockwork, createClockwork } from '#server/ground/clock/clockwork'
import { type Job, setTimer, type Turn } from '#server/ground/clock/job'
import { inTenant } from '#server/ground/database/scope'
import { arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'

const HOUR = 3_600_000
let database: Awaited<ReturnType<typeof startTestDatabase>>
let tenants: number[]
beforeAll(async () => {
  database = await startTestDatabase()
  const build = arrange(database.owner)
  tenants = [(await build.aTenant()).id, (await build.aTenant()).id]
})
afterAll(() => database?.close())

let now: number
let open: Clockwork[]
beforeEach(() => {
  now = Date.UTC(2027, 0, 1)
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  await database.owner.query('delete from furrow.job')
})
function run(...jobs: Job[]): Clockwork {
  const { serviceDb: db, servicePool: pool } = database.store
  const made = createClockwork({ jobs, db, pool, clock: () => now, log: silentLog })
  open.push(made)
  return made
}
const rows = async () =>
  (await database.owner.query<{ name: string; due_at: number; attempts: number; error: string | null }>('select * from furrow.job')).rows
const set = (
  job: Job,
  key: string,
  at: number,
  { tenantId = null as number | null, payload = {}, ...span }: { tenantId?: number | null; payload?: object; span?: number } = {},
) => setTimer(database.store.serviceDb, job, { tenantId, key, at, payload, ...span })

/** A job that remembers its turns. */
function remembering(more: Partial<Job> = {}) {
  const turns: Turn[] = []
  const job = { name: 'remember', missed: 'catchUp', once: async (_, turn) => void turns.push(turn), ...more } as Job
  return { job, turns }
}

test('a timer is done at its time, with what it was given, and is gone then', async () => {
  const { job, turns } = remembering()
  const clockwork = run(job)
  await set(job, 'a', now + 5000, { payload: { litres: 3 } })
  now += 4999
  await clockwork.look()
  expect(turns).toEqual([])
  now += 1
  await clockwork.look()
  expect(turns).toEqual([{ tenantId: null, key: 'a', payload: { litres: 3 }, dueAt: now }])
  expect(await rows()).toEqual([])
})

test('a timer with the same key is the same timer, of each tenant its own', async () => {
  const { job, turns } = remembering()
  const clockwork = run(job)
  for (const tenantId of tenants) await set(job, 'a', now + 1000, { tenantId })
  await set(job, 'a', now + 2000, { tenantId: tenants[0]! })
  now += 1000
  await clockwork.look()
  expect(turns.map(({ tenantId }) => tenantId)).toEqual([tenants[1]])
  now += 1000
  await clockwork.look()
  expect(turns.map(({ tenantId }) => tenantId)).toEqual([tenants[1], tenants[0]])
})

test('a timer is set with what it follows from, or not at all; of another tenant nobody sets one', async () => {
  const { job } = remembering()
  const asTenant = (tenantId: number, act: (tenantOf: number) => number) =>
    inTenant(database.store.requestDb, { tenantId, userId: 0, areas: null }, (scope) =>
      setTimer(scope.raw, job, { tenantId: act(tenantId), key: 'a', at: now, payload: {} }),
    )
  await asTenant(tenants[0]!, (own) => own)
  await expect(asTenant(tenants[0]!, () => tenants[1]!)).rejects.toThrow('row-level security')
  await expect(
    inTenant(database.store.requestDb, { tenantId: tenants[1]!, userId: 0, areas: null }, async (scope) => {
      await setTimer(scope.raw, job, { tenantId: tenants[1]!, key: 'a', at: now, payload: {} })
      throw new Error('it did not happen')
    }),
  ).rejects.toThrow('it did not happen')
  expect(await rows()).toMatchObject([{ tenant_id: tenants[0] }])
})

test('what fails is undone, and is tried again after pauses that double', async () => {
  const { job, turns } = remembering()
  let fails = 3
  const failing: Job = {
    ...job,
    async once(work) {
      await set(job, 'left', now + HOUR).catch(() => undefined)
      await setTimer(work, job, { tenantId: null, key: 'half', at: now, payload: {} })
      if (fails-- > 0) throw new Error('the pump is dry')
      turns.push({ tenantId: null, key: '', payload: {}, dueAt: 0 })
    },
    name: 'failing',
  } as Job
  const clockwork = run(failing)
  await set(failing, 'a', now)
  for (const pause of [2000, 4000, 8000]) {
    await clockwork.look()
    const found = await rows()
    expect(found.filter(({ name }) => name === 'failing')).toMatchObject([{ due_at: now + pause, error: 'the pump is dry' }])
    expect(found).toHaveLength(2)
    now += pause
  }
  await clockwork.look()
  expect(turns).toHaveLength(1)
  expect((await rows()).map(({ name }) => name)).toEqual(['remember', 'remember'])
})

test('all that is due of one tenant is done together, where the job says so', async () => {
  const groups: string[][] = []
  const job: Job = {
    name: 'grouped',
    missed: 'catchUp',
    together: async (_, turns) => void groups.push(turns.map(({ key }) => key).toSorted()),
  }
  for (const key of ['a', 'b', 'c']) await set(job, key, now, { tenantId: tenants[0]! })
  await set(job, 'd', now, { tenantId: tenants[1]! })
  await set(job, 'later', now + 1, { tenantId: tenants[0]! })
  // A clockwork looks by itself, too: it finds them all.
  await run(job).look()
  expect(groups.toSorted((one, other) => other.length - one.length)).toEqual([['a', 'b', 'c'], ['d']])
  expect(await rows()).toHaveLength(1)
})

test('a job that sets its own timer anew finds it set', async () => {
  const dues: number[] = []
  const job: Job = {
    name: 'again',
    missed: 'catchUp',
    async once(work, { tenantId, key, dueAt }) {
      dues.push(dueAt)
      await setTimer(work, job, { tenantId, key, at: dueAt + HOUR, payload: {} })
    },
  }
  const clockwork = run(job)
  const first = now
  await set(job, 'a', now)
  await clockwork.look()
  now += HOUR
  await clockwork.look()
  expect(dues).toEqual([first, first + HOUR])
  expect(await rows()).toMatchObject([{ due_at: first + 2 * HOUR }])
})

test('a timer that is set anew while its long job runs is not lost with it', async () => {
  const started = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const keys: number[] = []
  const job: Job = {
    name: 'long',
    missed: 'catchUp',
    async steps({ dueAt }) {
      keys.push(dueAt)
      started.resolve()
      await go.promise
    },
  }
  const clockwork = run(job)
  const first = now
  await set(job, 'a', now)
  const looked = clockwork.look()
  await started.promise
  await set(job, 'a', now + HOUR)
  go.resolve()
  await looked
  now += HOUR
  await clockwork.look()
  expect(keys).toEqual([first, first + HOUR])
  expect(await rows()).toEqual([])
})

test('long jobs that stop with their server are done again by the next, and hold up no short one', async () => {
  const started = vi.fn()
  const job: Job = {
    name: 'long',
    missed: 'catchUp',
    async steps(_, signal) {
      started()
      await new Promise((resume) => signal.addEventListener('abort', resume))
    },
  }
  const { job: short, turns } = remembering()
  const clockwork = run(job, short)
  for (let at = 0; at < 120; at++) await set(job, String(at), now)
  await set(short, 'a', now)
  await vi.waitFor(() => expect(turns).toHaveLength(1))
  expect(started).toHaveBeenCalledTimes(2)
  await clockwork.close()
  expect(await rows()).toHaveLength(120)
  const done = vi.fn(() => Promise.resolve())
  await run({ ...job, steps: done } as Job).look()
  expect(done).toHaveBeenCalledTimes(120)
})

test('what recurs is done in step with its first time, also where it was planned by a clock that was ahead', async () => {
  const { job, turns } = remembering({ name: 'recurring', every: HOUR, missed: 'skip' })
  const clockwork = run(job)
  const start = now
  await clockwork.look()
  expect(await rows()).toMatchObject([{ due_at: start + HOUR }])
  now = start + HOUR + 30_000
  await clockwork.look()
  expect(turns).toHaveLength(1)
  expect(await rows()).toMatchObject([{ due_at: start + 2 * HOUR }])
  now = start - 24 * HOUR
  await clockwork.look()
  expect(await rows()).toMatchObject([{ due_at: now + HOUR }])
  // Half an hour late: it was missed.
  now += HOUR * 1.5 + 1
  await clockwork.look()
  expect(turns).toHaveLength(1)
})

test('a timer for a time that passes is no longer for a clock that is set back; one for a moment waits for its moment', async () => {
  const { job, turns } = remembering()
  const clockwork = run(job)
  await set(job, 'valve', now + 60_000, { span: 60_000 })
  await set(job, 'evening', now + 60_000)
  await clockwork.look()
  now -= HOUR
  await clockwork.look()
  now += 59_999
  await clockwork.look()
  expect(turns).toEqual([])
  now += 1
  await clockwork.look()
  expect(turns.map(({ key }) => key)).toEqual(['valve'])
  now += HOUR
  await clockwork.look()
  expect(turns.map(({ key }) => key)).toEqual(['valve', 'evening'])
})

test('a timer that was set by a clock years ahead is done in its time by the next server', async () => {
  const { job, turns } = remembering()
  await set(job, 'valve', now + 6 * 365 * 24 * HOUR + 60_000, { span: 60_000 })
  const clockwork = run(job)
  await clockwork.look()
  now += 60_000
  await clockwork.look()
  expect(turns.map(({ key }) => key)).toEqual(['valve'])
})

test('two jobs of one name are refused', () => {
  const { job } = remembering()
  expect(() => run(job, job)).toThrow('two jobs share a name')
})

test('a job in steps gives back its lock and the connection that held it: one of every second makes no connection each time', async () => {
  const { servicePool } = database.store
  const locks = async () =>
    (await database.owner.query<{ held: number }>(`select count(*)::int as held from pg_locks where locktype = 'advisory'`)).rows[0]!.held
  const before = await locks()
  let turns = 0
  const clockwork = run({ name: 'often', every: 1000, missed: 'catchUp', steps: async () => void turns++ } as Job)
  await clockwork.look()
  now += 1000
  await clockwork.look()
  await vi.waitFor(() => expect(turns).toBeGreaterThan(0))
  const had = turns
  let made = 0
  const count = () => void made++
  servicePool.on('connect', count)
  for (let nth = 0; nth < 5; nth++) {
    now += 1000
    await clockwork.look()
  }
  await vi.waitFor(() => expect(turns).toBeGreaterThanOrEqual(had + 5))
  servicePool.off('connect', count)
  expect(made).toBe(0)
  await vi.waitFor(async () => expect(await locks()).toBe(before))
})
