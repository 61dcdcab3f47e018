import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { FLOW_TRIAL_DAYS, type FlowOutcome } from '#contract/flows/trial'
import { setTimer } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { mustSeeBase } from '../calls/asked.ts'
import { mustHaveCrons } from '../calls/save.ts'
import { readKnown } from '../definition/known.ts'
import { openPlaces } from '../definition/openPlaces.ts'
import { namesOfSwitches } from '../switchNames.ts'
import { FLOW_TRIAL_JOB, toTrial } from './rows.ts'

const DAY_MS = 86_400_000
/** What a person tried longer ago goes with their next dry run. */
const KEPT_DAYS = 7

async function trialOf(scope: Scope, id: number) {
  const row = await scope.select('flow_trial').selectAll('flow_trial').where('flow_trial.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return toTrial(row)
}

/** Dry runs of flows over what is stored. */
export const flowTrialHandlers = ({ clock, live }: Pick<Context, 'clock' | 'live'>): Handlers<CallGroups['flowTrial']> => ({
  async start({ body: { areaId, flowId, definition } }, asking) {
    const now = Math.floor(clock())
    const made = await asking.inTenant(async (scope) => {
      await mustSeeBase(scope, areaId)
      const saved =
        flowId === null
          ? null
          : await scope
              .select('flow')
              .select('flow.definition')
              .where('flow.id', '=', flowId)
              .where('flow.area_id', '=', areaId)
              .executeTakeFirst()
      if (saved === undefined) throw notFound()
      mustHaveCrons(asking.language, definition)
      const known = await readKnown(scope.raw, scope.tenantId, areaId, [definition])
      if (openPlaces(definition, known, flowId).length > 0) throw new CallFailure('error.flow.open')
      await scope
        .remove('flow_trial')
        .where('flow_trial.user_id', '=', asking.caller.userId)
        .where('flow_trial.state', 'not in', ['waiting', 'running'])
        .where('flow_trial.created_at', '<', now - KEPT_DAYS * DAY_MS)
        .execute()
      const row = await scope
        .insert('flow_trial', [
          {
            area_id: areaId,
            flow_id: flowId,
            user_id: asking.caller.userId,
            created_at: now,
            definition: JSON.stringify(definition),
            in_force_definition: saved && !isDeepStrictEqual(saved.definition, definition) ? JSON.stringify(saved.definition) : null,
            from_at: now - FLOW_TRIAL_DAYS * DAY_MS,
            to_at: now,
          },
        ])
        // Of one person one is under way.
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new CallFailure('error.flow.trialRuns')
      await setTimer(scope.raw, { name: FLOW_TRIAL_JOB }, { tenantId: scope.tenantId, key: String(row.id), at: now, payload: {} })
      return toTrial(row)
    })
    live.changed(asking.grant.tenantId, 'flowTrial', made.id, areaId)
    return made
  },

  get: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const trial = await trialOf(scope, params.id)
      const outcomes = [trial.wanted, trial.happened, ...(trial.inForce ? [trial.inForce] : [])]
      const nameOf = await namesOfSwitches(
        scope,
        asking.language,
        outcomes.flatMap(({ use }) => use.map(({ switchId }) => switchId)),
      )
      const named = (outcome: FlowOutcome): FlowOutcome => ({
        ...outcome,
        use: outcome.use.map((one) => ({ ...one, switchName: nameOf(one.switchId, one.switchName) })),
      })
      return { ...trial, wanted: named(trial.wanted), happened: named(trial.happened), inForce: trial.inForce && named(trial.inForce) }
    }),

  async cancel({ params }, asking) {
    const trial = await asking.inTenant(async (scope) => {
      // One that no server has begun ends here; one that runs sees the wish, wherever it does.
      await scope
        .update('flow_trial')
        .set({ cancelled: true, state: sql<string>`case when state = 'waiting' then 'cancelled' else state end` })
        .where('flow_trial.id', '=', params.id)
        .where('flow_trial.state', 'in', ['waiting', 'running'])
        .execute()
      return trialOf(scope, params.id)
    })
    live.changed(asking.grant.tenantId, 'flowTrial', trial.id, trial.areaId)
    return trial
  },
})
