import { sql } from 'kysely'
import { daysOf, type Stage } from '#contract/core/field'
import { batch, type BatchState, type BatchVerb } from '#contract/farm/batch'
import { batchAfter, isEnded, isStanding } from '#machines/farm/batch'
import { FIRST_DAY } from '#contract/core/values'
import { daysBetween } from '#contract/farm/stage'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { recordsOf } from '../ground/crud/records.ts'
import { besideField, type Row, rulesFor } from '../ground/crud/rules.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Asking } from '../ground/http/handler.ts'
import { dayOf } from '#contract/core/zonedMoment'
import { dayAfter, growthOf } from './batchDays.ts'
import { plannedBatches } from './batchPlan.ts'
import { nurturesOf } from './herd/rows.ts'
import { begunEarly, safeAfter } from './safety.ts'
import { movePlansOf } from './plans/plan.ts'
import { seasonOf } from './season.ts'

const stateOf = (row: Row) => row['batch_state'] as BatchState

/** Batches: of a plot of their base, not larger than it; what ended is not edited, and what stood is not deleted. */
export const batchRules = rulesFor(batch, {
  table: 'batch',

  async beforeSave({ scope, asking, values, old }) {
    if (old && isEnded(stateOf(old))) throw new CallFailure('error.batch.ended')
    const land = await scope.select('land').select(['area_id', 'land_measure']).where('land.id', '=', values.landId).executeTakeFirst()
    if (land?.area_id !== values.areaId) throw besideField(asking, 'error.input.invalid', 'landId', 'plotElsewhere')
    // What stands on a plot is not carried to another, and is not another thing all at once.
    const moved = old && isStanding(stateOf(old)) && (['landId', 'land_id'] as const)
    if (moved && old[moved[1]] !== values.landId) throw besideField(asking, 'error.input.invalid', 'landId', 'batchStands')
    if (moved && old['variety_id'] !== values.varietyId) throw besideField(asking, 'error.input.invalid', 'varietyId', 'batchStands')
    if (values.part !== null && land.land_measure !== null && Number(values.part) > Number(land.land_measure))
      throw besideField(asking, 'error.input.invalid', 'part', 'overPlot', { mu: String(land.land_measure) })
    if (values.harvestOn !== null && values.harvestOn < values.startsOn)
      throw besideField(asking, 'error.input.invalid', 'harvestOn', 'beforeStart')
    const variety = await scope
      .select('variety')
      .select(['name', 'growth_days', 'stages'])
      .where('variety.id', '=', values.varietyId)
      .executeTakeFirstOrThrow()
    const stages = stagesFor(values.stages, variety.stages, old !== null && old['variety_id'] === values.varietyId, old)
    const grows = growsFor(stages, variety.growth_days)
    const harvestOn = values.harvestOn ?? (grows === null ? null : dayAfter(values.startsOn, grows))
    // What was planned before somebody sprayed stays as it is until the plan is changed.
    const isPlanned = harvestOn !== null && (old?.['harvest_on'] !== harvestOn || old['land_id'] !== values.landId)
    const safe = isPlanned ? await safeAfter(scope, values.landId, harvestOn) : null
    if (safe !== null) throw besideField(asking, 'error.input.invalid', 'harvestOn', 'insideSafety', { day: safe })
    return { varietyName: variety.name, stages, harvestOn }
  },

  async afterSave({ scope, asking, row, old }) {
    if (old) await movePlansOf(scope, asking, row, daysBetween(old['starts_on'] as string, row['starts_on'] as string))
  },

  async beforeDelete({ row }) {
    if (stateOf(row) !== 'planned') throw new CallFailure('error.batch.begun')
  },

  async describe(scope, rows, now) {
    const { raw, tenantId } = scope
    const early = await begunEarly(
      scope,
      rows.map(({ id }) => id),
    )
    const nurtures = await nurturesOf(
      scope,
      rows.map((row) => row['land_id'] as number),
    )
    const { time_zone: zone } = await raw.selectFrom('tenant').select('time_zone').where('id', '=', tenantId).executeTakeFirstOrThrow()
    return rows.map((row) => ({
      batchState: stateOf(row),
      startedAt: row['started_at'],
      endedAt: row['ended_at'],
      endReason: row['end_reason'],
      growth: growthOf(row, now, zone),
      safeFrom: early.get(row.id) ?? null,
      nurtureKind: nurtures.get(row['land_id'] as number) ?? null,
    }))
  },
})

