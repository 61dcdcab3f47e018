import type { FormCode } from '#contract/approvals/definition'
import type { Scope } from '../database/scope.ts'
import { CallFailure, notFound } from '../failure.ts'
import type { Language } from '../words.ts'
import { currentDefinition } from './definition.ts'
import { missingPick } from './flow.ts'
import type { ApprovalForm, Document } from './forms.ts'
import { administratorsOf, approversOf, type Asked, membersAmong, peopleOf } from './people.ts'
import { reduceRound } from './reduceRound.ts'
import type { Round, RoundEvent } from './round.ts'
import { beginRound, documentOf, type Instance, instanceOfTask, lockInstance, readRound, settingsOf, writeRound } from './roundRows.ts'
import { wayOf } from './way.ts'

type Picked = Readonly<Record<string, readonly number[]>>

/**
 * The approval engine. Every function runs inside the caller's transaction and changes the business document and its approval
 * together. The document's row is locked first, then the instance's: so two last approvers, a withdrawal and a removed user come one
 * after another, and a node is counted by one of them at a time. What may follow is decided in reduceRound.ts; here it is only asked,
 * answered and written.
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
  /**
   * Gives an open task of somebody who leaves to who takes it over: what is asked now is transferred by its assignee, what is asked later is
   * reassigned. Refuses as a transfer does.
   */
  handOn(scope: Scope, given: { taskId: number; userId: number; toUserId: number }): Promise<Instance>
  withdraw(scope: Scope, given: { instanceId: number; userId: number; comment: string | null }): Promise<Instance>
  /** Gives one open task of a person who left the tenant to the tenant's administrator. Answers the approval that moved. */
  replace(scope: Scope, taskId: number): Promise<Instance | 'nobody' | null>
  /** Says that a task lay longer than its node allows: once, to its assignee or by giving it to the administrator. */
  overdue(scope: Scope, taskId: number): Promise<Instance | null>
  /** The document is gone: its approval is no longer shown. Call with the document locked. */
  forget(scope: Scope, formCode: FormCode, documentId: number): Promise<void>
}

/** An approval with its document, both locked. */
interface Held {
  readonly instance: Instance
  readonly form: ApprovalForm
  readonly document: Document
  readonly round: Round
}

/** Whom the node at `step` means now; null where nobody is left to go to. */
async function peopleAt(scope: Scope, instance: Instance, step: number) {
  const node = instance.path[step]!
  const asked: Asked = { applicantId: instance.applicant_id, areaId: instance.area_id, picked: instance.picked }
  return node.kind === 'CC' ? peopleOf(scope, node.who, node.id, asked) : approversOf(scope, node, asked, await settingsOf(scope, instance))
}

/** To whom a task goes that its assignee cannot or does not decide; the applicant only where there is no other. */
async function administratorFor(scope: Scope, { applicant_id: applicantId }: Instance) {
  const administrators = await administratorsOf(scope)
  return administrators.find(({ userId }) => userId !== applicantId) ?? administrators[0] ?? null
}

async function checkPicked(scope: Scope, path: Round['path'], picked: Picked): Promise<void> {
  const ids = [...new Set(Object.values(picked).flat())]
  if ((await membersAmong(scope, ids)).length < ids.length) throw new CallFailure('error.approval.userUnknown')
  const missing = missingPick(path, picked)
  if (missing) throw new CallFailure('error.approval.pickNeeded', { node: missing.name })
}

/** Has an event happen to what is held: asks whom each node means that is reached on the way, moves the document, and writes all of it. */
async function happen(scope: Scope, { instance, form, document, round }: Held, event: RoundEvent, now: number): Promise<Instance> {
  let outcome = reduceRound(round, event, now)
  const effects = [...outcome.effects]
  while (outcome.wants !== null) {
    const step = outcome.wants
    outcome = reduceRound(outcome.round, { type: 'reach', step, people: await peopleAt(scope, instance, step) }, now)
    effects.push(...outcome.effects)
  }
  for (const effect of effects) if (effect.do === 'move') await form.move(scope, document, effect.event, now)
  return writeRound(scope, instance, { before: round, after: outcome.round, effects, now })
}

