import { sql } from 'kysely'
import { FIRST_DAY } from '#contract/core/values'
import { type TaskEvent, type TaskVerb } from '#contract/farm/task'
import { TASKS } from '#contract/farm/taskCodes'
import { isOpen, LEADERS_VERBS, REASONED_VERBS, taskAfter } from '#machines/farm/task'
import type { Context, HandlersOf } from '../../ground/contents.ts'
import { namesOf } from '../../ground/crud/byline.ts'
import { crudHandlers } from '../../ground/crud/handlers.ts'
import { recordsOf } from '../../ground/crud/records.ts'
import { besideField, type Row } from '../../ground/crud/rules.ts'
import { containing } from '../../ground/database/containing.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { mustBePictures } from '../../ground/files/mustBePictures.ts'
import { sayUses } from '../../ground/files/uses.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { closeBatch, holdPlotOf } from '../batch.ts'
import { recordHarvest } from '../harvest.ts'
import { tellCrew, workersOf } from './crew.ts'
import { draftIssue, dropOldDraft, takeOver } from './issue.ts'
import { endSeries } from './series.ts'
import { tasksIn } from './span.ts'
import { taskRules, taskStateOf } from './task.ts'

interface Told {
  readonly reason?: string | undefined
  readonly pictures: readonly string[]
  readonly place?: { readonly longitude: number; readonly latitude: number } | undefined
}
interface Act extends Told {
  readonly taskId: number
  readonly objectVersionNumber?: number | undefined
  readonly verb: TaskVerb
  readonly leaderId?: number | undefined
  readonly harvestKg?: string | undefined
  readonly at?: number | undefined
}
const CLOCKS_APART_MS = 5000
const crewOf = (row: Row) => row['participants'] as number[]
/** Who manages tasks in a base. */
const manages = ({ grant }: Asking, areaId: number) => {
  const areas = grant.areasFor([`${TASKS}.ps.edit`])
  return areas === null || areas.includes(areaId)
}

