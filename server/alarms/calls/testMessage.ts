import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type AlarmStaff, type ChannelKind, isOwnChannel } from '#contract/alarms/staff'
import { inTenant } from '#contract/session/tenantInAddress'
import type { Context } from '../../ground/contents.ts'
import type { Database } from '../../ground/database/schema.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'
import { type Browser, browsersOf, forgetGone } from '../browsers/rows.ts'
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

/** One that goes out. */
interface Try {
  readonly key: string
  readonly address: string
  readonly browser: Browser | null
  readonly outcome: Outcome
}

/** Sends a test by one channel of somebody, to browsers by each of theirs, and writes down what came of it. */
export async function sendTest(
  { clock, live, sender }: Pick<Context, 'clock' | 'live'> & { sender: Sender },
  asking: Asking,
  staffId: number,
  channelId: number,
): Promise<{ state: 'sent' | 'givenUp' } & Outcome> {
  const { tenantId } = asking.grant
  const { staff, channel, browsers, areaId } = await asking.inTenant(async (scope) => {
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
    const userId = rows[0].kind === 'webPush' ? found.user_id : null
    return {
      staff: found,
      channel: rows[0],
      browsers: userId === null ? [] : await browsersOf(scope.raw, tenantId, userId, now),
      areaId: area!,
    }
  })

  const tryBy = async (browser: Browser | null): Promise<Try> => {
    const key = randomUUID()
    const address = browser?.device ?? shownAddress(channel.kind, channel.address)
    const { kind } = channel
    if (isOwnChannel(kind) && staff.user_id === null) return { key, address, browser, outcome: { why: 'gone', code: null } }
    if (kind === 'message') return { key, address, browser, outcome: { why: null, code: null } }
    const outcome = await sender.send(
      {
        ...channel,
        key,
        kind,
        address: browser?.endpoint ?? channel.address,
        ...wordsFor(staff.language as AlarmStaff['language'], MESSAGE),
        link: null,
        page: inTenant(MESSAGE.link, tenantId),
        severity: 'info',
        tenantId,
        areaId,
        alarmIds: [],
        browser,
      },
      AbortSignal.timeout(LATEST_MS),
    )
    return { key, address, browser, outcome }
  }
  const tries = await Promise.all((browsers.length === 0 ? [null] : browsers).map(tryBy))

  await asking.inTenant(async ({ raw }) => {
    const now = clock()
    await keep(raw, { tenantId, areaId, staffId, staffName: staff.name, channelId, kind: channel.kind }, tries, now)
    for (const { browser, outcome } of tries) if (browser !== null && outcome.why === 'gone') await forgetGone(raw, tenantId, browser)
    if (channel.kind === 'message' && staff.user_id !== null) {
      const { subject, content, params, severity } = MESSAGE
      const key = `alarm-test:${tries[0]!.key}`
      await post(raw, [messageTo({ tenantId, userId: staff.user_id }, { subject, content, params, severity, key })], now)
    }
  })
  live.changed(tenantId, 'alarmAttempt', null, areaId)
  const { outcome } = tries.find((one) => one.outcome.why === null) ?? tries[0]!
  return { state: outcome.why === null ? 'sent' : 'givenUp', ...outcome }
}

async function keep(
  raw: Kysely<Database>,
  of: { tenantId: number; areaId: number; staffId: number; staffName: string; channelId: number; kind: ChannelKind },
  tries: readonly Try[],
  now: number,
): Promise<void> {
  const message = JSON.stringify(MESSAGE)
  for (const { key, address, browser, outcome } of tries) {
    const state = outcome.why === null ? 'sent' : 'givenUp'
    await sql`with made as (
        insert into alarm_delivery (tenant_id, area_id, staff_id, staff_name, channel_id, kind, address, alarm_ids, message, key, browser_id, made_at, tries)
        select ${of.tenantId}::bigint, ${of.areaId}::bigint, (select id from alarm_staff where id = ${of.staffId}), ${of.staffName},
          (select id from alarm_channel where id = ${of.channelId}), ${of.kind}, ${address}, '{}', ${message}::jsonb, ${key}::uuid,
          (select id from alarm_browser where id = ${browser?.id ?? null}::bigint), ${now}::bigint, 1
        returning id
      ) insert into alarm_attempt (tenant_id, delivery_id, nth, at, state, why, code)
        select ${of.tenantId}::bigint, id, 1, ${now}::bigint, ${state}, ${outcome.why}, ${outcome.code}::int from made`.execute(raw)
  }
}
