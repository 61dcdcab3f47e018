import { settleHours } from '#server/ground/history/rollup'
import { clockOf } from './processTime.ts'
import { arrangeFarm, type Product } from './product.ts'
import { type Figures, interleave, judge, median, table } from './rounds.ts'

const HOUR = 3_600_000
const HOURS = 24
/** One reading each ten seconds, as long as anybody sends them. */
const EACH_HOUR = 360
const ITEMS = 100

/**
 * Hours rolled up of which a tenth is of directions, beside the same without any: the database's time on a core for each reading. The spread of the rounds
 * is printed, since the difference is small.
 */
export async function benchRollUps(product: Product, rounds: number): Promise<string> {
  const { owner } = product
  const start = Math.floor(Date.now() / HOUR) * HOUR - (HOURS + 2) * HOUR
  await owner.query('select ensure_reading_partitions($1, $2)', [start, start + HOURS * HOUR])
  const arranged = async (directions: boolean) => {
    const farm = await arrangeFarm(owner, { name: `rollUps-${String(directions)}-${start}`, devices: ITEMS, itemsEach: 1 })
    if (directions) await owner.query(`update item set code = 'windDirection' where id = any($1) and id % 10 = 0`, [farm.items])
    await owner.query(
      `insert into reading (item_id, ts, value, tenant_id)
       select item, $2 + n * $3::bigint, (item * 7919 + n * 104729) % 3600 / 10.0, 1 from unnest($1::bigint[]) as item, generate_series(0::bigint, $4::bigint - 1) n order by item, n`,
      [farm.items, start, HOUR / EACH_HOUR, HOURS * EACH_HOUR],
    )
    return farm.items
  }
  const [without, withThem] = [await arranged(false), await arranged(true)]
  await owner.query('vacuum analyze reading')
  const readings = ITEMS * HOURS * EACH_HOUR
  const spread: Record<string, number[]> = { without: [], with: [] }
  const run = (name: 'without' | 'with', items: readonly number[]) => async (): Promise<Figures> => {
    // The server's own turn takes none of them: it looks at hours that have ended, once a minute, and they are settled within it.
    await owner.query(
      `insert into rollup_dirty (item_id, hour, tenant_id) select item, $2 + n * $3::bigint, 1 from unnest($1::bigint[]) as item, generate_series(0, $4::int - 1) n
       on conflict do nothing`,
      [items, start, HOUR, HOURS],
    )
    const clock = clockOf(product.databasePid())
    await settleHours(owner, { before: start + (HOURS + 1) * HOUR })
    const figure = (clock() * 1e6) / readings
    spread[name]!.push(figure)
    return { 'database µs a reading': figure }
  }
  const seen = await interleave(rounds, { 'no directions': run('without', without), 'a tenth directions': run('with', withThem) })
  const ratios = spread['with']!.map((figure, at) => figure / spread['without']![at]!)
  const told = (figures: readonly number[]) => `${Math.min(...figures).toFixed(2)} to ${Math.max(...figures).toFixed(2)}`
  return [
    table(`${readings.toLocaleString('en-US')} readings rolled up`, seen, 3),
    judge(rounds, seen)('a tenth directions / none', median(ratios), 1.05, 'atMost'),
    `- spread: none ${told(spread['without']!)}, a tenth ${told(spread['with']!)} µs a reading; ratio ${told(ratios)}`,
    '',
  ].join('\n')
}
