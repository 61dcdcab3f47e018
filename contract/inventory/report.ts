import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { XLSX } from '../core/resource.ts'
import { integer, pageOf, pageQuery } from '../core/values.ts'
import { REPORT } from './codes.ts'
import { PRODUCT_CATEGORIES } from './product.ts'
import { exact, ledgerRow, ofPlaces, stockPlace } from './stockFields.ts'

/** What a row of the report is of: a product in a store, or all of one product, store or category. */
export const REPORT_BY = ['place', 'product', 'store', 'category'] as const
export type ReportBy = (typeof REPORT_BY)[number]
/** Why goods came or left, as the report tells it; see `columnOf` in server/inventory/reportColumns.ts. */
export const REPORT_COLUMNS = ['received', 'issued', 'returned', 'transferred', 'counted'] as const
export type ReportColumn = (typeof REPORT_COLUMNS)[number]
/** What a row says both a quantity and a value of, in the order in which it is told. */
export const REPORT_LEVELS = ['opening', ...REPORT_COLUMNS, 'closing', 'transit'] as const
export type ReportLevel = (typeof REPORT_LEVELS)[number]
/** Every figure of a row, of each of which the rows behind it may be asked for. */
export const REPORT_FIGURES = [...REPORT_LEVELS, 'adjusted'] as const
export type ReportFigure = (typeof REPORT_FIGURES)[number]
/** The most days that a report looks over. */
export const REPORT_DAYS = 3660
/** For how long nothing was issued of what moves slowly, unless one says otherwise. */
export const SLOW_DAYS = 90
/** The category of products that have none. */
export const NO_CATEGORY = 'none'
export const BUCKETS = ['day', 'week', 'month'] as const
export type Bucket = (typeof BUCKETS)[number]

/** A quantity is null where what it is of is counted in several units. */
const level = z.object({ quantity: exact.nullable(), value: exact })
const figures = z.object({
  /** The sign of the stock unit; null where there are several. */
  unitName: z.string().nullable(),
  opening: level,
  /** With their signs: what left is below nothing. */
  received: level,
  issued: level,
  returned: level,
  transferred: level,
  counted: level,
  /** What the value changed by without goods that moved. */
  adjusted: exact,
  closing: level,
  /** On its way to the store at the end: in no store. */
  transit: level,
})
export type ReportFigures = z.infer<typeof figures>

const { shape: named } = stockPlace
const reportRow = figures.extend({
  productId: named.productId.nullable(),
  productName: named.productName.nullable(),
  productCode: named.productCode,
  specification: named.specification,
  storeId: named.storeId.nullable(),
  storeName: named.storeName.nullable(),
  /** The base in which it happened: a store that moved has a row in each. */
  areaId: z.int().nullable(),
  areaName: named.areaName,
  /** Of the rows by category alone. */
  category: z.enum([...PRODUCT_CATEGORIES, NO_CATEGORY]).nullable(),
})
export type ReportRow = z.infer<typeof reportRow>

/** A row of the ledger behind a figure. */
const reportEntry = ledgerRow.extend({
  productId: named.productId,
  productName: named.productName,
  unitName: named.unitName,
})
export type ReportEntry = z.infer<typeof reportEntry>

const lying = stockPlace.extend({ onHand: exact, value: exact })
const slowRow = lying.extend({
  /** When goods were issued from there last, and when they moved last, ms UTC. What was taken back was never issued. */
  lastIssue: z.int().nullable(),
  lastMove: z.int().nullable(),
})
export type SlowRow = z.infer<typeof slowRow>
const expiringRow = lying.extend({ lotId: z.int(), lotNo: z.string(), expiresOn: z.string(), expired: z.boolean() })
export type ExpiringRow = z.infer<typeof expiringRow>

