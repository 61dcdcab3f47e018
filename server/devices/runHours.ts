import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { Ran } from '#contract/devices/runHours'
import type { Scope } from '../ground/database/scope.ts'
import type { Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { findDevice } from './deviceRows.ts'

const WEEK_MS = 7 * 86_400_000
const SPANS = ['today', 'week', 'all'] as const

interface Row {
  readonly switch_id: number
  readonly since: number | null
  readonly span: (typeof SPANS)[number]
  readonly on_ms: number
  readonly unknown_ms: number
}

/**
 * How long circuits ran: from the changes that the state history shows, without the time in which their device was away or nobody knew.
 * One statement.
 */
async function ranOf(scope: Scope, deviceId: number, zone: string, now: number): Promise<readonly Row[]> {
  const spans = sql`(values ('today', (extract(epoch from date_trunc('day', to_timestamp(${now} / 1000.0) at time zone ${zone}) at time zone ${zone}) * 1000)::bigint),
    ('week', ${now - WEEK_MS}::bigint), ('all', 0::bigint))`
  const { rows } = await sql<Row>`with one as (
      select id from switch where device_id = ${deviceId} and tenant_id = ${scope.tenantId}
    ), said as (
      select c.switch_id, c.at, c.status, lead(c.at, 1, ${now}::bigint) over (partition by c.switch_id order by c.at, c.id) as until
      from switch_change c join one on one.id = c.switch_id where c.at < ${now}
    ), ran as (
      select switch_id, min(at) as since, range_agg(int8range(at, until)) filter (where status <> 0 and until > at) as spans from said group by switch_id
    ), away as (
      select coalesce(range_agg(int8range(at, until)) filter (where presence <> 'online' and until > at), '{}') as spans from (
        select at, presence, lead(at, 1, ${now}::bigint) over (order by at, id) as until
        from online_log where tenant_id = ${scope.tenantId} and device_id = ${deviceId} and at < ${now}
      ) as came
    ), cut as (
      select one.id as switch_id, ran.since, spans.name as span,
        coalesce(ran.spans, '{}') * int8multirange(int8range(spans.since, ${now}::bigint)) as spans
      from one cross join ${spans} as spans (name, since) left join ran on ran.switch_id = one.id
    )
    select switch_id, since, span, ${lengthOf(sql`cut.spans - away.spans`)} as on_ms, ${lengthOf(sql`cut.spans * away.spans`)} as unknown_ms
    from cut cross join away`.execute(scope.raw)
  return rows
}
const lengthOf = (spans: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(upper(one) - lower(one)), 0)::bigint from unnest(${spans}) as one)`

const NONE: Ran = { onMs: 0, unknownMs: 0 }

export const runHoursHandlers = ({ clock }: Pick<Services, 'clock'>): Handlers<CallGroups['runHours']> => ({
  read: ({ params }, asking) =>
    asking.inTenant(async (scope) => {
      const device = await findDevice(scope, asking, params.id)
      const rows = await ranOf(scope, device.id, asking.grant.timeZone, clock())
      return [...Map.groupBy(rows, ({ switch_id: id }) => id)].map(([switchId, spans]) => {
        const of = (name: Row['span']): Ran => {
          const found = spans.find(({ span }) => span === name)
          return found ? { onMs: found.on_ms, unknownMs: found.unknown_ms } : NONE
        }
        return { switchId, since: spans[0]!.since, today: of('today'), week: of('week'), all: of('all') }
      })
    }),
})