/** The tasks of a tenant and their life. */
export function taskHandlers(context: Context): HandlersOf<'farm'>['task'] {
  const { registry, clock, live } = context
  const tasks = recordsOf(registry.task, registry, clock)

  /** Throws unless the caller manages tasks there, leads this one, or (`asCrew`) takes part in it. */
  async function mustBeTheirs(scope: Scope, asking: Asking, row: Row, asCrew: boolean) {
    if (manages(asking, row['area_id'] as number)) return
    const mine = await workersOf(scope, asking.caller.userId)
    const crew = asCrew ? [row['leader_id'] as number | null, ...crewOf(row)] : [row['leader_id'] as number | null]
    if (!mine.some((id) => crew.includes(id))) throw new CallFailure('error.task.notYours')
  }
  /** Keeps what was done or told, with its pictures. */
  async function note(scope: Scope, asking: Asking, row: Row, what: TaskEvent['what'], told: Told, at: number) {
    await mustBePictures(scope, asking, told.pictures, 'pictures')
    const [{ id }] = (await scope
      .insert('task_event', [
        {
          task_id: row.id,
          what,
          at,
          by_user: asking.caller.userId,
          note: told.reason?.trim() || null,
          pictures: JSON.stringify(told.pictures) as never,
          longitude: told.place?.longitude ?? null,
          latitude: told.place?.latitude ?? null,
        },
      ])
      .returning('id')
      .execute()) as [{ id: number }]
    await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'task_event', id }, { texts: [JSON.stringify(told.pictures)] })
  }
  /** When it was done, of `after` or later. */
  function momentOf(asking: Asking, at: number | undefined, after: number | null): number {
    const now = clock()
    if (at === undefined) return now
    if (at > now) throw besideField(asking, 'error.input.invalid', 'at', 'future')
    if (dayOf(at, asking.grant.timeZone) < FIRST_DAY) throw besideField(asking, 'error.input.invalid', 'at', 'tooEarly')
    // Two clocks are never quite the same.
    if (after !== null && at < after && at > after - CLOCKS_APART_MS) return after
    if (after !== null && at < after) throw besideField(asking, 'error.input.invalid', 'at', 'beforeStart')
    return at
  }
  async function mustBeDone(scope: Scope, asking: Asking, row: Row, pictures: readonly string[]) {
    if (row['proof_flag'] === 1 && pictures.length === 0) throw besideField(asking, 'error.input.invalid', 'pictures', 'required')
    const done = await scope.select('task_step').select('task_step.step').where('task_step.task_id', '=', row.id).execute()
    const marked = new Set(done.map(({ step }) => step))
    const count = (row['steps'] as string[]).filter((step) => !marked.has(step)).length
    if (count > 0) throw new CallFailure('error.task.steps', { count })
  }
  /** What a verb writes beside the state. */
  async function written(scope: Scope, asking: Asking, row: Row, body: Act) {
    const { verb, leaderId } = body
    const reason = body.reason?.trim() || null
    if (REASONED_VERBS.includes(verb) && reason === null) throw besideField(asking, 'error.input.invalid', 'reason', 'required')
    switch (verb) {
      case 'assign': {
        // TASK-02.
        if (leaderId === undefined) throw besideField(asking, 'error.input.invalid', 'leaderId', 'required')
        const worker = await scope.select('worker').select('worker.area_id').where('worker.id', '=', leaderId).executeTakeFirst()
        if (worker?.area_id !== row['area_id']) throw besideField(asking, 'error.input.invalid', 'leaderId', 'workerElsewhere')
        return { leader_id: leaderId, participants: JSON.stringify(crewOf(row).filter((id) => id !== leaderId)) as never }
      }
      case 'start':
        return { started_at: momentOf(asking, body.at, null) }
      case 'finish':
        await mustBeDone(scope, asking, row, body.pictures)
        if (row['harvest_flag'] === 1 && body.harvestKg === undefined)
          throw besideField(asking, 'error.input.invalid', 'harvestKg', 'required')
        return {
          finished_at: momentOf(asking, body.at, row['started_at'] as number),
          harvest_kg: row['harvest_flag'] === 1 ? body.harvestKg! : null,
          reason: null,
        }
      case 'reject':
        return { finished_at: null, harvest_kg: null, reason }
      case 'cancel':
      case 'end':
        return { reason }
      default:
        return {}
    }
  }
  /** Who else hears of it. */
  async function tell(scope: Scope, by: number, row: Row, { verb, leaderId }: Act, now: number) {
    const crew = [row['leader_id'] as number | null, ...crewOf(row)].filter((id) => id !== null)
    const words = { reject: 'sentBack', adopt: 'accepted', cancel: 'cancelled', end: 'ended' } as const
    if (verb === 'assign') return tellCrew(scope, by, row, leaderId === row['leader_id'] ? [] : [leaderId!], 'given', now)
    if (verb in words) return tellCrew(scope, by, row, crew, words[verb as keyof typeof words], now)
  }

  /** What an accepted task does to its batch: its harvest is recorded, and the last one closes it. Answers the batch that changed. */
  async function settle(scope: Scope, asking: Asking, row: Row, now: number): Promise<Row | null> {
    const batchId = row['batch_id'] as number | null
    const finishedAt = row['finished_at'] as number
    if (batchId === null || (row['harvest_flag'] !== 1 && row['closes_batch'] !== 1)) return null
    await holdPlotOf(scope, batchId)
    const said = {
      harvestedOn: dayOf(finishedAt, asking.grant.timeZone),
      quantity: row['harvest_kg'] as string,
      unitKind: 'kg' as const,
      headCount: null,
      productId: null,
      storeId: null,
      remark: `${row['task_no'] as string} ${row['task_name'] as string}`,
    }
    const harvested = row['harvest_flag'] === 1 ? (await recordHarvest({ scope, asking, now }, batchId, said)).batch : null
    const closed = row['closes_batch'] === 1 ? await closeBatch(scope, batchId, finishedAt) : null
    return closed ?? (harvested as Row | null)
  }

  return {
    ...crudHandlers(taskRules, context),

    async act({ body }, asking) {
      const { row, batch, issues } = await asking.inTenant(async (scope) => {
        const old = await tasks.find(scope, body.taskId, { lock: true })
        if (LEADERS_VERBS.includes(body.verb)) await mustBeTheirs(scope, asking, old, false)
        else if (!manages(asking, old['area_id'] as number)) throw new CallFailure('error.task.notYours')
        if (body.objectVersionNumber !== undefined && old.object_version_number !== body.objectVersionNumber)
          throw new CallFailure('error.version.stale')
        const after = taskAfter(taskStateOf(old), body.verb)
        if (after === null) throw new CallFailure('error.task.state')
        const now = clock()
        const at = momentOf(asking, body.at, null)
        const columns = await written(scope, asking, old, body)
        await scope
          .update('task')
          .set((eb) => ({ task_state: after, ...columns, object_version_number: eb('object_version_number', '+', 1) }))
          .where('task.id', '=', old.id)
          .execute()
        await note(scope, asking, old, body.verb, body, at)
        await tell(scope, asking.caller.userId, old, body, now)
        const droppedId = body.verb === 'finish' ? await dropOldDraft(context, scope, old) : null
        const issueId = body.verb === 'finish' ? await draftIssue(context, scope, asking, old) : null
        return { row: old, issues: [droppedId, issueId], batch: body.verb === 'adopt' ? await settle(scope, asking, old, now) : null }
      })
      const [tenantId, areaId] = [asking.grant.tenantId, row['area_id'] as number]
      live.changed(tenantId, 'task', row.id, areaId)
      for (const id of issues) if (id !== null) live.changed(tenantId, 'materialShipment', id, areaId)
      if (batch) {
        live.changed(tenantId, 'batch', batch.id, areaId)
        live.changed(tenantId, 'land', batch['land_id'] as number, areaId)
      }
      return 1
    },

    async issue({ body }, asking) {
      const { row, issueId } = await asking.inTenant(async (scope) => {
        const found = await tasks.find(scope, body.taskId, { lock: true })
        if (!['finished', 'accepted'].includes(taskStateOf(found))) throw new CallFailure('error.task.state')
        const issueId = (await draftIssue(context, scope, asking, found)) ?? (await takeOver(scope, asking, found.id))
        return { row: found, issueId }
      })
      const [tenantId, areaId] = [asking.grant.tenantId, row['area_id'] as number]
      live.changed(tenantId, 'task', row.id, areaId)
      if (issueId !== null) live.changed(tenantId, 'materialShipment', issueId, areaId)
      return 1
    },

    async report({ body }, asking) {
      const row = await asking.inTenant(async (scope) => {
        const found = await tasks.find(scope, body.taskId)
        await mustBeTheirs(scope, asking, found, true)
        if (taskStateOf(found) !== 'ongoing') throw new CallFailure('error.task.notGoing')
        if (body.note.trim() === '' && body.pictures.length === 0) throw besideField(asking, 'error.input.invalid', 'note', 'required')
        await note(scope, asking, found, 'report', { ...body, reason: body.note }, momentOf(asking, body.at, null))
        return found
      })
      live.changed(asking.grant.tenantId, 'task', row.id, row['area_id'] as number)
      return 1
    },

    async endRepetition({ body }, asking) {
      const { first, gone } = await asking.inTenant(async (scope) => {
        const { series_id: series, ...one } = await tasks.find(scope, body.taskId)
        return endSeries(scope, asking.caller.userId, (series as number | null) ?? one.id, clock())
      })
      live.changed(asking.grant.tenantId, 'task', first.id, first.area_id)
      return gone
    },

    async tick({ body }, asking) {
      const row = await asking.inTenant(async (scope) => {
        // The task is held: it is not finished, nor its steps changed, while one of them is being ticked.
        const found = await tasks.find(scope, body.taskId, { lock: true })
        await mustBeTheirs(scope, asking, found, true)
        if (!isOpen(taskStateOf(found))) throw new CallFailure('error.task.over')
        if (!(found['steps'] as string[]).includes(body.step)) throw new CallFailure('error.version.stale')
        if (body.done === 1)
          await scope
            .insert('task_step', [
              { task_id: found.id, step: body.step, done_at: momentOf(asking, body.at, null), done_by: asking.caller.userId },
            ])
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        else await scope.remove('task_step').where('task_step.task_id', '=', found.id).where('task_step.step', '=', body.step).execute()
        return found
      })
      live.changed(asking.grant.tenantId, 'task', row.id, row['area_id'] as number)
      return 1
    },

    mine: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const workers = await workersOf(scope, asking.caller.userId)
        const takesPart = workers.map((id) => sql<boolean>`task.participants @> ${JSON.stringify([id])}::jsonb`)
        let rows = scope.select('task').where((eb) => eb.or([eb('task.leader_id', 'in', workers.length > 0 ? workers : [0]), ...takesPart]))
        if (query.open === 1) rows = rows.where('task.task_state', 'in', ['unassigned', 'notStarted', 'ongoing'])
        if (query.search?.trim()) rows = rows.where('task.task_name', '~', containing(query.search))
        const page = await readPage(query, rows, (all) =>
          all
            .selectAll('task')
            .orderBy('task.due_at', query.open === 1 ? 'asc' : 'desc')
            .orderBy('task.id'),
        )
        return { ...page, content: (await tasks.describe(scope, page.content as never)) as never }
      }),

    span: ({ query }, asking) => asking.inTenant((scope) => tasksIn(scope, query, clock())),

    events: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        await tasks.find(scope, params.id)
        const page = await readPage(query, scope.select('task_event').where('task_event.task_id', '=', params.id), (all) =>
          all.selectAll('task_event').orderBy('task_event.id', 'desc'),
        )
        const names = await namesOf(scope, [...new Set(page.content.flatMap((row) => row.by_user ?? []))])
        return {
          ...page,
          content: page.content.map((row) => ({
            id: row.id,
            what: row.what as TaskEvent['what'],
            at: row.at,
            by: row.by_user === null ? null : (names.get(row.by_user) ?? null),
            note: row.note,
            pictures: row.pictures,
            place: row.longitude === null || row.latitude === null ? null : { longitude: row.longitude, latitude: row.latitude },
          })),
        }
      }),
  }
}
