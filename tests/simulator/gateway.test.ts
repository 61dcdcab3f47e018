import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoDevices } from '#demo/farm'
import { childrenReadingsTopic, childrenStateTopic } from '#contract/devices/protocol'
import { startFarm } from '#simulator/farm'
import { startBroker, type TestBroker, until } from './broker.ts'

const GATEWAY = { tenantId: 1, eui: 'demo-lorawan-gateway-1' }
const devices = demoDevices.filter(({ eui, parentEui }) => eui === GATEWAY.eui || parentEui === GATEWAY.eui)
const children = devices.filter(({ parentEui }) => parentEui != null).map(({ eui }) => eui)
let broker: TestBroker
let farm: { stop(): Promise<void> }

beforeEach(async () => {
  broker = await startBroker()
  farm = startFarm({ url: broker.url, clock: Date.now, say: () => undefined, devices, random: () => 0.5 })
})
afterEach(async () => {
  await farm.stop()
  await broker.close()
})

const said = (kind: 'readings' | 'state') =>
  broker
    .on((kind === 'readings' ? childrenReadingsTopic : childrenStateTopic).of(GATEWAY))
    .map(({ payload }) => payload as Record<string, unknown>)
const everybodySpoke = () =>
  until(() => {
    expect(new Set(said('readings').flatMap(Object.keys))).toEqual(new Set(children))
  })

describe('the simulated LoRaWAN gateway', () => {
  test('speaks for the devices behind it on its one connection, several in one message', async () => {
    expect(children.length).toBeGreaterThanOrEqual(3)
    await everybodySpoke()
    expect(broker.sessions.map(({ username }) => username)).toEqual(['1/demo-lorawan-gateway-1'])
    expect(broker.subscriptions).toEqual([
      'furrow/1/demo-lorawan-gateway-1/commands/+',
      'furrow/1/demo-lorawan-gateway-1/children/+/commands/+',
    ])
    expect(said('readings').some((message) => Object.keys(message).length > 1)).toBe(true)
    expect(said('readings')[0]![children[0]!] ?? said('readings')[0]![children[1]!]).toMatchObject({ ts: expect.any(Number) as number })
    expect(broker.heard.some(({ topic, payload, retain }) => topic === 'furrow/1/demo-valve-1/online' && payload === 1 && retain)).toBe(
      true,
    )
  })

  test('hands a command to the valve behind it, which answers and turns', async () => {
    await everybodySpoke()
    await broker.say('furrow/1/demo-lorawan-gateway-1/children/demo-valve-1/commands/c1', {
      id: 'c1',
      circuit: 1,
      status: 1,
      expires: Date.now() + 60_000,
    })
    await until(() => {
      expect(broker.on('furrow/1/demo-valve-1/commands/c1/reply').map(({ payload }) => payload)).toEqual([{ ok: true }])
      expect(said('state').at(-1)).toEqual({ 'demo-valve-1': { '1': 1 } })
    })
  })

  test('keeps what was not acknowledged and sends it when it is back', async () => {
    await everybodySpoke()
    let unconfirmed = 0
    broker.acknowledges = (topic) => {
      if (!topic.endsWith('/children/readings')) return true
      if (broker.sessions.length === 2) unconfirmed++
      return false
    }
    const before = said('readings').length
    broker.cut()
    // It is back and speaks, and nobody confirms it.
    await until(() => {
      expect(unconfirmed).toBeGreaterThan(0)
    })
    broker.acknowledges = () => true
    broker.cut()
    await until(() => {
      expect(new Set(said('readings').slice(before).flatMap(Object.keys))).toEqual(new Set(children))
      expect(
        said('readings')
          .slice(before)
          .flatMap(Object.values)
          .some((payload) => Array.isArray(payload) && payload.length > 1),
      ).toBe(true)
    })
  })

  test('says goodbye for each when it is stopped', async () => {
    await everybodySpoke()
    await farm.stop()
    for (const eui of [...children, GATEWAY.eui])
      expect(broker.on(`furrow/1/${eui}/online`).at(-1)).toMatchObject({ payload: 0, retain: true })
  })
})
