import { DIRECTIONS, MOST_PRESETS } from '#contract/cameras/control'
import type { CallGroups } from '#contract/calls'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { cameraOf, openCameraOf } from '../cameraRows.ts'
import { deskOf } from '../desk.ts'
import { CameraTrouble, type KeptPreset } from '../drivers/driver.ts'

const UNIQUE_VIOLATION = '23505'
const columns = ['id', 'device_id', 'name', 'token', 'pose', 'created_at'] as const
const toPreset = (row: { id: number; device_id: number; name: string; created_at: number }) => ({
  id: row.id,
  cameraId: row.device_id,
  name: row.name,
  createdAt: row.created_at,
})

/** Turns what a camera is in trouble with into the call's own failure, which says it. */
const telling = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw cause instanceof CameraTrouble ? new CallFailure('error.camera.untold', { why: `cameras:fault.${cause.fault}` }) : cause
  })

/** Moves cameras, and keeps where they look. */
export function controlHandlers(context: Context): Handlers<CallGroups['cameraControl']> {
  const { clock, live } = context
  const desk = deskOf(context)
  async function reached(cameraId: number) {
    const source = await desk.sourceOf(cameraId)
    if (source === null) throw notFound()
    return { source, driver: desk.driverOf(source) }
  }
  const presetsOf = (scope: Scope, cameraId: number) =>
    scope.select('camera_preset').select(columns).where('camera_preset.device_id', '=', cameraId)
  /** A kept position of a camera that is not closed. */
  const presetOf = (asking: Asking, id: number) =>
    asking.inTenant(async (scope) => {
      const preset = await scope.select('camera_preset').select(columns).where('camera_preset.id', '=', id).executeTakeFirst()
      if (!preset) throw notFound()
      return { preset, camera: await openCameraOf(scope, preset.device_id) }
    })

  return {
    async move({ params: { id }, body: { direction, hold } }, asking) {
      const { camera, name } = await asking.inTenant(async (scope) => ({
        camera: await openCameraOf(scope, id),
        name: (await scope.raw.selectFrom('app_user').select('real_name').where('id', '=', asking.caller.userId).executeTakeFirstOrThrow())
          .real_name,
      }))
      if (camera.ptz_flag === 0 && direction !== DIRECTIONS.stop) return 0
      return telling(desk.holds.word(id, { direction, by: asking.caller.userId, name, hold: hold ?? null }))
    },

    presets: ({ params: { id } }, asking) =>
      asking.inTenant(async (scope) => {
        await cameraOf(scope, id)
        return (await presetsOf(scope, id).orderBy('camera_preset.name').orderBy('camera_preset.id').execute()).map(toPreset)
      }),

    async addPreset({ body: { cameraId, name } }, asking) {
      const taken = () => besideField(asking.language, 'name', 'error.camera.presetTaken')
      const camera = await asking.inTenant(async (scope) => {
        const row = await openCameraOf(scope, cameraId)
        const kept = await presetsOf(scope, cameraId).execute()
        if (kept.length >= MOST_PRESETS) throw new CallFailure('error.camera.mostPresets', { most: MOST_PRESETS })
        if (kept.some((one) => one.name === name.trim())) throw taken()
        return row
      })
      const { source, driver } = await reached(cameraId)
      const set = camera.ptz_flag === 0 ? null : await telling(driver.setPreset(source, name.trim()))
      if (set === null) throw new CallFailure('error.camera.noPresets')
      const row = await asking
        .inTenant((scope) =>
          scope
            .insert('camera_preset', [
              {
                device_id: cameraId,
                name: name.trim(),
                token: set.token,
                pose: set.pose === null ? null : JSON.stringify(set.pose),
                created_at: clock(),
              },
            ])
            .returning(columns)
            .executeTakeFirstOrThrow(),
        )
        .catch(async (cause: unknown) => {
          await driver.removePreset(source, set).catch(() => undefined)
          throw (cause as { code?: string }).code === UNIQUE_VIOLATION ? taken() : cause
        })
      live.changed(asking.grant.tenantId, 'cameraPreset', row.id, camera.area_id)
      return toPreset(row)
    },

    async goToPreset({ params: { id } }, asking) {
      const { preset, camera } = await presetOf(asking, id)
      const { source, driver } = await reached(camera.id)
      const kept: KeptPreset = { token: preset.token, pose: preset.pose }
      return (await telling(desk.holds.among(camera.id, asking.caller.userId, () => driver.goToPreset(source, kept)))) ? 1 : 0
    },

    async removePreset({ params: { id } }, asking) {
      const { preset, camera } = await presetOf(asking, id)
      await asking.inTenant((scope) => scope.remove('camera_preset').where('camera_preset.id', '=', id).execute())
      const { source, driver } = await reached(camera.id)
      // What the camera itself still knows harms nobody.
      await driver.removePreset(source, { token: preset.token, pose: preset.pose }).catch(() => undefined)
      live.changed(asking.grant.tenantId, 'cameraPreset', id, camera.area_id)
      return 1
    },
  }
}
