import { warehousing } from '#contract/inventory/warehousing'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { goodsCells, goodsInLine } from '../goodsLine.ts'
import { progressColumns } from '../progressColumns.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { ReceiptWays } from './ReceiptWays.tsx'

export const screens = documentScreens(warehousing, {
  columns: ['storeId', 'partnerId'],
  filters: ['storeId', 'partnerId'],
  header: [['title', 'areaId'], ['storeId', 'partnerId'], ['remark']],
  line: goodsInLine,
  inputs: { header: { storeId: StoreInput } },
  cells: goodsCells,
  beside: progressColumns(warehousing),
  convert: ReceiptWays,
})
