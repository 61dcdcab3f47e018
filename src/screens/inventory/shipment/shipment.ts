import { shipment } from '#contract/inventory/shipment'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { goodsCells, goodsLine } from '../goodsLine.ts'
import { LotInput } from '../LotInput.tsx'
import { progressColumns } from '../progressColumns.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { ShipmentWays } from './ShipmentWays.tsx'

export const screens = documentScreens(shipment, {
  columns: ['storeId', 'partnerId', 'toStoreId'],
  filters: ['storeId', 'partnerId'],
  header: [['title', 'areaId'], ['storeId', 'partnerId'], ['remark']],
  line: goodsLine,
  inputs: { header: { storeId: StoreInput }, line: { lotNo: LotInput } },
  cells: goodsCells,
  beside: progressColumns(shipment),
  convert: ShipmentWays,
})
