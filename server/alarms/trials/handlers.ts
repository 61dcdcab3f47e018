import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { TRIAL_DAYS } from '#contract/alarms/trial'
import { setTimer } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { mustSeeBase, mustStandThere } from '../calls/asked.ts'
import { toTrial, TRIAL_JOB } from './rows.ts'

const DAY_MS = 86_400_000
/** What a person tried longer ago goes with their next dry run. */
const KEPT_DAYS = 7

async function trialOf(scope: Scope, id: number) {
  const row = await scope.select('alarm_trial').selectAll('alarm_trial').where('alarm_trial.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return toTrial(row)
}

/** Dry runs of rules over what is stored. */
export const alarmTrialHandlers = ({ clock, live }: Pick<Context, 'clock' | 'live'>): Handlers<CallGroups['alarmTrial']> => ({
  async start({ body: { areaId, ruleId, logic } }, asking) {
    const now = Math.floor(clock())
    const made = await asking.inTenant(async (scope) => {
      await mustSeeBase(scope, areaId)
      await mustStandThere(scope, areaId, logic.scope)
      const rule =
        ruleId === null
          ? null
          : await scope
              .select('alarm_rule')
              .select('alarm_rule.logic')
              .where('alarm_rule.id', '=', ruleId)
              .where('alarm_rule.area_id', '=', areaId)
              .executeTakeFirst()
      if (rule === undefined) throw notFound()
      await scope
        .remove('alarm_trial')
        .where('alarm_trial.user_id', '=', asking.caller.userId)
        .where('alarm_trial.state', 'not in', ['waiting', 'running'])
        .where('alarm_trial.created_at', '<', now - KEPT_DAYS * DAY_MS)
        .execute()
      const row = await scope
        .insert('alarm_trial', [
          {
            area_id: areaId,
            rule_id: ruleId,
            user_id: asking.caller.userId,
            created_at: now,
            logic: JSON.stringify(logic),
            in_force_logic: rule && JSON.stringify(rule.logic),
            from_at: now - TRIAL_DAYS * DAY_MS,
            to_at: now,
          },
        ])
        // Of one person one is under way.
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new CallFailure('error.alarm.trialRuns')
      await setTimer(scope.raw, { name: TRIAL_JOB }, { tenantId: scope.tenantId, key: String(row.id), at: now, payload: {} })
      return toTrial(row)
    })
    live.changed(asking.grant.tenantId, 'alarmTrial', made.id, areaId)
    return made
  },

  get: ({ params }, asking) => asking.inTenant((scope) => trialOf(scope, params.id)),

  async cancel({ params }, asking) {
    const trial = await asking.inTenant(async (scope) => {
      // One that no server has begun ends here; one that runs sees the wish, wherever it does.
      await scope
        .update('alarm_trial')
        .set({ cancelled: true, state: sql<string>`case when state = 'waiting' then 'cancelled' else state end` })
        .where('alarm_trial.id', '=', params.id)
        .where('alarm_trial.state', 'in', ['waiting', 'running'])
        .execute()
      return trialOf(scope, params.id)
    })
    live.changed(asking.grant.tenantId, 'alarmTrial', trial.id, trial.areaId)
    return trial
  },
})
