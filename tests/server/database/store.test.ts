import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, pool } from '#server/ground/database/open'
import { inTenant } from '#server/ground/database/scope'
import { letIn, roleNames } from '#server/ground/database/roles'
import { StartFailure } from '#server/ground/startFailure'
import { type Arrange, arrange } from '../arrange.ts'
import { emptyDatabase, silentLog, startTestDatabase } from './testDatabase.ts'

let database: Awaited<ReturnType<typeof startTestDatabase>>
let build: Arrange

beforeAll(async () => {
  database = await startTestDatabase()
  build = arrange(database.owner)
})
afterAll(() => database?.close())

describe('the store', () => {
  test('bigint and its arrays arrive as numbers, numeric and dates as they are written', async () => {
    const { rows } = await database.store.servicePool.query(
      "select 123456789012345::bigint as id, array[1, 2]::bigint[] as ids, 0.1::numeric + 99999.99 as total, date '2026-03-29' as day",
    )
    expect(rows[0]).toEqual({ id: 123456789012345, ids: [1, 2], total: '100000.09', day: '2026-03-29' })
  })

  test('a second start finds everything migrated', async () => {
    const { url, drop } = await emptyDatabase()
    const first = await openStore({ databaseUrl: url, log: silentLog })
    await first.close()
    const again = await openStore({ databaseUrl: url, log: silentLog })
    const { rows } = await again.servicePool.query('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
    await again.close()
    await drop()
  })

  test('every server on one database has the same way in, another database has another', async () => {
    const [one, other] = [await emptyDatabase(), await emptyDatabase()]
    const ways: unknown[] = []
    for (const { url } of [one, one, other]) {
      const store = await openStore({ databaseUrl: url, log: silentLog })
      const owner = pool(url, { max: 1 }, silentLog)
      const client = await owner.connect()
      ways.push(await letIn(client, store.logins.roles))
      client.release()
      await owner.end()
      // The passwords that were set anew are those that the open store has.
      await store.servicePool.query('select 1')
      await store.close()
    }
    expect(ways[1]).toEqual(ways[0])
    expect(new Set(ways.flatMap((way) => Object.values(way as object))).size).toBe(4)
    await one.drop()
    await other.drop()
  })
})

describe('the tenant fence', () => {
  test('with the first fence taken away, the request role still reads and writes nothing of another tenant', async () => {
    const [mine, other] = [await build.aTenant(), await build.aTenant()]
    const user = await build.aUser({ tenantId: mine.id })
    const foreign = await build.anArea({ tenant_id: other.id })
    const own = await build.anArea({ tenant_id: mine.id })
    const device = await build.aDevice({ tenant_id: other.id, area_id: foreign.id })
    const item = await build.anItem({ tenant_id: other.id, device_id: device.id, area_id: foreign.id })
    await database.owner.query('select furrow.ensure_reading_partitions(0, 0)')
    await database.owner.query('insert into furrow.reading (item_id, ts, value, tenant_id) values ($1, 0, 1, $2)', [item.id, other.id])

    await inTenant(database.store.requestDb, { tenantId: mine.id, userId: user.id, areas: null }, async ({ raw }) => {
      expect(await raw.selectFrom('area').select('id').execute()).toEqual([{ id: own.id }])
      expect(await raw.selectFrom('device').selectAll().execute()).toEqual([])
      expect(await raw.selectFrom('reading').selectAll().execute()).toEqual([])
      expect(await raw.selectFrom('tenant').select('id').execute()).toEqual([{ id: mine.id }])
      const changed = await raw.updateTable('area').set({ area_name: 'taken' }).where('id', '=', foreign.id).executeTakeFirst()
      expect(Number(changed.numUpdatedRows)).toBe(0)
    })
    const steal = inTenant(database.store.requestDb, { tenantId: mine.id, userId: user.id, areas: null }, ({ raw }) =>
      raw.insertInto('area').values({ tenant_id: other.id, area_name: 'smuggled' }).execute(),
    )
    await expect(steal).rejects.toThrow(/row-level security/)
  })

  test('outside a tenant the request role sees no row at all', async () => {
    expect(await database.store.requestDb.selectFrom('area').selectAll().execute()).toEqual([])
  })

  test('a password hash is nothing the request role can read', async () => {
    await expect(database.store.requestDb.selectFrom('app_user').select('password_hash').execute()).rejects.toThrow(/permission denied/)
    await expect(database.store.requestDb.selectFrom('server_secret').selectAll().execute()).rejects.toThrow(/permission denied/)
  })

  test('a partition cannot be read past its parent', async () => {
    await database.owner.query('select furrow.ensure_reading_partitions(0, 0)')
    const { rows } = await database.owner.query(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'furrow.reading'::regclass`,
    )
    const client = database.store.requestDb
    for (const { name } of rows) {
      await expect(client.selectFrom(name.replace('furrow.', '')).selectAll().execute()).rejects.toThrow(/permission denied/)
    }
    expect(rows.length).toBeGreaterThan(0)
  })

  const bypasses = [
    ['a superuser', (role: string) => `alter role ${role} superuser`, /is a superuser/],
    ['a role with BYPASSRLS', (role: string) => `alter role ${role} bypassrls`, /has BYPASSRLS/],
    ['the owner of the tables', (role: string) => `alter table furrow.area owner to ${role}`, /owns tables/],
    ['a member of the owner', (role: string, owner: string) => `alter role ${owner} nosuperuser; grant ${owner} to ${role}`, /member of/],
  ] as const
  test.each(bypasses)('the server refuses %s as its request or service role, in one line', async (_, breach, reason) => {
    const { name, url, drop } = await emptyDatabase()
    const first = await openStore({ databaseUrl: url, log: silentLog })
    await first.close()
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    const owner = `${name}_other`
    try {
      for (const role of [roleNames(name).request, roleNames(name).service]) {
        await admin.query(`create role ${owner}; alter table furrow.land owner to ${owner}; ${breach(role, owner)}`)
        const failure = await openStore({ databaseUrl: url, log: silentLog }).then(
          () => null,
          (cause: Error) => cause,
        )
        expect(failure).toBeInstanceOf(StartFailure)
        expect(failure!.message).toMatch(reason)
        expect(failure!.message).not.toContain('\n')
        await admin.query(
          `alter role ${role} nosuperuser nobypassrls; reassign owned by ${role} to current_user; reassign owned by ${owner} to current_user; drop role ${owner}`,
        )
      }
    } finally {
      await admin.query(`drop role if exists ${owner}`)
      await admin.end()
      await drop()
    }
  })

  test('a table of a tenant without row security, open to the request role, is refused', async () => {
    const { name, url, drop } = await emptyDatabase()
    const first = await openStore({ databaseUrl: url, log: silentLog })
    await first.close()
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    await admin.query(`create table furrow.forgotten (tenant_id bigint); grant select on furrow.forgotten to ${roleNames(name).request}`)
    await admin.end()
    await expect(openStore({ databaseUrl: url, log: silentLog })).rejects.toThrow(/forgotten has no row-level security/)
    await drop()
  })
})

describe('a database that cannot be used', () => {
  test.each([
    ['nothing answers', 'postgres://nobody:x@127.0.0.1:1/furrow', /nothing answers/],
    ['unknown database', null, /no such database/],
  ])('%s: one clear line', async (_, given, reason) => {
    const url = given ?? new URL('/furrow_missing', database.url).href
    const failure = await openStore({ databaseUrl: url, log: silentLog }).then(
      () => null,
      (cause: Error) => cause,
    )
    expect(failure).toBeInstanceOf(StartFailure)
    expect(failure!.message).toMatch(reason)
    expect(failure!.message).not.toContain('\n')
  })

  test('a database of a newer version is left alone', async () => {
    const { url, drop } = await emptyDatabase()
    const first = await openStore({ databaseUrl: url, log: silentLog })
    await first.owner.query(`select 1`).catch(() => undefined)
    const admin = new pg.Client({ connectionString: url })
    await first.close()
    await admin.connect()
    await admin.query(`insert into furrow.migration (id, applied_at) values ('9999_future', 0)`)
    await admin.end()
    await expect(openStore({ databaseUrl: url, log: silentLog })).rejects.toThrow(/newer Furrow/)
    await drop()
  })
})
