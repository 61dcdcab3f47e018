import type pg from 'pg'
import { HOUR } from '#demo/physics'

const DAY = 24 * HOUR
const day = (at: string) => `(to_timestamp((${at}) / 1000.0) at time zone 'Asia/Shanghai')::date`

/** What an hour costs: until a month ago, and since. Whoever runs a base is paid by the month, and has none. */
const rates = [
  ['technician', 34, 36.5],
  ['regular', 21, 23],
  ['seasonal', 18, 20],
] as const
/** What was spent on the tomatoes beside, days after they began. */
const spent = [
  [-3, 'young', '千禧小番茄嫁接苗', 3360],
  [1, 'machine', '旋耕起垄', 480],
  [20, 'energy', '大棚水电（首月）', 612.5],
  [45, 'transport', '采收箱与转运', 258],
] as const

/** Animals that are grown in the demo: how many came of which weight (g), what they weigh when they are grown, and what they eat for a kilogram. */
const herds = [
  { plot: '1 号鱼塘', came: 12_600, from: 25, grown: 550, days: 240, feed: ['SL-001', 1.22, '加州鲈投喂（分段汇总）'] },
  { plot: '林下鸡场', came: 2400, from: 38, grown: 1650, days: 120, feed: null },
] as const
/** Parts of the time so far at which some were weighed. */
const samples = [0.2, 0.4, 0.6, 0.8, 0.97]
const deaths = [
  [0.01, 0.009, '运输应激'],
  [0.3, 0.004, '高温'],
  [0.62, 0.003, null],
  [0.9, 0.002, null],
] as const

/** Rates, costs and animals of the demo farm, and the materials of its tomatoes that came of an issue. */
export async function writeBooks(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    `insert into furrow.worker_rate (tenant_id, worker_id, valid_from, hourly)
     select 1, worker.id, case at.nth when 1 then ${day('$1::bigint - 400 * $2::bigint')} else ${day('$1::bigint - 30 * $2::bigint')} end,
       case at.nth when 1 then rate.old else rate.since end
     from furrow.worker join unnest($3::text[], $4::numeric[], $5::numeric[]) as rate (type, old, since) on rate.type = worker.worker_type
       cross join (values (1), (2)) as at (nth) where worker.tenant_id = 1`,
    [now, DAY, rates.map(([type]) => type), rates.map(([, old]) => old), rates.map(([, , since]) => since)],
  )
  await client.query(
    `insert into furrow.batch_cost (tenant_id, batch_id, spent_on, cost_kind, what, amount)
     select 1, batch.id, ${day('batch.started_at')} + t.after, t.kind, t.what, t.amount
     from furrow.batch join furrow.land on land.id = batch.land_id and land.land_name = '1 号大棚'
       cross join unnest($3::int[], $4::text[], $5::text[], $6::numeric[]) as t (after, kind, what, amount)
     where batch.tenant_id = 1 and batch.ended_at is null and batch.started_at + t.after * $2::bigint <= $1::bigint`,
    [now, DAY, ...([0, 1, 2, 3] as const).map((at) => spent.map((row) => row[at]))],
  )
  await client.query(
    `update furrow.activity_material used set issue_id = issue.id
     from furrow.activity, furrow.document issue, furrow.document_line line
     where activity.id = used.activity_id and activity.tenant_id = 1 and issue.batch_id = activity.batch_id
       and issue.form_code = 'materialShipment' and line.document_id = issue.id and line.product_id = used.product_id
       and line.done >= used.quantity and used.issue_id is null`,
  )
  for (const herd of herds) await grow(client, now, herd)
}

/** Writes how a herd came, died and grew from the day on which its batch began until now. */
async function grow(client: pg.ClientBase, now: number, { plot, came, from, grown, days, feed }: (typeof herds)[number]): Promise<void> {
  const { rows } = await client.query<{ id: number; area_id: number; land_id: number; began: string }>(
    `select batch.id, batch.area_id, batch.land_id, batch.started_at::text as began from furrow.batch join furrow.land on land.id = batch.land_id
     where batch.tenant_id = 1 and land.land_name = $1 and batch.ended_at is null and batch.started_at is not null limit 1`,
    [plot],
  )
  const batch = rows[0]
  if (!batch) return
  const began = Number(batch.began)
  const weightAt = (at: number) => Math.round((from + (grown - from) * Math.min(1, (at - began) / (days * DAY)) ** 1.3) * 10) / 10
  const note = (at: number, event: string, head: number, weight: number | null, reason: string | null) =>
    client.query(
      `insert into furrow.batch_herd (tenant_id, batch_id, happened_on, event, head, mean_weight, reason) values (1, $1, ${day('$2::bigint')}, $3, $4, $5, $6)`,
      [batch.id, Math.floor(at), event, head, weight, reason],
    )
  await note(began, 'stocked', came, from, null)
  for (const [share, died, reason] of deaths) await note(began + (now - began) * share, 'died', Math.round(came * died), null, reason)
  let before = from as number
  for (const share of samples) {
    const at = began + (now - began) * share
    const weight = weightAt(at)
    await note(at, 'weighed', 30, weight, null)
    if (feed !== null) await eat(client, { ...batch, at: at - DAY, kg: (came * (weight - before) * feed[1]) / 1000 }, feed)
    before = weight
  }
}

const eat = (
  client: pg.ClientBase,
  of: { id: number; area_id: number; land_id: number; at: number; kg: number },
  [code, , name]: readonly [string, number, string],
) =>
  client.query(
    `with fed as (
       insert into furrow.activity (tenant_id, area_id, land_id, batch_id, activity_name, activity_kind, done_at, no_weather)
       values (1, $1, $2, $3, $4, 'feed', $5, 'silent') returning id)
     insert into furrow.activity_material (tenant_id, activity_id, product_id, nth, quantity)
     select 1, fed.id, product.id, 0, $6 from fed join furrow.product on product.tenant_id = 1 and product.code = $7`,
    [of.area_id, of.land_id, of.id, name, Math.floor(of.at), of.kg.toFixed(1), code],
  )
