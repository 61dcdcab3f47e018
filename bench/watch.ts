import type { Product } from './product.ts'
import { type Figures, interleave, judge, quantile, table } from './rounds.ts'
import { arrangeSpeakers, DEVICES, GATEWAYS, hotLogic, onCore, pour, TURNS_AFTER, until } from './speakers.ts'

const RULES = 1000
/** Of so many devices one has a rule. */
const WATCHED_EACH = DEVICES / RULES

/**
 * Readings acknowledged a second with 1,000 alarm rules, each over one of 10,000 devices, beside the same without rules; and how long after the
 * commit of its reading an alarm is committed, by the database's clock.
 */
export async function benchWatch(product: Product, rounds: number): Promise<string> {
  const { owner } = product
  const { areaId, devices, connect } = await arrangeSpeakers(product, 'watch')
  const watched = devices.filter((_, at) => at % WATCHED_EACH === 0)
  await owner.query(
    `insert into alarm_rule (tenant_id, area_id, name, severity, logic) select 1, $1, 'rule ' || nr, 'minor', logic
     from jsonb_array_elements($2::jsonb) with ordinality as n(logic, nr)`,
    [areaId, JSON.stringify(watched.map(({ id }) => hotLogic(id)))],
  )
  for (const name of ['device', 'item', 'alarm_rule']) await owner.query(`vacuum analyze ${name}`)
  await product.restart()
  const publishers = await connect()
  const euis = devices.map(({ eui }) => eui)
  const newest = devices.map(() => 0)
  const took: number[] = []

  /** `wanted` rules watch, and nothing is left of what was raised; what comes before a run is the same whether rules watch in it or not. */
  async function watch(wanted: 0 | typeof RULES): Promise<void> {
    const watching = async (count: number) => {
      await owner.query('update alarm_rule set enabled_flag = $2 where area_id = $1 and enabled_flag <> $2', [areaId, count > 0 ? 1 : 0])
      await until(async () => {
        const { rows } = await owner.query<{ n: number }>(
          'select count(*) n from watch_state s join alarm_rule r on r.id = s.rule_id where r.area_id = $1',
          [areaId],
        )
        return rows[0]!.n === count
      })
    }
    await watching(0)
    // In turn with whoever tells people of them, as everybody who writes alarms.
    await owner.query(`select pg_advisory_xact_lock(hashtextextended('furrow alarms 1', 0)); delete from alarm where area_id = ${areaId}`)
    await watching(RULES)
    await watching(wanted)
    await owner.query('checkpoint')
  }

  const run = (rules: 0 | typeof RULES, turns: boolean) => async (): Promise<Figures> => {
    await watch(rules)
    const said = { count: devices.map(() => 0), newest }
    const before = onCore(product.pid())
    const { perSecond, all } = await pour(publishers, euis, said, turns, WATCHED_EACH)
    const figures = { 'readings/s': perSecond, 'server µs a reading': (onCore(product.pid()) - before) / all }
    if (!turns) return figures
    const hot = watched.filter((_, nth) => said.count[nth * WATCHED_EACH]! + (nth % TURNS_AFTER) > TURNS_AFTER).length
    const lasted = await latencies(hot)
    took.push(...lasted)
    return { ...figures, alarms: lasted.length, 'p50 ms': quantile(lasted, 0.5), 'p99 ms': quantile(lasted, 0.99) }
  }

  /** Waits until `wanted` alarms are told; answers how long each was committed after its reading, ms. */
  async function latencies(wanted: number): Promise<number[]> {
    const TOOK = `select extract(epoch from pg_xact_commit_timestamp(e.xmin) - pg_xact_commit_timestamp(r.xmin)) * 1000 as ms
      from alarm a join alarm_event e on e.alarm_id = a.id and e.what = 'raised' join reading r on r.item_id = a.item_id and r.ts = a.raised_at
      where a.area_id = $1`
    let found: number[] = []
    await until(async () => {
      const { rows } = await owner.query<{ ms: string }>(TOOK, [areaId])
      found = rows.map(({ ms }) => Number(ms))
      return found.length >= wanted
    })
    return found
  }

  await run(RULES, true)()
  took.length = 0
  const seen = await interleave(rounds, {
    'without rules': run(0, false),
    '1,000 rules': run(RULES, false),
    '1,000 rules, 1 % raise or clear': run(RULES, true),
  })
  await watch(0)
  for (const publisher of publishers) publisher.close()
  const verdict = judge(rounds, seen)
  const rate = (name: keyof typeof seen) => seen[name]['readings/s']! / seen['without rules']['readings/s']!
  const cost = (name: keyof typeof seen) => seen[name]['server µs a reading']! / seen['without rules']['server µs a reading']!
  return [
    table(
      `Readings acknowledged a second, one a message, of ${DEVICES} devices behind ${GATEWAYS} gateways, a tenth of them watched`,
      seen,
    ),
    verdict('with rules / without', rate('1,000 rules'), 0.9, 'atLeast'),
    verdict("the server's own time a reading, with rules / without", cost('1,000 rules'), 1.1, 'atMost'),
    // An alarm is rows of its own, which its database writes beside the readings: their rate is told, and what it costs the server is judged.
    verdict("the server's own time a reading, where 1 % raise or clear / without", cost('1,000 rules, 1 % raise or clear'), 1.3, 'atMost'),
    `- readings a second where 1 % raise or clear / without: ${rate('1,000 rules, 1 % raise or clear').toFixed(2)}`,
    `- from the commit of a reading to that of its alarm, under this load: median ${quantile(took, 0.5).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms (${took.length} alarms)`,
  ].join('\n')
}
