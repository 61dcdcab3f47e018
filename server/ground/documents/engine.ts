import type { Selectable } from 'kysely'
import type { ApprovalRecord, Person, TaskState } from '#contract/approvals/approval'
import type { ApprovalStep, FormCode } from '#contract/approvals/definition'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import { CallFailure, notFound } from '../failure.ts'
import type { Language } from '../words.ts'
import { post } from '../outbox/parcel.ts'
import { currentDefinition, type DefinitionRow } from './definition.ts'
import { pathOf, verdictOf } from './flow.ts'
import type { ApprovalForm, Document } from './forms.ts'
import { administratorsOf, approversOf, type Asked, membersAmong, peopleOf } from './people.ts'

export type Instance = Selectable<Database['approval_instance']>
type Task = Selectable<Database['approval_task']>
type Picked = Readonly<Record<string, readonly number[]>>

const OPEN = ['WAITING', 'PENDING'] as const

/**
 * The approval engine. Every function runs inside the caller's transaction and changes the business document and its approval
 * together. The document's row is locked first, then the instance's: so two last approvers, a withdrawal and a removed user come one
 * after another, and a node is counted by one of them at a time.
 */
export interface Engine {
  /** Submits a draft, or a rejected document again in a new round. */
  submit(
    scope: Scope,
    given: { formCode: FormCode; documentId: number; userId: number; picked: Picked; again: boolean; language: Language },
  ): Promise<Instance>
  /** One decision of one task by its assignee; 409 error.approval.handled where it was decided before. */
  decide(scope: Scope, given: { taskId: number; userId: number; verdict: 'approve' | 'reject'; comment: string | null }): Promise<Instance>
  transfer(scope: Scope, given: { taskId: number; userId: number; toUserId: number; comment: string | null }): Promise<Instance>
  withdraw(scope: Scope, given: { instanceId: number; userId: number; comment: string | null }): Promise<Instance>
  /** Gives one open task of a person who left the tenant to the tenant's administrator. Answers the approval that moved. */
  replace(scope: Scope, taskId: number): Promise<Instance | 'nobody' | null>
  /** Says that a task lay longer than its node allows: once, to its assignee or by giving it to the administrator. */
  overdue(scope: Scope, taskId: number): Promise<Instance | null>
  /** The document is gone: its approval is no longer shown. Call with the document locked. */
  forget(scope: Scope, formCode: FormCode, documentId: number): Promise<void>
}

