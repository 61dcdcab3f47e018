import { sql } from 'kysely'
import type { Context } from '../../ground/contents.ts'
import type { Row } from '../../ground/crud/rules.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { say } from '../../ground/words.ts'
import { issueDiffers, issueStands } from './materials.ts'

type Found = { readonly fault: 'noPlot' | 'noStore' | 'refused'; readonly said?: string } | { readonly documentId: number }

/** The store of a base that has the most of what a task uses; of several the oldest. */
async function storeFor({ raw, tenantId }: Scope, taskId: number, areaId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select store.id from store left join task_material line on line.task_id = ${taskId}
      left join stock_balance balance on balance.tenant_id = store.tenant_id and balance.store_id = store.id and balance.product_id = line.product_id
        and not balance.transit
    where store.tenant_id = ${tenantId} and store.area_id = ${areaId} and store.enabled_flag = 1
    group by store.id
    order by count(*) filter (where balance.on_hand - balance.reserved >= line.quantity) desc,
      count(*) filter (where balance.on_hand - balance.reserved > 0) desc, store.id limit 1`.execute(raw)
  return rows[0]?.id ?? null
}

/** What stands on the plot is what the issue is for. */
async function batchStanding(scope: Scope, { batch_id: batchId, land_id: landId }: Row): Promise<number | null> {
  if (batchId === null) return null
  const standing = await scope
    .select('batch')
    .select('batch.id')
    .where('batch.id', '=', batchId as number)
    .where('batch.land_id', '=', landId as number)
    .where('batch.batch_state', 'in', ['growing', 'harvesting'])
    .executeTakeFirst()
  return standing?.id ?? null
}

async function drafted(context: Context, scope: Scope, asking: Asking, row: Row): Promise<Found> {
  const [areaId, landId] = [row['area_id'] as number, row['land_id'] as number | null]
  if (landId === null) return { fault: 'noPlot' }
  const storeId = await storeFor(scope, row.id, areaId)
  if (storeId === null) return { fault: 'noStore' }
  const materials = await scope
    .select('task_material')
    .select(['task_material.product_id', 'task_material.quantity'])
    .where('task_material.task_id', '=', row.id)
    .orderBy('task_material.nth')
    .execute()
  const lines = materials.map((line) => ({
    productId: line.product_id,
    unitKind: 'stock' as const,
    quantity: line.quantity,
    lotNo: null,
    remark: null,
  }))
  const title = `${row['task_no'] as string} ${row['task_name'] as string}`.slice(0, 60).toWellFormed()
  const batchId = await batchStanding(scope, row)
  const body = { title, areaId, landId, batchId, storeId, sourceId: null, remark: null, attachments: [], lines }
  // A rule of the issue may refuse it: the task is finished all the same, and says so.
  await sql`savepoint task_issue`.execute(scope.raw)
  try {
    const { id } = await context.approvals.formOf('materialShipment').draft!(context, asking, scope, body)
    await sql`release savepoint task_issue`.execute(scope.raw)
    return { documentId: id }
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause
    await sql`rollback to savepoint task_issue`.execute(scope.raw)
    const words = Object.values(cause.fields ?? {})[0] ?? say(asking.language, `errors:${cause.code}`, cause.params)
    return { fault: 'refused', said: words }
  }
}

const standingIssue = (scope: Scope, taskId: number) =>
  scope
    .select('task_issue')
    .innerJoin('document', 'document.id', 'task_issue.document_id')
    .select(['document.id', 'document.audit_status', 'document.applicant_id', 'document.area_id', 'document.land_id', 'document.batch_id'])
    .select(issueDiffers.as('differs'))
    .where('task_issue.task_id', '=', taskId)
    .where(issueStands)
    .executeTakeFirst()

/** The draft of a task's issue becomes the caller's, where it is somebody else's: only who applies submits. Answers its id where it did. */
export async function takeOver(scope: Scope, { caller: { userId } }: Asking, taskId: number): Promise<number | null> {
  const issue = await standingIssue(scope, taskId)
  if (!issue || issue.audit_status !== 'draft' || issue.applicant_id === userId) return null
  // Its task may have been moved to another base since: the draft is of the base in which it was made.
  if (issue.area_id === null || !scope.sees(issue.area_id)) throw new CallFailure('error.permission.denied')
  const { real_name: name } = await scope.raw.selectFrom('app_user').select('real_name').where('id', '=', userId).executeTakeFirstOrThrow()
  const taken = await scope
    .update('document')
    .set((eb) => ({ applicant_id: userId, applicant_name: name, object_version_number: eb('object_version_number', '+', 1) }))
    .where('document.id', '=', issue.id)
    .where('document.audit_status', '=', 'draft')
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n ? issue.id : null
}

/**
 * Drafts the issue of what a task uses, in the name of who finishes it, whatever that person may do with issues: nothing leaves a store by a
 * draft. The task is held. Where one stands already that one stays. Answers the id of a new draft.
 */
export async function draftIssue(context: Context, scope: Scope, asking: Asking, row: Row): Promise<number | null> {
  const uses = await scope.select('task_material').select('task_material.id').where('task_material.task_id', '=', row.id).limit(1).execute()
  if (uses.length === 0) return null
  if (await standingIssue(scope, row.id)) return null
  const found = await drafted(context, scope, asking, row)
  const columns =
    'documentId' in found
      ? { document_id: found.documentId, fault: null, said: null }
      : { document_id: null, fault: found.fault, said: found.said ?? null }
  await scope
    .insert('task_issue', [{ task_id: row.id, ...columns }])
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(columns))
    .execute()
  return columns.document_id
}

/**
 * Takes the draft of a task's issue away where the task was finished otherwise since: of other goods, on another plot, for another batch. What was
 * submitted stays, and says that it differs. The task is held. Answers the id of what went.
 */
export async function dropOldDraft(context: Context, scope: Scope, row: Row): Promise<number | null> {
  const issue = await standingIssue(scope, row.id)
  // A draft of a base that whoever finishes does not see is left to that base.
  if (!issue || issue.audit_status !== 'draft' || issue.area_id === null || !scope.sees(issue.area_id)) return null
  const isSame =
    !issue.differs &&
    issue.area_id === row['area_id'] &&
    issue.land_id === row['land_id'] &&
    (issue.batch_id === row['batch_id'] || issue.batch_id === (await batchStanding(scope, row)))
  if (isSame || !(await context.approvals.formOf('materialShipment').discard!(context, scope, issue.id))) return null
  await scope.remove('task_issue').where('task_issue.task_id', '=', row.id).execute()
  return issue.id
}
