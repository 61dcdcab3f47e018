import { returned } from '#contract/inventory/return'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { goodsCells, goodsLine } from '../goodsLine.ts'
import { LotInput } from '../LotInput.tsx'
import { progressColumns } from '../progressColumns.tsx'

export const screens = documentScreens(returned, {
  columns: ['direction', 'storeId', 'partnerId'],
  filters: ['direction', 'storeId', 'partnerId'],
  header: [['title', 'areaId', 'storeId'], ['direction', 'partnerId'], ['remark']],
  line: goodsLine,
  inputs: { line: { lotNo: LotInput } },
  cells: goodsCells,
  beside: progressColumns(returned),
})
