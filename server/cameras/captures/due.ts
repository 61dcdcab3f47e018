import { type Kysely, sql } from 'kysely'
import { TRIED_FOR_MS } from '#contract/cameras/capture'
import type { Database } from '../../ground/database/schema.ts'
import { nextDue, type Timing } from './dueMoments.ts'

/** Plans looked at together, and due pictures of one plan that are written together; what is left comes a second later. */
const PLANS_AT_ONCE = 200
const DUES_AT_ONCE = 100

interface PlanRow extends Timing {
  readonly id: number
  readonly tenant_id: number
  readonly device_id: number
  readonly zone: string
  readonly next_at: number | null
  readonly time_zone: string
}

/**
 * Gives every picture that has become due its row, before anything is taken: of a plan and a moment there is one. What was due while no server ran
 * is missed where that is too long ago.
 */
export async function writeDue(work: Kysely<Database>, now: number): Promise<void> {
  const { rows } = await sql<PlanRow>`select p.*, t.time_zone from capture_plan p join tenant t on t.id = p.tenant_id
    where p.enabled_flag = 1 and (p.next_at <= ${now} or p.zone <> t.time_zone) order by p.next_at nulls last, p.id
    limit ${PLANS_AT_ONCE} for update of p`.execute(work)
  for (const plan of rows) {
    const dues: number[] = []
    // By another clock than it was planned by, its moments are others from now on.
    let next = plan.zone === plan.time_zone ? plan.next_at : nextDue(plan, plan.time_zone, now)
    while (next !== null && next <= now && dues.length < DUES_AT_ONCE) {
      dues.push(next)
      next = nextDue(plan, plan.time_zone, next)
    }
    if (dues.length > 0)
      await sql`insert into capture (tenant_id, device_id, plan_id, due_at, state, again_at, why)
        select ${plan.tenant_id}::bigint, ${plan.device_id}::bigint, ${plan.id}::bigint, due, case when due < ${now - TRIED_FOR_MS} then 'missed' else 'due' end,
          case when due >= ${now - TRIED_FOR_MS} then ${now}::bigint end, case when due < ${now - TRIED_FOR_MS} then 'server' end
        from unnest(${dues}::bigint[]) as due on conflict (plan_id, due_at) do nothing`.execute(work)
    await sql`update capture_plan set next_at = ${next}, zone = ${plan.time_zone} where id = ${plan.id}`.execute(work)
  }
}
