import { randomUUID } from 'node:crypto'
import { documents } from '#contract/inventory/documents'
import type { AreaCases } from '../areaCases.ts'
import { documentCalls, documentRows, sheetCalls } from './documentCases.ts'
import type { Farm } from '../devices/farmOfDevices.ts'
import { inventoryOptionCalls } from '#contract/inventory/inventoryOption'
import { none, type Rows } from '../http/callCase.ts'
import { fresh, freshLetters } from '../crud/places.ts'

const code = (letter: string) => fresh(letter).replace(' ', '-')

async function aDocument(farm: Farm, kind: Exclude<keyof typeof documents, 'aplionform'>) {
  const { id: storeId } = await farm.build.insert('store', { tenant_id: farm.t, area_id: farm.north.id, name: fresh('Store') })
  const landId = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.north.id })).id
  const { id: toStoreId } = await farm.build.insert('store', { tenant_id: farm.t, area_id: farm.north.id, name: fresh('Store') })
  const areaId = farm.north.id
  const body = { areaId, title: 'Goods', storeId, landId, direction: 'in', toAreaId: areaId, toStoreId, lines: [] }
  return (
    await farm.admin.call(documents[kind].calls.create as typeof documents.materialShipment.calls.create, { params: { t: farm.t }, body })
  ).body
}

/** Goods moved since they were counted: what was counted holds. */
const settlement = ({ own }: Rows) => ({
  params: { id: own['inventory_form.postable']! },
  body: { objectVersionNumber: 1, keep: [{ lineId: own['inventory_form.postable.line']!, holds: 'counted' as const }] },
})
const DAYS = { from: '2026-01-01', to: '2026-12-31' }
const reported = ({ own }: Rows) => ({ query: { ...DAYS, storeId: own.limitingStoreId! } })
const placed = ({ own }: Rows) => ({ query: { storeId: own['limitingStoreId']!, productId: own['limitedProductId']! } })

