import { transfer } from '#contract/inventory/transfer'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { goodsCells, goodsLine } from '../goodsLine.ts'
import { LotInput } from '../LotInput.tsx'
import { progressColumns } from '../progressColumns.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { StoreThere } from './StoreThere.tsx'
import { ToShipment } from './ToShipment.tsx'

export const screens = documentScreens(transfer, {
  columns: ['storeId', 'toStoreId'],
  filters: ['storeId', 'toStoreId'],
  header: [['title', 'areaId', 'storeId'], ['toAreaId', 'toStoreId'], ['remark']],
  line: goodsLine,
  inputs: { header: { storeId: StoreInput, toStoreId: StoreThere }, line: { lotNo: LotInput } },
  cells: goodsCells,
  beside: progressColumns(transfer),
  convert: ToShipment,
})
