import type { Browser } from '@playwright/test'
import { pan } from './pan.ts'
import { openSignedIn, type Product } from './product.ts'
import { interleave, judge, table } from './rounds.ts'
import { servePages } from './servePages.ts'

const PLOTS = 100
const BATCHES = 500
const TASKS = 5000
const DAY = 86_400_000
/** The picture has sixteen months; a quarter of a year is as wide as the page. */
const DAYS = 485
const PER_DAY = 10

/** 100 plots with five batches and fifty tasks each in one year. */
async function arrangeSeason({ owner }: Product): Promise<number> {
  const name = `season-${Date.now()}`
  const year = new Date().getUTCFullYear()
  const run = <Row extends object>(text: string, values: unknown[] = []) => owner.query<Row>(text, values)
  const { rows } = await run<{ id: number }>(`insert into area (tenant_id, area_name) values (1, $1) returning id`, [name])
  const areaId = rows[0]!.id
  await run(`insert into task_type (tenant_id, name, usage, sort) values (1, $1, 'both', 0)`, [name])
  await run(
    `insert into land (tenant_id, area_id, land_name, land_type) select 1, $1, 'Plot ' || n, 'field' from generate_series(1, $2::int) n`,
    [areaId, PLOTS],
  )
  await run(
    `insert into batch (tenant_id, area_id, land_id, variety_name, batch_name, starts_on, harvest_on)
     select 1, $1, land.id, 'Rice', 'Batch ' || n || ' of ' || land.land_name, ($2 || '-01-01')::date - 60 + n * 97, ($2 || '-01-01')::date + 20 + n * 97
     from land cross join generate_series(0, $3::int) n where land.area_id = $1`,
    [areaId, year, BATCHES / PLOTS - 1],
  )
  const { rowCount } = await run(
    `insert into task (tenant_id, area_id, land_id, task_no, task_name, task_type_id, task_level, priority, participants, starts_at, due_at)
     select 1, $1, land.id, 'S' || land.id || '-' || n, 'Work ' || n, type.id, 'general', 'medium', '[]',
       $3::bigint + (n * 9.7 * $4)::bigint, $3::bigint + ((n * 9.7 + 1.2) * $4)::bigint
     from land cross join generate_series(0, $5::int) n cross join task_type type where land.area_id = $1 and type.name = $2`,
    [areaId, name, Date.UTC(year - 1, 10, 2), DAY, TASKS / PLOTS - 1],
  )
  if (rowCount !== TASKS) throw new Error(`${rowCount} tasks`)
  for (const one of ['land', 'batch', 'task']) await run(`vacuum analyze ${one}`)
  return areaId
}

/** The season of 500 batches and 5,000 tasks while it is panned, beside (q) a bare canvas that draws the same bars. */
export async function benchSeason(product: Product, browser: Browser, rounds: number): Promise<string> {
  const areaId = await arrangeSeason(product)
  const session = await product.signIn('admin')
  const open = async (url: string, ready: string, box: string) => {
    const { page, context } = await openSignedIn(browser, session, areaId)
    await servePages(context, product)
    await page.goto(url)
    await page.waitForSelector(ready, { state: 'attached', timeout: 60_000 })
    const figures = await pan(page, box, [14, 4])
    await context.close()
    return figures
  }
  const bare = { plots: PLOTS, batches: BATCHES, tasks: TASKS, days: DAYS, perDay: PER_DAY }
  const asked = new URLSearchParams(Object.entries(bare).map(([name, value]) => [name, String(value)]))
  const picture = '[role=application]'
  const seen = await interleave(rounds, {
    Furrow: () => open(`${product.url}/web/farm/batch?view=season&zoom=quarter`, `${picture}[data-bars="${BATCHES + TASKS}"]`, picture),
    '(q) bare canvas': () => open(`${product.url}/bench/bareSeason.html?${asked}`, 'body[data-ready]', '#box'),
  })
  const verdict = judge(rounds, seen)
  return [
    table(`The season: ${BATCHES} batches and ${TASKS.toLocaleString('en-US')} tasks on ${PLOTS} plots, panned (ms)`, seen),
    verdict('frame p95 / (q)', seen.Furrow['frame p95']! / seen['(q) bare canvas']['frame p95']!, 1.2, 'atMost'),
  ].join('\n')
}
