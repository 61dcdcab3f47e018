import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { XLSX } from '../core/resource.ts'
import { id, integer, pageOf, pageQuery, text } from '../core/values.ts'
import { REPORT } from './codes.ts'
import { PRODUCT_CATEGORIES } from './product.ts'

/** What a row of the report is of: a product in a store, or all of one product, store or category. */
export const REPORT_BY = ['place', 'product', 'store', 'category'] as const
export type ReportBy = (typeof REPORT_BY)[number]
/** Why goods came or left, as the report tells it; see `columnOf` in server/inventory/reportColumns.ts. */
export const REPORT_COLUMNS = ['received', 'issued', 'returned', 'transferred', 'counted'] as const
export type ReportColumn = (typeof REPORT_COLUMNS)[number]
/** The most days that a report looks over. */
export const REPORT_DAYS = 3660
/** For how long nothing was issued of what moves slowly, unless one says otherwise. */
export const SLOW_DAYS = 90
/** The category of products that have none. */
export const NO_CATEGORY = 'none'
export const BUCKETS = ['day', 'week', 'month'] as const
export type Bucket = (typeof BUCKETS)[number]

// Values stand in CNY: decimal text with 6 decimals; quantities in the stock unit.
const exact = z.string()
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

const reportRow = figures.extend({
  productId: z.int().nullable(),
  productName: z.string().nullable(),
  productCode: z.string().nullable(),
  specification: z.string().nullable(),
  storeId: z.int().nullable(),
  storeName: z.string().nullable(),
  areaName: z.string().nullable(),
  /** Of the rows by category alone. */
  category: z.enum([...PRODUCT_CATEGORIES, NO_CATEGORY]).nullable(),
})
export type ReportRow = z.infer<typeof reportRow>

const lying = z.object({
  productId: z.int(),
  productName: z.string(),
  productCode: z.string().nullable(),
  specification: z.string().nullable(),
  unitName: z.string(),
  storeId: z.int(),
  storeName: z.string(),
  areaName: z.string().nullable(),
  onHand: exact,
  value: exact,
})
const slowRow = lying.extend({
  /** When goods were issued from there last, and when they moved last, ms UTC. What was taken back was never issued. */
  lastIssue: z.int().nullable(),
  lastMove: z.int().nullable(),
})
export type SlowRow = z.infer<typeof slowRow>
const expiringRow = lying.extend({ lotId: z.int(), lotNo: z.string(), expiresOn: z.string(), expired: z.boolean() })
export type ExpiringRow = z.infer<typeof expiringRow>

const PATH = '/wfpf/v1/{t}/stock-report' as const
const narrowing = {
  areaId: id.optional(),
  storeId: id.optional(),
  productId: id.optional(),
  category: z.enum([...PRODUCT_CATEGORIES, NO_CATEGORY]).optional(),
  search: text(100).optional(),
}
const span = { ...narrowing, from: z.iso.date(), to: z.iso.date() }
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
    query: z.object({ ...pageQuery, ...narrowing, days: integer(1, REPORT_DAYS).default(SLOW_DAYS) }),
    answer: pageOf(slowRow),
    follows,
  }),
  expiring: defineCall({
    method: 'GET',
    path: `${PATH}/expiring`,
    permission,
    summary:
      'Lots on hand that have expired or expire within `days` (as many as the tenant says, unless told), the first to expire first; worth their share of what lies there',
    query: z.object({ ...pageQuery, ...narrowing, days: integer(0, REPORT_DAYS).optional() }),
    answer: pageOf(expiringRow).extend({ days: z.int() }),
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
}
