import { randomBytes } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Mapping } from '#contract/devices/mapping'
import { switchSet } from '#contract/devices/verbs'
import { REASON } from '#machines/devices/commandLane'
import type { KnownDevice } from '#server/ground/broker/knownDevice'
import { hashSecret } from '#server/ground/broker/secret'
import { thingsboardSpeech } from '#server/ground/broker/thingsboard/speech'
import { DEVICE_SECRET } from '../arrange.ts'
import { aFarm, type Farm, startFarm } from './farm.ts'

let farm: Farm
const logged: string[] = []
beforeAll(async () => {
  farm = await startFarm({ log: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }) })
})
afterAll(() => farm?.close())

const aToken = () => randomBytes(15).toString('base64url')
const enter = (token: string, given: object = {}) => farm.connect({ username: token, ...given })
const RELAY: Mapping['circuits'][number] = {
  circuit: 1,
  method: 'setRelay',
  params: { 0: { pin: 4, on: false }, 1: { pin: 4, on: true } },
  key: 'relay',
  shows: { 0: [false, 'off'], 1: [true, 'on'] },
  port: null,
  confirmed: false,
}
const mapped = (given: Partial<Mapping>) => JSON.stringify({ calledBy: null, numbersInText: false, circuits: [], ...given }) as never

/** A device with a token, connected; with `circuits` mapped. */
async function aThing(given: Partial<Mapping> = {}) {
  const token = aToken()
  const made = await aFarm(farm)
  await farm.query('update furrow.device set token_hash = $1, mapping = $2 where id = $3', [
    hashSecret(token),
    mapped(given),
    made.device.id,
  ])
  const client = await enter(token)
  const say = (topic: string, payload: unknown) =>
    client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 })
  return { ...made, token, client, say, telemetry: (payload: unknown) => say('v1/devices/me/telemetry', payload) }
}
/** A gateway of ThingsBoard with devices behind it, connected. */
async function aTower(names: readonly string[], given: Partial<Mapping> = {}) {
  const made = await aThing()
  const children = await Promise.all(
    names.map((name) =>
      farm.build.aDevice({ tenant_id: made.tenant.id, area_id: made.area.id, parent_id: made.device.id, name, mapping: mapped(given) }),
    ),
  )
  const [first] = children
  // The server hears of new devices behind it a moment later.
  await vi.waitFor(async () => {
    await made.say('v1/gateway/connect', { device: names.at(-1) })
    expect(await presenceOf(children.at(-1)!.id)).toBe('online')
  })
  await farm.query('delete from furrow.rejected_message where device_id = $1', [made.device.id])
  return { ...made, children, child: first! }
}
const presenceOf = async (id: number) =>
  (await farm.query<{ presence: string }>('select presence from furrow.device where id = $1', [id]))[0]!.presence
const readingsOf = (deviceId: number) =>
  farm.query<{ code: string; name: string | null; ts: number; value: number | null }>(
    `select i.code, i.name, r.ts, r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1
     order by r.ts, r.place, i.code`,
    [deviceId],
  )
const valuesOf = async (deviceId: number) => Object.fromEntries((await readingsOf(deviceId)).map(({ code, value }) => [code, value]))
const wordsOf = async (deviceId: number) =>
  Object.fromEntries(
    (
      await farm.query<{ scope: string; name: string; value: string }>(
        'select scope, name, value from furrow.device_word where device_id = $1 order by scope, name',
        [deviceId],
      )
    ).map(({ scope, name, value }) => [`${scope} ${name}`, JSON.parse(value) as unknown]),
  )
const statesOf = async (deviceId: number) =>
  Object.fromEntries(
    (
      await farm.query<{ circuit: number; status: number | null }>('select circuit, status from furrow.switch where device_id = $1', [
        deviceId,
      ])
    ).map(({ circuit, status }) => [circuit, status]),
  )
const rejectedOf = (deviceId: number) =>
  farm.query<{ reason: string; payload: string; notes: object[] }>(
    'select reason, payload, notes from furrow.rejected_message where device_id = $1 order by id',
    [deviceId],
  )
