import { eachChecks, eachStep, type FlowDefinition } from '#contract/flows/definition'

/** The parts of a definition that name something. */
export type Naming = Pick<FlowDefinition, 'triggers' | 'only' | 'steps'>

/** Of which kinds of things definitions name some, so that only their names are asked for. */
export interface Named {
  readonly devices: boolean
  readonly groups: boolean
  readonly flows: boolean
  readonly rules: boolean
  readonly people: boolean
  readonly plots: boolean
}

/** What definitions name. */
export function namedIn(definitions: readonly Naming[]): Named {
  const triggers = definitions.flatMap((one) => one.triggers)
  const steps = definitions.flatMap((one) => eachStep(one.steps).map(({ step }) => step))
  const targets = steps.flatMap((step) => (step.kind === 'command' || step.kind === 'makeSafe' ? (step.target ?? []) : []))
  const scopes = triggers.flatMap((one) => (one.kind === 'watch' ? [one.logic.scope] : []))
  const asksOf = definitions.some((one) => eachChecks(one).some(({ checks }) => checks.of.some(({ deviceId }) => deviceId !== null)))
  return {
    devices: asksOf || targets.some(({ kind }) => kind === 'switch') || scopes.some(({ deviceIds }) => deviceIds !== null),
    groups: targets.some(({ kind }) => kind === 'group'),
    flows: triggers.some((one) => one.kind === 'flow'),
    rules: triggers.some((one) => one.kind === 'alarm' && one.ruleId !== null),
    people: steps.some(({ kind }) => kind === 'notify'),
    plots: scopes.some(({ landIds }) => landIds !== null),
  }
}
