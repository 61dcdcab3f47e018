import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ApprovalStep } from '#contract/approvals/definition'
import { CallFailure } from '#server/ground/failure'
import { reduceRound } from '#server/ground/approvals/reduceRound'
import type { Effect, Outcome, Round, RoundEvent } from '#server/ground/approvals/round'

const APPLICANT = 1
const ADMINISTRATOR = 99
const person = (userId: number) => ({ userId, realName: `User ${userId}` })
const node = (kind: ApprovalStep['kind'], at: number, more: Partial<ApprovalStep> = {}): ApprovalStep => ({
  id: `node${at}`,
  name: `Node ${at}`,
  kind,
  who: { by: 'user', userIds: [1] },
  ...more,
})
const roundOf = (path: readonly ApprovalStep[]): Round => ({
  applicant: person(APPLICANT),
  path,
  state: 'PENDING',
  step: 0,
  endedAt: null,
  tasks: [],
  copied: [],
})

/** Freezes all the way down: whatever wrote to what it was given would throw. */
function frozen<Value>(value: Value): Value {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(frozen)
  }
  return value
}

/** Has an event happen, and answers every node that is asked for with the people that `peopleAt` has for it. */
function happen(
  round: Round,
  event: RoundEvent,
  peopleAt: readonly (readonly number[] | null)[],
  now = 1,
): { round: Round; effects: Effect[] } {
  const effects: Effect[] = []
  let outcome: Outcome = reduceRound(frozen(round), frozen(event), now)
  effects.push(...outcome.effects)
  while (outcome.wants !== null) {
    const step = outcome.wants
    const people = peopleAt[step]
    outcome = reduceRound(frozen(outcome.round), { type: 'reach', step, people: people ? people.map(person) : null }, now)
    effects.push(...outcome.effects)
  }
  // What is stored has ids of its own.
  const last = Math.max(0, ...outcome.round.tasks.map(({ id }) => id))
  const tasks = outcome.round.tasks.map((task) => (task.id < 0 ? { ...task, id: last - task.id } : task))
  return { round: { ...outcome.round, tasks }, effects }
}
const SUBMIT: RoundEvent = { type: 'submit', isFirst: true, version: 3, exemptBy: null }
const submitted = (path: readonly ApprovalStep[], peopleAt: readonly (readonly number[] | null)[]) =>
  happen(roundOf(path), SUBMIT, peopleAt)
const taskOf = ({ tasks }: Round, userId: number) => tasks.findLast(({ assignee }) => assignee.userId === userId)!
const decide = (
  round: Round,
  userId: number,
  verdict: 'approve' | 'reject' = 'approve',
  taskId = taskOf(round, userId).id,
): RoundEvent => ({
  type: 'decide',
  taskId,
  userId,
  verdict,
  comment: null,
})
const states = ({ tasks }: Round) => tasks.map(({ assignee, state }) => `${assignee.userId} ${state}`)
const actions = (effects: readonly Effect[]) => effects.flatMap((effect) => (effect.do === 'record' ? [effect.line.action] : []))
const words = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'tell' ? [`${effect.word.userId} ${effect.word.what}`] : []))
const moves = (effects: readonly Effect[]) => effects.flatMap((effect) => (effect.do === 'move' ? [effect.event.type] : []))
const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (cause) {
    if (cause instanceof CallFailure) return cause.code
    throw cause
  }
  return 'none'
}