const box = (client: MqttClient) => {
  const got: [topic: string, payload: unknown][] = []
  client.on('message', (topic, payload) => void got.push([topic, JSON.parse(payload.toString())]))
  return got
}
const ask = (tenantId: number, deviceId: number, status: number, circuit = 1) =>
  farm.live.desk.request({
    tenantId,
    deviceId,
    verb: switchSet,
    args: { circuit, status },
    asker: { by: 'makeSafe', userId: null },
    priority: 'interlock',
  })
const commandOf = async (id: string) =>
  (await farm.query<{ state: string; message: string | null }>('select state, message from furrow.command where id = $1', [id]))[0]!
const isClosed = (client: MqttClient) => vi.waitFor(() => expect(client.connected).toBe(false))

describe('an access token', () => {
  test('opens alone, with an empty password or none', async () => {
    const { token } = await aThing()
    expect((await enter(token, { password: '' })).connected).toBe(true)
    expect((await enter(token)).connected).toBe(true)
  })

  test.each([
    ['one that nobody has', () => aToken(), {}, 4],
    ['one that no token can be', () => 'short', {}, 4],
    ['one with a password', async () => (await aThing()).token, { password: 'x' }, 4],
    ['an empty name', () => '', { password: '' }, 4],
  ])('%s is refused', async (_, token, given, code) => {
    await expect(enter(await token(), given)).rejects.toMatchObject({ code })
  })

  test('is not the empty password of our own user names, nor of a console', async () => {
    const { device } = await aThing()
    for (const password of ['', undefined])
      await expect(farm.connect({ username: `${device.tenant_id}/${device.eui}`, ...(password === undefined ? {} : { password }) }))
        .rejects //
        .toMatchObject({ code: password === undefined ? 5 : 4 })
    await expect(farm.connect({ username: 'console', password: '' })).rejects.toMatchObject({ code: 4 })
  })

  test('opens the device of its own row, in its own tenant and no other', async () => {
    const [one, other] = [await aThing(), await aThing()]
    await one.telemetry({ a: 1 })
    expect(await valuesOf(one.device.id)).toEqual({ a: 1 })
    expect(await valuesOf(other.device.id)).toEqual({})
    await one.client.publishAsync(`furrow/${one.tenant.id}/${one.device.eui}/readings`, '{"a":2}').catch(() => undefined)
    await isClosed(one.client)
    expect(await valuesOf(one.device.id)).toEqual({ a: 1 })
  })

  test('of a disabled device opens nothing, and one that was taken away neither', async () => {
    const { token, device } = await aThing()
    await farm.query('update furrow.device set enabled_flag = 0 where id = $1', [device.id])
    await vi.waitFor(() => expect(enter(token)).rejects.toMatchObject({ code: 5 }))
    await farm.query('update furrow.device set enabled_flag = 1, token_hash = null where id = $1', [device.id])
    await expect(enter(token)).rejects.toMatchObject({ code: 4 })
  })

  test('lets the device of our own protocol sign in as ever, beside it', async () => {
    const { device, topic } = await aThing()
    const own = await farm.connect({ username: `${device.tenant_id}/${device.eui}`, password: DEVICE_SECRET })
    await own.publishAsync(topic('readings'), '{"b":2}', { qos: 1 })
    expect(await valuesOf(device.id)).toEqual({ b: 2 })
    await own.publishAsync('v1/devices/me/telemetry', '{"c":2}').catch(() => undefined)
    await isClosed(own)
  })

  test('a connection of the same token and client id takes the place of the one before, and of another id stands beside it', async () => {
    const { token } = await aThing()
    const one = await enter(token, { clientId: 'thing' })
    const beside = await enter(token, { clientId: 'other' })
    await enter(token, { clientId: 'thing' })
    await isClosed(one)
    expect(beside.connected).toBe(true)
  })

  test('keeps no session: nothing waits for a device that is away', async () => {
    const { token, tenant, device } = await aThing({ circuits: [RELAY] })
    await farm.build.aSwitch({ tenant_id: tenant.id, device_id: device.id, area_id: device.area_id, status: 0, status_at: 1 })
    const kept = await enter(token, { clientId: 'kept', clean: false })
    await kept.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    await kept.endAsync()
    const again = await enter(token, { clientId: 'kept', clean: false })
    const got = box(again)
    expect((await ask(tenant.id, device.id, 1)).state).toBe('silent')
    expect(got).toEqual([])
  })

  test('stands in no line of the log, be it right or wrong', async () => {
    const [{ token, client }, wrong] = [await aThing(), aToken()]
    await expect(enter(wrong)).rejects.toMatchObject({ code: 4 })
    await client.publishAsync('no/such/topic', 'x').catch(() => undefined)
    await isClosed(client)
    const text = logged.join('\n')
    expect(text).toContain('no such token')
    expect(text).toContain('no such topic')
    for (const one of [token, wrong]) expect(text).not.toContain(one)
    // The log has one line a reason and minute, so that another's may stand there.
    const names = logged.map((line) => JSON.parse(line) as { what?: string; name?: string }).filter(({ what }) => what === 'connect')
    expect(names.length).toBeGreaterThan(0)
    for (const { name } of names) expect(name ?? 'console').toMatch(/^(token [0-9a-f]{16}|console|\d+\/[\w.-]+)$/)
  })
})

