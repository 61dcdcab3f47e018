import { store } from '#contract/inventory/store'
import { rulesFor } from '../ground/crud/rules.ts'

export const storeRules = rulesFor(store, { table: 'store', oldestFirst: true })