/** The stages that are said; those of the variety where none are, or where it is another variety now and nobody has said others. */
function stagesFor(said: readonly Stage[], known: readonly Stage[], isSame: boolean, old: Row | null): Stage[] {
  const isUntouched = old === null ? said.length === 0 : JSON.stringify(inOrder(said)) === JSON.stringify(inOrder(old['stages'] as Stage[]))
  return [...(!isSame && (isUntouched || said.length === 0) ? known : said)]
}
const inOrder = (stages: readonly Stage[]) => stages.map(({ name, days }) => [name, days])
const growsFor = (stages: readonly Stage[], days: number | null) =>
  stages.length > 0 ? daysOf(stages) : days === null ? null : Math.ceil(days)

const standing = ['growing', 'harvesting'] as const satisfies readonly BatchState[]

/** What stands on plots, the oldest first. */
export const standingOn = ({ raw, tenantId }: Scope, landIds: readonly number[]) =>
  raw
    .selectFrom('batch')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('land_id', '=', sql<number>`any(${landIds}::bigint[])`)
    .where('batch_state', 'in', standing)
    .orderBy('started_at')
    .orderBy('id')
    .execute()

/** A held plot is called by what began to stand on it last. */
async function nameStanding(scope: Scope, landId: number): Promise<void> {
  const last = (await standingOn(scope, [landId])).at(-1)
  await scope
    .update('land')
    .set((eb) => ({ variety_id: last?.variety_id ?? null, object_version_number: eb('object_version_number', '+', 1) }))
    .where('land.id', '=', landId)
    .execute()
}

