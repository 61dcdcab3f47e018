import type { Ask } from '../repository.ts'

const WRITE = `insert into manual_hold (switch_id, tenant_id, user_id, held_until) values ($1, $2, $3, $4)
  on conflict (switch_id) do update set user_id = excluded.user_id, held_until = excluded.held_until`
const END = 'delete from manual_hold where switch_id = $1 and tenant_id = $2'

/** Holds a circuit until then (ms UTC), whoever held it; null gives it back. */
export async function writeHold(
  ask: Ask,
  of: { readonly tenantId: number; readonly switchId: number },
  hold: { readonly userId: number | null; readonly until: number } | null,
): Promise<void> {
  if (hold === null) await ask(END, [of.switchId, of.tenantId])
  else await ask(WRITE, [of.switchId, of.tenantId, hold.userId, hold.until])
}
