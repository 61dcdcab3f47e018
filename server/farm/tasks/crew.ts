import type { Row } from '../../ground/crud/rules.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'

/** The workers that a user is, in the bases that the user sees. */
export async function workersOf(scope: Scope, userId: number): Promise<number[]> {
  const rows = await scope.select('worker').select('worker.id').where('worker.user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/**
 * Tells workers of a task, those who sign in, in the bell of each; never whoever did it. `what` is a word under `farm:task.told`. `now` in
 * ms UTC.
 */
export async function tellCrew(
  scope: Scope,
  by: number,
  row: Row,
  workers: readonly number[],
  what: 'given' | 'sentBack' | 'accepted' | 'cancelled' | 'ended' | 'repetitionEnded',
  now: number,
  /** Where to read on: the task itself, unless it is gone. */
  link = `/web/farm/task?open=${row.id}`,
): Promise<void> {
  if (workers.length === 0) return
  const people = await scope.raw
    .selectFrom('worker')
    .innerJoin('membership', (join) =>
      join.onRef('membership.user_id', '=', 'worker.user_id').onRef('membership.tenant_id', '=', 'worker.tenant_id'),
    )
    .select('membership.user_id as userId')
    .distinct()
    .where('worker.tenant_id', '=', scope.tenantId)
    .where('worker.id', 'in', workers)
    .where('membership.user_id', '<>', by)
    .execute()
  const params = { task: row['task_name'] as string, no: row['task_no'] as string }
  await post(
    scope.raw,
    people.map(({ userId }) =>
      messageTo(
        { tenantId: scope.tenantId, userId },
        { subject: `farm:task.told.${what}`, content: 'farm:task.told.content', params, link },
      ),
    ),
    now,
  )
}
