import { arrangeFarm, type Product } from './product.ts'
import { type Figures, interleave, judge, table } from './rounds.ts'

const DEVICES = 10_000
const SIZE = 20
const TIMES = 20

/** What a person does with a list: turns pages, filters, orders. The page's own words, and what the same is in plain SQL. */
const ACTS = {
  'first page': { query: {}, where: 'true', order: 'd.name, d.id', page: 1 },
  'page 250': { query: {}, where: 'true', order: 'd.name, d.id', page: 250 },
  'filtered by name': { query: { name: '77' }, where: `d.name ilike '%77%'`, order: 'd.name, d.id', page: 1 },
  'of one state': { query: { presence: 'online' }, where: `d.presence = 'online'`, order: 'd.name, d.id', page: 1 },
  'by presence': { query: { sort: '-presence' }, where: 'true', order: 'd.presence desc, d.id', page: 1 },
  'by last heard': { query: { sort: '-heardAt' }, where: 'true', order: 'heard desc nulls last, d.id', page: 1 },
} as const
type Act = keyof typeof ACTS

/** A page of the list as three statements that say no more than what is asked: its rows, how many there are, and what they measure. */
function bareSql({ where, order, page }: (typeof ACTS)[Act], areaId: number) {
  return {
    rows: `select d.id, d.device_type, d.name, d.eui, d.device_serial, d.area_id, a.area_name, d.land_id, l.land_name, d.longitude, d.latitude, d.file_url,
        d.iccid, d.presence, coalesce(h.heard_at, d.heard_at) as heard, d.reporting_period, d.enabled_flag, d.parent_id
      from device d join area a on a.id = d.area_id left join land l on l.id = d.land_id left join device_heard h on h.device_id = d.id
      where d.tenant_id = 1 and d.device_type = 'gateway' and d.area_id = ${areaId} and ${where} order by ${order} limit ${SIZE} offset ${(page - 1) * SIZE}`,
    count: `select count(*) from device d where d.tenant_id = 1 and d.device_type = 'gateway' and d.area_id = ${areaId} and ${where}`,
    items: `select i.id, i.device_id, i.code, i.name, i.unit, i.low, i.high, i.last_value, i.last_ts from item i where i.device_id = any($1) and i.code = 'v0'`,
  }
}

/** The list of 10,000 devices, paged, filtered and ordered by HTTP, beside (f) plain SQL on one connection past the fence. */
export async function benchDeviceList(product: Product, rounds: number): Promise<string> {
  const farm = await arrangeFarm(product.owner, { name: `list-${Date.now()}`, devices: DEVICES, itemsEach: 1 })
  const ids = farm.devices.map(({ id }) => id)
  await product.owner.query(`update device set presence = 'online' where id = any($1) and id % 3 = 0`, [ids])
  await product.owner.query(
    `insert into device_heard (device_id, tenant_id, heard_at) select id, 1, $2::bigint - id * 7919 % 86400000 from unnest($1::bigint[]) as n(id)
     on conflict (device_id) do update set heard_at = excluded.heard_at`,
    [ids, Date.now()],
  )
  for (const name of ['device', 'device_heard', 'item']) await product.owner.query(`vacuum analyze ${name}`)
  const { access } = await product.signIn('admin')
  const floor = await product.owner.connect()
  await floor.query('set max_parallel_workers_per_gather = 0')

  const timed = async (work: (act: Act) => Promise<number>): Promise<Figures> => {
    const figures: Figures = {}
    for (const act of Object.keys(ACTS) as Act[]) {
      if ((await work(act)) !== SIZE) throw new Error(`${act} is not a whole page`)
      const took: number[] = []
      for (let at = 0; at < TIMES; at++) {
        const began = performance.now()
        await work(act)
        took.push(performance.now() - began)
      }
      figures[act] = took.toSorted((a, b) => a - b)[TIMES >> 1]!
    }
    return figures
  }
  const seen = await interleave(rounds, {
    'the list, by HTTP': () =>
      timed(async (act) => {
        const { query, page } = ACTS[act]
        const asked = new URLSearchParams({
          ...query,
          deviceType: 'gateway',
          areaId: String(farm.areaId),
          items: 'v0',
          page: String(page),
          size: String(SIZE),
        })
        const answer = await fetch(`${product.url}/wfpe/v2/1/device/gateway/tenant-all?${asked}`, {
          headers: { authorization: `Bearer ${access}`, 'accept-encoding': 'identity' },
        })
        if (answer.status !== 200) throw new Error(await answer.text())
        return ((await answer.json()) as { content: unknown[] }).content.length
      }),
    '(f) plain SQL': () =>
      timed(async (act) => {
        const { rows, count, items } = bareSql(ACTS[act], farm.areaId)
        const page = await floor.query<{ id: number }>(rows)
        await floor.query(count)
        await floor.query(items, [page.rows.map(({ id }) => id)])
        return page.rows.length
      }),
  })
  floor.release()
  const verdict = judge(rounds, seen)
  const all = (figures: Figures) => Object.keys(ACTS).reduce((sum, act) => sum + figures[act]!, 0)
  const [mine, bare] = [seen['the list, by HTTP'], seen['(f) plain SQL']]
  return [
    table(`A page of ${SIZE} of ${DEVICES.toLocaleString('en-US')} devices (ms)`, seen),
    verdict('all of these / (f)', all(mine) / all(bare), 2, 'atMost'),
  ].join('\n')
}
