import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fenceTables } from '#server/ground/database/parts/fenceTables'
import { readBases } from '#server/ground/database/readBases'
import { inTenant, scopeOf } from '#server/ground/database/scope'
import { startTestDatabase } from './testDatabase.ts'

/** Tables with a base that a scope does not narrow by it, and what keeps the rows of other bases from who may not see them. */
const NOT_BY_BASE: Readonly<Record<string, string>> = {
  approval_instance: 'shown to who takes part in it, whatever the base: approvals ask people who do not work there',
  past_device: 'read only beside the commands that were sent to it, and these are narrowed by the base of theirs',
  org_unit: 'the tree is cut to the bases of the caller in server/organization/seenUnits.ts: what is above and below a base is seen too',
  document: 'the readers of a base are told from its applicants and approvers by `readableOf` in server/ground/documents',
}

let database: Awaited<ReturnType<typeof startTestDatabase>>
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.close())

interface Table {
  name: string
  fenced: boolean
  /** What requests see of it, as the database holds it. */
  policies: string[]
  reachable: boolean
}
/** Tables of the product with this column; a partition is reached through its table. */
async function tablesWith(column: string): Promise<Table[]> {
  const { rows } = await database.owner.query(
    `select c.relname as name, c.relrowsecurity as fenced,
       coalesce(array_agg(coalesce(pg_get_expr(p.polqual, c.oid), '')) filter (where p.polname is not null), '{}') as policies,
       has_table_privilege($2, c.oid, 'select') as reachable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'furrow'
     join pg_attribute a on a.attrelid = c.oid and a.attname = $1 and not a.attisdropped
     left join pg_policy p on p.polrelid = c.oid and (select oid from pg_roles where rolname = $2) = any(p.polroles)
     where c.relkind in ('r', 'p') and not c.relispartition group by c.oid order by 1`,
    [column, database.store.logins.roles.request],
  )
  return rows
}

test('every table with a base is narrowed to the bases that the caller may see, or is named with its reason', async () => {
  const withBase = (await tablesWith('area_id')).map(({ name }) => name)
  const bases = [...(await readBases())]
  const narrowed = bases.map(([table, base]) => (base === 'area_id' ? table : base.through))
  const known = [...narrowed, ...Object.keys(NOT_BY_BASE)]
  expect(withBase).toEqual([...known].toSorted())
  expect(new Set(known).size).toBe(known.length)
})

test('every table with a tenant has row-level security that shows a request the rows of its own tenant alone', async () => {
  const tables = await tablesWith('tenant_id')
  expect(tables.length).toBeGreaterThan(30)
  // Policies add up: each one has to name the tenant of the transaction.
  const isTenants = (policy: string) => policy.includes('tenant_id = ( SELECT') && policy.includes("'furrow.tenant'")
  const open = tables.filter(
    ({ fenced, policies, reachable }) => !fenced || (reachable && !(policies.length > 0 && policies.every(isTenants))),
  )
  expect(open.map(({ name, policies }) => [name, policies])).toEqual([])
})

test('a partition, which has no policy of its own, is out of the reach of requests', async () => {
  const { rows } = await database.owner.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'furrow'
     where c.relispartition and has_table_privilege($1, c.oid, 'select, insert, update, delete') and not c.relrowsecurity`,
    [database.store.logins.roles.request],
  )
  expect(rows).toEqual([])
})

describe('rows that stand in several bases', () => {
  const bases = new Map([['tour', { through: 'tour_area', by: 'tour_id' } as never]])
  const seen = (tenantId: number, areas: readonly number[] | null) =>
    inTenant(database.store.requestDb, { tenantId, userId: 0, areas }, async ({ raw }) => {
      const scope = scopeOf(raw, tenantId, areas, bases)
      const rows = (await scope
        .select('tour' as 'land')
        .select('land_name' as never)
        .execute()) as { land_name: string }[]
      const touched = await scope
        .update('tour' as 'land')
        .set({ land_name: 'seen' })
        .executeTakeFirst()
      await scope.remove('tour' as 'land').execute()
      const { rows: left } = await sql<{ n: number }>`select count(*)::int as n from tour`.execute(raw)
      return { names: rows.map((row) => row.land_name).toSorted(), touched: Number(touched.numUpdatedRows), left: left[0]!.n }
    })

  beforeAll(async () => {
    const { roles } = database.store.logins
    await database.owner.query(`set search_path = furrow;
      create table tour (id bigint primary key, tenant_id bigint not null, land_name text not null);
      create table tour_area (tenant_id bigint not null, tour_id bigint not null, area_id bigint not null, primary key (tour_id, area_id));
      ${fenceTables(['tour', 'tour_area'], roles)}`)
  })
  beforeEach(() =>
    database.owner.query(`truncate furrow.tour, furrow.tour_area;
      insert into furrow.tour values (1, 1, 'one'), (2, 1, 'two'), (3, 1, 'both'), (4, 1, 'nowhere'), (5, 2, 'another tenant');
      insert into furrow.tour_area values (1, 1, 11), (1, 2, 12), (1, 3, 11), (1, 3, 12), (2, 5, 11)`),
  )

  test.each([
    ['no base', [], [], 4],
    ['the first', [11], ['both', 'one'], 2],
    ['both', [11, 12], ['both', 'one', 'two'], 1],
    ['another', [99], [], 4],
    ['all', null, ['both', 'nowhere', 'one', 'two'], 0],
  ] as const)('are read, changed and deleted by who may see %s', async (_, areas, names, left) => {
    expect(await seen(1, areas)).toEqual({ names, touched: names.length, left })
  })

  test('are hidden where a link of another tenant names them', async () => {
    await database.owner.query('insert into furrow.tour_area values (2, 4, 13)')
    expect((await seen(1, [13])).names).toEqual([])
  })
})
