import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type Element, escaped, readXml, textAt } from '#server/cameras/drivers/onvif/xml'

export const within = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl" xmlns:tt="http://www.onvif.org/ver10/schema"><env:Body>${body}</env:Body></env:Envelope>`
export const faulty = (subcode: string, reason = 'no') =>
  within(
    `<env:Fault><env:Code><env:Value>env:Sender</env:Value><env:Subcode><env:Value>${subcode.includes(':') ? subcode : `ter:${subcode}`}</env:Value></env:Subcode></env:Code><env:Reason><env:Text xml:lang="en">${reason}</env:Text></env:Reason></env:Fault>`,
  )

export type Said = readonly [status: number, body: string, headers?: Record<string, string>]
export interface AskedOf {
  readonly path: string
  /** What it is asked to do, and with what. */
  readonly act: Element
  readonly root: Element
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
/** The time of a clock, as `GetSystemDateAndTime` writes it. */
export const timeXml = (at: number): string => {
  const of = new Date(at)
  return `<tt:Time><tt:Hour>${of.getUTCHours()}</tt:Hour><tt:Minute>${of.getUTCMinutes()}</tt:Minute><tt:Second>${of.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${of.getUTCFullYear()}</tt:Year><tt:Month>${of.getUTCMonth() + 1}</tt:Month><tt:Day>${of.getUTCDate()}</tt:Day></tt:Date>`
}

export interface OnvifDouble {
  readonly url: string
  readonly port: number
  /** What it was told, in order: `move pan tilt zoom`, `stop`, `keep name`, `go token`, `forget token`. */
  readonly told: string[]
  /** What it was asked, in order. */
  readonly asked: string[]
  readonly close: () => void
}

/**
 * A camera of ONVIF: two channels, of which the first turns; its clock is `ahead` ms off, and it judges the digest of a password by it. Its
 * services name an address that is not its own, as those behind a router do.
 */
export async function onvifDouble({
  userName,
  password,
  ahead = 0,
  streamOf = (profile) => `rtsp://someone:secret@10.9.8.7:8554/${profile}?channel=1&subtype=0`,
  instead = () => null,
  signIn,
  time,
  sendsDate = true,
  services = (name) => `http://10.9.8.7/onvif/${name}`,
}: {
  userName: string
  password: string
  ahead?: number
  /** Where it says that a profile's picture is. */
  streamOf?: (profile: string) => string
  /** What it says instead of its usual answer, before anything else is looked at. */
  instead?: (asked: AskedOf) => Said | null
  /** Who may come in otherwise than by the digest of a token; null: this one may. */
  signIn?: (asked: AskedOf) => Said | null
  /** What stands in the answer that tells its time. */
  time?: () => string
  /** Whether the head of each answer says when it is from, by its clock. */
  sendsDate?: boolean
  /** Where it says that a service is; null: it does not name it. */
  services?: (name: 'media' | 'ptz' | 'device_service') => string | null
}): Promise<OnvifDouble> {
  const told: string[] = []
  const asked: string[] = []
  const presets = new Map<string, string>()
  const clock = () => Date.now() + ahead

  function answer(path: string, text: string, headers: IncomingHttpHeaders): Said {
    const root = readXml(text)
    const [act] = root.children[0]!.children.find(({ name }) => name === 'Body')!.children
    const one: AskedOf = { path, act: act!, root, headers, text }
    asked.push(act!.name)
    const other = instead(one)
    if (other) return other
    if (act!.name === 'GetSystemDateAndTime') {
      const said = time?.() ?? `<tt:UTCDateTime>${timeXml(clock())}</tt:UTCDateTime>`
      return [
        200,
        within(
          `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime>${said}</tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`,
        ),
      ]
    }
    const stays = signIn ? signIn(one) : byToken(root)
    return stays ?? does(path, act!)
  }
  function byToken(root: Element): Said | null {
    const token = (name: string) => textAt(root, 'UsernameToken', name) ?? ''
    const digest = createHash('sha1')
      .update(Buffer.from(token('Nonce'), 'base64'))
      .update(token('Created'))
      .update(password)
      .digest('base64')
    const isFresh = Math.abs(Date.parse(token('Created')) - clock()) < 10_000
    return token('Username') !== userName || token('Password') !== digest || !isFresh ? [400, faulty('NotAuthorized')] : null
  }
  function does(path: string, act: Element): Said {
    const of = (name: string) => textAt(act, name) ?? ''
    const service = (kind: string, name: Parameters<typeof services>[0]) =>
      services(name) === null ? '' : `<tt:${kind}><tt:XAddr>${services(name)}</tt:XAddr></tt:${kind}>`
    switch (`${path} ${act.name}`) {
      case '/onvif/device_service GetCapabilities':
        return [
          200,
          within(
            `<tds:GetCapabilitiesResponse><tds:Capabilities>${service('Device', 'device_service')}${service('Media', 'media')}${service('PTZ', 'ptz')}</tds:Capabilities></tds:GetCapabilitiesResponse>`,
          ),
        ]
      case '/onvif/media GetProfiles': {
        const profile = (name: string, source: string, turns: boolean, [width, height]: readonly [number, number]) =>
          `<trt:Profiles token="${name}"><tt:VideoSourceConfiguration><tt:SourceToken>${source}</tt:SourceToken></tt:VideoSourceConfiguration><tt:VideoEncoderConfiguration><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration>${turns ? '<tt:PTZConfiguration token="z"/>' : ''}</trt:Profiles>`
        return [
          200,
          within(
            `<trt:GetProfilesResponse>${profile('snap', 'one', false, [640, 360])}${profile('main', 'one', true, [1920, 1080])}${profile('still', 'two', false, [704, 576])}</trt:GetProfilesResponse>`,
          ),
        ]
      }
      case '/onvif/media GetStreamUri':
        if (of('ProfileToken') === '' || textAt(act!, 'Transport', 'Protocol') !== 'RTSP') return [400, faulty('NoProfile')]
        return [
          200,
          within(
            `<trt:GetStreamUriResponse><trt:MediaUri><tt:Uri>${escaped(streamOf(of('ProfileToken')))}</tt:Uri></trt:MediaUri></trt:GetStreamUriResponse>`,
          ),
        ]
      case '/onvif/ptz ContinuousMove': {
        if (of('ProfileToken') !== 'main') return [400, faulty('NoProfile')]
        const vector = (name: string) => act.children.flatMap(({ children }) => children).find((one) => one.name === name)?.attributes
        told.push(`move ${vector('PanTilt')?.['x'] ?? 0} ${vector('PanTilt')?.['y'] ?? 0} ${vector('Zoom')?.['x'] ?? 0} ${of('Timeout')}`)
        return [200, within('<tptz:ContinuousMoveResponse/>')]
      }
      case '/onvif/ptz Stop':
        told.push('stop')
        return [200, within('<tptz:StopResponse/>')]
      case '/onvif/ptz SetPreset': {
        const name = of('PresetName')
        presets.set(`p${presets.size + 1}`, name)
        told.push(`keep ${name}`)
        return [200, within(`<tptz:SetPresetResponse><tptz:PresetToken>p${presets.size}</tptz:PresetToken></tptz:SetPresetResponse>`)]
      }
      case '/onvif/ptz GotoPreset':
        if (!presets.has(of('PresetToken'))) return [400, faulty('NoToken')]
        told.push(`go ${of('PresetToken')}`)
        return [200, within('<tptz:GotoPresetResponse/>')]
      case '/onvif/ptz RemovePreset':
        presets.delete(of('PresetToken'))
        told.push(`forget ${of('PresetToken')}`)
        return [200, within('<tptz:RemovePresetResponse/>')]
      default:
        return [400, faulty(escaped(`ActionNotSupported ${act.name}`))]
    }
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const [status, body, headers] = answer(request.url ?? '', Buffer.concat(parts).toString(), request.headers)
      response.sendDate = false
      response
        .writeHead(status, {
          'content-type': 'application/soap+xml',
          ...(sendsDate ? { date: new Date(clock()).toUTCString() } : {}),
          ...headers,
        })
        .end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/onvif/device_service`, port, told, asked, close: () => void server.close() }
}
