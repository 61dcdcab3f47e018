import { statusesOf } from '#contract/devices/switch'
import type { SwitchKind } from '#contract/devices/switchKind'
import { asksDevice, type Checks, eachStep, type FlowDefinition, type Step, type StepPath, type Target } from '#contract/flows/definition'
import type { OpenPlace } from '#contract/flows/flow'
import { mayRun } from '#contract/flows/mayRun'
import { NO_RULE } from './remap.ts'

/** A circuit, and what its running time and its rest hang on. */
export interface KnownSwitch {
  readonly kind: SwitchKind
  readonly deviceType: string
}
/** What of a base there is of what definitions name, by id. */
export interface Known {
  readonly devices: ReadonlySet<number>
  readonly lands: ReadonlySet<number>
  readonly switches: ReadonlyMap<number, KnownSwitch>
  /** Device groups with the circuits that are left of them. */
  readonly groups: ReadonlyMap<number, readonly number[]>
  readonly flows: ReadonlySet<number>
  readonly rules: ReadonlySet<number>
  /** People of the tenant. */
  readonly users: ReadonlySet<number>
}
type What = OpenPlace['what']
type Command = Extract<Step, { kind: 'command' }>

/** What of a definition is to be filled in before it can be enabled; `self` is the id of its flow, null where it has none. */
export function openPlaces(definition: FlowDefinition, known: Known, self: number | null): OpenPlace[] {
  const { triggers, only, steps } = definition
  return [
    ...triggers.flatMap((trigger, nth) => openOf(triggerFault(trigger, known, self), `triggers.${nth}`)),
    ...(only ? openChecks(only, 'only', known) : []),
    ...eachStep(steps).flatMap(({ step, path }) => openStep(step, textOf(steps, path), known)),
  ]
}

const openOf = (what: What | null, path: string): OpenPlace[] => (what === null ? [] : [{ what, path }])

function triggerFault(trigger: FlowDefinition['triggers'][number], known: Known, self: number | null): What | null {
  switch (trigger.kind) {
    case 'watch': {
      const { types, deviceIds, landIds } = trigger.logic.scope
      if (types === null && deviceIds === null && landIds === null) return 'scope'
      const isThere = (deviceIds ?? []).every((id) => known.devices.has(id)) && (landIds ?? []).every((id) => known.lands.has(id))
      return isThere ? null : 'gone'
    }
    case 'alarm':
      if (trigger.ruleId === NO_RULE) return 'rule'
      return trigger.ruleId === null || known.rules.has(trigger.ruleId) ? null : 'gone'
    case 'flow':
      // One that starts itself never ends.
      if (trigger.flowId === null || trigger.flowId === self) return 'flow'
      return known.flows.has(trigger.flowId) ? null : 'gone'
    case 'time':
    case 'cron':
    case 'sun':
      return null
  }
}

const openChecks = ({ of }: Checks, path: string, known: Known): OpenPlace[] =>
  of.flatMap(({ deviceId, when }, nth) => {
    const fault = deviceId === null ? (asksDevice(when) ? 'device' : null) : known.devices.has(deviceId) ? null : 'gone'
    return openOf(fault, `${path}.of.${nth}`)
  })

function openStep(step: Step, path: string, known: Known): OpenPlace[] {
  switch (step.kind) {
    case 'command':
      return openCommand(step, path, known)
    case 'makeSafe':
      return step.target ? openOf(targetFault(step.target, known), `${path}.target`) : []
    case 'waitUntil':
    case 'if':
      return openChecks(step.checks, `${path}.checks`, known)
    case 'repeat':
      return step.until ? openChecks(step.until, `${path}.until`, known) : []
    case 'notify':
      return openOf(step.userIds.every((id) => known.users.has(id)) ? null : 'user', `${path}.userIds`)
    case 'wait':
    case 'parallel':
      return []
  }
}

function targetFault(target: Target, known: Known): What | null {
  if ((target.kind === 'switch' ? target.switchId : target.groupId) === null) return 'target'
  return circuitsOf(target, known).length === 0 ? 'gone' : null
}

function circuitsOf(target: Target, { switches, groups }: Known): KnownSwitch[] {
  const ids = target.kind === 'switch' ? [target.switchId ?? 0] : (groups.get(target.groupId ?? 0) ?? [])
  return ids.flatMap((id) => switches.get(id) ?? [])
}

function openCommand({ target, status, runSeconds }: Command, path: string, known: Known): OpenPlace[] {
  const fault = targetFault(target, known)
  if (fault !== null) return openOf(fault, `${path}.target`)
  const circuits = circuitsOf(target, known)
  const isSaid = circuits.every(({ kind }) => (statusesOf[kind] as readonly number[]).includes(status))
  if (!isSaid) return openOf('status', `${path}.status`)
  const isTimed = circuits.every((circuit) => mayRun(circuit, status, runSeconds))
  return openOf(isTimed ? null : 'run', `${path}.runSeconds`)
}

/** A step's place in the definition, as in `steps.2.then.0`. */
function textOf(steps: readonly Step[], [place = 0, block, ...rest]: StepPath, within = 'steps'): string {
  const here = `${within}.${place}`
  const step = steps[place]
  if (block === undefined || step === undefined) return here
  if (step.kind === 'parallel') return textOf(step.of[block] ?? [], rest, `${here}.of.${block}`)
  if (step.kind === 'if') return block === 0 ? textOf(step.then, rest, `${here}.then`) : textOf(step.else, rest, `${here}.else`)
  return step.kind === 'repeat' ? textOf(step.steps, rest, `${here}.steps`) : here
}
