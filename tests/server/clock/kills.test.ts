import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestDatabase } from '../database/testDatabase.ts'
import { median, soon, type Workers, workersOn } from './workers.ts'
import { KILLS } from '../faults/kills.ts'

const HOUR = 3_600_000

let database: Awaited<ReturnType<typeof startTestDatabase>>
let workers: Workers
beforeAll(async () => {
  database = await startTestDatabase()
  workers = await workersOn(database.url, database.owner)
})
afterEach(async () => {
  await workers.end()
  await workers.forget()
})
afterAll(() => database?.close())

describe('a job that was due while no server ran', () => {
  test('is done once by the next one', async () => {
    const first = await workers.start()
    await workers.set('once', 'a', { at: Date.now() + 1500 })
    await workers.set('steps', 'b', { at: Date.now() + 1500 })
    await first.kill()
    expect(await workers.wrote('begun')).toEqual([])
    await database.owner.query('update furrow.job set due_at = $1', [Date.now() - 1])
    const second = await workers.start()
    await soon(async () => expect(await workers.wrote('effect')).toHaveLength(2))
    await second.close()
    expect((await workers.wrote('effect')).map(({ key }) => key).toSorted()).toEqual(['a', 'b'])
    expect((await database.owner.query(`select from furrow.job where key <> ''`)).rows).toEqual([])
  })

  test('and recurs is caught up once or skipped, as it says, and goes on in step', async () => {
    const first = await workers.start()
    await soon(async () => expect((await database.owner.query('select from furrow.job')).rowCount).toBe(2))
    await first.kill()
    // Five times were missed, and a half.
    const due = Date.now() - 5.5 * HOUR
    await database.owner.query('update furrow.job set due_at = $1', [Math.floor(due)])
    const second = await workers.start()
    const at = async (name: string) =>
      (await database.owner.query<{ due_at: number }>('select due_at from furrow.job where name = $1', [name])).rows[0]!.due_at
    await soon(async () =>
      expect([await at('caughtUp'), await at('skipped')]).toEqual([Math.floor(due) + 6 * HOUR, Math.floor(due) + 6 * HOUR]),
    )
    await second.close()
    expect((await workers.wrote('effect')).map(({ job }) => job)).toEqual(['caughtUp'])
  })
})

describe('a job that was running when its server was killed', () => {
  test.each([
    ['once', 'statement'],
    ['once', 'program'],
    ['steps', 'program'],
  ] as const)(
    `takes effect once, and resumes with the next server (%s, in a %s), ${KILLS} times`,
    { timeout: 30_000 + KILLS * 10_000 },
    async (job, hang) => {
      const waits: number[] = []
      for (let round = 0; round < KILLS; round++) {
        const key = String(round)
        const first = await workers.start()
        await workers.set(job, key, { payload: { hang } })
        const begun = async () => (await workers.wrote('begun')).filter((one) => one.key === key)
        await soon(async () => expect(await begun()).toHaveLength(1))
        await first.kill()
        const second = await workers.start()
        await soon(async () => expect((await workers.wrote('effect')).filter((one) => one.key === key)).toHaveLength(1))
        const [before, after] = await begun()
        expect([before!.pid, after!.pid]).toEqual([first.pid, second.pid])
        waits.push(after!.at - second.ready)
        await second.close()
      }
      expect(await workers.wrote('effect')).toHaveLength(KILLS)
      expect(median(waits)).toBeLessThan(2000)
      if (process.env['FURROW_FIGURES']) process.stdout.write(`resumed after ${waits.join(', ')} ms (${job}, ${hang})\n`)
    },
  )
})

describe('two workers on one database', () => {
  test('do each job once between them', { timeout: 60_000 }, async () => {
    const both = [await workers.start(), await workers.start()]
    const keys = Array.from({ length: 300 }, (_, at) => `k${at}`)
    const at = Date.now() + 700
    await Promise.all(keys.map((key, n) => workers.set(n % 10 === 0 ? 'steps' : 'once', key, { at: at + n })))
    await soon(async () => expect((await database.owner.query(`select from furrow.job where key <> ''`)).rowCount).toBe(0))
    const done = await workers.wrote('effect')
    expect(done.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
    expect(new Set(done.map(({ pid }) => pid))).toEqual(new Set(both.map(({ pid }) => pid)))
    expect(await workers.wrote('begun')).toHaveLength(keys.length)
  })

  test.each(['once', 'steps'] as const)('take over from each other: one is killed in the midst of a job (%s)', async (job) => {
    const one = await workers.start()
    await workers.set(job, 'x', { payload: { hang: 'program' } })
    await soon(async () => expect(await workers.wrote('begun')).toHaveLength(1))
    const other = await workers.start()
    await soon(async () => expect((await database.owner.query('select from furrow.job where key = $1', [''])).rowCount).toBe(2))
    await one.kill()
    await soon(async () => expect(await workers.wrote('effect')).toMatchObject([{ key: 'x', pid: other.pid }]))
    expect((await workers.wrote('begun')).map(({ pid }) => pid)).toEqual([one.pid, other.pid])
  })
})

test('what is due is begun within a second of its time', { timeout: 60_000 }, async () => {
  await workers.start()
  const start = Date.now() + 600
  const due = Array.from({ length: 12 }, (_, n) => start + n * 170)
  await Promise.all(due.map((at, n) => workers.set('once', String(n), { at })))
  await soon(async () => expect(await workers.wrote('effect')).toHaveLength(due.length))
  const late = (await workers.wrote('begun')).map(({ key, at }) => at - due[Number(key)]!)
  expect(Math.min(...late)).toBeGreaterThanOrEqual(-1)
  expect(median(late)).toBeLessThan(1000)
  // These are due when they are set: a look finds them.
  const found: number[] = []
  for (let n = 0; n < 5; n++) {
    const set = Date.now()
    await workers.set('once', `found ${n}`, { at: set })
    await soon(async () => expect(await workers.wrote('effect')).toHaveLength(due.length + n + 1))
    found.push((await workers.wrote('begun')).at(-1)!.at - set)
  }
  expect(median(found)).toBeLessThan(1000)
  if (process.env['FURROW_FIGURES']) process.stdout.write(`begun ${late.join(', ')} ms late; found after ${found.join(', ')} ms\n`)
})
