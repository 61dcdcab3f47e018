import { sql } from 'kysely'
import type { Scope } from '../ground/database/scope.ts'

/**
 * What the goods of a document are worth now, CNY with 2 decimals: each line at its price, else at the moving average of what lies in the store of
 * the document, else at the cost price of its product, else nothing.
 */
export async function worthOf({ raw, tenantId }: Scope, documentId: number): Promise<string> {
  const { rows } = await sql<{ worth: string }>`
    select coalesce(sum(round(coalesce(line.quantity * line.price,
      line.stock_quantity * coalesce(case when b.on_hand > 0 then b.value / b.on_hand end, product.cost_price, 0)), 2)), 0)::numeric(20, 2)::text as worth
    from document_line line join document on document.id = line.document_id join product on product.id = line.product_id
    left join stock_balance b on b.tenant_id = line.tenant_id and b.product_id = line.product_id and b.store_id = document.store_id and not b.transit
    where line.tenant_id = ${tenantId} and line.document_id = ${documentId}`.execute(raw)
  return rows[0]!.worth
}
