import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { MAX_COMMENT } from '#contract/approvals/approval'
import { type Decision, type DecisionEvent, decisionMachine, type DecisionResult, HANDLED } from '#machines/approvals/decision'

const task = { id: 7, taskId: 7 }
const open = { type: 'decision.open', task, verdict: 'approve' } as const

/** A dialog whose call is answered by hand. */
function aDialog() {
  const calls: { decision: Decision; answer: (result: DecisionResult) => void; fail: (cause: Error) => void }[] = []
  const decide = fromPromise<DecisionResult, Decision>(
    ({ input }) => new Promise((answer, fail) => calls.push({ decision: input, answer, fail })),
  )
  const actor = createActor(decisionMachine.provide({ actors: { decide } })).start()
  const send = (...events: DecisionEvent[]) => {
    for (const event of events) actor.send(event)
    return actor
  }
  return { actor, send, calls, at: (value: string) => waitFor(actor, (snapshot) => snapshot.value === value) }
}

describe('the decision dialog', () => {
  test('is closed at first, and takes nothing but being opened', () => {
    const { actor, send } = aDialog()
    send(
      { type: 'decision.submit' },
      { type: 'comment.type', comment: 'x' },
      { type: 'decision.cancel' },
      { type: 'task.closed', taskId: 7 },
    )
    expect(actor.getSnapshot().value).toBe('closed')
    expect(actor.getSnapshot().hasTag('shown')).toBe(false)
  })

  test('opens for one task with an empty comment, and is shown', () => {
    const { actor, send } = aDialog()
    send(open, { type: 'comment.type', comment: 'from before' }, { type: 'decision.cancel' }, { ...open, verdict: 'reject' })
    const { value, context } = actor.getSnapshot()
    expect(value).toBe('writing')
    expect(actor.getSnapshot().hasTag('shown')).toBe(true)
    expect(context).toMatchObject({ task, verdict: 'reject', comment: '', code: null })
  })

  test('does not change its task while it is open', () => {
    const { actor, send } = aDialog()
    send(open, { ...open, task: { id: 8, taskId: 8 } })
    expect(actor.getSnapshot().context.task).toEqual(task)
  })

  test('sends the trimmed comment, or none, with the list item and its task', () => {
    for (const [typed, comment] of [
      ['  fine  ', 'fine'],
      ['   ', null],
      ['', null],
    ] as const) {
      const { send, calls } = aDialog()
      send(open, { type: 'comment.type', comment: typed }, { type: 'decision.submit' })
      expect(calls.map(({ decision }) => decision)).toEqual([{ id: 7, taskId: 7, verdict: 'approve', comment }])
    }
  })

  test('refuses a comment of more than 200 characters, and takes one of 200', () => {
    const { actor, send, calls } = aDialog()
    send(open, { type: 'comment.type', comment: 'x'.repeat(MAX_COMMENT + 1) }, { type: 'decision.submit' })
    expect(actor.getSnapshot().value).toBe('writing')
    send({ type: 'comment.type', comment: 'x'.repeat(MAX_COMMENT) }, { type: 'decision.submit' })
    expect(calls).toHaveLength(1)
  })

  test('ignores a second submit, typing, cancelling and news while the first is in flight', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom<DecisionEvent>(
            { type: 'decision.submit' },
            { type: 'decision.cancel' },
            { type: 'comment.type', comment: 'y' },
            { type: 'task.closed', taskId: 7 },
            open,
          ),
        ),
        (events) => {
          const { actor, send, calls } = aDialog()
          send(open, { type: 'decision.submit' }, ...events)
          expect(calls).toHaveLength(1)
          expect(actor.getSnapshot().value).toBe('sending')
        },
      ),
    )
  })

  test('ends decided, is no longer shown, and can be opened for the next task', async () => {
    const { actor, send, calls, at } = aDialog()
    send(open, { type: 'decision.submit' })
    calls[0]!.answer({ failed: false })
    await at('decided')
    expect(actor.getSnapshot().hasTag('shown')).toBe(false)
    send({ type: 'decision.submit' }, { type: 'comment.type', comment: 'late' }, { type: 'task.closed', taskId: 7 })
    expect(actor.getSnapshot().value).toBe('decided')
    send({ ...open, task: { id: 9, taskId: 9 } })
    expect(actor.getSnapshot().context).toMatchObject({ task: { id: 9 }, comment: '' })
    send({ type: 'decision.cancel' })
    expect(actor.getSnapshot().context.task).toBeNull()
  })

  test('keeps what was typed when a try fails, says why, and tries again', async () => {
    const { actor, send, calls, at } = aDialog()
    send(open, { type: 'comment.type', comment: 'because' }, { type: 'decision.submit' })
    calls[0]!.answer({ failed: true, code: 'error.unavailable', message: 'Service invalid' })
    await at('writing')
    expect(actor.getSnapshot().context).toMatchObject({ comment: 'because', code: 'error.unavailable', message: 'Service invalid' })
    send({ type: 'decision.submit' })
    calls[1]!.fail(new Error('offline'))
    await vi.waitFor(() => expect(actor.getSnapshot().context).toMatchObject({ code: 'error.internal', message: null, comment: 'because' }))
    expect(actor.getSnapshot().value).toBe('writing')
  })

  test('is handled when the server says so, and when the live layer says so before anything was sent', async () => {
    const first = aDialog()
    first.send(open, { type: 'decision.submit' })
    first.calls[0]!.answer({ failed: true, code: HANDLED, message: 'already' })
    await first.at('handled')
    expect(first.actor.getSnapshot().context).toMatchObject({ code: HANDLED, message: 'already' })

    const second = aDialog()
    second.send(open, { type: 'task.closed', taskId: 8 })
    expect(second.actor.getSnapshot().value).toBe('writing')
    second.send({ type: 'task.closed', taskId: 7 }, { type: 'decision.submit' }, { type: 'comment.type', comment: 'late' })
    expect(second.actor.getSnapshot().value).toBe('handled')
    expect(second.actor.getSnapshot().context.code).toBe(HANDLED)
    expect(second.calls).toEqual([])
    second.send({ type: 'decision.cancel' })
    expect(second.actor.getSnapshot().value).toBe('closed')
    expect(first.send(open).getSnapshot().value).toBe('writing')
  })

  test('without its actor a submit fails and says so', async () => {
    const actor = createActor(decisionMachine).start()
    actor.send(open)
    actor.send({ type: 'decision.submit' })
    const { context } = await waitFor(actor, (snapshot) => snapshot.value === 'writing')
    expect(context.code).toBe('error.internal')
  })
})
