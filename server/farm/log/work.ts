import { sql } from 'kysely'
import { ACTIVITY } from '#contract/farm/activityCodes'
import { batch } from '#contract/farm/batch'
import { MY_TASKS, type TaskEvent } from '#contract/farm/task'
import { TASKS } from '#contract/farm/taskCodes'
import { namesOf } from '../../ground/crud/byline.ts'
import { say } from '../../ground/words.ts'
import { zonedMoment } from '#contract/core/zonedMoment'
import { idList, inEachBase, NOTHING, onLand, overTenant, PLAIN, said, type Source, type Told, type Where } from './ask.ts'

/** What went wrong with a task. */
const WARNED = ['reject', 'cancel', 'end'] as const satisfies readonly TaskEvent['what'][]

interface Activity extends Where {
  id: string
  at: number
  title: string
  kind: string
  text: string | null
  pictures: string[]
  user_id: number | null
  workers: string[]
}
/** What was done on plots: who wrote it down, and with whom. */
export const activitySource: Source = {
  name: 'activity',
  rank: 6,
  codes: [ACTIVITY],
  newest(ask) {
    const { landId, batchId, level, userId, search } = ask
    if (level !== undefined && level !== 'info') return NOTHING
    return inEachBase(ask, { rank: 6, at: sql`e.done_at`, id: sql`e.id` }, sql`activity e`, [
      ...(landId === undefined ? [] : [sql`e.land_id = ${landId}`]),
      ...(batchId === undefined ? [] : [sql`e.batch_id = ${batchId}`]),
      ...(userId === undefined ? [] : [sql`e.created_by = ${userId}`]),
      ...said(search, [sql`e.activity_name`, sql`e.remark`, sql`e.machine`]),
    ])
  },
  async tell({ scope, asking: { language } }, ids) {
    const { rows } = await sql<Activity>`
      select e.id::text as id, e.done_at as at, e.activity_name as title, e.activity_kind as kind, e.remark as text, e.pictures,
        e.created_by as user_id, ${onLand}, array(select worker.name from activity_worker w join worker on worker.id = w.worker_id
          where w.activity_id = e.id order by w.nth) as workers
      from activity e join area on area.id = e.area_id join land on land.id = e.land_id left join batch on batch.id = e.batch_id
      where e.tenant_id = ${scope.tenantId} and e.id = ${idList(ids)}`.execute(scope.raw)
    const names = await namesOf(scope, [...new Set(rows.flatMap((row) => row.user_id ?? []))])
    return new Map(
      rows.map(({ id, at, kind, user_id: userId, workers, text, ...told }): [string, Told] => {
        const crew =
          workers.length === 0 ? [] : [say(language, 'farm:log.workers', { names: workers.join(say(language, 'farm:log.comma')) })]
        return [
          id,
          {
            ...PLAIN,
            ...told,
            level: 'info',
            said: say(language, `farm:activity.choices.activityKind.${kind}`),
            text: [...crew, ...(text === null ? [] : [text])].join('\n') || null,
            by: userId === null ? null : (names.get(userId) ?? null),
            since: at,
            ofId: Number(id),
          },
        ]
      }),
    )
  },
}

