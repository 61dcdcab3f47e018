import { z } from 'zod'
import { id } from '../core/values.ts'
import { trialCalls, trialOf } from '../watch/trial.ts'
import { flowDefinition, TRIGGER_KINDS } from './definition.ts'
import { FLOWS_EDIT } from './permission.ts'
import { judged, runReason } from './run.ts'

/** Runs that a trial's answer lists for each version; beyond it they are only counted. */
export const MOST_TRIED_RUNS = 500

/** A run as a dry run found it, or as it was. */
export const triedRun = z.object({
  at: z.int(),
  cause: z.enum([...TRIGGER_KINDS, 'hand']),
  /** Of what started it: the device, the alarm. */
  name: z.string().nullable(),
  /** Null: it would have run to its end. */
  reason: runReason.nullable(),
  /** Whether it would have begun. */
  ran: z.boolean(),
  endedAt: z.int().nullable(),
  /** What decided against it, with what was seen. */
  checks: z.array(judged),
  commands: z.array(z.object({ at: z.int(), switchId: z.int(), status: z.int(), runSeconds: z.int().nullable() })),
})
export type TriedRun = z.infer<typeof triedRun>

const outcome = z.object({
  /** So many would have run, and so many would not. */
  ran: z.int(),
  notRun: z.int(),
  runs: z.array(triedRun),
  /** By circuit: how often it would have been started, and for how long in all (ms), as its running times say. */
  use: z.array(z.object({ switchId: z.int(), switchName: z.string(), deviceName: z.string(), starts: z.int(), ms: z.int() })),
})
export type FlowOutcome = z.infer<typeof outcome>

const flowTrial = trialOf(outcome).extend({
  flowId: z.int().nullable(),
  /** From the first command on that was not really given, what was measured would have been otherwise; null where there is none. */
  otherwiseFrom: z.int().nullable(),
})
export type FlowTrial = z.infer<typeof flowTrial>

export const flowTrialCalls = trialCalls({
  path: '/wfpe/v1/{t}/intelligent/trial',
  permission: FLOWS_EDIT,
  summary:
    'Runs a flow over the last 30 days of what is stored, without turning or telling anything; one at a time for each person. Fails with error.flow.trialRuns, error.flow.open',
  body: z.object({ areaId: id, flowId: id.nullable(), definition: flowDefinition }),
  answer: flowTrial,
  change: 'flowTrial',
})
