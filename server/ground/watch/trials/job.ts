import type { Selectable } from 'kysely'
import type { Job } from '../../clock/job.ts'
import { underway } from '../../clock/underway.ts'
import { isAway } from '../../database/connection.ts'
import type { Database } from '../../database/schema.ts'
import type { Services } from '../../services.ts'
import type { TrialKind, TrialTable, TrialTypes } from './kind.ts'

/**
 * Runs a dry run: what is wanted, then the version that is kept, and reads what really happened. It writes nothing but its own row, so that a
 * server that starts again begins it anew.
 */
export function trialJob<Of extends TrialTypes>(
  kind: TrialKind<Of>,
  { serviceDb, live, log }: Pick<Services, 'serviceDb' | 'live' | 'log'>,
): Job {
  const table: TrialTable = kind.table
  async function run(row: Selectable<Database[Of['table']]>, given: Selectable<Database[TrialTable]>, stop: AbortSignal): Promise<void> {
    const { id, tenant_id: tenantId, area_id: areaId } = given
    const period = { tenantId, areaId, from: given.from_at, to: given.to_at }
    const { wanted, inForce } = kind.versionsOf(row)
    const versions = inForce === null ? [wanted] : [wanted, inForce]
    const found: Of['found'][] = []
    const far = { done: 0, total: 0 }
    const these = () => serviceDb.updateTable(table).where('id', '=', id).where('tenant_id', '=', tenantId)
    let said = ''
    const state = await underway({
      stop,
      async say() {
        const answer = await these().set(far).returning('cancelled').executeTakeFirstOrThrow()
        if (said !== `${far.done}/${far.total}`) live.changed(tenantId, kind.change, id, areaId)
        said = `${far.done}/${far.total}`
        return answer
      },
      again: isAway,
      failed: (cause) => log.error({ trial: id, table, tenant: tenantId, cause: cause.message }, 'a dry run failed'),
      async act(signal) {
        for (const [nth, version] of versions.entries()) {
          const before = far.done
          const onProgress = (done: number, total: number) => {
            far.done = before + done
            far.total = before + total * (versions.length - nth)
          }
          found.push(await kind.rehearse(period, version, { signal, onProgress }))
        }
      },
    })
    if (state === null) return
    const { happened, ...more } = await kind.happenedOf(period, row, found[0])
    await these()
      .set({
        ...far,
        ...more,
        state,
        wanted: found[0] ? JSON.stringify(found[0].outcome) : null,
        in_force: found[1] ? JSON.stringify(found[1].outcome) : null,
        known_since: found[0]?.knownSince ?? null,
        happened: JSON.stringify(happened),
      })
      .execute()
    live.changed(tenantId, kind.change, id, areaId)
  }

  return {
    name: kind.job,
    missed: 'catchUp',
    async steps({ tenantId, key }, signal) {
      const row = await serviceDb
        .updateTable(table)
        .set({ state: 'running', done: 0, total: 0 })
        .where('id', '=', Number(key))
        .where('tenant_id', '=', tenantId!)
        .where('state', 'in', ['waiting', 'running'])
        .returningAll()
        .executeTakeFirst()
      if (row) await run(row as never, row, signal)
    },
  }
}
