import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STEP_KINDS } from '#contract/flows/definition'
import { blankStep } from '#src/screens/flows/editor/draft/blank.ts'
import { definitionBody, draftOfFlow } from '#src/screens/flows/editor/draft/convert.ts'
import { flowFaults } from '#src/screens/flows/editor/draft/faults.ts'
import type { DeviceGroup } from '#contract/flows/deviceGroup'
import type { FlowDraft, StepOf } from '#src/screens/flows/editor/draft/flowDraft.ts'
import { openOf } from '#src/screens/flows/editor/draft/open.ts'
import { copyStep, everyStep, findStep, insertStep, moveStep, putStep, refusalOf } from '#src/screens/flows/editor/draft/steps.ts'
import { beginEditing, type Editing, editingReducer } from '#src/screens/flows/editor/editing.ts'
import { explainCron } from '#src/screens/flows/editor/panel/explainCron.ts'
import { AREA_ID } from '../../alarms/alarmServer.ts'
import { definition, flow } from './aFlow.ts'
import { anyFlow, slotsFor } from './anyFlow.ts'

/** Nothing is known of any circuit. */
const unknown = { circuit: () => undefined, groups: [] }
const change = (state: Editing, draft: FlowDraft): Editing => editingReducer(state, { act: 'change', draft })

/** Something done to the steps of a draft: `nth` and `kind` choose what. */
function doing(draft: FlowDraft, what: number, nth: number): FlowDraft {
  const { steps } = draft
  const all = everyStep(steps)
  const one = all[nth % Math.max(1, all.length)]?.step
  const kind = STEP_KINDS[nth % STEP_KINDS.length]!
  const slots = slotsFor(steps, kind)
  if (what === 0 && slots.length > 0) return { ...draft, steps: insertStep(steps, slots[nth % slots.length]!, blankStep(kind)) }
  if (!one) return draft
  if (what === 1) return { ...draft, steps: putStep(steps, one.key, null) }
  return { ...draft, steps: moveStep(steps, one.key, nth % 2 === 0 ? 1 : -1) }
}

test('undo of what was done is what was there, and redo does it again', () => {
  fc.assert(
    fc.property(anyFlow, fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat()), { minLength: 1, maxLength: 30 }), (begun, acts) => {
      const states: Editing[] = [beginEditing(begun)]
      for (const [what, nth] of acts) {
        const before = states.at(-1)!
        const next = change(before, { ...doing(before.draft, what, nth) })
        states.push(next)
      }
      let state = states.at(-1)!
      const last = state.draft
      for (const before of states.slice(0, -1).toReversed()) {
        state = editingReducer(state, { act: 'undo' })
        expect(state.draft).toBe(before.draft)
      }
      expect(editingReducer(state, { act: 'undo' })).toBe(state)
      for (let again = 0; again < acts.length; again++) state = editingReducer(state, { act: 'redo' })
      expect(state.draft).toBe(last)
    }),
    { numRuns: 60 },
  )
}, 60_000)

test('typing in one input is one step back; another input, or looking at another part, begins a new one', () => {
  const begun = draftOfFlow(flow)
  const typed = (state: Editing, name: string, tag: string) =>
    editingReducer(state, { act: 'change', draft: { ...state.draft, name }, tag })
  let state = typed(typed(beginEditing(begun), 'W', 'name'), 'Wa', 'name')
  expect(state.past).toHaveLength(1)
  state = typed(state, 'Wat', 'note')
  state = editingReducer(state, { act: 'select', key: 'only' })
  state = typed(state, 'Wate', 'note')
  expect(state.past).toHaveLength(3)
  const gone = editingReducer(editingReducer(state, { act: 'undo' }), { act: 'undo' })
  expect(gone.draft.name).toBe('Wa')
})

test('what is no more there is no longer looked at', () => {
  const draft = draftOfFlow(flow)
  const { key } = draft.steps[2]!
  const state = editingReducer(beginEditing(draft), { act: 'select', key })
  expect(change(state, { ...draft, steps: putStep(draft.steps, key, null) }).selected).toBeNull()
})

test('a definition becomes a draft and the very same definition again', () => {
  expect(definitionBody(draftOfFlow(flow))).toEqual(definition)
  expect(flowFaults(draftOfFlow(flow), AREA_ID).fields.size).toBe(0)
})

test('a fault stands by its input, and marks the step that it stands in', () => {
  const draft = draftOfFlow(flow)
  const wait = everyStep(draft.steps).find(({ step }) => step.kind === 'wait')!.step
  const branches = draft.steps[0]!
  const steps = putStep(draft.steps, wait.key, { ...wait, seconds: 'x' } as typeof wait)
  const { fields, nodes } = flowFaults({ ...draft, name: '', steps }, AREA_ID)
  expect([...fields.keys()].toSorted()).toEqual([`${wait.key}.seconds`, 'name'].toSorted())
  expect([...nodes]).toEqual([wait.key])
  const inner = branches.kind === 'if' ? branches.then : []
  const empty = inner.reduce<FlowDraft['steps']>((left, { key }) => putStep(left, key, null), draft.steps)
  expect(flowFaults({ ...draft, steps: empty }, AREA_ID).fields.get(`${branches.key}.then`)).toBe('empty')
  expect(flowFaults({ ...draft, steps: [] }, AREA_ID).fields.get('steps')).toBe('empty')
})

