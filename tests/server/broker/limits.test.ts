import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { MqttClient } from 'mqtt'
import pino from 'pino'
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aConsole, aFarm, type Farm, startFarm } from './farm.ts'
import { CONNACK, PUBCOMP, publishPacket, PUBREC, pubrelPacket, rawDevice } from './rawDevice.ts'

const lines: { what?: string; reason?: string; msg: string; unsaid?: number }[] = []
let farm: Farm
beforeAll(async () => {
  farm = await startFarm({ log: pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }) })
})
afterAll(() => farm?.close())

const refused = async (what: string, reason: string) =>
  (await register.getSingleMetric('furrow_mqtt_refused_total')!.get()).values.find(
    ({ labels }) => labels['what'] === what && labels['reason'] === reason,
  )?.value ?? 0
const stored = async (deviceId: number) =>
  (
    await farm.query<{ value: number }>(
      'select r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 order by r.ts, r.place',
      [deviceId],
    )
  ).map(({ value }) => value)

describe('a message of QoS 2 without a time', () => {
  test('that is delivered again before its PUBREL is stored once; after it the number is free', async () => {
    const { device, topic } = await aFarm(farm)
    const { send, answered } = await rawDevice(farm, device, { clientId: 'a', clean: true })
    const first = (again: boolean) => publishPacket(topic('readings'), '{"flow":1}', 7, again)
    send(first(false))
    await answered(PUBREC, 7)
    send(first(true), first(true))
    await answered(PUBREC, 7, 3)
    send(pubrelPacket(7))
    await answered(PUBCOMP, 7)
    expect(await stored(device.id)).toEqual([1])
    send(publishPacket(topic('readings'), '{"flow":2}', 7))
    await answered(PUBREC, 7, 4)
    expect(await stored(device.id)).toEqual([1, 2])
  })
  test('so is one that comes again while it is being committed', async () => {
    const { device, topic } = await aFarm(farm)
    const { send, answered } = await rawDevice(farm, device, { clientId: 'a', clean: true })
    send(publishPacket(topic('readings'), '{"flow":1}', 9), publishPacket(topic('readings'), '{"flow":1}', 9, true))
    await answered(PUBREC, 9, 2)
    expect(await stored(device.id)).toEqual([1])
  })
  test('and one that comes again over another connection of a kept session', async () => {
    const { device, topic } = await aFarm(farm)
    const session = { clientId: 'kept', clean: false }
    const before = await rawDevice(farm, device, session)
    before.send(publishPacket(topic('readings'), '{"flow":1}', 3))
    await before.answered(PUBREC, 3)
    before.socket.destroy()
    const after = await rawDevice(farm, device, session)
    after.send(publishPacket(topic('readings'), '{"flow":1}', 3, true))
    await after.answered(PUBREC, 3)
    after.send(pubrelPacket(3))
    await after.answered(PUBCOMP, 3)
    expect(await stored(device.id)).toEqual([1])
  })
})

