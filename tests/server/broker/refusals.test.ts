import { once } from 'node:events'
import net from 'node:net'
import type { IClientOptions, MqttClient } from 'mqtt'
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MAX_PACKET_BYTES } from '#contract/devices/protocol'
import { aConsole, aFarm, type Farm, inbox, startFarm } from './farm.ts'

let farm: Farm
let mine: Awaited<ReturnType<typeof aFarm>>
beforeAll(async () => {
  farm = await startFarm({ demo: false })
  mine = await aFarm(farm)
})
afterAll(() => farm?.close())

async function refused(what: string, reason: string): Promise<number> {
  const metric = await register.getSingleMetric('furrow_mqtt_refused_total')!.get()
  return metric.values.find(({ labels }) => labels['what'] === what && labels['reason'] === reason)?.value ?? 0
}
/** Runs `act` and expects that this refusal was counted once. */
async function counts(what: string, reason: string, act: () => Promise<unknown>): Promise<void> {
  const before = await refused(what, reason)
  await act()
  await vi.waitFor(async () => expect(await refused(what, reason)).toBe(before + 1))
}
const isClosed = (client: MqttClient) => vi.waitFor(() => expect(client.connected).toBe(false))

describe('a sign-in', () => {
  const device = (rest: IClientOptions) => farm.connect({ username: `${mine.tenant.id}/${mine.device.eui}`, ...rest })
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['wrong secret', () => device({ password: 'wrong' }), /Bad username or password/],
    ['no such device', () => farm.connect({ username: `${mine.tenant.id}/nobody`, password: 'x' }), /Bad username or password/],
    ['no such name', () => farm.connect({ username: 'somebody', password: 'x' }), /Bad username or password/],
    ['no name or secret', () => device({}), /Not authorized/],
    ['invalid token', () => farm.connect({ username: 'console', password: 'x', webSocket: true }), /Bad username or password/],
    ['expired token', () => farm.console(aConsole(farm, {}, { expiresAt: 1 })), /Bad username or password/],
  ])('%s is refused, counted and logged by its reason', async (reason, act, message) => {
    await counts('connect', reason, () => expect(act()).rejects.toThrow(message))
  })

  test('a disabled device, and a demo device while DEMO is off, are refused', async () => {
    const off = await farm.build.aDevice({ tenant_id: mine.tenant.id, area_id: mine.area.id, enabled_flag: 0 })
    const demo = await farm.build.aDevice({ tenant_id: mine.tenant.id, area_id: mine.area.id, demo: true })
    await counts('connect', 'disabled device', () => expect(farm.device(off)).rejects.toThrow(/Not authorized/))
    await counts('connect', 'demo device while DEMO is off', () => expect(farm.device(demo)).rejects.toThrow(/Not authorized/))
  })

  test('MQTT 5 is answered with the version that is spoken', async () => {
    await expect(farm.device(mine.device, { protocolVersion: 5 })).rejects.toThrow(/protocol version/i)
  })

  test('a device cannot take the session of another by its client id', async () => {
    const other = await aFarm(farm)
    const first = await farm.device(mine.device, { clientId: 'same', clean: false })
    await first.subscribeAsync(mine.topic('commands/+'), { qos: 1 })
    const second = await farm.device(other.device, { clientId: 'same', clean: false })
    const got = inbox(second)
    expect(first.connected).toBe(true)
    const expires = Date.now() + 60_000
    expect(
      await farm.live.broker.tell(
        { tenantId: mine.tenant.id, eui: mine.device.eui },
        mine.topic('commands/1'),
        JSON.stringify({ expires }),
        expires,
      ),
    ).toBe(true)
    await second.publishAsync(other.topic('readings'), '{"temperature":1}', { qos: 1 })
    expect(got).toEqual([])
  })

  test('the same client id of the same device takes over its own connection', async () => {
    const first = await farm.device(mine.device, { clientId: 'again' })
    await farm.device(mine.device, { clientId: 'again' })
    await isClosed(first)
  })
})

describe('a last will', () => {
  const will = (topic: string, retain = false) => ({ topic, payload: Buffer.from('0'), qos: 1 as const, retain })
  test('on its own online topic, retained, is taken', async () => {
    await farm.device(mine.device, { will: will(mine.topic('online'), true) })
  })
  test.each<[string, () => string, boolean]>([
    ['topic of another device', () => `furrow/${mine.tenant.id}/other/online`, true],
    ['not a retained topic', () => mine.topic('readings'), true],
    ['no such topic', () => 'elsewhere', false],
    ['not for devices to publish', () => `live/${mine.tenant.id}/1/readings`, false],
  ])('%s: refused at the sign-in', async (reason, topic, retain) => {
    await counts('connect', `last will: ${reason}`, () =>
      expect(farm.device(mine.device, { will: will(topic(), retain) })).rejects.toThrow(/Not authorized/),
    )
  })
  test('of a console is refused', async () => {
    const token = aConsole(farm, { [mine.tenant.id]: {} })
    await expect(farm.console(token, { will: will(`live/${mine.tenant.id}/1/readings`) })).rejects.toThrow(/Not authorized/)
  })
})

