import type pg from 'pg'
import { vi } from 'vitest'
import type { KillFarm } from './killFarm.ts'

/** What the database says of a farm whose server was killed; all of it past the fence. */
export function recordsOf(owner: pg.Pool, { tenant, flows, started }: KillFarm) {
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = [tenant.id]) =>
    (await owner.query<Row>(text, values)).rows
  const count = async (of: string, values?: unknown[]) =>
    (await rowsOf<{ n: number }>(`select count(*)::int as n from ${of}`, values))[0]!.n
  return {
    watched: () => count('furrow.watch_state where tenant_id = $1'),
    itemOf: (deviceId: number) =>
      vi.waitFor(async () => (await rowsOf<{ id: number }>('select id from furrow.item where device_id = $1', [deviceId]))[0]!.id),
    readingAt: async (itemId: number, at: number) =>
      (await rowsOf<{ value: number }>('select value from furrow.reading where item_id = $1 and ts = $2', [itemId, at]))[0]?.value,
    /** When an alarm came, or came again: `rule/device/moment`, sorted. */
    raised: async () =>
      (
        await rowsOf<{ place: string }>(
          `select a.rule_id || '/' || a.device_id || '/' || e.at as place from furrow.alarm a join furrow.alarm_event e on e.alarm_id = a.id
           where a.tenant_id = $1 and e.what in ('raised', 'again')`,
        )
      )
        .map(({ place }) => place)
        .toSorted(),
    active: () => count('furrow.alarm where tenant_id = $1 and cleared_at is null and calm_at is null'),
    /** What is still to be told. */
    waiting: async () => ({
      due: await count('furrow.alarm where tenant_id = $1 and due_at is not null'),
      posted: await count(`furrow.outbox where tenant_id = $1 and kind = 'message'`),
      deliveries: await count('furrow.alarm_delivery where tenant_id = $1 and due_at is not null'),
    }),
    toldTwice: () =>
      rowsOf(
        `select a.id from furrow.alarm a join furrow.alarm_event e on e.alarm_id = a.id
         where a.tenant_id = $1 and e.what = 'told' group by 1 having count(*) > 1`,
      ),
    /** The messages of the one who may read them, and how often alarms were told together. */
    told: async () => ({
      messages: await count(`furrow.user_message where tenant_id = $1 and key like 'alarm%'`),
      tellings: await count('(select distinct heard_at from furrow.alarm where tenant_id = $1 and heard_at is not null) t'),
    }),
    deliveryKeys: async () =>
      (await rowsOf<{ key: string }>('select key from furrow.alarm_delivery where tenant_id = $1')).map(({ key }) => key).toSorted(),
    openRuns: () => count(`furrow.flow_run where flow_id = any($1::bigint[]) and state in ('waiting', 'running')`, [flows]),
    ends: () =>
      rowsOf<{ state: string; reason: string | null; n: number }>(
        'select state, reason, count(*)::int as n from furrow.flow_run where flow_id = any($1::bigint[]) group by 1, 2',
        [flows],
      ),
    /** Steps that were asked twice, under one id or under several. */
    askedTwice: (rounds: number) =>
      rowsOf(
        `select run_id from furrow.flow_trace where tenant_id = $1 and what = 'asked' and facts -> 'command' ->> 'status' = '1'
         group by run_id having count(*) > $2
         union all select run_id from furrow.flow_trace where tenant_id = $1 and what = 'asked'
         group by run_id, facts -> 'command' ->> 'id' having count(*) > 1`,
        [tenant.id, rounds],
      ),
    claims: () => count('furrow.flow_claim where tenant_id = $1'),
    /** How often readings started the flow, also where it did not run. */
    starts: async () =>
      (await rowsOf<{ n: number }>('select coalesce(sum(times), 0)::int as n from furrow.flow_run where flow_id = $1', [started]))[0]!.n,
  }
}