describe('a submission', () => {
  test('asks everybody of the first node, and the first alone of a sequence', () => {
    const all = submitted([node('AND', 0)], [[2, 3]])
    expect(states(all.round)).toEqual(['2 PENDING', '3 PENDING'])
    expect(words(all.effects)).toEqual(['2 arrived', '3 arrived'])
    expect(actions(all.effects)).toEqual(['submitted'])
    const sequence = submitted([node('SEQUENTIAL', 0)], [[2, 3]])
    expect(states(sequence.round)).toEqual(['2 PENDING', '3 WAITING'])
    expect(words(sequence.effects)).toEqual(['2 arrived'])
  })

  test('names each new question by an id that is below none that is stored, and tells by the same', () => {
    const { effects, round } = reduceRound(roundOf([node('AND', 0)]), { type: 'reach', step: 0, people: [person(2), person(3)] }, 1)
    expect(round.tasks.map(({ id }) => id)).toEqual([-1, -2])
    expect(effects.map((effect) => effect.do === 'tell' && effect.word.taskId)).toEqual([-1, -2])
  })

  test('without a node is approved at once, and says what asked for no approval', () => {
    const { round, effects } = happen(roundOf([]), { ...SUBMIT, exemptBy: 'Receipts' }, [])
    expect(round.state).toBe('APPROVED')
    expect(effects.flatMap((effect) => (effect.do === 'record' ? [effect.line] : [])).slice(1)).toEqual([
      { action: 'exempt', nodeName: 'Receipts' },
      { action: 'completed' },
    ])
  })

  test('passes nodes that have nobody to ask, copies on the way, and is approved at the end', () => {
    const { round, effects } = submitted([node('OR', 0), node('CC', 1), node('AND', 2)], [[], [4, APPLICANT, 4 + 1], []])
    expect(round).toMatchObject({ state: 'APPROVED', step: 3, endedAt: 1, copied: [4, 5] })
    expect(actions(effects)).toEqual(['submitted', 'passed', 'copied', 'copied', 'passed', 'completed'])
    expect(moves(effects)).toEqual(['document.approve'])
  })

  test('is refused where a node has nobody and there is no administrator', () => {
    expect(refusal(() => submitted([node('OR', 0)], [null]))).toBe('error.approval.nobody')
  })
})

describe('a decision', () => {
  test('of one is enough for OR, and closes the questions to the others', () => {
    const { round } = submitted([node('OR', 0)], [[2, 3]])
    const after = happen(round, decide(round, 3), [[2, 3]])
    expect(states(after.round)).toEqual(['2 DONE', '3 APPROVED'])
    expect(after.round.state).toBe('APPROVED')
    expect(words(after.effects)).toEqual(['3 closed', '2 closed', '1 moved', '1 moved'])
  })

  test('of each is wanted for AND and SEQUENTIAL', () => {
    for (const kind of ['AND', 'SEQUENTIAL'] as const) {
      const { round } = submitted([node(kind, 0)], [[2, 3]])
      const one = happen(round, decide(round, 2), [[2, 3]])
      expect(one.round.state).toBe('PENDING')
      expect(states(one.round)).toEqual(['2 APPROVED', '3 PENDING'])
      expect(happen(one.round, decide(one.round, 3), [[2, 3]]).round.state).toBe('APPROVED')
    }
  })

  test('against ends the round', () => {
    const { round } = submitted([node('AND', 0), node('OR', 1)], [[2, 3], [4]])
    const after = happen(round, decide(round, 2, 'reject'), [[2, 3], [4]])
    expect(after.round).toMatchObject({ state: 'REJECTED', step: 0 })
    expect(moves(after.effects)).toEqual(['document.reject'])
    expect(states(after.round)).toEqual(['2 REJECTED', '3 DONE'])
  })

  test('is refused a second time, to others, and before its turn', () => {
    const { round } = submitted([node('SEQUENTIAL', 0)], [[2, 3]])
    const mine = taskOf(round, 2).id
    expect(refusal(() => reduceRound(round, decide(round, 3, 'approve', mine), 1))).toBe('error.approval.handled')
    expect(refusal(() => reduceRound(round, decide(round, 3), 1))).toBe('error.approval.handled')
    const after = happen(round, decide(round, 2), [[2, 3]])
    expect(refusal(() => reduceRound(after.round, decide(after.round, 2), 1))).toBe('error.approval.handled')
  })
})

test('what is handed on stands in its place, and is not handed to who is asked already or to an applicant who may not decide', () => {
  const { round } = submitted([node('SEQUENTIAL', 0)], [[2, 3]])
  const transfer = (to: number | null, mayBeApplicant = true): RoundEvent => ({
    type: 'transfer',
    taskId: taskOf(round, 2).id,
    userId: 2,
    to: to === null ? null : person(to),
    mayBeApplicant,
    comment: 'please',
  })
  expect(refusal(() => reduceRound(round, transfer(null), 1))).toBe('error.approval.userUnknown')
  expect(refusal(() => reduceRound(round, transfer(3), 1))).toBe('error.approval.askedAlready')
  expect(refusal(() => reduceRound(round, transfer(2), 1))).toBe('error.approval.askedAlready')
  expect(refusal(() => reduceRound(round, transfer(APPLICANT, false), 1))).toBe('error.approval.ofApplicant')
  const after = happen(round, transfer(4), [[2, 3]])
  expect(states(after.round)).toEqual(['2 TRANSFERRED', '4 PENDING', '3 WAITING'])
  expect(words(after.effects)).toEqual(['2 closed', '4 arrived', '1 moved'])
})

