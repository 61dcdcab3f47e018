import { sql } from 'kysely'
import { type CapturePlan, type CapturePlanBody, MOST_PLANS, MOST_SHOWN } from '#contract/cameras/capture'
import type { CallGroups } from '#contract/calls'
import type { Context } from '../../ground/contents.ts'
import { mustSeeBase } from '../../ground/database/asked.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { zonedMoment } from '#contract/core/zonedMoment'
import { cameraOf, lockCameras } from '../cameraRows.ts'
import { nextDue } from '../captures/dueMoments.ts'
import { captureColumns, columnsOf, plansWhere, seriesWhere, toCapture } from '../captures/rows.ts'
import { alarmPictureOf } from '../alarmPictures/read.ts'

const UNIQUE_VIOLATION = '23505'

/** Pictures at times of the day: their plans, what came of them, and what a camera saw of an alarm. */
export function captureHandlers({ clock, live }: Context): Handlers<CallGroups['cameraCapture']> {
  const planOf = async (scope: Scope, id: number): Promise<CapturePlan> => (await plansWhere(scope, sql`p.id = ${id}`))[0]!
  /** The camera of a plan, one of the caller's own bases, locked; else fails with error.notFound. */
  async function lockOf(scope: Scope, planId: number) {
    const row = await scope.select('capture_plan').select('device_id').where('id', '=', planId).executeTakeFirst()
    if (!row) throw notFound()
    return (await lockCameras(scope, [row.device_id]))[0]!
  }
  const timingOf = (body: CapturePlanBody, { grant: { timeZone } }: Asking) => {
    const columns = columnsOf(body)
    return { ...columns, zone: timeZone, next_at: nextDue(columns, timeZone, clock()) }
  }
  async function writing(
    asking: Asking,
    act: (scope: Scope) => Promise<{ readonly areaId: number; readonly plan: CapturePlan }>,
  ): Promise<CapturePlan> {
    try {
      const { areaId, plan } = await asking.inTenant(act)
      live.changed(asking.grant.tenantId, 'cameraCapture', plan.id, areaId)
      return plan
    } catch (cause) {
      if ((cause as { code?: string }).code === UNIQUE_VIOLATION) throw besideField(asking.language, 'name', 'error.camera.planTaken')
      throw cause
    }
  }

  return {
    list: ({ query: { cameraId } }, asking) =>
      asking.inTenant(async (scope) => {
        await cameraOf(scope, cameraId)
        return plansWhere(scope, sql`p.device_id = ${cameraId}`)
      }),

    add: ({ body }, asking) =>
      writing(asking, async (scope) => {
        const [camera] = await lockCameras(scope, [body.cameraId])
        const { count } = await scope
          .select('capture_plan')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('device_id', '=', camera!.id)
          .executeTakeFirstOrThrow()
        if (count >= MOST_PLANS) throw new CallFailure('error.camera.mostPlans', { most: MOST_PLANS })
        const { id } = await scope
          .insert('capture_plan', [{ device_id: camera!.id, ...timingOf(body, asking) }])
          .returning('id')
          .executeTakeFirstOrThrow()
        return { areaId: camera!.area_id, plan: await planOf(scope, id) }
      }),

    edit: ({ body }, asking) =>
      writing(asking, async (scope) => {
        const camera = await lockOf(scope, body.id)
        if (camera.id !== body.cameraId) throw notFound()
        const row = await scope
          .update('capture_plan')
          .set({ ...timingOf(body, asking), object_version_number: body.objectVersionNumber + 1 })
          .where('id', '=', body.id)
          .where('object_version_number', '=', body.objectVersionNumber)
          .returning('id')
          .executeTakeFirst()
        if (!row) throw new CallFailure('error.version.stale')
        return { areaId: camera.area_id, plan: await planOf(scope, body.id) }
      }),

    async remove({ params: { id } }, asking) {
      const areaId = await asking.inTenant(async (scope) => {
        const camera = await lockOf(scope, id)
        await scope.remove('capture_plan').where('id', '=', id).execute()
        return camera.area_id
      })
      live.changed(asking.grant.tenantId, 'cameraCapture', id, areaId)
      return 1
    },

    captures: ({ params: { id }, query }, asking) =>
      asking.inTenant(async (scope) => {
        await cameraOf(scope, id)
        let rows = scope.raw
          .selectFrom('capture')
          .innerJoin('capture_plan', 'capture_plan.id', 'capture.plan_id')
          .where('capture.tenant_id', '=', scope.tenantId)
          .where('capture.device_id', '=', id)
        if (query.state) rows = rows.where('capture.state', '=', query.state)
        const page = await readPage(query, rows, (all) =>
          all
            .select(captureColumns.map((column) => `capture.${column}` as const))
            .select(['capture.plan_id', 'capture_plan.name'])
            .orderBy('capture.due_at', 'desc')
            .orderBy('capture.id', 'desc'),
        )
        return { ...page, content: page.content.map((row) => ({ ...toCapture(row), planId: row.plan_id, planName: row.name })) }
      }),

    situation: ({ query: { areaId } }, asking) =>
      asking.inTenant(async (scope) => {
        await mustSeeBase(scope, areaId)
        return seriesWhere(scope, sql`d.area_id = ${areaId}`)
      }),

    seedling: ({ query: { planId, startDate, endDate } }, asking) =>
      asking.inTenant(async (scope) => {
        const [series] = await seriesWhere(scope, sql`p.id = ${planId}`)
        if (!series) throw notFound()
        const { timeZone: zone } = asking.grant
        let rows = scope.select('capture').where('plan_id', '=', planId)
        if (startDate !== undefined) rows = rows.where('due_at', '>=', zonedMoment(startDate, zone, 'start')!)
        if (endDate !== undefined) rows = rows.where('due_at', '<', zonedMoment(endDate, zone, 'end')!)
        const { total } = await rows.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
        const found = await rows.select(captureColumns).orderBy('due_at', 'desc').limit(MOST_SHOWN).execute()
        return { series, zone, total, pictures: found.toReversed().map(toCapture) }
      }),

    alarm: ({ params: { id } }, asking) => asking.inTenant((scope) => alarmPictureOf(scope, id)),
  }
}
