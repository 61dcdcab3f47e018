import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { MOST_TOURS, MOST_VR_AREAS, type Vr } from '#contract/panoramas/tour'
import type { Context } from '../../ground/contents.ts'
import { containing } from '../../ground/database/containing.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { answerPackage } from '../package/answer.ts'
import { lockTours } from './asked.ts'
import { filesOfCover } from './cover.ts'
import { mustSeeTour, tourColumns, tourOf, toTours } from './tourRows.ts'

/** Nobody guesses one. */
const KEY_BYTES = 24

/** Tours through panoramas of bases. */
export function panoramaVrHandlers({ live, files, clock }: Pick<Context, 'live' | 'files' | 'clock'>): Handlers<CallGroups['panoramaVr']> {
  /** Writes a tour, and tells of it. */
  async function writing(asking: Asking, act: (scope: Scope) => Promise<number>): Promise<Vr> {
    const tour = await asking.inTenant(async (scope) => tourOf(scope, await act(scope)))
    live.changed(asking.grant.tenantId, 'panoramaVr', tour.vrId, null)
    return tour
  }
  /** Changes columns of a tour that the caller sees. */
  const setting = (asking: Asking, vrId: number, values: Record<string, unknown>) =>
    writing(asking, async (scope) => {
      const row = await scope
        .update('panorama_vr')
        .set({ ...values, object_version_number: sql<number>`object_version_number + 1` })
        .where('panorama_vr.id', '=', vrId)
        .returning('panorama_vr.id')
        .executeTakeFirst()
      if (!row) throw notFound()
      return row.id
    })

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        let rows = scope.select('panorama_vr')
        if (query.vrName?.trim()) rows = rows.where('panorama_vr.name', '~', containing(query.vrName))
        if (query.enabledFlag !== undefined) rows = rows.where('panorama_vr.enabled_flag', '=', query.enabledFlag)
        if (query.areaId !== undefined)
          rows = rows.where(
            'panorama_vr.id',
            'in',
            scope
              .select('panorama_vr_area')
              .select('panorama_vr_area.vr_id')
              .where('panorama_vr_area.area_id', '=', query.areaId)
              .where('panorama_vr_area.area_id', 'in', seenAreas(scope)),
          )
        const page = await readPage(query, rows, (all) => all.select(tourColumns).orderBy('panorama_vr.id', 'desc'))
        return { ...page, content: await toTours(scope, page.content) }
      }),

    get: ({ params }, asking) => asking.inTenant((scope) => tourOf(scope, params.vrId)),

    add: ({ body }, asking) =>
      writing(asking, async (scope) => {
        await lockTours(scope)
        await mustSeeAreas(scope, asking, body.areaId)
        const { n } = await scope.raw
          .selectFrom('panorama_vr')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('tenant_id', '=', scope.tenantId)
          .executeTakeFirstOrThrow()
        if (n >= MOST_TOURS) throw new CallFailure('error.vr.most', { most: MOST_TOURS })
        const texts = await filesOfCover(scope, asking.language, 'vrCover', body.vrCover)
        const { id } = await scope
          .insert('panorama_vr', [{ name: body.vrName, cover: body.vrCover, description: body.description }])
          .returning('panorama_vr.id')
          .executeTakeFirstOrThrow()
        await linkAreas(scope, id, body.areaId)
        await sayUses(scope.raw, holderOf(scope, id), { texts })
        return id
      }),

    edit: ({ body }, asking) =>
      writing(asking, async (scope) => {
        const id = body.vrId
        const before = await scope
          .select('panorama_vr')
          .select(['panorama_vr.cover', 'panorama_vr.object_version_number'])
          .where('panorama_vr.id', '=', id)
          .forNoKeyUpdate('panorama_vr')
          .executeTakeFirst()
        if (!before) throw notFound()
        if (before.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
        await mustSeeAreas(scope, asking, body.areaId)
        if (body.vrCover !== before.cover) {
          const texts = await filesOfCover(scope, asking.language, 'vrCover', body.vrCover)
          await sayUses(scope.raw, holderOf(scope, id), { texts }, { texts: [before.cover] })
        }
        // Those that the caller does not see stay.
        await scope
          .remove('panorama_vr_area')
          .where('panorama_vr_area.vr_id', '=', id)
          .where('panorama_vr_area.area_id', 'in', seenAreas(scope))
          .execute()
        await linkAreas(scope, id, body.areaId)
        const { n } = await scope.raw
          .selectFrom('panorama_vr_area')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('tenant_id', '=', scope.tenantId)
          .where('vr_id', '=', id)
          .executeTakeFirstOrThrow()
        if (n > MOST_VR_AREAS) throw besideField(asking.language, 'areaId', 'error.vr.mostAreas', { most: MOST_VR_AREAS })
        await scope
          .update('panorama_vr')
          .set({
            name: body.vrName,
            cover: body.vrCover,
            description: body.description,
            enabled_flag: body.enabledFlag,
            object_version_number: body.objectVersionNumber + 1,
          })
          .where('panorama_vr.id', '=', id)
          .execute()
        return id
      }),

    enable: ({ params, body }, asking) => setting(asking, params.vrId, { enabled_flag: body.enabledFlag }),

    async publish({ params: { vrId }, body }, asking) {
      if (body.publishFlag === 0) return setting(asking, vrId, { publish_key: null, published_at: null })
      const tour = await asking.inTenant((scope) => tourOf(scope, vrId))
      if (tour.scenes === 0) throw new CallFailure('error.vr.noScene')
      if (tour.publishKey !== null) return tour
      return setting(asking, vrId, { publish_key: randomBytes(KEY_BYTES).toString('base64url'), published_at: Math.floor(clock()) })
    },

    package: ({ params }, asking) => answerPackage(files.storage, params.vrId, asking),

    async remove({ params: { vrId } }, asking) {
      await asking.inTenant(async (scope) => {
        await lockTours(scope)
        await mustSeeTour(scope, vrId)
        const scenes = await scope
          .select('panorama_scene')
          .select(['panorama_scene.id', 'panorama_scene.cover', 'panorama_scene.hot_spot_json'])
          .where('panorama_scene.vr_id', '=', vrId)
          .execute()
        for (const { id, cover, hot_spot_json: hotSpots } of scenes)
          await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'panorama_scene', id }, { texts: [] }, { texts: [cover, hotSpots] })
        await scope.raw
          .deleteFrom('file_use')
          .where('tenant_id', '=', scope.tenantId)
          .where('holder', '=', 'panorama_vr')
          .where('holder_id', '=', vrId)
          .execute()
        await scope.remove('panorama_vr').where('panorama_vr.id', '=', vrId).execute()
      })
      live.changed(asking.grant.tenantId, 'panoramaVr', vrId, null)
      return 1
    },
  }
}

const holderOf = ({ tenantId }: Scope, id: number) => ({ tenantId, table: 'panorama_vr', id }) as const

const seenAreas = (scope: Scope) => scope.select('area').select('area.id')

/** The caller sees each of them, and names each once. */
async function mustSeeAreas(scope: Scope, { language }: Asking, areas: readonly number[]): Promise<void> {
  const found = await scope
    .select('area')
    .select('area.id')
    .where('area.id', 'in', [...areas])
    .execute()
  if (found.length < areas.length) throw besideField(language, 'areaId', 'error.vr.areaUnknown')
}

const linkAreas = (scope: Scope, vrId: number, areas: readonly number[]) =>
  scope
    .insert(
      'panorama_vr_area',
      areas.map((areaId) => ({ vr_id: vrId, area_id: areaId })),
    )
    .execute()
