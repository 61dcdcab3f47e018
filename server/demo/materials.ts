import type pg from 'pg'
import { MATERIALS } from '#contract/inventory/codes'
import { HOUR } from '#demo/physics'
import { type Story, tell } from './goodsWriter.ts'

const DAY = 24 * HOUR

/** Fertilizer and pesticide of the season: received into the stores of two bases, and issued to plots on which something stands. */
const stories: readonly Story[] = [
  {
    kind: 'materialWarehousing',
    title: '大棚水溶肥、农药到货',
    store: 'CK-SW',
    partner: 'GYS-001',
    age: 38 * DAY,
    lines: [
      ['NZ-003', '200', '12.30'],
      ['NY-002', '12', '210.00'],
      ['NY-003', '20', '38.00'],
    ],
    until: 'posted',
  },
  {
    kind: 'materialWarehousing',
    title: '荔枝园秋梢肥、农药到货',
    store: 'CK-LHS',
    partner: 'WL-001',
    age: 33 * DAY,
    lines: [
      ['NZ-001', '300', '3.55'],
      ['NY-001', '15', '158.00'],
    ],
    until: 'posted',
  },
  {
    kind: 'materialShipment',
    title: '番茄追肥',
    store: 'CK-SW',
    plot: '1 号大棚',
    age: 19 * DAY,
    lines: [['NZ-003', '24', null]],
    until: 'posted',
  },
  {
    kind: 'materialShipment',
    title: '番茄防治粉虱',
    store: 'CK-SW',
    plot: '1 号大棚',
    age: 18 * DAY,
    lines: [['NY-003', '1.5', null]],
    until: 'posted',
  },
  {
    kind: 'materialShipment',
    title: '桂味荔枝秋梢追肥',
    store: 'CK-LHS',
    plot: 'A 区荔枝园',
    age: 15 * DAY,
    lines: [['NZ-001', '120', null]],
    until: 'posted',
  },
  {
    kind: 'materialShipment',
    title: '桂味荔枝防治霜疫霉',
    store: 'CK-LHS',
    plot: 'A 区荔枝园',
    age: 6 * DAY,
    lines: [['NY-001', '3', null]],
    until: 'posted',
  },
  {
    kind: 'materialShipment',
    title: '菜心防治小菜蛾',
    store: 'CK-SW',
    plot: '东片菜地',
    age: 3 * DAY,
    lines: [['NY-002', '0.6', null]],
    until: 'posted',
  },
  {
    kind: 'materialShipment',
    title: '草莓追肥领用',
    store: 'CK-SW',
    plot: '3 号大棚',
    age: DAY,
    lines: [['NZ-003', '18', null]],
    until: 'approved',
  },
  {
    kind: 'materialShipment',
    title: '黄瓜追肥计划',
    store: 'CK-SW',
    plot: '2 号大棚',
    age: 4 * HOUR,
    lines: [['NZ-003', '20', null]],
    until: 'draft',
  },
  {
    kind: 'materialWarehousing',
    title: '冬季水溶肥到货登记',
    store: 'CK-SW',
    partner: 'GYS-001',
    age: 3 * HOUR,
    lines: [['NZ-003', '100', '12.50']],
    until: 'draft',
  },
]

/** The materials of tenant 1, by their own documents; its plots remember from which day they may be harvested. */
export const writeMaterials = (client: pg.ClientBase, now: number): Promise<void> =>
  tell(client, now, { kinds: ['materialWarehousing', 'materialShipment'], pages: [MATERIALS.manage, MATERIALS.stock], stories })
