import type { Check, Checks, FlowDefinition, Step, Target, Trigger } from '#contract/flows/definition'
import type { WatchLogic } from '#contract/watch/logic'

/** What stands for a thing that a definition names; null where nothing does. */
export interface Places {
  readonly device: (id: number) => number | null
  readonly land: (id: number) => number | null
  readonly switch: (id: number) => number | null
  readonly group: (id: number) => number | null
  readonly flow: (id: number) => number | null
  readonly rule: (id: number) => number | null
}

/** The rule of an alarm trigger that is still to be chosen: null already stands for any rule. */
export const NO_RULE = 0

/** A definition whose names are those of another base; what nothing stands for is left open. Users are named as before. */
export function remap(definition: FlowDefinition, places: Places): FlowDefinition {
  const one = (id: number | null, of: (id: number) => number | null) => (id === null ? null : of(id))

  const target = (given: Target): Target =>
    given.kind === 'switch'
      ? { kind: 'switch', switchId: one(given.switchId, places.switch) }
      : { kind: 'group', groupId: one(given.groupId, places.group) }
  const check = (given: Check): Check => ({ ...given, deviceId: one(given.deviceId, places.device) })
  const checks = ({ join, of }: Checks): Checks => ({ join, of: of.map(check) })
  const block = (steps: readonly Step[]): Step[] => steps.map(step)
  function step(given: Step): Step {
    switch (given.kind) {
      case 'command':
        return { ...given, target: target(given.target) }
      case 'makeSafe':
        return { ...given, target: given.target && target(given.target) }
      case 'waitUntil':
        return { ...given, checks: checks(given.checks) }
      case 'if':
        return { ...given, checks: checks(given.checks), then: block(given.then), else: block(given.else) }
      case 'parallel':
        return { ...given, of: given.of.map(block) }
      case 'repeat':
        return { ...given, until: given.until && checks(given.until), steps: block(given.steps) }
      case 'wait':
      case 'notify':
        return given
    }
  }
  function trigger(given: Trigger): Trigger {
    switch (given.kind) {
      case 'watch':
        return { ...given, logic: { ...given.logic, scope: scope(given.logic.scope) } }
      case 'alarm':
        return { ...given, ruleId: given.ruleId === null ? null : (places.rule(given.ruleId) ?? NO_RULE) }
      case 'flow':
        return { ...given, flowId: one(given.flowId, places.flow) }
      case 'time':
      case 'cron':
      case 'sun':
        return given
    }
  }
  /** Of a list of which nothing is left the whole scope is left open: what narrowed it must not become all of a base. */
  function scope({ types, deviceIds, landIds }: WatchLogic['scope']): WatchLogic['scope'] {
    const kept = (ids: readonly number[] | null, of: (id: number) => number | null) =>
      ids && [...new Set(ids.flatMap((id) => of(id) ?? []))]
    const [devices, lands] = [kept(deviceIds, places.device), kept(landIds, places.land)]
    if (devices?.length === 0 || lands?.length === 0) return { types: null, deviceIds: null, landIds: null }
    return { types, deviceIds: devices, landIds: lands }
  }
  return {
    ...definition,
    triggers: definition.triggers.map(trigger),
    only: definition.only && checks(definition.only),
    steps: block(definition.steps),
  }
}

/** The ids of all that definitions name, each once. */
export interface Named {
  readonly devices: readonly number[]
  readonly lands: readonly number[]
  readonly switches: readonly number[]
  readonly groups: readonly number[]
  readonly flows: readonly number[]
  readonly rules: readonly number[]
}
export function namedBy(definitions: readonly FlowDefinition[]): Named {
  const found = {
    devices: new Set<number>(),
    lands: new Set<number>(),
    switches: new Set<number>(),
    groups: new Set<number>(),
    flows: new Set<number>(),
    rules: new Set<number>(),
  }
  const noting = (name: keyof typeof found) => (id: number) => {
    found[name].add(id)
    return id
  }
  const places: Places = {
    device: noting('devices'),
    land: noting('lands'),
    switch: noting('switches'),
    group: noting('groups'),
    flow: noting('flows'),
    rule: noting('rules'),
  }
  for (const definition of definitions) remap(definition, places)
  return {
    devices: [...found.devices],
    lands: [...found.lands],
    switches: [...found.switches],
    groups: [...found.groups],
    flows: [...found.flows],
    rules: [...found.rules],
  }
}
