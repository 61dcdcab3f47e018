import { transfer } from '#contract/inventory/transfer'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { LotInput } from '../LotInput.tsx'
import { progressColumns } from '../progressColumns.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { UnitCell } from '../UnitCell.tsx'
import { StoreThere } from './StoreThere.tsx'
import { ToShipment } from './ToShipment.tsx'

export const screens = documentScreens(transfer, {
  columns: ['storeId', 'toStoreId'],
  filters: ['storeId', 'toStoreId'],
  header: [['title', 'areaId', 'storeId'], ['toAreaId', 'toStoreId'], ['remark']],
  line: {
    widths: { productId: 220, unitKind: 110, quantity: 110, lotNo: 120, remark: 160 },
    head: 'productId',
    unit: 'unitKind',
    wide: ['remark'],
  },
  inputs: { header: { storeId: StoreInput, toStoreId: StoreThere }, line: { lotNo: LotInput } },
  cells: { line: { unitKind: UnitCell } },
  beside: progressColumns(transfer),
  convert: ToShipment,
})
