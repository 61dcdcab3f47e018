import type { Selectable } from 'kysely'
import { inventoryOption, type ReceiptValue } from '#contract/inventory/inventoryOption'
import { besideField } from '../ground/crud/rules.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import type { Drafting } from '../ground/documents/documentRules.ts'
import { CallFailure } from '../ground/failure.ts'
import { dayOf } from '#contract/core/zonedMoment'

type Row = Selectable<Database['inventory_option']>
/** What a tenant that has saved nothing obeys. */
const INITIALLY = inventoryOption.create.parse({})
const optionOf = ({ raw, tenantId }: Scope) => raw.selectFrom('inventory_option').selectAll().where('tenant_id', '=', tenantId)
const described = (row: Row) => ({
  negativeFlag: row.negative_flag,
  overReceiptPercent: row.over_receipt_percent,
  receiptValue: row.receipt_value as ReceiptValue,
  expiredFlag: row.expired_flag,
  expiringDays: row.expiring_days,
  closedThrough: row.closed_through,
  /** 0 where nobody has saved it yet. */
  objectVersionNumber: row.object_version_number,
})

/** What the inventory engine obeys now. */
export async function readOption(scope: Scope): Promise<ReturnType<typeof described>> {
  const row = await optionOf(scope).executeTakeFirst()
  return row ? described(row) : { ...INITIALLY, objectVersionNumber: 0 }
}

/** The row of a tenant, locked until the transaction ends: shared with those who post, alone by who saves it. One that is not there is made. */
async function holdOption(scope: Scope, lock: 'share' | 'update'): Promise<ReturnType<typeof described>> {
  const locked = () => {
    const row = optionOf(scope)
    return (lock === 'share' ? row.forShare() : row.forUpdate()).executeTakeFirst()
  }
  const held = await locked()
  if (held) return described(held)
  await scope
    .insert('inventory_option', [{}])
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
  return described((await locked())!)
}

/** For who saves: nobody posts, and nobody else saves, until the transaction ends. */
export const holdOptionAlone = (scope: Scope) => holdOption(scope, 'update')

/**
 * What a posting keeps to; until the transaction ends nobody changes it. Throws error.stock.closed for a moment up to the end of the last
 * closed day, in the tenant's zone. `freshOn`: lots that expired before this day are not issued; null where they are.
 */
export async function holdOpen(scope: Scope, { effectiveAt }: { readonly effectiveAt: number }): Promise<{ freshOn: string | null }> {
  const { closedThrough: closed, expiredFlag: expired } = await holdOption(scope, 'share')
  if (closed === null && expired === 1) return { freshOn: null }
  const { time_zone: zone } = await scope.raw
    .selectFrom('tenant')
    .select('time_zone')
    .where('id', '=', scope.tenantId)
    .executeTakeFirstOrThrow()
  const day = dayOf(effectiveAt, zone)
  if (closed !== null && day <= closed) throw new CallFailure('error.stock.closed', { day: closed })
  return { freshOn: expired === 0 ? day : null }
}

interface Lined {
  readonly productId: number
  readonly lotNo?: string | null
}
/** Refuses beside its line a lot that has expired, where what has expired is not issued. */
export async function refuseExpired({
  scope,
  asking,
  body,
  now,
}: Pick<Drafting<{ readonly lines: readonly Lined[] }>, 'scope' | 'asking' | 'body' | 'now'>): Promise<void> {
  const named = body.lines.flatMap(({ lotNo }) => lotNo?.trim() || [])
  if (named.length === 0 || (await readOption(scope)).expiredFlag === 1) return
  const lots = await scope.raw
    .selectFrom('stock_lot')
    .select(['product_id', 'lot_no', 'expires_on'])
    .where('tenant_id', '=', scope.tenantId)
    .where('lot_no', 'in', named)
    .where('expires_on', '<', dayOf(now, asking.grant.timeZone))
    .execute()
  for (const [at, { productId, lotNo }] of body.lines.entries()) {
    const lot = lots.find((one) => one.product_id === productId && one.lot_no === lotNo?.trim())
    if (lot) throw besideField(asking, 'error.input.invalid', `lines.${at}.lotNo`, 'expired', { day: lot.expires_on! })
  }
}