describe('a publish', () => {
  test.each<[string, string, boolean]>([
    ['not a retained topic', 'readings', true],
    ['not a retained topic', 'state', true],
    ['not for devices to publish', 'commands/1', false],
    ['no such topic', 'other', false],
  ])('%s (%s) closes the connection, and nothing is kept', async (reason, rest, retain) => {
    const { device, topic } = await aFarm(farm)
    const client = await farm.device(device)
    client.publishAsync(topic(rest), '{"temperature":1}', { qos: 1, retain }).catch(() => undefined)
    await counts('publish', reason, () => isClosed(client)).catch(async () => expect(await refused('publish', reason)).toBeGreaterThan(0))
    expect(await farm.query('select 1 from furrow.item where device_id = $1', [device.id])).toEqual([])
  })
  test('of a console closes it, on any topic', async () => {
    const client = await farm.console(aConsole(farm, { [mine.tenant.id]: {} }))
    client.publishAsync(mine.topic('readings'), '{"temperature":1}', { qos: 1 }).catch(() => undefined)
    await isClosed(client)
  })
})

describe('sizes', () => {
  const packet = (type: number, length: number) => {
    const header = [type]
    let rest = length
    do {
      header.push((rest % 128) | (rest > 127 ? 128 : 0))
      rest = Math.floor(rest / 128)
    } while (rest > 0)
    return Buffer.from(header)
  }
  test('a packet over 256 KB is refused by its header, before its bytes', async () => {
    const client = await farm.device(mine.device)
    await counts('packet', 'over 256 KB', async () => {
      client.publishAsync(mine.topic('readings'), Buffer.alloc(MAX_PACKET_BYTES + 1, 32), { qos: 1 }).catch(() => undefined)
      await isClosed(client)
    })
  })
  test('the same through a WebSocket', async () => {
    const client = await farm.connect({ username: `${mine.tenant.id}/${mine.device.eui}`, password: 'furrow-test-secret', webSocket: true })
    await counts('packet', 'over 256 KB', async () => {
      client.publishAsync(mine.topic('readings'), Buffer.alloc(MAX_PACKET_BYTES * 2, 32), { qos: 1 }).catch(() => undefined)
      await isClosed(client)
    })
  })
  test('just under 256 KB is read', async () => {
    const { device, topic } = await aFarm(farm)
    const client = await farm.device(device)
    await client.publishAsync(topic('readings'), `{"temperature":1}${' '.repeat(MAX_PACKET_BYTES - 200)}`, { qos: 1 })
    expect(await farm.query('select code from furrow.item where device_id = $1', [device.id])).toEqual([{ code: 'temperature' }])
  })
  test('before CONNECT only 4 KB are taken', async () => {
    const socket = net.connect(farm.mqttPort, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    await counts('packet', 'over 4 KB before CONNECT', async () => {
      socket.write(packet(0x10, 5000))
      await once(socket, 'close')
    })
  })
  test('a length that never ends is no packet', async () => {
    const socket = net.connect(farm.mqttPort, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]))
    await once(socket, 'close')
  })
  test('a packet in many small pieces is one packet', async () => {
    const socket = net.connect(farm.mqttPort, '127.0.0.1')
    await once(socket, 'connect')
    const name = Buffer.from(`${mine.tenant.id}/${mine.device.eui}`)
    const field = (of: Buffer) => Buffer.concat([Buffer.from([of.length >> 8, of.length & 255]), of])
    const body = Buffer.concat([
      field(Buffer.from('MQTT')),
      Buffer.from([4, 0xc2, 0, 60]),
      field(Buffer.from('slow')),
      field(name),
      field(Buffer.from('furrow-test-secret')),
    ])
    for (const byte of Buffer.concat([packet(0x10, body.length), body])) socket.write(Buffer.from([byte]))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect([...answer]).toEqual([0x20, 2, 0, 0])
    socket.destroy()
  })
})

