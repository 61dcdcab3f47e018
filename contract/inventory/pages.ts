import { defineRoute } from '../core/route.ts'
import { billType } from './billType.ts'
import { MATERIALS } from './codes.ts'
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

export const pages = [
  defineRoute('/inventory/prment/aplionform', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    group: 'prment',
    place: 1,
    title: 'inventory:aplionform.title',
  }),
  defineRoute('/inventory/prment/aplionform/add', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:aplionform.addTitle',
  }),
  defineRoute('/inventory/prment/aplionform/edit/:id', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:aplionform.editTitle',
  }),
  defineRoute('/inventory/prment/aplionform/info/:id', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:aplionform.infoTitle',
  }),
  defineRoute('/inventory/prment/shipment', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    group: 'prment',
    place: 2,
    title: 'inventory:shipment.title',
  }),
  defineRoute('/inventory/prment/shipment/add', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:shipment.addTitle',
  }),
  defineRoute('/inventory/prment/shipment/edit/:id', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:shipment.editTitle',
  }),
  defineRoute('/inventory/prment/shipment/info/:id', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:shipment.infoTitle',
  }),
  defineRoute('/inventory/prment/warehousing', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    group: 'prment',
    place: 3,
    title: 'inventory:warehousing.title',
  }),
  defineRoute('/inventory/prment/warehousing/add', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:warehousing.addTitle',
  }),
  defineRoute('/inventory/prment/warehousing/edit/:id', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:warehousing.editTitle',
  }),
  defineRoute('/inventory/prment/warehousing/info/:id', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:warehousing.infoTitle',
  }),
  defineRoute('/inventory/prment/warehousing/convert_purchase/:id', {
    area: 'inventory',
    module: 'inventory',
    permission: 'login',
    title: 'inventory:warehousing.convertTitle',
  }),
  // Which routes of purchases are free is not said: all are, and the calls behind the page ask for its code.
  defineRoute('/inventory/prment/stock', {
    ...base,
    permission: 'login',
    group: 'prment',
    place: 7,
    title: 'inventory:stock.title',
  }),
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