describe("one device's secret does not take the memory", () => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    return process.memoryUsage().arrayBuffers / 2 ** 20
  }

  test('messages of QoS 2 without PUBREL keep their numbers, not their bytes', { timeout: 60_000 }, async () => {
    const { device, topic } = await aFarm(farm)
    const { send, answered, socket } = await rawDevice(farm, device, { clientId: 'hoarder', clean: false })
    const payload = Buffer.from(`{"flow":1}${' '.repeat(240_000)}`)
    const before = held()
    const sent = 200
    for (let id = 1; id <= sent; id++) send(publishPacket(topic('readings'), payload, id))
    await answered(PUBREC, sent)
    await vi.waitFor(() => expect(held() - before).toBeLessThan(10), { timeout: 10_000 })
    socket.destroy()
    expect(await stored(device.id)).toHaveLength(sent)
  })

  test(
    'what waits for the database is bounded a connection: the rest stays with the sender, and nothing is lost',
    { timeout: 60_000 },
    async () => {
      const { device, topic } = await aFarm(farm)
      const client = await farm.device(device)
      const inFlight = async () => (await register.getSingleMetric('furrow_mqtt_in_flight_bytes')!.get()).values[0]!.value
      const before = await inFlight()
      const locked = await farm.owner.connect()
      const sent = 200
      const payload = (at: number) => `{"ts":${Date.now() - sent + at},"values":{"flow":${at}}}${' '.repeat(240_000)}`
      let most = 0
      try {
        await locked.query('begin; lock table furrow.item in exclusive mode')
        for (let at = 0; at < sent; at++) client.publish(topic('readings'), payload(at), { qos: 1 })
        // So much that a server without a bound would hold it all.
        await vi.waitFor(async () => expect((most = await inFlight())).toBeGreaterThan(before + 2 ** 20), { timeout: 10_000 })
        const other = await farm.device((await aFarm(farm)).device)
        expect(other.connected).toBe(true)
        most = Math.max(most, await inFlight())
      } finally {
        await locked.query('rollback')
        locked.release()
      }
      await vi.waitFor(
        async () => {
          most = Math.max(most, await inFlight())
          expect(await stored(device.id)).toHaveLength(sent)
        },
        { timeout: 30_000 },
      )
      expect(most - before).toBeLessThan(1.5 * 2 ** 20)
      await vi.waitFor(async () => expect(await inFlight()).toBe(before))
      expect(client.connected).toBe(true)
    },
  )

  test('and are a thousand at most: then the connection is closed', { timeout: 30_000 }, async () => {
    const { device, topic } = await aFarm(farm)
    const { send, answered, socket } = await rawDevice(farm, device, { clientId: 'many', clean: true })
    const before = await refused('publish', 'too many messages without PUBREL')
    for (let id = 1; id <= 1000; id++) send(publishPacket(topic('readings'), '{"flow":1}', id))
    await answered(PUBREC, 1000)
    send(publishPacket(topic('readings'), '{"flow":1}', 1001))
    await vi.waitFor(() => expect(socket.destroyed).toBe(true), { timeout: 5000 })
    expect(await refused('publish', 'too many messages without PUBREL')).toBe(before + 1)
    expect(await stored(device.id)).toHaveLength(1000)
  })

  test('it has 16 connections at most, also when they come at one moment; one that ends makes room, and the same client id is no further one', async () => {
    const { device } = await aFarm(farm)
    // Those whose device was still being looked up when too many others were, too, are refused as guessing is.
    const turnedAway = async () =>
      (await refused('connect', 'over 16 connections of a device')) + (await refused('connect', 'too many tries'))
    const before = await turnedAway()
    const tried = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => farm.device(device, { clientId: `c${at}` })))
    const open = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(open).toHaveLength(16)
    expect(tried.find((one) => one.status === 'rejected')?.reason.message).toMatch(/Server unavailable/)
    expect(await turnedAway()).toBe(before + 24)
    const again = await farm.device(device, { clientId: open[0]!.options.clientId! })
    await vi.waitFor(() => expect(open[0]!.connected).toBe(false))
    await expect(farm.device(device, { clientId: 'further' })).rejects.toThrow(/Server unavailable/)
    await again.endAsync()
    let further: MqttClient | undefined
    await vi.waitFor(async () => (further = await farm.device(device, { clientId: 'further' })), { timeout: 5000 })
    expect(further!.connected).toBe(true)
    const other = await aFarm(farm)
    expect((await farm.device(other.device)).connected).toBe(true)
  })

  test('a connection of a device listens to 64 filters at most', async () => {
    const { device, topic } = await aFarm(farm)
    const client = await farm.device(device)
    const asked = await client
      .subscribeAsync(Array.from({ length: 100 }, (_, at) => topic(`commands/${at}`)))
      .catch((cause: { packet: { granted: number[] } }) => cause.packet.granted)
    expect(asked.filter((granted) => (typeof granted === 'number' ? granted : granted.qos) < 128)).toHaveLength(64)
  })
})

test('refusals are counted each, and logged once a reason and minute', async () => {
  const { device, tenant } = await aFarm(farm)
  const page = await farm.console(aConsole(farm, { [tenant.id]: {} }))
  const before = await refused('subscribe', 'wildcard')
  for (let at = 0; at < 50; at++) {
    await page.subscribeAsync(`live/${tenant.id}/+/x${at}`).catch(() => undefined)
    if (at < 20) await farm.connect({ username: `${tenant.id}/${device.eui}`, password: `wrong${at}` }).catch(() => undefined)
  }
  expect(await refused('subscribe', 'wildcard')).toBe(before + 50)
  for (const [what, reason] of [
    ['subscribe', 'wildcard'],
    ['connect', 'wrong secret'],
  ])
    expect(lines.filter((line) => line.what === what && line.reason === reason)).toHaveLength(1)
  const unsaid = (await register.getSingleMetric('furrow_log_unsaid_total')!.get()).values
  expect(unsaid.find(({ labels }) => labels['reason'] === 'mqtt subscribe: wildcard')?.value).toBe(49)
  const client = await farm.device(device)
  const said = () => lines.filter(({ msg, reason }) => msg === 'a message could not be used' && reason === 'notJson').length
  const saidBefore = said()
  await Promise.all(
    Array.from({ length: 50 }, () => client.publishAsync(`furrow/${tenant.id}/${device.eui}/readings`, 'nonsense', { qos: 1 })),
  )
  expect(said()).toBeLessThanOrEqual(saidBefore + 1)
})

test('a session that is to be kept needs a name: without one the connection is refused by code 2, and with a clean session it is not', async () => {
  const { device } = await aFarm(farm)
  const refused = await rawDevice(farm, device, { clientId: '', clean: false })
  expect(refused.answers[0]).toEqual([CONNACK, 2])
  await expect.poll(() => refused.socket.destroyed || refused.socket.readableEnded).toBe(true)
  const taken = await rawDevice(farm, device, { clientId: '', clean: true })
  expect(taken.answers[0]).toEqual([CONNACK, 0])
  taken.socket.destroy()
})
