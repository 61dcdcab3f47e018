import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DIRECTIONS } from '#contract/cameras/control'
import type { AddressPolicy } from '#server/cameras/drivers/address'
import { type CameraSource, CameraTrouble } from '#server/cameras/drivers/driver'
import { createEzvizClient } from '#server/cameras/drivers/ezviz/client'
import { ezvizDriver } from '#server/cameras/drivers/ezviz/driver'
import { startEncoder } from '#server/cameras/stream/encoder'
import { takeFrame } from '#server/cameras/stream/frame'
import { findProgram } from '#server/ground/files/ffmpeg'
import { openRegister, type Register } from '#server/cameras/stream/register'
import { BARS, barsOf } from './bars.ts'
import { type EzvizDouble, ezvizDouble } from './ezvizDouble.ts'

const APPS = { north: 'secret of the north', south: 'secret of the south' }
const closing: (() => void)[] = []
let program: string
let folder: string
let register: Register
let cloud: EzvizDouble
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'furrow-ezviz-'))
  register = openRegister(folder)
  program = findProgram()!
})
beforeEach(async () => {
  cloud = await ezvizDouble(program, APPS)
  for (const [serial, appKey] of [
    ['C1', 'north'],
    ['D1', 'south'],
  ] as const)
    cloud.devices.set(serial, { appKey, status: 1, isEncrypted: false, turns: true })
  closing.push(cloud.close)
})
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keys = { 1: { appKey: 'north', appSecret: APPS.north }, 2: { appKey: 'south', appSecret: APPS.south } }
let ahead = 0
/** The cloud as a server speaks with it that knows nothing yet. */
function fresh(more: Partial<AddressPolicy> = {}, given: Readonly<Record<number, { appKey: string; appSecret: string }>> = keys) {
  const policy: AddressPolicy = { allow: [`127.0.0.1:${cloud.port}`], ownPorts: [], publicOnly: true, ...more }
  const clock = () => Date.now() + ahead
  const client = createEzvizClient({ baseUrl: cloud.url, policy, clock, keysOf: async (tenantId) => given[tenantId] ?? null })
  return { client, driver: ezvizDriver(client, policy) }
}
const camera = (more: Partial<CameraSource> = {}): CameraSource => ({
  id: 0,
  tenantId: 1,
  enter: 1,
  deviceSerial: 'C1',
  channelNo: 1,
  nationalChannel: '',
  hdUrl: '',
  sdUrl: '',
  onvifUrl: '',
  userName: '',
  password: null,
  ...more,
})
const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (cause: unknown) => (cause instanceof CameraTrouble ? cause.fault : cause),
  )

test(
  'a camera of the cloud shows its colours, in both qualities, and by the national standard with its channel',
  { timeout: 30_000 },
  async () => {
    const { driver } = fresh()
    expect(await barsOf(await takeFrame(program, await driver.open(camera({ deviceSerial: 'c1' }), 'hd'), register))).toEqual(BARS)
    const national = camera({ enter: 2, nationalChannel: '34020000001320000001' })
    expect(await barsOf(await takeFrame(program, await driver.open(national, 'sd'), register))).toEqual(BARS)
    expect(cloud.told).toEqual(['v2/live/address/get C1 4 1 -', 'v2/live/address/get C1 4 2 34020000001320000001'])
  },
)

test('its picture goes on as video, and no process shows where it comes from', { timeout: 30_000 }, async () => {
  let bytes = 0
  const said: string[] = []
  const encoder = startEncoder({
    program,
    input: await fresh().driver.open(camera(), 'sd'),
    quality: 'sd',
    register,
    data: (chunk) => void (bytes += chunk.length),
    ended: (why) => said.push(why),
  })
  closing.push(() => encoder.close())
  await vi.waitFor(() => expect(bytes).toBeGreaterThan(50_000), { timeout: 20_000 })
  const own = readdirSync('/proc').flatMap((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return line.includes('ffmpeg') && line.includes('mpeg1video') ? [line] : []
    } catch {
      return []
    }
  })
  expect(own.length).toBeGreaterThan(0)
  for (const line of own) for (const secret of [String(cloud.port), 'secret', 'north', 'at.']) expect(line).not.toContain(secret)
  // The cloud lets go of it: it is said to be over.
  cloud.close()
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 10_000 })
})

