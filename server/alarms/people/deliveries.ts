import { type Kysely, sql } from 'kysely'
import type { AlarmAttempt, ChannelKind } from '#contract/alarms/staff'
import { HTTP_CHANNELS } from '#contract/alarms/staff'
import type { Severity } from '#contract/notices/message'
import type { Database } from '../../ground/database/schema.ts'
import type { Message } from '../../ground/outbox/parcel.ts'
import { type Language, say } from '../../ground/words.ts'
import { shown } from '../../ground/calling/address.ts'

/** What a delivery says. */
export interface Sent extends Pick<Message, 'subject' | 'content'> {
  readonly params: Readonly<Record<string, string | number>>
  readonly severity: Severity
  readonly link: string
  /** For so many minutes nobody has acknowledged it; null at the first step. */
  readonly waited: number | null
  /** As a message of the console it is the same as that which everybody is told. */
  readonly messageKey: string
}

/** One that is to be sent. */
export interface Delivery {
  readonly areaId: number
  readonly staffId: number
  readonly staffName: string
  readonly channelId: number
  readonly kind: ChannelKind
  /** In full; only what may be shown of it is kept. */
  readonly address: string
  readonly alarmIds: readonly number[]
  /** From 1. */
  readonly step: number
  readonly message: Sent
}

/** What of a channel's address may be shown. */
export const shownAddress = (kind: ChannelKind, address: string): string => (HTTP_CHANNELS.includes(kind) ? shown(address) : address)

/** Has these sent: with the transaction that says so, or not at all. */
export async function makeDeliveries(
  work: Kysely<Database>,
  tenantId: number,
  deliveries: readonly Delivery[],
  now: number,
): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map((one) => ({
    area_id: one.areaId,
    staff_id: one.staffId,
    staff_name: one.staffName,
    channel_id: one.channelId,
    kind: one.kind,
    address: shownAddress(one.kind, one.address),
    alarm_ids: one.alarmIds,
    step: one.step,
    message: one.message,
  }))
  // To browsers one goes to each of them, and one that says so where there is none.
  await sql`with made as (
      insert into alarm_delivery (tenant_id, area_id, staff_id, staff_name, channel_id, kind, address, alarm_ids, step, message, browser_id, made_at, due_at)
      select ${tenantId}::bigint, d.area_id, d.staff_id, d.staff_name, d.channel_id, d.kind, coalesce(b.device, d.address), d.alarm_ids, d.step,
        d.message, b.id, ${now}::bigint, ${now}::bigint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d (area_id bigint, staff_id bigint, staff_name text, channel_id bigint, kind text, address text, alarm_ids bigint[], step int, message jsonb)
        left join alarm_staff s on d.kind = 'webPush' and s.id = d.staff_id and s.tenant_id = ${tenantId}
        left join alarm_browser b on b.tenant_id = ${tenantId} and b.user_id = s.user_id and b.ends_at > ${now}
      order by d.staff_id, d.channel_id, b.id
      returning id
    ) insert into alarm_attempt (tenant_id, delivery_id, nth, at) select ${tenantId}::bigint, id, 1, ${now}::bigint from made`.execute(work)
}

/** What somebody reads outside of the console. */
export function wordsFor(
  language: Language,
  { subject, content, params, waited }: Pick<Sent, 'subject' | 'content' | 'params' | 'waited'>,
) {
  const text = say(language, content, params).trim()
  return {
    subject: say(language, subject, params),
    text: waited === null ? text : `${say(language, 'notices:alarm.content.waited', { minutes: waited })}\n${text}`,
  }
}

const MOST_TRIES = 24
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 3_600_000
/** These stay so until somebody changes something. */
const FOR_GOOD: readonly AlarmAttempt['why'][] = ['notConfigured', 'refused', 'gone', 'noBrowser', 'handled']

/** What becomes of a delivery after its try number `tries` came to nothing: the pause until the next one in ms, null where it is given up. */
export const pauseAfter = (tries: number, why: AlarmAttempt['why']): number | null =>
  FOR_GOOD.includes(why) || tries >= MOST_TRIES ? null : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
