import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id, pageOf, pageQuery } from '../core/values.ts'
import { commandCause } from '../devices/command.ts'
import { CAUSES, seen, VERDICTS } from '../watch/condition.ts'
import { FLOWS_READ, FLOWS_RUN } from './permission.ts'

/** `waiting` stands in the queue behind another run; `skipped` did not run, see its reason. */
export const RUN_STATES = ['waiting', 'running', 'success', 'failed', 'skipped'] as const
export const runState = z.enum(RUN_STATES)
export type RunState = z.infer<typeof runState>

/** Why a run was passed over, or failed. The words are `flows:reason.<code>`. */
export const RUN_REASONS = [
  /** It is running, and its flow passes over what comes meanwhile. */
  'alreadyRunning',
  /** Another flow of its exclusive group is running. */
  'groupBusy',
  'conditionNo',
  'conditionUnknown',
  'emergencyStop',
  /** No server ran at its time. */
  'missed',
  /** What started it was over, or long ago, when it was heard of. */
  'late',
  /** Flows that start each other in a circle. */
  'chain',
  /** It was switched off, changed or deleted. */
  'disabled',
  /** A person ended it. */
  'stopped',
  /** A newer start took its place. */
  'replaced',
  'tooLong',
  'commandFailed',
  'unknown',
  'waitedTooLong',
  /** A circuit, a device or a group that it names is no more. */
  'gone',
] as const
export const runReason = z.enum(RUN_REASONS)
export type RunReason = z.infer<typeof runReason>

/** What started a run. `trigger` is the place of the trigger in the flow, from 0. Names are as they were. */
export const runCause = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['time', 'cron', 'sun']), trigger: z.int(), dueAt: z.int() }),
  z.object({
    kind: z.literal('watch'),
    trigger: z.int(),
    deviceId: z.int(),
    deviceName: z.string(),
    ordinal: z.int().nullable(),
    because: z.enum(CAUSES).default('condition'),
    raisedAt: z.int(),
    since: z.int(),
    /** What the leaves of its condition saw, in the order of `leavesOf`. */
    seen: z.array(seen),
  }),
  z.object({ kind: z.literal('alarm'), trigger: z.int(), alarmId: z.int(), name: z.string(), deviceName: z.string() }),
  z.object({ kind: z.literal('flow'), trigger: z.int(), runId: z.int(), name: z.string() }),
  z.object({ kind: z.literal('hand'), by: z.string() }),
])
export type RunCause = z.infer<typeof runCause>

/** What a check said, and what its leaves saw with their ages. */
export const judged = z.object({
  deviceId: z.int().nullable(),
  deviceName: z.string().nullable(),
  verdict: z.enum(VERDICTS),
  /** Of the layer or pump that decided. */
  ordinal: z.int().nullable(),
  seen: z.array(seen),
})
export type Judged = z.infer<typeof judged>

/**
 * What happened in a run, step by step. `path` is the step (`StepPath`), null of the run itself.
 * `checked`: `checks` with `verdict`; `asked`: `command` left; `told`: how it ended; `waits`: until `until`; `round`: `count` begins;
 * `branch`: 0 `then`, 1 `else` (`count`); `safe`: what was turned is brought to rest; `passed`: it failed and the run goes on; `undone`: what
 * it started was brought to rest before its time by somebody or something else, see `by`.
 */
export const TRACES = [
  'began',
  'checked',
  'asked',
  'told',
  'waits',
  'waited',
  'branch',
  'round',
  'notified',
  'safe',
  'passed',
  'undone',
  'ended',
] as const
export const trace = z.object({
  nth: z.int(),
  at: z.int(),
  path: z.array(z.int()).nullable(),
  what: z.enum(TRACES),
  verdict: z.enum(VERDICTS).nullable(),
  /** Of the check of a trace in the order in which they are written. */
  checks: z.array(judged),
  command: z
    .object({
      id: z.string(),
      switchId: z.int(),
      switchName: z.string(),
      deviceId: z.int(),
      deviceName: z.string(),
      status: z.int(),
      runSeconds: z.int().nullable(),
      /** After so many seconds its device ends by itself what was started, and that is sooner than asked, as it said then; null where it is not. */
      heldSeconds: z.int().nullable(),
      /** Of `told`: a state of the command's ladder, and the words why. */
      state: z.string().nullable(),
      message: z.string().nullable(),
    })
    .nullable(),
  until: z.int().nullable(),
  count: z.int().nullable(),
  reason: runReason.nullable(),
  /** Of `undone`: what asked for it, as a command says it, with its name; null where nobody did: the device itself, or a hand at it. */
  by: z.object({ cause: commandCause, name: z.string().nullable() }).nullable(),
})
export type Trace = z.infer<typeof trace>

export const flowRun = z.object({
  id: z.int(),
  flowId: z.int(),
  flowName: z.string(),
  areaId: z.int(),
  /** Of the flow, as it was run. */
  version: z.int(),
  cause: runCause,
  state: runState,
  reason: runReason.nullable(),
  /** What the checks at the start said, where they decided that it does not run. */
  checks: z.array(judged),
  /** When it was asked for, when it began (null: it did not), and when it ended (null: it goes on). */
  at: z.int(),
  startedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  /** So often it was passed over for this reason in a row, and when last. */
  times: z.int(),
  lastAt: z.int(),
  /** The step at which it is, or ended; the first of several. */
  path: z.array(z.int()).nullable(),
})
export type FlowRun = z.infer<typeof flowRun>

const path = '/wfpe/v1/{t}/intelligent/run' as const
export const flowRunCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: FLOWS_READ,
    summary: 'The runs of the flows of a base, and what did not run, newest first',
    query: z.object({ ...pageQuery, areaId: id, flowId: id.optional(), state: runState.optional() }),
    answer: pageOf(flowRun),
    follows: ['flowRun'],
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: FLOWS_READ,
    summary: 'One run with its steps: what it saw, what it decided and why; and the flow as it was run',
    answer: flowRun.extend({ definition: z.unknown(), traces: z.array(trace) }),
    follows: ['flowRun'],
  }),
  stop: defineCall({
    method: 'PUT',
    trail: { untold: 'logged' },
    path: `${path}/{id}/stop`,
    permission: FLOWS_RUN,
    summary: 'Ends a run, and makes safe what it turned; one that ended before stays as it is. Answers it',
    answer: flowRun,
  }),
}
