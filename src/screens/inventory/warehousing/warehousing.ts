import { warehousing } from '#contract/inventory/warehousing'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { progressColumns } from '../progressColumns.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { UnitCell } from '../UnitCell.tsx'
import { ReceiptWays } from './ReceiptWays.tsx'

export const screens = documentScreens(warehousing, {
  columns: ['storeId', 'partnerId'],
  filters: ['storeId', 'partnerId'],
  header: [['title', 'areaId'], ['storeId', 'partnerId'], ['remark']],
  line: {
    widths: { productId: 220, unitKind: 110, quantity: 110, price: 110, lotNo: 120, expiresOn: 150, remark: 140 },
    head: 'productId',
    unit: 'unitKind',
    wide: ['remark'],
  },
  inputs: { header: { storeId: StoreInput } },
  cells: { line: { unitKind: UnitCell } },
  beside: progressColumns(warehousing),
  convert: ReceiptWays,
})