describe('telemetry', () => {
  test('in each of its forms is stored before it is acknowledged', async () => {
    const { telemetry, device } = await aThing()
    const now = Date.now()
    await telemetry({ a: 1 })
    await telemetry({ ts: now - 5000, values: { a: 2 } })
    await telemetry([{ ts: now - 4000, values: { a: 3 } }, { b: 4 }])
    const rows = await readingsOf(device.id)
    expect(rows.map(({ code, value }) => [code, value])).toEqual([
      ['a', 2],
      ['a', 3],
      ['a', 1],
      ['b', 4],
    ])
    expect(rows[0]!.ts).toBe(now - 5000)
  })

  test('truth values are 1 and 0; text, lists and objects are last words and no readings', async () => {
    const { telemetry, device } = await aThing()
    await telemetry({ door: true, leak: false, mode: 'auto', place: { row: 4 }, tags: ['a'], digits: '12.5' })
    await telemetry({ mode: 'hand' })
    expect(await valuesOf(device.id)).toEqual({ door: 1, leak: 0 })
    expect(await wordsOf(device.id)).toEqual({
      'telemetry mode': 'hand',
      'telemetry place': { row: 4 },
      'telemetry tags': ['a'],
      'telemetry digits': '12.5',
    })
    expect(await rejectedOf(device.id)).toEqual([])
  })

  test('text that is a number is a reading where the mapping says so', async () => {
    const { telemetry, device } = await aThing({ numbersInText: true })
    await telemetry({ a: '12.5', b: '-3', c: '12,5', d: '', e: 'NaN', f: '0x1f' })
    expect(await valuesOf(device.id)).toEqual({ a: 12.5, b: -3 })
    expect(Object.keys(await wordsOf(device.id))).toHaveLength(4)
  })

  test('null is the missing value of a key that has said numbers, and a word of any other', async () => {
    const { telemetry, device } = await aThing()
    await telemetry({ a: 1 })
    await telemetry({ a: null, b: null })
    expect((await readingsOf(device.id)).map(({ value }) => value)).toEqual([1, null])
    expect(await wordsOf(device.id)).toEqual({ 'telemetry b': null })
  })

  test('a word that comes late does not take the place of a newer one', async () => {
    const { telemetry, device } = await aThing()
    const now = Date.now()
    await telemetry({ ts: now - 1000, values: { mode: 'new' } })
    await telemetry({ ts: now - 9000, values: { mode: 'old' } })
    expect(await wordsOf(device.id)).toEqual({ 'telemetry mode': 'new' })
  })

  test('a key that our items cannot have gets a lawful code of its own and stays its name; the same one always', async () => {
    const { telemetry, device } = await aThing()
    const long = 'k'.repeat(255)
    const keys = ['Temp. (°C)', '温度', 'a b', 'a  b', ' ', long, `${long.slice(1)}l`, '__proto__', 'constructor', 'plain_key.1-x']
    await telemetry(`{${keys.map((key, at) => `${JSON.stringify(key)}:${at}`).join(',')}}`)
    await telemetry(`{${keys.map((key, at) => `${JSON.stringify(key)}:${at}`).join(',')}}`)
    const rows = await farm.query<{ code: string; name: string | null; last_value: number }>(
      'select code, name, last_value from furrow.item where device_id = $1',
      [device.id],
    )
    expect(rows).toHaveLength(keys.length)
    for (const { code, name, last_value } of rows) {
      expect(code).toMatch(/^[A-Za-z0-9_.-]{1,64}$/)
      expect(name ?? code).toBe(keys[last_value])
    }
    // A key that has the form of a code that was made is not that one.
    const made = rows.find(({ name }) => name === '温度')!.code
    await telemetry({ [made]: 99 })
    expect(await farm.query('select name from furrow.item where device_id = $1 and last_value = 99', [device.id])).toEqual([{ name: made }])
  })

  test('keys of 100,000 characters, of none and with a NUL cost nothing beside them, and say why on the page', async () => {
    const { telemetry, device } = await aThing()
    await telemetry({ ['k'.repeat(100_000)]: 1, '': 2, 'a\u0000b': 3, '\ud800': 4, good: 5, text: 'x'.repeat(100_000) })
    expect(await valuesOf(device.id)).toEqual({ good: 5 })
    expect(await wordsOf(device.id)).toEqual({})
    const rejected = await rejectedOf(device.id)
    expect(rejected).toMatchObject([{ reason: 'itemName' }, { reason: 'shape', notes: [{ code: 'longWord', count: 100_002 }] }])
    const counted = await farm.query('select reason, n from furrow.rejected_count where device_id = $1 order by reason', [device.id])
    expect(counted).toEqual([
      { reason: 'itemName', n: 4 },
      { reason: 'shape', n: 1 },
    ])
  })

  test('has the limits and the clock of our own: 1,000 entries, 500 items, 500 words, five years, five minutes', async () => {
    const { telemetry, device } = await aThing()
    await telemetry(Array.from({ length: 1001 }, () => ({ a: 1 })))
    await telemetry({ ts: 1764000000, values: { a: 1 } })
    await telemetry({ ts: Date.now() + 600_000, values: { ahead: 1 } })
    await telemetry({ ts: 1.5, values: { a: 1 } })
    await telemetry('{"a":1e999}')
    await telemetry('{"a"')
    await telemetry(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`i${at}`, at])))
    await telemetry(Object.fromEntries(Array.from({ length: 502 }, (_, at) => [`w${at}`, 'x'])))
    await telemetry({ w0: 'y', w999: 'y' })
    expect((await rejectedOf(device.id)).map(({ reason }) => reason)).toEqual([
      'tooMany',
      'tooOld',
      'ahead',
      'shape',
      'notNumber',
      'notJson',
      'tooMany',
      'tooMany',
      'tooMany',
    ])
    expect(await farm.query('select count(*)::int as n from furrow.item where device_id = $1', [device.id])).toEqual([{ n: 500 }])
    const words = await wordsOf(device.id)
    expect(Object.keys(words)).toHaveLength(500)
    expect(words['telemetry w0']).toBe('y')
  })

  test('may be retained and of any quality of service, as clients of ThingsBoard send it', async () => {
    const { client, device } = await aThing()
    await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1, retain: true })
    await client.publishAsync('v1/devices/me/telemetry', '{"b":1}', { qos: 2 })
    await client.publishAsync('v1/devices/me/telemetry', '{"c":1}', { qos: 0 })
    await vi.waitFor(async () => expect(await valuesOf(device.id)).toEqual({ a: 1, b: 1, c: 1 }))
  })
})

