import { defineRoute } from '../core/route.ts'
import { billType } from './billType.ts'
import { MATERIALS, OPTION } from './codes.ts'
import { measureUnit } from './measureUnit.ts'
import { partner } from './partner.ts'
import { product } from './product.ts'
import { productStandard } from './productStandard.ts'
import { shop } from './shop.ts'
import { store } from './store.ts'

const base = { area: 'inventory', module: 'inventory' } as const
const materials = { area: 'inventory', module: 'farm' } as const
const inMaterials = (place: number) => ({ ...materials, group: 'materials', place }) as const
const inMenu = (place: number) => ({ ...base, group: 'baseData', place }) as const

const free = { ...base, permission: 'login' } as const
/** The four pages of a kind of document. */
const pagesOf = <const Page extends string, const Name extends string>(
  { page, name }: { readonly page: Page; readonly name: Name },
  place: number,
) =>
  [
    defineRoute(page, { ...free, group: 'prment', place, title: `inventory:${name}.title` }),
    defineRoute(`${page}/add`, { ...free, title: `inventory:${name}.addTitle` }),
    defineRoute(`${page}/edit/:id`, { ...free, title: `inventory:${name}.editTitle` }),
    defineRoute(`${page}/info/:id`, { ...free, title: `inventory:${name}.infoTitle` }),
  ] as const

