import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStore, pool, type Store } from '#server/ground/database/open'
import { StartFailure } from '#server/ground/startFailure'
import { childServer } from '../faults/childServer.ts'
import { emptyDatabase, silentLog } from './testDatabase.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let store: Store | null = null
const onTaken = vi.fn()

const open = () => openStore({ databaseUrl: database.url, log: silentLog, onTaken })
const holders = async () =>
  (
    await owner.query<{ pid: number }>(
      `select l.pid from pg_locks l where l.locktype = 'advisory' and l.granted and l.objid = 2 and l.objsubid = 2
       and l.database = (select oid from pg_database where datname = current_database())`,
    )
  ).rows.map(({ pid }) => pid)

/** Ends the connection that holds the lock, while `next` waits for the lock already. */
async function takeOver(next: pg.Client): Promise<void> {
  const [holder] = await holders()
  const waiting = next.query(`select pg_advisory_lock(hashtext('furrow'), 2)`)
  await vi.waitFor(async () => {
    const { rowCount } = await owner.query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rowCount).toBe(1)
  })
  await owner.query('select pg_terminate_backend($1)', [holder])
  await waiting
}

beforeEach(async () => {
  onTaken.mockClear()
  database = await emptyDatabase()
  owner = pool(database.url, { max: 2 }, silentLog)
})
afterEach(async () => {
  await store?.close()
  store = null
  await owner.end()
  await database.drop()
})

test('a second server on one database is refused in one line, and the first goes on', async () => {
  store = await open()
  const failure = await open().then(
    () => null,
    (cause: Error) => cause,
  )
  expect(failure).toBeInstanceOf(StartFailure)
  expect(failure!.message).toMatch(/^Another Furrow uses this database \(furrow \w+ from 127\.0\.0\.1, since .+\): stop it/)
  expect(failure!.message).not.toContain('\n')
  // With a new connection, for which the password of its role counts.
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename <> current_user')
  await vi.waitFor(async () => expect((await store!.servicePool.query('select 1 as one')).rows).toEqual([{ one: 1 }]))
  await store.close()
  store = await open()
})

test('a lost lock is taken again, and its server goes on', async () => {
  store = await open()
  for (let round = 0; round < 3; round++) {
    const before = await holders()
    expect(before).toHaveLength(1)
    await owner.query('select pg_terminate_backend($1)', before)
    await vi.waitFor(async () => {
      const now = await holders()
      expect(now).toHaveLength(1)
      expect(now).not.toEqual(before)
    })
  }
  expect(onTaken).not.toHaveBeenCalled()
})

test('a server whose lock another one has taken meanwhile ends with one line', async () => {
  const server = await childServer(database.url, { LOG_LEVEL: 'silent' })
  const next = new pg.Client({ connectionString: database.url, application_name: 'another server' })
  await next.connect()
  await takeOver(next)
  await vi.waitFor(() => expect(server.state()).toMatch(/^ended with 1/))
  expect(server.log()).toContain('furrow: Another Furrow has taken this database (another server from 127.0.0.1')
  await next.end()
  await server.stop()
})
