import type { CallGroups } from '#contract/calls'
import type { Camera } from '#contract/cameras/camera'
import type { Scope } from '../../ground/database/scope.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { type LockedCamera, lockCameras } from '../cameraRows.ts'

async function shareOf(scope: Scope, cameraId: number): Promise<{ status: number; areaIds: number[] }> {
  const rows = await scope
    .select('camera_share')
    .select('camera_share.area_id')
    .where('camera_share.device_id', '=', cameraId)
    .orderBy('camera_share.area_id')
    .execute()
  return { status: rows.length > 0 ? 1 : 0, areaIds: rows.map((row) => row.area_id) }
}

/** With which other bases a camera is shared. Whoever writes touches the bases that they see, and no others. */
export function shareHandlers(
  changing: (asking: Asking, id: number, act: (scope: Scope, before: LockedCamera) => Promise<void>) => Promise<Camera>,
): Pick<Handlers<CallGroups['camera']>, 'share' | 'saveShare'> {
  return {
    share: ({ params: { id } }, asking) =>
      asking.inTenant(async (scope) => {
        await lockCameras(scope, [id])
        return shareOf(scope, id)
      }),

    async saveShare({ body: { cameraId, status, areaIds } }, asking) {
      const wanted = status === 1 ? [...new Set(areaIds)] : []
      let saved = { status: 0, areaIds: [] as number[] }
      await changing(asking, cameraId, async (scope, { area_id: own }) => {
        const bases = wanted.length === 0 ? [] : await scope.select('area').select('area.id').where('area.id', 'in', wanted).execute()
        if (bases.length < wanted.length || wanted.includes(own)) throw besideField(asking.language, 'areaIds', 'error.camera.shareBase')
        await scope.remove('camera_share').where('camera_share.device_id', '=', cameraId).execute()
        if (wanted.length > 0)
          await scope
            .insert(
              'camera_share',
              wanted.map((areaId) => ({ device_id: cameraId, area_id: areaId })),
            )
            .execute()
        saved = await shareOf(scope, cameraId)
      })
      return saved
    },
  }
}
