import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { id } from '../core/values.ts'
import { flowDefinition } from './definition.ts'
import { FLOWS_EDIT } from './permission.ts'
import { judged, runReason } from './run.ts'
import { TRIGGER_KINDS } from './definition.ts'

/** A dry run goes back so far. */
export const FLOW_TRIAL_DAYS = 30
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

export const flowTrial = z.object({
  id: z.int(),
  areaId: z.int(),
  flowId: z.int().nullable(),
  state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
  /** Steps of the work, of how many. */
  done: z.int(),
  total: z.int(),
  from: z.int(),
  to: z.int(),
  /** From when on history says what it takes to judge; null where it says nothing. */
  knownSince: z.int().nullable(),
  /** From the first command on that was not really given, what was measured would have been otherwise; null where there is none. */
  otherwiseFrom: z.int().nullable(),
  wanted: outcome,
  /** The version that is saved, where another one was tried. */
  inForce: outcome.nullable(),
  happened: outcome,
  createdAt: z.int(),
})
export type FlowTrial = z.infer<typeof flowTrial>

const path = '/wfpe/v1/{t}/intelligent/trial' as const
export const flowTrialCalls = {
  start: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path,
    permission: FLOWS_EDIT,
    summary:
      'Runs a flow over the last 30 days of what is stored, without turning or telling anything; one at a time for each person. Fails with error.flow.trialRuns, error.flow.open',
    body: z.object({ areaId: id, flowId: id.nullable(), definition: flowDefinition }),
    answer: flowTrial,
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: FLOWS_EDIT,
    summary: 'How far a dry run is, and what it found',
    answer: flowTrial,
    follows: ['flowTrial'],
  }),
  cancel: defineCall({
    method: 'PUT',
    trail: { untold: 'asks' },
    path: `${path}/{id}/cancel`,
    permission: FLOWS_EDIT,
    summary: 'Ends a dry run; what it found until then stays. Answers it',
    answer: flowTrial,
  }),
}
