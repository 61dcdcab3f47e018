import { sql } from 'kysely'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'

/** One leader of a line: who was named for the person below, or who leads a unit. */
export interface Leader {
  readonly userId: number
  readonly unitId: number | null
}

/**
 * The leaders above a person, the nearest first, at most `most`: who was named for them alone, else whoever leads their unit, else the nearest
 * unit above that somebody else leads. A line that comes back to anybody ends there. Who was named stands in it even after leaving; who leads
 * a unit only while they may sign in.
 */
export async function lineOf(scope: Scope, userId: number, most: number): Promise<Leader[]> {
  const { rows } = await sql<{ user_id: number; unit_id: number | null }>`
    with recursive line (user_id, unit_id, level, seen) as (
      select ${userId}::bigint, null::bigint, 0, array[${userId}::bigint]
      union all
      select next.user_id, next.unit_id, line.level + 1, line.seen || next.user_id from line cross join lateral (
        (select named.leader_id as user_id, null::bigint as unit_id from leader_line named
          where named.tenant_id = ${scope.tenantId} and named.user_id = line.user_id)
        union all
        (with recursive above (id, parent_id, leader_id, distance) as (
          select unit.id, unit.parent_id, unit.leader_id, 0 from membership place
            join org_unit unit on unit.tenant_id = place.tenant_id and unit.id = place.unit_id
            where place.tenant_id = ${scope.tenantId} and place.user_id = line.user_id
          union all
          select unit.id, unit.parent_id, unit.leader_id, above.distance + 1 from above
            join org_unit unit on unit.tenant_id = ${scope.tenantId} and unit.id = above.parent_id
        )
        select above.leader_id, above.id from above
          join membership leads on leads.tenant_id = ${scope.tenantId} and leads.user_id = above.leader_id
          join app_user leader on leader.id = above.leader_id and leader.enabled
          where above.leader_id <> line.user_id order by above.distance limit 1)
        limit 1
      ) next
      where line.level < ${most} and next.user_id <> all (line.seen)
    )
    select user_id, unit_id from line where level > 0 order by level`.execute(scope.raw)
  return rows.map(({ user_id: leaderId, unit_id: unitId }) => ({ userId: leaderId, unitId }))
}

/** One change of a tenant's organisation at a time: two at once could close a ring that neither sees. */
export const oneChange = (scope: Scope) =>
  sql`select pg_advisory_xact_lock(hashtext('furrow.organization ' || ${String(scope.tenantId)}))`.execute(scope.raw)

/** Every line is shorter than this. */
const LONGEST = 10_000

/** Names a leader for a person alone, or with null takes it back; the caller has `oneChange`, and knows that both are of the tenant. */
export async function nameLeader(scope: Scope, userId: number, leaderId: number | null): Promise<void> {
  const before = await scope
    .select('leader_line')
    .select('leader_line.leader_id')
    .where('leader_line.user_id', '=', userId)
    .executeTakeFirst()
  if ((before?.leader_id ?? null) === leaderId) return
  await scope.remove('leader_line').where('user_id', '=', userId).execute()
  if (leaderId === null) return
  if (leaderId === userId || (await lineOf(scope, leaderId, LONGEST)).some((above) => above.userId === userId))
    throw new CallFailure('error.approval.leaderLoop')
  await scope.insert('leader_line', [{ user_id: userId, leader_id: leaderId }]).execute()
}
