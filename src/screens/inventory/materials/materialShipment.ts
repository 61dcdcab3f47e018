import { materialShipment } from '#contract/inventory/materialShipment'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { LotInput } from '../LotInput.tsx'
import { UnitCell } from '../UnitCell.tsx'
import { BatchInput } from './BatchInput.tsx'
import { IssuedPlot } from './IssuedPlot.tsx'
import { MaterialInput } from './MaterialInput.tsx'

export const screens = documentScreens(materialShipment, {
  ofBase: true,
  columns: ['landId', 'batchId', 'storeId'],
  filters: ['landId', 'batchId', 'storeId'],
  header: [['title', 'areaId'], ['landId', 'batchId', 'storeId'], ['remark']],
  line: {
    widths: { productId: 220, unitKind: 110, quantity: 110, lotNo: 120, remark: 160 },
    head: 'productId',
    unit: 'unitKind',
    wide: ['remark'],
  },
  inputs: { header: { storeId: StoreInput, batchId: BatchInput }, line: { productId: MaterialInput, lotNo: LotInput } },
  cells: { line: { unitKind: UnitCell } },
  beside: IssuedPlot,
})
