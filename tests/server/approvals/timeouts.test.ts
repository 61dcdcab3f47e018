import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApproverRule } from '#contract/approvals/definition'
import { createApprovals } from '#server/ground/approvals/approvals'
import { approvalFormOf } from '#server/ground/documents/approvalForm'
import { aplionformRules } from '#server/inventory/aplionform'
import { type ApprovalsUnderTest, startApprovals } from './flowOfApprovals.ts'

const HOUR = 3_600_000
let world: ApprovalsUnderTest
let now = 0
/** What was posted since it was last asked for, by message. */
async function told(): Promise<{ userId: number; message: string }[]> {
  const { rows } = await world.owner.query(
    `with gone as (delete from furrow.outbox returning user_id, body) select user_id as "userId", body ->> 'message' as message from gone where body ->> 'message' is not null`,
  )
  return rows
}
let approvals: ReturnType<typeof createApprovals>
beforeAll(async () => {
  world = await startApprovals()
  approvals = createApprovals({
    forms: [approvalFormOf(aplionformRules)],
    requestDb: world.store.requestDb,
    serviceDb: world.store.serviceDb,
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
  const thirdId = await world.draft()
  const { id } = await world.submit(thirdId)
  const begun = Number(
    (await world.owner.query('select max(asked_at) as at from furrow.approval_task where instance_id = $1', [id])).rows[0].at,
  )
  now = begun
  await approvals.sweep()
  const after = async (hours: number) => {
    now = begun + hours * HOUR
    await told()
    await approvals.sweep()
    const { tasks, records } = await world.rows(id)
    const last = records.at(-1)!.action
    return { last, tasks: tasks.map((task) => [world.users.indexOf(task.assignee_id), task.state]) }
  }
  return { id, thirdId, after }
}

describe('a task that nobody decides in time', () => {
  test('is left alone until its hour, and then its assignee is reminded, once', async () => {
    const { after } = await waiting('remind', 'OR', 1)
    expect(await after(1.9)).toEqual({ last: 'submitted', tasks: [[1, 'PENDING']] })
    expect(await after(2.1)).toEqual({ last: 'reminded', tasks: [[1, 'PENDING']] })
    expect(await told()).toEqual([{ userId: world.users[1], message: 'overdue' }])
    await after(9)
    expect(await told()).toEqual([])
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
    expect(await told()).toHaveLength(1)
  })

  test('that the administrator has already stays there, with a reminder', async () => {
    const { after } = await waiting('administrator', 'OR', 5)
    expect(await after(2.1)).toEqual({ last: 'reminded', tasks: [[5, 'PENDING']] })
  })

  test('is told to whoever shows the document, once, in the transaction that moves it', async () => {
    const { after, thirdId } = await waiting('remind', 'OR', 1)
    const changes = async () =>
      (await world.owner.query<{ body: unknown }>("select body from furrow.outbox where kind = 'changed'")).rows.map(({ body }) => body)
    await after(1)
    expect(await changes()).toEqual([])
    await after(2.1)
    expect(await changes()).toEqual([{ name: 'aplionform', id: thirdId, areaId: world.areaId }])
    await after(3)
    expect(await changes()).toEqual([])
  })

  test.each(['nobody decides', 'was left behind'] as const)('that %s is told when it goes to the administrator, too', async (why) => {
    const { after, thirdId } = await waiting('administrator', 'OR', 2)
    if (why === 'was left behind') await world.owner.query('update furrow.app_user set enabled = false where id = $1', [world.users[2]])
    await after(why === 'nobody decides' ? 2.1 : 1)
    const { rows } = await world.owner.query("select body from furrow.outbox where kind = 'changed'")
    await world.owner.query('update furrow.app_user set enabled = true where id = $1', [world.users[2]])
    expect(rows).toContainEqual({ body: { name: 'aplionform', id: thirdId, areaId: world.areaId } })
  })
})
