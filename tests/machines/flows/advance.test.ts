import { describe, expect, test } from 'vitest'
import type { Step } from '#contract/flows/definition'
import { advance, type Facts } from '#machines/flows/advance'
import { beginning } from '#machines/flows/cursor'
import { joined } from '#machines/flows/verdicts'
import { checkOf, flowOf, open, walk } from './world.ts'

const asked = ({ asks }: ReturnType<typeof walk>) => asks.map(({ switchId, status, at }) => [switchId, status, at])
const close = (switchId: number): Step => ({
  kind: 'command',
  target: { kind: 'switch', switchId },
  status: 0,
  runSeconds: null,
  onFail: 'stop',
})

describe('a run', () => {
  test('does its steps one after another, each once its device says so', () => {
    const run = walk(flowOf([open(1), { kind: 'wait', seconds: 10 }, close(1), { kind: 'notify', userIds: [1], text: 'done' }]))
    expect(asked(run)).toEqual([
      [1, 1, 0],
      [1, 0, 11_000],
    ])
    expect(run.ended).toEqual({ state: 'success', reason: null })
    expect(run.notices).toBe(1)
    expect(run.traces.map(({ what }) => what)).toEqual(['asked', 'told', 'waits', 'waited', 'asked', 'told', 'notified', 'ended'])
  })

  test.each([
    ['yes', [[1, 1, 0]], 'success', null],
    ['no', [[2, 1, 0]], 'success', null],
    ['unknown', [[2, 1, 0]], 'success', null],
  ] as const)('takes the way that its check says: %s', (verdict, wanted, state, reason) => {
    const run = walk(flowOf([{ kind: 'if', checks: checkOf(9), then: [open(1)], else: [open(2)], unknown: 'else' }]), {
      verdicts: () => verdict,
    })
    expect(asked(run)).toEqual(wanted)
    expect(run.ended).toEqual({ state, reason })
  })

  test('fails where it may not go on without knowing', () => {
    const run = walk(flowOf([{ kind: 'if', checks: checkOf(9), then: [open(1)], else: [], unknown: 'stop' }]), {
      verdicts: () => 'unknown',
    })
    expect(asked(run)).toEqual([])
    expect(run.ended).toEqual({ state: 'failed', reason: 'unknown' })
  })

  test('does what is parallel at once and goes on when all is done', () => {
    const run = walk(flowOf([{ kind: 'parallel', of: [[open(1), { kind: 'wait', seconds: 20 }], [open(2)]] }, open(3)]))
    expect(asked(run)).toEqual([
      [1, 1, 0],
      [2, 1, 0],
      [3, 1, 21_000],
    ])
  })

  test('repeats so often, and no more once it is so', () => {
    const round: Step = { kind: 'repeat', times: 5, until: checkOf(9), steps: [open(1, 5), { kind: 'wait', seconds: 10 }] }
    expect(asked(walk(flowOf([round]), { verdicts: () => 'no' }))).toHaveLength(5)
    const run = walk(flowOf([round]), { verdicts: (_, now) => (now > 20_000 ? 'yes' : 'no') })
    expect(asked(run)).toHaveLength(2)
    expect(run.ended.state).toBe('success')
    // The second round would begin without anybody knowing.
    const blind = walk(flowOf([round]), { verdicts: (_, now) => (now > 0 ? 'unknown' : 'no') })
    expect(blind.ended).toEqual({ state: 'failed', reason: 'unknown' })
    expect(asked(blind)).toEqual([
      [1, 1, 0],
      [1, 0, 11_000],
    ])
  })

  test('waits until it is so, and no longer than it may', () => {
    const until = (onTimeout: 'stop' | 'goOn'): Step => ({ kind: 'waitUntil', checks: checkOf(9), seconds: 30, onTimeout })
    expect(asked(walk(flowOf([until('stop'), open(1)]), { verdicts: (_, now) => (now >= 9000 ? 'yes' : 'unknown') }))).toEqual([
      [1, 1, 10_000],
    ])
    expect(walk(flowOf([until('stop'), open(1)]), { verdicts: () => 'unknown' }).ended).toEqual({
      state: 'failed',
      reason: 'waitedTooLong',
    })
    expect(asked(walk(flowOf([until('goOn'), open(1)]), { verdicts: () => 'no' }))).toEqual([[1, 1, 30_000]])
  })

  test('makes safe what it turned, in the opposite order, when it fails', () => {
    const run = walk(flowOf([open(1, 600), open(2, 600), open(3)]), { stands: ({ switchId }) => (switchId === 3 ? 'refused' : 'observed') })
    expect(run.ended).toEqual({ state: 'failed', reason: 'commandFailed' })
    expect(run.asks.map(({ switchId, status, safe }) => [switchId, status, safe])).toEqual([
      [1, 1, false],
      [2, 1, false],
      [3, 1, false],
      [3, 0, true],
      [2, 0, true],
      [1, 0, true],
    ])
  })

  test('goes on past a command that fails where it is to', () => {
    const run = walk(flowOf([open(1, 60, 'goOn'), open(2)]), { stands: ({ switchId }) => (switchId === 1 ? 'silent' : 'observed') })
    expect(run.asks.map(({ switchId }) => switchId)).toEqual([1, 2])
    expect(run.ended.state).toBe('success')
    expect(run.traces.some(({ what, reason }) => what === 'passed' && reason === 'commandFailed')).toBe(true)
  })

  test('that is ended from outside makes safe what it turned, an aerator by letting it run', () => {
    const off: Step = { kind: 'command', target: { kind: 'switch', switchId: 7 }, status: 0, runSeconds: null, onFail: 'stop' }
    const run = walk(
      flowOf([open(1, 600), off, { kind: 'wait', seconds: 600 }]),
      { rest: (id) => (id === 7 ? 1 : 0) },
      { at: 60_000, reason: 'stopped' },
    )
    expect(run.ended).toEqual({ state: 'failed', reason: 'stopped' })
    expect(run.asks.slice(2).map(({ switchId, status, safe }) => [switchId, status, safe])).toEqual([
      [7, 1, true],
      [1, 0, true],
    ])
  })

  test('that takes too long fails, and what ended by itself long before is left alone', () => {
    const run = walk(flowOf([open(1, 10), open(2, 600), { kind: 'wait', seconds: 7200 }], { maxSeconds: 300 }))
    expect(run.ended).toEqual({ state: 'failed', reason: 'tooLong' })
    expect(run.asks.filter(({ safe }) => safe).map(({ switchId }) => switchId)).toEqual([2])
  })

  test('that goes in a circle is ended', () => {
    const inner: Step = { kind: 'repeat', times: 100, until: null, steps: [{ kind: 'notify', userIds: [1], text: 'x' }] }
    const run = walk(flowOf([{ kind: 'repeat', times: 100, until: null, steps: [inner] }]))
    expect(run.ended).toEqual({ state: 'failed', reason: 'tooLong' })
    expect(run.notices).toBeLessThanOrEqual(2000)
  })

  test('brings to rest what it turned where a step says so, and has nothing left to make safe', () => {
    const run = walk(
      flowOf([open(1, 600), open(2, 600), { kind: 'makeSafe', target: null }, { kind: 'wait', seconds: 60 }]),
      {},
      { at: 30_000, reason: 'stopped' },
    )
    expect(run.asks.map(({ switchId, status, safe }) => [switchId, status, safe])).toEqual([
      [1, 1, false],
      [2, 1, false],
      [2, 0, true],
      [1, 0, true],
    ])
  })

  test('does not take a circuit that a flow has which goes before, nor makes it safe', () => {
    const run = walk(flowOf([open(1, 600), open(2)]), { outranked: (id, now) => id === 2 || now > 500 })
    expect(run.ended).toEqual({ state: 'failed', reason: 'commandFailed' })
    expect(run.asks.map(({ switchId }) => switchId)).toEqual([1])
  })

  test('fails where a circuit is no more', () => {
    expect(walk(flowOf([open(1)]), { rest: () => null }).ended).toEqual({ state: 'failed', reason: 'gone' })
    expect(
      walk(flowOf([{ kind: 'command', target: { kind: 'group', groupId: 5 }, status: 1, runSeconds: 60, onFail: 'stop' }])).ended.reason,
    ).toBe('gone')
  })
})

