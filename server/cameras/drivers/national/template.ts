import { cameraUrl } from '../address.ts'
import type { CameraSource } from '../driver.ts'

const SERIAL = '{deviceSerial}'
const CHANNEL = '{channelNo}'
const PLACES = /\{[^{}]*\}/g

/** Whether an address of a media server says where each camera's picture is: of http or rtsp, with {deviceSerial} in its path, and nothing else to fill in but {channelNo}. */
export function isTemplate(text: string): boolean {
  const authority = /^[a-z]+:\/\/[^/?]*/i.exec(text)?.[0] ?? ''
  if (authority === '' || /[{}]/.test(authority)) return false
  const places: readonly string[] = text.match(PLACES) ?? []
  if (!places.includes(SERIAL) || places.some((one) => one !== SERIAL && one !== CHANNEL)) return false
  const filled = text.replaceAll(PLACES, '1')
  return !/[{}]/.test(filled) && (cameraUrl(filled, 'http') ?? cameraUrl(filled, 'rtsp')) !== null
}

/** Where the picture of a camera is. A channel has its number by the national standard where it was given one. */
export const filledIn = (
  template: string,
  { deviceSerial, channelNo, nationalChannel }: Pick<CameraSource, 'deviceSerial' | 'channelNo' | 'nationalChannel'>,
): string =>
  template
    .replaceAll(SERIAL, encodeURIComponent(deviceSerial))
    .replaceAll(CHANNEL, nationalChannel === '' ? String(channelNo) : nationalChannel)
