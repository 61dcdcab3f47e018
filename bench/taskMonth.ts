import { type Columns, rowsOf } from '#contract/core/columns'
import { type TaskBar, taskCalls } from '#contract/farm/task'
import type { Product } from './product.ts'
import { type Figures, interleave, judge, table } from './rounds.ts'

const PEOPLE = 200
const DAYS = 365
const DAY = 86_400_000
const SIZE = 20
const TIMES = 10
const WARMING = 20

/** A year of tasks of 200 people, one a day each; one person is the administrator. */
async function arrangeTasks({ owner }: Product): Promise<{ areaId: number; from: number }> {
  const name = `tasks-${Date.now()}`
  const run = <Row extends object>(text: string, values: unknown[] = []) => owner.query<Row>(text, values)
  const { rows } = await run<{ id: number }>(`insert into area (tenant_id, area_name) values (1, $1) returning id`, [name])
  const areaId = rows[0]!.id
  await run(`insert into task_type (tenant_id, name, usage, sort) values (1, $1, 'both', 0)`, [name])
  await run(
    `insert into worker (tenant_id, area_id, name, worker_type, user_id)
     select 1, $1, 'Hand ' || n, 'regular', case when n = 1 then (select id from app_user where login_name = 'admin') end from generate_series(1, $2::int) n`,
    [areaId, PEOPLE],
  )
  const from = Math.floor(Date.now() / DAY) * DAY - 180 * DAY
  await run(
    `insert into task (tenant_id, area_id, task_no, task_name, task_type_id, task_level, priority, leader_id, participants, starts_at, due_at, task_state,
       started_at, finished_at)
     select 1, $1, 'B' || worker.id || '-' || day, 'Work ' || day || ' of ' || worker.name, type.id, 'general', 'medium', worker.id, '[]',
       $3::bigint + day * $4::bigint, $3::bigint + day * $4::bigint + 30000000, case when day < 180 then 'accepted' else 'notStarted' end,
       case when day < 180 then 1 end, case when day < 180 then 2 end
     from generate_series(0, $5::int - 1) day cross join worker cross join task_type type where worker.area_id = $1 and type.name = $2`,
    [areaId, name, from, DAY, DAYS],
  )
  await run('vacuum analyze task')
  await run('vacuum analyze worker')
  return { areaId, from: from + 150 * DAY }
}

