import { createServer as createTcp } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { AddressPolicy } from '#server/cameras/drivers/address'
import { type CameraSource, CameraTrouble } from '#server/cameras/drivers/driver'
import { readStreams } from '#server/cameras/drivers/onvif/streams'
import { onvifTurner } from '#server/cameras/drivers/onvif/turner'
import { textAt } from '#server/cameras/drivers/onvif/xml'
import { digestJudge } from './digestJudge.ts'
import { faulty, onvifDouble, type Said, timeXml, within } from './onvifDouble.ts'

const USER = { userName: 'grower', password: 'sun & "rain", 雨' }
const HOUR = 3_600_000
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
type Given = Parameters<typeof onvifDouble>[0]
async function aDevice(given: Partial<Given> = {}, more: readonly number[] = []) {
  const device = await onvifDouble({ ...USER, ...given })
  closing.push(device.close)
  const policy: AddressPolicy = { allow: [device.port, 8554, ...more].map((port) => `127.0.0.1:${port}`), ownPorts: [] }
  const it: CameraSource = {
    id: 1,
    tenantId: 1,
    enter: 4,
    deviceSerial: 'pond',
    channelNo: 1,
    nationalChannel: '',
    hdUrl: '',
    sdUrl: '',
    onvifUrl: device.url,
    ...USER,
  }
  return { device, policy, it, ptz: onvifTurner(policy) }
}
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (answer) => answer,
    (cause: unknown) => (cause instanceof CameraTrouble ? cause.fault : cause),
  )
const hasToken = (text: string) => text.includes('UsernameToken')

describe('a device that is signed in to by HTTP', () => {
  /** Signs in by a header alone; a token in the text is passed over, or refused as something that it does not know. */
  const byHeader =
    (judge: ReturnType<typeof digestJudge>, challenges: () => string[], knowsTokens = true) =>
    ({ headers, path, text }: { headers: { authorization?: string | undefined }; path: string; text: string }): Said | null => {
      if (!knowsTokens && hasToken(text)) return [400, faulty('env:MustUnderstand')]
      const verdict = judge.judge(headers.authorization, 'POST', path, text)
      if (verdict === 'well') return null
      const asks = challenges().map((one) => (verdict === 'stale' ? `${one}, stale=true` : one))
      return [401, '<html>no</html>', { 'www-authenticate': asks as never }]
    }

  test.each([
    ['MD5 that it does not name, without qop', {}],
    ['MD5 and qop auth', { algorithm: 'MD5', qop: 'auth' }],
    ['MD5-sess', { algorithm: 'MD5-sess', qop: 'auth' }],
    ['SHA-256', { algorithm: 'SHA-256', qop: 'auth,auth-int' }],
    ['SHA-256-sess, of which the text is a part', { algorithm: 'SHA-256-sess', qop: 'auth-int' }],
    ['SHA-512-256', { algorithm: '"SHA-512-256"', qop: 'auth' }],
  ])('by %s', async (_, how) => {
    const judge = digestJudge({ ...USER, ...how })
    const { device, ptz, it } = await aDevice({ signIn: byHeader(judge, () => [judge.challenge()]), time: () => '' })
    expect(await outcome(ptz.move(it, 0))).toBe(true)
    expect(await outcome(ptz.move({ ...it, password: 'other' }, 0))).toBe('signIn')
    expect(device.told).toHaveLength(1)
  })

  test('the strongest that both know is taken, of several and of one line', async () => {
    const weak = digestJudge({ ...USER, algorithm: 'MD5' })
    const strong = digestJudge({ ...USER, algorithm: 'SHA-256', qop: 'auth' })
    for (const together of [false, true]) {
      const all = () => [
        'Negotiate abc==',
        weak.challenge(),
        strong.challenge(),
        'Digest realm="x", nonce="y", algorithm=SHA-3',
        'Basic realm="z"',
      ]
      const { ptz, it } = await aDevice({ signIn: byHeader(strong, () => (together ? [all().join(', ')] : all())) })
      expect(await outcome(ptz.turns(it))).toBe(true)
    }
  })

  test('and knows no tokens at all; its clock is of no account', async () => {
    const judge = digestJudge({ ...USER, algorithm: 'MD5', qop: 'auth' })
    const { ptz, it } = await aDevice({ signIn: byHeader(judge, () => [judge.challenge()], false), ahead: 400 * 24 * HOUR, time: () => '' })
    expect(await outcome(ptz.turns(it))).toBe(true)
  })

  test('and refuses a token without saying what else there is: that is asked without one', async () => {
    const judge = digestJudge({ ...USER })
    const { ptz, it } = await aDevice({
      signIn: (asked) => (hasToken(asked.text) ? [400, faulty('NotAuthorized')] : byHeader(judge, () => [judge.challenge()])(asked)),
    })
    expect(await outcome(ptz.turns(it))).toBe(true)
  })

  test.each([true, false])('and takes each nonce once, whether it says that it is over: %s', async (tells) => {
    const judge = digestJudge({ ...USER, qop: 'auth', algorithm: 'SHA-256' })
    const check = byHeader(judge, () => [judge.challenge()])
    const { device, ptz, it } = await aDevice({
      signIn(asked) {
        const said = check(asked)
        if (said === null) judge.turn()
        else if (!tells) return [401, '', { 'www-authenticate': judge.challenge() }]
        return said
      },
    })
    for (let nth = 0; nth < 3; nth++) expect(await outcome(ptz.move(it, 0))).toBe(true)
    expect(device.told).toHaveLength(3)
  })

  test('by a way that nobody here speaks is said so, and one that wants a user where none is set', async () => {
    const { it, ptz } = await aDevice({ signIn: () => [401, '', { 'www-authenticate': 'Negotiate' }] })
    expect(await outcome(ptz.turns(it))).toBe('signInWay')
    const judge = digestJudge(USER)
    const other = await aDevice({ signIn: byHeader(judge, () => [judge.challenge()]) })
    expect(await outcome(other.ptz.turns({ ...other.it, userName: '', password: null }))).toBe('noUser')
  })
})

