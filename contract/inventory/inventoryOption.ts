import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { choiceOr, day, type Field, schemasOf, switchedFlag, whole } from '../core/field.ts'
import { id, integer } from '../core/values.ts'
import { KEEPING, MATERIALS_IN, MATERIALS_OUT, OPTION } from './codes.ts'

/** What goods are worth that come without a price: nothing, the moving average of what lies there, or the cost price of their product. */
export const RECEIPT_VALUES = ['zero', 'average', 'costPrice'] as const
export type ReceiptValue = (typeof RECEIPT_VALUES)[number]
/** The most bases that have a default store. */
const MAX_BASES = 1000

const defaultStore = z.object({ areaId: id, storeId: id })
const defaultStores = {
  kind: 'reference',
  target: 'store',
  schema: z
    .array(defaultStore)
    .max(MAX_BASES)
    .refine((given) => new Set(given.map(({ areaId }) => areaId)).size === given.length, 'oneStoreABase')
    .default([]),
  answer: z.array(defaultStore),
  filter: undefined,
  required: false,
} satisfies Field

const fields = {
  /** 0: no store goes below nothing, whatever its own flag says. */
  negativeFlag: switchedFlag(1),
  /** How much more than a purchase application asks for may be received of it, in percent. */
  overReceiptPercent: whole(0, 100, 0),
  receiptValue: choiceOr(RECEIPT_VALUES, 'zero'),
  /** 0: lots whose day of expiry is past are not issued. */
  expiredFlag: switchedFlag(1),
  /** A lot expires soon within so many days. */
  expiringDays: whole(1, 365, 30),
  /** Nothing is posted any more at a moment up to the end of this day, in the tenant's zone. */
  closedThrough: day(),
  /** The store that a new document of goods begins with, by base. */
  defaultStores,
}

/** What the inventory engine obeys: one row a tenant; one that was never saved has what the schema begins with. */
export const inventoryOption = { name: 'inventoryOption', area: 'inventory', fields, create: z.object(schemasOf(fields)) } as const
export type InventoryOption = z.output<typeof inventoryOption.create>

/** With what it is called. */
const namedStore = z.object({ areaId: z.int(), areaName: z.string(), storeId: z.int(), storeName: z.string() })
export type DefaultStore = z.infer<typeof namedStore>
const answer = inventoryOption.create.extend({
  defaultStores: z.array(namedStore),
  /** 0 where nothing was saved yet. */
  objectVersionNumber: z.int(),
})
export type InventoryOptionAnswer = z.infer<typeof answer>

const PATH = '/wfpf/v1/{t}/inventory-option' as const
export const inventoryOptionCalls = {
  get: defineCall({
    method: 'GET',
    path: PATH,
    permission: [OPTION.read, OPTION.edit],
    summary: 'What the inventory engine obeys, with the default stores of the bases that the caller sees',
    answer,
    follows: ['inventoryOption', 'store'],
  }),
  save: defineCall({
    method: 'PUT',
    trail: 'inventoryOption',
    path: PATH,
    permission: OPTION.edit,
    summary:
      'Saves all of it; the default stores are those of the bases that the caller sees. 409 error.version.stale where somebody else saved, 400 beside the input for a day to come, and for a store that is switched off or stands in another base',
    body: inventoryOption.create.extend({ objectVersionNumber: integer(0, 2_000_000_000) }),
    answer,
  }),
  defaultStores: defineCall({
    method: 'GET',
    path: `${PATH}/default-store`,
    permission: [...KEEPING, ...MATERIALS_IN, ...MATERIALS_OUT],
    summary: 'The store that a new document of goods begins with, by base; one that is switched off is left out',
    answer: z.array(namedStore),
    follows: ['inventoryOption', 'store'],
  }),
}
