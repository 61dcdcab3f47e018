import { type Kysely, sql } from 'kysely'
import type { Judged, RunReason } from '#contract/flows/run'
import { beginning, type Cursor } from '#machines/flows/cursor'
import { joined } from '#machines/flows/verdicts'
import type { Database } from '../../ground/database/schema.ts'
import { readGroups } from './circuits.ts'
import { asking, judgeChecks } from './looks.ts'
import type { OpenRun } from './openRuns.ts'
import type { NewTrace } from './traces.ts'

/** Flows may start each other so often in a row. */
const MOST_CHAINED = 5
/** So many wait for the end of a run of their flow. */
const MOST_WAITING = 3
const AGAIN_MS = 1000

export type Decided = { readonly begins: false } | { readonly begins: true; readonly cursor: Cursor; readonly traces: readonly NewTrace[] }

/** Whether a run that was asked for begins now, waits, or does not run; and why. The flow is locked. */
export async function decide(work: Kysely<Database>, run: OpenRun, now: number): Promise<Decided> {
  const { definition } = run
  if (run.stop !== null) return passOver(work, run, run.stop, [], now)
  if (!run.is_enabled || definition === null) return passOver(work, run, 'disabled', [], now)
  if (run.is_stopped) return passOver(work, run, 'emergencyStop', [], now)
  if (run.depth > MOST_CHAINED) return passOver(work, run, 'chain', [], now)
  const others = await sql<{ running: number; waiting: number }>`
    select (count(*) filter (where state = 'running'))::int as running, (count(*) filter (where state = 'waiting' and id < ${run.id}))::int as waiting
    from flow_run where tenant_id = ${run.tenant_id} and flow_id = ${run.flow_id} and id <> ${run.id} and state in ('waiting', 'running')`.execute(
    work,
  )
  const { running, waiting } = others.rows[0]!
  if (running > 0 || waiting > 0) {
    if (definition.whileRunning === 'skip' && running > 0) return passOver(work, run, 'alreadyRunning', [], now)
    if (definition.whileRunning === 'queue' && waiting >= MOST_WAITING) return passOver(work, run, 'alreadyRunning', [], now)
    if (definition.whileRunning === 'restart')
      await sql`update flow_run set stop = coalesce(stop, 'replaced'), look_at = ${now}
        where tenant_id = ${run.tenant_id} and flow_id = ${run.flow_id} and id < ${run.id} and state in ('waiting', 'running')`.execute(
        work,
      )
    await work
      .updateTable('flow_run')
      .set({ look_at: now + AGAIN_MS })
      .where('id', '=', run.id)
      .where('tenant_id', '=', run.tenant_id)
      .execute()
    return { begins: false }
  }
  if (run.exclusive && (await isGroupBusy(work, run))) return passOver(work, run, 'groupBusy', [], now)
  const traces: NewTrace[] = [{ what: 'began', path: null, facts: {} }]
  if (definition.only !== null) {
    const checks = await judgeChecks(asking(work), { tenantId: run.tenant_id, areaId: run.area_id, at: now }, definition.only)
    const verdict = joined(
      definition.only.join,
      checks.map((one) => one.verdict),
    )
    if (verdict !== 'yes') return passOver(work, run, verdict === 'no' ? 'conditionNo' : 'conditionUnknown', checks, now)
    traces.push({ what: 'checked', path: null, facts: { verdict, checks } })
  }
  const groups = await readGroups(work, { tenantId: run.tenant_id, areaId: run.area_id }, definition)
  const cursor = beginning(groups, now, definition.maxSeconds)
  await work
    .updateTable('flow_run')
    .set({ state: 'running', started_at: now, cursor: JSON.stringify(cursor), look_at: now })
    .where('id', '=', run.id)
    .where('tenant_id', '=', run.tenant_id)
    .execute()
  await work
    .updateTable('flow')
    .set({ run_state: 'running' })
    .where('id', '=', run.flow_id)
    .where('tenant_id', '=', run.tenant_id)
    .execute()
  return { begins: true, cursor, traces }
}

async function isGroupBusy(work: Kysely<Database>, run: OpenRun): Promise<boolean> {
  // Two of a group that begin at once: one after another.
  await sql`select id from flow_group where id = ${run.group_id} and tenant_id = ${run.tenant_id} for update`.execute(work)
  const { rows } = await sql<{ busy: boolean }>`select exists (select from flow_run r join flow f on f.id = r.flow_id
    where f.tenant_id = ${run.tenant_id} and f.group_id = ${run.group_id} and f.id <> ${run.flow_id} and r.state = 'running') as busy`.execute(
    work,
  )
  return rows[0]!.busy
}

/** It does not run. What was passed over for the same reason just before is one row with it, unless a person asked. */
async function passOver(work: Kysely<Database>, run: OpenRun, reason: RunReason, checks: readonly Judged[], now: number): Promise<Decided> {
  const { id, tenant_id: tenantId, flow_id: flowId, cause } = run
  if (cause.kind !== 'hand') {
    const { rows } = await sql<{
      id: number
    }>`update flow_run set times = times + 1, last_at = ${now}, checks = ${JSON.stringify(checks)}::jsonb
      where tenant_id = ${tenantId} and id = (
        select case when p.state = 'skipped' and p.reason = ${reason} and p.cause ->> 'kind' = ${cause.kind} and p.version = ${run.version}
          and p.cause ->> 'trigger' = ${String(cause.trigger)} then p.id end
        from flow_run p where p.tenant_id = ${tenantId} and p.flow_id = ${flowId} and p.id < ${id} and p.state not in ('waiting', 'running')
        order by p.at desc, p.id desc limit 1)
      returning id`.execute(work)
    if (rows.length > 0) {
      await sql`delete from flow_run where id = ${id} and tenant_id = ${tenantId}`.execute(work)
      return { begins: false }
    }
  }
  await sql`update flow_run set state = 'skipped', reason = ${reason}, checks = ${JSON.stringify(checks)}::jsonb, ended_at = ${now}, last_at = ${now},
    look_at = null where id = ${id} and tenant_id = ${tenantId}`.execute(work)
  return { begins: false }
}
