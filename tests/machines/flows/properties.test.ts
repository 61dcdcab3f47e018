import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachStep, type Step } from '#contract/flows/definition'
import type { CommandState } from '#contract/devices/command'
import { checkOf, flowOf, walk, type World } from './world.ts'

const circuit = fc.integer({ min: 1, max: 4 })
const command = fc
  .record({
    switchId: circuit,
    status: fc.constantFrom(0, 1),
    runSeconds: fc.integer({ min: 5, max: 900 }),
    onFail: fc.constantFrom('stop', 'goOn'),
  })
  .map(({ switchId, status, runSeconds, onFail }): Step => ({
    kind: 'command',
    target: switchId === 4 ? { kind: 'group', groupId: 1 } : { kind: 'switch', switchId },
    status,
    runSeconds: status === 0 ? null : runSeconds,
    onFail: onFail as 'stop' | 'goOn',
  }))
const seconds = fc.integer({ min: 1, max: 120 })
const simple: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: command },
  seconds.map((of): Step => ({ kind: 'wait', seconds: of })),
  fc
    .record({ of: seconds, onTimeout: fc.constantFrom('stop' as const, 'goOn' as const), device: circuit })
    .map(({ of, onTimeout, device }): Step => ({ kind: 'waitUntil', checks: checkOf(device), seconds: of, onTimeout })),
  fc.constant<Step>({ kind: 'makeSafe', target: null }),
  fc.constant<Step>({ kind: 'notify', userIds: [1], text: 'x' }),
)
const block = (step: fc.Arbitrary<Step>) => fc.array(step, { minLength: 1, maxLength: 3 })
const nested = (inner: fc.Arbitrary<Step>): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 3, arbitrary: inner },
    fc
      .record({ then: block(inner), else: block(inner), unknown: fc.constantFrom('else' as const, 'stop' as const), device: circuit })
      .map(({ device, ...one }): Step => ({ kind: 'if', checks: checkOf(device), ...one })),
    fc.array(block(inner), { minLength: 2, maxLength: 3 }).map((of): Step => ({ kind: 'parallel', of })),
    fc
      .record({ times: fc.integer({ min: 1, max: 4 }), steps: block(inner), device: fc.option(circuit) })
      .map(({ device, ...one }): Step => ({ kind: 'repeat', until: device === null ? null : checkOf(device), ...one })),
  )
const definition = fc
  .record({ steps: block(nested(nested(simple))), maxSeconds: fc.integer({ min: 10, max: 2000 }) })
  .map(({ steps, maxSeconds }) => flowOf(steps, { maxSeconds }))

const ends: readonly CommandState[] = ['observed', 'observed', 'observed', 'refused', 'silent', 'expired']
/** A world that is the same however often it is asked. */
const world = fc
  .record({
    seed: fc.nat(1000),
    rollout: fc.constantFrom('together' as const, 'staggered' as const, 'inTurn' as const),
    delay: fc.integer({ min: 0, max: 15_000 }),
    lossEvery: fc.constantFrom(0, 7, 13),
  })
  .map(({ seed, rollout, delay, lossEvery }): World => ({
    verdicts: (device, now) => (['yes', 'no', 'unknown'] as const)[(seed + device * 7 + Math.floor(now / 30_000)) % 3]!,
    stands: ({ id, safe }, age) => (safe ? 'queued' : age < delay ? 'sent' : ends[(seed + Number(id) * 5) % ends.length]!),
    isLost: (now) => lossEvery > 0 && Math.floor(now / 4000) % lossEvery === 0,
    groups: { 1: { switchIds: [1, 2, 3], rollout, seconds: 15 } },
    rest: (id) => (id === 3 ? 1 : 0),
  }))
const stopped = fc.option(fc.integer({ min: 0, max: 600_000 }).map((at) => ({ at, reason: 'stopped' as const })))

describe('whatever a flow says and whatever becomes of its commands', () => {
  test('it ends in its time, and nothing it turned is left to run on when it fails', () => {
    fc.assert(
      fc.property(definition, world, stopped, (flow, one, stop) => {
        const run = walk(flow, one, stop)
        // The end of a run waits for its making safe to be written down.
        expect(run.endedAt).toBeLessThanOrEqual(flow.maxSeconds * 1000 + 10_000)
        const decidedAt = run.traces.find(({ what }) => what === 'ended')!.at
        expect(run.asks.filter(({ safe, at }) => !safe && at > decidedAt)).toEqual([])
        if (run.ended.state === 'success') return
        for (const id of [1, 2, 3]) {
          const own = run.asks.filter(({ switchId }) => switchId === id)
          const last = own.at(-1)
          if (last === undefined) continue
          const rest = one.rest!(id)!
          const isOver = last.status === 1 && last.runSeconds !== null && last.at + last.runSeconds * 1000 < run.endedAt
          // An aerator that was told to stop runs again, a valve that was opened is closed, or was by its own time.
          expect(last.status === rest || (rest === 0 && isOver)).toBe(true)
        }
      }),
      { numRuns: 600 },
    )
  })

  test('the same run again is the same', () => {
    fc.assert(
      fc.property(definition, world, stopped, (flow, one, stop) => {
        expect(JSON.stringify(walk(flow, one, stop))).toBe(JSON.stringify(walk(flow, one, stop)))
      }),
      { numRuns: 100 },
    )
  })

  test('what hangs on something that is not known is not done', () => {
    fc.assert(
      fc.property(definition, world, (flow, one) => {
        const run = walk(flow, { ...one, verdicts: () => 'unknown' })
        const paths = eachStep(flow.steps).flatMap(({ step, path }) =>
          step.kind === 'if' ? [[...path, 0].join('.')] : step.kind === 'repeat' && step.until ? [path.join('.') + '.0'] : [],
        )
        const done = run.traces.filter(({ what }) => what === 'asked').map(({ path }) => path!.join('.'))
        for (const path of paths) expect(done.filter((other) => other.startsWith(`${path}.`))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
