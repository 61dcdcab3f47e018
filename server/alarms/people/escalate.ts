import { type Kysely, sql } from 'kysely'
import type { DutyStep } from '#contract/alarms/duty'
import { severityRank } from '#contract/alarms/severity'
import type { Job } from '../../ground/clock/job.ts'
import { setTimer } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { createSparingLog } from '../../ground/sparingLog.ts'
import { announcerOf } from '../announcer.ts'
import { lockAlarms, writeEvents } from '../events.ts'
import { eachSafely } from '../record/eachSafely.ts'
import { isSilenced } from '../record/silenced.ts'
import { DELIVER_JOB } from './deliver.ts'
import { type Delivery, makeDeliveries, type Sent } from './deliveries.ts'
import { GATHER_MS, MANY } from './gather.ts'
import { isOnDuty, peopleOf, type Person } from './staff.ts'
import { type Place, type Told, toldColumns, wordsOfMany, wordsOfOne } from './words.ts'

const MINUTE_MS = 60_000
const LOOK_MS = 1000
/** No step lies further ahead: one that does was planned by a clock that was ahead. */
const LONGEST_MS = 1440 * MINUTE_MS

interface Escalation {
  readonly id: number
  readonly tenant_id: number
  readonly area_id: number
  readonly alarm_ids: number[]
  readonly rounds: number[]
  readonly told_at: number
  readonly step: number
}

/** Has the base call on its people for what was told together: part of the transaction that tells it. */
export async function beginEscalation(
  work: Kysely<Database>,
  { tenantId, areaId }: { tenantId: number; areaId: number },
  told: readonly Pick<Told, 'id' | 'round'>[],
  now: number,
): Promise<void> {
  const { rows } = await sql<Escalation>`
    insert into alarm_escalation (tenant_id, area_id, alarm_ids, rounds, told_at, next_at)
    select tenant_id, area_id, ${told.map(({ id }) => id)}::bigint[], ${told.map(({ round }) => round)}::int[], ${now}::bigint, ${now}::bigint
    from alarm_duty where tenant_id = ${tenantId} and area_id = ${areaId} and steps <> '[]' returning *`.execute(work)
  if (rows[0]) await climb(work, rows[0], now)
}

/** Takes the steps whose time has come, tenant by tenant, and wakes what sends. */
export function escalateJob({ clock, live, log }: Pick<Context, 'clock' | 'live' | 'log'>): Job {
  const announcer = announcerOf(live)
  const sparing = createSparingLog(log)
  let touched: Pick<Escalation, 'tenant_id' | 'area_id'>[] = []
  return {
    name: 'alarms.escalate',
    every: LOOK_MS,
    missed: 'catchUp',
    async once(work) {
      touched = []
      const now = clock()
      const { rows } = await sql<Pick<Escalation, 'id' | 'tenant_id' | 'area_id'>>`select id, tenant_id, area_id from alarm_escalation
        where next_at <= ${now} or next_at > ${now + LONGEST_MS} order by tenant_id, id limit 500`.execute(work)
      await eachSafely(work, rows, sparing, 'the next step of an alarm could not be taken; trying again', async (one) => {
        await lockAlarms(work, one.tenant_id)
        const { rows: found } = await sql<Escalation>`select * from alarm_escalation where id = ${one.id}`.execute(work)
        if (found[0]) await climb(work, found[0], now)
        touched.push(one)
      })
      const { rows: due } = await sql`select from alarm_delivery where due_at <= ${now} or due_at > ${now + LONGEST_MS} limit 1`.execute(
        work,
      )
      if (due.length > 0) await setTimer(work, { name: DELIVER_JOB }, { tenantId: null, key: '', at: now, payload: {} })
    },
    committed() {
      for (const { tenant_id: tenantId, area_id: areaId } of touched.splice(0)) announcer.touch(tenantId, areaId)
    },
  }
}

