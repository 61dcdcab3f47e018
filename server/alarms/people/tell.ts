import { type Kysely, sql } from 'kysely'
import type { AlarmFace } from '#contract/alarms/alarm'
import { ALARMS_READ } from '#contract/alarms/permission'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'
import { createSparingLog } from '../../ground/sparingLog.ts'
import { announcerOf } from '../announcer.ts'
import { lockAlarms, writeEvents } from '../events.ts'
import { facesOf } from '../faces.ts'
import { eachSafely } from '../record/eachSafely.ts'
import { isSilenced } from '../record/silenced.ts'
import { beginEscalation } from './escalate.ts'
import { GATHER_MS } from './gather.ts'
import { holdersOf } from '../../ground/messages/holders.ts'
import { type Told, toldColumns, wordsOfMany, wordsOfOne } from './words.ts'

const LOOK_MS = 1000

interface Base {
  readonly tenant_id: number
  readonly area_id: number
}

/**
 * Tells people of alarms that are due (`alarm.due_at`), base by base, to everybody who may see its alarms and to whom the base calls on: what
 * is told is marked so in the transaction that posts it, so a kill has it told once. The first of a base are told at once, those within ten
 * seconds behind them in one message at their end. What planned work covers by now is kept quiet instead.
 */
export function tellJob({ clock, live, log }: Pick<Context, 'clock' | 'live' | 'log'>): Job {
  const announcer = announcerOf(live)
  const sparing = createSparingLog(log)
  let told: (Base & { readonly quieted: readonly AlarmFace[]; readonly at: number })[] = []
  return {
    name: 'alarms.tell',
    every: LOOK_MS,
    missed: 'catchUp',
    async once(work) {
      told = []
      const now = clock()
      // What was told in times ahead, was told before the clock was set back.
      const { rows } = await sql<Base>`select due.tenant_id, due.area_id
        from (select distinct tenant_id, area_id from alarm where due_at is not null) due
        where not exists (select from alarm a where a.area_id = due.area_id and a.heard_at > ${now - GATHER_MS} and a.heard_at <= ${now})
        order by 1, 2`.execute(work)
      await eachSafely(work, rows, sparing, 'alarms could not be told; trying again', async (base) => {
        await lockAlarms(work, base.tenant_id)
        const ids = await keepQuiet(work, base, now)
        await tellBase(work, base, now)
        told.push({ ...base, quieted: await facesOf(work, base.tenant_id, ids), at: now })
      })
    },
    committed() {
      for (const { tenant_id: tenantId, area_id: areaId, quieted, at } of told.splice(0)) {
        announcer.say(tenantId, quieted, at)
        announcer.touch(tenantId, areaId)
      }
    },
  }
}

/** What planned work has come to cover since; answers its ids. */
async function keepQuiet(work: Kysely<Database>, { tenant_id: tenantId, area_id: areaId }: Base, now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update alarm a set quiet = 'silence', due_at = null where a.tenant_id = ${tenantId} and a.area_id = ${areaId} and a.due_at is not null
      and ${isSilenced(now)} returning a.id`.execute(work)
  return rows.map(({ id }) => id)
}

async function tellBase(work: Kysely<Database>, { tenant_id: tenantId, area_id: areaId }: Base, now: number): Promise<void> {
  const { rows: due } = await sql<Told>`
    update alarm a set due_at = null, heard_at = ${now}, round = round + 1
    where tenant_id = ${tenantId} and area_id = ${areaId} and due_at is not null
    returning ${toldColumns}`.execute(work)
  if (due.length === 0) return
  const all = due.toSorted((one, other) => one.id - other.id)
  await tellReaders(work, { tenantId, areaId }, all, now)
  await beginEscalation(work, { tenantId, areaId }, all, now)
}

/** Posts to everybody who may see them. */
async function tellReaders(
  work: Kysely<Database>,
  { tenantId, areaId }: { tenantId: number; areaId: number },
  all: readonly Told[],
  now: number,
): Promise<void> {
  const readers = await holdersOf(work, tenantId, areaId, ALARMS_READ)
  if (readers.length === 0) return
  const { rows } = await sql<{ area: string; zone: string }>`select a.area_name as area, t.time_zone as zone
    from area a join tenant t on t.id = a.tenant_id where a.id = ${areaId}`.execute(work)
  const place = { area: rows[0]!.area, timeZone: rows[0]!.zone, now }
  const [first] = all as [Told, ...Told[]]
  const { key, ...message } =
    all.length > 1
      ? { key: `alarms:${areaId}:${first.id}:${first.round}`, ...wordsOfMany(all, place, GATHER_MS / 1000) }
      : { key: `alarm:${first.id}:${first.round}`, ...wordsOfOne(first, place) }
  await post(
    work,
    readers.map(({ id: userId }) => messageTo({ tenantId, userId }, { ...message, key: `${key}:${userId}` })),
    now,
  )
  await writeEvents(
    work,
    tenantId,
    all.map(({ id }) => ({ alarmId: id, at: now, what: 'told' })),
  )
}
