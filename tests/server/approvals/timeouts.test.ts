import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ApproverRule } from '#contract/approvals/definition'
import { createApprovals } from '#server/approvals/approvals'
import { aplionformApproval } from '#server/inventory/aplionformApproval'
import { type ApprovalsUnderTest, startApprovals } from './flowOfApprovals.ts'

const HOUR = 3_600_000
let world: ApprovalsUnderTest
let now = 0
const told = vi.fn(async () => undefined)
let approvals: ReturnType<typeof createApprovals>
beforeAll(async () => {
  world = await startApprovals()
  approvals = createApprovals({
    forms: [aplionformApproval],
    requestDb: world.store.requestDb,
    serviceDb: world.store.serviceDb,
    live: { approvals: () => undefined, changed: () => undefined } as never,
    notify: told,
    log: pino({ level: 'silent' }),
    clock: () => now,
  })
})
afterAll(async () => {
  await approvals.close()
  await world.close()
})

const who = (...at: number[]): ApproverRule => ({ by: 'user', userIds: at.map((one) => world.users[one]!) })
/** Submits an application, and lets this many hours pass for whoever looks through the tasks. */
async function waiting(act: 'remind' | 'administrator', kind: 'AND' | 'OR' | 'SEQUENTIAL', ...asked: number[]) {
  await world.define([{ id: 'a', name: 'Slow', kind, who: who(...asked), timeout: { hours: 2, act } }])
  const { id } = await world.submit(await world.draft())
  const begun = Number(
    (await world.owner.query('select max(asked_at) as at from furrow.approval_task where instance_id = $1', [id])).rows[0].at,
  )
  now = begun
  await approvals.sweep()
  const after = async (hours: number) => {
    now = begun + hours * HOUR
    told.mockClear()
    await approvals.sweep()
    const { tasks, records } = await world.rows(id)
    const last = records.at(-1)!.action
    return { last, tasks: tasks.map((task) => [world.users.indexOf(task.assignee_id), task.state]) }
  }
  return { id, after }
}

describe('a task that nobody decides in time', () => {
  test('is left alone until its hour, and then its assignee is reminded, once', async () => {
    const { after } = await waiting('remind', 'OR', 1)
    expect(await after(1.9)).toEqual({ last: 'submitted', tasks: [[1, 'PENDING']] })
    expect(await after(2.1)).toEqual({ last: 'reminded', tasks: [[1, 'PENDING']] })
    expect(told).toHaveBeenCalledWith(
      { tenantId: world.tenantId, userId: world.users[1] },
      expect.objectContaining({ subject: 'approvals:message.overdue.subject' }),
    )
    await after(9)
    expect(told).not.toHaveBeenCalled()
  })

  test('goes to the administrator, who has the whole time again and can end it', async () => {
    const { id, after } = await waiting('administrator', 'AND', 1, 2)
    expect(await after(2.1)).toEqual({
      last: 'reminded',
      tasks: expect.arrayContaining([
        [1, 'TRANSFERRED'],
        [5, 'PENDING'],
        [2, 'PENDING'],
      ]),
    })
    const decide = async (at: number) => {
      const task = (await world.rows(id)).tasks.find((one) => one.assignee_id === world.users[at] && one.state === 'PENDING')!
      return world.attempt(world.users[at]!, (engine, scope) =>
        engine.decide(scope, { taskId: task.id, userId: world.users[at]!, verdict: 'approve', comment: null }),
      )
    }
    await decide(5)
    await decide(2)
    expect((await world.rows(id)).instance.state).toBe('APPROVED')
    expect((await after(30)).last).toBe('completed')
  })

  test('is, in a sequence, only the one whose turn it is, counted from that turn', async () => {
    const { after } = await waiting('remind', 'SEQUENTIAL', 1, 2)
    expect((await after(2.1)).tasks).toEqual([
      [1, 'PENDING'],
      [2, 'WAITING'],
    ])
    expect(told).toHaveBeenCalledTimes(1)
  })

  test('that the administrator has already stays there, with a reminder', async () => {
    const { after } = await waiting('administrator', 'OR', 5)
    expect(await after(2.1)).toEqual({ last: 'reminded', tasks: [[5, 'PENDING']] })
  })
})
