import { materialShipment } from '#contract/inventory/materialShipment'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { goodsCells, goodsLine } from '../goodsLine.ts'
import { StoreInput } from '../StoreInput.tsx'
import { LotInput } from '../LotInput.tsx'
import { BatchInput } from './BatchInput.tsx'
import { IssuedPlot } from './IssuedPlot.tsx'
import { MaterialInput } from './MaterialInput.tsx'

export const screens = documentScreens(materialShipment, {
  ofBase: true,
  columns: ['landId', 'batchId', 'storeId'],
  filters: ['landId', 'batchId', 'storeId'],
  header: [['title', 'areaId'], ['landId', 'batchId', 'storeId'], ['remark']],
  line: goodsLine,
  inputs: { header: { storeId: StoreInput, batchId: BatchInput }, line: { productId: MaterialInput, lotNo: LotInput } },
  cells: goodsCells,
  beside: IssuedPlot,
})
