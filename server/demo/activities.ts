import type pg from 'pg'
import { HOUR } from '#demo/physics'

const DAY = 24 * HOUR
/** The farm is in Shanghai's time. */
const ZONE = 8 * HOUR

interface Done {
  readonly plot: string
  readonly name: string
  readonly kind: string
  readonly age: number
  /** Staff numbers and hours. */
  readonly workers?: readonly (readonly [code: string, hours: number])[]
  /** Codes of products and how much of each. */
  readonly materials?: readonly (readonly [code: string, quantity: number])[]
  readonly machine?: string
  readonly harvested?: number
  readonly remark?: string
}

/** What was done on the plots of the first base, the oldest first. */
const done: readonly Done[] = [
  {
    plot: '1 号大棚',
    name: '番茄整枝打叶',
    kind: 'prune',
    age: 12 * DAY,
    workers: [
      ['SW-003', 6],
      ['SW-004', 6],
    ],
    remark: '摘除下部老叶，绑蔓一次',
  },
  {
    plot: '1 号大棚',
    name: '番茄追施水溶肥',
    kind: 'fertilise',
    age: 9 * DAY,
    workers: [['SW-002', 1.5]],
    materials: [['NZ-003', 6]],
    machine: '滴灌施肥机',
  },
  {
    plot: '1 号大棚',
    name: '番茄粉虱防治喷药',
    kind: 'spray',
    age: 5 * DAY,
    workers: [['SW-002', 2]],
    materials: [['NY-003', 0.6]],
    machine: '背负式电动喷雾器',
    remark: '上午九点前完成，风力一级',
  },
  {
    plot: '1 号大棚',
    name: '第三批番茄采收',
    kind: 'harvest',
    age: 4 * DAY,
    workers: [
      ['SW-003', 4],
      ['SW-004', 4],
    ],
    harvested: 186.5,
  },
  { plot: '2 号大棚', name: '黄瓜滴灌', kind: 'irrigate', age: 3 * DAY, workers: [['SW-002', 0.5]] },
  {
    plot: '2 号大棚',
    name: '黄瓜土壤检测',
    kind: 'soilTest',
    age: 2 * DAY,
    workers: [['SW-002', 1]],
    remark: 'pH 6.4，EC 1.2 mS/cm，速效钾偏低',
  },
  {
    plot: '3 号大棚',
    name: '草莓红蜘蛛观察',
    kind: 'observe',
    age: DAY,
    workers: [['SW-001', 0.5]],
    remark: '抽查 20 株，3 株叶背有少量成螨',
  },
]

/**
 * Activities of the demo's first base, in the weather that its station had measured. What names a plot, a worker or a product that the farm
 * does not have is left out.
 */
export async function writeActivities(client: pg.ClientBase, now: number): Promise<void> {
  for (const { plot, name, kind, age, workers = [], materials = [], machine, harvested, remark } of done) {
    // Half past eight in the morning of that day.
    const at = Math.floor((now - age + ZONE) / DAY) * DAY - ZONE + 8.5 * HOUR
    const { rows } = await client.query<{ id: number }>(
      `insert into furrow.activity (tenant_id, area_id, land_id, batch_id, activity_name, activity_kind, done_at, machine, harvested, remark, weather, no_weather)
       select 1, land.area_id, land.id, (select min(id) from furrow.batch where land_id = land.id and batch_state = 'growing'), $2, $3, $4::bigint, $5, $6, $7,
         told.weather, case when told.weather is null then 'silent' end
       from furrow.land left join lateral (
         select jsonb_build_object('station', min(read.name), 'at', max(read.ts),
           'values', jsonb_agg(jsonb_build_object('code', read.code, 'value', read.value, 'unit', read.unit) order by read.nth)) as weather
         from (
           select device.name, item.code, item.unit, last.ts, last.value, wanted.nth
           from unnest(array['temperature', 'humidity', 'windSpeed', 'windDirection', 'rain', 'light']) with ordinality as wanted (code, nth)
           join furrow.device on device.tenant_id = 1 and device.area_id = land.area_id and device.device_type = 'gateway_weather'
           join furrow.item on item.device_id = device.id and item.code = wanted.code
           cross join lateral (
             select ts, value from furrow.reading where item_id = item.id and ts <= $4::bigint and ts > $4::bigint - 3600000 and value is not null order by ts desc limit 1
           ) as last
         ) as read having count(*) > 0
       ) as told on true
       where land.tenant_id = 1 and land.area_id = 1 and land.land_name = $1 limit 1 returning id`,
      [plot, name, kind, at, machine ?? null, harvested ?? null, remark ?? null],
    )
    const id = rows[0]?.id
    if (id === undefined) continue
    await client.query(
      `insert into furrow.activity_worker (activity_id, worker_id, tenant_id, nth, hours)
       select $1, worker.id, 1, t.nth, t.hours from unnest($2::text[], $3::numeric[]) with ordinality as t (code, hours, nth)
       join furrow.worker on worker.tenant_id = 1 and worker.code = t.code`,
      [id, workers.map(([code]) => code), workers.map(([, hours]) => hours)],
    )
    await client.query(
      `insert into furrow.activity_material (tenant_id, activity_id, product_id, nth, quantity)
       select 1, $1, product.id, t.nth, t.quantity from unnest($2::text[], $3::numeric[]) with ordinality as t (code, quantity, nth)
       join furrow.product on product.tenant_id = 1 and product.code = t.code`,
      [id, materials.map(([code]) => code), materials.map(([, quantity]) => quantity)],
    )
  }
  await client.query(
    `insert into furrow.land_safety (tenant_id, land_id, activity_id, product_id, interval_days, effective_at, safe_from)
     select distinct 1, activity.land_id, activity.id, product.id, product.safety_interval_days, activity.done_at,
       (to_timestamp(activity.done_at / 1000.0) at time zone tenant.time_zone)::date + ceil(product.safety_interval_days)::int
     from furrow.activity join furrow.tenant on tenant.id = activity.tenant_id join furrow.activity_material used on used.activity_id = activity.id
     join furrow.product on product.id = used.product_id and product.safety_interval_days > 0
     where activity.tenant_id = 1 and activity.activity_kind = 'spray' on conflict do nothing`,
  )
}
