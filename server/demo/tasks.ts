import type pg from 'pg'
import type { TaskState } from '#contract/farm/task'
import { HOUR } from '#demo/physics'

const DAY = 24 * HOUR
/** Who signs in and works in a base: login name, code of the worker, and the name that worker has. */
const accounts = [
  ['admin', 'SW-006', '梁志远', 'manager', 1],
  ['operator', 'SW-005', '陈水生', 'regular', 1],
] as const

interface Story {
  readonly name: string
  /** The code of its type. */
  readonly type: string
  readonly plot: string
  readonly leader: string | null
  readonly crew?: readonly string[]
  /** From and to, ms after the day on which the demo is made began. */
  readonly from: number
  readonly to: number
  readonly state: TaskState
  readonly priority?: string
  readonly steps?: readonly string[]
  readonly done?: number
  readonly proof?: true
  readonly reason?: string
}
const stories: readonly Story[] = [
  {
    name: '1 号大棚番茄采摘',
    type: 'HAR',
    plot: '1 号大棚',
    leader: 'SW-005',
    crew: ['SW-003', 'SW-004'],
    from: 6 * HOUR,
    to: 18 * HOUR,
    state: 'ongoing',
    priority: 'high',
    steps: ['采摘转色八成以上的果', '分级装筐', '过磅登记'],
    done: 1,
    proof: true,
  },
  {
    name: '2 号大棚滴灌带检查',
    type: 'CHK',
    plot: '2 号大棚',
    leader: 'SW-005',
    from: DAY + 7 * HOUR,
    to: DAY + 12 * HOUR,
    state: 'notStarted',
    steps: ['查看末端出水', '更换堵塞滴头'],
  },
  {
    name: '1 号塘早晚投喂',
    type: 'FED',
    plot: '1 号鱼塘',
    leader: 'SW-002',
    from: -DAY + 6 * HOUR,
    to: -DAY + 18 * HOUR,
    state: 'finished',
  },
  {
    name: '1 号大棚粉虱防治',
    type: 'PRO',
    plot: '1 号大棚',
    leader: 'SW-005',
    crew: ['SW-002'],
    from: -3 * DAY + 7 * HOUR,
    to: -2 * DAY + 18 * HOUR,
    state: 'notStarted',
    priority: 'urgent',
    proof: true,
  },
  {
    name: '3 号大棚追施水溶肥',
    type: 'FER',
    plot: '3 号大棚',
    leader: null,
    from: 2 * DAY + 7 * HOUR,
    to: 2 * DAY + 17 * HOUR,
    state: 'unassigned',
  },
  {
    name: '2 号大棚定植',
    type: 'SOW',
    plot: '2 号大棚',
    leader: 'SW-003',
    crew: ['SW-004'],
    from: -6 * DAY + 7 * HOUR,
    to: -5 * DAY + 18 * HOUR,
    state: 'accepted',
  },
]

/** Tasks of the demo's first base, and the workers that sign in. */
export async function writeTasks(client: pg.ClientBase, now: number): Promise<void> {
  await client.query(
    `insert into furrow.worker (tenant_id, area_id, name, code, worker_type, user_id)
     select 1, t.area_id, t.name, t.code, t.kind, u.id
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[]) as t (login, code, name, kind, area_id)
     join furrow.app_user u on u.login_name = t.login`,
    [0, 1, 2, 3, 4].map((at) => accounts.map((one) => one[at])),
  )
  // Midnight in the farm's zone, UTC+8 all year.
  const today = Math.floor((now + 8 * HOUR) / DAY) * DAY - 8 * HOUR
  const began = ['ongoing', 'finished', 'accepted']
  const over = ['finished', 'accepted']
  await client.query(
    `insert into furrow.task (tenant_id, area_id, task_no, task_name, task_type_id, land_id, batch_id, task_level, priority, leader_id, participants,
       starts_at, due_at, steps, proof_flag, task_state, started_at, finished_at)
     select 1, land.area_id, type.code || '-' || to_char(now(), 'YYYYMMDD') || lpad(n::text, 4, '0'), t.name, type.id, land.id,
       (select max(id) from furrow.batch where batch.land_id = land.id and batch_state in ('growing', 'harvesting')), 'general', t.priority,
       (select id from furrow.worker where code = t.leader and tenant_id = 1),
       coalesce((select jsonb_agg(id order by id) from furrow.worker where tenant_id = 1 and code = any(string_to_array(t.crew, ','))), '[]'),
       t.starts, t.due, t.steps::jsonb, t.proof, t.state, t.began, t.finished
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::text[], $10::int[], $11::text[],
       $12::bigint[], $13::bigint[]) with ordinality as t (name, type, plot, priority, leader, crew, starts, due, steps, proof, state, began, finished, n)
     join furrow.land on land.tenant_id = 1 and land.land_name = t.plot and land.area_id = 1
     join furrow.task_type type on type.tenant_id = 1 and type.code = t.type`,
    [
      stories.map(({ name }) => name),
      stories.map(({ type }) => type),
      stories.map(({ plot }) => plot),
      stories.map(({ priority = 'medium' }) => priority),
      stories.map(({ leader }) => leader),
      stories.map(({ crew = [] }) => crew.join(',')),
      stories.map(({ from }) => today + from),
      stories.map(({ to }) => today + to),
      stories.map(({ steps = [] }) => JSON.stringify(steps)),
      stories.map(({ proof }) => (proof ? 1 : 0)),
      stories.map(({ state }) => state),
      stories.map(({ state, from }) => (began.includes(state) ? Math.min(today + from, now) : null)),
      stories.map(({ state, to }) => (over.includes(state) ? Math.min(today + to - HOUR, now) : null)),
    ],
  )
  await client.query(
    `insert into furrow.task_step (tenant_id, task_id, step, done_at)
     select 1, task.id, step.text, $1 from furrow.task cross join lateral jsonb_array_elements_text(task.steps) with ordinality as step (text, n)
     join unnest($2::text[], $3::int[]) as t (name, done) on t.name = task.task_name and step.n <= t.done where task.tenant_id = 1`,
    [now, stories.map(({ name }) => name), stories.map(({ done = 0 }) => done)],
  )
}
