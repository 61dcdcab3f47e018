import { CAMERA_ENTERS, CAMERA_TYPES, type CameraBody, cameraBody } from '#contract/cameras/camera'
import type { CallAnswer } from '#contract/core/call'
import { fieldFaults } from '#contract/core/fieldFault'
import type { cameraCalls } from '#contract/cameras/camera'

export type Reached = CallAnswer<typeof cameraCalls.reach>

/** A camera as it is typed. */
export interface CameraDraft {
  readonly name: string
  readonly deviceSerial: string
  readonly cameraType: number
  readonly cameraEnter: number
  readonly channelNo: number | string | null
  readonly areaId: number | null
  readonly landId: number | null
  readonly latlng: { readonly longitude: unknown; readonly latitude: unknown } | null
  readonly hdUrl: string
  readonly sdUrl: string
  readonly onvifUrl: string
  readonly userName: string
  readonly nationalChannel: string
  /** What was typed; empty: nothing. */
  readonly password: string
  /** The camera asks for none: one that is set is removed. */
  readonly noPassword: boolean
}

export const draftOf = (of: Reached | null, areaId: number | null): CameraDraft => ({
  name: of?.name ?? '',
  deviceSerial: of?.deviceSerial ?? '',
  cameraType: of?.cameraType ?? CAMERA_TYPES.dome,
  cameraEnter: of?.cameraEnter ?? CAMERA_ENTERS.rtsp,
  channelNo: of?.channelNo ?? 1,
  areaId: of?.areaId ?? areaId,
  landId: of?.landId ?? null,
  latlng: of?.latlng ?? null,
  hdUrl: of?.hdUrl ?? '',
  sdUrl: of?.sdUrl ?? '',
  onvifUrl: of?.onvifUrl ?? '',
  userName: of?.userName ?? '',
  nationalChannel: of?.nationalChannel ?? '',
  password: '',
  noPassword: false,
})

/** How it is reached: what its access mode wants to know. */
export function reachOf(
  draft: CameraDraft,
): Pick<CameraBody, 'hdUrl' | 'sdUrl' | 'onvifUrl' | 'userName' | 'nationalChannel' | 'password'> {
  const { hdUrl, sdUrl, onvifUrl, userName, password, noPassword } = draft
  if (draft.cameraEnter !== CAMERA_ENTERS.rtsp) {
    const byStandard = draft.cameraEnter === CAMERA_ENTERS.ezvizNational || draft.cameraEnter === CAMERA_ENTERS.national
    return {
      hdUrl: '',
      sdUrl: '',
      onvifUrl: '',
      userName: '',
      nationalChannel: byStandard ? draft.nationalChannel.trim() : '',
      password: '',
    }
  }
  return {
    hdUrl: hdUrl.trim(),
    sdUrl: sdUrl.trim(),
    onvifUrl: onvifUrl.trim(),
    userName: userName.trim(),
    nationalChannel: '',
    password: noPassword ? '' : password === '' ? null : password,
  }
}

const needsUrl = ({ cameraEnter, hdUrl }: CameraDraft) => cameraEnter === CAMERA_ENTERS.rtsp && hdUrl.trim() === ''
type Said = readonly [field: string, key: string, params: Readonly<Record<string, number>>]

/** The body as the contract reads it, or what is wrong with which field. */
export function readDraft(
  draft: CameraDraft,
): { readonly body: CameraBody; readonly faults: null } | { readonly body: null; readonly faults: readonly Said[] } {
  const { noPassword: _, ...facts } = draft
  const body = { ...facts, ...reachOf(draft), deviceSerial: draft.deviceSerial.trim(), name: draft.name.trim() }
  const read = cameraBody.safeParse(body)
  const found: Said[] = read.success
    ? []
    : Object.values(fieldFaults(read.error, body)).map(({ field, key, params }) => [field, key, params])
  if (needsUrl(draft)) found.push(['hdUrl', 'required', {}])
  return read.success && found.length === 0 ? { body: read.data, faults: null } : { body: null, faults: found }
}