describe('a device whose clock is not as ours', () => {
  const local = (at: number, zone: string | null, summer = false) =>
    `<tt:DaylightSavings>${summer}</tt:DaylightSavings>${zone === null ? '' : `<tt:TimeZone><tt:TZ>${zone}</tt:TZ></tt:TimeZone>`}<tt:LocalDateTime>${timeXml(at)}</tt:LocalDateTime>`
  test.each([
    ['by its zone', 'CST-8', 8, false],
    ['by a zone with minutes', '&lt;+0545&gt;-05:45', 5.75, false],
    ['by a zone with summer time', 'EST5EDT,M3.2.0,M11.1.0', -4, true],
    ['by a zone with summer time, in winter', 'EST5EDT,M3.2.0,M11.1.0', -5, false],
    ['by a zone whose sign is the other way round', 'GMT+08:00', 8, false],
    ['by the name of a zone', 'Asia/Shanghai', 8, false],
    ['by no zone', null, 8, false],
  ])('tells its local time alone, which is read %s', async (_, zone, hours, summer) => {
    for (const ahead of [0, 90_000]) {
      const { ptz, it } = await aDevice({ ahead, sendsDate: false, time: () => local(Date.now() + ahead + hours * HOUR, zone, summer) })
      expect(await outcome(ptz.turns(it))).toBe(true)
    }
  })
  test('tells no time but that of its answers', async () => {
    for (const time of [() => '', () => '<tt:UTCDateTime/>']) {
      const one = await aDevice({ ahead: 3 * HOUR, time })
      expect(await outcome(one.ptz.turns(one.it))).toBe(true)
    }
    const { ptz, it } = await aDevice({
      ahead: 3 * HOUR,
      instead: ({ act }) => (act.name === 'GetSystemDateAndTime' ? [400, faulty('ActionNotSupported')] : null),
    })
    expect(await outcome(ptz.turns(it))).toBe(true)
  })
  test('tells no time at all, and refuses: whether the password or the clock is wrong is not known, nor said', async () => {
    const { ptz, it, device } = await aDevice({ ahead: 3 * HOUR, time: () => '', sendsDate: false })
    expect(await outcome(ptz.turns(it))).toBe('signInOrClock')
    // Who is asked too often with what is wrong locks the account.
    expect(device.asked.length).toBeLessThan(6)
  })
  test('writes its local time as if it were that of the world, and judges by the right one', async () => {
    const { ptz, it } = await aDevice({ time: () => `<tt:UTCDateTime>${timeXml(Date.now() + 8 * HOUR)}</tt:UTCDateTime>` })
    expect(await outcome(ptz.turns(it))).toBe(true)
  })
  test('says itself that it is the time', async () => {
    const { ptz, it } = await aDevice({ signIn: () => [400, faulty('wsu:MessageExpired')] })
    expect(await outcome(ptz.turns(it))).toBe('clock')
  })
  test('is set while it is known: it is learned anew', async () => {
    const clock = { at: 0 }
    const { ptz, it, device } = await aDevice({
      time: () => `<tt:UTCDateTime>${timeXml(Date.now() + clock.at)}</tt:UTCDateTime>`,
      signIn: ({ root }) => {
        const created = Date.parse(textAt(root, 'UsernameToken', 'Created') ?? '')
        return Math.abs(created - Date.now() - clock.at) < 10_000 ? null : [400, faulty('NotAuthorized')]
      },
    })
    expect(await outcome(ptz.move(it, 0))).toBe(true)
    clock.at = 5 * HOUR
    expect(await outcome(ptz.move(it, 0))).toBe(true)
    expect(device.told).toHaveLength(2)
  })
})

