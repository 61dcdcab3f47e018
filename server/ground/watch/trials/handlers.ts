import { sql } from 'kysely'
import { TRIAL_DAYS } from '#contract/watch/trial'
import { setTimer } from '../../clock/job.ts'
import { mustSeeBase } from '../../database/asked.ts'
import type { Scope } from '../../database/scope.ts'
import { CallFailure, notFound } from '../../failure.ts'
import type { Asking } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { type Answer, answerOf, type TrialKind, type TrialTable, type TrialTypes } from './kind.ts'

const DAY_MS = 86_400_000
/** What a person tried longer ago goes with their next dry run. */
const KEPT_DAYS = 7
const UNDER_WAY = ['waiting', 'running']

interface OfOne {
  readonly params: { readonly id: number }
}

/** The calls of dry runs of one kind: of one person one is under way. */
export function trialHandlers<Of extends TrialTypes>(kind: TrialKind<Of>, { clock, live }: Pick<Services, 'clock' | 'live'>) {
  const table: TrialTable = kind.table
  async function trialOf(scope: Scope, id: number): Promise<Answer<Of>> {
    const row = await scope.select(table).selectAll(table).where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    return answerOf(kind, row)
  }
  return {
    async start({ body }: { readonly body: Of['body'] }, asking: Asking): Promise<Answer<Of>> {
      const { areaId } = body
      const { userId } = asking.caller
      const now = Math.floor(clock())
      const made = await asking.inTenant(async (scope) => {
        await mustSeeBase(scope, areaId)
        const columns = await kind.columnsOf(scope, body, asking.language)
        await scope
          .remove(table)
          .where('user_id', '=', userId)
          .where('state', 'not in', UNDER_WAY)
          .where('created_at', '<', now - KEPT_DAYS * DAY_MS)
          .execute()
        const period = { from_at: now - TRIAL_DAYS * DAY_MS, to_at: now }
        const row = await scope
          .insert(table, [{ area_id: areaId, user_id: userId, created_at: now, ...period, ...columns } as never])
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst()
        if (!row) throw new CallFailure(kind.runs)
        await setTimer(scope.raw, { name: kind.job }, { tenantId: scope.tenantId, key: String(row.id), at: now, payload: {} })
        return answerOf(kind, row)
      })
      live.changed(asking.grant.tenantId, kind.change, made.id, areaId)
      return made
    },

    get: ({ params }: OfOne, asking: Asking): Promise<Answer<Of>> =>
      asking.inTenant(async (scope) => {
        const trial = await trialOf(scope, params.id)
        return kind.say ? kind.say(scope, trial, asking.language) : trial
      }),

    async cancel({ params }: OfOne, asking: Asking): Promise<Answer<Of>> {
      const trial = await asking.inTenant(async (scope) => {
        // One that no server has begun ends here; one that runs sees the wish, wherever it does.
        await scope
          .update(table)
          .set({ cancelled: true, state: sql<string>`case when state = 'waiting' then 'cancelled' else state end` })
          .where('id', '=', params.id)
          .where('state', 'in', UNDER_WAY)
          .execute()
        return trialOf(scope, params.id)
      })
      live.changed(asking.grant.tenantId, kind.change, trial.id, trial.areaId)
      return trial
    },
  }
}
