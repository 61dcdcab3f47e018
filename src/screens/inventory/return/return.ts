import { returned } from '#contract/inventory/return'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { LotInput } from '../LotInput.tsx'
import { progressColumns } from '../progressColumns.tsx'
import { UnitCell } from '../UnitCell.tsx'

export const screens = documentScreens(returned, {
  columns: ['direction', 'storeId', 'partnerId'],
  filters: ['direction', 'storeId', 'partnerId'],
  header: [['title', 'areaId', 'storeId'], ['direction', 'partnerId'], ['remark']],
  line: {
    widths: { productId: 220, unitKind: 110, quantity: 110, lotNo: 120, remark: 160 },
    head: 'productId',
    unit: 'unitKind',
    wide: ['remark'],
  },
  inputs: { line: { lotNo: LotInput } },
  cells: { line: { unitKind: UnitCell } },
  beside: progressColumns(returned),
})