test('what is built by hand is refused for what is not filled in, never for how it is built', () => {
  fc.assert(
    fc.property(anyFlow, (draft) => {
      for (const { step, slot } of everyStep(draft.steps)) {
        const copied = { ...slot, at: slot.at + 1 }
        if (refusalOf(draft.steps, copied, step) !== null) continue
        const steps = insertStep(draft.steps, copied, copyStep(step))
        const keys = everyStep(steps).map((one) => one.step.key)
        expect(new Set(keys).size).toBe(keys.length)
      }
      for (const fault of flowFaults({ ...draft, name: 'A' }, AREA_ID).fields.values()) {
        const said = typeof fault === 'string' ? fault : fault.key
        expect(['empty', 'required', 'choice']).toContain(said)
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)

test('what is open is told by the draft and by the server, until it is mended', () => {
  const saved = draftOfFlow(flow)
  const branches = saved.steps[0]!
  const command = branches.kind === 'if' ? branches.then[0]! : branches
  const told = [{ what: 'gone', path: 'steps.0.then.0.target' } as const, { what: 'scope', path: 'triggers.1' } as const]
  expect(openOf(saved, saved, told, unknown)).toEqual([
    { node: command.key, what: 'gone' },
    { node: saved.triggers[1]!.key, what: 'scope' },
  ])
  const found = findStep(saved.steps, command.key)!.step
  if (found.kind !== 'command') throw new Error('not a command')
  const other = putStep(saved.steps, command.key, { ...found, target: { ...found.target, switchId: 22 } })
  expect(openOf({ ...saved, steps: other }, saved, told, unknown)).toEqual([{ node: saved.triggers[1]!.key, what: 'scope' }])
  const none = putStep(saved.steps, command.key, { ...found, target: { ...found.target, switchId: null } })
  expect(openOf({ ...saved, steps: none }, saved, [], unknown)).toEqual([{ node: command.key, what: 'target' }])
})

test('a start without a time that its circuits may run is open as it is drafted, and no longer once it has one', () => {
  const saved = draftOfFlow(flow)
  const command = everyStep(saved.steps)
    .map(({ step }) => step)
    .find((step) => step.kind === 'command')!
  const known = (deviceType: string | null) => ({
    circuit: (id: number) => ({ id, name: 'Valve 1', deviceId: 8, kind: 'ordinary' as const, longestRun: null, deviceType }),
    groups: [
      {
        id: 3,
        members: ['tzgk_electric_valve', 'aerator'].map((type, nth) => ({
          switchId: nth,
          switchName: 'One',
          deviceId: nth,
          deviceName: 'One',
          deviceType: type,
          kind: 'ordinary' as const,
          longestRun: null,
        })),
      } as unknown as DeviceGroup,
    ],
  })
  const openIn = (deviceType: string | null, more: Partial<StepOf<'command'>>) => {
    const draft = { ...saved, steps: putStep(saved.steps, command.key, { ...command, ...more }) }
    return openOf(draft, saved, [], known(deviceType)).filter(({ node }) => node === command.key)
  }
  const run = [{ node: command.key, what: 'run' }]
  expect(openIn('tzgk_electric_valve', { runSeconds: null })).toEqual(run)
  expect(openIn('tzgk_electric_valve', { runSeconds: 600 })).toEqual([])
  expect(openIn('spore', { runSeconds: 30 })).toEqual(run)
  // What is being typed is a fault of its own; what is not known yet is not said to be missing.
  expect(openIn('tzgk_electric_valve', { runSeconds: 'x' })).toEqual([])
  expect(openIn(null, { runSeconds: null })).toEqual([])
  expect(openIn('tzgk_electric_valve', { status: 0, runSeconds: null })).toEqual([])
  const group = { kind: 'group', switchId: null, groupId: 3 } as const
  expect(openIn(null, { target: group, runSeconds: null })).toEqual(run)
})

test('a cron text is explained field by field, or means nothing', () => {
  const t = ((key: string, given?: { one: string; two: string }) => (given ? `${given.one}=${given.two}` : key.split('.').at(-1))) as never
  expect(explainCron('0 6 * * 1-5', { t })).toContain('hour=6')
  for (const wrong of ['', '0 6 * *', '60 6 * * *', '0 24 * * *', '*/0 * * * *', '5-1 * * * *', 'a b c d e'])
    expect(explainCron(wrong, { t })).toBeNull()
})
