import { isDeepStrictEqual } from 'node:util'
import type { FlowDefinition } from '#contract/flows/definition'
import type { FlowOutcome, FlowTrial } from '#contract/flows/trial'
import type { Told } from '#machines/flows/rehearse'
import type { Context } from '../../ground/contents.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { TrialKind } from '../../ground/watch/trials/kind.ts'
import { mustHaveCrons } from '../calls/save.ts'
import { readKnown } from '../definition/known.ts'
import { openPlaces } from '../definition/openPlaces.ts'
import { namesOfSwitches } from '../switchNames.ts'
import { happenedOf, rehearseFlow, type Rehearsal } from './outcome.ts'

interface Types {
  table: 'flow_trial'
  body: { readonly areaId: number; readonly flowId: number | null; readonly definition: FlowDefinition }
  program: FlowDefinition
  outcome: FlowOutcome
  found: Rehearsal
  own: Pick<FlowTrial, 'flowId' | 'otherwiseFrom'>
}
/** A command that was really given so near to it is the same, ms. */
const SAME_MS = 60_000

/** Dry runs of flows: when they would have run, and what they would have turned. Nothing is turned and nobody told. */
export const flowTrials = (services: Pick<Context, 'serviceDb' | 'servicePool'>): TrialKind<Types> => ({
  table: 'flow_trial',
  job: 'flows.trial',
  runs: 'error.flow.trialRuns',
  change: 'flowTrial',
  nothing: { ran: 0, notRun: 0, runs: [], use: [] },
  async columnsOf(scope, { areaId, flowId, definition }, language) {
    const kept =
      flowId === null
        ? null
        : await scope
            .select('flow')
            .select('flow.definition')
            .where('flow.id', '=', flowId)
            .where('flow.area_id', '=', areaId)
            .executeTakeFirst()
    if (kept === undefined) throw notFound()
    mustHaveCrons(language, definition)
    const known = await readKnown(scope.raw, scope.tenantId, areaId, [definition])
    if (openPlaces(definition, known, flowId).length > 0) throw new CallFailure('error.flow.open')
    const isOther = kept !== null && !isDeepStrictEqual(kept.definition, definition)
    return {
      flow_id: flowId,
      definition: JSON.stringify(definition),
      in_force_definition: isOther ? JSON.stringify(kept.definition) : null,
    }
  },
  versionsOf: ({ definition, in_force_definition: inForce }) => ({ wanted: definition, inForce }),
  ownOf: ({ flow_id: flowId, otherwise_from: otherwiseFrom }) => ({ flowId, otherwiseFrom }),
  rehearse: (period, definition, progress) => rehearseFlow(services, period, definition, progress),
  async happenedOf(period, { flow_id: flowId }, wanted) {
    const { outcome, commands } = await happenedOf(services, period, flowId)
    return { happened: outcome, otherwise_from: otherwiseFrom(wanted?.commands ?? [], commands) }
  },
  async say(scope, trial, language) {
    const { wanted, inForce, happened } = trial
    const used = [wanted, happened, ...(inForce ? [inForce] : [])].flatMap(({ use }) => use)
    const nameOf = await namesOfSwitches(
      scope,
      language,
      used.map(({ switchId }) => switchId),
    )
    const named = (outcome: FlowOutcome): FlowOutcome => ({
      ...outcome,
      use: outcome.use.map((one) => ({ ...one, switchName: nameOf(one.switchId, one.switchName) })),
    })
    return { ...trial, wanted: named(wanted), happened: named(happened), inForce: inForce && named(inForce) }
  },
})

/** When the first command would have been given that was not, or one was given that would not have been: what was measured later says less. */
function otherwiseFrom(wanted: readonly Told[], real: readonly Told[]): number | null {
  const lacks = (these: readonly Told[], others: readonly Told[]) =>
    these
      .filter(
        (one) =>
          !others.some((other) => other.switchId === one.switchId && other.status === one.status && Math.abs(other.at - one.at) <= SAME_MS),
      )
      .map(({ at }) => at)
  const first = Math.min(...lacks(wanted, real), ...lacks(real, wanted))
  return Number.isFinite(first) ? first : null
}