describe('attributes', () => {
  test('are kept as last words, and told again to whoever asks', async () => {
    const { say, client, device } = await aThing()
    const got = box(client)
    await client.subscribeAsync('v1/devices/me/attributes/response/+')
    await say('v1/devices/me/attributes', { firmware: '1.2', level: 3, on: true })
    expect(await valuesOf(device.id)).toEqual({})
    await say('v1/devices/me/attributes/request/7', { clientKeys: 'firmware,none,a\u0000', sharedKeys: 'limit' })
    await say('v1/devices/me/attributes/request/8', {})
    await vi.waitFor(() =>
      expect(got).toEqual([
        ['v1/devices/me/attributes/response/7', { client: { firmware: '1.2' }, shared: {} }],
        ['v1/devices/me/attributes/response/8', { client: { firmware: '1.2', level: 3, on: true } }],
      ]),
    )
  })

  test('nonsense in place of a question is on the page, and the connection stands', async () => {
    const { say, client, device } = await aThing()
    await say('v1/devices/me/attributes/request/1', 'keys please')
    await say('v1/devices/me/attributes', '[1]')
    expect((await rejectedOf(device.id)).map(({ reason }) => reason)).toEqual(['shape', 'shape'])
    expect(client.connected).toBe(true)
  })
})

test('a question to the server is answered where it knows the answer, and honestly where not', async () => {
  const { say, client } = await aThing()
  const got = box(client)
  await client.subscribeAsync('v1/devices/me/rpc/response/+')
  await say('v1/devices/me/rpc/request/1', { method: 'getCurrentTime', params: {} })
  await say('v1/devices/me/rpc/request/2', { method: 'openTheGate' })
  await vi.waitFor(() => expect(got).toHaveLength(2))
  expect(Math.abs((got[0]![1] as { time: number }).time - Date.now())).toBeLessThan(60_000)
  expect(got[1]).toEqual(['v1/devices/me/rpc/response/2', { error: 'unknown method' }])
})