export function createEngine({ forms, clock }: { forms: readonly ApprovalForm[]; clock: () => number }): Engine {
  const formOf = (formCode: string): ApprovalForm => {
    const form = forms.find((one) => one.formCode === formCode)
    if (!form) throw new Error(`no form ${formCode} is known to the approval engine`)
    return form
  }

  /** Locks the document of an approval, then the approval itself. */
  async function hold(scope: Scope, instanceId: number | undefined): Promise<Held> {
    if (instanceId === undefined) throw notFound()
    const { formCode, documentId } = await documentOf(scope, instanceId)
    const form = formOf(formCode)
    const document = await form.lock(scope, documentId)
    if (!document) throw notFound()
    const instance = await lockInstance(scope, instanceId)
    return { instance, form, document, round: await readRound(scope, instance) }
  }

  /** The same by a task, with the task as the lock found it; null where either is no more. */
  async function holdTask(scope: Scope, taskId: number) {
    const instanceId = await instanceOfTask(scope, taskId)
    if (instanceId === undefined) return null
    const held = await hold(scope, instanceId)
    const task = held.round.tasks.find(({ id }) => id === taskId)
    return task ? { held, task } : null
  }

  return {
    async submit(scope, { formCode, documentId, userId, picked, again, language }) {
      const now = clock()
      const form = formOf(formCode)
      const document = await form.lock(scope, documentId)
      if (!document) throw notFound()
      const byApplicant = document.applicantId === userId
      if (!byApplicant) throw new CallFailure('error.approval.notApplicant')
      const definition = await currentDefinition(scope, formCode, now, language)
      const { path, exemptBy } = await wayOf(scope, form, definition.nodes, document)
      // The document's machine refuses first: who may not submit is not told whom to pick.
      const type = again ? 'document.resubmit' : 'document.submit'
      await form.move(scope, document, { type, byApplicant, hasLines: document.hasLines }, now)
      await checkPicked(scope, path, picked)
      const instance = await beginRound(scope, { formCode: form.formCode, document, definition, path, picked, now })
      const held = { instance, form, document: { ...document, status: 'submitted' as const }, round: await readRound(scope, instance) }
      return happen(scope, held, { type: 'submit', isFirst: instance.round === 1, version: definition.version, exemptBy }, now)
    },

    async decide(scope, given) {
      const held = await hold(scope, await instanceOfTask(scope, given.taskId, given.userId))
      return happen(scope, held, { type: 'decide', ...given }, clock())
    },

    async transfer(scope, { taskId, userId, toUserId, comment }) {
      const held = await hold(scope, await instanceOfTask(scope, taskId, userId))
      const [to = null] = await membersAmong(scope, [toUserId])
      const mayBeApplicant = toUserId !== held.instance.applicant_id || (await settingsOf(scope, held.instance)).whenApplicant === 'normal'
      return happen(scope, held, { type: 'transfer', taskId, userId, to, mayBeApplicant, comment }, clock())
    },

    async handOn(scope, { taskId, userId, toUserId }) {
      const found = await holdTask(scope, taskId)
      if (!found || found.task.assignee.userId !== userId || found.task.decidedAt !== null) throw new CallFailure('error.approval.handled')
      const { held, task } = found
      if (task.state === 'PENDING') return this.transfer(scope, { taskId, userId, toUserId, comment: null })
      const [to] = await membersAmong(scope, [toUserId])
      if (!to) throw new CallFailure('error.approval.userUnknown')
      const { applicant_id: applicantId } = held.instance
      if (toUserId === applicantId && (await settingsOf(scope, held.instance)).whenApplicant !== 'normal')
        throw new CallFailure('error.approval.ofApplicant')
      // Of who is asked at the node already nothing is asked twice: there the leaver's place falls away.
      return happen(scope, held, { type: 'replace', taskId, to }, clock())
    },

    async withdraw(scope, { instanceId, ...given }) {
      return happen(scope, await hold(scope, instanceId), { type: 'withdraw', ...given }, clock())
    },

    async replace(scope, taskId) {
      const found = await holdTask(scope, taskId)
      if (!found || found.task.decidedAt !== null) return null
      const { held, task } = found
      if ((await membersAmong(scope, [task.assignee.userId])).length > 0) return null
      const to = await administratorFor(scope, held.instance)
      return to === null ? 'nobody' : happen(scope, held, { type: 'replace', taskId, to }, clock())
    },

    async overdue(scope, taskId) {
      const found = await holdTask(scope, taskId)
      if (!found || found.task.state !== 'PENDING' || found.task.overdueAt !== null) return null
      const { held, task } = found
      if (!held.round.path[task.step]?.timeout) return null
      return happen(scope, held, { type: 'overdue', taskId, to: await administratorFor(scope, held.instance) }, clock())
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
}
