import type { Selectable } from 'kysely'
import type { FlowOutcome } from '#contract/flows/trial'
import type { Told } from '#machines/flows/rehearse'
import type { Job } from '../../ground/clock/job.ts'
import { underway } from '../../ground/clock/underway.ts'
import type { Context } from '../../ground/contents.ts'
import { isAway } from '../../ground/database/connection.ts'
import type { Database } from '../../ground/database/schema.ts'
import { happenedOf, rehearseFlow } from './outcome.ts'
import { FLOW_TRIAL_JOB } from './rows.ts'

/** A command that was really given so near to it is the same, ms. */
const SAME_MS = 60_000

/**
 * Runs a dry run: what is wanted, then the version that is saved, and reads what really happened. It writes nothing but its own row, so that a
 * server that starts again begins it anew.
 */
export function flowTrialJob({ serviceDb, servicePool, live, log }: Pick<Context, 'serviceDb' | 'servicePool' | 'live' | 'log'>): Job {
  async function run(row: Selectable<Database['flow_trial']>, stop: AbortSignal): Promise<void> {
    const { id, tenant_id: tenantId, area_id: areaId, from_at: from, to_at: to } = row
    const period = { tenantId, areaId, from, to }
    const far = { done: 0, total: 0 }
    const found: { wanted: FlowOutcome | null; inForce: FlowOutcome | null; since: number | null; commands: readonly Told[] } = {
      wanted: null,
      inForce: null,
      since: null,
      commands: [],
    }
    const these = () => serviceDb.updateTable('flow_trial').where('id', '=', id).where('tenant_id', '=', tenantId)
    let said = ''
    const state = await underway({
      stop,
      async say() {
        const answer = await these().set(far).returning('cancelled').executeTakeFirstOrThrow()
        if (said !== `${far.done}/${far.total}`) live.changed(tenantId, 'flowTrial', id, areaId)
        said = `${far.done}/${far.total}`
        return answer
      },
      again: isAway,
      failed: (cause) => log.error({ trial: id, tenant: tenantId, cause: cause.message }, 'a dry run of a flow failed'),
      async act(signal) {
        const runs = row.in_force_definition === null ? 1 : 2
        const through = (definition: typeof row.definition, nth: number) => {
          const before = far.done
          return rehearseFlow({ serviceDb, servicePool }, period, definition, {
            signal,
            onProgress: (done, total) => {
              far.done = before + done
              far.total = before + total * (runs - nth)
            },
          })
        }
        const wanted = await through(row.definition, 0)
        found.wanted = wanted.outcome
        found.since = wanted.knownSince
        found.commands = wanted.commands
        if (row.in_force_definition !== null) found.inForce = (await through(row.in_force_definition, 1)).outcome
      },
    })
    if (state === null) return
    const happened = await happenedOf({ serviceDb }, period, row.flow_id)
    await these()
      .set({
        ...far,
        state,
        wanted: found.wanted && JSON.stringify(found.wanted),
        in_force: found.inForce && JSON.stringify(found.inForce),
        known_since: found.since,
        otherwise_from: otherwiseFrom(found.commands, happened.commands),
        happened: JSON.stringify(happened.outcome),
      })
      .execute()
    live.changed(tenantId, 'flowTrial', id, areaId)
  }

  return {
    name: FLOW_TRIAL_JOB,
    missed: 'catchUp',
    async steps({ tenantId, key }, signal) {
      const row = await serviceDb
        .updateTable('flow_trial')
        .set({ state: 'running', done: 0, total: 0 })
        .where('id', '=', Number(key))
        .where('tenant_id', '=', tenantId!)
        .where('state', 'in', ['waiting', 'running'])
        .returningAll()
        .executeTakeFirst()
      if (row) await run(row, signal)
    },
  }
}

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