/** Ends what stands on a held plot. */
export const endStanding = ({ raw, tenantId }: Scope, landId: number, now: number) =>
  raw
    .updateTable('batch')
    .set((eb) => ({ batch_state: 'closed', ended_at: now, object_version_number: eb('object_version_number', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('land_id', '=', landId)
    .where('batch_state', 'in', standing)
    .execute()

/** A variety is set on a held plot as a whole: a batch of it begins to stand there, called by it and its first day. */
export async function plant(scope: Scope, row: Row, now: number, today: string): Promise<void> {
  const {
    name,
    growth_days: days,
    stages,
  } = await scope
    .select('variety')
    .select(['name', 'growth_days', 'stages'])
    .where('variety.id', '=', row['variety_id'] as number)
    .executeTakeFirstOrThrow()
  const grows = growsFor(stages, days)
  await scope
    .insert('batch', [
      {
        area_id: row['area_id'] as number,
        land_id: row.id,
        variety_id: row['variety_id'] as number,
        variety_name: name,
        batch_name: `${name} ${today}`,
        batch_state: 'growing',
        starts_on: today,
        harvest_on: grows === null ? null : dayAfter(today, grows),
        stages: JSON.stringify(stages),
        started_at: now,
        ended_at: null,
      },
    ])
    .execute()
}

/** Holds the plot of a batch, which is held before the batch by whoever changes either; answers its id. */
export async function holdPlotOf(scope: Scope, batchId: number): Promise<number> {
  const { land_id: landId } = await scope.select('batch').select('batch.land_id').where('batch.id', '=', batchId).executeTakeFirstOrThrow()
  await scope.select('land').select('land.id').where('land.id', '=', landId).forUpdate('land').execute()
  return landId
}

/** Closes a batch that stands, at `at` (ms UTC): its plot is held before it. Null where it does not stand. */
export async function closeBatch(scope: Scope, batchId: number, at: number): Promise<Row | null> {
  const landId = await holdPlotOf(scope, batchId)
  const row = (await scope
    .select('batch')
    .selectAll('batch')
    .where('batch.id', '=', batchId)
    .forUpdate('batch')
    .executeTakeFirstOrThrow()) as unknown as Row
  if (!isStanding(stateOf(row))) return null
  await scope
    .update('batch')
    .set((eb) => ({
      batch_state: 'closed',
      ended_at: Math.max(at, row['started_at'] as number),
      object_version_number: eb('object_version_number', '+', 1),
    }))
    .where('batch.id', '=', batchId)
    .execute()
  await nameStanding(scope, landId)
  return row
}

/** The life of batches, and what stands where. */
export function batchHandlers(context: Context): HandlersOf<'farm'>['batch'] {
  const { registry, clock, live } = context
  const batches = recordsOf(registry.batch, registry, clock)

  /** The plot is held before its batches, as by who saves the plot. */
  async function hold(scope: Scope, id: number, version: number): Promise<Row> {
    const { land_id: landId } = await batches.find(scope, id)
    await scope
      .select('land')
      .select('land.id')
      .where('land.id', '=', landId as number)
      .forUpdate('land')
      .execute()
    const row = await batches.find(scope, id, { lock: true })
    if (row.object_version_number !== version) throw new CallFailure('error.version.stale')
    return row
  }
  /** What a verb writes beside the state. */
  function written(asking: Asking, row: Row, verb: BatchVerb, at: number, reason: string | null) {
    if (verb === 'begin') return { started_at: at }
    if (verb === 'reopen') return { ended_at: null, end_reason: null, harvesting_at: null, measure: null }
    if (at < (row['started_at'] as number)) throw besideField(asking, 'error.input.invalid', 'at', 'beforeStart')
    if (verb === 'harvest') return { harvesting_at: at }
    if (verb === 'fail' && reason === null) throw besideField(asking, 'error.input.invalid', 'reason', 'required')
    return { ended_at: at, end_reason: reason }
  }
  return {
    ...crudHandlers(batchRules, context),

    async act({ body }, asking) {
      const row = await asking.inTenant(async (scope) => {
        const old = await hold(scope, body.batchId, body.objectVersionNumber)
        const after = batchAfter(stateOf(old), body.verb)
        if (after === null) throw new CallFailure('error.batch.state')
        const now = clock()
        const at = body.at ?? now
        if (at > now) throw besideField(asking, 'error.input.invalid', 'at', 'future')
        if (dayOf(at, asking.grant.timeZone) < FIRST_DAY) throw besideField(asking, 'error.input.invalid', 'at', 'tooEarly')
        await scope
          .update('batch')
          .set((eb) => ({
            batch_state: after,
            ...written(asking, old, body.verb, at, body.reason?.trim() || null),
            object_version_number: eb('object_version_number', '+', 1),
          }))
          .where('batch.id', '=', old.id)
          .execute()
        if (isStanding(after) !== isStanding(stateOf(old))) await nameStanding(scope, old['land_id'] as number)
        return old
      })
      const { tenantId } = asking.grant
      live.changed(tenantId, 'batch', row.id, row['area_id'] as number)
      live.changed(tenantId, 'land', row['land_id'] as number, row['area_id'] as number)
      return 1
    },

    async move({ body: { batchId, objectVersionNumber, ...moved } }, asking) {
      const { row, old } = await asking.inTenant(async (scope) => {
        const old = await batches.find(scope, batchId, { lock: true })
        // Its first day is a fact; the plot is judged by the rules of every edit.
        if (isStanding(stateOf(old)) && old['starts_on'] !== moved.startsOn)
          throw besideField(asking, 'error.input.invalid', 'startsOn', 'batchStands')
        return batches.amend(scope, asking, batchId, objectVersionNumber, moved)
      })
      for (const landId of new Set([old['land_id'], row['land_id']] as number[]))
        live.changed(asking.grant.tenantId, 'land', landId, row['area_id'] as number)
      live.changed(asking.grant.tenantId, 'batch', batchId, row['area_id'] as number)
      return 1
    },

    season: ({ query }, asking) => asking.inTenant((scope) => seasonOf(scope, query, asking.grant.timeZone)),

    plan: ({ query }, asking) => asking.inTenant((scope) => plannedBatches(scope, query, { now: clock(), zone: asking.grant.timeZone })),

    varieties: ({ query }, { inTenant }) =>
      inTenant((scope) => {
        let rows = scope
          .select('batch')
          .innerJoin('variety', 'variety.id', 'batch.variety_id')
          .innerJoin('land', (join) => join.onRef('land.id', '=', 'batch.land_id').onRef('land.tenant_id', '=', 'batch.tenant_id'))
          .where('batch.batch_state', 'in', standing)
        if (query.areaId !== undefined) rows = rows.where('batch.area_id', '=', query.areaId)
        const stood = rows
          .groupBy(['variety.id', 'variety.name', 'variety.variety_image'])
          .select([
            'variety.id as varietyId',
            'variety.name as name',
            'variety.variety_image as varietyImage',
            sql<number>`count(*)::int`.as('batches'),
            sql<string>`coalesce(sum(coalesce(batch.part, land.land_measure)), 0)::numeric(14, 2)::text`.as('measure'),
            sql<string>`coalesce(sum(batch.expected_yield), 0)::numeric(14, 2)::text`.as('expectedYield'),
          ])
        return readPage(query, scope.raw.selectFrom(stood.as('stood')), (all) => all.selectAll('stood').orderBy('name'))
      }),
  }
}
