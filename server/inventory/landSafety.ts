import { sql } from 'kysely'
import { materialShipment } from '#contract/inventory/materialShipment'
import type { LandSafety } from '#contract/inventory/landSafety'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { readableOf } from '../ground/documents/documentRows.ts'
import type { DocumentRow } from '../ground/documents/documentRules.ts'
import { notFound } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import type { MovedLine } from './doneLines.ts'
import type { Posted } from './posting.ts'
import { namesBehind } from './stockBehind.ts'
import { dayIn } from './stockFigures.ts'

/**
 * The plot of a document remembers each product with a safety interval of which something was posted: harvest is safe so many days after
 * the day of the issue in the tenant's zone.
 */
export async function rememberSafety(
  { raw, tenantId }: Scope,
  document: DocumentRow,
  { id, effectiveAt }: Posted,
  lines: readonly MovedLine[],
): Promise<void> {
  await sql`insert into land_safety (tenant_id, land_id, posting_id, product_id, interval_days, effective_at, safe_from)
    select ${tenantId}, ${document['land_id']}, ${id}, product.id, product.safety_interval_days, ${effectiveAt}::bigint,
      (to_timestamp(${effectiveAt}::bigint / 1000.0) at time zone tenant.time_zone)::date + ceil(product.safety_interval_days)::int
    from product join tenant on tenant.id = product.tenant_id
    where product.tenant_id = ${tenantId} and product.safety_interval_days > 0
      and product.id = any(${lines.map(({ row }) => row['product_id'] as number)}::bigint[])`.execute(raw)
}

/** What was issued has come back: the plot forgets it. */
export async function forgetSafety(scope: Scope, postingId: number): Promise<void> {
  await scope.remove('land_safety').where('land_safety.posting_id', '=', postingId).execute()
}

/** What plots remember, with the day that it is in the tenant's zone. */
const remembered = (rows: ReturnType<typeof safetyOf>, now: number, zone: string) =>
  rows
    .innerJoin('product', 'product.id', 'land_safety.product_id')
    .select([
      'land_safety.id',
      'land_safety.land_id as landId',
      'land_safety.product_id as productId',
      'product.name as productName',
      'stock_posting.document_id as documentId',
      'activity.id as activityId',
      'activity.activity_name as activityName',
      'land_safety.interval_days as intervalDays',
      'land_safety.effective_at as effectiveAt',
      'land_safety.safe_from as safeFrom',
      sql<boolean>`land_safety.safe_from > ${dayIn(now, zone)}`.as('isAhead'),
    ])
    .orderBy('land_safety.safe_from', 'desc')
    .orderBy('land_safety.id', 'desc')
/** Of the plots that the caller sees. */
const safetyOf = (scope: Scope) =>
  scope
    .select('land')
    .innerJoin('land_safety', (join) =>
      join.onRef('land_safety.land_id', '=', 'land.id').onRef('land_safety.tenant_id', '=', 'land.tenant_id'),
    )
    .leftJoin('stock_posting', 'stock_posting.id', 'land_safety.posting_id')
    .leftJoin('activity', 'activity.id', 'land_safety.activity_id')

async function described(
  scope: Scope,
  asking: Asking,
  rows: readonly (Omit<LandSafety, 'document' | 'activity'> & {
    readonly documentId: number | null
    readonly activityId: number | null
    readonly activityName: string | null
  })[],
): Promise<LandSafety[]> {
  const names = await namesBehind(
    scope,
    asking,
    rows.flatMap(({ documentId }) => documentId ?? []),
  )
  return rows.map(({ documentId, activityId, activityName, ...row }) => ({
    ...row,
    document: documentId === null ? null : names.get(documentId)!,
    activity: activityId === null ? null : { id: activityId, name: activityName ?? '' },
  }))
}

/** What plots remember of issues. */
export function landSafetyHandlers({ clock }: Pick<Context, 'clock'>): HandlersOf<'inventory'>['landSafety'] {
  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const rows = safetyOf(scope).where('land_safety.land_id', '=', query.landId)
        const page = await readPage(query, rows, (all) => remembered(all, clock(), asking.grant.timeZone))
        return { ...page, content: await described(scope, asking, page.content) }
      }),

    ofIssue: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const issue = await readableOf(scope, materialShipment, asking)
          .select(['document.id', 'document.batch_id'])
          .where('document.id', '=', params.id)
          .executeTakeFirst()
        if (!issue) throw notFound()
        const period = await scope.raw
          .selectFrom('batch')
          .select(['id', 'variety_name as varietyName', sql<number>`started_at`.as('startedAt'), 'ended_at as endedAt'])
          .where('tenant_id', '=', scope.tenantId)
          .where('id', '=', issue.batch_id)
          .executeTakeFirst()
        const rows = await remembered(
          safetyOf(scope).where('stock_posting.document_id', '=', issue.id),
          clock(),
          asking.grant.timeZone,
        ).execute()
        return { period: period ?? null, safety: await described(scope, asking, rows) }
      }),
  }
}
