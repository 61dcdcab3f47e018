import { choice, longText, neededText, switchedFlag, whole } from '../core/field.ts'
import { defineResource } from '../core/resource.ts'
import { PRODUCT } from './codes.ts'

/** What a unit counts; each has a basic unit: piece, kg, L, m, mu. */
export const DIMENSIONS = ['count', 'mass', 'volume', 'length', 'area'] as const
/** The largest side of a ratio: an integer of the database. */
export const MOST_PARTS = 1_000_000_000

/** A unit of measure: one of it is exactly `numerator` / `denominator` of its dimension's basic unit. */
export const measureUnit = defineResource({
  trail: 'measureUnit',
  name: 'measureUnit',
  area: 'inventory',
  path: '/wfpf/v1/{t}/measure-unit',
  idName: 'unitId',
  shape: 'body',
  title: 'name',
  code: 'wfpf.inventory.base.unit',
  offeredTo: PRODUCT.form,
  searchable: ['name', 'symbol'],
  unique: ['name'],
  fields: {
    name: neededText(20),
    symbol: neededText(10),
    dimension: choice(DIMENSIONS),
    numerator: whole(1, MOST_PARTS, 1),
    denominator: whole(1, MOST_PARTS, 1),
    enabledFlag: switchedFlag(1),
    remark: longText(500),
  },
})
