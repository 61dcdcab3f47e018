import { defineDocument } from '../core/document.ts'
import { day, neededQuantity, neededText, reference, shortText } from '../core/field.ts'

/** A purchase application: goods that a base needs, at expected prices. */
export const aplionform = defineDocument({
  trail: 'aplionform',
  name: 'aplionform',
  area: 'inventory',
  path: '/wfpf/v1/{t}/purchase-application',
  page: '/inventory/prment/aplionform',
  code: 'wfpf.inventory.prment.aplionform',
  prefix: 'PA',
  progress: 'storage',
  header: {
    /** The day by which the goods are needed. */
    neededBy: day(),
  },
  line: {
    /** Null: what is needed is named in words alone, and who receives it says which product it is. */
    productId: reference('product'),
    /** With its specification and unit those of the product, where there is one; counted in the unit in which it is bought. */
    productName: neededText(60),
    specification: shortText(60),
    unit: shortText(20),
    quantity: neededQuantity(),
    /** Expected price of one unit. */
    price: neededQuantity('CNY'),
    remark: shortText(200),
  },
  amount: { quantity: 'quantity', price: 'price' },
})