test('it is turned as long as it is held, told to stop with its direction, and stopped before it turns elsewhere', async () => {
  const { driver } = fresh()
  const it = camera()
  expect(await driver.turns(it)).toBe(true)
  expect(await driver.move(it, DIRECTIONS.left)).toBe(true)
  expect(await driver.move(it, DIRECTIONS.left)).toBe(true)
  expect(await driver.move(it, DIRECTIONS.zoomIn)).toBe(true)
  expect(await driver.stop(it)).toBe(true)
  expect(await driver.stop(it)).toBe(true)
  expect(await driver.move(it, DIRECTIONS.stop)).toBe(false)
  expect(cloud.told).toEqual([
    'device/ptz/start C1 2',
    'device/ptz/stop C1 2',
    'device/ptz/start C1 8',
    'device/ptz/stop C1 8',
    'device/ptz/stop C1 -',
  ])
})

test('one whose stop was not heard is stopped and told anew', async () => {
  const { driver } = fresh()
  await driver.move(camera(), DIRECTIONS.up)
  cloud.instead = (_, __, response) => {
    response.end('garbage')
    return true
  }
  expect(await faultOf(driver.stop(camera()))).toBe('unreachable')
  cloud.instead = null
  expect(await driver.move(camera(), DIRECTIONS.up)).toBe(true)
  expect(cloud.told).toEqual(['device/ptz/start C1 0', 'device/ptz/stop C1 0', 'device/ptz/start C1 0'])
})

test('positions are kept by the number that the cloud gives them', async () => {
  const { driver } = fresh()
  const kept = await driver.setPreset(camera(), 'Gate')
  expect(kept).toEqual({ token: '3', pose: null })
  expect(await driver.goToPreset(camera(), kept!)).toBe(true)
  expect(await driver.goToPreset(camera(), { token: '9', pose: null })).toBe(false)
  await driver.removePreset(camera(), kept!)
  expect(cloud.told).toEqual(['device/preset/add C1', 'device/preset/move C1 3', 'device/preset/move C1 9', 'device/preset/clear C1 3'])
})

test('a camera without a motor says so', async () => {
  cloud.devices.get('C1')!.turns = false
  const { driver } = fresh()
  expect(await driver.turns(camera())).toBe(false)
  expect(await driver.move(camera(), DIRECTIONS.up)).toBe(false)
  expect(await driver.setPreset(camera(), 'x')).toBeNull()
})

test('what is wrong is told apart', async () => {
  const { driver } = fresh()
  expect(await faultOf(driver.look(camera()))).toBeNull()
  expect(await faultOf(driver.look(camera({ deviceSerial: 'X9' })))).toBe('unknownSerial')
  expect(await faultOf(driver.open(camera({ channelNo: 7 }), 'hd'))).toBe('noChannel')
  expect(await faultOf(driver.look(camera({ tenantId: 3 })))).toBe('noKeys')
  const wrong = fresh({}, { 1: { appKey: 'north', appSecret: 'other' } })
  expect(await faultOf(wrong.driver.look(camera()))).toBe('wrongKeys')
  expect(await faultOf(fresh({}, { 1: { appKey: 'nobody', appSecret: 'x' } }).driver.look(camera()))).toBe('wrongKeys')
  cloud.devices.get('C1')!.status = 0
  expect(await faultOf(driver.look(camera()))).toBe('offline')
  expect(await faultOf(driver.open(camera(), 'hd'))).toBe('offline')
  Object.assign(cloud.devices.get('C1')!, { status: 1, isEncrypted: true })
  expect(await faultOf(driver.open(camera(), 'hd'))).toBe('encrypted')
})

test('saved cameras are looked at fifty with one call; one that the list does not name is asked for by itself', async () => {
  const { driver } = fresh()
  for (let nth = 0; nth < 119; nth++)
    cloud.devices.set(`N${nth}`, { appKey: 'north', status: nth === 7 ? 0 : 1, isEncrypted: false, turns: false })
  const asked: string[] = []
  cloud.instead = (path) => {
    asked.push(path.replace('/api/lapp/', ''))
    return false
  }
  const looks = await Promise.all(
    Array.from({ length: 119 }, (_, nth) => faultOf(driver.look(camera({ id: nth + 1, deviceSerial: `n${nth}` })))),
  )
  expect(looks.map((one, nth) => [nth, one]).filter(([, one]) => one !== null)).toEqual([[7, 'offline']])
  expect(asked).toEqual(['token/get', 'device/list', 'device/list', 'device/list'])
  expect(await faultOf(driver.look(camera({ id: 5, deviceSerial: 'X9' })))).toBe('unknownSerial')
  expect(await faultOf(driver.look(camera({ id: 6, tenantId: 2, deviceSerial: 'N1' })))).toBe('unknownSerial')
  expect(asked.slice(4)).toEqual(['device/info', 'token/get', 'device/list', 'device/info'])
})

