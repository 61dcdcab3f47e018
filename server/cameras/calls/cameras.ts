import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { mustBePlace } from '../../devices/deviceRecord.ts'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { sayUses } from '../../ground/files/uses.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { cameraOf, type LockedCamera, lockCameras, readOwnCamera, toCamera } from '../cameraRows.ts'
import { deskOf } from '../desk.ts'
import { isSameDevice, mustBeKnown } from './cloudReach.ts'
import { removeFolder } from '../recording/places.ts'
import { cameraLists } from './lists.ts'
import { mustGivePasswordAnew, passwordReader } from './password.ts'
import { probeHandler } from './probe.ts'
import { changeCamera, forgetShareWith, isSameSource, lawfulReach, makeCamera, refusingTakenSerial } from './save.ts'
import { shareHandlers } from './shares.ts'

/** The records of cameras: made, changed, moved, closed and taken away. */
export function cameraHandlers(context: Context): Handlers<CallGroups['camera']> {
  const { live, broker } = context
  const desk = deskOf(context)
  const readPassword = passwordReader(context)

  function tell(tenantId: number, id: number, ...areas: number[]): void {
    for (const areaId of new Set(areas)) {
      live.changed(tenantId, 'camera', id, areaId)
      live.changed(tenantId, 'gateway', id, areaId)
    }
  }
  const answer = async (scope: Scope, id: number) => toCamera(await cameraOf(scope, id))
  const lockOne = async (scope: Scope, id: number): Promise<LockedCamera> => (await lockCameras(scope, [id]))[0]!
  /** Changes one of the caller's own cameras; whoever watches it is looked at anew. */
  async function changing(asking: Asking, id: number, act: (scope: Scope, before: LockedCamera) => Promise<void>) {
    const { before, after } = await asking.inTenant(async (scope) => {
      const row = await lockOne(scope, id)
      await act(scope, row)
      return { before: row, after: await answer(scope, id) }
    })
    await desk.changed(id, false)
    tell(asking.grant.tenantId, id, before.area_id, after.areaId)
    return after
  }

  async function removeAll(asking: Asking, ids: readonly number[]): Promise<1> {
    const { tenantId } = asking.grant
    // What is still turned is told to stop while it is known how it is reached.
    const before = await asking.inTenant((scope) => lockCameras(scope, ids))
    for (const { id } of before) await desk.holds.release(id)
    const gone = await asking.inTenant(async (scope) => {
      const rows = await lockCameras(scope, ids)
      for (const row of rows) {
        await scope.remove('device').where('device.id', '=', row.id).execute()
        await sayUses(scope.raw, { tenantId, table: 'camera', id: row.id }, { texts: [] }, { texts: [row.picture_url] })
      }
      return rows
    })
    for (const { id, eui, area_id: areaId } of gone) {
      broker.dropDevice({ tenantId, eui })
      await desk.changed(id, false)
      await desk.keeper.without(id, () => removeFolder(desk.keeper.folder, tenantId, id))
      tell(tenantId, id, areaId)
    }
    return 1
  }

  return {
    ...cameraLists(),
    ...shareHandlers(changing),
    probe: probeHandler(desk, readPassword),

    reach: ({ params: { id } }, asking) =>
      asking.inTenant(async (scope) => {
        const row = await readOwnCamera(scope, id)
        return {
          ...(await answer(scope, id)),
          hdUrl: row.hd_url,
          sdUrl: row.sd_url,
          onvifUrl: row.onvif_url,
          userName: row.user_name,
          nationalChannel: row.national_channel,
          passwordSet: row.password !== null,
        }
      }),

    async add({ body: sent }, asking) {
      const { tenantId } = asking.grant
      const body = readPassword(sent, asking.language)
      const reach = await lawfulReach(body, asking.language, desk)
      const turns = await mustBeKnown({ ...body, ...reach }, asking, desk)
      const made = await refusingTakenSerial(asking.language, body.deviceSerial, () =>
        asking.inTenant(async (scope) => answer(scope, await makeCamera(scope, body, reach, turns, desk))),
      )
      // A connection may stand under this name that was let in before: it is not this device's.
      broker.dropDevice({ tenantId, eui: made.deviceSerial })
      tell(tenantId, made.id, made.areaId)
      return made
    },

    async edit({ body: sent }, asking) {
      const { tenantId } = asking.grant
      const body = readPassword(sent, asking.language)
      const reach = await lawfulReach(body, asking.language, desk)
      const known = await asking.inTenant((scope) => cameraOf(scope, body.id))
      const turns = isSameDevice(known, body) ? known.ptz_flag === 1 : await mustBeKnown({ ...body, ...reach }, asking, desk)
      const { before, after } = await refusingTakenSerial(asking.language, body.deviceSerial, () =>
        asking.inTenant(async (scope) => {
          const row = await lockOne(scope, body.id)
          mustGivePasswordAnew({ ...reach, password: body.password }, row, asking.language)
          await changeCamera(scope, row, body, reach, turns, desk)
          return { before: row, after: await answer(scope, row.id) }
        }),
      )
      for (const eui of new Set([before.eui, after.deviceSerial])) broker.dropDevice({ tenantId, eui })
      await desk.changed(after.id, !isSameSource(before, body, reach))
      tell(tenantId, after.id, before.area_id, after.areaId)
      return after
    },

    remove: ({ params: { id } }, asking) => removeAll(asking, [id]),
    removeAll: ({ body }, asking) =>
      removeAll(
        asking,
        body.map(({ id }) => id),
      ),

    async transfer({ body }, asking) {
      const { tenantId } = asking.grant
      const before = await asking.inTenant(async (scope) => {
        const rows = await lockCameras(
          scope,
          body.map(({ id }) => id),
        )
        for (const { id, areaId, landId } of body) {
          await mustBePlace(scope, { areaId, landId })
          const isMoved = rows.find((row) => row.id === id)!.area_id !== areaId
          await scope
            .update('device')
            .set({
              area_id: areaId,
              land_id: landId,
              // Its place on the map was one in the base that it left.
              ...(isMoved ? { longitude: null, latitude: null } : {}),
              object_version_number: sql<number>`device.object_version_number + 1`,
            })
            .where('device.id', '=', id)
            .execute()
          await scope
            .update('camera')
            .set({ ...(isMoved ? { gateway_id: null } : {}), object_version_number: sql<number>`camera.object_version_number + 1` })
            .where('camera.device_id', '=', id)
            .execute()
          await forgetShareWith(scope, id, areaId)
        }
        return rows
      })
      for (const { id, eui, area_id: areaId } of before) {
        // Its topics and those who may speak for it are others now.
        broker.dropDevice({ tenantId, eui })
        await desk.changed(id, false)
        tell(tenantId, id, areaId, ...body.filter((one) => one.id === id).map((one) => one.areaId))
      }
      return 1
    },

    async disable({ params: { id }, body: { status } }, asking) {
      const after = await changing(asking, id, async (scope) => {
        await scope
          .update('camera')
          .set({ disabled_flag: status, object_version_number: sql<number>`camera.object_version_number + 1` })
          .where('camera.device_id', '=', id)
          .where('camera.disabled_flag', '<>', status)
          .execute()
      })
      if (status === 1) await desk.holds.release(id)
      return after
    },

    bind: ({ params: { id }, body: { contentratorId } }, asking) =>
      changing(asking, id, async (scope, { area_id: areaId }) => {
        if (contentratorId !== null) {
          const gateway = await scope
            .select('device')
            .select('device.id')
            .where('device.id', '=', contentratorId)
            .where('device.area_id', '=', areaId)
            .where('device.device_type', '<>', 'camera')
            .executeTakeFirst()
          if (!gateway) throw new CallFailure('error.camera.gateway')
        }
        await scope
          .update('camera')
          .set({ gateway_id: contentratorId, object_version_number: sql<number>`camera.object_version_number + 1` })
          .where('camera.device_id', '=', id)
          .execute()
      }),
  }
}
