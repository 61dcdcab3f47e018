import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApprovalNode, type ApproverRule, everyNode } from '#contract/approvals/definition'
import { type ApprovalsUnderTest, startApprovals, type TaskRow } from './flowOfApprovals.ts'

let world: ApprovalsUnderTest
beforeAll(async () => {
  world = await startApprovals()
})
afterAll(() => world?.close())

const OPEN = ['PENDING', 'WAITING']

/** Whether a node's tasks say that it passed: told from the tasks alone, not by the engine's own counting. */
function passed(kind: string, tasks: readonly TaskRow[]): boolean {
  const live = tasks.filter(({ state }) => state !== 'TRANSFERRED')
  if (live.length === 0 || kind === 'CC') return true
  if (kind === 'OR')
    return live.some(({ state }) => state === 'APPROVED') && live.every(({ state }) => ['APPROVED', 'DONE'].includes(state))
  return live.every(({ state }) => state === 'APPROVED')
}

/** Everything that must hold after every step, however decisions fell together. */
async function check(instanceId: number): Promise<void> {
  const { instance, tasks, records, status } = await world.rows(instanceId)
  const round = tasks.filter((task) => task.round === instance.round)
  const at = (step: number) => round.filter((task) => task.step === step)
  const open = tasks.filter(({ state }) => OPEN.includes(state))
  const rejected = round.filter(({ state }) => state === 'REJECTED')

  // The document and its approval stand in the same state (6).
  const expected: Record<string, string> = { PENDING: 'submitted', APPROVED: 'approved', REJECTED: 'rejected', WITHDRAWN: 'draft' }
  expect(status).toBe(expected[instance.state])

  // Nobody is asked twice in a node, unless the one before handed on (2).
  for (const [step] of instance.path.entries()) {
    const asked = at(step).filter(({ state }) => state !== 'TRANSFERRED')
    expect(new Set(asked.map((task) => task.assignee_id)).size).toBe(asked.length)
    expect(step > instance.step && instance.state !== 'APPROVED' ? at(step) : []).toEqual([])
  }
  for (let step = 0; step < instance.step; step++) expect(passed(instance.path[step]!.kind, at(step))).toBe(true)

  // Records tell of every decision once, with its own words (3).
  const decided = tasks.filter(({ state }) => state === 'APPROVED' || state === 'REJECTED')
  const told = records.filter(({ action }) => action === 'approved' || action === 'rejected')
  const lines = (of: readonly { actor: number | null; comment: string | null }[]) =>
    of.map((one) => `${one.actor} ${one.comment}`).toSorted()
  expect(lines(told.map((one) => ({ actor: one.actor_id, comment: one.comment })))).toEqual(
    lines(decided.map((task) => ({ actor: task.assignee_id, comment: task.comment }))),
  )
  expect(records.filter(({ action, round: of }) => action === 'completed' && of === instance.round)).toHaveLength(
    instance.state === 'APPROVED' ? 1 : 0,
  )

  if (instance.state !== 'PENDING') {
    expect(open).toEqual([])
    expect(rejected).toHaveLength(instance.state === 'REJECTED' ? 1 : 0)
    return
  }
  // Never a silent hang (4): someone is asked now, at the open node alone.
  const pending = open.filter(({ state }) => state === 'PENDING')
  expect(pending.length).toBeGreaterThan(0)
  expect(open.every((task) => task.round === instance.round && task.step === instance.step)).toBe(true)
  expect(rejected).toEqual([])
  const { kind } = instance.path[instance.step]!
  expect(passed(kind, at(instance.step))).toBe(false)
  if (kind === 'SEQUENTIAL') {
    expect(pending).toHaveLength(1)
    const live = at(instance.step).filter(({ state }) => state !== 'TRANSFERRED')
    const order = live.map(({ state }) => ['APPROVED', 'PENDING', 'WAITING'].indexOf(state))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  } else expect(open).toEqual(pending)
}