describe('a device whose services are elsewhere', () => {
  test('on another port of it, over its own name, and behind a router that turns ports', async () => {
    const second = await onvifDouble(USER)
    closing.push(second.close)
    for (const [media, ptz] of [
      [`http://127.0.0.1:${second.port}/onvif/media`, `http://127.0.0.1:${second.port}/onvif/ptz`],
      [`http://camera.local:${second.port}/onvif/media`, `http://camera.local:${second.port}/onvif/ptz`],
    ]) {
      const { device, it, policy } = await aDevice(
        {
          services: (name) => (name === 'media' ? media! : name === 'ptz' ? ptz! : 'http://192.0.2.7:80/onvif/device_service'),
          instead: ({ path }) => (path === '/onvif/device_service' ? null : [404, '<html>not here</html>']),
        },
        [second.port],
      )
      second.told.length = 0
      expect(await outcome(onvifTurner(policy).move(it, 0))).toBe(true)
      expect([device.told, second.told.length]).toEqual([[], 1])
    }
    const turned = await aDevice({ services: (name) => `http://192.168.1.64:80/onvif/${name}` })
    expect(await outcome(turned.ptz.move(turned.it, 0))).toBe(true)
    expect(turned.device.told).toHaveLength(1)
  })
  test('is asked by a port that may not be called for nothing', async () => {
    const inside = await onvifDouble(USER)
    closing.push(inside.close)
    const { ptz, it } = await aDevice({
      services: (name) => `http://127.0.0.1:${inside.port}/onvif/${name}`,
      instead: ({ path }) => (path === '/onvif/device_service' ? null : [404, '']),
    })
    expect(await outcome(ptz.turns(it))).toBe('address')
    expect(inside.asked).toEqual([])
  })
  test('and names them by GetServices alone', async () => {
    const service = (namespace: string, name: string) =>
      `<tds:Service><tds:Namespace>http://www.onvif.org/${namespace}/wsdl</tds:Namespace><tds:XAddr>http://10.9.8.7/onvif/${name}</tds:XAddr></tds:Service>`
    const { ptz, it } = await aDevice({
      instead: ({ act }) =>
        act.name === 'GetCapabilities'
          ? [500, faulty('ActionNotSupported')]
          : act.name === 'GetServices'
            ? [
                200,
                within(
                  `<tds:GetServicesResponse>${service('ver10/media', 'media')}${service('ver20/ptz', 'ptz')}</tds:GetServicesResponse>`,
                ),
              ]
            : null,
    })
    expect(await outcome(ptz.move(it, 0))).toBe(true)
  })
})