export const pages = [
  defineRoute('/inventory', { ...free, cached: false, title: 'inventory:title' }),
  ...pagesOf({ page: '/inventory/prment/aplionform', name: 'aplionform' }, 1),
  ...pagesOf({ page: '/inventory/prment/transfer', name: 'transfer' }, 2),
  defineRoute('/inventory/prment/transfer/convert/:id', { ...free, title: 'inventory:transfer.convertTitle' }),
  ...pagesOf({ page: '/inventory/prment/shipment', name: 'shipment' }, 3),
  defineRoute('/inventory/prment/shipment/convert/:id', { ...free, title: 'inventory:shipment.convertTitle' }),
  defineRoute('/inventory/prment/shipment/return/:id', { ...free, title: 'inventory:shipment.returnTitle' }),
  ...pagesOf({ page: '/inventory/prment/warehousing', name: 'warehousing' }, 4),
  defineRoute('/inventory/prment/warehousing/convert_shipment/:id', { ...free, title: 'inventory:warehousing.convertShipmentTitle' }),
  defineRoute('/inventory/prment/warehousing/convert_purchase/:id', { ...free, title: 'inventory:warehousing.convertTitle' }),
  ...pagesOf({ page: '/inventory/prment/inventory_form', name: 'inventory_form' }, 5),
  defineRoute('/inventory/prment/inventory_form/resubmit/:id', { ...free, title: 'inventory:inventory_form.resubmitTitle' }),
  defineRoute('/inventory/prment/inventory_form/convert/:id', { ...free, title: 'inventory:inventory_form.settle.title' }),
  ...pagesOf({ page: '/inventory/prment/return', name: 'return' }, 6),
  defineRoute('/inventory/prment/return/convert/:id', { ...free, title: 'inventory:return.convertTitle' }),
  // Which routes of purchases are free is not said: all are, and the calls behind the page ask for its code.
  defineRoute('/inventory/prment/stock', {
    ...base,
    permission: 'login',
    group: 'prment',
    place: 7,
    title: 'inventory:stock.title',
  }),
  defineRoute('/inventory/prment/report', { ...free, group: 'prment', place: 8, title: 'inventory:report.title' }),
  defineRoute('/inventory/base/unit', { ...inMenu(1), permission: measureUnit.code, title: 'inventory:measureUnit.title' }),
  defineRoute('/inventory/base/bill', { ...inMenu(2), permission: billType.code, title: 'inventory:billType.title' }),
  defineRoute('/inventory/base/standard', { ...inMenu(3), permission: productStandard.code, title: 'inventory:productStandard.title' }),
  defineRoute('/inventory/base/product', { ...inMenu(4), permission: product.code, title: 'inventory:product.title' }),
  defineRoute('/inventory/base/product/add', { ...base, permission: product.code, title: 'inventory:product.addTitle' }),
  defineRoute('/inventory/base/product/edit/:id', { ...base, permission: product.code, title: 'inventory:product.editTitle' }),
  defineRoute('/inventory/base/product/agricultural/add', {
    ...base,
    permission: product.code,
    title: 'inventory:product.addAgriculturalTitle',
  }),
  defineRoute('/inventory/base/product/agricultural/edit/:id', {
    ...base,
    permission: product.code,
    title: 'inventory:product.editAgriculturalTitle',
  }),
  defineRoute('/inventory/base/store', { ...inMenu(5), permission: store.code, title: 'inventory:store.title' }),
  defineRoute('/inventory/base/shops', { ...inMenu(6), permission: shop.code, title: 'inventory:shop.title' }),
  defineRoute('/inventory/base/shops/add', { ...base, permission: shop.code, title: 'inventory:shop.addTitle' }),
  defineRoute('/inventory/base/shops/edit/:id', { ...base, permission: shop.code, title: 'inventory:shop.editTitle' }),
  defineRoute('/inventory/base/businesses', { ...inMenu(7), permission: partner.code, title: 'inventory:partner.title' }),
  defineRoute('/inventory/base/businesses/add', { ...base, permission: partner.code, title: 'inventory:partner.addTitle' }),
  defineRoute('/inventory/base/businesses/edit/:id', { ...base, permission: partner.code, title: 'inventory:partner.editTitle' }),
  // The farm's materials: agricultural products on the same ledger, under codes of the farm.
  defineRoute('/web/farm/agricultural/agricultural-manage', {
    ...inMaterials(1),
    permission: MATERIALS.manage,
    title: 'inventory:material.title',
  }),
  defineRoute('/web/farm/agricultural/agricultural-manage/add', {
    ...materials,
    permission: MATERIALS.manage,
    title: 'inventory:material.addTitle',
  }),
  defineRoute('/web/farm/agricultural/agricultural-manage/edit/:id', {
    ...materials,
    permission: MATERIALS.manage,
    title: 'inventory:material.editTitle',
  }),
  defineRoute('/web/farm/agricultural/agricultural-inventory', {
    ...inMaterials(2),
    permission: MATERIALS.stock,
    title: 'inventory:materialStock.title',
  }),
  defineRoute('/web/farm/agricultural/agricultural-inventory/record/:id', {
    ...materials,
    permission: MATERIALS.stock,
    title: 'inventory:materialStock.recordTitle',
  }),
  defineRoute('/web/farm/agricultural/agricultural-warehousing', {
    ...inMaterials(3),
    permission: MATERIALS.warehousing,
    title: 'inventory:materialWarehousing.title',
  }),
  defineRoute('/web/farm/agricultural/agricultural-warehousing/add', {
    ...materials,
    permission: MATERIALS.warehousing,
    title: 'inventory:materialWarehousing.addTitle',
  }),
  defineRoute('/web/farm/agricultural/agricultural-warehousing/edit/:id', {
    ...materials,
    permission: MATERIALS.warehousing,
    title: 'inventory:materialWarehousing.editTitle',
  }),
  defineRoute('/web/farm/agricultural/agricultural-warehousing/info/:id', {
    ...materials,
    permission: MATERIALS.warehousing,
    title: 'inventory:materialWarehousing.infoTitle',
  }),
  defineRoute('/web/farm/agricultural/agricultural-shipment', {
    ...inMaterials(4),
    permission: MATERIALS.shipment,
    title: 'inventory:materialShipment.title',
  }),
  defineRoute('/web/farm/agricultural/agricultural-shipment/add', {
    ...materials,
    permission: MATERIALS.shipment,
    title: 'inventory:materialShipment.addTitle',
  }),
  defineRoute('/web/farm/agricultural/agricultural-shipment/edit/:id', {
    ...materials,
    permission: MATERIALS.shipment,
    title: 'inventory:materialShipment.editTitle',
  }),
  defineRoute('/web/farm/agricultural/agricultural-shipment/info/:id', {
    ...materials,
    permission: MATERIALS.shipment,
    title: 'inventory:materialShipment.infoTitle',
  }),
  defineRoute('/inventory/config/option', {
    ...base,
    permission: OPTION.read,
    group: 'configuration',
    place: 2,
    title: 'inventory:inventoryOption.title',
  }),
  // Farm maintenance shows the same stores.
  defineRoute('/system/storeManager', {
    area: 'inventory',
    module: 'company',
    permission: store.code,
    group: 'maintenance',
    place: 7,
    title: 'inventory:store.title',
  }),
] as const
