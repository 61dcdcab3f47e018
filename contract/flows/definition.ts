import { z } from 'zod'
import { ALARM_SEVERITIES } from '../alarms/severity.ts'
import { id, integer, requiredText, text } from '../core/values.ts'
import { condition, type Condition, leavesOf } from '../watch/condition.ts'
import { watchLogic } from '../watch/logic.ts'

/** How deep steps stand in one another, how many stand in one block, and how many a flow has in all, at most. */
export const MAX_STEP_DEPTH = 3
export const MAX_BLOCK = 20
export const MAX_STEPS = 60
export const MAX_BRANCHES = 5
export const MAX_TRIGGERS = 5
export const MAX_CHECKS = 8
export const MAX_ROUNDS = 100
/** A run ends after so long at the latest, in seconds. */
export const MAX_FLOW_SECONDS = 86_400

/**
 * A question about one device as it is now. `deviceId` is null where none is chosen yet, and where nothing but the clock and the sun is asked.
 * `ordinal` is the layer or pump, null: every one of them must say so.
 */
export const check = z.object({ deviceId: id.nullable(), ordinal: integer(0, 64).nullable(), when: condition })
export type Check = z.infer<typeof check>
/** Questions about several devices, joined. Unknown is neither yes nor no: what hangs on it is not done. */
export const checks = z.object({ join: z.enum(['all', 'any']), of: z.array(check).min(1).max(MAX_CHECKS) })
export type Checks = z.infer<typeof checks>

/** Whether a condition asks of more than the clock and the sun. */
export const asksDevice = (when: Condition): boolean => leavesOf(when).some(({ kind }) => kind !== 'hours' && kind !== 'sun')

/** 1 Monday to 7 Sunday, in the tenant's zone. */
const days = z.array(integer(1, 7)).min(1).max(7)
/** What becomes of a time at which no server ran: it is done as soon as one does, or let go. */
const missed = z.enum(['run', 'skip'])
export const MAX_CRON = 100
/** Five fields: minute, hour, day of the month, month, weekday. */
const CRON = /^[0-9*,/-]{1,40}( [0-9*,/-]{1,40}){4}$/

/** What starts a flow. Each of several starts it by itself; with none it is started by hand or by another flow. */
export const trigger = z.discriminatedUnion('kind', [
  /** `minute` of the day, in the tenant's zone. */
  z.object({ kind: z.literal('time'), minute: integer(0, 1439), days, missed }),
  z.object({ kind: z.literal('cron'), cron: z.string().max(MAX_CRON).regex(CRON, 'format'), missed }),
  /** `shift` minutes after sunrise or sunset at the base, before it where negative. */
  z.object({ kind: z.literal('sun'), at: z.enum(['rise', 'set']), shift: integer(-180, 180), days, missed }),
  /** Something begins to be so at a device: a value passes a limit, a circuit is turned, a device is lost. */
  z.object({ kind: z.literal('watch'), logic: watchLogic }),
  /** An alarm of this rule is raised in the base; null: of any that is so severe or worse. */
  z.object({ kind: z.literal('alarm'), ruleId: id.nullable(), severity: z.enum(ALARM_SEVERITIES) }),
  /** A run of another flow of the base ended so. */
  z.object({ kind: z.literal('flow'), flowId: id.nullable(), on: z.enum(['success', 'failed', 'ended']) }),
])
export type Trigger = z.infer<typeof trigger>
export type TriggerKind = Trigger['kind']
export const TRIGGER_KINDS = trigger.options.map((option) => option.shape.kind.value)

/** What is turned: a circuit, or the circuits of a device group in the order in which the group is rolled out. */
export const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('switch'), switchId: id.nullable() }),
  z.object({ kind: z.literal('group'), groupId: id.nullable() }),
])
export type Target = z.infer<typeof target>

const seconds = integer(1, MAX_FLOW_SECONDS)
const simple = [
  /**
   * Turns a circuit, or a group of them, and goes on once the devices say that they did. What is started ends after `runSeconds` by its
   * device and by the server; null only where it stops something, or may run on (an aerator).
   */
  z.object({
    kind: z.literal('command'),
    target,
    status: integer(0, 2),
    runSeconds: seconds.nullable(),
    onFail: z.enum(['stop', 'goOn']),
  }),
  z.object({ kind: z.literal('wait'), seconds }),
  /** Goes on once it is so; after `seconds` it fails, or goes on all the same. */
  z.object({ kind: z.literal('waitUntil'), checks, seconds, onTimeout: z.enum(['stop', 'goOn']) }),
  z.object({ kind: z.literal('notify'), userIds: z.array(id).min(1).max(20), text: requiredText(200) }),
  /** Brings circuits to the state that does least harm; null: all that this run has turned. */
  z.object({ kind: z.literal('makeSafe'), target: target.nullable() }),
] as const

