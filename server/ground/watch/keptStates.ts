import { CompiledQuery, type Kysely } from 'kysely'
import type { Kept } from '#machines/watch/evaluator'
import type { Database } from '../database/schema.ts'
import { type Entry, nameOf, type WatchName } from './entry.ts'
import type { Queryable } from './queryable.ts'

interface KeptState {
  readonly fingerprint: string
  readonly kept: Kept
}

/** What is kept of a tenant's watches, by name. */
export async function readKept(db: Queryable, tenantId: number): Promise<Map<string, KeptState>> {
  const { rows } = await db.query<{ kind: string; rule_id: number; device_id: number; ordinal: number; fingerprint: string; kept: Kept }>(
    'select kind, rule_id, device_id, ordinal, fingerprint, kept from watch_state where tenant_id = $1',
    [tenantId],
  )
  return new Map(
    rows.map(({ kind, rule_id: ruleId, device_id: deviceId, ordinal, ...state }) => [nameOf({ kind, ruleId, deviceId, ordinal }), state]),
  )
}

/** As it is now: a row to be written, which does not change with its entry. */
export const keptRow = ({ kind, ruleId, deviceId, ordinal, fingerprint, evaluator, tellsLoss }: Entry) => ({
  kind,
  rule_id: ruleId,
  device_id: deviceId,
  ordinal,
  fingerprint,
  kept: evaluator.kept(),
  tells_loss: tellsLoss,
})
export type KeptRow = ReturnType<typeof keptRow>

export async function writeKept(work: Kysely<Database>, tenantId: number, rows: readonly KeptRow[], now: number): Promise<void> {
  if (rows.length === 0) return
  await work.executeQuery(
    CompiledQuery.raw(
      `insert into watch_state (tenant_id, kind, rule_id, device_id, ordinal, fingerprint, kept, tells_loss, kept_at)
       select $1, n.*, $3 from jsonb_to_recordset($2::jsonb) as n(kind text, rule_id bigint, device_id bigint, ordinal int, fingerprint text, kept jsonb, tells_loss boolean)
       order by kind, rule_id, device_id, ordinal
       on conflict (tenant_id, kind, rule_id, device_id, ordinal)
       do update set fingerprint = excluded.fingerprint, kept = excluded.kept, tells_loss = excluded.tells_loss, kept_at = excluded.kept_at`,
      [tenantId, JSON.stringify(rows), Math.floor(now)],
    ),
  )
}

/** Of what is watched no more nothing is kept. */
export async function forgetKept(work: Kysely<Database>, tenantId: number, names: readonly WatchName[]): Promise<void> {
  if (names.length === 0) return
  const rows = names.map(({ kind, ruleId, deviceId, ordinal }) => ({ kind, rule_id: ruleId, device_id: deviceId, ordinal }))
  await work.executeQuery(
    CompiledQuery.raw(
      `delete from watch_state s using jsonb_to_recordset($2::jsonb) as n(kind text, rule_id bigint, device_id bigint, ordinal int)
       where s.tenant_id = $1 and s.kind = n.kind and s.rule_id = n.rule_id and s.device_id = n.device_id and s.ordinal = n.ordinal`,
      [tenantId, JSON.stringify(rows)],
    ),
  )
}
