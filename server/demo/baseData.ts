import type pg from 'pg'
import { type DemoProduct, products } from './baseDataProducts.ts'

/** Names of units, stores, businesses and products of the demo farm are names, not words of the console. */
const units = [
  ['个', '个', 'count', 1, 1],
  ['件', '件', 'count', 1, 1],
  ['箱', '箱', 'count', 1, 1],
  ['千克', 'kg', 'mass', 1, 1],
  ['克', 'g', 'mass', 1, 1000],
  ['斤', '斤', 'mass', 1, 2],
  ['吨', 't', 'mass', 1000, 1],
  ['升', 'L', 'volume', 1, 1],
  ['毫升', 'mL', 'volume', 1, 1000],
  ['米', 'm', 'length', 1, 1],
  ['袋', '袋', 'count', 1, 1],
  ['瓶', '瓶', 'count', 1, 1],
] as const
/** A type of document, its kind, what it does to stock, its prefix, and whether it is approved. */
const billTypes = [
  ['采购申请', 'aplionform', 'none', 'PA', 1],
  ['仓间调拨', 'transfer', 'move', 'TR', 1],
  ['领用出库', 'shipment', 'out', 'SO', 1],
  ['采购入库', 'warehousing', 'in', 'SI', 1],
  ['月度盘点', 'inventory_form', 'count', 'ST', 1],
  ['退货入库', 'return', 'in', 'RE', 1],
] as const
const standards = [
  ['复合肥料', 'GB/T 15063-2020', '氮、磷、钾总养分及水溶性磷的要求'],
  ['粮食作物种子 禾谷类', 'GB 4404.1-2008', '水稻种子的纯度、净度、发芽率和水分'],
  ['绿色食品 农药使用准则', 'NY/T 393-2020', '绿色食品生产允许使用的农药清单'],
] as const
/** A store of a base: its code, address, who runs it, and their phone. */
const stores = [
  [1, '沙湾中心仓', 'CK-SW', '沙湾街道紫坭村一社 8 号', '冯水清', '13800000002'],
  [2, '莲花山农资仓', 'CK-LHS', '莲花山村东街 10 号', '周小满', '13800000006'],
  [3, '大岗稻渔仓', 'CK-DG', '新沙村南街 5 号', '郭立秋', '13800000008'],
] as const
const partners = [
  ['广州沃田农资有限公司', 'GYS-001', 'supplier', '沃田农资', '冯水清', '罗建明', '13800000021', '广州市番禺区石碁镇农资市场 A12 号'],
  ['佛山禾丰种业有限公司', 'GYS-002', 'supplier', '禾丰种业', '吴稻香', '谭丽珍', '13800000022', '佛山市顺德区大良街道种业路 6 号'],
  ['中山海旺饲料有限公司', 'GYS-003', 'supplier', '海旺饲料', '黎国强', '区伟文', '13800000023', '中山市民众街道沿江路 18 号'],
  ['番禺鲜达生鲜配送中心', 'KH-001', 'customer', '鲜达配送', '何荔生', '曾海燕', '13800000024', '广州市番禺区市桥街道大北路 99 号'],
  ['南沙绿源农业服务部', 'WL-001', 'both', '绿源农服', '郭立秋', '霍志强', '13800000025', '广州市南沙区大岗镇兴业路 3 号'],
] as const
/** A shop of a base: its code, its store, who runs it, their phone, address and hours. */
const shops = [
  [1, '沙湾田头直销店', 'MD-SW', 'CK-SW', '梁阿娣', '13800000003', '沙湾街道福涌路 27 号', '每天 08:00–18:00'],
  [2, '莲花山荔枝门市', 'MD-LHS', 'CK-LHS', '何荔生', '13800000005', '莲花山村东街 12 号', '每天 09:00–19:00'],
] as const
/** The least and the most of a product in a store, by their codes. */
const limits = [
  ['CK-SW', 'SL-001', '400.00', '3000.00'],
  ['CK-SW', 'SL-002', '200.00', '1500.00'],
  ['CK-SW', 'NZ-001', '50.00', '400.00'],
  ['CK-SW', 'YB-001', '20.00', '200.00'],
  ['CK-SW', 'YB-002', '10.00', null],
  ['CK-LHS', 'NZ-001', '80.00', '600.00'],
  ['CK-LHS', 'NZ-002', '50.00', '500.00'],
  ['CK-LHS', 'NY-001', '6.00', '40.00'],
  ['CK-LHS', 'NY-003', '5.00', '30.00'],
  ['CK-DG', 'ZZ-001', '30.00', '300.00'],
  ['CK-DG', 'NZ-001', '100.00', '800.00'],
  ['CK-DG', 'NY-002', '4.00', '24.00'],
] as const

const TENANT = 1
/** Inserts rows of one shape; what is there already stays as it is. `value` says in SQL what stands for a column, `$n` unless told. */
async function insert(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  value: Readonly<Record<string, (place: string) => string>> = {},
): Promise<void> {
  const places = columns.map((name, at) => value[name]?.(`$${at + 2}`) ?? `$${at + 2}`)
  for (const row of rows)
    await client.query(
      `insert into furrow.${table} (tenant_id, ${columns.join(', ')}) values ($1, ${places.join(', ')}) on conflict do nothing`,
      [TENANT, ...row],
    )
}
const idOf = (table: string, column: string) => (place: string) =>
  `(select id from furrow.${table} where tenant_id = $1 and ${column} = ${place})`
const unit = idOf('measure_unit', 'name')

/** The base data of the demo's first tenant: what it counts in, keeps, buys from and sells through. */
export async function writeBaseData(client: pg.ClientBase): Promise<void> {
  await insert(client, 'measure_unit', ['name', 'symbol', 'dimension', 'numerator', 'denominator'], units)
  await insert(
    client,
    'bill_type',
    ['name', 'document_kind', 'direction', 'prefix', 'approval_flag', 'default_flag'],
    billTypes.map((row) => [...row, 1]),
  )
  await insert(client, 'product_standard', ['name', 'code', 'remark'], standards)
  const columns = Object.keys(products[0]!) as (keyof DemoProduct)[]
  await insert(
    client,
    'product',
    columns,
    products.map((one) => columns.map((name) => one[name])),
    {
      standard_id: idOf('product_standard', 'code'),
      stock_unit_id: unit,
      purchase_unit_id: unit,
      retail_unit_id: unit,
      dose_unit_id: unit,
    },
  )
  await insert(client, 'store', ['area_id', 'name', 'warehouse_code', 'address', 'manager_name', 'manager_phone'], stores)
  await insert(client, 'partner', ['name', 'code', 'category', 'abbreviation', 'staff', 'representative', 'phone', 'address'], partners)
  await insert(
    client,
    'shop',
    ['area_id', 'name', 'code', 'store_id', 'manager_name', 'manager_phone', 'address', 'opening_hours'],
    shops,
    { store_id: idOf('store', 'warehouse_code') },
  )
  await insert(client, 'stock_limit', ['store_id', 'product_id', 'min_quantity', 'max_quantity'], limits, {
    store_id: idOf('store', 'warehouse_code'),
    product_id: idOf('product', 'code'),
  })
}
