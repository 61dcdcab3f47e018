import { aplionform } from '#contract/inventory/aplionform'
import { documentScreens } from '#src/documents/documentScreens.tsx'
import { AskedProduct } from './AskedProduct.tsx'
import { ApplicationWays } from './ApplicationWays.tsx'

export const screens = documentScreens(aplionform, {
  columns: ['neededBy'],
  header: [['title', 'areaId', 'neededBy'], ['remark']],
  line: {
    widths: { productId: 180, productName: 180, specification: 120, unit: 80, quantity: 110, price: 120, remark: 160 },
    head: 'productName',
    unit: 'unit',
    wide: ['remark'],
  },
  inputs: { line: { productId: AskedProduct } },
  scanned: (productName) => ({ productName }),
  convert: ApplicationWays,
})
