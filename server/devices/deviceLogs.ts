import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { CallGroups } from '#contract/calls'
import type { Presence } from '#contract/devices/device'
import { meaningOf } from '#contract/devices/deviceType'
import type { logQuery } from '#contract/devices/deviceLog'
import { paged } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { type Language, say } from '../ground/words.ts'
import { type DeviceRow, findDevice } from './deviceRows.ts'
import { itemName } from './words.ts'

const USUAL_MS = 30 * 24 * 3_600_000

type Asked = z.output<z.ZodObject<typeof logQuery>>

async function pageOf<Row extends object>(scope: Scope, asked: Asked, rows: RawBuilder<Row>, order: RawBuilder<unknown>) {
  return paged(
    asked,
    async ({ limit, offset }) => (await sql<Row>`${rows} order by ${order} limit ${limit} offset ${offset}`.execute(scope.raw)).rows,
    async () => (await sql<{ n: number }>`select count(*) as n from (${rows}) as found`.execute(scope.raw)).rows[0]!.n,
  )
}

function rangeOf({ startTime, endTime }: Asked, now: number) {
  const to = endTime ?? now + 1
  const from = startTime ?? to - USUAL_MS
  if (from >= to) throw new CallFailure('error.range.empty')
  return { from, to }
}

/** When a device came and went. */
export async function presenceLog(scope: Scope, deviceId: number, asked: Asked & { presence?: Presence | undefined }, now: number) {
  const { from, to } = rangeOf(asked, now)
  return pageOf<{ id: number; at: number; presence: Presence; until: number | null }>(
    scope,
    asked,
    sql`select id, at, presence, until from (
      select id, at, presence, lead(at) over (order by at, id) as until from online_log
      where tenant_id = ${scope.tenantId} and device_id = ${deviceId} and at >= ${from}
    ) as log where at < ${to} and presence = coalesce(${asked.presence ?? null}::text, presence)`,
    sql`at desc, id desc`,
  )
}

/** What faults a device reported: spells of one number that is not 0, of each of its fault items. */
export async function faultLog(
  scope: Scope,
  language: Language,
  { id: deviceId, device_type: type }: Pick<DeviceRow, 'id' | 'device_type'>,
  asked: Asked,
  now: number,
) {
  const { from, to } = rangeOf(asked, now)
  const items = await scope
    .select('item')
    .select(['item.id', 'item.code', 'item.name'])
    .where('item.device_id', '=', deviceId)
    .where(sql<boolean>`item.code ~ '^fault[0-9]*$'`)
    .execute()
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const answer = await pageOf<{ item_id: number; fault: number; since: number; until: number | null }>(
    scope,
    asked,
    sql`select item_id, fault, ts as since, until from (
      select item_id, fault, ts, lead(ts) over (partition by item_id order by ts, place) as until from (
        select item_id, ts, place, round(value)::int as fault,
          lag(round(value)::int) over (partition by item_id order by ts, place) as before
        from reading where tenant_id = ${scope.tenantId} and item_id = any(${[...itemOf.keys()]}::bigint[]) and ts >= ${from} and ts < ${to}
          and value is not null
      ) as said where fault is distinct from before
    ) as spell where fault <> 0`,
    sql`since desc, item_id`,
  )
  return {
    ...answer,
    content: answer.content.map(({ item_id: itemId, fault, since, until }) => {
      const item = itemOf.get(itemId)!
      const meaning = meaningOf(type, item.code, fault)
      return {
        itemId,
        code: item.code,
        name: itemName(language, item),
        fault,
        meaning: meaning === null ? null : say(language, `devices:says.${meaning}`),
        from: since,
        until,
      }
    }),
  }
}

export const deviceLogHandlers = ({ clock }: Pick<Services, 'clock'>): Handlers<CallGroups['deviceLog']> => ({
  online: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => presenceLog(scope, (await findDevice(scope, asking, params.id)).id, query, clock())),
  fault: ({ params, query }, asking) =>
    asking.inTenant(async (scope) => faultLog(scope, asking.language, await findDevice(scope, asking, params.id), query, clock())),
})
