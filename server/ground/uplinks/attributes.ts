import type pg from 'pg'
import { isKey } from '../ingest/foreign/keys.ts'

/** What a device says of itself, by name: these names, or (null) all. Throws while the database is away. */
export async function attributesOf(pool: pg.Pool, deviceId: number, names: readonly string[] | null): Promise<Record<string, unknown>> {
  if (names?.length === 0) return {}
  const { rows } = await pool.query<{ name: string; value: string }>(
    `select name, value from device_word where device_id = $1 and scope = 'attribute' and ($2::text[] is null or name = any($2))`,
    [deviceId, names?.filter(isKey) ?? null],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
}
