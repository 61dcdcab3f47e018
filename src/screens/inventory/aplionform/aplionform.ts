import { aplionform } from '#contract/inventory/aplionform'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { ToWarehousing } from './ToWarehousing.tsx'

export const screens = documentScreens(aplionform, {
  columns: ['neededBy'],
  header: [['title', 'areaId', 'neededBy'], ['remark']],
  line: {
    widths: { productName: 200, specification: 140, unit: 90, quantity: 110, price: 120, remark: 160 },
    head: 'productName',
    unit: 'unit',
    wide: ['remark'],
  },
  convert: ToWarehousing,
})