describe('a recorder of 64 profiles', () => {
  const padding = `<tt:Extension>${'<tt:SimpleItem Name="a" Value="0123456789012345678901234567890123456789"/>'.repeat(120)}</tt:Extension>`
  /** 32 channels, each large and small, named and ordered by their text: 1, 10, 11, … */
  const profiles = Array.from({ length: 64 }, (_, nth) => [(nth >> 1) + 1, nth % 2 === 0] as const)
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0))
    .map(
      ([channel, large]) =>
        `<trt:Profiles token="c${channel}${large ? 'main' : 'sub'}"><tt:VideoSourceConfiguration><tt:SourceToken>source_${channel}</tt:SourceToken></tt:VideoSourceConfiguration><tt:VideoEncoderConfiguration><tt:Encoding>H264</tt:Encoding><tt:Resolution><tt:Width>${large ? 1920 : 640}</tt:Width><tt:Height>${large ? 1080 : 360}</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration>${padding}</trt:Profiles>`,
    )
    .join('')
  const recorder = (refused: readonly string[] = []) =>
    aDevice({
      instead: ({ act }) =>
        act.name === 'GetProfiles'
          ? [200, within(`<trt:GetProfilesResponse>${profiles}</trt:GetProfilesResponse>`)]
          : act.name === 'GetStreamUri' && refused.includes(textAt(act, 'ProfileToken') ?? '')
            ? [400, faulty('InvalidStreamSetup')]
            : null,
    })
  test('gives the pictures of the channel that is meant, by no more questions than that takes', async () => {
    const { device, policy, it } = await recorder()
    for (const channelNo of [1, 2, 10, 32]) {
      const { hdUrl, sdUrl } = await readStreams({ ...it, channelNo }, policy)
      expect([hdUrl, sdUrl].map((url) => new URL(url).pathname)).toEqual([`/c${channelNo}main`, `/c${channelNo}sub`])
    }
    expect(device.asked.filter((name) => name === 'GetStreamUri')).toHaveLength(8)
    expect(await outcome(readStreams({ ...it, channelNo: 33 }, policy))).toBe('noChannel')
  })
  test('that gives out one of two gives that', async () => {
    const { policy, it } = await recorder(['c3main'])
    expect(await outcome(readStreams({ ...it, channelNo: 3 }, policy))).toEqual({
      hdUrl: 'rtsp://127.0.0.1:8554/c3sub?channel=1&subtype=0',
      sdUrl: '',
    })
  })
})

describe('why it does not do it', () => {
  test.each([
    ['a lock that it names', [400, faulty('NotAuthorized', 'The account is locked')], 'locked'],
    ['a lock in its own words', [401, '<userCheck><lockStatus>lock</lockStatus><unlockTime>1742</unlockTime></userCheck>'], 'locked'],
    ['too many attempts', [429, ''], 'locked'],
    ['an account that is not locked', [401, '<userCheck><lockStatus>unlock</lockStatus></userCheck>'], 'signIn'],
    ['what is forbidden', [403, ''], 'notAllowed'],
    ['what its user may not do', [400, faulty('OperationProhibited')], 'notAllowed'],
    ['a page of a web server', [200, '<html><body>Hello</body></html>'], 'notOnvif'],
    ['a page that is not there', [404, 'Not Found'], 'notOnvif'],
    ['a server that breaks down', [502, ''], 'notOnvif'],
  ] as const)('is told by %s', async (_, said, why) => {
    const { ptz, it } = await aDevice({ instead: ({ act }) => (act.name === 'GetSystemDateAndTime' ? null : said) })
    expect(await outcome(ptz.turns(it))).toBe(why)
  })
  test('is that this user may not turn it, where the same user sees its profiles and a stranger does not', async () => {
    const { ptz, it } = await aDevice({ instead: ({ act }) => (act.name === 'ContinuousMove' ? [400, faulty('NotAuthorized')] : null) })
    expect(await outcome(ptz.move(it, 0))).toBe('notAllowed')
  })
  test('is the password, where a stranger sees the profiles too', async () => {
    const { ptz, it } = await aDevice({
      signIn: ({ act }) => (act.name === 'ContinuousMove' ? [400, faulty('NotAuthorized')] : null),
    })
    expect(await outcome(ptz.move(it, 0))).toBe('signIn')
  })
  test('is that there is no TLS, no HTTP, or nobody', async () => {
    const { ptz, it, device } = await aDevice()
    expect(await outcome(ptz.turns({ ...it, onvifUrl: device.url.replace('http:', 'https:') }))).toBe('tls')
    const other = createTcp((socket) => {
      socket.on('error', () => undefined)
      socket.resume()
      socket.end('RTSP/1.0 400 Bad Request\r\n\r\n')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()))
    const { port } = other.address() as { port: number }
    const policy: AddressPolicy = { allow: [`127.0.0.1:${port}`], ownPorts: [] }
    const there = { ...it, onvifUrl: `http://127.0.0.1:${port}/onvif/device_service` }
    expect(await outcome(onvifTurner(policy).turns(there))).toBe('notOnvif')
    await new Promise((resolve) => other.close(resolve))
    expect(await outcome(onvifTurner(policy).turns(there))).toBe('unreachable')
  })
})