describe('what it may hear', () => {
  test('are the filters of its protocol and no others; the rest stand', async () => {
    const { client } = await aThing()
    const filters = [
      'v1/devices/me/attributes',
      'v1/devices/me/rpc/request/+',
      '#',
      'v1/#',
      'v2/fw/response/+/chunk/+',
      'furrow/1/x/commands/+',
    ]
    const refused = await client.subscribeAsync(filters, { qos: 1 }).catch((cause: unknown) => cause)
    expect(refused).toMatchObject({ packet: { granted: [1, 1, 128, 128, 128, 128] } })
    expect(client.connected).toBe(true)
  })

  test('is nothing of what another of the protocol is told', async () => {
    const [one, other] = [await aThing({ circuits: [RELAY] }), await aThing({ circuits: [RELAY] })]
    await one.telemetry({ relay: false })
    const got = box(other.client)
    await other.client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    await one.client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    const heard = box(one.client)
    await ask(one.tenant.id, one.device.id, 1)
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    expect(got).toEqual([])
  })
})

describe('a circuit that is mapped', () => {
  test('shows by its key, of telemetry or of the attributes, and is no reading then', async () => {
    const { telemetry, say, device } = await aThing({ circuits: [RELAY] })
    await telemetry({ relay: true, other: 1 })
    expect(await statesOf(device.id)).toEqual({ 1: 1 })
    await say('v1/devices/me/attributes', { relay: 'off' })
    expect(await statesOf(device.id)).toEqual({ 1: 0 })
    await telemetry({ relay: 7 })
    expect(await statesOf(device.id)).toEqual({ 1: 0 })
    expect(await rejectedOf(device.id)).toMatchObject([{ reason: 'circuit', notes: [{ code: 'shows', circuit: 1, name: 'relay' }] }])
    expect(await valuesOf(device.id)).toEqual({ other: 1 })
    expect(await wordsOf(device.id)).toEqual({})
  })

  test('a state of an earlier time that comes late is not how it is', async () => {
    const { telemetry, device } = await aThing({ circuits: [RELAY] })
    const now = Date.now()
    await telemetry([
      { ts: now - 1000, values: { relay: 'on' } },
      { ts: now - 3000, values: { relay: 'off' } },
    ])
    await telemetry({ ts: now - 2000, values: { relay: 'off' } })
    expect(await statesOf(device.id)).toEqual({ 1: 1 })
    await telemetry({ relay: 'off' })
    expect(await statesOf(device.id)).toEqual({ 1: 0 })
  })

  test('is told by a call, whose answer acknowledges it, and whose key lets it be observed', async () => {
    const { telemetry, say, client, tenant, device } = await aThing({ circuits: [RELAY] })
    await telemetry({ relay: false })
    const got = box(client)
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    const answer = await ask(tenant.id, device.id, 1)
    expect(answer.state).toBe('sent')
    await vi.waitFor(() => expect(got).toHaveLength(1))
    const [topic, payload] = got[0]!
    expect(topic).toMatch(/^v1\/devices\/me\/rpc\/request\/[1-9]\d*$/)
    expect(payload).toEqual({ method: 'setRelay', params: { pin: 4, on: true } })
    await say(topic.replace('request', 'response'), { done: true })
    expect((await commandOf(answer.commandId)).state).toBe('acknowledged')
    await telemetry({ relay: true })
    await vi.waitFor(async () => expect((await commandOf(answer.commandId)).state).toBe('observed'))
  })

  test.each([
    [{ error: 'jammed' }, 'jammed'],
    [{ success: false }, null],
  ])('an answer %j is a no', async (said, message) => {
    const { telemetry, say, client, tenant, device } = await aThing({ circuits: [RELAY] })
    await telemetry({ relay: false })
    const got = box(client)
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    const answer = await ask(tenant.id, device.id, 1)
    await vi.waitFor(() => expect(got).toHaveLength(1))
    await say(got[0]![0].replace('request', 'response'), said)
    const command = await commandOf(answer.commandId)
    expect(command.state).toBe('refused')
    if (message !== null) expect(command.message).toContain(message)
  })

  test('an answer to no call, or to one of another connection, is taken and changes nothing', async () => {
    const { telemetry, say, token, client, tenant, device } = await aThing({ circuits: [RELAY] })
    await telemetry({ relay: false })
    const got = box(client)
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    const answer = await ask(tenant.id, device.id, 1)
    await vi.waitFor(() => expect(got).toHaveLength(1))
    await say('v1/devices/me/rpc/response/1', { ok: true })
    const other = await enter(token)
    await other.publishAsync(got[0]![0].replace('request', 'response'), '{"ok":true}', { qos: 1 })
    expect((await commandOf(answer.commandId)).state).toBe('sent')
    expect(await rejectedOf(device.id)).toEqual([])
  })

  test('that is never answered and never shows is called silent', { timeout: 20_000 }, async () => {
    const { telemetry, client, tenant, device } = await aThing({ circuits: [RELAY] })
    await telemetry({ relay: false })
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    const answer = await ask(tenant.id, device.id, 1)
    expect(answer.state).toBe('sent')
    await vi.waitFor(async () => expect((await commandOf(answer.commandId)).state).toBe('silent'), { timeout: 15_000 })
  })

  test('nothing is called where no parameters stand for the status, or the device does not listen', async () => {
    const { telemetry, client, tenant, device } = await aThing({ circuits: [{ ...RELAY, params: { 0: 'off' } }] })
    await telemetry({ relay: 'off' })
    expect((await ask(tenant.id, device.id, 0)).state).toBe('silent')
    const got = box(client)
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    const unsaid = await ask(tenant.id, device.id, 1)
    expect(unsaid).toMatchObject({ result: 0, state: 'refused', message: REASON.noWords })
    expect(await commandOf(unsaid.commandId)).toEqual({ state: 'refused', message: REASON.noWords })
    expect((await ask(tenant.id, device.id, 0)).state).toBe('sent')
    await vi.waitFor(() => expect(got.map(([, payload]) => payload)).toEqual([{ method: 'setRelay', params: 'off' }]))
  })
})