const person = fc.integer({ min: 0, max: 4 })
const rule = fc.oneof(
  { weight: 4, arbitrary: fc.uniqueArray(person, { minLength: 1, maxLength: 4 }).map((of) => ({ by: 'user' as const, of })) },
  fc.constant({ by: 'role' as const }),
  fc.integer({ min: 1, max: 3 }).map((level) => ({ by: 'leader' as const, level })),
  fc.constant({ by: 'initiator' as const }),
)
const stepOf = fc.record({ kind: fc.constantFrom('AND', 'OR', 'SEQUENTIAL', 'CC'), who: rule })
const branching = fc.record({
  lines: fc.integer({ min: 1, max: 3 }),
  yes: fc.array(stepOf, { maxLength: 2 }),
  no: fc.array(stepOf, { maxLength: 2 }),
})
const flows = fc.array(fc.oneof({ weight: 4, arbitrary: stepOf }, branching), { minLength: 1, maxLength: 4 })
type Flow = typeof flows extends fc.Arbitrary<infer T> ? T : never

function nodesOf(flow: Flow): ApprovalNode[] {
  let counted = 0
  const step = ({ kind, who }: { kind: string; who: typeof rule extends fc.Arbitrary<infer T> ? T : never }): ApprovalNode => {
    const rules: Record<typeof who.by, () => ApproverRule> = {
      user: () => ({ by: 'user', userIds: 'of' in who ? who.of.map((at) => world.users[at]!) : [] }),
      role: () => ({ by: 'role', roleId: world.roleId }),
      leader: () => ({ by: 'leader', level: 'level' in who ? who.level : 1 }),
      initiator: () => ({ by: 'initiator' }),
    }
    return { id: `n${++counted}`, name: `Node ${counted}`, kind: kind as 'AND', who: rules[who.by]() }
  }
  return flow.map((node) =>
    'kind' in node
      ? step(node)
      : {
          id: `n${++counted}`,
          name: 'A condition',
          kind: 'CONDITION',
          branches: [{ when: [{ fact: 'lineCount', is: 'atLeast', value: node.lines }], nodes: node.yes.map(step) }],
          otherwise: node.no.map(step),
        },
  )
}

const moves = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('decide' as const), pick: fc.nat(20), tries: fc.integer({ min: 1, max: 3 }), no: fc.nat(5) }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('all' as const), no: fc.nat(6) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('transfer' as const), pick: fc.nat(20), to: person }) },
    { weight: 1, arbitrary: fc.constant({ do: 'withdraw' as const }) },
    { weight: 2, arbitrary: fc.constant({ do: 'again' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('foreign' as const), pick: fc.nat(20), by: person }) },
  ),
  { maxLength: 8 },
)
type Move = typeof moves extends fc.Arbitrary<(infer T)[]> ? T : never