interface Event extends Where {
  id: string
  at: number
  ofId: number
  what: TaskEvent['what']
  title: string
  text: string | null
  pictures: string[]
  user_id: number | null
}
/** What became of tasks. */
export const taskSource: Source = {
  name: 'task',
  rank: 5,
  codes: [TASKS, MY_TASKS],
  newest(ask) {
    const { landId, batchId, level, userId, search } = ask
    if (level === 'error') return NOTHING
    const place = { rank: 5, at: sql`e.at`, order: sql`e.at`, id: sql`e.id`, base: sql`task.area_id` }
    return overTenant(ask, place, sql`task_event e join task on task.id = e.task_id`, [
      ...(landId === undefined ? [] : [sql`task.land_id = ${landId}`]),
      ...(batchId === undefined ? [] : [sql`task.batch_id = ${batchId}`]),
      ...(level === undefined ? [] : [sql`(e.what in (${sql.join(WARNED)})) = ${level === 'warn'}`]),
      ...(userId === undefined ? [] : [sql`e.by_user = ${userId}`]),
      ...said(search, [sql`task.task_name`, sql`task.task_no`, sql`e.note`]),
    ])
  },
  async tell({ scope, asking: { language } }, ids) {
    const { rows } = await sql<Event>`
      select e.id::text as id, e.at, e.task_id as "ofId", e.what, task.task_name as title, e.note as text, e.pictures, e.by_user as user_id, ${onLand}
      from task_event e join task on task.id = e.task_id join area on area.id = task.area_id left join land on land.id = task.land_id
        left join batch on batch.id = task.batch_id
      where e.tenant_id = ${scope.tenantId} and e.id = ${idList(ids)}`.execute(scope.raw)
    const names = await namesOf(scope, [...new Set(rows.flatMap((row) => row.user_id ?? []))])
    return new Map(
      rows.map(({ id, at, what, user_id: userId, ...told }): [string, Told] => [
        id,
        {
          ...PLAIN,
          ...told,
          level: (WARNED as readonly string[]).includes(what) ? 'warn' : 'info',
          said: say(language, 'farm:log.said.task', { what: say(language, `farm:task.done.${what}`) }),
          by: userId === null ? null : (names.get(userId) ?? null),
          since: at,
        },
      ]),
    )
  },
}

interface Harvest extends Where {
  id: string
  day: string
  quantity: string
  unit: string
  kind: string
  product: string | null
  text: string | null
  user_id: number | null
}
/** What batches came to: of a harvest only the day is known, whose beginning is when it stands in the log. */
export const harvestSource: Source = {
  name: 'harvest',
  rank: 4,
  codes: [batch.codes.read],
  newest(ask) {
    const { landId, batchId, level, userId, search } = ask
    if (level !== undefined && level !== 'info') return NOTHING
    const at = sql`(extract(epoch from e.harvested_on::timestamp at time zone ${ask.asking.grant.timeZone}) * 1000)::bigint`
    const place = { rank: 4, at, order: sql`e.harvested_on`, id: sql`e.id`, base: sql`batch.area_id` }
    return overTenant(ask, place, sql`batch_harvest e join batch on batch.id = e.batch_id left join product on product.id = e.product_id`, [
      ...(landId === undefined ? [] : [sql`batch.land_id = ${landId}`]),
      ...(batchId === undefined ? [] : [sql`e.batch_id = ${batchId}`]),
      ...(userId === undefined ? [] : [sql`e.created_by = ${userId}`]),
      ...said(search, [sql`batch.batch_name`, sql`product.name`, sql`e.remark`]),
    ])
  },
  async tell({ scope, asking: { grant, language } }, ids) {
    const { rows } = await sql<Harvest>`
      select e.id::text as id, e.harvested_on::text as day, trim_scale(e.quantity)::text as quantity, e.unit_kind as kind, e.unit_name as unit,
        product.name as product, e.remark as text, e.created_by as user_id, ${onLand}
      from batch_harvest e join batch on batch.id = e.batch_id join area on area.id = batch.area_id join land on land.id = batch.land_id
        left join product on product.id = e.product_id
      where e.tenant_id = ${scope.tenantId} and e.id = ${idList(ids)}`.execute(scope.raw)
    const names = await namesOf(scope, [...new Set(rows.flatMap((row) => row.user_id ?? []))])
    return new Map(
      rows.map(({ id, day, quantity, unit, kind, product, user_id: userId, ...told }): [string, Told] => {
        const amount = { quantity, unit: kind === 'kg' ? say(language, 'farm:harvest.kg') : unit }
        return [
          id,
          {
            ...PLAIN,
            ...told,
            day,
            level: 'info',
            title: product ?? told.batchName ?? '',
            said: say(language, 'farm:log.said.harvest', amount),
            by: userId === null ? null : (names.get(userId) ?? null),
            since: zonedMoment(day, grant.timeZone, 'start') ?? 0,
            ofId: told.batchId,
          },
        ]
      }),
    )
  },
}