describe('a clock', () => {
  const facts = (now: number): Facts => ({
    now,
    look: () => null,
    command: () => ({ state: 'observed', message: null }),
    rest: () => 0,
    undone: () => null,
    isOutranked: () => false,
    newId: () => 'id',
  })
  const YEARS = 6 * 365 * 86_400_000
  const flow = flowOf([open(1, 900), { kind: 'wait', seconds: 600 }], { maxSeconds: 1000 })
  const START = 2_000_000_000_000
  const waiting = (start: number) =>
    advance(advance(beginning({}, start, 1000), flow, facts(start)).cursor, flow, facts(start + 500)).cursor

  test('that is set back lets nothing wait for longer than it was to', () => {
    const now = START - YEARS
    const { cursor, lookAt } = advance(waiting(START), flow, facts(now))
    expect(lookAt).toBe(now + 600_000)
    expect(cursor.turned).toEqual([{ switchId: 1, at: now - 500, until: now + 899_500 }])
    expect(advance(cursor, flow, facts(now + 600_000)).ended).toEqual({ state: 'success', reason: null })
  })

  test('that is set forward ends a run, which is made safe where it may still be open', () => {
    const { cursor, ended, effects } = advance(waiting(START), flow, facts(START + 930_000))
    expect({ cursor: cursor.ending?.asks, ended }).toMatchObject({ ended: { state: 'success' } })
    expect(effects.some((effect) => effect.type === 'ask')).toBe(false)
    expect(advance(waiting(START), flow, facts(START + YEARS)).ended).toEqual({ state: 'failed', reason: 'tooLong' })
  })
})