test('two tenants with two keys are never mixed', async () => {
  const { driver } = fresh()
  const both = await Promise.all([driver.look(camera()), driver.look(camera({ tenantId: 2, deviceSerial: 'D1' }))].map(faultOf))
  expect(both).toEqual([null, null])
  expect(await faultOf(driver.look(camera({ tenantId: 2 })))).toBe('unknownSerial')
  expect(await faultOf(driver.look(camera({ deviceSerial: 'D1' })))).toBe('unknownSerial')
  expect(cloud.tokens).toEqual({ north: 1, south: 1 })
})

test('a token is asked for once, however many need it, again when the cloud ends it, and before its own end', async () => {
  const { driver } = fresh()
  const many = () => Promise.all(Array.from({ length: 20 }, () => driver.look(camera())))
  await many()
  expect(cloud.tokens).toEqual({ north: 1 })
  cloud.expire()
  await many()
  expect(cloud.tokens).toEqual({ north: 2 })
  ahead = 6.5 * 86_400_000
  await many()
  expect(cloud.tokens).toEqual({ north: 3 })
  ahead = 0
})

test('a cloud that ends each token at once is asked twice and no more; one that refuses keys is left alone for a while', async () => {
  const { driver } = fresh()
  let asked = 0
  cloud.instead = (path, _, response) => {
    asked += 1
    const data = { accessToken: `at.${asked}`, expireTime: Date.now() + 1e9 }
    response.end(JSON.stringify(path.endsWith('token/get') ? { code: '200', data } : { code: '10002' }))
    return true
  }
  expect(await faultOf(driver.look(camera()))).toBe('wrongKeys')
  expect(asked).toBe(4)
  const other = fresh().driver
  cloud.instead = (_, __, response) => {
    asked += 1
    response.end(JSON.stringify({ code: '10005' }))
    return true
  }
  for (let nth = 0; nth < 5; nth++) expect(await faultOf(other.look(camera()))).toBe('wrongKeys')
  expect(asked).toBe(5)
  cloud.instead = null
  ahead = 11_000
  expect(await faultOf(other.look(camera()))).toBeNull()
  ahead = 0
})

test('a cloud that answers anything, or without end, is left in time', async () => {
  for (const body of ['', 'garbage', '[]', 'null', '{"code":{}}', '{"code":"200","data":"x"}', 'x'.repeat(300_000)]) {
    cloud.instead = (_, __, response) => {
      response.end(body)
      return true
    }
    expect([body.slice(0, 20), await faultOf(fresh().driver.look(camera()))]).toEqual([body.slice(0, 20), 'unreachable'])
  }
  let sent = 0
  cloud.instead = (_, __, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const more = () => {
      while (sent < 200 && response.write(chunk)) sent += 1
      if (sent >= 200) response.end()
    }
    response.on('drain', more)
    more()
    return true
  }
  expect(await faultOf(fresh().driver.look(camera()))).toBe('unreachable')
  expect(sent).toBeLessThan(30)
})

test('neither the cloud nor an address that it gives out leads inside', { timeout: 30_000 }, async () => {
  let reached = 0
  const inside = createServer((_, response) => {
    reached += 1
    response.end('FLV')
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => void inside.close())
  const { port } = inside.address() as { port: number }
  const { driver } = fresh()
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]']) {
    cloud.liveUrl = `http://${host}:${port}/live.flv`
    expect([host, await faultOf(driver.open(camera(), 'hd'))]).toEqual([host, 'address'])
  }
  for (const url of [
    'http://10.0.0.7/live.flv',
    'http://192.168.1.9/a.flv',
    'file:///etc/passwd',
    'rtmp://8.8.8.8/live',
    'http://u:p@8.8.8.8/',
  ])
    expect([url, await faultOf(openAt(url))]).toEqual([url, 'address'])
  async function openAt(url: string) {
    cloud.liveUrl = url
    return driver.open(camera(), 'hd')
  }
  cloud.liveUrl = null
  cloud.instead = (path, _, response) => {
    if (!path.startsWith('/live/')) return false
    response.writeHead(302, { location: `http://127.0.0.1:${port}/live.flv` }).end()
    return true
  }
  expect(await faultOf(driver.open(camera(), 'hd'))).toBe('address')
  cloud.instead = (_, __, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()
    return true
  }
  expect(await faultOf(driver.look(camera()))).toBe('address')
  expect(await faultOf(fresh({ allow: [] }).driver.look(camera()))).toBe('address')
  expect(reached).toBe(0)
})

test('a cloud that never answers, and a stream that never begins, are left in time', { timeout: 30_000 }, async () => {
  const { driver } = fresh()
  cloud.instead = (path, _, response) => {
    if (path.startsWith('/live/')) response.write('F')
    return path.startsWith('/live/') || path.endsWith('device/info')
  }
  expect(await Promise.all([driver.look(camera()), driver.open(camera(), 'hd')].map(faultOf))).toEqual(['tooSlow', 'tooSlow'])
})
