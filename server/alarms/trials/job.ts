import { type Kysely, type Selectable, sql } from 'kysely'
import { type AlarmTrial, MOST_TRIED, type Tried } from '#contract/alarms/trial'
import type { WatchLogic } from '#contract/watch/logic'
import type { Job } from '../../ground/clock/job.ts'
import { underway } from '../../ground/clock/underway.ts'
import type { Context } from '../../ground/contents.ts'
import { isAway } from '../../ground/database/connection.ts'
import type { Database } from '../../ground/database/schema.ts'
import { replay as replayStored, type Replayed } from '../../ground/watch/replay.ts'
import { TRIAL_JOB } from './rows.ts'

type Row = Selectable<Database['alarm_trial']>
type Outcome = AlarmTrial['wanted']

/**
 * Runs a dry run: what is wanted, then the version in force, and reads what really was raised. It writes nothing but its own row, so that a
 * server that starts again begins it anew.
 */
export function trialJob(
  { serviceDb, servicePool, live, log }: Pick<Context, 'serviceDb' | 'servicePool' | 'live' | 'log'>,
  replay = replayStored,
): Job {
  async function run(row: Row, stop: AbortSignal): Promise<void> {
    const { id, tenant_id: tenantId, area_id: areaId } = row
    const far = { done: 0, total: 0 }
    const found: { wanted: Outcome | null; in_force: Outcome | null; known_since: number | null } = {
      wanted: null,
      in_force: null,
      known_since: null,
    }
    const these = () => serviceDb.updateTable('alarm_trial').where('id', '=', id).where('tenant_id', '=', tenantId)
    const through = async (logic: WatchLogic, runs: number, nth: number, signal: AbortSignal): Promise<Replayed> => {
      const before = far.done
      return replay({
        pool: servicePool,
        tenantId,
        areaId,
        logic,
        from: row.from_at,
        to: row.to_at,
        signal,
        onProgress: (done, total) => {
          far.done = before + done
          far.total = before + total * (runs - nth)
        },
      })
    }
    let said = ''
    const state = await underway({
      stop,
      async say() {
        const answer = await these().set(far).returning('cancelled').executeTakeFirstOrThrow()
        if (said !== `${far.done}/${far.total}`) live.changed(tenantId, 'alarmTrial', id, areaId)
        said = `${far.done}/${far.total}`
        return answer
      },
      again: isAway,
      failed: (cause) => log.error({ trial: id, tenant: tenantId, cause: cause.message }, 'a dry run of alarms failed'),
      async act(signal) {
        const runs = row.in_force_logic === null ? 1 : 2
        const wanted = await through(row.logic, runs, 0, signal)
        found.wanted = await outcomeOf(serviceDb, tenantId, wanted)
        found.known_since = wanted.knownSince
        if (row.in_force_logic !== null)
          found.in_force = await outcomeOf(serviceDb, tenantId, await through(row.in_force_logic, runs, 1, signal))
      },
    })
    if (state === null) return
    const happened = await happenedOf(serviceDb, row)
    const { wanted, in_force: inForce, known_since: knownSince } = found
    await these()
      .set({ ...far, state, wanted: text(wanted), in_force: text(inForce), known_since: knownSince, happened: text(happened) })
      .execute()
    live.changed(tenantId, 'alarmTrial', id, areaId)
  }

  return {
    name: TRIAL_JOB,
    missed: 'catchUp',
    async steps({ tenantId, key }, signal) {
      const row = await serviceDb
        .updateTable('alarm_trial')
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

const text = (outcome: Outcome | null) => (outcome === null ? null : JSON.stringify(outcome))

async function outcomeOf(db: Kysely<Database>, tenantId: number, { found }: Replayed): Promise<Outcome> {
  const all = found.toSorted((one, other) => one.episode.raisedAt - other.episode.raisedAt || one.deviceId - other.deviceId)
  const some = all.slice(0, MOST_TRIED)
  const { rows } = await sql<{ id: number; name: string }>`select id, name from device
    where tenant_id = ${tenantId} and id = any(${[...new Set(some.map(({ deviceId }) => deviceId))]}::bigint[])`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return {
    count: all.length,
    alarms: some.map(({ deviceId, ordinal, episode: { raisedAt, since, seen, cleared } }): Tried => ({
      deviceId,
      deviceName: names.get(deviceId) ?? '',
      ordinal: ordinal === 0 ? null : ordinal,
      raisedAt,
      clearedAt: cleared?.at ?? null,
      since,
      seen: [...seen],
    })),
  }
}

/** What the rule really raised in that time, of devices that are still there. */
async function happenedOf(db: Kysely<Database>, { tenant_id: tenantId, rule_id: ruleId, from_at: from, to_at: to }: Row): Promise<Outcome> {
  const rows = await db
    .selectFrom('alarm')
    .select(['device_id', 'device_name', 'ordinal', 'raised_at', 'cleared_at', 'reason'])
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .where('device_id', 'is not', null)
    .where('raised_at', '>=', from)
    .where('raised_at', '<=', to)
    .orderBy('raised_at')
    .orderBy('device_id')
    .execute()
  return {
    count: rows.length,
    alarms: rows.slice(0, MOST_TRIED).map((row): Tried => ({
      deviceId: row.device_id!,
      deviceName: row.device_name,
      ordinal: row.ordinal === 0 ? null : row.ordinal,
      raisedAt: row.raised_at,
      clearedAt: row.cleared_at,
      since: row.reason.since,
      seen: row.reason.seen,
    })),
  }
}
