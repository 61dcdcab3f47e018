import type { Queryable } from './queryable.ts'

/** What the devices are called that something was found at, by id. */
export async function deviceNames(
  pool: Queryable,
  tenantId: number,
  found: readonly { readonly deviceId: number }[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'select id, name from device where tenant_id = $1 and id = any($2::bigint[])',
    [tenantId, [...new Set(found.map(({ deviceId }) => deviceId))]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
