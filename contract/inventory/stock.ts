import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { XLSX } from '../core/resource.ts'
import { flag, id, moment, pageOf, pageQuery, requiredText } from '../core/values.ts'
import { KEEPING, LOT_KEEPERS, MATERIALS_OUT, STOCK_READERS } from './codes.ts'
import { PRODUCT_TYPES } from './product.ts'
import { behind, exact, ledgerRow, level, ofPlaces, stockPlace } from './stockFields.ts'

/** How what lies there stands against the limits of its store. */
export const STOCK_LEVELS = ['below', 'above', 'normal'] as const
export type StockLevel = (typeof STOCK_LEVELS)[number]
/** What a list may be narrowed to: below its minimum, above its maximum, none on hand, a lot that expires soon. */
export const STOCK_ONLY = ['below', 'above', 'none', 'expiring'] as const
/** How many days the curve of a product in a store shows, today with them. */
export const STOCK_DAYS = 90

const stockRow = stockPlace.extend({
  onHand: exact,
  /** What is promised to documents, and what is left of what is on hand; null for a moment of the past, when nobody kept it. */
  reserved: exact.nullable(),
  available: exact.nullable(),
  /** On its way to the store. */
  transit: exact,
  value: exact,
  /** Value of one; null where there is none. */
  unitCost: exact.nullable(),
  minQuantity: z.string().nullable(),
  maxQuantity: z.string().nullable(),
  /** Against the limits as they are now; null where there are none. */
  level: z.enum(STOCK_LEVELS).nullable(),
  /** The day on which the first lot expires of which something is there. */
  expiresOn: z.string().nullable(),
})
export type StockRow = z.infer<typeof stockRow>

const stockEntry = ledgerRow.extend({
  /** What was there after it, in the order (effectiveAt, id). */
  balance: exact,
})

const stockLot = z.object({
  /** Null: what lies there and is of no lot. */
  lotId: z.int().nullable(),
  lotNo: z.string().nullable(),
  expiresOn: z.string().nullable(),
  onHand: exact,
})
export type StockLot = z.infer<typeof stockLot>

const lotOffer = z.object({
  lotNo: z.string(),
  expiresOn: z.string().nullable(),
  /** It expired before today, in the tenant's zone. */
  expired: z.boolean(),
  onHand: exact,
  /** What of it is promised to no line that names it. */
  free: exact,
  /** What is taken first of a line that names no lot. */
  first: z.boolean(),
})
export type LotOffer = z.infer<typeof lotOffer>

const promisedLine = z.object({
  lineId: z.int(),
  document: behind,
  applicantName: z.string().nullable(),
  /** What it asks for, what of it was done, and what is promised to it. */
  planned: exact,
  done: exact,
  reserved: exact,
})

const PATH = '/wfpf/v1/{t}/stock' as const
/** A product in a store, or in all stores that the caller sees. */
const place = { productId: id, storeId: id.optional() }
const asOf = moment.optional()
const narrowing = {
  ...ofPlaces,
  productType: z.enum(PRODUCT_TYPES).optional(),
  asOf,
  only: z.enum(STOCK_ONLY).optional(),
}

/**
 * What is in the stores of the bases in which the caller holds a code, and the rows that each figure is made of. Who holds that of the
 * materials alone sees agricultural products.
 */
export const stockCalls = {
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: STOCK_READERS,
    summary:
      'What is on hand by product and store, by the name of the product; also what has limits and was never received. `search` looks at name, code and barcode; with `asOf` what was there at a moment (ms UTC), by when goods moved. `only`: below or above its limits, none on hand, or a lot that has expired or expires within `expiringDays`',
    query: z.object({ ...pageQuery, ...narrowing }),
    answer: pageOf(stockRow).extend({
      /** Within so many days a lot expires soon. */
      expiringDays: z.int(),
    }),
    // A shipment that is approved is promised its goods.
    follows: ['stock', 'product', 'store', 'shipment', 'materialShipment', 'inventoryOption'],
  }),
  export: defineCall({
    method: 'GET',
    path: `${PATH}/export`,
    permission: STOCK_READERS,
    produces: XLSX,
    summary: "The same list as a spreadsheet, in the caller's language; 409 error.page.tooMany beyond 10,000 rows",
    query: z.object(narrowing),
  }),
  entries: defineCall({
    method: 'GET',
    path: `${PATH}/entries`,
    permission: STOCK_READERS,
    summary:
      'The ledger of a product in a store, or in all that the caller sees (transit 1: on its way there), newest first; with `areaId` what happened while its store stood in that base; `opening` is what was there before `from`, `closing` at `to` (ms UTC, both included). 404 where the store is not seen',
    query: z.object({
      ...pageQuery,
      ...place,
      areaId: id.optional(),
      transit: flag.default(0),
      from: moment.optional(),
      to: moment.optional(),
    }),
    answer: pageOf(stockEntry).extend({ opening: level, closing: level }),
    follows: ['stock', 'product', 'store'],
  }),
  lots: defineCall({
    method: 'GET',
    path: `${PATH}/lots`,
    permission: STOCK_READERS,
    summary:
      'The lots of a product in a store, or in all that the caller sees, of which something is there, what expires first at the head; they sum up to what is on hand',
    query: z.object({ ...place, asOf }),
    answer: z.array(stockLot),
    follows: ['stock', 'product', 'store'],
  }),
  correctLot: defineCall({
    method: 'PUT',
    trail: 'stockLot',
    path: `${PATH}/lots/{id}`,
    permission: LOT_KEEPERS,
    summary:
      'Corrects the day of expiry of a lot, for all that lies of it anywhere; what expires first is taken first by the new day. 409 error.version.stale where it is not what it `was`, 403 error.stock.lotElsewhere where it lies in a base in which the caller takes no goods in, too',
    body: z.object({ expiresOn: z.iso.date().nullable(), was: z.iso.date().nullable(), reason: requiredText(200) }),
    answer: z.object({ lotId: z.int(), lotNo: z.string(), expiresOn: z.string().nullable() }),
  }),
  lotOffers: defineCall({
    method: 'GET',
    path: `${PATH}/lot-offers`,
    permission: [...KEEPING, ...MATERIALS_OUT],
    summary:
      'The lots that a line of a product may name in a store: those of which something is there, what expires first at the head. For who fills in documents of goods; 404 where the store is not seen',
    query: z.object({ productId: id, storeId: id }),
    answer: z.array(lotOffer),
    follows: ['stock', 'product', 'store', 'shipment'],
  }),
  promised: defineCall({
    method: 'GET',
    path: `${PATH}/promised`,
    permission: STOCK_READERS,
    summary: 'The lines of documents to which goods of a product in a store, or in all that the caller sees, are promised, oldest first',
    query: z.object({ ...pageQuery, ...place }),
    answer: pageOf(promisedLine),
    follows: ['stock', 'product', 'store', 'shipment', 'materialShipment'],
  }),
  days: defineCall({
    method: 'GET',
    path: `${PATH}/days`,
    permission: STOCK_READERS,
    summary:
      "What was on hand of a product in a store, or in all that the caller sees, at the end of each of the last 90 days, in the tenant's zone; today's as it is now",
    query: z.object(place),
    answer: z.array(z.object({ day: z.string(), onHand: exact })),
    follows: ['stock', 'product', 'store'],
  }),
}
