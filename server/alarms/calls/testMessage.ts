import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ChannelKind } from '#contract/alarms/staff'
import type { Context } from '../../ground/contents.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'
import { type Sent, shownAddress, wordsFor } from '../people/deliveries.ts'
import type { Outcome } from '../people/send/outcome.ts'
import type { Sender } from '../people/send/sender.ts'
import { areasOf, readStaff } from './staffRows.ts'

/** Of one person a test goes out so often at most, ms. */
const PAUSE_MS = 10_000
/** A try ends by itself long before. */
const LATEST_MS = 30_000
const MESSAGE: Sent = {
  subject: 'notices:alarm.subject.test',
  content: 'notices:alarm.content.test',
  params: {},
  severity: 'info',
  link: '/web/equipment/warning-staff',
  waited: null,
  messageKey: '',
}

/** Sends a test by one channel of somebody, and writes down what came of it. */
export async function sendTest(
  { clock, live, sender }: Pick<Context, 'clock' | 'live'> & { sender: Sender },
  asking: Asking,
  staffId: number,
  channelId: number,
): Promise<{ state: 'sent' | 'givenUp' } & Outcome> {
  const { tenantId } = asking.grant
  const { staff, channel, areaId } = await asking.inTenant(async (scope) => {
    const found = await readStaff(scope, staffId)
    const { rows } = await sql<{
      kind: ChannelKind
      address: string
      secret: string | null
    }>`select kind, address, secret from alarm_channel
      where tenant_id = ${tenantId} and staff_id = ${staffId} and id = ${channelId}`.execute(scope.raw)
    if (!rows[0]) throw notFound()
    const now = clock()
    const row = await scope
      .update('alarm_staff')
      .set({ tested_at: now })
      .where('alarm_staff.id', '=', staffId)
      .where(sql<boolean>`coalesce(tested_at not between ${now - PAUSE_MS + 1} and ${now}, true)`)
      .returning('alarm_staff.id')
      .executeTakeFirst()
    if (!row) throw new CallFailure('error.busy')
    const area = (await areasOf(scope, [staffId])).get(staffId)?.find(scope.sees)
    return { staff: found, channel: rows[0], areaId: area! }
  })

  const key = randomUUID()
  const language = staff.language as 'zh-CN' | 'en-US'
  const outcome: Outcome =
    channel.kind === 'message'
      ? { why: staff.user_id === null ? 'gone' : null, code: null }
      : await sender.send(
          {
            ...channel,
            key,
            kind: channel.kind,
            ...wordsFor(language, MESSAGE),
            link: null,
            severity: 'info',
            tenantId,
            areaId,
            alarmIds: [],
          },
          AbortSignal.timeout(LATEST_MS),
        )

  const state = outcome.why === null ? 'sent' : 'givenUp'
  await asking.inTenant(async (scope) => {
    const now = clock()
    const [address, message] = [shownAddress(channel.kind, channel.address), JSON.stringify(MESSAGE)]
    await sql`with made as (
        insert into alarm_delivery (tenant_id, area_id, staff_id, staff_name, channel_id, kind, address, alarm_ids, message, key, made_at, tries)
        select ${tenantId}::bigint, ${areaId}::bigint, (select id from alarm_staff where id = ${staffId}), ${staff.name},
          (select id from alarm_channel where id = ${channelId}), ${channel.kind}, ${address}, '{}', ${message}::jsonb, ${key}::uuid, ${now}::bigint, 1
        returning id
      ) insert into alarm_attempt (tenant_id, delivery_id, nth, at, state, why, code)
        select ${tenantId}::bigint, id, 1, ${now}::bigint, ${state}, ${outcome.why}, ${outcome.code}::int from made`.execute(scope.raw)
    if (channel.kind === 'message' && staff.user_id !== null) {
      const { subject, content, params, severity } = MESSAGE
      await post(
        scope.raw,
        [messageTo({ tenantId, userId: staff.user_id }, { subject, content, params, severity, key: `alarm-test:${key}` })],
        now,
      )
    }
  })
  live.changed(tenantId, 'alarmAttempt', null, areaId)
  return { state, ...outcome }
}