describe('a group', () => {
  const step = (runSeconds: number | null, status = 1): Step => ({
    kind: 'command',
    target: { kind: 'group', groupId: 1 },
    status,
    runSeconds,
    onFail: 'goOn',
  })
  const groups = (rollout: 'together' | 'staggered' | 'inTurn') => ({ 1: { switchIds: [1, 2, 3], rollout, seconds: 15 } })

  test('is told at once, at a distance, or each after the one before', () => {
    expect(asked(walk(flowOf([step(60)]), { groups: groups('together') })).map(([, , at]) => at)).toEqual([0, 0, 0])
    expect(asked(walk(flowOf([step(60)]), { groups: groups('staggered') })).map(([, , at]) => at)).toEqual([0, 15_000, 30_000])
    expect(asked(walk(flowOf([step(60)]), { groups: groups('inTurn') })).map(([, , at]) => at)).toEqual([0, 61_000, 122_000])
    expect(asked(walk(flowOf([step(null, 0)]), { groups: groups('inTurn') })).map(([, , at]) => at)).toEqual([0, 1000, 2000])
  })

  test('goes on in turn past one that fails', () => {
    const run = walk(flowOf([step(60)]), {
      groups: groups('inTurn'),
      stands: ({ switchId }, age) => (switchId === 2 ? 'refused' : age >= 1000 ? 'observed' : 'sent'),
    })
    expect(asked(run).map(([id, , at]) => [id, at])).toEqual([
      [1, 0],
      [2, 61_000],
      [3, 61_500],
    ])
  })
})

describe('a server that dies', () => {
  test('before a command is recorded asks again under the same id', () => {
    const run = walk(flowOf([open(1)]), { isLost: (now) => now < 5000 })
    expect(run.asks).toHaveLength(1)
    expect(run.asks[0]).toMatchObject({ switchId: 1, at: 5000 })
    expect(run.ended.state).toBe('success')
  })

  test('for longer than a command is good does not ask any more, and makes safe', () => {
    const run = walk(flowOf([open(1, 600)]), { isLost: (now) => now < 90_000 })
    expect(run.ended).toEqual({ state: 'failed', reason: 'commandFailed' })
    expect(run.asks.map(({ status, safe }) => [status, safe])).toEqual([[0, true]])
  })
})

test('what is not known decides nothing by itself', () => {
  expect(joined('all', ['yes', 'unknown'])).toBe('unknown')
  expect(joined('all', ['no', 'unknown'])).toBe('no')
  expect(joined('any', ['yes', 'unknown'])).toBe('yes')
  expect(joined('any', ['no', 'unknown'])).toBe('unknown')
  expect(joined('any', ['no', 'no'])).toBe('no')
})

describe('what something else ends', () => {
  const undone = ({ traces }: ReturnType<typeof walk>) =>
    traces.filter(({ what }) => what === 'undone').map(({ ask, until, by }) => [ask?.switchId, until, by?.name])
  const wait = (seconds: number) => ({ kind: 'wait' as const, seconds })
  // It is looked three times within the running time, and once after it.
  const steps = [open(1, 600), wait(150), wait(150), wait(150), wait(350)]

  test('is said once, with by what, and the run goes on', () => {
    const walked = walk(flowOf(steps), { undoneAt: () => 100_000 })
    expect(undone(walked)).toEqual([[1, 100_000, 'Dry run']])
    expect(walked.ended.state).toBe('success')
  })
  test('after its running time is the end of it, and nothing to say', () => {
    expect(undone(walk(flowOf(steps), { undoneAt: () => 700_000 }))).toEqual([])
    expect(undone(walk(flowOf(steps)))).toEqual([])
  })
})
