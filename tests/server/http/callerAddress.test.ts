import { Writable } from 'node:stream'
import fc from 'fast-check'
import mqtt from 'mqtt'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { oauthCalls } from '#contract/session/oauth'
import { callerAddress } from '#server/ground/http/callerAddress'
import { startFarm } from '../broker/farm.ts'
import { startTestServer } from '../harness.ts'

const asked = (from: string, forwarded?: string) =>
  ({ socket: { remoteAddress: from }, headers: forwarded == null ? {} : { 'x-forwarded-for': forwarded } }) as never

test.each([
  ['203.0.113.9', '198.51.100.1', '203.0.113.9', 'a stranger who says he asks for another'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1', 'a proxy of ours'],
  ['::ffff:10.0.0.1', '198.51.100.1:4711', '198.51.100.1', 'a proxy over IPv6, which writes ports'],
  ['10.0.0.1', '1.2.3.4, 198.51.100.1, 10.9.9.9', '198.51.100.1', 'two proxies, and what the caller wrote before them'],
  ['10.0.0.1', '[2001:db8::7]:443', '2001:db8::7', 'a caller of IPv6'],
  ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1', 'a hop that is no address'],
  ['10.0.0.1', undefined, '10.0.0.1', 'a proxy that says nothing'],
  ['10.0.0.1', '10.2.3.4', '10.2.3.4', 'somebody inside the network of the proxies'],
  ['fd00::1', '198.51.100.1', '198.51.100.1', 'a proxy of IPv6'],
])('from %s for %s it is %s: %s', (from, forwarded, caller, _who) => {
  expect(callerAddress(['10.0.0.0/8', 'fd00::/8'])(asked(from, forwarded))).toBe(caller)
})

test('what a caller writes never makes him anybody else, whatever it is', () => {
  const ours = callerAddress(['10.0.0.0/8'])
  const anything = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constant('10.0.0.9'))
  fc.assert(
    fc.property(
      fc.array(anything, { maxLength: 6 }),
      fc.ipV4().filter((one) => !one.startsWith('10.')),
      (written, caller) => {
        expect(ours(asked('10.0.0.1', [...written, caller].join(', ')))).toBe(caller)
        expect(ours(asked(caller, written.join(', ')))).toBe(caller)
        expect(callerAddress([])(asked('10.0.0.1', written.join(', ')))).toBe('10.0.0.1')
      },
    ),
  )
})

/** Asks for so many codes, each for a phone and from an address of its own; answers how many were given. */
async function codesFrom(trustProxy: readonly string[], addressOf: (at: number) => string): Promise<number> {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) }))
  const server = await startTestServer({ config: { trustProxy }, log })
  onTestFinished(() => server.close())
  let given = 0
  for (let at = 0; at < 33; at++) {
    const answer = await server.anonymous.raw(
      oauthCalls.sendPhoneCaptcha.method,
      `${oauthCalls.sendPhoneCaptcha.path}?phone=${13_100_000_000 + at}`,
      {
        headers: { 'x-forwarded-for': addressOf(at) },
      },
    )
    if (answer.status === 200) given++
  }
  expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(trustProxy.length === 0 ? 1 : 0)
  return given
}
test('behind a named proxy each caller has codes of his own; a made-up header gets no more of them', { timeout: 60_000 }, async () => {
  expect(await codesFrom(['127.0.0.1'], (at) => `198.51.100.${at}`)).toBe(33)
  expect(await codesFrom(['127.0.0.1'], (at) => `198.51.100.${at}, 203.0.113.5`)).toBe(30)
  expect(await codesFrom([], (at) => `198.51.100.${at}`)).toBe(30)
})

test('MQTT over WebSocket names the caller behind the proxy, and believes nobody else', { timeout: 60_000 }, async () => {
  const addressFor = async (trustProxy: readonly string[]) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) }))
    const farm = await startFarm({ trustProxy, log })
    onTestFinished(() => farm.close())
    const refused = mqtt.connectAsync(farm.webSocketUrl, {
      protocolVersion: 4,
      username: '1/nobody',
      password: 'x',
      reconnectPeriod: 0,
      wsOptions: { headers: { 'x-forwarded-for': '198.51.100.7' } },
    })
    await expect(refused).rejects.toThrow()
    return vi.waitFor(() => (JSON.parse(lines.find((line) => line.includes('refused on MQTT'))!) as { address: string }).address)
  }
  expect(await addressFor(['127.0.0.1'])).toBe('198.51.100.7')
  expect(await addressFor([])).toBe('127.0.0.1')
})
