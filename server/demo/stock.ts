import type pg from 'pg'
import { REPORT, STOCK } from '#contract/inventory/codes'
import { HOUR } from '#demo/physics'
import { type Story, tell } from './goodsWriter.ts'

const DAY = 24 * HOUR

/** What is left of seasons before: nobody has fetched it since, and some of it is past its day, or soon will be. */
const leftOver: readonly Story[] = [
  {
    kind: 'warehousing',
    title: '早稻稻种到货',
    store: 'CK-DG',
    partner: 'GYS-002',
    age: 350 * DAY,
    lines: [['ZZ-001', '180', '18.00']],
    until: 'posted',
  },
  { kind: 'shipment', title: '早稻播种领用', store: 'CK-DG', age: 332 * DAY, lines: [['ZZ-001', '142', null]], until: 'posted' },
  {
    kind: 'warehousing',
    title: '夏收周转筐到货',
    store: 'CK-SW',
    partner: 'WL-001',
    age: 168 * DAY,
    lines: [['YB-001', '150', '21.50']],
    until: 'posted',
  },
  { kind: 'shipment', title: '夏收采摘领用周转筐', store: 'CK-SW', age: 151 * DAY, lines: [['YB-001', '54', null]], until: 'posted' },
  {
    kind: 'warehousing',
    title: '稻田鱼饲料到货',
    store: 'CK-DG',
    partner: 'GYS-003',
    age: 128 * DAY,
    lines: [['SL-001', '240', '11.05']],
    until: 'posted',
  },
  { kind: 'shipment', title: '稻田鱼投喂领用', store: 'CK-DG', age: 112 * DAY, lines: [['SL-001', '205', null]], until: 'posted' },
]

/** A season of receipts and issues: what is bought in spring is used until today, and what is there is what is left of it. */
const stories: readonly Story[] = [
  {
    kind: 'warehousing',
    title: '春季饲料到货',
    store: 'CK-SW',
    partner: 'GYS-003',
    age: 40 * DAY,
    lines: [
      ['SL-001', '1200', '5.20'],
      ['SL-002', '600', '6.80'],
    ],
    until: 'posted',
  },
  {
    kind: 'warehousing',
    title: '荔枝园农资到货',
    store: 'CK-LHS',
    partner: 'GYS-001',
    age: 36 * DAY,
    lines: [
      ['NZ-001', '400', '3.60'],
      ['NZ-002', '300', '4.10'],
      ['NY-001', '24', '86.00'],
    ],
    until: 'posted',
  },
  {
    kind: 'shipment',
    title: '虾塘投喂领用（上旬）',
    store: 'CK-SW',
    age: 28 * DAY,
    lines: [
      ['SL-001', '380', null],
      ['SL-002', '150', null],
    ],
    until: 'posted',
  },
  { kind: 'shipment', title: '荔枝园追肥领用', store: 'CK-LHS', age: 21 * DAY, lines: [['NZ-001', '160', null]], until: 'posted' },
  {
    kind: 'warehousing',
    title: '沙湾复合肥到货',
    store: 'CK-SW',
    partner: 'GYS-001',
    age: 14 * DAY,
    lines: [['NZ-001', '200', '3.75']],
    until: 'posted',
  },
  { kind: 'shipment', title: '虾塘投喂领用（中旬）', store: 'CK-SW', age: 9 * DAY, lines: [['SL-001', '460', null]], until: 'posted' },
  {
    kind: 'warehousing',
    title: '秋季饲料补货',
    store: 'CK-SW',
    partner: 'GYS-003',
    age: 4 * DAY,
    lines: [
      ['SL-001', '800', '5.35'],
      ['SL-002', '400', '6.90'],
    ],
    until: 'half',
  },
  // What the field is short of comes from the other store: sent in one go, and half of it has arrived.
  {
    kind: 'transfer',
    title: '复合肥调拨至沙湾',
    store: 'CK-LHS',
    to: 'CK-SW',
    age: 6 * DAY,
    lines: [['NZ-001', '60', null]],
    until: 'approved',
  },
  {
    kind: 'shipment',
    title: '调拨出库：复合肥',
    store: 'CK-LHS',
    to: 'CK-SW',
    of: '复合肥调拨至沙湾',
    age: 5.5 * DAY,
    lines: [['NZ-001', '60', null]],
    until: 'posted',
  },
  {
    kind: 'warehousing',
    title: '调拨到货：复合肥',
    store: 'CK-SW',
    of: '调拨出库：复合肥',
    age: 5 * DAY,
    lines: [['NZ-001', '60', null]],
    until: 'half',
  },
  {
    kind: 'return',
    title: '余料退回：沙湾虾料',
    store: 'CK-SW',
    direction: 'in',
    of: '虾塘投喂领用（中旬）',
    age: 4.5 * DAY,
    lines: [['SL-001', '25', null]],
    until: 'posted',
  },
  {
    kind: 'inventory_form',
    title: '沙湾中心仓月度盘点',
    store: 'CK-SW',
    age: 3 * DAY,
    lines: [
      ['SL-001', '783', null],
      ['SL-002', '650', null],
      ['NZ-001', '231', null],
    ],
    until: 'posted',
  },
  {
    kind: 'shipment',
    title: '果园清园领用',
    store: 'CK-LHS',
    age: 2 * DAY,
    lines: [
      ['NZ-002', '80', null],
      ['NY-001', '4', null],
    ],
    until: 'approved',
  },
  {
    kind: 'warehousing',
    title: '冬肥到货登记',
    store: 'CK-LHS',
    partner: 'GYS-001',
    age: 5 * HOUR,
    lines: [['NZ-001', '150', '3.80']],
    until: 'draft',
  },
  {
    kind: 'inventory_form',
    title: '莲花山农资仓盘点',
    store: 'CK-LHS',
    age: 20 * HOUR,
    lines: [['NZ-001', '359', null]],
    until: 'approved',
  },
  { kind: 'inventory_form', title: '沙湾中心仓抽盘', store: 'CK-SW', age: 3 * HOUR, lines: [['SL-002', '650', null]], until: 'draft' },
  {
    kind: 'transfer',
    title: '虾料调拨至大岗',
    store: 'CK-SW',
    to: 'CK-DG',
    age: 4 * HOUR,
    lines: [['SL-001', '50', null]],
    until: 'draft',
  },
  {
    kind: 'return',
    title: '破袋饲料退供应商',
    store: 'CK-SW',
    partner: 'GYS-003',
    direction: 'out',
    of: '秋季饲料补货',
    age: 1 * HOUR,
    lines: [['SL-002', '10', null]],
    until: 'draft',
  },
  { kind: 'shipment', title: '下周投喂计划', store: 'CK-SW', age: 2 * HOUR, lines: [['SL-002', '120', null]], until: 'draft' },
]

/** The stock of tenant 1: what this season has moved, and what lies there from those before. */
export const writeStock = (client: pg.ClientBase, now: number): Promise<void> =>
  tell(client, now, {
    kinds: ['warehousing', 'shipment', 'transfer', 'return', 'inventory_form'],
    pages: [STOCK, REPORT],
    stories: [...leftOver, ...stories],
  })
