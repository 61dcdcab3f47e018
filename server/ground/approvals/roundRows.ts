import type { Selectable } from 'kysely'
import type { TaskState } from '#contract/approvals/approval'
import type { ApprovalStep, FormCode } from '#contract/approvals/definition'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import { notFound } from '../failure.ts'
import { post } from '../outbox/parcel.ts'
import type { DefinitionRow } from './definition.ts'
import type { Document } from './forms.ts'
import type { Effect, Round, RoundTask } from './round.ts'

export type Instance = Selectable<Database['approval_instance']>

/** Which document an approval is of; 404 where there is none to be shown. */
export async function documentOf(scope: Scope, instanceId: number): Promise<{ formCode: string; documentId: number }> {
  const found = await scope
    .select('approval_instance')
    .select(['form_code as formCode', 'third_id as documentId'])
    .where('id', '=', instanceId)
    .where('state', '<>', 'DELETED')
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** Locks an approval. Its document is locked before. */
export const lockInstance = (scope: Scope, instanceId: number): Promise<Instance> =>
  scope.select('approval_instance').selectAll('approval_instance').where('id', '=', instanceId).forUpdate().executeTakeFirstOrThrow()

/** The approval that asks a question; with `userId` only one that is, or was, on this user's desk. Undefined where there is none. */
export async function instanceOfTask(scope: Scope, taskId: number, userId?: number): Promise<number | undefined> {
  let tasks = scope.select('approval_task').select('instance_id').where('id', '=', taskId)
  if (userId !== undefined) tasks = tasks.where('assignee_id', '=', userId).where('state', '<>', 'WAITING')
  return (await tasks.executeTakeFirst())?.instance_id
}

/** What a definition says about nodes without people and about applicants who are asked. */
export const settingsOf = (scope: Scope, { definition_id: definitionId }: Instance) =>
  scope
    .select('approval_definition')
    .select(['when_nobody as whenNobody', 'when_applicant as whenApplicant'])
    .where('id', '=', definitionId)
    .executeTakeFirstOrThrow()

/** The present round of a locked approval. */
export async function readRound(scope: Scope, instance: Instance): Promise<Round> {
  const rows = await scope
    .select('approval_task')
    .selectAll('approval_task')
    .where('instance_id', '=', instance.id)
    .where('round', '=', instance.round)
    .orderBy('step')
    .orderBy('position')
    .orderBy('id')
    .execute()
  const hasCopies = instance.path.some(({ kind }) => kind === 'CC')
  const copies = hasCopies ? await scope.select('approval_copy').select('user_id').where('instance_id', '=', instance.id).execute() : []
  return {
    applicant: { userId: instance.applicant_id, realName: instance.applicant_name },
    path: instance.path,
    state: instance.state as Round['state'],
    step: instance.step,
    endedAt: instance.ended_at,
    tasks: rows.map((row) => ({
      id: row.id,
      step: row.step,
      nodeName: row.node_name,
      position: row.position,
      assignee: { userId: row.assignee_id, realName: row.assignee_name },
      state: row.state as TaskState,
      comment: row.comment,
      askedAt: row.asked_at,
      decidedAt: row.decided_at,
      overdueAt: row.overdue_at,
    })),
    copied: copies.map(({ user_id: userId }) => userId),
  }
}

/** Makes the approval of a document, or puts the one it has into its next round. The document is locked, so nobody else does. */
export async function beginRound(
  scope: Scope,
  given: {
    formCode: FormCode
    document: Document
    definition: DefinitionRow
    path: readonly ApprovalStep[]
    picked: Readonly<Record<string, readonly number[]>>
    now: number
  },
): Promise<Instance> {
  const { formCode, document, definition, path, picked, now } = given
  const begun = {
    document_code: document.code,
    area_id: document.areaId,
    definition_id: definition.id,
    path: JSON.stringify(path),
    picked: JSON.stringify(picked),
    step: 0,
    applicant_id: document.applicantId,
    applicant_name: document.applicantName,
    state: 'PENDING',
    started_at: now,
    ended_at: null,
  }
  const again = await scope
    .update('approval_instance')
    .set((eb) => ({ ...begun, round: eb('round', '+', 1) }))
    .where('form_code', '=', formCode)
    .where('third_id', '=', document.id)
    .returningAll('approval_instance')
    .executeTakeFirst()
  if (again) return again
  return scope
    .insert('approval_instance', [{ ...begun, form_code: formCode, third_id: document.id }])
    .returningAll()
    .executeTakeFirstOrThrow()
}

const columnsOf = ({ state, comment, askedAt, decidedAt, overdueAt }: RoundTask) => ({
  state,
  comment,
  asked_at: askedAt,
  decided_at: decidedAt,
  overdue_at: overdueAt,
})

/** Writes what became of questions, and new ones; answers the ids that these have now, by those they had. */
async function writeTasks(scope: Scope, instance: Instance, before: Round, after: Round, now: number): Promise<Map<number, number>> {
  const known = new Set(before.tasks)
  const touched = after.tasks.filter((task) => task.id > 0 && !known.has(task))
  // What is closed together is written together.
  for (const same of Map.groupBy(touched, (task) => JSON.stringify(columnsOf(task))).values()) {
    const ids = same.map(({ id }) => id)
    await scope.update('approval_task').set(columnsOf(same[0]!)).where('id', 'in', ids).execute()
  }
  const made = after.tasks.filter(({ id }) => id < 0)
  if (made.length === 0) return new Map()
  const rows = await scope
    .insert(
      'approval_task',
      made.map((task) => ({
        instance_id: instance.id,
        round: instance.round,
        step: task.step,
        node_id: instance.path[task.step]!.id,
        node_name: task.nodeName,
        kind: instance.path[task.step]!.kind,
        position: task.position,
        assignee_id: task.assignee.userId,
        assignee_name: task.assignee.realName,
        created_at: now,
        ...columnsOf(task),
      })),
    )
    .returning('id')
    .execute()
  return new Map(rows.map(({ id }, at) => [made[at]!.id, id]))
}

async function writeCopies(scope: Scope, { id }: Instance, userIds: readonly number[], now: number): Promise<void> {
  if (userIds.length === 0) return
  await scope
    .insert(
      'approval_copy',
      userIds.map((userId) => ({ instance_id: id, user_id: userId, created_at: now })),
    )
    .execute()
}

async function writeLines(scope: Scope, { id, round }: Instance, effects: readonly Effect[], now: number): Promise<void> {
  const lines = effects.flatMap((effect) => (effect.do === 'record' ? [effect.line] : []))
  if (lines.length === 0) return
  await scope
    .insert(
      'approval_record',
      lines.map(({ action, actor, nodeName = null, toName = null, comment = null, version = null }) => ({
        instance_id: id,
        round,
        at: now,
        action,
        actor_id: actor?.userId ?? null,
        actor_name: actor?.realName ?? null,
        node_name: nodeName,
        to_name: toName,
        comment,
        definition_version: version,
      })),
    )
    .execute()
}

/** Commits what users are to be told with what happened; approvalDoor.ts tells them. */
const postWords = (scope: Scope, instance: Instance, effects: readonly Effect[], ids: ReadonlyMap<number, number>, now: number) =>
  post(
    scope.raw,
    effects.flatMap((effect) => {
      if (effect.do !== 'tell') return []
      const { userId, what, taskId = null, message = null, node = '' } = effect.word
      const params = { code: instance.document_code, applicant: instance.applicant_name, node }
      const body = { processId: instance.id, taskId: taskId === null ? null : (ids.get(taskId) ?? taskId), what, message, params }
      return [{ kind: 'approval' as const, tenantId: scope.tenantId, userId, body }]
    }),
    now,
  )

/** Writes what became of a round and what follows from it, but for what moves its document. Answers the approval as it is now. */
export async function writeRound(
  scope: Scope,
  instance: Instance,
  { before, after, effects, now }: { before: Round; after: Round; effects: readonly Effect[]; now: number },
): Promise<Instance> {
  const ids = await writeTasks(scope, instance, before, after, now)
  await writeCopies(scope, instance, after.copied.slice(before.copied.length), now)
  const change = { state: after.state, step: after.step, ended_at: after.endedAt }
  await scope.update('approval_instance').set(change).where('id', '=', instance.id).execute()
  await writeLines(scope, instance, effects, now)
  await postWords(scope, instance, effects, ids, now)
  return { ...instance, ...change }
}
