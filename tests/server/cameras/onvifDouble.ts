import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { escaped, readXml, textAt } from '#server/cameras/drivers/onvif/xml'

const within = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl" xmlns:tt="http://www.onvif.org/ver10/schema"><env:Body>${body}</env:Body></env:Envelope>`
const faulty = (subcode: string) =>
  within(
    `<env:Fault><env:Code><env:Value>env:Sender</env:Value><env:Subcode><env:Value>ter:${subcode}</env:Value></env:Subcode></env:Code><env:Reason><env:Text xml:lang="en">no</env:Text></env:Reason></env:Fault>`,
  )

export interface OnvifDouble {
  readonly url: string
  readonly port: number
  /** What it was told, in order: `move pan tilt zoom`, `stop`, `keep name`, `go token`, `forget token`. */
  readonly told: string[]
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
}: {
  userName: string
  password: string
  ahead?: number
  /** Where it says that a profile's picture is. */
  streamOf?: (profile: string) => string
}): Promise<OnvifDouble> {
  const told: string[] = []
  const presets = new Map<string, string>()
  const clock = () => Date.now() + ahead

  function answer(path: string, text: string): [status: number, body: string] {
    const root = readXml(text)
    const [act] = root.children[0]!.children.find(({ name }) => name === 'Body')!.children
    if (act!.name === 'GetSystemDateAndTime') {
      const at = new Date(clock())
      const parts = `<tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute><tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year><tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date>`
      return [
        200,
        within(
          `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:UTCDateTime>${parts}</tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`,
        ),
      ]
    }
    const token = (name: string) => textAt(root, 'UsernameToken', name) ?? ''
    const digest = createHash('sha1')
      .update(Buffer.from(token('Nonce'), 'base64'))
      .update(token('Created'))
      .update(password)
      .digest('base64')
    const isFresh = Math.abs(Date.parse(token('Created')) - clock()) < 10_000
    if (token('Username') !== userName || token('Password') !== digest || !isFresh) return [400, faulty('NotAuthorized')]

    const of = (name: string) => textAt(act!, name) ?? ''
    switch (`${path} ${act!.name}`) {
      case '/onvif/device_service GetCapabilities':
        return [
          200,
          within(
            `<tds:GetCapabilitiesResponse><tds:Capabilities><tt:Media><tt:XAddr>http://10.9.8.7/onvif/media</tt:XAddr></tt:Media><tt:PTZ><tt:XAddr>http://10.9.8.7/onvif/ptz</tt:XAddr></tt:PTZ></tds:Capabilities></tds:GetCapabilitiesResponse>`,
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
        const vector = (name: string) => act!.children.flatMap(({ children }) => children).find((one) => one.name === name)?.attributes
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
        return [400, faulty(escaped(`ActionNotSupported ${act!.name}`))]
    }
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const [status, body] = answer(request.url ?? '', Buffer.concat(parts).toString())
      response.writeHead(status, { 'content-type': 'application/soap+xml' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/onvif/device_service`, port, told, close: () => void server.close() }
}