test('a withdrawal is the applicant’s alone, and only while it is in approval', () => {
  const { round } = submitted([node('AND', 0)], [[2, 3]])
  expect(refusal(() => reduceRound(round, { type: 'withdraw', userId: 2, comment: null }, 1))).toBe('error.approval.notApplicant')
  const after = happen(round, { type: 'withdraw', userId: APPLICANT, comment: null }, [])
  expect(after.round).toMatchObject({ state: 'WITHDRAWN', endedAt: 1 })
  expect(states(after.round)).toEqual(['2 DONE', '3 DONE'])
  expect(refusal(() => reduceRound(after.round, { type: 'withdraw', userId: APPLICANT, comment: null }, 1))).toBe('error.approval.ended')
})

test('the question of who has left goes to the administrator once, and is dropped where the administrator is asked already', () => {
  const { round } = submitted([node('AND', 0)], [[2, 3]])
  const replace = (of: Round, userId: number): RoundEvent => ({ type: 'replace', taskId: taskOf(of, userId).id, to: person(ADMINISTRATOR) })
  const one = happen(round, replace(round, 2), [[2, 3]])
  expect(states(one.round)).toEqual(['2 TRANSFERRED', '99 PENDING', '3 PENDING'])
  const both = happen(one.round, replace(one.round, 3), [[2, 3]])
  expect(states(both.round)).toEqual(['2 TRANSFERRED', '99 PENDING', '3 DONE'])
  expect(happen(both.round, { type: 'replace', taskId: both.round.tasks[0]!.id, to: person(ADMINISTRATOR) }, []).effects).toEqual([])
})

test('a question that lies too long is said once: to its assignee, or by giving it to the administrator', () => {
  const path = [node('AND', 0, { timeout: { hours: 1, act: 'remind' } })]
  const { round } = submitted(path, [[2]])
  const lies = (of: Round): RoundEvent => ({ type: 'overdue', taskId: of.tasks[0]!.id, to: person(ADMINISTRATOR) })
  const reminded = happen(round, lies(round), [[2]], 9)
  expect(reminded.round.tasks[0]).toMatchObject({ state: 'PENDING', overdueAt: 9 })
  expect(actions(reminded.effects)).toEqual(['reminded'])
  expect(happen(reminded.round, lies(round), [[2]]).effects).toEqual([])
  const given = submitted([node('AND', 0, { timeout: { hours: 1, act: 'administrator' } })], [[2]]).round
  expect(states(happen(given, lies(given), [[2]]).round)).toEqual(['2 TRANSFERRED', '99 PENDING'])
})

test('a copy is given once, however many nodes and rounds name the same person', () => {
  const path = [node('CC', 0), node('CC', 1), node('OR', 2)]
  const { round, effects } = happen({ ...roundOf(path), copied: [5] }, SUBMIT, [[4, 5], [4, 6], [2]])
  expect(round.copied).toEqual([5, 4, 6])
  expect(words(effects)).toEqual(['4 copied', '6 copied', '2 arrived'])
})

