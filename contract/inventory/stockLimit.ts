import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { neededReference, quantity } from '../core/field.ts'
import { id, integer, pageOf, pageQuery } from '../core/values.ts'
import { store } from './store.ts'

const fields = { productId: neededReference('product'), minQuantity: quantity(''), maxQuantity: quantity('') }
const held = { productId: fields.productId.schema, minQuantity: fields.minQuantity.schema, maxQuantity: fields.maxQuantity.schema }
const version = integer(1, 2_000_000_000)

/** What a form of a limit needs: the least and the most of a product that a store should hold, in the product's stock unit. */
export const stockLimit = { name: 'stockLimit', area: 'inventory', fields, create: z.object(held) } as const

const row = z.object({
  stockLimitId: z.int(),
  storeId: z.int(),
  productId: z.int(),
  productName: z.string(),
  specification: z.string().nullable(),
  /** The sign of the product's stock unit. */
  unit: z.string(),
  minQuantity: z.string().nullable(),
  maxQuantity: z.string().nullable(),
  objectVersionNumber: z.int(),
})
export type StockLimit = z.infer<typeof row>

const PATH = '/wfpf/v1/{t}/stock-limit' as const

/** A limit belongs to its store: who changes the store changes it, and consoles are told that the store changed. */
export const stockLimitCalls = {
  page: defineCall({
    method: 'GET',
    path: PATH,
    permission: store.codes.read,
    summary: 'The limits of the products in a store, by the name of the product',
    query: z.object({ ...pageQuery, storeId: id }),
    answer: pageOf(row),
    follows: ['store', 'product', 'measureUnit'],
  }),
  save: defineCall({
    method: 'PUT',
    trail: 'store',
    path: PATH,
    permission: store.codes.edit,
    summary: 'Sets the limits of a product in a store: without a version they are new (409 error.record.taken where there are some)',
    body: z.object({ ...held, storeId: id, objectVersionNumber: version.nullable().default(null) }),
    answer: row,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'store',
    path: PATH,
    permission: store.codes.edit,
    summary: 'Ends the limits of a product in a store; answers 1',
    body: z.object({ stockLimitId: id, objectVersionNumber: version }),
    answer: z.literal(1),
  }),
}
