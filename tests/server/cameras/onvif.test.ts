import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { DIRECTIONS } from '#contract/cameras/control'
import type { CameraSource } from '#server/cameras/drivers/driver'
import { CameraTrouble } from '#server/cameras/drivers/driver'
import { onvifTurner } from '#server/cameras/drivers/onvif/turner'
import { onvifDouble } from './onvifDouble.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const USER = { userName: 'grower', password: 'sun & <rain>' }
const turner = (...ports: number[]) => onvifTurner({ allow: ports.map((port) => `127.0.0.1:${port}`), ownPorts: [] })
const camera = (onvifUrl: string, more: Partial<CameraSource> = {}): CameraSource => ({
  id: 1,
  tenantId: 1,
  enter: 4,
  deviceSerial: 'pond',
  channelNo: 1,
  nationalChannel: '',
  hdUrl: 'rtsp://192.168.1.9/live',
  sdUrl: '',
  onvifUrl,
  ...USER,
  ...more,
})
async function aDevice(ahead = 0) {
  const device = await onvifDouble({ ...USER, ahead })
  closing.push(device.close)
  return { device, ptz: turner(device.port), it: camera(device.url) }
}
async function answering(listener: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/onvif/device_service`, port }
}
const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    (answer) => answer,
    (cause: unknown) => (cause instanceof CameraTrouble ? cause.fault : cause),
  )

test('every direction is told, and ends by itself where nobody says it again', async () => {
  const { device, ptz, it } = await aDevice()
  for (const direction of Object.values(DIRECTIONS).filter((one) => one >= 0)) expect(await ptz.move(it, direction)).toBe(true)
  expect(await ptz.stop(it)).toBe(true)
  expect(device.told).toEqual([
    'move 0 0.5 0 PT5S',
    'move 0 -0.5 0 PT5S',
    'move -0.5 0 0 PT5S',
    'move 0.5 0 0 PT5S',
    'move -0.5 0.5 0 PT5S',
    'move -0.5 -0.5 0 PT5S',
    'move 0.5 0.5 0 PT5S',
    'move 0.5 -0.5 0 PT5S',
    'move 0 0 0.5 PT5S',
    'move 0 0 -0.5 PT5S',
    'stop',
  ])
})

test('positions are kept, gone to and forgotten; one that it does not know it does not allow', async () => {
  const { device, ptz, it } = await aDevice()
  const kept = await ptz.setPreset(it, 'Gate <1> & pond')
  expect(kept).toEqual({ token: 'p1', pose: null })
  expect(await ptz.goToPreset(it, kept!)).toBe(true)
  expect(await ptz.goToPreset(it, { token: 'other', pose: null })).toBe(false)
  await ptz.removePreset(it, kept!)
  expect(device.told).toEqual(['keep Gate <1> & pond', 'go p1', 'forget p1'])
})

test('a clock that is hours off keeps nobody out; a wrong password does', async () => {
  const { device, ptz, it } = await aDevice(7 * 3_600_000)
  expect(await ptz.turns(it)).toBe(true)
  const wrong = turner(device.port)
  expect(await faultOf(wrong.turns(camera(device.url, { password: 'other' })))).toBe('signIn')
  expect(await faultOf(wrong.move(camera(device.url, { password: null }), 0))).toBe('signIn')
  expect(device.told).toEqual([])
})

test('a channel without a motor is not turned, nor a camera without an address of ONVIF', async () => {
  const { device, ptz, it } = await aDevice()
  expect(await ptz.turns({ ...it, channelNo: 2 })).toBe(false)
  expect(await ptz.move({ ...it, channelNo: 2 }, 0)).toBe(false)
  expect(await ptz.setPreset({ ...it, channelNo: 2 }, 'x')).toBeNull()
  expect(await ptz.turns({ ...it, onvifUrl: '' })).toBe(false)
  expect(await ptz.stop({ ...it, onvifUrl: '' })).toBe(false)
  expect(device.told).toEqual([])
})

test('one that never answers, answers anything, or sends elsewhere ends in time', { timeout: 30_000 }, async () => {
  const silent = await answering(() => undefined)
  expect(await faultOf(turner(silent.port).turns(camera(silent.url)))).toBe('tooSlow')
  const slow = await answering((_, response) => {
    response.write('<a>')
    const drip = setInterval(() => response.write('x'), 200)
    response.on('close', () => clearInterval(drip))
  })
  expect(await faultOf(turner(slow.port).turns(camera(slow.url)))).toBe('tooSlow')
  for (const body of [
    '',
    'no XML',
    '<a'.repeat(1000),
    `${'<a>'.repeat(100_000)}`,
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    'x'.repeat(1_000_000),
  ]) {
    const babbling = await answering((_, response) => void response.end(body))
    expect([body.slice(0, 20), await faultOf(turner(babbling.port).turns(camera(babbling.url)))]).toEqual([body.slice(0, 20), 'notOnvif'])
  }
  let reached = 0
  const inside = await answering((_, response) => {
    reached += 1
    response.end()
  })
  const sending = await answering((_, response) => void response.writeHead(302, { location: inside.url }).end())
  expect(await faultOf(turner(sending.port, inside.port).turns(camera(sending.url)))).toBe('address')
  expect(reached).toBe(0)
  expect(await faultOf(turner().turns(camera(silent.url)))).toBe('address')
})
