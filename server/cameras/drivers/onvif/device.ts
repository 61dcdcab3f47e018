import { type AddressPolicy, targetOf } from '../address.ts'
import { type CameraSource, CameraTrouble } from '../driver.ts'
import { ask, Declined, type Speaker } from './soap.ts'
import { all, type Element, textAt } from './xml.ts'

const DEVICE = 'http://www.onvif.org/ver10/device/wsdl'
export const MEDIA = 'http://www.onvif.org/ver10/media/wsdl'
export const SCHEMA = 'http://www.onvif.org/ver10/schema'

/** A device as it was learned to be. */
export interface Device {
  readonly speaker: Speaker
  /** Where a service of it is asked; null where it has none. */
  readonly wayTo: (service: 'Media' | 'PTZ') => string | null
  /** Of the channel of the source. */
  readonly profiles: readonly Element[]
}
export type DeviceSource = Pick<CameraSource, 'onvifUrl' | 'userName' | 'password' | 'channelNo'>

/** Learns what a device is. Throws CameraTrouble, or Declined where it does not say. */
export async function learnDevice(source: DeviceSource, policy: AddressPolicy): Promise<Device> {
  const target = await targetOf(source.onvifUrl, 'http', policy)
  const { url } = target
  const stranger: Speaker = { target, userName: '', password: '', ahead: 0 }
  const ahead = await ask(stranger, url.pathname + url.search, `<GetSystemDateAndTime xmlns="${DEVICE}"/>`).then(
    (answer) => aheadOf(answer) ?? 0,
    (cause: unknown) => {
      // Some tell nobody the time; some others have no clock.
      if (cause instanceof Declined || (cause instanceof CameraTrouble && cause.fault === 'signIn')) return 0
      throw cause
    },
  )
  const speaker: Speaker = { target, userName: source.userName, password: source.password ?? '', ahead }
  const abilities = await ask(
    speaker,
    url.pathname + url.search,
    `<GetCapabilities xmlns="${DEVICE}"><Category>All</Category></GetCapabilities>`,
  )
  // Of the addresses that it names only the way is taken: it may not lead anywhere else.
  const wayTo: Device['wayTo'] = (service) => {
    const address = textAt(abilities, 'Capabilities', service, 'XAddr')
    return address !== null && URL.canParse(address) ? new URL(address).pathname + new URL(address).search : null
  }
  const media = wayTo('Media')
  if (media === null) return { speaker, wayTo, profiles: [] }
  const profiles = all(await ask(speaker, media, `<GetProfiles xmlns="${MEDIA}"/>`), 'Profiles')
  // A recorder has a source a channel, and several profiles of each.
  const sourceOf = (profile: Element) => textAt(profile, 'VideoSourceConfiguration', 'SourceToken') ?? ''
  const sources = [...new Set(profiles.map(sourceOf))]
  const wanted = sources[source.channelNo - 1] ?? sources[0]
  return { speaker, wayTo, profiles: profiles.filter((profile) => sourceOf(profile) === wanted) }
}

/** How far a device's clock is ahead, ms; null where it does not say. */
function aheadOf(answer: Element): number | null {
  const part = (...names: string[]) => Number(textAt(answer, 'UTCDateTime', ...names) ?? Number.NaN)
  const at = Date.UTC(
    part('Date', 'Year'),
    part('Date', 'Month') - 1,
    part('Date', 'Day'),
    part('Time', 'Hour'),
    part('Time', 'Minute'),
    part('Time', 'Second'),
  )
  return Number.isNaN(at) ? null : at - Date.now()
}
