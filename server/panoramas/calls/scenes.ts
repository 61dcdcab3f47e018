import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { MOST_SCENES, type Scene } from '#contract/panoramas/scene'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { lockTours } from './asked.ts'
import { filesOfCover } from './cover.ts'
import { linkedIn, mustLead } from './hotspots.ts'
import { readScenes } from './sceneRows.ts'
import { mustSeeTour } from './tourRows.ts'

/** The scenes of tours: who writes one waits for who writes another of the tenant, so that none leads to one that is being deleted. */
export function panoramaScenesHandlers({ live }: Pick<Context, 'live'>): Handlers<CallGroups['panoramaScenes']> {
  const writing = async <T>(asking: Asking, vrId: number, act: (scope: Scope) => Promise<T>): Promise<T> => {
    const done = await asking.inTenant(async (scope) => {
      await lockTours(scope)
      await mustSeeTour(scope, vrId)
      return act(scope)
    })
    live.changed(asking.grant.tenantId, 'panoramaScene', vrId, null)
    return done
  }
  const sceneOf = async (scope: Scope, asking: Asking, vrId: number, id: number): Promise<Scene> => {
    const found = (await readScenes(scope, asking.language, vrId)).find(({ scenesId }) => scenesId === id)
    if (!found) throw notFound()
    return found
  }

  return {
    list: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        await mustSeeTour(scope, query.vrId)
        return readScenes(scope, asking.language, query.vrId)
      }),

    add: ({ body: { vrId, panoramaId, scenesName } }, asking) =>
      writing(asking, vrId, async (scope) => {
        const scenes = await readScenes(scope, asking.language, vrId)
        if (scenes.length >= MOST_SCENES) throw new CallFailure('error.scene.most', { most: MOST_SCENES })
        await mustBeOffered(scope, asking, panoramaId)
        const { id } = await scope
          .insert('panorama_scene', [
            {
              vr_id: vrId,
              panorama_id: panoramaId,
              name: scenesName.trim(),
              place: sql<number>`(select coalesce(max(place), 0) + 1 from panorama_scene where vr_id = ${vrId})`,
            },
          ])
          .returning('panorama_scene.id')
          .executeTakeFirstOrThrow()
        return sceneOf(scope, asking, vrId, id)
      }),

    edit: ({ body }, asking) =>
      writing(asking, body.vrId, async (scope) => {
        const { scenesId, vrId, hotSpotJson, visualJson, scenesCover } = body
        const before = await sceneOf(scope, asking, vrId, scenesId)
        if (before.objectVersionNumber !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
        if (before.panoramaId !== body.panoramaId) await mustBeOffered(scope, asking, body.panoramaId)
        await mustLead(scope, asking.language, { vrId, hotSpotJson, before: before.hotSpotJson })
        const covers =
          scenesCover === before.scenesCover ? [scenesCover] : await filesOfCover(scope, asking.language, 'scenesCover', scenesCover)
        await sayUses(
          scope.raw,
          { tenantId: scope.tenantId, table: 'panorama_scene', id: scenesId },
          { texts: [...covers, hotSpotJson] },
          { texts: [before.scenesCover, before.hotSpotJson] },
        )
        await scope
          .update('panorama_scene')
          .set({
            name: body.scenesName.trim(),
            panorama_id: body.panoramaId,
            cover: scenesCover,
            hot_spot_json: hotSpotJson,
            visual_json: visualJson,
            object_version_number: body.objectVersionNumber + 1,
          })
          .where('panorama_scene.id', '=', scenesId)
          .execute()
        return sceneOf(scope, asking, vrId, scenesId)
      }),

    order: ({ body: { vrId, scenesIds } }, asking) =>
      writing(asking, vrId, async (scope) => {
        const scenes = await readScenes(scope, asking.language, vrId)
        const wanted = new Set(scenesIds)
        if (wanted.size !== scenesIds.length || scenes.length !== wanted.size || scenes.some(({ scenesId }) => !wanted.has(scenesId)))
          throw new CallFailure('error.conflict')
        for (const [at, id] of scenesIds.entries())
          await scope
            .update('panorama_scene')
            .set({ place: at + 1 })
            .where('panorama_scene.id', '=', id)
            .execute()
        return readScenes(scope, asking.language, vrId)
      }),

    async remove({ body: { scenesId } }, asking) {
      const vrId = await asking.inTenant((scope) => tourOfScene(scope, scenesId))
      return writing(asking, vrId, async (scope) => {
        const scenes = await readScenes(scope, asking.language, vrId)
        const gone = scenes.find((one) => one.scenesId === scenesId)
        if (!gone) throw notFound()
        if (scenes.length === 1) throw new CallFailure('error.scene.last')
        const leading = scenes.filter((one) => one !== gone && linkedIn(one.hotSpotJson).has(scenesId))
        if (leading.length > 0)
          throw new CallFailure('error.scene.linked', { names: leading.map(({ scenesName }) => scenesName).join(', ') })
        await sayUses(
          scope.raw,
          { tenantId: scope.tenantId, table: 'panorama_scene', id: scenesId },
          { texts: [] },
          { texts: [gone.scenesCover, gone.hotSpotJson] },
        )
        await scope.remove('panorama_scene').where('panorama_scene.id', '=', scenesId).execute()
        return 1 as const
      })
    },
  }
}

async function tourOfScene(scope: Scope, scenesId: number): Promise<number> {
  const row = await scope
    .select('panorama_scene')
    .select('panorama_scene.vr_id')
    .where('panorama_scene.id', '=', scenesId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.vr_id
}

/** A panorama that may be shown in a new scene; else fails with error.scene.panorama. */
async function mustBeOffered(scope: Scope, { language }: Asking, panoramaId: number): Promise<void> {
  const found = await scope
    .select('panorama')
    .select('panorama.id')
    .where('panorama.id', '=', panoramaId)
    .where('panorama.enabled_flag', '=', 1)
    .executeTakeFirst()
  if (!found) throw besideField(language, 'panoramaId', 'error.scene.panorama')
}