/** A month of the tasks of 200 people by HTTP, and the pages of tasks, beside (p) the same in plain SQL on one connection past the fence. */
export async function benchTaskMonth(product: Product, rounds: number): Promise<string> {
  const { areaId, from } = await arrangeTasks(product)
  const to = from + 31 * DAY
  const { access } = await product.signIn('admin')
  const floor = await product.owner.connect()
  await floor.query('set max_parallel_workers_per_gather = 0')
  const ask = async (path: string, query: Readonly<Record<string, number | string>>): Promise<never> => {
    const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = await fetch(`${product.url}${path.replace('{t}', '1')}?${words}`, {
      headers: { authorization: `Bearer ${access}`, 'accept-encoding': 'identity' },
    })
    if (answer.status !== 200) throw new Error(await answer.text())
    return (await answer.json()) as never
  }
  const lateness = `case when t.task_state in ('unassigned', 'notStarted', 'ongoing') and t.due_at < ${Date.now()} then 'overdue' when t.finished_at > t.due_at then 'late' else 'inTime' end`
  /** What a page of records says, with its count. */
  const page = async (where: string, order: string) => {
    const rows = await floor.query<{ id: number }>(
      `select t.*, ${lateness} as lateness, w.name as leader, w.user_id, a.area_name, y.name as type_name, l.land_name, b.batch_name
       from task t left join worker w on w.id = t.leader_id join area a on a.id = t.area_id join task_type y on y.id = t.task_type_id
         left join land l on l.id = t.land_id left join batch b on b.id = t.batch_id
       where t.tenant_id = 1 and ${where} order by ${order} limit ${SIZE}`,
    )
    const count = await floor.query<{ count: number }>(`select count(*)::int as count from task t where t.tenant_id = 1 and ${where}`)
    return { rows: rows.rows.map(({ id }) => id), count: count.rows[0]!.count }
  }
  const mine = `t.leader_id in (select id from worker where tenant_id = 1 and user_id = (select id from app_user where login_name = 'admin'))
    and t.task_state in ('unassigned', 'notStarted', 'ongoing')`
  const acts = {
    'a month': {
      asked: async () => {
        const { tasks } = (await ask(taskCalls.span.path, { from, to, areaId })) as { tasks: Columns<TaskBar> }
        return rowsOf(tasks).map(({ taskId }) => taskId)
      },
      bare: async () => {
        const { rows } = await floor.query<{ id: number }>(
          `select t.id, t.object_version_number, t.task_name, t.task_state, ${lateness} as lateness, t.priority, t.starts_at, t.due_at, t.land_id, t.batch_id, w.name
           from task t left join worker w on w.id = t.leader_id
           where t.tenant_id = 1 and t.area_id = $1 and t.starts_at < $2 and t.due_at > $3 and t.task_state <> 'cancelled' order by t.starts_at, t.id`,
          [areaId, to, from],
        )
        return rows.map(({ id }) => id)
      },
    },
    'the list': {
      asked: async () => {
        const { content, totalElements } = (await ask(taskCalls.page.path, { areaId, size: SIZE, sort: 'dueAt' })) as never as Listed
        return [...content.map(({ taskId }) => taskId), totalElements]
      },
      bare: async () => {
        const { rows, count } = await page(`t.area_id = ${areaId}`, 't.due_at, t.id desc')
        return [...rows, count]
      },
    },
    'my tasks': {
      asked: async () => {
        const { content, totalElements } = (await ask(taskCalls.mine.path, { size: SIZE, open: 1 })) as never as Listed
        return [...content.map(({ taskId }) => taskId), totalElements]
      },
      bare: async () => {
        const { rows, count } = await page(mine, 't.due_at, t.id')
        return [...rows, count]
      },
    },
  }
  interface Listed {
    readonly content: readonly { taskId: number }[]
    readonly totalElements: number
  }
  // Both say the same, and neither is measured in its first seconds, before its code is compiled and its plans are known.
  for (const [act, { asked, bare }] of Object.entries(acts)) {
    for (let time = 0; time < WARMING; time++) {
      const [told, should] = [await asked(), await bare()]
      if (JSON.stringify(told) !== JSON.stringify(should)) throw new Error(`${act}: ${told.length} ids are not ${should.length}`)
    }
  }
  const timed = async (who: 'asked' | 'bare'): Promise<Figures> => {
    const figures: Figures = {}
    for (const [act, works] of Object.entries(acts)) {
      const took: number[] = []
      for (let time = 0; time < TIMES; time++) {
        const began = performance.now()
        await works[who]()
        took.push(performance.now() - began)
      }
      figures[act] = took.toSorted((a, b) => a - b)[TIMES >> 1]!
    }
    return figures
  }
  const seen = await interleave(rounds, { 'by HTTP': () => timed('asked'), '(p) plain SQL': () => timed('bare') })
  floor.release()
  const verdict = judge(rounds, seen)
  const [mineSeen, plain] = [seen['by HTTP'], seen['(p) plain SQL']]
  return [
    table(`Tasks of ${PEOPLE} people, one a day each, out of a year of them (ms)`, seen),
    verdict('a month / (p)', mineSeen['a month']! / plain['a month']!, 2, 'atMost'),
    `- the list / (p): ${(mineSeen['the list']! / plain['the list']!).toFixed(2)}; my tasks / (p): ${(mineSeen['my tasks']! / plain['my tasks']!).toFixed(2)}`,
  ].join('\n')
}
