import type { Bases } from '../ground/database/readBases.ts'

export const bases: Bases = { store: 'area_id', stock_entry: 'area_id', shop: 'area_id', default_store: 'area_id' }
