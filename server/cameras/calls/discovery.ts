import { CAMERA_ENTERS } from '#contract/cameras/camera'
import type { CallGroups } from '#contract/calls'
import type { Context } from '../../ground/contents.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { deskOf } from '../desk.ts'
import { faultOf } from '../drivers/driver.ts'
import { readStreams } from '../drivers/onvif/streams.ts'
import { passwordOf, passwordReader } from './password.ts'
import { lawfulReach } from './save.ts'

const hostOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).hostname : null)

/** Cameras that are not there yet: which are near, and where they give their pictures. */
export function discoveryHandlers(context: Context): Handlers<CallGroups['cameraDiscovery']> {
  const desk = deskOf(context)
  const readPassword = passwordReader(context)
  return {
    async nearby(_, asking) {
      const { cameras, reason } = await desk.nearby()
      const rows = await asking.inTenant((scope) =>
        scope.raw.selectFrom('camera').select(['hd_url', 'sd_url', 'onvif_url']).where('tenant_id', '=', scope.tenantId).execute(),
      )
      const known = new Set(rows.flatMap((row) => [row.hd_url, row.sd_url, row.onvif_url]).map(hostOf))
      return { cameras: cameras.map((one) => ({ ...one, known: known.has(hostOf(one.onvifUrl)) })), reason }
    },

    async addresses({ body: sent }, asking) {
      const { id, channelNo, password: given, ...body } = readPassword(sent, asking.language)
      const reach = await lawfulReach(
        { ...body, hdUrl: '', sdUrl: '', nationalChannel: '', cameraEnter: CAMERA_ENTERS.rtsp },
        asking.language,
        desk,
        'onvifUrl',
      )
      const { onvifUrl, userName } = reach
      const password = await passwordOf({ ...reach, id, password: given }, asking, desk)
      return desk.inTurn(asking.grant.tenantId, () =>
        readStreams({ onvifUrl, userName, password, channelNo }, desk.policy).then(
          (addresses) => ({ ...addresses, fault: null }),
          (cause: unknown) => ({ hdUrl: '', sdUrl: '', fault: faultOf(cause) }),
        ),
      )
    },
  }
}
