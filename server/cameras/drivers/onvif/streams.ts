import { type AddressPolicy, targetOf } from '../address.ts'
import { CameraTrouble } from '../driver.ts'
import { type Device, type DeviceSource, learnDevice, MEDIA, SCHEMA } from './device.ts'
import { ask, Declined } from './soap.ts'
import { type Element, escaped, textAt } from './xml.ts'

const LONGEST = 300

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
    const bySize = device.profiles.toSorted((one, other) => pixels(other) - pixels(one))
    const [large, small] = [bySize[0], bySize.length > 1 ? bySize.at(-1) : undefined]
    if (!large) throw new CameraTrouble('noStream')
    const hdUrl = await addressOf(device, large, policy)
    const sdUrl = small ? await addressOf(device, small, policy) : hdUrl
    return { hdUrl, sdUrl: sdUrl === hdUrl ? '' : sdUrl }
  } catch (cause) {
    throw cause instanceof Declined ? new CameraTrouble('noStream') : cause
  }
}

async function addressOf({ speaker, wayTo }: Device, profile: Element, policy: AddressPolicy): Promise<string> {
  const token = escaped(profile.attributes['token'] ?? '')
  const answer = await ask(
    speaker,
    wayTo('Media')!,
    `<GetStreamUri xmlns="${MEDIA}"><StreamSetup><Stream xmlns="${SCHEMA}">RTP-Unicast</Stream><Transport xmlns="${SCHEMA}"><Protocol>RTSP</Protocol></Transport></StreamSetup><ProfileToken>${token}</ProfileToken></GetStreamUri>`,
  )
  const said = textAt(answer, 'MediaUri', 'Uri') ?? ''
  if (!URL.canParse(said)) throw new CameraTrouble('noStream')
  const { protocol, port, pathname, search } = new URL(said)
  const address = `${protocol}//${speaker.target.url.hostname}${port === '' ? '' : `:${port}`}${pathname}${search}`
  if (address.length > LONGEST) throw new CameraTrouble('noStream')
  await targetOf(address, 'rtsp', policy)
  return address
}
