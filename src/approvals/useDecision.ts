import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromPromise } from 'xstate'
import { approvalCalls } from '#contract/approvals/approval'
import type { FormCode } from '#contract/approvals/definition'
import { type DecidedTask, type Decision, decisionMachine, type DecisionResult, type Verdict } from '#machines/approvals/decision'
import { call, isFailure } from '#src/api/call.ts'
import { useDraft } from '#src/session/useDraft.ts'
import { toast } from '#src/ui/toast.ts'

/** What the dialog says about the document under decision. */
export interface Subject {
  readonly processId: number
  readonly formCode: FormCode
  readonly documentCode: string
  readonly applicant: string
  readonly title: string | null
  readonly amount: string | null
  /** The step after this one; null where it is the last. */
  readonly next: string | null
}

/** A comment that was left unsent, and what it was written for. */
interface Written {
  readonly taskId: number
  readonly verdict: Verdict
  readonly comment: string
}

async function decide({ verdict, id, taskId, comment }: Decision): Promise<DecisionResult> {
  const declared = verdict === 'approve' ? approvalCalls.approve : approvalCalls.reject
  const answer = await call(declared, { params: { id }, body: { comment, taskId } }, { quiet: true })
  return isFailure(answer) ? { failed: true, code: answer.code, message: answer.message === '' ? null : answer.message } : { failed: false }
}

export interface DecisionDesk {
  /** The dialog is open. */
  readonly shown: boolean
  readonly sending: boolean
  readonly verdict: Verdict
  readonly subject: Subject | null
  readonly comment: string
  /** The words of the last failed try. */
  readonly failure: string | null
  readonly open: (task: DecidedTask, verdict: Verdict, subject: Subject) => void
  readonly type: (comment: string) => void
  readonly submit: () => void
  readonly cancel: () => void
  /** The live topic says that a task of this approval no longer waits for the user. */
  readonly closed: (processId: number) => void
}

/**
 * Agree and Reject with their comment: the decision machine with the calls behind it. `reload` reads the page's list again, after a
 * decision and where somebody else had decided already.
 */
export function useDecision(reload: () => void, act: typeof decide = decide): DecisionDesk {
  const { t } = useTranslation()
  const machine = useMemo(
    () => decisionMachine.provide({ actors: { decide: fromPromise(({ input }: { input: Decision }) => act(input)) } }),
    [act],
  )
  const actor = useActorRef(machine)
  const state = useSelector(actor, (snapshot) => snapshot)
  const [subject, setSubject] = useState<Subject | null>(null)
  const draft = useDraft<Written>('decision')
  const found = useRef(draft.found)
  const done = useRef(reload)
  useEffect(() => {
    done.current = reload
  })

  const { verdict, code, message, comment, task } = state.context
  const ended = state.matches('decided') ? 'decided' : state.matches('handled') ? 'handled' : null
  useEffect(() => {
    if (ended === null) return
    if (ended === 'handled') toast('warning', t('approvals:decision.handled'))
    else toast('success', t(verdict === 'approve' ? 'approvals:decision.approved' : 'approvals:decision.rejected'))
    actor.send({ type: 'decision.cancel' })
    draft.drop()
    done.current()
  }, [ended, verdict, actor, draft, t])

  return {
    shown: state.hasTag('shown'),
    sending: state.matches('sending'),
    verdict,
    subject,
    comment,
    failure:
      code === null ? null : (message ?? t(verdict === 'approve' ? 'approvals:decision.approveFailed' : 'approvals:decision.rejectFailed')),
    open(opened, chosen, about) {
      setSubject(about)
      actor.send({ type: 'decision.open', task: opened, verdict: chosen })
      const before = found.current
      found.current = null
      if (before?.taskId === opened.taskId && before.verdict === chosen) actor.send({ type: 'comment.type', comment: before.comment })
    },
    type(typed) {
      actor.send({ type: 'comment.type', comment: typed })
      if (typed === '' || task === null) draft.drop()
      else draft.keep({ taskId: task.taskId, verdict, comment: typed })
    },
    submit: () => actor.send({ type: 'decision.submit' }),
    cancel() {
      actor.send({ type: 'decision.cancel' })
      draft.drop()
    },
    closed(processId) {
      if (task !== null && subject?.processId === processId) actor.send({ type: 'task.closed', taskId: task.taskId })
    },
  }
}