export const cases: AreaCases = {
  lawful: {
    measureUnit: () => ({ name: fresh('Unit'), symbol: 'box', dimension: 'count', numerator: 24, denominator: 1 }),
    billType: () => ({ name: fresh('Bill type'), documentKind: 'transfer', direction: 'move', prefix: freshLetters('T') }),
    productStandard: () => ({ name: fresh('Standard'), code: 'GB/T 8321.10' }),
    product: ({ measureUnitId }) => ({
      name: fresh('Product'),
      code: code('P'),
      barcode: fresh('6901').replace(' ', '-'),
      stockUnitId: measureUnitId,
      retailPrice: '12.50',
    }),
    store: ({ areaId }) => ({ name: fresh('Store'), warehouseCode: code('W'), areaId, managerPhone: '13800138000' }),
    partner: () => ({ name: fresh('Partner'), code: code('B'), category: 'both', bankAccount: '6222 0000 1111 2222' }),
    shop: ({ areaId, storeId }) => ({ name: fresh('Shop'), code: code('S'), areaId, storeId }),
  },
  unlawful: {
    measureUnit: ['numerator', 1.5],
    billType: ['prefix', 'pa'],
    productStandard: ['code', '-'],
    product: ['barcode', '12'],
    store: ['managerPhone', 'call me'],
    partner: ['taxNumber', '12-34'],
    shop: ['code', 'no spaces'],
  },
  rows: async (build, { tenantId, areaId, userId }) => {
    const unit = await build.insert('measure_unit', { tenant_id: tenantId, name: `Limited ${areaId}`, symbol: 'pc', dimension: 'count' })
    const goods = { tenant_id: tenantId, product_type: 'general', stock_unit_id: unit.id }
    const { id: limitedId } = await build.insert('product', { ...goods, name: `Limited ${areaId}` })
    const { id: unlimitedId } = await build.insert('product', { ...goods, name: `Unlimited ${areaId}` })
    const { id: store_id } = await build.insert('store', { tenant_id: tenantId, area_id: areaId, name: `Limiting ${areaId}` })
    const lot = await build.insert('stock_lot', { tenant_id: tenantId, product_id: limitedId, lot_no: `Lot ${areaId}` })
    await build.insert('stock_lot_balance', { tenant_id: tenantId, lot_id: lot.id, store_id })
    const limit = await build.insert('stock_limit', { tenant_id: tenantId, store_id, product_id: limitedId, min_quantity: '2.00' })
    const documents = await documentRows(build, { tenantId, areaId, userId })
    return {
      ...documents,
      limitingStoreId: store_id,
      limitedProductId: limitedId,
      unlimitedProductId: unlimitedId,
      stockLimitId: limit.id,
      stockLotId: lot.id,
    }
  },
  calls: {
    ...documentCalls,
    ...Object.fromEntries(sheetCalls('aplionform', ({ approvals }) => approvals.draftId)),
    'aplionform.close': [
      404,
      ({ own }) => ({ params: { id: own['aplionform.closable']! }, body: { objectVersionNumber: 1, reason: 'No more' } }),
    ],
    'landSafety.page': ['nothing', ({ own }) => ({ query: { landId: own['goodsLandId']! } })],
    'landSafety.ofIssue': [404, ({ own }) => ({ params: { id: own['materialShipment.posted']! } })],
    'inventory_form.sheet': [404, ({ own }) => ({ query: { storeId: own['goodsStoreId']! } })],
    'inventory_form.differences': [404, ({ own }) => ({ params: { id: own['inventory_form.draft']! } })],
    'inventory_form.settle': [404, settlement],
    'order.draft': [404, ({ areaId }) => ({ query: { areaId } })],
    'stock.page': ['nothing', ({ own }) => ({ query: { storeId: own.limitingStoreId! } })],
    'stock.export': [null, () => ({})],
    'stock.entries': [404, placed],
    'stock.lots': [404, placed],
    'stock.correctLot': [
      404,
      ({ own }) => ({ params: { id: own['stockLotId']! }, body: { expiresOn: null, was: null, reason: 'Written wrongly' } }),
    ],
    'stock.lotOffers': [404, placed],
    'stock.promised': [404, placed],
    'stock.days': [404, placed],
    'stockReport.period': ['nothing', reported],
    'stockReport.entries': ['nothing', reported],
    'stockReport.days': [null, () => ({ query: DAYS })],
    'stockReport.slow': ['nothing', ({ own }) => ({ query: { storeId: own.limitingStoreId! } })],
    'stockReport.expiring': ['nothing', ({ own }) => ({ query: { storeId: own.limitingStoreId! } })],
    'stockReport.export': [null, () => ({ query: DAYS })],
    'stockReport.exportSlow': [null, () => ({})],
    'stockReport.exportExpiring': [null, () => ({})],
    'inventoryOption.get': none,
    'inventoryOption.save': [null, () => ({ body: { objectVersionNumber: 0 } })],
    'inventoryOption.defaultStores': none,
    'planNeed.list': [404, ({ own }) => ({ params: { id: own['farmPlanId']! } })],
    'planNeed.apply': [404, ({ own }) => ({ body: { planId: own['farmPlanId']! } })],
    'harvestReceipt.draft': [404, ({ own }) => ({ body: { harvestId: own['stockedHarvestId']! } })],
    'openingStock.template': [null, () => ({})],
    'openingStock.check': [404, ({ own }) => ({ params: { uuid: randomUUID() }, query: { storeId: own.limitingStoreId! } })],
    'openingStock.bring': [404, ({ own }) => ({ body: { fileId: randomUUID(), storeId: own.limitingStoreId! } })],
    'stockLimit.page': ['nothing', ({ own }) => ({ query: { storeId: own.limitingStoreId! } })],
    'stockLimit.save': [
      404,
      ({ own }) => ({ body: { storeId: own.limitingStoreId!, productId: own.unlimitedProductId!, minQuantity: '1' } }),
    ],
    'stockLimit.remove': [404, ({ own }) => ({ body: { stockLimitId: own.stockLimitId!, objectVersionNumber: 1 } })],
  },
  acts: {
    warehousing: async (farm) => (await aDocument(farm, 'warehousing')).id,
    shipment: async (farm) => (await aDocument(farm, 'shipment')).id,
    inventoryOption: async (farm) => {
      const { get, save } = inventoryOptionCalls
      const { body } = await farm.admin.call(get, { params: { t: farm.t } })
      await farm.admin.call(save, { params: { t: farm.t }, body })
      return null
    },
    transfer: async (farm) => (await aDocument(farm, 'transfer')).id,
    return: async (farm) => (await aDocument(farm, 'return')).id,
    inventory_form: async (farm) => (await aDocument(farm, 'inventory_form')).id,
    materialWarehousing: async (farm) => (await aDocument(farm, 'materialWarehousing')).id,
    materialShipment: async (farm) => (await aDocument(farm, 'materialShipment')).id,
    // A receipt that is ended short gives free what was promised to it.
    stock: async (farm) => {
      const { id } = await aDocument(farm, 'warehousing')
      await farm.owner.query(`update furrow.document set audit_status = 'approved' where id = $1`, [id])
      const { close } = documents.warehousing.calls
      await farm.admin.call(close, { params: { t: farm.t, id }, body: { objectVersionNumber: 1, reason: 'No more' } })
      return id
    },
  },
  withoutWho: {
    document_line: 'written with its document, which says who',
    stock_posting: 'says who and when by itself, and is never changed',
    stock_entry: 'written with its posting, which says who',
    store_relocation: 'says who and when by itself, and is never changed',
    opening_receipt: 'written with its document, which says who',
    stock_balance: 'what the ledger comes to',
    stock_lot_balance: 'what the ledger comes to',
    land_safety: 'written with its posting, which says who',
    stock_lot: 'made with the receipt that names it',
  },
}