/** Does one move of the game and checks what came of it. */
async function play(instanceId: number, documentId: number, move: Move, picked: Record<string, number[]>): Promise<void> {
  const { tasks, instance, status } = await world.rows(instanceId)
  const pending = tasks.filter(({ state }) => state === 'PENDING')
  const applicant = world.users[0]!
  const decide = (task: TaskRow, verdict: 'approve' | 'reject', comment: string, userId = task.assignee_id) =>
    world.attempt(userId, (engine, scope) => engine.decide(scope, { taskId: task.id, userId, verdict, comment }))

  if (move.do === 'decide' && pending.length > 0) {
    const task = pending[move.pick % pending.length]!
    const outcomes = await Promise.all(
      Array.from({ length: move.tries }, (_, at) => decide(task, at === 0 && move.no === 0 ? 'reject' : 'approve', `try ${at}`)),
    )
    // One decision a task (1), with the words of the one that won (3).
    expect(outcomes.filter((one) => typeof one !== 'string')).toHaveLength(1)
    expect(outcomes.filter((one) => one === 'error.approval.handled')).toHaveLength(move.tries - 1)
    const winner = outcomes.findIndex((one) => typeof one !== 'string')
    expect((await world.rows(instanceId)).tasks.find(({ id }) => id === task.id)!.comment).toBe(`try ${winner}`)
    expect(await decide(task, 'reject', 'too late')).toBe('error.approval.handled')
  } else if (move.do === 'all') {
    const outcomes = await Promise.all(
      pending.map((task, at) => decide(task, move.no === 0 && at === 0 ? 'reject' : 'approve', 'together')),
    )
    for (const one of outcomes) if (typeof one === 'string') expect(one).toBe('error.approval.handled')
  } else if (move.do === 'transfer' && pending.length > 0) {
    const task = pending[move.pick % pending.length]!
    const outcome = await world.attempt(task.assignee_id, (engine, scope) =>
      engine.transfer(scope, { taskId: task.id, userId: task.assignee_id, toUserId: world.users[move.to]!, comment: null }),
    )
    if (typeof outcome === 'string') expect(outcome).toMatch(/^error\.approval\.(askedAlready|ofApplicant)$/)
    else expect(await decide(task, 'approve', 'mine no more')).toBe('error.approval.handled')
  } else if (move.do === 'withdraw') {
    const outcome = await world.attempt(applicant, (engine, scope) =>
      engine.withdraw(scope, { instanceId, userId: applicant, comment: null }),
    )
    expect(typeof outcome === 'string').toBe(instance.state !== 'PENDING')
  } else if (move.do === 'again' && status !== 'approved' && status !== 'submitted') {
    const { round } = await world.submit(documentId, status === 'rejected', picked)
    expect(round).toBe(instance.round + 1)
  } else if (move.do === 'foreign' && pending.length > 0) {
    const task = pending[move.pick % pending.length]!
    const other = world.users[move.by]!
    // Only the assignee decides (3).
    if (other !== task.assignee_id) expect(await decide(task, 'approve', 'not mine', other)).toBe('error.notFound')
  }
}

