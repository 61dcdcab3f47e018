import { inventoryForm } from '#contract/inventory/inventoryForm'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { CountedCell } from './CountedCell.tsx'
import { Differences } from './Differences.tsx'
import { FillFromStore } from './FillFromStore.tsx'
import { ToSettle } from './ToSettle.tsx'

export const screens = documentScreens(inventoryForm, {
  columns: ['storeId'],
  filters: ['storeId'],
  header: [['title', 'areaId', 'storeId'], ['blindFlag'], ['remark']],
  line: {
    widths: { productId: 240, lotNo: 140, counted: 140, remark: 180 },
    head: 'productId',
    wide: ['remark'],
  },
  inputs: { header: { storeId: StoreInput } },
  tools: FillFromStore,
  cells: { line: { counted: CountedCell } },
  beside: Differences,
  resubmits: true,
  convert: ToSettle,
})
