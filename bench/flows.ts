import type { Product } from './product.ts'
import { type Figures, interleave, judge, table } from './rounds.ts'
import { arrangeSpeakers, DEVICES, GATEWAYS, hotLogic, onCore, pour, until } from './speakers.ts'

const FLOWS = 200
/** Of so many devices one starts a flow. */
const WATCHED_EACH = DEVICES / FLOWS

const definitionOf = (deviceId: number) => ({
  triggers: [{ kind: 'watch', logic: hotLogic(deviceId) }],
  only: null,
  steps: [{ kind: 'wait', seconds: 1 }],
  whileRunning: 'skip',
  maxSeconds: 600,
})

/** Readings acknowledged a second while 200 enabled flows each wait for one of 10,000 devices, beside the same without flows. */
export async function benchFlows(product: Product, rounds: number): Promise<string> {
  const { owner } = product
  const { areaId, devices, connect } = await arrangeSpeakers(product, 'flows')
  const starting = devices.filter((_, at) => at % WATCHED_EACH === 0)
  const { rows: flows } = await owner.query<{ id: string }>(
    `insert into flow (tenant_id, area_id, name, definition, enabled_flag) select 1, $1, 'flow ' || nr, one, 1
     from jsonb_array_elements($2::jsonb) with ordinality as n(one, nr) order by nr returning id`,
    [areaId, JSON.stringify(starting.map(({ id }) => definitionOf(id)))],
  )
  await owner.query(
    `insert into flow_version (tenant_id, flow_id, version, name, definition, saved_at)
     select tenant_id, id, version, name, definition, 1 from flow where area_id = $1`,
    [areaId],
  )
  for (const name of ['device', 'item', 'flow']) await owner.query(`vacuum analyze ${name}`)
  await product.restart()
  const publishers = await connect()
  const euis = devices.map(({ eui }) => eui)
  const newest = devices.map(() => 0)
  let starts = 0

  /** So many flows wait for readings, and nothing is left of what was run. */
  async function wait(wanted: 0 | typeof FLOWS): Promise<void> {
    const waiting = async (count: number) => {
      if (count === 0) await owner.query('delete from flow_trigger where area_id = $1', [areaId])
      else
        await owner.query(
          `insert into flow_trigger (tenant_id, area_id, flow_id, nth, kind, spec, version)
           select 1, $1, id, 0, 'watch', definition -> 'triggers' -> 0, version from flow where area_id = $1 and id = any($2::bigint[])`,
          [areaId, flows.map(({ id }) => id)],
        )
      await until(async () => {
        const { rows } = await owner.query<{ n: number }>(`select count(*) n from watch_state where tenant_id = 1 and kind = 'flow'`)
        return Number(rows[0]!.n) === count
      })
    }
    await waiting(0)
    await until(async () => {
      const { rows } = await owner.query(`select from flow_run where area_id = $1 and state in ('waiting', 'running') limit 1`, [areaId])
      return rows.length === 0
    })
    await owner.query('delete from flow_run where area_id = $1', [areaId])
    await waiting(FLOWS)
    if (wanted === 0) await waiting(0)
    await owner.query('checkpoint')
  }

  const run = (wanted: 0 | typeof FLOWS, turns: boolean) => async (): Promise<Figures> => {
    await wait(wanted)
    const before = onCore(product.pid())
    const { perSecond, all } = await pour(publishers, euis, { count: devices.map(() => 0), newest }, turns, WATCHED_EACH)
    const figures = { 'readings/s': perSecond, 'server µs a reading': (onCore(product.pid()) - before) / all }
    if (!turns) return figures
    const { rows } = await owner.query<{ n: string }>('select coalesce(sum(times), 0) as n from flow_run where area_id = $1', [areaId])
    starts += Number(rows[0]!.n)
    return { ...figures, starts: Number(rows[0]!.n) }
  }

  await run(FLOWS, true)()
  starts = 0
  const seen = await interleave(rounds, {
    'without flows': run(0, false),
    '200 flows': run(FLOWS, false),
    '200 flows that are started': run(FLOWS, true),
  })
  await wait(0)
  await owner.query('update flow set enabled_flag = 0 where area_id = $1', [areaId])
  for (const publisher of publishers) publisher.close()
  if (starts === 0) throw new Error('no reading started a flow')
  const verdict = judge(rounds, seen)
  const of = (what: 'readings/s' | 'server µs a reading', name: keyof typeof seen) => seen[name][what]! / seen['without flows'][what]!
  return [
    table(
      `Readings acknowledged a second, one a message, of ${DEVICES} devices behind ${GATEWAYS} gateways, ${FLOWS} of them start a flow each`,
      seen,
    ),
    verdict('with flows / without', of('readings/s', '200 flows'), 0.9, 'atLeast'),
    verdict('with flows that are started / without', of('readings/s', '200 flows that are started'), 0.9, 'atLeast'),
    `- the server's own time a reading, with flows / without: ${of('server µs a reading', '200 flows').toFixed(2)}; where they are started: ${of('server µs a reading', '200 flows that are started').toFixed(2)}`,
  ].join('\n')
}
