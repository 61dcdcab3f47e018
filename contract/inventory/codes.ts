import type { PermissionCode } from '../core/call.ts'

/** A page of base data that refers to other base data: its code, and who fills in its form. */
const page = <Code extends PermissionCode>(code: Code) => ({
  code,
  form: [code, `${code}.ps.create`, `${code}.ps.edit`] as readonly PermissionCode[],
})

/** Opens what is in the stores, with what it is worth. */
export const STOCK = 'wfpf.inventory.prment.stock' satisfies PermissionCode
export const PRODUCT = page('wfpf.inventory.base.product')
export const STORE = page('wfpf.inventory.base.store')
export const SHOP = page('wfpf.inventory.base.shops')