describe('whatever happens in whatever order', () => {
  const users = fc.uniqueArray(fc.integer({ min: 2, max: 7 }), { maxLength: 4 })
  const flow = fc.array(
    fc.record({
      kind: fc.constantFrom('AND', 'OR', 'SEQUENTIAL', 'CC'),
      people: users,
      act: fc.constantFrom<'remind' | 'administrator' | null>('remind', 'administrator', null),
    }),
    { maxLength: 4 },
  )
  const happening = fc.record({
    type: fc.constantFrom('decide', 'decide', 'decide', 'transfer', 'replace', 'overdue', 'withdraw'),
    at: fc.nat(),
    userId: fc.integer({ min: 1, max: 8 }),
    rejects: fc.integer({ min: 0, max: 5 }).map((dice) => dice === 0),
    asAssignee: fc.boolean(),
  })
  const eventOf = (
    round: Round,
    { type, at, userId, rejects, asAssignee }: typeof happening extends fc.Arbitrary<infer One> ? One : never,
  ): RoundEvent => {
    const task = round.tasks[at % Math.max(1, round.tasks.length)]
    const taskId = task?.id ?? 0
    const by = asAssignee && task ? task.assignee.userId : userId
    if (type === 'decide') return { type, taskId, userId: by, verdict: rejects ? 'reject' : 'approve', comment: null }
    if (type === 'transfer')
      return { type, taskId, userId: by, to: userId === 8 ? null : person(userId), mayBeApplicant: rejects, comment: null }
    if (type === 'withdraw') return { type, userId: rejects ? APPLICANT : userId, comment: null }
    // Who has left is no administrator.
    if (type === 'replace') return { type, taskId: task?.assignee.userId === ADMINISTRATOR ? 0 : taskId, to: person(ADMINISTRATOR) }
    return { type: 'overdue', taskId, to: userId === 8 ? null : person(ADMINISTRATOR) }
  }

  test('a round waits for somebody at one node or has ended for good, its document is moved once, and no word is said twice', () => {
    fc.assert(
      fc.property(flow, fc.array(happening, { maxLength: 25 }), (given, happenings) => {
        const path = given.map(({ kind, act }, at) => node(kind as ApprovalStep['kind'], at, act ? { timeout: { hours: 1, act } } : {}))
        const peopleAt = given.map(({ people }) => people)
        let { round, effects } = submitted(path, peopleAt)
        const moved = moves(effects)
        const decisions = new Map<number, string>()
        for (const one of [null, ...happenings]) {
          if (one) {
            const before = round
            const event = eventOf(round, one)
            const refused = refusal(() => ({ round, effects } = happen(round, event, peopleAt, 2)))
            if (refused !== 'none') continue
            moved.push(...moves(effects))
            // What has been decided stays as it was decided.
            for (const task of before.tasks.filter(({ decidedAt }) => decidedAt !== null))
              expect(round.tasks.find(({ id }) => id === task.id)).toEqual(task)
          }
          for (const { id, state } of round.tasks) if (state === 'APPROVED' || state === 'REJECTED') decisions.set(id, state)
          const open = round.tasks.filter(({ state }) => state === 'PENDING' || state === 'WAITING')
          if (round.state === 'PENDING') {
            expect(moved).toEqual([])
            expect(open.length).toBeGreaterThan(0)
            expect(open.every(({ step }) => step === round.step)).toBe(true)
            const isAsked = open.filter(({ state }) => state === 'PENDING').length
            expect(isAsked).toBe(path[round.step]!.kind === 'SEQUENTIAL' ? 1 : open.length)
            // Nobody is asked twice at one node.
            expect(new Set(open.map(({ assignee }) => assignee.userId)).size).toBe(open.length)
          } else {
            expect(open).toEqual([])
            expect(moved).toEqual([
              { APPROVED: 'document.approve', REJECTED: 'document.reject', WITHDRAWN: 'document.withdraw' }[round.state],
            ])
          }
          const isAgainst = [...decisions.values()].includes('REJECTED')
          expect(round.state === 'REJECTED').toBe(isAgainst)
          if (round.state === 'APPROVED') {
            expect(round.step).toBe(path.length)
            for (const [step, { kind }] of path.entries()) {
              const tasks = round.tasks.filter((task) => task.step === step)
              const approved = tasks.filter(({ state }) => state === 'APPROVED').length
              if (kind === 'OR' && tasks.length > 0) expect(approved).toBe(1)
              // Whoever left while the administrator was asked already was dropped.
              if (kind === 'AND' || kind === 'SEQUENTIAL')
                expect(tasks.filter(({ state }) => state !== 'APPROVED' && state !== 'TRANSFERRED' && state !== 'DONE')).toEqual([])
            }
          }
          const said = effects
            .filter((effect) => effect.do === 'tell' && effect.word.what === 'arrived')
            .map((effect) => JSON.stringify(effect))
          expect(new Set(said).size).toBe(said.length)
        }
      }),
      { numRuns: 600 },
    )
  })
})
