import { type Kysely, sql } from 'kysely'
import { inTenant } from '#contract/session/tenantInAddress'
import { type AlarmAttempt, type ChannelKind, isOwnChannel } from '#contract/alarms/staff'
import type { Job } from '../../ground/clock/job.ts'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'
import type { Language } from '../../ground/words.ts'
import { announcerOf } from '../announcer.ts'
import { isSilenced } from '../record/silenced.ts'
import { writeEvents } from '../events.ts'
import { pauseAfter, type Sent, wordsFor } from './deliveries.ts'
import { forgetGone } from '../browsers/rows.ts'
import type { Outcome } from './send/outcome.ts'
import { pushKeysOf } from './send/pushKeys.ts'
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
  /** Of a browser of that person; null where it is no more, and of every other kind. */
  readonly browser: { readonly id: number; readonly endpoint: string; readonly p256dh: string; readonly auth: string } | null
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
  sender: Sender = createSender({ ...given, pushKeys: pushKeysOf(given.serviceDb) }),
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
    const { kind, address, language, browser } = one
    const page = inTenant(one.message.link, one.tenant_id)
    if (one.handled && one.tries > 0) return { why: 'handled', code: null }
    if (address === null || language === null) return { why: 'gone', code: null }
    if (isOwnChannel(kind) && one.user_id === null) return { why: 'gone', code: null }
    if (kind === 'message') return { why: null, code: null }
    return sender.send(
      {
        key: one.key,
        kind,
        address: browser?.endpoint ?? address,
        secret: one.secret,
        ...wordsFor(language, one.message),
        link: config.publicUrl === null ? null : new URL(page, config.publicUrl).href,
        page,
        severity: one.message.severity,
        tenantId: one.tenant_id,
        areaId: one.area_id,
        alarmIds: one.alarm_ids,
        browser,
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
      case when b.id is not null then jsonb_build_object('id', b.id, 'endpoint', b.endpoint, 'p256dh', b.p256dh, 'auth', b.auth) end as browser,
      case when u.enabled then m.user_id end as user_id,
      not exists (select from alarm a where a.id = any(d.alarm_ids) and a.cleared_at is null and a.acknowledged_at is null
        and coalesce(a.shelved_until, 0) <= ${now}) as handled
    from (
      select *, row_number() over (partition by tenant_id order by due_at, id) as place from alarm_delivery
      where (due_at <= ${now} or due_at > ${now + LONGEST_MS}) and id <> all(${[...running.keys()]}::bigint[])
        -- What has failed waits where work was planned since.
        and (tries = 0 or not coalesce((select bool_and(${isSilenced(now)}) from alarm a where a.id = any(alarm_ids)), false))
    ) d
      left join alarm_channel c on c.id = d.channel_id
      left join alarm_staff s on s.id = d.staff_id
      left join app_user u on u.id = s.user_id
      left join membership m on m.user_id = s.user_id and m.tenant_id = d.tenant_id
      left join alarm_browser b on b.id = d.browser_id and b.tenant_id = d.tenant_id and b.user_id = m.user_id and b.ends_at > ${now}
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
  if (why === 'gone' && one.browser !== null) await forgetGone(work, one.tenant_id, one.browser)
  if (state === 'givenUp' && why !== 'handled' && !(await isReachedElsewhere(work, one))) await sayUnreached(work, one, now)
  return true
}

/** Whether another browser of the same person has taken it, or may still. */
async function isReachedElsewhere(work: Kysely<Database>, one: Due): Promise<boolean> {
  if (one.kind !== 'webPush') return false
  const { rows } = await sql`select from alarm_delivery d join alarm_delivery me on me.id = ${one.id}
    where d.tenant_id = ${one.tenant_id} and d.id <> me.id and d.channel_id = me.channel_id and d.step = me.step
      and d.alarm_ids = me.alarm_ids and d.made_at = me.made_at
      and (d.due_at is not null or exists (select from alarm_attempt a where a.delivery_id = d.id and a.state = 'sent')) limit 1`.execute(
    work,
  )
  return rows.length > 0
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
