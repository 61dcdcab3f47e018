import { shipment } from '#contract/inventory/shipment'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { LotInput } from '../LotInput.tsx'
import { progressColumns } from '../progressColumns.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { UnitCell } from '../UnitCell.tsx'
import { ShipmentWays } from './ShipmentWays.tsx'

export const screens = documentScreens(shipment, {
  columns: ['storeId', 'partnerId', 'toStoreId'],
  filters: ['storeId', 'partnerId'],
  header: [['title', 'areaId'], ['storeId', 'partnerId'], ['remark']],
  line: {
    widths: { productId: 220, unitKind: 110, quantity: 110, lotNo: 120, remark: 160 },
    head: 'productId',
    unit: 'unitKind',
    wide: ['remark'],
  },
  inputs: { header: { storeId: StoreInput }, line: { lotNo: LotInput } },
  cells: { line: { unitKind: UnitCell } },
  beside: progressColumns(shipment),
  convert: ShipmentWays,
})
