import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { hundredths, times } from '../core/decimal.ts'
import { AUDIT_STATUSES, PROGRESS } from '../core/document.ts'
import { day, type Field, quantity, schemasOf, shortText } from '../core/field.ts'
import { importReport, leftOut, XLSX } from '../core/resource.ts'
import { id } from '../core/values.ts'
import { warehousing } from './warehousing.ts'

/** The most rows of one spreadsheet, and the most bytes that it may have. */
export const MAX_OPENING_ROWS = 2_000
export const MAX_OPENING_MB = 5

const money = z
  .string()
  .refine((given) => (hundredths(given) ?? 0n) > 0n, 'money')
  .nullable()
  .default(null)
const fields = {
  productCode: shortText(60),
  /** For the reader; a product without a code is found by it. */
  productName: shortText(60),
  /** For the reader: its stock unit. */
  unitName: shortText(20),
  lotNo: shortText(40),
  expiresOn: day(),
  /** In the stock unit. */
  quantity: quantity(''),
  /** Of all of it, in CNY. Without one it is worth what the tenant says of receipts without a price. */
  value: { kind: 'decimal', schema: money, answer: z.string().nullable(), filter: undefined, required: false, unit: 'CNY' } satisfies Field,
}

/** A spreadsheet of what lies in a store when the books are opened: a row a product, or a lot of it. One without anything but its product is left out. */
export const openingStock = {
  area: 'inventory',
  name: 'openingStock',
  fields,
  sheetFields: Object.keys(fields),
  create: z.object(schemasOf(fields)),
} as const
export type OpeningRow = z.output<typeof openingStock.create>

/**
 * Lines of one product that come to exactly so much, quantities and prices in hundredths: one where a price of 2 decimals does, else two at
 * neighbouring prices. Null where one would cost less than 0.01.
 */
export function pricedLines(count: bigint, value: bigint): readonly (readonly [quantity: bigint, price: bigint])[] | null {
  const low = (value * 100n) / count
  for (const price of [low, low + 1n]) if (price > 0n && times(count, price) === value) return [[count, price]]
  if (low === 0n) return null
  // So much of it at the higher price comes to it; where both halves are rounded up, a hundredth less does.
  const exact = value * 100n - count * low
  const dear = [exact, exact - 1n].find((part) => times(count - part, low) + times(part, low + 1n) === value)!
  return [
    [count - dear, low],
    [dear, low + 1n],
  ]
}

const report = importReport.extend({
  /** Something lies in the store already: what is brought comes beside it. */
  hasStock: z.boolean(),
  /** What was made of it, 200 lines a document; one that is to be approved by somebody is submitted, or a draft where its writer picks whom to ask. */
  documents: z.array(
    z.object({
      id: z.int(),
      code: z.string(),
      lineCount: z.int(),
      auditStatus: z.enum(AUDIT_STATUSES),
      progress: z.enum(PROGRESS).nullable(),
    }),
  ),
})
export type OpeningReport = z.infer<typeof report>

const path = '/wfpf/v1/{t}/opening-stock'
const permission = warehousing.codes.create
export const openingStockCalls = {
  template: defineCall({
    method: 'GET',
    path: `${path}/template`,
    permission,
    produces: XLSX,
    summary: "A spreadsheet for opening stock: its heads, and the products that are in use with their units, in the caller's language",
  }),
  check: defineCall({
    method: 'GET',
    path: `${path}/{uuid}`,
    permission,
    query: z.object({ storeId: id }),
    summary:
      'What is wrong with which row of a spreadsheet of opening stock of a store, which the caller uploaded as a file; nothing is made. 403 without the codes to create, submit and post receipts in its base; fails with error.import.unreadable, error.import.heads, error.import.tooMany, error.file.fileTooBig',
    answer: report,
  }),
  bring: defineCall({
    method: 'POST',
    trail: 'warehousing',
    path,
    permission,
    body: z.object({ fileId: z.uuid(), storeId: id, leftOut }),
    summary:
      'Makes and posts the receipts of a spreadsheet, all of them or with a fault none; a row that an earlier one has brought into the store is a duplicate; what its flow lets somebody approve is submitted and not posted. Fails as the check does, as submitting and posting do, and with error.busy while another is brought',
    answer: report,
  }),
}
