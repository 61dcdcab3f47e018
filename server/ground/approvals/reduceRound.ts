import type { Person, TaskState } from '#contract/approvals/approval'
import type { ApprovalStep } from '#contract/approvals/definition'
import { CallFailure } from '../failure.ts'
import { verdictOf } from './flow.ts'
import type { Effect, Line, Outcome, Round, RoundEvent, RoundTask, Word } from './round.ts'

type Of<Type extends RoundEvent['type']> = Extract<RoundEvent, { type: Type }>

/** A round that is about to change, with what follows so far. */
interface Draft {
  readonly round: Round
  readonly effects: readonly Effect[]
}

const isOpen = ({ state }: RoundTask) => state === 'PENDING' || state === 'WAITING'
const tasksAt = ({ tasks }: Round, step: number) => tasks.filter((task) => task.step === step)

const changed = ({ round, effects }: Draft, change: Partial<Round>): Draft => ({ round: { ...round, ...change }, effects })
const recorded = ({ round, effects }: Draft, ...lines: readonly Line[]): Draft => ({
  round,
  effects: [...effects, ...lines.map((line) => ({ do: 'record' as const, line }))],
})
const told = ({ round, effects }: Draft, ...words: readonly Word[]): Draft => ({
  round,
  effects: [...effects, ...words.map((word) => ({ do: 'tell' as const, word }))],
})
const arrival = (userId: number, taskId: number, node: string): Word => ({ userId, what: 'arrived', taskId, message: 'waiting', node })
const moved = ({ round }: Draft): Word => ({ userId: round.applicant.userId, what: 'moved' })
const ended = (draft: Draft): Outcome => ({ ...draft, wants: null })

const withTask = (draft: Draft, id: number, change: Partial<RoundTask>): Draft =>
  changed(draft, { tasks: draft.round.tasks.map((task) => (task.id === id ? { ...task, ...change } : task)) })

/** Adds a question; it stands behind those that share its position. Answers its id. */
function asked(draft: Draft, task: Pick<RoundTask, 'step' | 'nodeName' | 'position' | 'assignee' | 'state'>, now: number): [Draft, number] {
  const { tasks } = draft.round
  const id = Math.min(0, ...tasks.map((one) => one.id)) - 1
  const made = { ...task, id, comment: null, askedAt: task.state === 'PENDING' ? now : null, decidedAt: null, overdueAt: null }
  const at = tasks.findIndex((one) => one.step > task.step || (one.step === task.step && one.position > task.position))
  return [changed(draft, { tasks: at < 0 ? [...tasks, made] : tasks.toSpliced(at, 0, made) }), id]
}

/** A question like the one that was closed, in its place, for somebody else. */
const handedOn = (draft: Draft, task: RoundTask, to: Person, now: number) =>
  asked(draft, { ...task, assignee: to, state: task.state === 'WAITING' ? 'WAITING' : 'PENDING' }, now)

/** Closes without a decision what is still open, and tells those who were asked. */
function closedOpen(draft: Draft, now: number): Draft {
  const open = draft.round.tasks.filter(isOpen)
  const tasks = draft.round.tasks.map((task) => (isOpen(task) ? { ...task, state: 'DONE' as const, decidedAt: now } : task))
  return told(changed(draft, { tasks }), ...open.map(({ assignee }): Word => ({ userId: assignee.userId, what: 'closed' })))
}

/** The round has its verdict, and so has the document. */
function end(draft: Draft, isApproved: boolean, now: number): Outcome {
  const { path } = draft.round
  const closed = changed(closedOpen(draft, now), {
    state: isApproved ? 'APPROVED' : 'REJECTED',
    endedAt: now,
    ...(isApproved ? { step: path.length } : {}),
  })
  const both: Draft = {
    round: closed.round,
    effects: [...closed.effects, { do: 'move', event: { type: isApproved ? 'document.approve' : 'document.reject' } }],
  }
  const said = isApproved ? recorded(both, { action: 'completed' }) : both
  return ended(told(said, { ...moved(said), message: isApproved ? 'approved' : 'rejected' }))
}

/** Goes on to a node: whom it means is asked for, or the path has ended and the document is approved. */
const onward = (draft: Draft, step: number, now: number): Outcome =>
  step < draft.round.path.length ? { ...draft, wants: step } : end(draft, true, now)

