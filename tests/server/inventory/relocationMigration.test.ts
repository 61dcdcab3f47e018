import { afterEach, beforeEach, expect, test } from 'vitest'
import { up } from '#server/inventory/migrations/202611282230_base_of_entry'
import { baselineDatabase } from '../database/baselineDatabase.ts'

let database: Awaited<ReturnType<typeof baselineDatabase>>
beforeEach(async () => {
  database = await baselineDatabase()
  const { owner } = database
  await owner.query(`
    insert into tenant (id, name, num) values (5, 'Old', 'T-1'), (6, 'Other', 'T-2');
    insert into app_user (id, login_name, real_name) values (7, 'keeper', 'Keeper');
    insert into area (id, tenant_id, area_name) values (10, 5, 'North'), (11, 5, 'South'), (12, 5, 'West');
    insert into measure_unit (id, tenant_id, name, symbol, dimension) values (20, 5, 'kg', 'kg', 'mass');
    insert into product (id, tenant_id, name, product_type, stock_unit_id) values (30, 5, 'Feed', 'general', 20), (31, 5, 'Lime', 'general', 20);
    insert into stock_lot (id, tenant_id, product_id, lot_no) values (40, 5, 30, 'L');
    insert into document (id, tenant_id, form_code, area_id, code, title, applicant_id, applicant_name, audit_status, created_at, updated_at)
      values (60, 5, 'warehousing', 10, 'W-1', 'Old goods', 7, 'Keeper', 'approved', 1, 1);
    insert into document_line (id, tenant_id, document_id, form_code, position, product_id, stock_quantity) values (61, 5, 60, 'warehousing', 0, 30, 100);
    insert into stock_posting (id, tenant_id, document_id, kind, effective_at, at, user_id, user_name) overriding system value values (70, 5, 60, 'post', 1, 1, 7, 'Keeper')`)
})
afterEach(() => database?.close())

const aStore = (id: number, areaId: number) =>
  database.owner.query(`insert into store (id, tenant_id, area_id, name) values ($1, 5, $2, 'Store')`, [id, areaId])
const entry = (store: number, at: number, quantity: number, value: number, more: { transit?: boolean; lot?: number } = {}) =>
  database.owner.query(
    `insert into stock_entry (tenant_id, posting_id, line_id, kind, product_id, store_id, quantity, value, effective_at, transit, lot_id)
     values (5, 70, 61, case when $3::numeric = 0 then 'revalue' else 'move' end, 30, $1, $3, $4, $2, $5, $6)`,
    [store, at, quantity, value, more.transit ?? false, more.lot ?? null],
  )
const trail = (store: number, at: number, verb: 'made' | 'changed', changes: object, tenant = 5) =>
  database.owner.query(
    `insert into audit_entry (tenant_id, at, user_id, user_name, kind, thing, title, verb, changes, tx)
     values ($5, $2, 7, 'Keeper', 'store', $1, 'Store', $3, $4, (select coalesce(max(tx), 0) + 1 from audit_entry))`,
    [String(store), at, verb, changes, tenant],
  )
const moved = (from: number, to: number) => ({ area_id: { before: { id: from, name: 'x' }, after: { id: to, name: 'y' } } })
const entries = async (store: number) =>
  (
    await database.owner.query<{ told: unknown[] }>(
      `select json_build_array(kind, effective_at, area_id, quantity::float, value::float, area_assumed) as told from stock_entry where store_id = $1
       order by effective_at, id`,
      [store],
    )
  ).rows.map(({ told }) => told)

test('rows get the base that the trail tells, and what lay there came along then', async () => {
  await aStore(80, 10)
  await trail(80, 100, 'made', { area_id: { after: { id: 10, name: 'x' } } })
  await entry(80, 200, 10, 20, { lot: 40 })
  await entry(80, 250, 0, 1)
  await entry(80, 300, 4, 8, { transit: true })
  await trail(80, 500, 'changed', moved(10, 11))
  await entry(80, 600, -3, -6, { lot: 40 })
  await trail(80, 700, 'changed', { name: { before: 'a', after: 'b' } })
  await trail(80, 800, 'changed', moved(11, 10))
  // Another tenant's store of the same number is none of it.
  await trail(80, 550, 'changed', moved(12, 11), 6)
  await database.owner.query(up(database.roles))
  expect(await entries(80)).toEqual([
    ['move', 200, 10, 10, 20, false],
    ['revalue', 250, 10, 0, 1, false],
    ['move', 300, 10, 4, 8, false],
    ['relocate', 500, 10, -10, -20, false],
    ['relocate', 500, 11, 10, 20, false],
    ['relocate', 500, 10, 0, -1, false],
    ['relocate', 500, 11, 0, 1, false],
    ['relocate', 500, 10, -4, -8, false],
    ['relocate', 500, 11, 4, 8, false],
    ['move', 600, 11, -3, -6, false],
    ['relocate', 800, 11, -7, -14, false],
    ['relocate', 800, 10, 7, 14, false],
    ['relocate', 800, 11, 0, -1, false],
    ['relocate', 800, 10, 0, 1, false],
    ['relocate', 800, 11, -4, -8, false],
    ['relocate', 800, 10, 4, 8, false],
  ])
  const { rows } = await database.owner.query(
    `select kind, at, user_name, document_id from stock_posting where kind = 'relocate' order by id`,
  )
  expect(rows.map(({ kind, at, user_name: name, document_id: document }) => [kind, Number(at), name, document])).toEqual([
    ['relocate', 500, 'Keeper', null],
    ['relocate', 800, 'Keeper', null],
  ])
})

test('where the trail does not tell, the base of today is assumed, and said to be', async () => {
  // Made before the trail began: what happened since is known.
  await aStore(81, 11)
  await entry(81, 100, 1, 2)
  await entry(81, 900, 1, 2)
  await trail(99, 500, 'changed', { name: { before: 'a', after: 'b' } })
  // Moved by no one that is told: the trail leads elsewhere, so that none of it is believed.
  await aStore(82, 12)
  await entry(82, 900, 1, 2)
  await trail(82, 600, 'changed', moved(10, 11))
  // By way of a base that is no more.
  await aStore(83, 10)
  await entry(83, 900, 1, 2)
  await trail(83, 600, 'changed', moved(77, 10))
  await database.owner.query(up(database.roles))
  expect([await entries(81), await entries(82), await entries(83)]).toEqual([
    [
      ['move', 100, 11, 1, 2, true],
      ['move', 900, 11, 1, 2, false],
    ],
    [['move', 900, 12, 1, 2, true]],
    [['move', 900, 10, 1, 2, true]],
  ])
  const { rows } = await database.owner.query('select * from store_relocation')
  expect(rows).toEqual([])
})

test('without any trail every row is assumed', async () => {
  await aStore(84, 10)
  await entry(84, 900, 1, 2)
  await database.owner.query(up(database.roles))
  expect(await entries(84)).toEqual([['move', 900, 10, 1, 2, true]])
})
