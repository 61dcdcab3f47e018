import { type AddressPolicy, targetOf } from '../address.ts'
import { CameraTrouble } from '../driver.ts'
import { type Device, type DeviceSource, learnDevice, MEDIA, SCHEMA } from './device.ts'
import { Declined } from './soap.ts'
import { type Element, escaped, textAt } from './xml.ts'

const LONGEST = 300
/** So many of a channel's profiles are asked for their picture before it is given up. */
const MOST_ASKED = 4

/** The pictures of a camera: the large one, and the small one; empty where it has one size only. */
export interface StreamAddresses {
  readonly hdUrl: string
  readonly sdUrl: string
}

const pixels = (profile: Element): number => {
  const side = (name: string) => Number(textAt(profile, 'VideoEncoderConfiguration', 'Resolution', name) ?? 0)
  return side('Width') * side('Height') || 0
}

/**
 * Reads at which addresses a camera gives its pictures. What it names is taken but for the host, user and password: it may not lead anywhere
 * else than where it was asked. Throws CameraTrouble, with `noStream` where it names none.
 */
export async function readStreams(source: DeviceSource, policy: AddressPolicy): Promise<StreamAddresses> {
  try {
    const device = await learnDevice(source, policy)
    // Single pictures one after another are the last choice, however large they are.
    const isVideo = (profile: Element) => (textAt(profile, 'VideoEncoderConfiguration', 'Encoding') === 'JPEG' ? 0 : 1)
    const bySize = device.profiles.toSorted((one, other) => isVideo(other) - isVideo(one) || pixels(other) - pixels(one))
    if (bySize.length === 0) throw new CameraTrouble('noStream')
    const hd = await firstOf(bySize.slice(0, MOST_ASKED), device, policy)
    const videos = bySize.filter((profile) => isVideo(profile) === isVideo(hd.profile))
    const small = videos.at(-1)
    const sdUrl =
      small === undefined || small === hd.profile
        ? hd.address
        : await addressOf(device, small, policy).catch((cause: unknown) => {
            if (cause instanceof Declined) return hd.address
            throw cause
          })
    return { hdUrl: hd.address, sdUrl: sdUrl === hd.address ? '' : sdUrl }
  } catch (cause) {
    throw cause instanceof Declined ? new CameraTrouble('noStream') : cause
  }
}

/** The first of them that it gives out. Throws as the last one does. */
async function firstOf(
  profiles: readonly Element[],
  device: Device,
  policy: AddressPolicy,
): Promise<{ profile: Element; address: string }> {
  let failure: unknown = null
  for (const profile of profiles) {
    try {
      return { profile, address: await addressOf(device, profile, policy) }
    } catch (cause) {
      if (!(cause instanceof Declined)) throw cause
      failure = cause
    }
  }
  throw failure
}

async function addressOf({ home, serviceOf }: Device, profile: Element, policy: AddressPolicy): Promise<string> {
  const token = escaped(profile.attributes['token'] ?? '')
  const answer = await serviceOf('Media')!(
    `<GetStreamUri xmlns="${MEDIA}"><StreamSetup><Stream xmlns="${SCHEMA}">RTP-Unicast</Stream><Transport xmlns="${SCHEMA}"><Protocol>RTSP</Protocol></Transport></StreamSetup><ProfileToken>${token}</ProfileToken></GetStreamUri>`,
  )
  const said = textAt(answer, 'MediaUri', 'Uri') ?? ''
  if (!URL.canParse(said)) throw new CameraTrouble('noStream')
  const { protocol, port, pathname, search } = new URL(said)
  const address = `${protocol}//${home.url.hostname}${port === '' ? '' : `:${port}`}${pathname}${search}`
  if (address.length > LONGEST) throw new CameraTrouble('noStream')
  await targetOf(address, 'rtsp', policy)
  return address
}