/** Whoever has no copy yet gets one, but for the applicant: one copy gives the whole approval to read. */
function copies(draft: Draft, node: ApprovalStep, people: readonly Person[]): Draft {
  const { applicant, copied } = draft.round
  const fresh = people.filter(({ userId }) => userId !== applicant.userId && !copied.includes(userId))
  const given = changed(draft, { copied: [...copied, ...fresh.map(({ userId }) => userId)] })
  const said = recorded(given, ...fresh.map(({ realName }): Line => ({ action: 'copied', nodeName: node.name, toName: realName })))
  return told(said, ...fresh.map(({ userId }): Word => ({ userId, what: 'copied', message: 'copied', node: node.name })))
}

function reach(begun: Draft, { step, people }: Of<'reach'>, now: number): Outcome {
  const node = begun.round.path[step]!
  if (people === null) throw new CallFailure('error.approval.nobody', { node: node.name })
  if (node.kind === 'CC') return onward(copies(begun, node, people), step + 1, now)
  if (people.length === 0) return onward(recorded(begun, { action: 'passed', nodeName: node.name }), step + 1, now)
  let draft = changed(begun, { step })
  for (const [position, assignee] of people.entries()) {
    const state: TaskState = node.kind !== 'SEQUENTIAL' || position === 0 ? 'PENDING' : 'WAITING'
    const [next, id] = asked(draft, { step, nodeName: node.name, position, assignee, state }, now)
    draft = state === 'PENDING' ? told(next, arrival(assignee.userId, id, node.name)) : next
  }
  return ended(draft)
}

/** Counts the node anew at which the round stands, and goes on where it is decided. */
function settle(draft: Draft, now: number): Outcome {
  const { path, step } = draft.round
  const node = path[step]!
  const tasks = tasksAt(draft.round, step)
  const verdict = verdictOf(node.kind, tasks)
  if (verdict.is === 'rejected') return end(draft, false, now)
  // Part of a node is news to its applicant, too: who decided, and who is waited for now.
  if (verdict.is === 'passed') {
    const closed = closedOpen(draft, now)
    return onward(told(closed, moved(closed)), step + 1, now)
  }
  const said = told(draft, moved(draft))
  if (verdict.next === null) return ended(said)
  const next = tasks.find(({ id }) => id === verdict.next)!
  const turned = withTask(said, next.id, { state: 'PENDING', askedAt: now })
  return ended(told(turned, arrival(next.assignee.userId, next.id, node.name)))
}

/** The task that a person may decide; 409 where it was decided before, by whomever. */
function mine({ round }: Draft, { taskId, userId }: { taskId: number; userId: number }): RoundTask {
  const task = round.tasks.find(({ id }) => id === taskId)
  if (task?.state !== 'PENDING' || task.assignee.userId !== userId) throw new CallFailure('error.approval.handled')
  return task
}

/** Whether somebody has been asked at a node and is still: what was handed on asks nobody. */
const asksAt = (round: Round, step: number, userId: number) =>
  tasksAt(round, step).some(({ assignee, state }) => assignee.userId === userId && state !== 'TRANSFERRED')

function decide(draft: Draft, event: Of<'decide'>, now: number): Outcome {
  const { verdict, comment } = event
  const task = mine(draft, event)
  const state = verdict === 'approve' ? 'APPROVED' : 'REJECTED'
  const closed = withTask(draft, task.id, { state, comment, decidedAt: now })
  const action = verdict === 'approve' ? 'approved' : 'rejected'
  const said = recorded(closed, { action, actor: task.assignee, nodeName: task.nodeName, comment })
  return settle(told(said, { userId: event.userId, what: 'closed' }), now)
}

function transfer(draft: Draft, event: Of<'transfer'>, now: number): Outcome {
  const { userId, to, comment } = event
  const task = mine(draft, event)
  if (!to) throw new CallFailure('error.approval.userUnknown')
  // What the flow keeps from the applicant nobody hands to the applicant.
  if (to.userId === draft.round.applicant.userId && !event.mayBeApplicant) throw new CallFailure('error.approval.ofApplicant')
  if (asksAt(draft.round, task.step, to.userId)) throw new CallFailure('error.approval.askedAlready')
  const closed = withTask(draft, task.id, { state: 'TRANSFERRED', comment, decidedAt: now })
  const [given, id] = handedOn(closed, task, to, now)
  const said = recorded(given, { action: 'transferred', actor: task.assignee, nodeName: task.nodeName, toName: to.realName, comment })
  return ended(told(said, { userId, what: 'closed' }, arrival(to.userId, id, task.nodeName), moved(said)))
}

