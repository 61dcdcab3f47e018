import { product } from '#contract/inventory/product'
import type { FormPages, Layout } from '#src/crud/arrangement.ts'
import { recordFormPage } from '#src/crud/recordFormPage.tsx'

const LIST = '/inventory/base/product'

type Name = keyof typeof product.fields
const naming: Layout<Name> = [
  {
    title: 'inventory:product.parts.basics',
    rows: [
      ['name', 'code', 'barcode'],
      ['specification', 'model', 'brand'],
      ['alias', 'standardId'],
    ],
  },
]
const keeping: Layout<Name> = [
  {
    title: 'inventory:product.parts.units',
    hint: 'inventory:product.unitsHint',
    rows: [
      ['stockUnitId'],
      ['purchaseUnitId', 'purchaseNumerator', 'purchaseDenominator'],
      ['retailUnitId', 'retailNumerator', 'retailDenominator'],
    ],
  },
  { title: 'inventory:product.parts.prices', rows: [['retailPrice', 'vipPrice', 'costPrice']] },
  { title: 'inventory:product.parts.keeping', rows: [['lotFlag', 'expiryFlag', 'shelfDays']] },
  { title: 'inventory:product.parts.pictures', rows: [['pictures'], ['remark'], ['enabledFlag']] },
]
const facts: Layout<Name> = [
  {
    title: 'inventory:product.parts.agricultural',
    rows: [
      ['category', 'registrationNo'],
      ['activeIngredient', 'toxicity'],
      ['safetyIntervalDays', 'targetCrops'],
      ['doseMin', 'doseMax', 'doseUnitId'],
    ],
  },
]

/** Where products are made and edited: a general and an agricultural one have forms of their own. */
export const productPages: FormPages<typeof product> = {
  add: [
    { to: `${LIST}/add`, words: 'inventory:product.addGeneral' },
    { to: `${LIST}/agricultural/add`, words: 'inventory:product.addAgricultural' },
  ],
  edit: ({ productId, productType }) => `${LIST}${productType === 'agricultural' ? '/agricultural' : ''}/edit/${productId}`,
}
const agricultural: Layout<Name> = [...naming, ...facts, ...keeping]
export const GeneralForm = recordFormPage(product, { list: LIST, always: { productType: 'general' }, form: [...naming, ...keeping] })
export const AgriculturalForm = recordFormPage(product, {
  list: LIST,
  always: { productType: 'agricultural' },
  titles: { add: 'inventory:product.addAgriculturalTitle', edit: 'inventory:product.editAgriculturalTitle' },
  form: agricultural,
})

const MATERIALS = '/web/farm/agricultural/agricultural-manage'
/** The same for the farm's page of materials: agricultural products alone. */
export const materialPages: FormPages<typeof product> = {
  add: [{ to: `${MATERIALS}/add` }],
  edit: ({ productId }) => `${MATERIALS}/edit/${productId}`,
}
export const MaterialForm = recordFormPage(product, {
  list: MATERIALS,
  always: { productType: 'agricultural' },
  titles: { add: 'inventory:material.addTitle', edit: 'inventory:material.editTitle' },
  form: agricultural,
})
