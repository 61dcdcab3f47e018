import { CAMERA_PASSWORD_MAX, type CameraBody } from '#contract/cameras/camera'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import type { Language } from '../../ground/words.ts'
import { type LockedCamera, readOwnCamera } from '../cameraRows.ts'
import type { CameraDesk } from '../desk.ts'
import { sourceOfRow } from '../sources.ts'
import type { Reach } from './save.ts'

/** Reads the password of a body. Fails beside it with error.secret.cipher or error.secret.long. */
export const passwordReader =
  ({ secrets }: Pick<Services, 'secrets'>) =>
  <Body extends { readonly password: string | null }>(body: Body, language: Language): Body => ({
    ...body,
    password: secrets.readKept(body.password, { field: 'password', longest: CAMERA_PASSWORD_MAX, language }),
  })
export type PasswordReader = ReturnType<typeof passwordReader>

/** A password goes to the address it was given for: fails beside it where an address is another and it is not given anew. */
export function mustGivePasswordAnew(
  body: Reach & Pick<CameraBody, 'password'>,
  before: Pick<LockedCamera, 'hd_url' | 'sd_url' | 'onvif_url' | 'password'>,
  language: Language,
): void {
  if (body.password !== null || before.password === null) return
  if (isElsewhere(body, before)) throw besideField(language, 'password', 'error.camera.password')
}
/** Whether an address is none of those that were set. */
const isElsewhere = ({ hdUrl, sdUrl, onvifUrl }: Reach, before: Pick<LockedCamera, 'hd_url' | 'sd_url' | 'onvif_url'>): boolean => {
  const origin = (address: string) => (URL.canParse(address) ? `${new URL(address).protocol}//${new URL(address).host}` : address)
  const known = new Set([before.hd_url, before.sd_url, before.onvif_url].map(origin))
  return [hdUrl, sdUrl, onvifUrl].some((address) => address !== '' && !known.has(origin(address)))
}

/** What a camera that is not saved yet is asked with: the password that was given, or the one that is kept of `id` for these addresses. */
export async function passwordOf(
  { id, password, ...reach }: Reach & { readonly id: number | undefined; readonly password: string | null },
  asking: Asking,
  { seal }: Pick<CameraDesk, 'seal'>,
): Promise<string | null> {
  if (id === undefined) return password
  const kept = await asking.inTenant((scope) => readOwnCamera(scope, id))
  mustGivePasswordAnew({ ...reach, password }, kept, asking.language)
  return password ?? (await sourceOfRow(kept, seal)).password
}
