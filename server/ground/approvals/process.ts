import { type Selectable, sql } from 'kysely'
import type { ApprovalProcess, ApprovalTask, FlowStep, Person } from '#contract/approvals/approval'
import type { ApprovalStep, FormCode } from '#contract/approvals/definition'
import type { PermissionCode } from '#contract/core/call'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import { notFound } from '../failure.ts'
import type { Asking } from '../http/handler.ts'
import { documentAfter } from '#machines/approvals/document'
import type { ApprovalForm, Document } from './forms.ts'
import { formNameOf, processStateOf, reasonOf } from './items.ts'
import { approversOf, type Asked, peopleOf, type Settings } from './people.ts'

type Instance = Selectable<Database['approval_instance']>

/** Whether a user takes part in an approval: as its applicant, as someone who was or will be asked, or by a copy. */
export const isParty = (userId: number) => sql<boolean>`(approval_instance.applicant_id = ${userId}
  or exists (select from approval_task task where task.tenant_id = approval_instance.tenant_id and task.instance_id = approval_instance.id and task.assignee_id = ${userId})
  or exists (select from approval_copy copy where copy.tenant_id = approval_instance.tenant_id and copy.instance_id = approval_instance.id and copy.user_id = ${userId}))`

/** Whether one of the form's codes is held in a base: a role that names bases lends it there alone. */
export function holdsIn({ grant }: Pick<Asking, 'grant'>, code: PermissionCode, areaId: number | null): boolean {
  const areas = grant.areasFor([code])
  return areas == null || (areaId != null && areas.includes(areaId))
}

/** The instance, for those who take part in it and those who may read the form's documents of its base; 404 for all others. */
export async function visibleInstance(scope: Scope, asking: Asking, forms: readonly ApprovalForm[], id: number): Promise<Instance> {
  const row = await scope
    .select('approval_instance')
    .selectAll('approval_instance')
    .select(isParty(asking.caller.userId).as('party'))
    .where('approval_instance.id', '=', id)
    .where('approval_instance.state', '<>', 'DELETED')
    .executeTakeFirst()
  if (!row) throw notFound()
  const form = forms.find(({ formCode }) => formCode === row.form_code)
  if (!row.party && !(form && holdsIn(asking, form.readCode, row.area_id))) throw notFound()
  return row
}

/** People of nodes that are not reached yet, by what is known now. */
async function ahead(scope: Scope, node: ApprovalStep, asked: Asked, settings: Settings): Promise<Person[]> {
  return node.kind === 'CC' ? peopleOf(scope, node.who, node.id, asked) : ((await approversOf(scope, node, asked, settings)) ?? [])
}

/** The nodes that a document would go through if it were submitted now. */
export async function previewSteps(
  scope: Scope,
  path: readonly ApprovalStep[],
  document: Document,
  settings: Settings,
): Promise<FlowStep[]> {
  const asked: Asked = { applicantId: document.applicantId, areaId: document.areaId, picked: {} }
  const steps: FlowStep[] = []
  for (const node of path) {
    const pick = node.who.by === 'initiator'
    const people = pick ? [] : await ahead(scope, node, asked, settings)
    steps.push({ nodeId: node.id, name: node.name, kind: node.kind, state: 'ahead', people, pick })
  }
  return steps
}

/** Everything about one approval: nodes of the current round, tasks and records of all, and what the caller may do now. */
export async function describeProcess(scope: Scope, asking: Asking, form: ApprovalForm, instance: Instance): Promise<ApprovalProcess> {
  const { caller, language } = asking
  const tasks = await scope
    .select('approval_task')
    .leftJoin('app_user', 'app_user.id', 'approval_task.assignee_id')
    .selectAll('approval_task')
    .select(sql<string>`coalesce(app_user.real_name, approval_task.assignee_name)`.as('name'))
    .where('approval_task.instance_id', '=', instance.id)
    .orderBy('approval_task.round')
    .orderBy('approval_task.step')
    .orderBy('approval_task.position')
    .orderBy('approval_task.id')
    .execute()
  const records = await scope
    .select('approval_record')
    .selectAll('approval_record')
    .where('approval_record.instance_id', '=', instance.id)
    .orderBy('approval_record.id')
    .execute()
  const settings = await scope
    .select('approval_definition')
    .select(['version', 'when_nobody as whenNobody', 'when_applicant as whenApplicant'])
    .where('approval_definition.id', '=', instance.definition_id)
    .executeTakeFirstOrThrow()
  const asked: Asked = { applicantId: instance.applicant_id, areaId: instance.area_id, picked: instance.picked }

  const steps: FlowStep[] = []
  for (const [at, node] of instance.path.entries()) {
    const own = tasks.filter(({ round, step, state }) => round === instance.round && step === at && state !== 'TRANSFERRED')
    const state = stepState(instance, at)
    const people =
      own.length > 0
        ? own.map((task) => ({ userId: task.assignee_id, realName: task.name }))
        : state === 'ahead' || node.kind === 'CC'
          ? await ahead(scope, node, asked, settings)
          : []
    steps.push({ nodeId: node.id, name: node.name, kind: node.kind, state, people, pick: node.who.by === 'initiator' })
  }

  const pending = tasks.filter(({ state }) => state === 'PENDING')
  const isApplicant = instance.applicant_id === caller.userId
  const document = isApplicant && instance.state === 'REJECTED' ? await form.read(scope, instance.third_id) : null
  const mayResubmit =
    document != null &&
    holdsIn(asking, form.submitCode, instance.area_id) &&
    documentAfter(document.status, { type: 'document.resubmit', byApplicant: true, hasLines: document.hasLines }) != null
  return {
    id: instance.id,
    formCode: instance.form_code as FormCode,
    formName: formNameOf(language, instance.form_code),
    thirdId: instance.third_id,
    documentCode: instance.document_code,
    applicant: { userId: instance.applicant_id, realName: instance.applicant_name },
    state: instance.state as ApprovalProcess['state'],
    processState: processStateOf(instance.state),
    reason: reasonOf(instance.state),
    round: instance.round,
    definitionVersion: settings.version,
    startedAt: instance.started_at,
    endedAt: instance.ended_at,
    steps,
    tasks: tasks.map((task) => ({
      id: task.id,
      round: task.round,
      nodeId: task.node_id,
      nodeName: task.node_name,
      kind: task.kind as ApprovalTask['kind'],
      assignee: { userId: task.assignee_id, realName: task.name },
      state: task.state as ApprovalTask['state'],
      comment: task.comment,
      createdAt: task.created_at,
      decidedAt: task.decided_at,
    })),
    records: records.map((row) => ({
      id: row.id,
      at: row.at,
      round: row.round,
      action: row.action as ApprovalProcess['records'][number]['action'],
      actorId: row.actor_id,
      actorName: row.actor_name,
      nodeName: row.node_name,
      toName: row.to_name,
      comment: row.comment,
    })),
    next: pending.map((task) => ({ userId: task.assignee_id, realName: task.name })),
    may: {
      decide: pending.find((task) => task.assignee_id === caller.userId)?.id ?? null,
      withdraw: isApplicant && instance.state === 'PENDING',
      resubmit: mayResubmit,
    },
  }
}

function stepState({ state, step }: Instance, at: number): FlowStep['state'] {
  if (at < step) return 'passed'
  if (at > step) return 'ahead'
  if (state === 'PENDING') return 'open'
  return state === 'WITHDRAWN' ? 'closed' : 'rejected'
}
