import { CompiledQuery, type Kysely } from 'kysely'
import type { Checks } from '#contract/flows/definition'
import type { Judged } from '#contract/flows/run'
import type { Database } from '../../ground/database/schema.ts'
import { lookAt } from '../../ground/watch/look.ts'
import type { Queryable } from '../../ground/watch/queryable.ts'

/** A transaction as statements are asked of a pool. */
export const asking = (work: Kysely<Database>): Queryable =>
  ({ query: (text: string, values: unknown[]) => work.executeQuery(CompiledQuery.raw(text, values)) }) as unknown as Queryable

/** What checks say at a moment, each with what it saw. */
export async function judgeChecks(
  db: Queryable,
  { tenantId, areaId, at }: { tenantId: number; areaId: number; at: number },
  checks: Checks,
): Promise<Judged[]> {
  const looked = await lookAt(db, { tenantId, areaId, at, looks: checks.of })
  const { rows } = await db.query<{ id: number; name: string }>(
    'select id, name from device where tenant_id = $1 and id = any($2::bigint[])',
    [tenantId, checks.of.flatMap(({ deviceId }) => deviceId ?? [])],
  )
  return looked.map(({ verdict, ordinal, seen }, nth): Judged => {
    const { deviceId } = checks.of[nth]!
    return { deviceId, deviceName: rows.find(({ id }) => id === deviceId)?.name ?? null, verdict, ordinal, seen: [...seen] }
  })
}