describe('a gateway', () => {
  test('speaks for the devices behind it, by EUI or by name, in one message that is acknowledged once all is stored', async () => {
    const { say, children, device } = await aTower(['Pump 1', '温室'])
    const [one, two] = children as [(typeof children)[0], (typeof children)[0]]
    await say('v1/gateway/telemetry', {
      'Pump 1': [{ ts: Date.now(), values: { a: 1 } }, { b: 2 }],
      [two.eui]: { a: 3 },
      温室: [{ c: true }],
    })
    await say('v1/gateway/attributes', { 'Pump 1': { model: 'X' } })
    expect(await valuesOf(one.id)).toEqual({ a: 1, b: 2 })
    expect(await valuesOf(two.id)).toEqual({ a: 3, c: 1 })
    expect(await wordsOf(one.id)).toEqual({ 'attribute model': 'X' })
    expect(await rejectedOf(device.id)).toEqual([])
  })

  test('that names a device which is not behind it is told so on its page; the rest is taken, and nothing is made', async () => {
    const { say, child, device, client, tenant } = await aTower(['Pump 1'])
    const count = () => farm.query('select count(*)::int as n from furrow.device where tenant_id = $1', [tenant.id])
    const before = await count()
    const stranger = await farm.build.aDevice({ tenant_id: device.tenant_id, area_id: device.area_id, name: 'Stranger' })
    await say('v1/gateway/telemetry', { Stranger: [{ a: 1 }], Nobody: { a: 1, b: 2 }, 'Pump 1': { a: 5 } })
    await say('v1/gateway/connect', { device: 'Stranger' })
    await say('v1/gateway/attributes', { Stranger: { a: 1 } })
    expect(await valuesOf(child.id)).toEqual({ a: 5 })
    expect(await valuesOf(stranger.id)).toEqual({})
    expect(await rejectedOf(device.id)).toMatchObject([
      { reason: 'notBehind', notes: [{ code: 'notBehind', name: 'Stranger' }, { name: 'Nobody' }] },
      { reason: 'notBehind', notes: [{ name: 'Stranger' }] },
      { reason: 'notBehind', notes: [{ name: 'Stranger' }] },
    ])
    expect(client.connected).toBe(true)
    expect(await count()).toEqual([{ n: (before[0] as { n: number }).n + 1 }])
  })

  test('a name that two devices have is nobody’s', async () => {
    const { say, children, device } = await aTower(['Twin', 'Twin', 'Last'])
    await say('v1/gateway/telemetry', { Twin: { a: 1 } })
    for (const { id } of children) expect(await valuesOf(id)).toEqual({})
    expect(await rejectedOf(device.id)).toMatchObject([{ reason: 'notBehind' }])
  })

  test('what it calls a device may be said in the mapping', async () => {
    const { say, child } = await aTower(['Sensor-77'], { calledBy: 'Sensor-77' })
    await farm.query(`update furrow.device set name = 'North pump' where id = $1`, [child.id])
    await say('v1/gateway/telemetry', { 'Sensor-77': { a: 1 } })
    expect(await valuesOf(child.id)).toEqual({ a: 1 })
  })

  test('says that a device is there and is gone; a device that it speaks of is there', async () => {
    const { say, child } = await aTower(['Pump 1'])
    await say('v1/gateway/disconnect', { device: 'Pump 1' })
    await vi.waitFor(async () => expect(await presenceOf(child.id)).toBe('offline'))
    await say('v1/gateway/connect', { device: 'Pump 1', type: 'pump' })
    await vi.waitFor(async () => expect(await presenceOf(child.id)).toBe('online'))
    await say('v1/gateway/disconnect', { device: 'Pump 1' })
    await vi.waitFor(async () => expect(await presenceOf(child.id)).toBe('offline'))
    await say('v1/gateway/telemetry', { 'Pump 1': { a: 1 } })
    await say('v1/gateway/connect', { device: 'Pump 1' })
    await vi.waitFor(async () => expect(await presenceOf(child.id)).toBe('online'))
  })

  test('hears commands of the devices behind it under the names that it gives them, and answers for them', async () => {
    const { say, child, client, tenant } = await aTower(['Pump 1'], { circuits: [RELAY] })
    await say('v1/gateway/telemetry', { 'Pump 1': { relay: 'off' } })
    const got = box(client)
    await client.subscribeAsync('v1/gateway/rpc', { qos: 1 })
    const answer = await ask(tenant.id, child.id, 1)
    await vi.waitFor(() => expect(got).toHaveLength(1))
    const [topic, payload] = got[0] as [string, { device: string; data: { id: number; method: string; params: unknown } }]
    expect([topic, payload.device, payload.data.method, payload.data.params]).toEqual([
      'v1/gateway/rpc',
      'Pump 1',
      'setRelay',
      { pin: 4, on: true },
    ])
    await say('v1/gateway/rpc', { device: 'Pump 1', id: payload.data.id, data: { success: true } })
    expect((await commandOf(answer.commandId)).state).toBe('acknowledged')
    await say('v1/gateway/attributes', { 'Pump 1': { relay: true } })
    await vi.waitFor(async () => expect((await commandOf(answer.commandId)).state).toBe('observed'))
  })

  test('hears no call that has waited beyond its expiry, nor one of a device that has gone behind another', () => {
    const child = { id: 2, eui: 'pump', tenantId: 1, mapping: { circuits: [RELAY] } } as unknown as KnownDevice
    const gateway = { id: 1, eui: 'tower', tenantId: 1, children: new Map([['pump', child]]) } as unknown as KnownDevice
    const speech = thingsboardSpeech(gateway, () => ({ 'v1/gateway/rpc': { qos: 1 } }))
    const packet = speech.tell(child, { commandId: 'c', expires: 1000, payload: '{"id":"c","circuit":1,"status":1,"expires":1000}' })!
    expect(speech.hears(packet, 999)).toBe(true)
    expect(speech.hears(packet, 1000)).toBe(false)
    gateway.children.clear()
    expect(speech.hears(packet, 999)).toBe(false)
  })

  test('cannot answer for another device than the one that was called', async () => {
    const { say, child, client, tenant } = await aTower(['Pump 1', 'Pump 2'], { circuits: [RELAY] })
    await say('v1/gateway/telemetry', { 'Pump 1': { relay: 'off' } })
    const got = box(client)
    await client.subscribeAsync('v1/gateway/rpc', { qos: 1 })
    const answer = await ask(tenant.id, child.id, 1)
    await vi.waitFor(() => expect(got).toHaveLength(1))
    const { id } = (got[0]![1] as { data: { id: number } }).data
    await say('v1/gateway/rpc', { device: 'Pump 2', id, data: {} })
    expect((await commandOf(answer.commandId)).state).toBe('sent')
  })

  test('asks for what is kept of a device behind it', async () => {
    const { say, client } = await aTower(['Pump 1'])
    const got = box(client)
    await client.subscribeAsync('v1/gateway/attributes/response')
    await say('v1/gateway/attributes', { 'Pump 1': { model: 'X' } })
    await say('v1/gateway/attributes/request', { id: 3, device: 'Pump 1', client: true, key: 'model' })
    await say('v1/gateway/attributes/request', { id: 4, device: 'Pump 1', client: false, key: 'model' })
    await vi.waitFor(() =>
      expect(got).toEqual([
        ['v1/gateway/attributes/response', { id: 3, device: 'Pump 1', value: 'X' }],
        ['v1/gateway/attributes/response', { id: 4, device: 'Pump 1' }],
      ]),
    )
  })
})

test('a restart of the server is a lost connection: the same token opens again, and what was kept is there', async () => {
  const { telemetry, token, device } = await aThing({ circuits: [RELAY] })
  await telemetry({ a: 1, mode: 'auto', relay: 'on' })
  await farm.restart()
  const again = await enter(token)
  await again.publishAsync('v1/devices/me/telemetry', '{"a":2,"mode":"hand","relay":"off"}', { qos: 1 })
  expect((await readingsOf(device.id)).map(({ value }) => value)).toEqual([1, 2])
  expect(await wordsOf(device.id)).toEqual({ 'telemetry mode': 'hand' })
  expect(await statesOf(device.id)).toEqual({ 1: 0 })
})