function withdraw(draft: Draft, { userId, comment }: Of<'withdraw'>, now: number): Outcome {
  const { applicant, state } = draft.round
  if (applicant.userId !== userId) throw new CallFailure('error.approval.notApplicant')
  if (state !== 'PENDING') throw new CallFailure('error.approval.ended')
  const closed = changed(closedOpen(draft, now), { state: 'WITHDRAWN', endedAt: now })
  const both: Draft = {
    round: closed.round,
    effects: [...closed.effects, { do: 'move', event: { type: 'document.withdraw', byApplicant: true } }],
  }
  return ended(told(recorded(both, { action: 'withdrawn', actor: applicant, comment }), { userId, what: 'moved' }))
}

function replace(draft: Draft, { taskId, to }: Of<'replace'>, now: number): Outcome {
  const task = draft.round.tasks.find(({ id }) => id === taskId)
  if (!task || !isOpen(task)) return ended(draft)
  const asksAlready = asksAt(draft.round, task.step, to.userId)
  const closed = withTask(draft, taskId, { state: asksAlready ? 'DONE' : 'TRANSFERRED', decidedAt: now })
  const line: Line = { action: 'reassigned', actor: { realName: task.assignee.realName }, nodeName: task.nodeName, toName: to.realName }
  let said = recorded(closed, line)
  if (!asksAlready) {
    const [given, id] = handedOn(said, task, to, now)
    said = task.state === 'PENDING' ? told(given, arrival(to.userId, id, task.nodeName)) : given
  }
  // The one who left may have been the last one to wait for, or the one whose turn it was.
  return settle(said, now)
}

function overdue(draft: Draft, { taskId, to }: Of<'overdue'>, now: number): Outcome {
  const task = draft.round.tasks.find(({ id }) => id === taskId)
  const rule = task && draft.round.path[task.step]?.timeout
  if (!task || !rule || task.state !== 'PENDING' || task.overdueAt !== null) return ended(draft)
  const { assignee, nodeName } = task
  const line = { actor: { realName: assignee.realName }, nodeName }
  if (rule.act !== 'administrator' || to === null || asksAt(draft.round, task.step, to.userId)) {
    const said = recorded(withTask(draft, taskId, { overdueAt: now }), { action: 'reminded', ...line })
    return ended(told(said, { ...arrival(assignee.userId, taskId, nodeName), message: 'overdue' }))
  }
  const closed = withTask(draft, taskId, { overdueAt: now, state: 'TRANSFERRED', decidedAt: now })
  const [given, id] = handedOn(recorded(closed, { action: 'overdue', ...line, toName: to.realName }), task, to, now)
  return ended(told(given, { userId: assignee.userId, what: 'closed' }, arrival(to.userId, id, nodeName), moved(given)))
}

/**
 * What an event makes of a round at `now` (ms UTC): the round that follows, what follows from it, and which node is to be reached next. It
 * touches nothing. Throws CallFailure where the event is refused; one that has nothing to act on any more changes nothing.
 */
export function reduceRound(round: Round, event: RoundEvent, now: number): Outcome {
  const draft: Draft = { round, effects: [] }
  switch (event.type) {
    case 'submit':
      return onward(
        recorded(
          draft,
          { action: event.isFirst ? 'submitted' : 'resubmitted', actor: round.applicant, version: event.version },
          ...(event.exemptBy === null ? [] : [{ action: 'exempt', nodeName: event.exemptBy } as const]),
        ),
        0,
        now,
      )
    case 'reach':
      return reach(draft, event, now)
    case 'decide':
      return decide(draft, event, now)
    case 'transfer':
      return transfer(draft, event, now)
    case 'withdraw':
      return withdraw(draft, event, now)
    case 'replace':
      return replace(draft, event, now)
    case 'overdue':
      return overdue(draft, event, now)
  }
}
