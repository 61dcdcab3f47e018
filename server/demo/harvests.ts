import type pg from 'pg'

const DAY_MS = 86_400_000

/**
 * What was harvested on the demo farm: of what has ended in two goes at its end, a little less or more than was expected; of what grows in the
 * greenhouses the first of it where it has
 * grown for long enough, so that a batch is being harvested.
 */
export async function writeHarvests(client: pg.ClientBase, now: number): Promise<void> {
  const columns = 'tenant_id, batch_id, harvested_on, quantity, unit_kind, unit_name, kg, remark'
  const zone = `at time zone 'Asia/Shanghai'`
  await client.query(
    `insert into furrow.batch_harvest (${columns})
     select 1, batch.id, (to_timestamp((batch.ended_at - t.ago * $1) / 1000.0) ${zone})::date, made.quantity, 'kg', 'kg', made.quantity, t.remark
     from furrow.batch cross join (values (6, 0.56, '头茬'), (1, 0.38, '尾茬')) as t (ago, share, remark)
     cross join lateral (select round((batch.expected_yield * (t.share + (batch.id % 7) / 100.0))::numeric, 1) as quantity) as made
     where batch.tenant_id = 1 and batch.batch_state = 'closed' and batch.expected_yield > 0 and batch.ended_at - 6 * $1 > batch.started_at`,
    [DAY_MS],
  )
  await client.query(
    `with picked as (select batch.id, round((batch.expected_yield * 0.12)::numeric, 1) as quantity from furrow.batch
       join furrow.land on land.id = batch.land_id and land.land_type = 'greenhouse'
       where batch.tenant_id = 1 and batch.batch_state = 'growing' and batch.expected_yield > 0
         and ($1::bigint - batch.started_at) > 0.6 * (batch.harvest_on - batch.starts_on) * $2::bigint),
     made as (insert into furrow.batch_harvest (${columns})
       select 1, picked.id, (to_timestamp(($1 - t.ago * $2) / 1000.0) ${zone})::date, quantity, 'kg', 'kg', quantity, t.remark
       from picked cross join (values (3, '试采'), (1, '分批采收')) as t (ago, remark))
     update furrow.batch set batch_state = 'harvesting' from picked where picked.id = batch.id`,
    [now, DAY_MS],
  )
}