const PATH = '/wfpf/v1/{t}/stock-report' as const
const narrowing = { ...ofPlaces, category: z.enum([...PRODUCT_CATEGORIES, NO_CATEGORY]).optional() }
const span = { ...narrowing, from: z.iso.date(), to: z.iso.date() }
const unused = { ...narrowing, days: integer(1, REPORT_DAYS).default(SLOW_DAYS) }
const perishing = { ...narrowing, days: integer(0, REPORT_DAYS).optional() }
/** What all that a list is narrowed to is worth. */
const totals = z.object({ value: exact })
const by = z.enum(REPORT_BY).default('place')
const permission = REPORT
const follows = ['stock', 'product', 'store'] as const

/** What came, left and is there over days of the tenant's zone, both included; of the stores of the bases in which the caller holds the code. */
export const reportCalls = {
  period: defineCall({
    method: 'GET',
    path: PATH,
    permission,
    summary:
      'What was there before `from`, what moved since and why, and what was there after `to`: opening, all columns and what was adjusted come to closing. `totals` are those of the whole selection, `span` its first and last ms UTC. Fails with error.range.empty',
    query: z.object({ ...pageQuery, ...span, by }),
    answer: pageOf(reportRow).extend({ totals: figures, span: z.object({ from: z.int(), to: z.int() }) }),
    follows,
  }),
  entries: defineCall({
    method: 'GET',
    path: `${PATH}/entries`,
    permission,
    summary:
      'The rows of the ledger that a figure of the period is made of, newest first, and what they come to (`sum`), which is that figure: of `opening` all before `from`, of `closing` and `transit` all up to `to`; without `figure` all that moved in the days. Fails with error.range.empty',
    query: z.object({ ...pageQuery, ...span, figure: z.enum(REPORT_FIGURES).optional() }),
    answer: pageOf(reportEntry).extend({ sum: level, unitName: z.string().nullable() }),
    follows,
  }),
  days: defineCall({
    method: 'GET',
    path: `${PATH}/days`,
    permission,
    summary:
      'What goods were worth that came into the stores and that left them, by day, week (from Monday) or month, as the length of the span asks; `from` is the first day of each. What was taken back is taken off. Fails with error.range.empty',
    query: z.object(span),
    answer: z.object({ bucket: z.enum(BUCKETS), content: z.array(z.object({ from: z.string(), came: exact, left: exact })) }),
    follows,
  }),
  slow: defineCall({
    method: 'GET',
    path: `${PATH}/slow`,
    permission,
    summary: 'What is on hand, came more than `days` ago, and was not issued since, the most valuable first',
    query: z.object({ ...pageQuery, ...unused }),
    answer: pageOf(slowRow).extend({ totals }),
    follows,
  }),
  expiring: defineCall({
    method: 'GET',
    path: `${PATH}/expiring`,
    permission,
    summary:
      'Lots on hand that have expired or expire within `days` (as many as the tenant says, unless told), the first to expire first; worth their share of what lies there',
    query: z.object({ ...pageQuery, ...perishing }),
    answer: pageOf(expiringRow).extend({ days: z.int(), totals }),
    follows: [...follows, 'inventoryOption'],
  }),
  export: defineCall({
    method: 'GET',
    path: `${PATH}/export`,
    permission,
    produces: XLSX,
    summary: "The period as a spreadsheet, in the caller's language; 409 error.page.tooMany beyond 10,000 rows",
    query: z.object({ ...span, by }),
  }),
  exportSlow: defineCall({
    method: 'GET',
    path: `${PATH}/slow/export`,
    permission,
    produces: XLSX,
    summary: "What moves slowly as a spreadsheet, in the caller's language; 409 error.page.tooMany beyond 10,000 rows",
    query: z.object(unused),
  }),
  exportExpiring: defineCall({
    method: 'GET',
    path: `${PATH}/expiring/export`,
    permission,
    produces: XLSX,
    summary: "The lots that expire as a spreadsheet, in the caller's language; 409 error.page.tooMany beyond 10,000 rows",
    query: z.object(perishing),
  }),
}