/** Takes every step that is due, and those after one that found nobody; it ends with its last step, or when nobody is needed any more. */
async function climb(work: Kysely<Database>, row: Escalation, now: number): Promise<void> {
  const { tenant_id: tenantId, area_id: areaId } = row
  const stay = (step: number, at: number) =>
    sql`update alarm_escalation set step = ${step}, next_at = ${at} where id = ${row.id}`.execute(work)
  const { rows: found } = await sql<{ severity: Told['severity']; steps: DutyStep[]; area: string; zone: string }>`
    select d.severity, d.steps, a.area_name as area, t.time_zone as zone
    from alarm_duty d join area a on a.id = d.area_id join tenant t on t.id = d.tenant_id
    where d.tenant_id = ${tenantId} and d.area_id = ${areaId}`.execute(work)
  const duty = found[0]
  const open = duty ? (await openOf(work, row, now)).filter((one) => severityRank(one.severity) <= severityRank(duty.severity)) : []
  const loud = open.filter(({ silenced }) => !silenced)
  // Work is planned there: whoever is needed after it is called then.
  if (open.length > 0 && loud.length === 0) return void (await stay(row.step, now + MINUTE_MS))

  let { step } = row
  for (let isPassed = false; duty && loud.length > 0 && step < duty.steps.length; step++) {
    const { afterMinutes, staffIds } = duty.steps[step]!
    const at = row.told_at + afterMinutes * MINUTE_MS
    if (!isPassed && at > now) return void (await stay(step, at))
    const people = await peopleOf(work, tenantId, areaId, staffIds)
    // Whom a later step names is needed whatever the hour.
    const called = people.filter(({ shifts }) => step > 0 || isOnDuty(shifts, duty.zone, now))
    const place = { area: duty.area, timeZone: duty.zone, now }
    const made = called.flatMap((person) =>
      lettersTo(person, loud, place, { areaId, step, waited: Math.round((now - row.told_at) / MINUTE_MS) }),
    )
    await makeDeliveries(work, tenantId, made, now)
    const names = new Map(made.map(({ staffId, staffName }) => [staffId, staffName]))
    isPassed = made.length === 0
    await writeEvents(
      work,
      tenantId,
      loud.map(({ id }) =>
        isPassed
          ? { alarmId: id, at: now, what: 'nobodyOnDuty', text: String(step + 1) }
          : { alarmId: id, at: now, what: 'called', text: [...names.values()].join(', ') },
      ),
    )
  }
  await sql`delete from alarm_escalation where id = ${row.id}`.execute(work)
}

interface Open extends Told {
  readonly silenced: boolean
}
/** Those of an escalation that still need somebody: active, not acknowledged, not shelved, and not told again since. */
async function openOf(work: Kysely<Database>, row: Escalation, now: number): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select ${toldColumns}, ${isSilenced(now)} as silenced
    from unnest(${row.alarm_ids}::bigint[], ${row.rounds}::int[]) as e (id, round) join alarm a on a.id = e.id and a.round = e.round
    where a.tenant_id = ${row.tenant_id} and cleared_at is null and acknowledged_at is null and coalesce(shelved_until, 0) <= ${now}
    order by a.id`.execute(work)
  return rows
}

/** What one person is sent of these: by each of their channels what is bad enough for it, and many of them together. */
function lettersTo(
  person: Person,
  alarms: readonly Told[],
  place: Place,
  { areaId, step, waited }: { areaId: number; step: number; waited: number },
): Delivery[] {
  return person.channels.flatMap(({ id: channelId, kind, address, severity }) => {
    const bad = alarms.filter((one) => severityRank(one.severity) <= severityRank(severity))
    const groups = bad.length > MANY ? [bad] : bad.map((one) => [one])
    return groups.map((group): Delivery => {
      const [first] = group as [Told]
      const words = group.length > 1 ? wordsOfMany(group, place, GATHER_MS / 1000) : wordsOfOne(first, place)
      const key = group.length > 1 ? `alarms:${areaId}:${first.id}:${first.round}` : `alarm:${first.id}:${first.round}`
      const message: Sent = {
        subject: words.subject,
        content: words.content,
        params: words.params ?? {},
        severity: words.severity ?? 'info',
        link: words.link ?? '',
        waited: step === 0 ? null : waited,
        messageKey: step === 0 ? key : `${key}:step${step}`,
      }
      const to = { staffId: person.id, staffName: person.name, channelId, kind, address }
      return { ...to, areaId, alarmIds: group.map(({ id }) => id), step: step + 1, message }
    })
  })
}