describe('an approval', () => {
  test('keeps its invariants under any flow and any interleaving of decisions, transfers, withdrawals and new rounds', async () => {
    const settings = fc.record({
      whenNobody: fc.constantFrom('administrator', 'pass'),
      whenApplicant: fc.constantFrom('normal', 'pass', 'leader'),
    })
    await fc.assert(
      fc.asyncProperty(flows, settings, fc.integer({ min: 1, max: 3 }), moves, async (flow, given, lines, played) => {
        const nodes = nodesOf(flow)
        const picked = Object.fromEntries(everyNode(nodes).map(({ id }) => [id, [world.users[2]!, world.users[4]!]]))
        const { version } = await world.define(nodes, given)
        const documentId = await world.draft(lines)
        const { id } = await world.submit(documentId, false, picked)
        await check(id)
        // A newer version changes nothing for what is under way.
        await world.define([])
        for (const move of played) {
          await play(id, documentId, move, picked)
          await check(id)
        }
        const { records } = await world.rows(id)
        expect(records[0]).toMatchObject({ action: 'submitted', definition_version: version })
        if (given.whenApplicant !== 'normal') {
          const { tasks } = await world.rows(id)
          expect(tasks.filter((task) => task.assignee_id === world.users[0])).toEqual([])
        }
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  test('an applicant who is asked about the own document decides it, is left out, or has the leader asked instead, as the flow says (5)', async () => {
    const [applicant, , , leader, , administrator] = world.users as [number, number, number, number, number, number]
    const isLed = (led: boolean) =>
      world.owner.query(
        led
          ? 'insert into furrow.leader_line (tenant_id, user_id, leader_id) values ($1, $2, $3) on conflict do nothing'
          : 'delete from furrow.leader_line where tenant_id = $1 and user_id = $2 and leader_id = $3',
        [world.tenantId, applicant, leader],
      )
    const given = fc.record({
      kind: fc.constantFrom('AND' as const, 'OR' as const, 'SEQUENTIAL' as const),
      by: fc.constantFrom('user' as const, 'role' as const, 'initiator' as const),
      who: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 }),
      whenApplicant: fc.constantFrom('normal' as const, 'pass' as const, 'leader' as const),
      whenNobody: fc.constantFrom('administrator' as const, 'pass' as const),
      led: fc.boolean(),
    })
    try {
      await fc.assert(
        fc.asyncProperty(given, async ({ kind, by, who, led, ...settings }) => {
          await isLed(led)
          const named = (by === 'role' ? who.toSorted((one, other) => one - other) : who).map((at) => world.users[at]!)
          const role = await world.build.aRole({ tenant_id: world.tenantId, codes: [] })
          await Promise.all(
            named.map((userId) =>
              world.build.insert('role_assignment', { tenant_id: world.tenantId, user_id: userId, role_id: role.id, area_ids: null }),
            ),
          )
          const rules = {
            user: { by: 'user', userIds: named },
            role: { by: 'role', roleId: role.id },
            initiator: { by: 'initiator' },
          } as const
          await world.define([{ id: 'a', name: 'Node', kind, who: rules[by] }], settings)
          const picked = { a: named }

          const others = named.filter((userId) => userId !== applicant)
          const isAsked = others.length < named.length
          const inPlace = isAsked && settings.whenApplicant === 'leader' && led && !others.includes(leader) ? [leader] : []
          const wanted = settings.whenApplicant === 'normal' ? named : [...others, ...inPlace]
          const isLeft = wanted.length === 0 && settings.whenApplicant === 'leader' && settings.whenNobody === 'administrator'
          const expected = isLeft ? [administrator] : wanted

          const documentId = await world.draft()
          const { id } = await world.submit(documentId, false, picked)
          await check(id)
          const asked = async () => {
            const { instance, tasks } = await world.rows(id)
            return tasks.filter(({ round, state }) => round === instance.round && state !== 'TRANSFERRED')
          }
          expect((await asked()).map((task) => task.assignee_id)).toEqual(expected)
          if (expected.length === 0) {
            const { instance, records } = await world.rows(id)
            expect([instance.state, records.map(({ action }) => action)]).toEqual(['APPROVED', ['submitted', 'passed', 'completed']])
            return
          }

          // Not by the back door either: what the flow keeps from the applicant, nobody hands to the applicant.
          const [first] = await asked()
          const handed = await world.attempt(first!.assignee_id, (engine, scope) =>
            engine.transfer(scope, { taskId: first!.id, userId: first!.assignee_id, toUserId: applicant, comment: null }),
          )
          if (settings.whenApplicant !== 'normal') expect(handed).toBe('error.approval.ofApplicant')
          else expect(handed === 'error.approval.askedAlready').toBe(isAsked)
          if (typeof handed !== 'string') return

          // A new round asks anew, by the same setting.
          await world.run(first!.assignee_id, (scope) =>
            world.engine.decide(scope, { taskId: first!.id, userId: first!.assignee_id, verdict: 'reject', comment: null }),
          )
          await world.submit(documentId, true, picked)
          await check(id)
          expect((await asked()).map((task) => task.assignee_id)).toEqual(expected)
          for (let turn = 0; turn < expected.length; turn++) {
            const next = (await asked()).find(({ state }) => state === 'PENDING')
            if (!next) break
            const userId = next.assignee_id
            await world.run(userId, (scope) => world.engine.decide(scope, { taskId: next.id, userId, verdict: 'approve', comment: null }))
            await check(id)
          }
          const { instance, tasks } = await world.rows(id)
          expect(instance.state).toBe('APPROVED')
          expect(tasks.some((task) => task.assignee_id === applicant)).toBe(settings.whenApplicant === 'normal' && isAsked)
        }),
        { numRuns: 40 },
      )
    } finally {
      await isLed(true)
    }
  }, 120_000)

  test('the two last approvers of an AND, at the same instant, open the next node once', async () => {
    const who = (...at: number[]): ApproverRule => ({ by: 'user', userIds: at.map((one) => world.users[one]!) })
    await world.define([
      { id: 'a', name: 'All', kind: 'AND', who: who(1, 2, 3, 4) },
      { id: 'b', name: 'Then', kind: 'AND', who: who(1, 2) },
    ])
    for (let turn = 0; turn < 10; turn++) {
      const { id } = await world.submit(await world.draft())
      const { tasks } = await world.rows(id)
      await Promise.all(
        tasks.map(({ id: taskId, assignee_id: userId }) =>
          world.run(userId, (scope) => world.engine.decide(scope, { taskId, userId, verdict: 'approve', comment: null })),
        ),
      )
      const after = await world.rows(id)
      expect(after.instance.step).toBe(1)
      expect(after.tasks.filter(({ step }) => step === 1)).toHaveLength(2)
      await check(id)
    }
  })

  test('a withdrawal and the last decision, at the same instant, end it in one way', async () => {
    await world.define([{ id: 'a', name: 'One', kind: 'OR', who: { by: 'user', userIds: [world.users[1]!] } }])
    for (let turn = 0; turn < 10; turn++) {
      const { id } = await world.submit(await world.draft())
      const [task] = (await world.rows(id)).tasks
      const [applicant, approver] = [world.users[0]!, world.users[1]!]
      const outcomes = await Promise.all([
        world.attempt(approver, (engine, scope) =>
          engine.decide(scope, { taskId: task!.id, userId: approver, verdict: 'approve', comment: null }),
        ),
        world.attempt(applicant, (engine, scope) => engine.withdraw(scope, { instanceId: id, userId: applicant, comment: null })),
      ])
      expect(outcomes.filter((one) => typeof one === 'string')).toHaveLength(1)
      await check(id)
    }
  })

  test('a definition, a record and a decision can be changed by no role of the server', async () => {
    await world.define([{ id: 'a', name: 'One', kind: 'OR', who: { by: 'user', userIds: [world.users[1]!] } }])
    const { id } = await world.submit(await world.draft())
    const [task] = (await world.rows(id)).tasks
    const userId = world.users[1]!
    await world.run(userId, (scope) => world.engine.decide(scope, { taskId: task!.id, userId, verdict: 'approve', comment: 'as I said' }))
    for (const db of [world.store.requestDb, world.store.serviceDb]) {
      for (const table of ['approval_definition', 'approval_record'] as const) {
        await expect(db.deleteFrom(table).execute()).rejects.toThrow(/permission denied/)
      }
      await expect(db.updateTable('approval_record').set({ comment: 'x' }).execute()).rejects.toThrow(/permission denied/)
    }
    const change = world.store.serviceDb.updateTable('approval_task').set({ comment: 'not what I said' }).where('id', '=', task!.id)
    await expect(change.execute()).rejects.toThrow(/never changed/)
  })
})

describe('people who leave', () => {
  const leave = (userId: number) => world.owner.query('delete from furrow.membership where user_id = $1', [userId])
  const back = (userId: number) =>
    world.owner.query('insert into furrow.membership (tenant_id, user_id) values ($1, $2) on conflict do nothing', [world.tenantId, userId])

  test('leave their open tasks to the administrator, whatever the node, and the approval goes on to its end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('AND' as const, 'OR' as const, 'SEQUENTIAL' as const),
        fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
        async (kind, asked, gone) => {
          await world.define([{ id: 'a', name: 'Node', kind, who: { by: 'user', userIds: asked.map((at) => world.users[at]!) } }])
          const { id } = await world.submit(await world.draft())
          const left = gone.map((at) => world.users[at]!)
          try {
            await Promise.all(left.map(leave))
            const orphans = (await world.rows(id)).tasks.filter((task) => OPEN.includes(task.state) && left.includes(task.assignee_id))
            for (const { id: taskId } of orphans) {
              expect(await world.run(0, (scope) => world.engine.replace(scope, taskId))).not.toBe('nobody')
            }
            const open = (await world.rows(id)).tasks.filter((task) => OPEN.includes(task.state))
            expect(open.filter((task) => left.includes(task.assignee_id))).toEqual([])
            for (let turn = 0; turn < 6; turn++) {
              const next = (await world.rows(id)).tasks.find(({ state }) => state === 'PENDING')
              if (!next) break
              const userId = next.assignee_id
              await world.run(userId, (scope) => world.engine.decide(scope, { taskId: next.id, userId, verdict: 'approve', comment: null }))
            }
            expect((await world.rows(id)).instance.state).toBe('APPROVED')
          } finally {
            await Promise.all(left.map(back))
          }
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)
})
