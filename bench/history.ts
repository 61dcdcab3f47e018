import { arrangeFarm, type Product } from './product.ts'
import { counted, interleave, judge, table } from './rounds.ts'

const MINUTE = 60_000
const YEAR_OF_MINUTES = 525_600

/** A year of minutes drawn as a curve, beside (d): count and sum over the same index range, one worker, no row-level security. */
export async function benchHistory(product: Product, rounds: number): Promise<string> {
  const farm = await arrangeFarm(product.owner, { name: `history-${Date.now()}`, devices: 1, itemsEach: 1 })
  const item = farm.items[0]!
  const end = Math.floor(Date.now() / MINUTE) * MINUTE
  const start = end - YEAR_OF_MINUTES * MINUTE
  await product.owner.query('select ensure_reading_partitions($1, $2)', [start, end])
  await product.owner.query(
    `insert into reading (item_id, ts, value, tenant_id)
     select $1, $2 + n * 60000::bigint, round((20 + 8 * sin(n / 229.0) + 4 * sin(n / 83000.0) + (n * 7919 % 100) / 100.0)::numeric, 2)::float8, 1 from generate_series(0::bigint, $3 - 1) n`,
    [item, start, YEAR_OF_MINUTES],
  )
  await product.owner.query(
    `insert into rollup_dirty (item_id, hour, tenant_id) select $1, $2::bigint / 3600000 * 3600000 + n * 3600000::bigint, 1 from generate_series(0, $3::int) n on conflict do nothing`,
    [item, start, YEAR_OF_MINUTES / 60],
  )
  await product.restart()
  await waitForRollups(product, item)
  await product.owner.query('vacuum analyze reading')
  const { access } = await product.signIn('admin')
  const query = new URLSearchParams({ startTime: String(start), endTime: String(end), itemIds: String(item), points: '2000' })
  const path = `${product.url}/wfpe/v1/1/device/gateway/${farm.devices[0]!.id}/curve?${query}`
  const drawn: number[] = []
  const timed = async (work: () => Promise<Record<string, number>>) => {
    await work()
    const began = performance.now()
    let more = {}
    for (let at = 0; at < 5; at++) more = await work()
    return { ms: (performance.now() - began) / 5, ...more }
  }
  const floor = await product.owner.connect()
  await floor.query('set max_parallel_workers_per_gather = 0')
  const seen = await interleave(rounds, {
    'the curve, by HTTP': () =>
      timed(async () => {
        const answer = await fetch(path, { headers: { authorization: `Bearer ${access}`, 'accept-encoding': 'identity' } })
        const body = await answer.text()
        if (answer.status !== 200) throw new Error(body)
        const points = (JSON.parse(body) as { collectionTime: number[] }[])[0]!.collectionTime.length
        drawn.push(points)
        return { kB: body.length / 1000, points }
      }),
    '(d) count and sum': () =>
      timed(async () => {
        await floor.query('select count(*), sum(value) from reading where item_id = $1 and ts >= $2 and ts < $3', [item, start, end])
        return {}
      }),
  })
  const verdict = judge(rounds, seen)
  floor.release()
  return [
    table(`A year of minutes (${YEAR_OF_MINUTES.toLocaleString('en-US')} readings) as a curve`, seen),
    verdict('the curve / (d)', seen['the curve, by HTTP'].ms! / seen['(d) count and sum'].ms!, 3, 'atMost'),
    counted('sent, in kB, not compressed', seen['the curve, by HTTP'].kB!, 200),
  ].join('\n')
}

async function waitForRollups(product: Product, item: number): Promise<void> {
  for (;;) {
    const { rows } = await product.owner.query<{ n: number }>('select count(*) n from rollup_dirty where item_id = $1', [item])
    if (rows[0]!.n <= 2) return
    await new Promise((again) => setTimeout(again, 500))
  }
}
