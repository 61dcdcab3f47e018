import type { CameraFault } from '#contract/cameras/camera'
import { type AddressPolicy, type Target, targetOf } from '../address.ts'
import { type CameraSource, CameraTrouble } from '../driver.ts'
import { createSigner } from '../signIn.ts'
import { clocksOf } from './clocks.ts'
import { ask, askAsNobody, Declined, type Place, type Speaker } from './soap.ts'
import { all, type Element, textAt } from './xml.ts'

const DEVICE = 'http://www.onvif.org/ver10/device/wsdl'
export const MEDIA = 'http://www.onvif.org/ver10/media/wsdl'
export const PTZ = 'http://www.onvif.org/ver20/ptz/wsdl'
export const SCHEMA = 'http://www.onvif.org/ver10/schema'
const NAMESPACES = { Device: DEVICE, Media: MEDIA, PTZ } as const

/** Asks one service of a device. Throws as `ask`. */
export type Service = (body: string) => Promise<Element>
/** A device as it was learned to be. */
export interface Device {
  /** Where it was asked first. */
  readonly home: Target
  /** null where it has none. */
  readonly serviceOf: (service: 'Media' | 'PTZ') => Service | null
  /** Of the channel of the source. */
  readonly profiles: readonly Element[]
}
export type DeviceSource = Pick<CameraSource, 'onvifUrl' | 'userName' | 'password' | 'channelNo'>

/** What a place may turn out to be that is not the one: another one is tried then. */
const NOT_THERE: readonly CameraFault[] = ['address', 'unknownHost', 'noRoute', 'unreachable', 'tooSlow', 'tls', 'notOnvif']
const webUrl = (text: string | null): URL | null => {
  const url = text !== null && URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null
}
const portOf = ({ protocol, port }: URL) => `${protocol}${port || (protocol === 'https:' ? '443' : '80')}`

/**
 * Where a service may be that a device names, the likeliest first. The host is always the one that was asked: what a device names may be an address
 * that only its own network has, and may not lead anywhere else. Its port is the one it names, or, where a router turns ports, the one that was asked.
 */
function placesOf(named: URL, own: URL | null, home: URL): string[] {
  const path = named.pathname + named.search
  const asked = `${home.protocol}//${home.host}${path}`
  const port = named.port === '' ? '' : `:${named.port}`
  const told = `${named.protocol}//${home.hostname}${port}${path}`
  const isTurned = own === null ? named.hostname !== home.hostname : portOf(own) === portOf(named)
  return [...new Set(isTurned ? [asked, told] : [told, asked])]
}

/** Learns what a device is. Throws CameraTrouble, with `noChannel` where it has fewer than that, or Declined where it does not say. */
export async function learnDevice(source: DeviceSource, policy: AddressPolicy): Promise<Device> {
  const home = await targetOf(source.onvifUrl, 'http', policy)
  const first: Place = { target: home, path: home.url.pathname + home.url.search }
  const told = await askAsNobody(first, `<GetSystemDateAndTime xmlns="${DEVICE}"/>`)
  const { userName } = source
  const password = source.password ?? ''
  const speaker: Speaker = {
    userName,
    password,
    signer: createSigner({ userName, password }),
    // Some tell nobody the time; some others have no clock.
    clocks: clocksOf(told.kind === 'done' ? told.root : null, told.date, Date.now()),
    by: 'token',
    proof: null,
  }
  const addressOf = await learnAddresses(speaker, first)
  const known = new Map<string, Place>()
  const serviceOf: Device['serviceOf'] = (name) => {
    const named = webUrl(addressOf(name))
    if (named === null) return null
    return async (body) => {
      const found = known.get(name)
      if (found) return ask(speaker, found, body)
      let failure: unknown = null
      for (const url of placesOf(named, webUrl(addressOf('Device')), home.url)) {
        try {
          const target = await targetOf(url, 'http', policy)
          const place: Place = { target, path: named.pathname + named.search }
          const answer = await ask(speaker, place, body)
          known.set(name, place)
          return answer
        } catch (cause) {
          if (!(cause instanceof CameraTrouble) || !NOT_THERE.includes(cause.fault)) throw cause
          failure = cause
        }
      }
      throw failure
    }
  }
  const media = serviceOf('Media')
  if (media === null) return { home, serviceOf, profiles: [] }
  const body = `<GetProfiles xmlns="${MEDIA}"/>`
  const profiles = all(await media(body), 'Profiles')
  speaker.proof = { place: known.get('Media')!, body }
  return { home, serviceOf, profiles: ofChannel(profiles, source.channelNo) }
}

/** Where it says that its services are, by either of the two questions for that. */
async function learnAddresses(speaker: Speaker, first: Place): Promise<(service: keyof typeof NAMESPACES) => string | null> {
  const abilities = await ask(speaker, first, `<GetCapabilities xmlns="${DEVICE}"><Category>All</Category></GetCapabilities>`).catch(
    (cause: unknown) => {
      if (cause instanceof Declined) return null
      throw cause
    },
  )
  const byAbility = (service: string) => abilities && textAt(abilities, 'Capabilities', service, 'XAddr')
  if (byAbility('Media')) return byAbility
  const answer = await ask(
    speaker,
    first,
    `<GetServices xmlns="${DEVICE}"><IncludeCapability>false</IncludeCapability></GetServices>`,
  ).catch((cause: unknown) => {
    if (cause instanceof Declined && abilities !== null) return null
    throw cause
  })
  const services = answer ? all(answer, 'Service') : []
  return (service) => {
    const one = services.find((each) => textAt(each, 'Namespace') === NAMESPACES[service])
    return (one && textAt(one, 'XAddr')) ?? byAbility(service)
  }
}

const inOrder = new Intl.Collator('en', { numeric: true })

/** A recorder has a source a channel, and several profiles of each. */
function ofChannel(profiles: readonly Element[], channelNo: number): Element[] {
  const sourceOf = (profile: Element) => textAt(profile, 'VideoSourceConfiguration', 'SourceToken') ?? ''
  const named = [...new Set(profiles.map(sourceOf))]
  // What has no source of pictures is sound or data.
  const pictured = named.some((token) => token !== '') ? named.filter((token) => token !== '') : named
  // Tokens that are alike but for a number stand in its order, which is not always that of the answer.
  const areNumbered = new Set(pictured.map((token) => token.replaceAll(/\d+/g, ''))).size === 1
  const sources = areNumbered ? pictured.toSorted(inOrder.compare) : pictured
  // One that has a single source is a camera, whatever its channel is called elsewhere.
  const wanted = sources.length > 1 ? sources[channelNo - 1] : sources[0]
  if (wanted === undefined && sources.length > 0) throw new CameraTrouble('noChannel')
  return profiles.filter((profile) => sourceOf(profile) === wanted)
}