describe('subscriptions', () => {
  test('of one connection have a bound: what is beyond it is refused, until others have ended', async () => {
    const page = await farm.console(aConsole(farm, { [mine.tenant.id]: {} }))
    const name = (n: number) => `changed/${mine.tenant.id}/made-up-${n}`
    const ask = (names: string[]) =>
      page.subscribeAsync(names).then(
        (granted) => granted.map(({ qos }) => qos as number),
        (cause: { packet: { granted: number[] } }) => cause.packet.granted,
      )
    const many = await ask(Array.from({ length: 1000 }, (_, n) => name(n)))
    expect(many.filter((qos) => qos === 0)).toHaveLength(500)
    expect(many.filter((qos) => qos === 128)).toHaveLength(500)
    const held = many.findIndex((qos) => qos === 0)
    // One that is held already is no further one.
    expect(await ask([name(held)])).toEqual([0])
    await page.unsubscribeAsync(name(held))
    expect(await ask([name(5000)])).toEqual([0])
    expect(await ask([name(5001)])).toEqual([128])
    await page.endAsync(true)
  })
  test('that are refused are refused however often they are asked for at once', async () => {
    const other = await aFarm(farm)
    const page = await farm.console(aConsole(farm, { [mine.tenant.id]: {} }))
    const foreign = `live/${other.tenant.id}/${other.area.id}/readings`
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => page.subscribeAsync(foreign)))
    expect(asked.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    await page.endAsync(true)
  })
  test('of a name that is far too long are refused', async () => {
    const page = await farm.console(aConsole(farm, { [mine.tenant.id]: {} }))
    const topic = `changed/${mine.tenant.id}/${'x'.repeat(300)}`
    expect(
      await page
        .subscribeAsync(topic)
        .then(([granted]) => granted!.qos as number)
        .catch(() => 128),
    ).toBe(128)
    await page.endAsync(true)
  })
})

describe('what a device was refused', () => {
  const kept = async (id: number) =>
    (
      await farm.owner.query<{ reason: string; topic: string; payload: string; notes: unknown }>(
        'select reason, topic, payload, notes from furrow.rejected_message where device_id = $1 order by id',
        [id],
      )
    ).rows
  test('is on its page: a flood of wrong secrets is one row, without the secret, and a stranger learns nothing by it', async () => {
    const { device, tenant } = await aFarm(farm)
    const name = `${tenant.id}/${device.eui}`
    const answers = await Promise.all(
      [name, name, name, name, name, `${tenant.id}/nobody`].map((username) =>
        farm.connect({ username, password: 'not-the-secret' }).then(
          () => 'in',
          (cause: Error) => cause.message,
        ),
      ),
    )
    expect(new Set(answers).size).toBe(1)
    await vi.waitFor(async () =>
      expect(await kept(device.id)).toMatchObject([{ reason: 'wrongPassword', topic: name, notes: [{ code: 'times', count: 1 }] }]),
    )
    expect(JSON.stringify(await kept(device.id))).not.toContain('not-the-secret')
  })
  test('names the topics that are not its own', async () => {
    const { device, tenant } = await aFarm(farm)
    const client = await farm.device(device)
    await client.subscribeAsync(`furrow/${tenant.id}/another/commands/+`).catch(() => undefined)
    await vi.waitFor(async () =>
      expect(await kept(device.id)).toMatchObject([{ reason: 'forbiddenTopic', topic: `furrow/${tenant.id}/another/commands/+` }]),
    )
    await client.endAsync(true)
  })
})

describe('what ends a connection later', () => {
  test('a device whose secret or being changed, a session that was revoked', async () => {
    const { device, tenant } = await aFarm(farm)
    const client = await farm.device(device)
    farm.live.broker.dropDevice({ tenantId: tenant.id, eui: device.eui })
    await isClosed(client)
    const token = aConsole(farm, { [tenant.id]: {} }, { sessionId: 'revoked' })
    const page = await farm.console(token)
    farm.live.broker.dropSession('revoked')
    await isClosed(page)
  })
  test('a console whose grant no longer opens what it listens to; another of the same user stays', async () => {
    const { tenant, area } = await aFarm(farm)
    const token = aConsole(farm, { [tenant.id]: {} }, { userId: 77 })
    const [watching, idle] = [await farm.console(token), await farm.console(token)]
    await watching.subscribeAsync(`live/${tenant.id}/${area.id}/readings`)
    await idle.subscribeAsync('user/77/unread')
    await farm.live.broker.recheckUser(77)
    expect(watching.connected).toBe(true)
    farm.consoles.get(token)!.grants.set(tenant.id, { codes: ['*'], areas: [area.id + 1] })
    await farm.live.broker.recheckUser(77)
    await isClosed(watching)
    expect(idle.connected).toBe(true)
  })
  test('a token that expires: its console is closed after a short grace', { timeout: 15_000 }, async () => {
    const page = await farm.console(aConsole(farm, {}, { expiresAt: Date.now() + 500 }))
    await vi.waitFor(() => expect(page.connected).toBe(false), { timeout: 9000, interval: 100 })
  })
})
