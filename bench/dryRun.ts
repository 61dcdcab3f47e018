import pino from 'pino'
import { pool as poolOf } from '#server/ground/database/open'
import { replay } from '#server/ground/watch/replay'
import { arrangeFarm, type Product } from './product.ts'
import { interleave, judge, table } from './rounds.ts'

/** A share of the devices, where there is little time. */
const SCALE = Number(process.env.FURROW_BENCH_SCALE ?? 1)
const DEVICES = Math.max(1, Math.round(500 * SCALE))
const DAY = 86_400_000
const DAYS = 30
const MINUTE = 60_000
/** Written in one statement. */
const AT_ONCE = 10

/** A month of minutes of 500 devices, dried up to what a rule would have told, beside (g): the same rows shipped to Node through the same pool. */
export async function benchDryRun(product: Product, rounds: number): Promise<string> {
  const { owner } = product
  const { areaId, items } = await arrangeFarm(owner, { name: `dry-${Date.now()}`, devices: DEVICES, itemsEach: 1 })
  await owner.query(`update item set code = 'temperature' where area_id = $1`, [areaId])
  await owner.query('update device set reporting_period = $2 where area_id = $1', [areaId, MINUTE])
  const to = Math.floor(Date.now() / DAY) * DAY
  const from = to - DAYS * DAY
  await owner.query('select ensure_reading_partitions($1, $2)', [from, to])
  for (let at = 0; at < items.length; at += AT_ONCE)
    await owner.query(
      `insert into reading (item_id, ts, value, tenant_id)
       select item, $2::bigint + n * 60000::bigint, round((20 + 10 * sin(n / 229.0 + item) + (n * 7919 % 100) / 50.0)::numeric, 2)::float8, 1
       from unnest($1::bigint[]) item, generate_series(1::bigint, $3) n`,
      [items.slice(at, at + AT_ONCE), from, (DAYS * DAY) / MINUTE],
    )
  await owner.query('vacuum analyze reading')
  const pool = poolOf(product.databaseUrl, { max: 2 }, pino({ level: 'silent' }))
  const total = DEVICES * ((DAYS * DAY) / MINUTE)
  const timed = async (work: () => Promise<Record<string, number>>) => {
    const began = performance.now()
    const more = await work()
    const seconds = (performance.now() - began) / 1000
    return { seconds, 'rows/s': total / seconds, ...more }
  }
  try {
    const seen = await interleave(rounds, {
      'dry run': () =>
        timed(async () => {
          const { found } = await replay({
            pool,
            tenantId: 1,
            areaId,
            logic: {
              scope: { types: null, deviceIds: null, landIds: null },
              when: { kind: 'compare', code: 'temperature', is: 'above', limit: 29, margin: 0.5, than: null },
              holdSeconds: 600,
              clear: null,
              clearSeconds: 0,
              noData: 'keep',
              during: null,
            },
            from,
            to,
            signal: new AbortController().signal,
            onProgress: () => undefined,
          })
          if (found.length === 0) throw new Error('the rule told nothing')
          return { episodes: found.length }
        }),
      '(g) the rows alone': () =>
        timed(async () => {
          let shipped = 0
          for (const item of items) {
            const { rows } = await pool.query(
              'select item_id as of, ts, place, value from reading where tenant_id = 1 and item_id = $1 and ts > $2 and ts <= $3 order by item_id, ts, place',
              [item, from, to],
            )
            shipped += rows.length
          }
          if (shipped !== total) throw new Error(`${shipped} rows instead of ${total}`)
          return {}
        }),
    })
    const verdict = judge(rounds, seen)
    return [
      table(`A dry run over ${total.toLocaleString('en-US')} readings of ${DEVICES} devices in ${DAYS} days`, seen),
      verdict('the dry run / (g)', seen['dry run'].seconds! / seen['(g) the rows alone'].seconds!, 3, 'atMost'),
    ].join('\n')
  } finally {
    await pool.end()
  }
}
