import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Checks,
  eachStep,
  flowDefinition,
  type FlowDefinition,
  MAX_STEP_DEPTH,
  MAX_STEPS,
  type Step,
  type Target,
  type Trigger,
} from '#contract/flows/definition'
import { namedBy, NO_RULE, type Places, remap } from '#server/flows/definition/remap'
import { oxygenLow } from '../alarms/anAlarm.ts'
import { waits } from './aFlow.ts'

/** Ids of the base that a definition comes from, and of the one that it goes to. */
const OLD = 1000
const anId = fc.integer({ min: 1, max: 20 }).map((id) => OLD + id)
const maybeId = fc.option(anId)
const when = fc.constant(oxygenLow.when)
const someChecks: fc.Arbitrary<Checks> = fc.record({
  join: fc.constantFrom('all' as const, 'any' as const),
  of: fc.array(fc.record({ deviceId: maybeId, ordinal: fc.constant(null), when }), { minLength: 1, maxLength: 3 }),
})
const aTarget: fc.Arbitrary<Target> = fc.oneof(
  fc.record({ kind: fc.constant('switch' as const), switchId: maybeId }),
  fc.record({ kind: fc.constant('group' as const), groupId: maybeId }),
)
const simple: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('command' as const),
    target: aTarget,
    status: fc.constant(1),
    runSeconds: fc.constant(60),
    onFail: fc.constant('stop' as const),
  }),
  fc.constant<Step>({ kind: 'wait', seconds: 1 }),
  fc.record({
    kind: fc.constant('waitUntil' as const),
    checks: someChecks,
    seconds: fc.constant(5),
    onTimeout: fc.constant('stop' as const),
  }),
  fc.constant<Step>({ kind: 'notify', userIds: [7], text: 'Look' }),
  fc.record({ kind: fc.constant('makeSafe' as const), target: fc.option(aTarget) }),
)
const aStep = (depth: number): fc.Arbitrary<Step> => {
  if (depth === 0) return simple
  const block = fc.array(aStep(depth - 1), { minLength: 1, maxLength: 2 })
  return fc.oneof(
    simple,
    fc.record({ kind: fc.constant('parallel' as const), of: fc.array(block, { minLength: 2, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('if' as const), checks: someChecks, then: block, else: block, unknown: fc.constant('else' as const) }),
    fc.record({ kind: fc.constant('repeat' as const), times: fc.constant(2), until: fc.option(someChecks), steps: block }),
  )
}
const ids = fc.option(fc.array(anId, { minLength: 1, maxLength: 4 }))
const aTrigger: fc.Arbitrary<Trigger> = fc.oneof(
  fc.constant<Trigger>({ kind: 'time', minute: 30, days: [1], missed: 'run' }),
  fc
    .record({ types: fc.option(fc.constant<'soil'[]>(['soil'])), deviceIds: ids, landIds: ids })
    .map((scope): Trigger => ({ kind: 'watch', logic: { ...oxygenLow, scope } })),
  fc.record({ kind: fc.constant('alarm' as const), ruleId: maybeId, severity: fc.constant('major' as const) }),
  fc.record({ kind: fc.constant('flow' as const), flowId: maybeId, on: fc.constant('ended' as const) }),
)
const aDefinition: fc.Arbitrary<FlowDefinition> = fc
  .record({
    triggers: fc.array(aTrigger, { maxLength: 4 }),
    only: fc.option(someChecks),
    steps: fc.array(aStep(MAX_STEP_DEPTH), { minLength: 1, maxLength: 3 }),
  })
  .filter(({ steps }) => eachStep(steps).length <= MAX_STEPS)
  .map((some) => ({ ...waits, ...some }))

const sameFor = (to: (id: number) => number | null): Places => ({ device: to, land: to, switch: to, group: to, flow: to, rule: to })
/** Every number under a key that names something of a base: read without the walk that is tested. */
function idsIn(value: unknown, key = ''): number[] {
  if (Array.isArray(value)) return value.flatMap((one) => idsIn(one, key))
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, one]) => idsIn(one, name))
  return typeof value === 'number' && /^(device|switch|group|flow|rule|land)Ids?$/.test(key) ? [value] : []
}

describe('a definition in another base', () => {
  test('names nothing of the old one, whatever is found there, and is lawful', () => {
    fc.assert(
      fc.property(aDefinition, fc.integer({ min: 1, max: 5 }), (definition, every) => {
        const moved = remap(
          definition,
          sameFor((id) => (id % every === 0 ? null : id - OLD)),
        )
        expect(idsIn(moved).filter((id) => id > OLD)).toEqual([])
        expect(flowDefinition.parse(moved)).toEqual(moved)
      }),
    )
  })

  test('is the same where all is the same, but for what a list names twice', () => {
    fc.assert(
      fc.property(aDefinition, (definition) => {
        const once = remap(
          definition,
          sameFor((id) => id),
        )
        expect(
          remap(
            once,
            sameFor((id) => id),
          ),
        ).toEqual(once)
        expect(new Set(idsIn(once))).toEqual(new Set(idsIn(definition)))
      }),
    )
  })

  test('watches nothing wider than before: what is found of no list is left open', () => {
    const scope = (types: 'soil'[] | null, deviceIds: number[] | null, landIds: number[] | null): Trigger => ({
      kind: 'watch',
      logic: { ...oxygenLow, scope: { types, deviceIds, landIds } },
    })
    const known = (id: number) => (id === 1 ? 11 : null)
    const moved = (trigger: Trigger) => remap({ ...waits, triggers: [trigger] }, sameFor(known)).triggers[0]
    expect(moved(scope(['soil'], [1, 2], null))).toEqual(scope(['soil'], [11], null))
    expect(moved(scope(['soil'], [2], null))).toEqual(scope(null, null, null))
    expect(moved(scope(null, [1], [2]))).toEqual(scope(null, null, null))
    expect(moved({ kind: 'alarm', ruleId: 2, severity: 'major' })).toMatchObject({ ruleId: NO_RULE })
    expect(moved({ kind: 'alarm', ruleId: null, severity: 'major' })).toMatchObject({ ruleId: null })
  })
})

test('all that definitions name is found, each once', () => {
  fc.assert(
    fc.property(fc.array(aDefinition, { maxLength: 3 }), (definitions) => {
      const { devices, lands, switches, groups, flows, rules } = namedBy(definitions)
      const all = [devices, lands, switches, groups, flows, rules]
      for (const found of all) expect(new Set(found).size).toBe(found.length)
      expect(new Set(all.flat())).toEqual(new Set(idsIn(definitions)))
    }),
  )
})
