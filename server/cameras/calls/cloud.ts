import type { CallGroups } from '#contract/calls'
import { type CameraCloud, CLOUD_KEY_MAX } from '#contract/cameras/cloud'
import { CAMERA_ENTERS } from '#contract/cameras/camera'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { cloudPurposeOf } from '../cloud/settings.ts'
import { deskOf } from '../desk.ts'
import { targetOf } from '../drivers/address.ts'
import { CameraTrouble, faultOf } from '../drivers/driver.ts'
import { filledIn, isTemplate } from '../drivers/national/template.ts'

const UNIQUE_VIOLATION = '23505'
const columns = ['app_key', 'app_secret', 'media_server_url', 'object_version_number'] as const
const elsewhere = [CAMERA_ENTERS.ezviz, CAMERA_ENTERS.ezvizNational, CAMERA_ENTERS.national]

/** How a tenant's cameras are reached through a cloud or a media server. */
export function cloudHandlers(context: Context): Handlers<CallGroups['cameraCloud']> {
  const { secrets } = context
  const desk = deskOf(context)

  const rowOf = (scope: Scope) => scope.select('camera_cloud').select(columns).executeTakeFirst()
  async function answer(scope: Scope): Promise<CameraCloud> {
    const row = await rowOf(scope)
    return {
      appKey: row?.app_key ?? '',
      hasSecret: (row?.app_secret ?? null) !== null,
      mediaServerUrl: row?.media_server_url ?? '',
      objectVersionNumber: row?.object_version_number ?? 0,
    }
  }
  const readSecret = (sent: string | null, { language }: Asking) =>
    secrets.readKept(sent, { field: 'appSecret', longest: CLOUD_KEY_MAX, language })

  /** Fails beside `mediaServerUrl` where it is no address, or one that is not called. */
  async function mustBeTemplate(template: string, { language }: Asking): Promise<void> {
    if (template === '') return
    const refused = () => besideField(language, 'mediaServerUrl', 'error.camera.mediaServer')
    if (!isTemplate(template)) throw refused()
    const any = filledIn(template, { deviceSerial: '1', channelNo: 1, nationalChannel: '' })
    const fault = await targetOf(any, /^http/i.test(any) ? 'http' : 'rtsp', desk.policy).then(() => null, faultOf)
    if (fault === 'address') throw refused()
  }

  return {
    get: (_, asking) => asking.inTenant(answer),

    async save({ body }, asking) {
      const { tenantId } = asking.grant
      const [appKey, mediaServerUrl] = [body.appKey.trim(), body.mediaServerUrl.trim()]
      const appSecret = readSecret(body.appSecret, asking)
      await mustBeTemplate(mediaServerUrl, asking)
      const sealed = appSecret ? await desk.seal.seal(cloudPurposeOf(tenantId), appSecret) : null
      const [saved, cameras] = await asking
        .inTenant(async (scope) => {
          const before = await scope.select('camera_cloud').select(columns).forUpdate().executeTakeFirst()
          if ((before?.object_version_number ?? 0) !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
          // A secret is of the key that it was given with.
          const kept = appSecret === null && before?.app_key === appKey ? before.app_secret : sealed
          if (appKey !== '' && kept === null) throw besideField(asking.language, 'appSecret', 'error.camera.appSecret')
          const row = {
            app_key: appKey,
            app_secret: appKey === '' ? null : kept,
            media_server_url: mediaServerUrl,
            object_version_number: body.objectVersionNumber + 1,
          }
          if (before) await scope.update('camera_cloud').set(row).execute()
          else await scope.insert('camera_cloud', [row]).execute()
          const ids = await scope.raw
            .selectFrom('camera')
            .select('device_id')
            .where('tenant_id', '=', tenantId)
            .where('camera_enter', 'in', elsewhere)
            .execute()
          return [await answer(scope), ids] as const
        })
        .catch((cause: unknown) => {
          throw (cause as { code?: string }).code === UNIQUE_VIOLATION ? new CallFailure('error.version.stale') : cause
        })
      for (const { device_id } of cameras) await desk.changed(device_id, true)
      return saved
    },

    async test({ body }, asking) {
      const appKey = body.appKey.trim()
      if (appKey === '') return { fault: 'noKeys' }
      const given = readSecret(body.appSecret, asking)
      const { keys } = await desk.cloudOf(asking.grant.tenantId)
      const appSecret = given === null && keys?.appKey === appKey ? keys.appSecret : given
      if (!appSecret) throw besideField(asking.language, 'appSecret', 'error.camera.appSecret')
      return {
        fault: await desk.cloud.tryKeys({ appKey, appSecret }).then(
          () => null,
          (cause: unknown) => {
            if (cause instanceof CameraTrouble) return cause.fault
            throw cause
          },
        ),
      }
    },
  }
}
