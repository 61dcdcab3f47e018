import { afterAll, beforeAll, expect, test } from 'vitest'
import { AREA_TABLES } from '#server/ground/database/schema'
import { startTestDatabase } from './testDatabase.ts'

/** Tables with a base that a scope does not narrow by it, and what keeps the rows of other bases from who may not see them. */
const NOT_BY_BASE: Readonly<Record<string, string>> = {
  approval_instance: 'shown to who takes part in it, whatever the base: approvals ask people who do not work there',
  past_device: 'read only beside the commands that were sent to it, and these are narrowed by the base of theirs',
  purchase_application: 'the readers of a base are told from its applicants and approvers by `readable` in server/inventory',
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
    [column, database.store.roles.request],
  )
  return rows
}

test('every table with a base is narrowed to the bases that the caller may see, or is named with its reason', async () => {
  const withBase = (await tablesWith('area_id')).map(({ name }) => name)
  const known = [...AREA_TABLES, ...Object.keys(NOT_BY_BASE)]
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
    [database.store.roles.request],
  )
  expect(rows).toEqual([])
})
