import type { CallGroups } from '#contract/calls'
import { mustSeeBase } from '../../ground/database/asked.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { briefRows, type CameraFilter, cameraOf, camerasOf, selectCamera, toBrief, toCamera } from '../cameraRows.ts'

const briefs = async (scope: Scope, filter: CameraFilter) =>
  (
    await briefRows(scope, filter).orderBy('area.area_name').orderBy('device.area_id').orderBy('device.name').orderBy('device.id').execute()
  ).map(toBrief)

/** Which cameras there are. */
export function cameraLists(): Pick<Handlers<CallGroups['camera']>, 'page' | 'all' | 'tenant' | 'tree' | 'get' | 'shares'> {
  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const page = await readPage(query, camerasOf(scope, query), (all) => selectCamera(all).orderBy('device.name').orderBy('device.id'))
        return { ...page, content: page.content.map(toCamera) }
      }),
    all: ({ params: { id: areaId } }, asking) =>
      asking.inTenant(async (scope) => {
        await mustSeeBase(scope, areaId)
        return briefs(scope, { areaId, relation: 'owner' })
      }),
    tenant: ({ query }, asking) => asking.inTenant((scope) => briefs(scope, query)),
    tree: ({ params: { id: areaId } }, asking) =>
      asking.inTenant(async (scope) => {
        await mustSeeBase(scope, areaId)
        const cameras = await briefs(scope, { areaId, relation: 'owner' })
        const plots = Map.groupBy(cameras, ({ landId }) => landId)
        return [...plots]
          .map(([landId, own]) => ({ landId, landName: own[0]!.landName, cameras: own }))
          .toSorted((one, other) => (one.landName ?? '').localeCompare(other.landName ?? '', 'zh'))
      }),
    get: ({ params: { id } }, asking) => asking.inTenant(async (scope) => toCamera(await cameraOf(scope, id))),
    shares: ({ params: { id: areaId } }, asking) =>
      asking.inTenant(async (scope) => {
        await mustSeeBase(scope, areaId)
        return briefs(scope, { areaId, relation: 'share' })
      }),
  }
}
