import { describe, expect, test } from 'vitest'
import { task } from '#contract/farm/task'
import { partner } from '#contract/inventory/partner'
import { product } from '#contract/inventory/product'
import { stockLimit } from '#contract/inventory/stockLimit'
import { store } from '#contract/inventory/store'
import chineseFarm from '#locales/zh-CN/farm' with { type: 'json' }
import chineseInventory from '#locales/zh-CN/inventory' with { type: 'json' }
import englishFarm from '#locales/en-US/farm' with { type: 'json' }
import englishInventory from '#locales/en-US/inventory' with { type: 'json' }

const words = [
  { farm: englishFarm, inventory: englishInventory },
  { farm: chineseFarm, inventory: chineseInventory },
] as Record<string, Record<string, { fields?: Record<string, string> }>>[]

/** What the documents name of a record, by the names of its fields. */
const named: readonly (readonly [
  rule: string,
  of: { readonly area: string; readonly name: string; readonly fields: object },
  fields: string,
])[] = [
  ['TASK-04', task, 'taskName taskTypeId taskLevel description priority leaderId participants startsAt dueAt'],
  [
    'INVENTORY-04',
    product,
    'name code model specification alias productType brand retailUnitId purchaseUnitId stockUnitId retailPrice vipPrice costPrice',
  ],
  ['INVENTORY-05', store, 'name warehouseCode address negativeFlag enabledFlag managerName managerPhone remark'],
  ['INVENTORY-05', stockLimit, 'minQuantity maxQuantity'],
  [
    'INVENTORY-06',
    partner,
    'name code category abbreviation staff representative bank bankAccount taxNumber enabledFlag phone email address',
  ],
]

describe('a record has what the documents name of it, with words in both languages', () => {
  test.each(named)('%s', (_rule, of, fields) => {
    for (const name of fields.split(' ')) {
      expect(Object.keys(of.fields)).toContain(name)
      for (const language of words) expect(language[of.area]?.[of.name]?.fields?.[name]).toBeTruthy()
    }
  })
})
