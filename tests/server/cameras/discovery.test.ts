import { afterEach, expect, test } from 'vitest'
import type { AddressPolicy } from '#server/cameras/drivers/address'
import { CameraTrouble } from '#server/cameras/drivers/driver'
import { discover } from '#server/cameras/drivers/onvif/discovery'
import { readStreams } from '#server/cameras/drivers/onvif/streams'
import { aNetwork, answerOf } from './discoveryDouble.ts'
import { onvifDouble } from './onvifDouble.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
const WAIT_MS = 900
const policy: AddressPolicy = { allow: [], ownPorts: [] }
async function look(answers: (to: string) => readonly (string | Buffer)[]) {
  const network = await aNetwork(answers)
  closing.push(network.close)
  return { ...(await discover(network.net, policy, WAIT_MS)), asked: network.asked() }
}
const pond = 'http://10.1.2.3/onvif/device_service'

test('a camera says its name and its hardware, is asked again, and stands once in what is found', async () => {
  const scopes = 'onvif://www.onvif.org/type/video onvif://www.onvif.org/name/Pond%20%E9%B1%BC onvif://www.onvif.org/hardware/X-1%0A%00%ZZ'
  const { cameras, reason, asked } = await look((to) => [answerOf(to, { scopes, addresses: pond })])
  expect(cameras).toEqual([{ name: 'Pond 鱼', hardware: 'X-1%0A%00%ZZ', onvifUrl: pond }])
  expect([reason, asked]).toEqual([null, 2])
})

test('what is garbage, too large, or answers another question is not heard, and the others are', async () => {
  const { cameras } = await look((to) => [
    '',
    'no XML',
    Buffer.from([0xff, 0xfe, 0x00, 0x80]),
    '<a>'.repeat(4000),
    `<!DOCTYPE a [<!ENTITY b "c">]>${answerOf(to, { addresses: 'http://10.1.2.4/' })}`,
    answerOf(to, { scopes: 'x '.repeat(32_000), addresses: 'http://10.1.2.5/' }),
    answerOf('urn:uuid:another', { addresses: 'http://10.1.2.6/' }),
    answerOf(to, { addresses: pond }),
  ])
  expect(cameras.map(({ onvifUrl }) => onvifUrl)).toEqual([pond])
})

test('an address that is not called is not taken; of several the first that is', async () => {
  const addresses = [
    'http://127.0.0.1/onvif',
    'http://169.254.169.254/onvif',
    'http://[fe80::1]/onvif',
    'http://camera.example/onvif',
    'http://li:secret@10.1.2.3/onvif',
    'file:///etc/passwd',
    `http://10.1.2.3/${'x'.repeat(400)}`,
  ]
  const { cameras } = await look((to) => [
    ...addresses.map((one) => answerOf(to, { addresses: one })),
    answerOf(to, { addresses: `${addresses.join(' ')} ${pond}` }),
  ])
  expect(cameras.map(({ onvifUrl }) => onvifUrl)).toEqual([pond])
})

test('of a thousand answers a hundred are taken', async () => {
  const { cameras } = await look((to) =>
    Array.from({ length: 1000 }, (_, nth) => answerOf(to, { addresses: `http://10.1.${nth >> 8}.${nth & 255}/onvif` })),
  )
  expect(cameras).toHaveLength(100)
})

test('a host without a network, and one that lets no question out, say so', async () => {
  const net = { address: '239.255.255.250', port: 3702 }
  expect(await discover({ ...net, interfaces: [] }, policy, WAIT_MS)).toEqual({ cameras: [], reason: 'noNetwork' })
  // An address that this host does not have.
  expect(await discover({ ...net, interfaces: ['203.0.113.9'] }, policy, WAIT_MS)).toEqual({ cameras: [], reason: 'noMulticast' })
})

const USER = { userName: 'grower', password: 'sun & <rain>' }
async function streamsOf(channelNo: number, streamOf?: (profile: string) => string, more: Partial<typeof USER> = {}) {
  const device = await onvifDouble({ ...USER, ...(streamOf ? { streamOf } : {}) })
  closing.push(device.close)
  const allowing = { allow: [`127.0.0.1:${device.port}`, '127.0.0.1:8554'], ownPorts: [5432] }
  return readStreams({ onvifUrl: device.url, ...USER, ...more, channelNo }, allowing).catch((cause: unknown) =>
    cause instanceof CameraTrouble ? cause.fault : cause,
  )
}

test('its pictures are read by size, at the host that was asked, without a user', { timeout: 20_000 }, async () => {
  expect(await streamsOf(1)).toEqual({
    hdUrl: 'rtsp://127.0.0.1:8554/main?channel=1&subtype=0',
    sdUrl: 'rtsp://127.0.0.1:8554/snap?channel=1&subtype=0',
  })
  expect(await streamsOf(2)).toEqual({ hdUrl: 'rtsp://127.0.0.1:8554/still?channel=1&subtype=0', sdUrl: '' })
  expect(await streamsOf(1, undefined, { password: 'other' })).toBe('signIn')
  expect(await streamsOf(1, () => 'http://10.9.8.7/live')).toBe('address')
  expect(await streamsOf(1, () => 'rtsp://10.9.8.7:5432/live')).toBe('address')
  expect(await streamsOf(1, () => 'no address')).toBe('noStream')
  expect(await streamsOf(1, (profile) => `rtsp://10.9.8.7:8554/${profile}${'x'.repeat(400)}`)).toBe('noStream')
})
