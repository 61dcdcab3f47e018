import { materialWarehousing } from '#contract/inventory/materialWarehousing'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { goodsCells, goodsInLine } from '../goodsLine.ts'
import { progressColumns } from '../progressColumns.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { MaterialInput } from './MaterialInput.tsx'

export const screens = documentScreens(materialWarehousing, {
  ofBase: true,
  columns: ['storeId', 'partnerId'],
  filters: ['storeId', 'partnerId'],
  header: [['title', 'areaId'], ['storeId', 'partnerId'], ['remark']],
  line: goodsInLine,
  inputs: { header: { storeId: StoreInput }, line: { productId: MaterialInput } },
  cells: goodsCells,
  beside: progressColumns(materialWarehousing),
})
