import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag, id, integer, pageOf, pageQuery, requiredText, text } from '../core/values.ts'
import { flowDefinition, flowNote, MAX_CRON } from './definition.ts'
import { FLOWS_EDIT, FLOWS_READ, FLOWS_RUN } from './permission.ts'
import { flowRun } from './run.ts'
import { FLOW_TEMPLATES } from './template.ts'

/** Of one base. */
export const MOST_FLOWS = 200
/** Versions that are kept of a flow. */
export const MOST_VERSIONS = 50

/** FLOW-01: `running`, `success` and `failed` are how the newest run of an enabled flow stands. */
export const FLOW_STATES = ['disabled', 'enabled', 'running', 'success', 'failed'] as const
export const flowState = z.enum(FLOW_STATES)
export type FlowState = z.infer<typeof flowState>

const facts = {
  name: requiredText(60),
  note: flowNote,
  /** The flow group; null: none, and the middle priority. */
  groupId: id.nullable(),
  definition: flowDefinition,
}
export const flowBody = z.object({ areaId: id, ...facts })
export type FlowBody = z.infer<typeof flowBody>

/** A place of a definition that is to be filled in before it can be enabled: a key of `flows:open`, and where. */
export const openPlace = z.object({
  /** `condition` of a trigger or check, `target` of a step, `run`: a start without a running time, `gone`: what is named is no more of the base. */
  what: z.enum(['device', 'target', 'flow', 'rule', 'user', 'run', 'status', 'gone', 'scope']),
  /** In the definition, e.g. `steps.0.target` or `triggers.1`. */
  path: z.string(),
})
export type OpenPlace = z.infer<typeof openPlace>

/** How a run stands or ended, or why a start did not run: enough to say it in a line. */
const outcome = flowRun.pick({
  id: true,
  version: true,
  state: true,
  reason: true,
  checks: true,
  at: true,
  endedAt: true,
  times: true,
  lastAt: true,
})
export type RunOutcome = z.infer<typeof outcome>

export const flow = z.object({
  id: z.int(),
  areaId: z.int(),
  ...facts,
  groupName: z.string().nullable(),
  /** 1 goes before 9. */
  priority: z.int(),
  enabledFlag: z.int(),
  state: flowState,
  version: z.int(),
  open: z.array(openPlace),
  /** The newest run that began, or waits to. */
  lastRun: outcome.nullable(),
  /** A newer start that did not run; null where the newest did. */
  notRun: outcome.nullable(),
  /** When a clock starts it next, null where none does. */
  nextAt: z.int().nullable(),
  /** Devices that its triggers watch, and of these such as cannot be judged now. */
  watched: z.int(),
  unknown: z.int(),
  /** When its version was saved, ms UTC: a run and a switch change neither. */
  savedAt: z.int(),
  objectVersionNumber: z.int(),
})
export type Flow = z.infer<typeof flow>

export const flowVersion = z.object({
  version: z.int(),
  name: z.string(),
  definition: flowDefinition,
  savedAt: z.int(),
  /** By name; null where nobody is known. */
  savedBy: z.string().nullable(),
})
export type FlowVersion = z.infer<typeof flowVersion>

/** So many of the next times of a clock are told. */
export const NEXT_TIMES = 5
const WEEKDAYS = /^[1-7](,[1-7]){0,6}$/

const path = '/wfpe/v1/{t}/intelligent/flow' as const
export const flowCalls = {
  page: defineCall({
    method: 'GET',
    path,
    permission: FLOWS_READ,
    summary: 'The flows of a base, by name',
    query: z.object({ ...pageQuery, areaId: id, name: text(60).optional(), groupId: id.optional(), state: flowState.optional() }),
    answer: pageOf(flow),
    follows: ['flow', 'flowRun', 'flowGroup'],
  }),
  times: defineCall({
    method: 'GET',
    path: `${path}/times`,
    permission: FLOWS_READ,
    summary:
      'When a clock would start a flow of a base next: up to five times, fewer where there are no more. A trigger is given by the fields of its kind',
    query: z.object({
      areaId: id,
      kind: z.enum(['time', 'cron', 'sun']),
      minute: integer(0, 1439).optional(),
      cron: text(MAX_CRON).optional(),
      at: z.enum(['rise', 'set']).optional(),
      shift: integer(-180, 180).optional(),
      /** 1 Monday to 7 Sunday, joined by commas. */
      days: z.string().regex(WEEKDAYS).optional(),
    }),
    /** `zone` is the one that the clock of the base shows; `times` in ms UTC. */
    answer: z.object({ zone: z.string(), times: z.array(z.int()).max(NEXT_TIMES) }),
  }),
  get: defineCall({
    method: 'GET',
    path: `${path}/{id}`,
    permission: FLOWS_READ,
    summary: 'One flow',
    answer: flow,
    follows: ['flow', 'flowRun', 'flowGroup'],
  }),
  add: defineCall({
    method: 'POST',
    trail: 'flow',
    path,
    permission: FLOWS_EDIT,
    summary: 'Makes a flow, which is disabled. Fails with error.flow.mostFlows',
    body: flowBody,
    answer: flow,
  }),
  edit: defineCall({
    method: 'PUT',
    trail: 'flow',
    path: `${path}/{id}`,
    permission: FLOWS_EDIT,
    summary: 'Changes a disabled flow; another definition is another version. Fails with error.flow.enabled (FLOW-02), error.version.stale',
    body: flowBody.omit({ areaId: true }).extend({ objectVersionNumber: z.int() }),
    answer: flow,
  }),
  enable: defineCall({
    method: 'PUT',
    trail: 'flow',
    path: `${path}/{id}/enable`,
    permission: FLOWS_RUN,
    summary:
      'Enables a flow, or disables it: what runs of it ends then, and is made safe. Fails with error.flow.open where something is not filled in, see `open`',
    body: z.object({ enabledFlag: flag }),
    answer: flow,
  }),
  remove: defineCall({
    method: 'DELETE',
    trail: 'flow',
    path: `${path}/{id}`,
    permission: FLOWS_EDIT,
    summary: 'Deletes a disabled flow with its versions and runs; answers 1. Fails with error.flow.enabled',
    answer: z.literal(1),
  }),
  run: defineCall({
    method: 'POST',
    trail: { untold: 'logged' },
    path: `${path}/{id}/run`,
    permission: FLOWS_RUN,
    summary:
      'Starts an enabled flow by hand; what it asks for at the start holds all the same. Fails with error.flow.disabled. Answers the run',
    answer: flowRun,
  }),
  copy: defineCall({
    method: 'POST',
    trail: 'flow',
    path: `${path}/{id}/copy`,
    permission: FLOWS_EDIT,
    summary:
      'Copies a flow, also to another base: there devices, circuits and groups of the same name take the place of its own, and the rest is left open. Fails with error.flow.mostFlows',
    body: z.object({ areaId: id, name: requiredText(60) }),
    answer: flow,
  }),
  adopt: defineCall({
    method: 'POST',
    trail: 'flow',
    path: `${path}/template`,
    permission: FLOWS_EDIT,
    summary: 'Makes a disabled flow from a template, with what of the base fits it. Fails with error.flow.mostFlows',
    body: z.object({ areaId: id, template: z.enum(FLOW_TEMPLATES) }),
    answer: flow,
  }),
  versions: defineCall({
    method: 'GET',
    path: `${path}/{id}/versions`,
    permission: FLOWS_READ,
    summary: 'The versions of a flow, newest first',
    answer: z.array(flowVersion),
    follows: ['flow'],
  }),
}
