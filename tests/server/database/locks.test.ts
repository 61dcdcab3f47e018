import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { locksOf, type ProcessLocks } from '#server/ground/database/locks'
import { pool as openPool } from '#server/ground/database/open'
import { emptyDatabase, silentLog } from './testDatabase.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let pools: pg.Pool[]
/** The locks of one more process. */
function aProcess(): { pool: pg.Pool; locks: ProcessLocks } {
  const pool = openPool(database.url, { max: 5 }, silentLog)
  pools.push(pool)
  return { pool, locks: locksOf(pool) }
}
const ONE = `hashtextextended('one', 0)`
const TWO = `hashtext('two'), 2`
const endConnectionsOf = (pool: pg.Pool) =>
  pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')

beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database?.drop())
beforeEach(() => {
  pools = []
})
// A pool ends when every connection that it gave out is given back.
afterEach(() => Promise.all(pools.map((pool) => pool.end())))

test('a lock is one process’s at a time, all locks of a process are on one connection, and the last one takes it with it', async () => {
  const [mine, other] = [aProcess(), aProcess()]
  expect(mine.locks).toBe(locksOf(mine.pool))
  const taken = await Promise.all([mine.locks.take(ONE, vi.fn()), mine.locks.take(TWO, vi.fn())])
  expect([...taken, mine.pool.totalCount]).toEqual([true, true, 1])
  // Who has it already has it.
  expect(await mine.locks.take(ONE, vi.fn())).toBe(true)
  expect([await other.locks.take(ONE, vi.fn()), other.pool.totalCount]).toEqual([false, 0])
  await mine.locks.give(ONE)
  expect([await other.locks.take(ONE, vi.fn()), await other.locks.take(TWO, vi.fn())]).toEqual([true, false])
  await mine.locks.give(TWO)
  expect([await other.locks.take(TWO, vi.fn()), mine.pool.totalCount]).toEqual([true, 0])
  await other.locks.give(ONE)
  await other.locks.give(TWO)
})

test('that its connection was lost is told once of each lock, and each can be taken again', async () => {
  const { pool, locks } = aProcess()
  const [one, two] = [vi.fn<() => void>(), vi.fn<() => void>()]
  await locks.take(ONE, one)
  await locks.take(TWO, two)
  await endConnectionsOf(aProcess().pool)
  await vi.waitFor(() => expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 1]))
  expect(await locks.take(ONE, one)).toBe(true)
  expect(pool.totalCount).toBe(1)
  await locks.give(ONE)
  await locks.give(TWO)
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 1])
})

test('where the database cannot be asked the taker is told, and nothing is left open', async () => {
  const pool = openPool('postgres://nobody:x@127.0.0.1:1/none', { max: 5 }, silentLog)
  pools.push(pool)
  await expect(locksOf(pool).take(ONE, vi.fn())).rejects.toThrow()
  expect(pool.totalCount).toBe(0)
})
