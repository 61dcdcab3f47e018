import type { PermissionCode } from '../core/call.ts'

/** A page of base data that refers to other base data: its code, and who fills in its form. */
const page = <Code extends PermissionCode>(code: Code) => ({
  code,
  form: [code, `${code}.ps.create`, `${code}.ps.edit`] as readonly PermissionCode[],
})

/** The farm's pages of agricultural materials: the products, what is in stock of them, receipts and issues. */
export const MATERIALS = {
  manage: 'wfpf.farm.agricultural.manage',
  stock: 'wfpf.farm.agricultural.inventory',
  warehousing: 'wfpf.farm.agricultural.warehousing',
  shipment: 'wfpf.farm.agricultural.shipment',
} as const satisfies Record<string, PermissionCode>

/** Opens what is in the stores, with what it is worth. */
export const STOCK = 'wfpf.inventory.prment.stock' satisfies PermissionCode
/** Opens what came, left and is there over a time, which is the same stock with the rows behind it. */
export const REPORT = 'wfpf.inventory.prment.report' satisfies PermissionCode
/** Who sees everything of the stock; and who sees something of it: of `MATERIALS.stock` alone, agricultural products. */
export const ALL_STOCK: readonly PermissionCode[] = [STOCK, REPORT]
export const STOCK_READERS: readonly PermissionCode[] = [...ALL_STOCK, MATERIALS.stock]
const writersOf = (kinds: readonly string[]): readonly PermissionCode[] =>
  kinds.flatMap((kind) => page(`wfpf.inventory.prment.${kind}` as PermissionCode).form)
/** Who fills in documents of goods that name partners; those that name a store; and all that name products. */
export const DEALS = writersOf(['shipment', 'warehousing', 'return'])
export const KEEPING = [...DEALS, ...writersOf(['transfer', 'inventory_form'])]
export const GOODS = [...KEEPING, ...writersOf(['aplionform'])]
/** Who takes goods in, and so sets right what their lots are. */
export const LOT_KEEPERS = [
  'wfpf.inventory.prment.warehousing.ps.post',
  `${MATERIALS.warehousing}.ps.post`,
] as const satisfies readonly PermissionCode[]
/** What the inventory engine obeys: reading it, and changing it. */
export const OPTION = {
  read: 'wfpf.inventory.config.option',
  edit: 'wfpf.inventory.config.option.ps.edit',
} as const satisfies Record<string, PermissionCode>
/** Who fills in receipts of materials, which name partners too, and issues of materials. */
export const MATERIALS_IN = page(MATERIALS.warehousing).form
export const MATERIALS_OUT = page(MATERIALS.shipment).form
/** Who records what was harvested of a batch, and names its product and its store. */
export const HARVESTS = ['wfpf.farm.farm.batch.ps.edit'] as const satisfies readonly PermissionCode[]
export const PRODUCT = page('wfpf.inventory.base.product')
export const SHOP = page('wfpf.inventory.base.shops')