export function createEngine(given: { forms: readonly ApprovalForm[]; clock: () => number }): Engine {
  const { clock } = given
  const formOf = (formCode: string): ApprovalForm => {
    const form = given.forms.find((one) => one.formCode === formCode)
    if (!form) throw new Error(`no form ${formCode} is known to the approval engine`)
    return form
  }

  /** Locks the document of an instance, then the instance itself. */
  async function lockInstance(scope: Scope, instanceId: number): Promise<{ instance: Instance; form: ApprovalForm; document: Document }> {
    const found = await scope
      .select('approval_instance')
      .select(['form_code', 'third_id'])
      .where('id', '=', instanceId)
      .where('state', '<>', 'DELETED')
      .executeTakeFirst()
    if (!found) throw notFound()
    const form = formOf(found.form_code)
    const document = await form.lock(scope, found.third_id)
    if (!document) throw notFound()
    const instance = await scope
      .select('approval_instance')
      .selectAll('approval_instance')
      .where('id', '=', instanceId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    return { instance, form, document }
  }

  type Line = Partial<Omit<Database['approval_record'], 'id' | 'tenant_id'>> & { action: ApprovalRecord['action'] }
  const record = async (scope: Scope, { id, round }: Pick<Instance, 'id' | 'round'>, lines: readonly Line[]): Promise<void> => {
    if (lines.length === 0) return
    await scope
      .insert(
        'approval_record',
        lines.map((line) => ({ instance_id: id, round, at: clock(), ...line })),
      )
      .execute()
  }

  type Word = { userId: number; what: 'arrived' | 'closed' | 'copied' | 'moved'; taskId?: number; message?: string; node?: string }
  /** Commits what users are to be told with what happened; approvalDoor.ts tells them. */
  async function tell(scope: Scope, instance: Instance, words: readonly Word[]): Promise<void> {
    await post(
      scope.raw,
      words.map(({ userId, what, taskId = null, message = null, node = '' }) => ({
        kind: 'approval',
        tenantId: scope.tenantId,
        userId,
        body: {
          processId: instance.id,
          taskId,
          what,
          message,
          params: { code: instance.document_code, applicant: instance.applicant_name, node },
        },
      })),
      clock(),
    )
  }

  const tasksOfStep = (scope: Scope, { id, round }: Instance, step: number): Promise<Task[]> =>
    scope
      .select('approval_task')
      .selectAll('approval_task')
      .where('instance_id', '=', id)
      .where('round', '=', round)
      .where('step', '=', step)
      .orderBy('position')
      .orderBy('id')
      .execute()

  /** Closes what is still open in the round without a decision, and tells those who were asked. */
  async function closeOpen(scope: Scope, instance: Instance): Promise<void> {
    const closed = await scope
      .update('approval_task')
      .set({ state: 'DONE', decided_at: clock() })
      .where('instance_id', '=', instance.id)
      .where('round', '=', instance.round)
      .where('state', 'in', OPEN)
      .returning(['id', 'assignee_id'])
      .execute()
    await tell(
      scope,
      instance,
      closed.map((task) => ({ userId: task.assignee_id, what: 'closed' })),
    )
  }

  async function put(scope: Scope, instance: Instance, change: Partial<Pick<Instance, 'state' | 'step' | 'ended_at'>>): Promise<void> {
    await scope.update('approval_instance').set(change).where('id', '=', instance.id).execute()
    Object.assign(instance, change)
  }

  async function end(scope: Scope, instance: Instance, form: ApprovalForm, document: Document, isApproved: boolean): Promise<void> {
    await closeOpen(scope, instance)
    await put(scope, instance, {
      state: isApproved ? 'APPROVED' : 'REJECTED',
      ended_at: clock(),
      ...(isApproved ? { step: instance.path.length } : {}),
    })
    await form.move(scope, document, { type: isApproved ? 'document.approve' : 'document.reject' }, clock())
    if (isApproved) await record(scope, instance, [{ action: 'completed' }])
    await tell(scope, instance, [{ userId: instance.applicant_id, what: 'moved', message: isApproved ? 'approved' : 'rejected' }])
  }

  async function copy(scope: Scope, instance: Instance, node: ApprovalStep, asked: Asked): Promise<void> {
    const people = (await peopleOf(scope, node.who, node.id, asked)).filter(({ userId }) => userId !== instance.applicant_id)
    if (people.length === 0) return
    const made = await scope
      .insert(
        'approval_copy',
        people.map(({ userId }) => ({ instance_id: instance.id, user_id: userId, created_at: clock() })),
      )
      // One copy gives the whole approval to read: a later node or round needs no second one.
      .onConflict((conflict) => conflict.columns(['instance_id', 'user_id']).doNothing())
      .returning('user_id')
      .execute()
    const fresh = new Set(made.map((row) => row.user_id))
    await record(
      scope,
      instance,
      people
        .filter(({ userId }) => fresh.has(userId))
        .map(({ realName }) => ({ action: 'copied', node_name: node.name, to_name: realName })),
    )
    await tell(
      scope,
      instance,
      [...fresh].map((userId) => ({ userId, what: 'copied', message: 'copied', node: node.name })),
    )
  }

  async function open(scope: Scope, instance: Instance, node: ApprovalStep, people: readonly Person[]): Promise<void> {
    const asksAll = node.kind !== 'SEQUENTIAL'
    const made = await scope
      .insert(
        'approval_task',
        people.map(({ userId, realName }, at) => ({
          instance_id: instance.id,
          round: instance.round,
          step: instance.step,
          node_id: node.id,
          node_name: node.name,
          kind: node.kind,
          position: at,
          assignee_id: userId,
          assignee_name: realName,
          state: asksAll || at === 0 ? 'PENDING' : 'WAITING',
          created_at: clock(),
          asked_at: asksAll || at === 0 ? clock() : null,
        })),
      )
      .returning(['id', 'assignee_id', 'state'])
      .execute()
    await tell(
      scope,
      instance,
      made.filter(({ state }) => state === 'PENDING').map(({ id, assignee_id }) => arrival(assignee_id, id, node.name)),
    )
  }
  const arrival = (userId: number, taskId: number, node: string): Word => ({ userId, what: 'arrived', taskId, message: 'waiting', node })

  const settingsOf = (scope: Scope, { definition_id: definitionId }: Instance) =>
    scope
      .select('approval_definition')
      .select(['when_nobody as whenNobody', 'when_applicant as whenApplicant'])
      .where('id', '=', definitionId)
      .executeTakeFirstOrThrow()

  /** Opens the nodes from `step` on until one waits for people; at the end of the path the document is approved. */
  async function advance(scope: Scope, instance: Instance, form: ApprovalForm, document: Document, step: number): Promise<void> {
    const settings = await settingsOf(scope, instance)
    const asked: Asked = { applicantId: instance.applicant_id, areaId: instance.area_id, picked: instance.picked }
    for (let at = step; at < instance.path.length; at++) {
      const node = instance.path[at]!
      if (node.kind === 'CC') {
        await copy(scope, instance, node, asked)
        continue
      }
      const people = await approversOf(scope, node, asked, settings)
      if (people == null) throw new CallFailure('error.approval.nobody', { node: node.name })
      if (people.length === 0) {
        await record(scope, instance, [{ action: 'passed', node_name: node.name }])
        continue
      }
      await put(scope, instance, { step: at })
      await open(scope, instance, node, people)
      return
    }
    await end(scope, instance, form, document, true)
  }

  /** Counts the open node anew, under the instance's lock, and goes on where it is decided. */
  async function settle(scope: Scope, instance: Instance, form: ApprovalForm, document: Document): Promise<void> {
    const node = instance.path[instance.step]!
    const tasks = await tasksOfStep(scope, instance, instance.step)
    const verdict = verdictOf(
      node.kind,
      tasks.map(({ id, state }) => ({ id, state: state as TaskState })),
    )
    if (verdict.is === 'rejected') return end(scope, instance, form, document, false)
    if (verdict.is === 'passed') {
      await closeOpen(scope, instance)
      await tell(scope, instance, [{ userId: instance.applicant_id, what: 'moved' }])
      return advance(scope, instance, form, document, instance.step + 1)
    }
    // Part of a node is news to its applicant, too: who decided, and who is waited for now.
    await tell(scope, instance, [{ userId: instance.applicant_id, what: 'moved' }])
    if (verdict.next == null) return
    await scope
      .update('approval_task')
      .set({ state: 'PENDING', asked_at: clock() })
      .where('id', '=', verdict.next)
      .where('state', '=', 'WAITING')
      .execute()
    const next = tasks.find(({ id }) => id === verdict.next)!
    await tell(scope, instance, [arrival(next.assignee_id, next.id, node.name)])
  }

  /** The one way in which a task is decided: of any number of tries one changes a row, the others find it changed. */
  async function closeTask(
    scope: Scope,
    { taskId, userId, state, comment }: { taskId: number; userId: number; state: TaskState; comment: string | null },
  ): Promise<Task> {
    const closed = await scope
      .update('approval_task')
      .set({ state, comment, decided_at: clock() })
      .where('id', '=', taskId)
      .where('assignee_id', '=', userId)
      .where('state', '=', 'PENDING')
      .returningAll('approval_task')
      .executeTakeFirst()
    if (!closed) throw new CallFailure('error.approval.handled')
    return closed
  }

  /** The instance of a task that is, or was, on the user's desk; 404 for every other. */
  async function instanceOfTask(scope: Scope, taskId: number, userId: number): Promise<number> {
    const task = await scope
      .select('approval_task')
      .select('instance_id')
      .where('id', '=', taskId)
      .where('assignee_id', '=', userId)
      .where('state', '<>', 'WAITING')
      .executeTakeFirst()
    if (!task) throw notFound()
    return task.instance_id
  }

  async function checkPicked(scope: Scope, path: readonly ApprovalStep[], picked: Picked): Promise<void> {
    const ids = [...new Set(Object.values(picked).flat())]
    if ((await membersAmong(scope, ids)).length < ids.length) throw new CallFailure('error.approval.userUnknown')
    const missing = path.find(
      ({ id, kind, who }) => who.by === 'initiator' && kind !== 'CC' && !(Object.hasOwn(picked, id) && picked[id]!.length > 0),
    )
    if (missing) throw new CallFailure('error.approval.pickNeeded', { node: missing.name })
  }

  return {
    async submit(scope, { formCode, documentId, userId, picked, again, language }) {
      const form = formOf(formCode)
      const document = await form.lock(scope, documentId)
      if (!document) throw notFound()
      const byApplicant = document.applicantId === userId
      if (!byApplicant) throw new CallFailure('error.approval.notApplicant')
      const definition = await currentDefinition(scope, formCode, clock(), language)
      const path = pathOf(definition.nodes, document.facts)
      // The document's machine refuses first: who may not submit is not told whom to pick.
      await form.move(
        scope,
        document,
        { type: again ? 'document.resubmit' : 'document.submit', byApplicant, hasLines: document.hasLines },
        clock(),
      )
      await checkPicked(scope, path, picked)
      const instance = await beginRound(scope, { form, document, definition, path, picked })
      await record(scope, instance, [
        {
          action: instance.round === 1 ? 'submitted' : 'resubmitted',
          actor_id: userId,
          actor_name: document.applicantName,
          definition_version: definition.version,
        },
      ])
      await advance(scope, instance, form, { ...document, status: 'submitted' }, 0)
      return instance
    },

    async decide(scope, { taskId, userId, verdict, comment }) {
      const { instance, form, document } = await lockInstance(scope, await instanceOfTask(scope, taskId, userId))
      const isApproved = verdict === 'approve'
      const task = await closeTask(scope, { taskId, userId, state: isApproved ? 'APPROVED' : 'REJECTED', comment })
      await record(scope, instance, [
        {
          action: isApproved ? 'approved' : 'rejected',
          actor_id: userId,
          actor_name: task.assignee_name,
          node_name: task.node_name,
          comment,
        },
      ])
      await tell(scope, instance, [{ userId, what: 'closed' }])
      await settle(scope, instance, form, document)
      return instance
    },

    async transfer(scope, { taskId, userId, toUserId, comment }) {
      const { instance } = await lockInstance(scope, await instanceOfTask(scope, taskId, userId))
      const [to] = await membersAmong(scope, [toUserId])
      const task = await closeTask(scope, { taskId, userId, state: 'TRANSFERRED', comment })
      if (!to) throw new CallFailure('error.approval.userUnknown')
      // What the flow keeps from the applicant nobody hands to the applicant.
      if (toUserId === instance.applicant_id && (await settingsOf(scope, instance)).whenApplicant !== 'normal')
        throw new CallFailure('error.approval.ofApplicant')
      const others = await tasksOfStep(scope, instance, task.step)
      if (toUserId === userId || others.some((one) => one.assignee_id === toUserId && one.state !== 'TRANSFERRED'))
        throw new CallFailure('error.approval.askedAlready')
      const made = await handOn(scope, task, to)
      await record(scope, instance, [
        {
          action: 'transferred',
          actor_id: userId,
          actor_name: task.assignee_name,
          node_name: task.node_name,
          to_name: to.realName,
          comment,
        },
      ])
      await tell(scope, instance, [
        { userId, what: 'closed' },
        arrival(toUserId, made, task.node_name),
        { userId: instance.applicant_id, what: 'moved' },
      ])
      return instance
    },

    async withdraw(scope, { instanceId, userId, comment }) {
      const { instance, form, document } = await lockInstance(scope, instanceId)
      if (instance.applicant_id !== userId) throw new CallFailure('error.approval.notApplicant')
      if (instance.state !== 'PENDING') throw new CallFailure('error.approval.ended')
      await closeOpen(scope, instance)
      await put(scope, instance, { state: 'WITHDRAWN', ended_at: clock() })
      await form.move(scope, document, { type: 'document.withdraw', byApplicant: true }, clock())
      await record(scope, instance, [{ action: 'withdrawn', actor_id: userId, actor_name: instance.applicant_name, comment }])
      await tell(scope, instance, [{ userId, what: 'moved' }])
      return instance
    },

    async replace(scope, taskId) {
      const held = await lockTask(scope, taskId)
      if (!held) return null
      const { instance, form, document, task } = held
      if (task.decided_at != null || (await membersAmong(scope, [task.assignee_id])).length > 0) return null
      const { to, asksAlready } = await administratorFor(scope, instance, task)
      if (!to) return 'nobody'
      await scope
        .update('approval_task')
        .set({ state: asksAlready ? 'DONE' : 'TRANSFERRED', decided_at: clock() })
        .where('id', '=', taskId)
        .execute()
      await record(scope, instance, [
        { action: 'reassigned', actor_name: task.assignee_name, node_name: task.node_name, to_name: to.realName },
      ])
      if (!asksAlready) {
        const made = await handOn(scope, task, to)
        if (task.state === 'PENDING') await tell(scope, instance, [arrival(to.userId, made, task.node_name)])
      }
      // The one who left may have been the last one to wait for, or the one whose turn it was.
      await settle(scope, instance, form, document)
      return instance
    },

    async overdue(scope, taskId) {
      const held = await lockTask(scope, taskId)
      const rule = held?.instance.path[held.task.step]?.timeout
      if (!held || !rule || held.task.state !== 'PENDING' || held.task.overdue_at != null) return null
      const { instance, task } = held
      const { to, asksAlready } = await administratorFor(scope, instance, task)
      const goes = rule.act === 'administrator' && to != null && !asksAlready
      await scope
        .update('approval_task')
        .set({ overdue_at: clock(), ...(goes ? { state: 'TRANSFERRED', decided_at: clock() } : {}) })
        .where('id', '=', taskId)
        .execute()
      const line = { actor_name: task.assignee_name, node_name: task.node_name }
      if (!goes) {
        await record(scope, instance, [{ action: 'reminded', ...line }])
        await tell(scope, instance, [{ ...arrival(task.assignee_id, taskId, task.node_name), message: 'overdue' }])
        return instance
      }
      await record(scope, instance, [{ action: 'overdue', ...line, to_name: to.realName }])
      const made = await handOn(scope, task, to)
      await tell(scope, instance, [
        { userId: task.assignee_id, what: 'closed' },
        arrival(to.userId, made, task.node_name),
        { userId: instance.applicant_id, what: 'moved' },
      ])
      return instance
    },

    async forget(scope, formCode, documentId) {
      await scope
        .update('approval_instance')
        .set({ state: 'DELETED' })
        .where('form_code', '=', formCode)
        .where('third_id', '=', documentId)
        .execute()
    },
  }

  /** A task with its approval, both locked; null where there is none. */
  async function lockTask(scope: Scope, taskId: number) {
    const found = await scope.select('approval_task').select('instance_id').where('id', '=', taskId).executeTakeFirst()
    if (!found) return null
    const held = await lockInstance(scope, found.instance_id)
    const task = await scope.select('approval_task').selectAll('approval_task').where('id', '=', taskId).executeTakeFirstOrThrow()
    return { ...held, task }
  }

  /** To whom a task goes that its assignee cannot or does not decide, and whether the node asks that one already. */
  async function administratorFor(scope: Scope, instance: Instance, task: Task) {
    const administrators = await administratorsOf(scope)
    const to = administrators.find(({ userId }) => userId !== instance.applicant_id) ?? administrators[0]
    const others = await tasksOfStep(scope, instance, task.step)
    return { to, asksAlready: others.some((one) => one.assignee_id === to?.userId && one.state !== 'TRANSFERRED') }
  }

  /** A task like the one that was closed, in its place, for someone else. Answers its id. */
  async function handOn(scope: Scope, task: Task, to: Person): Promise<number> {
    const state: TaskState = task.state === 'WAITING' ? 'WAITING' : 'PENDING'
    const { id } = await scope
      .insert('approval_task', [
        {
          instance_id: task.instance_id,
          round: task.round,
          step: task.step,
          node_id: task.node_id,
          node_name: task.node_name,
          kind: task.kind,
          position: task.position,
          assignee_id: to.userId,
          assignee_name: to.realName,
          state,
          created_at: clock(),
          asked_at: state === 'PENDING' ? clock() : null,
        },
      ])
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Makes the instance of a document, or puts the one it has into its next round. The document is locked, so nobody else does. */
  async function beginRound(
    scope: Scope,
    round: { form: ApprovalForm; document: Document; definition: DefinitionRow; path: readonly ApprovalStep[]; picked: Picked },
  ): Promise<Instance> {
    const { form, document, definition, path, picked } = round
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
      started_at: clock(),
      ended_at: null,
    }
    const again = await scope
      .update('approval_instance')
      .set((eb) => ({ ...begun, round: eb('round', '+', 1) }))
      .where('form_code', '=', form.formCode)
      .where('third_id', '=', document.id)
      .returningAll('approval_instance')
      .executeTakeFirst()
    if (again) return again
    return scope
      .insert('approval_instance', [{ ...begun, form_code: form.formCode, third_id: document.id }])
      .returningAll()
      .executeTakeFirstOrThrow()
  }
}