type Simple = z.infer<(typeof simple)[number]>
export type Step =
  | Simple
  /** All at the same time; goes on once all are done. */
  | { kind: 'parallel'; of: Step[][] }
  /** Not known is not yes: then `else` is done, or the run fails. */
  | { kind: 'if'; checks: Checks; then: Step[]; else: Step[]; unknown: 'else' | 'stop' }
  /** So often, and no more once `until` is so before a round. */
  | { kind: 'repeat'; times: number; until: Checks | null; steps: Step[] }
export type StepKind = Step['kind']
export const STEP_KINDS = [
  'command',
  'wait',
  'waitUntil',
  'if',
  'parallel',
  'repeat',
  'notify',
  'makeSafe',
] as const satisfies readonly StepKind[]

function level(depth: number): z.ZodType<Step> {
  if (depth === 0) return z.discriminatedUnion('kind', simple)
  const block = z.array(level(depth - 1)).max(MAX_BLOCK)
  return z.discriminatedUnion('kind', [
    ...simple,
    z.object({ kind: z.literal('parallel'), of: z.array(block.min(1)).min(2).max(MAX_BRANCHES) }),
    z.object({ kind: z.literal('if'), checks, then: block.min(1), else: block, unknown: z.enum(['else', 'stop']) }),
    z.object({ kind: z.literal('repeat'), times: integer(1, MAX_ROUNDS), until: checks.nullable(), steps: block.min(1) }),
  ]) as unknown as z.ZodType<Step>
}

/** The blocks of steps that stand in a step, in order: the branches, `then` and `else`, what is repeated. */
export const blocksOf = (step: Step): readonly (readonly Step[])[] =>
  step.kind === 'parallel' ? step.of : step.kind === 'if' ? [step.then, step.else] : step.kind === 'repeat' ? [step.steps] : []

/**
 * Names a step: its place in the flow, then, for each block that it stands in, the block's place in its step and its own in the block:
 * `[2, 1, 0]` is the first step of the second block of the third step.
 */
export type StepPath = readonly number[]
/** A step by its path; undefined where there is none. */
export function stepAt(steps: readonly Step[], [place, block, ...rest]: StepPath): Step | undefined {
  const step = steps[place ?? -1]
  return block === undefined || step === undefined ? step : stepAt(blocksOf(step)[block] ?? [], rest)
}
/** All steps with their paths, each before what stands in it. */
export const eachStep = (steps: readonly Step[], within: StepPath = []): { step: Step; path: StepPath }[] =>
  steps.flatMap((step, place) => {
    const path = [...within, place]
    return [{ step, path }, ...blocksOf(step).flatMap((block, nth) => eachStep(block, [...path, nth]))]
  })

/** What a new start does while a run goes on: it is passed over with its reason, waits for the end, or ends the run and takes its place. */
export const WHILE_RUNNING = ['skip', 'queue', 'restart'] as const

export const flowDefinition = z.object({
  triggers: z.array(trigger).max(MAX_TRIGGERS),
  /** What must be so at the start; null: nothing. */
  only: checks.nullable(),
  steps: z
    .array(level(MAX_STEP_DEPTH))
    .min(1)
    .max(MAX_BLOCK)
    .refine((steps) => eachStep(steps).length <= MAX_STEPS, 'tooMany'),
  whileRunning: z.enum(WHILE_RUNNING),
  /** A run that takes longer fails, and what it turned is made safe. */
  maxSeconds: integer(10, MAX_FLOW_SECONDS),
})
export type FlowDefinition = z.infer<typeof flowDefinition>

/** The checks of a definition: `only`, of steps, and what they name for pages that point at one. */
export const eachChecks = ({ only, steps }: Pick<FlowDefinition, 'only' | 'steps'>): { checks: Checks; path: StepPath | 'only' }[] => [
  ...(only ? [{ checks: only, path: 'only' as const }] : []),
  ...eachStep(steps).flatMap(({ step, path }) => {
    const own = step.kind === 'if' || step.kind === 'waitUntil' ? step.checks : step.kind === 'repeat' ? step.until : null
    return own ? [{ checks: own, path }] : []
  }),
]

/** Free words about a flow. */
export const flowNote = text(500)
