import { materialWarehousing } from '#contract/inventory/materialWarehousing'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { progressColumns } from '../progressColumns.tsx'
import { StoreInput } from '../StoreInput.tsx'
import { UnitCell } from '../UnitCell.tsx'
import { MaterialInput } from './MaterialInput.tsx'

export const screens = documentScreens(materialWarehousing, {
  ofBase: true,
  columns: ['storeId', 'partnerId'],
  filters: ['storeId', 'partnerId'],
  header: [['title', 'areaId'], ['storeId', 'partnerId'], ['remark']],
  line: {
    widths: { productId: 220, unitKind: 110, quantity: 110, price: 110, lotNo: 120, expiresOn: 150, remark: 140 },
    head: 'productId',
    unit: 'unitKind',
    wide: ['remark'],
  },
  inputs: { header: { storeId: StoreInput }, line: { productId: MaterialInput } },
  cells: { line: { unitKind: UnitCell } },
  beside: progressColumns(materialWarehousing),
})
