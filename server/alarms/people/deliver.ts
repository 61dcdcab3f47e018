import { type Kysely, sql } from 'kysely'
import type { AlarmAttempt, ChannelKind } from '#contract/alarms/staff'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'
import type { Language } from '../../ground/words.ts'
import { announcerOf } from '../announcer.ts'
import { writeEvents } from '../events.ts'
import { pauseAfter, type Sent, wordsFor } from './deliveries.ts'
import type { Outcome } from './send/outcome.ts'
import { createSender, type Sender } from './send/sender.ts'

export const DELIVER_JOB = 'alarms.deliver'
/** Tries that are under way at once: of all, and of one tenant, whose slow services hold up no other. */
const AT_ONCE = 32
const OF_ONE_TENANT = 4
const LOOK_MS = 1000
/** A pause that is longer was counted by a clock that was ahead. */
const LONGEST_MS = 86_400_000

interface Due {
  readonly id: number
  readonly tenant_id: number
  readonly area_id: number
  readonly kind: ChannelKind
  readonly alarm_ids: number[]
  readonly step: number | null
  readonly message: Sent
  readonly key: string
  readonly tries: number
  readonly staff_name: string
  /** Null where the channel, or its person, is no more. */
  readonly address: string | null
  readonly secret: string | null
  readonly language: Language | null
  /** Of a person with an account that may sign in. */
  readonly user_id: number | null
  readonly handled: boolean
}

/**
 * Sends what is due, each try under the key of its delivery, and writes down what came of it: what a kill comes in between of is sent again
 * under the same key. It runs while anything is due or under way.
 */
export function deliverJob(
  given: Pick<Context, 'clock' | 'config' | 'live' | 'log' | 'serviceDb'>,
  sender: Sender = createSender(given),
): Job {
  const { clock, config, live, serviceDb } = given

  async function tryOne(one: Due, signal: AbortSignal): Promise<void> {
    const outcome = await outcomeOf(one, signal)
    const isWritten = await serviceDb.transaction().execute((work) => write(work, one, outcome, clock()))
    if (!isWritten) return
    if (outcome.why !== null) announcerOf(live).touch(one.tenant_id, one.area_id)
    live.changed(one.tenant_id, 'alarmAttempt', null, one.area_id)
  }

  async function outcomeOf(one: Due, signal: AbortSignal): Promise<Outcome> {
    const { kind, address, language } = one
    if (one.handled && one.tries > 0) return { why: 'handled', code: null }
    if (address === null || language === null) return { why: 'gone', code: null }
    if (kind === 'message') return { why: one.user_id === null ? 'gone' : null, code: null }
    return sender.send(
      {
        key: one.key,
        kind,
        address,
        secret: one.secret,
        ...wordsFor(language, one.message),
        link: config.publicUrl === null ? null : new URL(one.message.link, config.publicUrl).href,
        severity: one.message.severity,
        tenantId: one.tenant_id,
        areaId: one.area_id,
        alarmIds: one.alarm_ids,
      },
      signal,
    )
  }

  return {
    name: DELIVER_JOB,
    missed: 'catchUp',
    async steps(_turn, signal) {
      const running = new Map<number, { tenantId: number; end: Promise<void> }>()
      let failed: Error | null = null
      for (;;) {
        if (!signal.aborted && failed === null)
          for (const one of await dueOf(serviceDb, clock(), running)) {
            const end = tryOne(one, signal)
              // What was ended on its way is tried again.
              .catch((cause: unknown) => void (signal.aborted || (failed = cause as Error)))
              .finally(() => running.delete(one.id))
            running.set(one.id, { tenantId: one.tenant_id, end })
          }
        if (running.size === 0) break
        await first([...running.values()].map(({ end }) => end))
      }
      if (failed !== null) throw failed
    },
  }
}

/** Waits for the first of these, and not longer than until it is time to look again. */
async function first(ends: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([...ends, new Promise<void>((resume) => (timer = setTimeout(resume, LOOK_MS)))])
  clearTimeout(timer)
}

async function dueOf(db: Kysely<Database>, now: number, running: ReadonlyMap<number, { tenantId: number }>): Promise<Due[]> {
  const room = AT_ONCE - running.size
  if (room <= 0) return []
  const { rows } = await sql<Due>`
    select d.id, d.tenant_id, d.area_id, d.kind, d.alarm_ids, d.step, d.message, d.key, d.tries, d.staff_name, c.address, c.secret, s.language,
      case when u.enabled then m.user_id end as user_id,
      not exists (select from alarm a where a.id = any(d.alarm_ids) and a.cleared_at is null and a.acknowledged_at is null
        and coalesce(a.shelved_until, 0) <= ${now}) as handled
    from (
      select *, row_number() over (partition by tenant_id order by due_at, id) as place from alarm_delivery
      where (due_at <= ${now} or due_at > ${now + LONGEST_MS}) and id <> all(${[...running.keys()]}::bigint[])
    ) d
      left join alarm_channel c on c.id = d.channel_id
      left join alarm_staff s on s.id = d.staff_id
      left join app_user u on u.id = s.user_id
      left join membership m on m.user_id = s.user_id and m.tenant_id = d.tenant_id
    where d.place <= ${OF_ONE_TENANT} order by d.place, d.due_at, d.id`.execute(db)
  const busy = new Map<number, number>()
  for (const { tenantId } of running.values()) busy.set(tenantId, (busy.get(tenantId) ?? 0) + 1)
  return rows
    .filter(({ tenant_id: tenantId }) => {
      const before = busy.get(tenantId) ?? 0
      busy.set(tenantId, before + 1)
      return before < OF_ONE_TENANT
    })
    .slice(0, room)
}

/** Writes down what came of a try; false where that is written already. */
async function write(work: Kysely<Database>, one: Due, { why, code }: Outcome, now: number): Promise<boolean> {
  const nth = one.tries + 1
  const pause = why === null ? null : pauseAfter(nth, why)
  const state: AlarmAttempt['state'] = why === null ? 'sent' : pause === null ? 'givenUp' : 'failed'
  const { rows } = await sql`update alarm_delivery set tries = ${nth}, due_at = ${pause === null ? null : now + pause}
    where id = ${one.id} and tries = ${one.tries} and due_at is not null returning id`.execute(work)
  if (rows.length === 0) return false
  await sql`update alarm_attempt set state = ${state}, why = ${why}, code = ${code}, at = ${now}
    where delivery_id = ${one.id} and nth = ${nth}`.execute(work)
  if (pause !== null)
    await sql`insert into alarm_attempt (tenant_id, delivery_id, nth, at) values (${one.tenant_id}, ${one.id}, ${nth + 1}, ${now + pause})`.execute(
      work,
    )
  if (why === null && one.kind === 'message') {
    const { subject, content, params, severity, link, messageKey } = one.message
    const to = { tenantId: one.tenant_id, userId: one.user_id! }
    await post(work, [messageTo(to, { subject, content, params, severity, link, key: `${messageKey}:${one.user_id}` })], now)
  }
  if (state === 'givenUp' && why !== 'handled') await sayUnreached(work, one, now)
  return true
}

/** The alarms that are still there say who could not be told. */
async function sayUnreached(work: Kysely<Database>, one: Due, now: number): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`select id from alarm where tenant_id = ${one.tenant_id} and id = any(${one.alarm_ids}::bigint[])
    order by id`.execute(work)
  await writeEvents(
    work,
    one.tenant_id,
    rows.map(({ id }) => ({ alarmId: id, at: now, what: 'unreached', text: one.staff_name })),
  )
}
