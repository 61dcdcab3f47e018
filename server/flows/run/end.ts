import { type Kysely, sql } from 'kysely'
import type { RunReason } from '#contract/flows/run'
import { runPath } from '#contract/flows/pages'
import type { Effect } from '#machines/flows/advance'
import type { Database } from '../../ground/database/schema.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'
import type { OpenRun } from './openRuns.ts'
import { type Start, writeStarts } from './start.ts'

/** Failures that nobody asked for: whoever arranged the flow is told. */
const TOLD: readonly RunReason[] = ['tooLong', 'commandFailed', 'unknown', 'waitedTooLong', 'gone']

/** A run ends: what it had is free, what waits for its end starts, and who arranged it is told of a failure. */
export async function end(
  work: Kysely<Database>,
  run: OpenRun,
  { state, reason, path }: { state: 'success' | 'failed'; reason: RunReason | null; path: number[] | null },
  now: number,
): Promise<void> {
  const { id, tenant_id: tenantId, flow_id: flowId } = run
  await work
    .updateTable('flow_run')
    .set({ state, reason, ended_at: now, last_at: now, look_at: null, cursor: null, path })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .execute()
  await sql`update flow set run_state = case when enabled_flag = 1 then ${state} end where id = ${flowId} and tenant_id = ${tenantId}`.execute(
    work,
  )
  await sql`delete from flow_claim where run_id = ${id} and tenant_id = ${tenantId}`.execute(work)
  const { rows } = await sql<{ flow_id: number; nth: number }>`select flow_id, nth from flow_trigger
    where tenant_id = ${tenantId} and area_id = ${run.area_id} and kind = 'flow' and (spec ->> 'flowId')::bigint = ${flowId}
      and spec ->> 'on' in ('ended', ${state}) order by id`.execute(work)
  const starts = rows.map((one): Start => ({
    flowId: one.flow_id,
    cause: { kind: 'flow', trigger: one.nth, runId: id, name: run.flow_name },
    onceKey: `flow/${one.nth}/${id}`,
    depth: run.depth + 1,
  }))
  await writeStarts(work, tenantId, starts, now)
  const toldTo = run.user_id ?? run.author_id
  if (reason !== null && TOLD.includes(reason) && toldTo !== null)
    await post(
      work,
      [
        messageTo(
          { tenantId, userId: toldTo },
          {
            subject: 'notices:flow.failed.subject',
            content: `notices:flow.failed.${reason}`,
            params: { flow: run.flow_name },
            severity: 'warning',
            link: runPath(id),
            key: `flow run ${id}`,
          },
        ),
      ],
      now,
    )
}

/** What a flow says to people, in its own words. */
export async function postNotices(
  work: Kysely<Database>,
  run: OpenRun,
  notices: readonly Extract<Effect, { type: 'notify' }>[],
  now: number,
): Promise<void> {
  if (notices.length === 0) return
  const { rows } = await sql<{ id: number }>`select u.user_id as id from membership u where u.tenant_id = ${run.tenant_id}
    and u.user_id = any(${[...new Set(notices.flatMap(({ userIds }) => userIds))]}::bigint[])`.execute(work)
  const known = new Set(rows.map(({ id }) => id))
  await post(
    work,
    notices.flatMap(({ userIds, text }) =>
      userIds
        .filter((userId) => known.has(userId))
        .map((userId) =>
          messageTo(
            { tenantId: run.tenant_id, userId },
            {
              subject: 'notices:flow.says.subject',
              content: 'notices:flow.says.content',
              params: { flow: run.flow_name, text },
              link: runPath(run.id),
            },
          ),
        ),
    ),
    now,
  )
}
