import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { topics } from '#contract/topics'
import { aConsole, aFarm, type Farm, startFarm } from './farm.ts'

let farm: Farm
let mine: Awaited<ReturnType<typeof aFarm>>
let rival: Awaited<ReturnType<typeof aFarm>>
let otherBase: number
let gateway: { id: number; tenant_id: number; eui: string }
let clients: Record<Who, MqttClient>

const WHO = [
  'its device',
  'its gateway',
  'another gateway of the tenant',
  'another device of the tenant',
  "a rival's device",
  'a console of the tenant',
  'a viewer of one base',
  'a console without permission',
  "a rival's console",
] as const
type Who = (typeof WHO)[number]
type May = 'publish' | 'subscribe' | ''

/** Who may do what on each declared topic: of a device behind a gateway, and of that gateway. What is not named may nothing. */
const table: Record<string, Partial<Record<Who, May>>> = {
  'furrow/{tenantId}/{eui}/readings': { 'its device': 'publish', 'its gateway': 'publish' },
  'furrow/{tenantId}/{eui}/state': { 'its device': 'publish', 'its gateway': 'publish' },
  'furrow/{tenantId}/{eui}/online': { 'its device': 'publish', 'its gateway': 'publish' },
  'furrow/{tenantId}/{eui}/about': { 'its device': 'publish', 'its gateway': 'publish' },
  'furrow/{tenantId}/{eui}/commands/{commandId}': { 'its device': 'subscribe', 'its gateway': 'subscribe' },
  'furrow/{tenantId}/{eui}/commands/{commandId}/reply': { 'its device': 'publish', 'its gateway': 'publish' },
  'furrow/{tenantId}/{eui}/children/readings': { 'its gateway': 'publish' },
  'furrow/{tenantId}/{eui}/children/state': { 'its gateway': 'publish' },
  'furrow/{tenantId}/{eui}/children/{child}/commands/{commandId}': { 'its gateway': 'subscribe' },
  'furrow/{tenantId}/{eui}/children/{child}/commands/{commandId}/reply': { 'its gateway': 'publish' },
  'live/{t}/{areaId}/readings': { 'a console of the tenant': 'subscribe', 'a viewer of one base': 'subscribe' },
  'live/{t}/{areaId}/switches': { 'a console of the tenant': 'subscribe', 'a viewer of one base': 'subscribe' },
  'live/{t}/{areaId}/presence': { 'a console of the tenant': 'subscribe', 'a viewer of one base': 'subscribe' },
  // The viewer opens the map, and no alarms.
  'live/{t}/{areaId}/alarms': { 'a console of the tenant': 'subscribe' },
  // Of the user 1: the console of the tenant.
  'user/{userId}/unread': { 'a console of the tenant': 'subscribe' },
  'user/{userId}/approvals': { 'a console of the tenant': 'subscribe' },
  'user/{userId}/rights': { 'a console of the tenant': 'subscribe' },
  'changed/{t}/{resource}': {
    'a console of the tenant': 'subscribe',
    'a viewer of one base': 'subscribe',
    'a console without permission': 'subscribe',
  },
}
const payloads: Record<string, string> = { readings: '{"temperature":1}', state: '{"1":1}', online: '1', reply: '{"ok":true}' }

beforeAll(async () => {
  farm = await startFarm()
  mine = await aFarm(farm)
  rival = await aFarm(farm)
  otherBase = (await farm.build.anArea({ tenant_id: mine.tenant.id })).id
  gateway = await farm.build.aDevice({ tenant_id: mine.tenant.id, area_id: mine.area.id })
  const elsewhere = await farm.build.aDevice({ tenant_id: mine.tenant.id, area_id: mine.area.id })
  await farm.build.aDevice({ tenant_id: mine.tenant.id, area_id: mine.area.id, parent_id: elsewhere.id })
  await farm.owner.query('update furrow.device set parent_id = $2 where id = $1', [mine.device.id, gateway.id])
  const neighbour = await farm.build.aDevice({ tenant_id: mine.tenant.id, area_id: mine.area.id })
  const map = ['wfpf.farm.farm.map']
  const tokens = {
    all: aConsole(farm, { [mine.tenant.id]: {} }, { userId: 1 }),
    viewer: aConsole(farm, { [mine.tenant.id]: { codes: map, areas: [mine.area.id] } }, { userId: 2 }),
    none: aConsole(farm, { [mine.tenant.id]: { codes: ['wfpf.farm.land'] } }, { userId: 3 }),
    rival: aConsole(farm, { [rival.tenant.id]: {} }, { userId: 4 }),
  }
  clients = {
    'its device': await farm.device(mine.device),
    'its gateway': await farm.device(gateway),
    'another gateway of the tenant': await farm.device(elsewhere),
    'another device of the tenant': await farm.device(neighbour),
    "a rival's device": await farm.device(rival.device),
    'a console of the tenant': await farm.console(tokens.all),
    'a viewer of one base': await farm.console(tokens.viewer),
    'a console without permission': await farm.console(tokens.none),
    "a rival's console": await farm.console(tokens.rival),
  }
})
afterAll(() => farm?.close())

const fill = (pattern: string) =>
  pattern
    .replace('{tenantId}', String(mine.tenant.id))
    .replace('{t}', String(mine.tenant.id))
    .replace('{eui}', pattern.includes('/children/') ? gateway.eui : mine.device.eui)
    .replace('{child}', mine.device.eui)
    .replace('{areaId}', String(mine.area.id))
    .replace('{userId}', '1')
    .replace('{commandId}', 'c-1')
    .replace('{resource}', 'device')

const granted = async (client: MqttClient, filter: string): Promise<number> => {
  const answer = await client.subscribeAsync(filter).catch((cause: Error) => cause)
  return answer instanceof Error ? 128 : answer[0]!.qos
}

test('every declared topic has its row in this table, and no row is of another', () => {
  expect(topics.map(({ pattern }) => pattern).toSorted()).toEqual(Object.keys(table).toSorted())
})

describe.each(Object.entries(table))('%s', (pattern, may) => {
  test.each(WHO)('subscribed by %s', async (who) => {
    expect(await granted(clients[who], fill(pattern))).toBe(may[who] === 'subscribe' ? 0 : 128)
  })

  test.each(WHO)('published by %s', async (who) => {
    const client = await farm.connect({
      ...clients[who].options,
      clientId: undefined,
      webSocket: clients[who].options.username === 'console',
    })
    const closed = vi.fn()
    client.on('close', closed)
    const payload = payloads[pattern.split('/').at(-1)!] ?? '{}'
    const told = client.publishAsync(fill(pattern), payload, { qos: 1 })
    if (may[who] === 'publish') {
      await told
      expect(closed).not.toHaveBeenCalled()
    } else {
      told.catch(() => undefined)
      await vi.waitFor(() => expect(closed).toHaveBeenCalled())
    }
  })

  test('nobody gets in without a name', async () => {
    await expect(farm.connect({})).rejects.toThrow(/Not authorized/)
    await expect(farm.connect({ webSocket: true })).rejects.toThrow(/Not authorized/)
  })
})

describe('what no one may subscribe to', () => {
  const filters = () => {
    const [t, area] = [mine.tenant.id, mine.area.id]
    return [
      '#',
      '+',
      '+/#',
      'furrow/#',
      `furrow/${t}/#`,
      `furrow/${t}/+/readings`,
      `furrow/${t}/+/commands/+`,
      `furrow/${t}/${mine.device.eui}/#`,
      `furrow/${t}/${mine.device.eui}/commands/#`,
      `furrow/${t}/${mine.device.eui}/+`,
      `furrow/${t}/${mine.device.eui}/commands/+/reply`,
      `furrow/${t}/${gateway.eui}/children/#`,
      `furrow/${t}/${gateway.eui}/children/+`,
      `furrow/${t}/${gateway.eui}/children/+/commands/+/reply`,
      `furrow/${t}/${gateway.eui}/children/${mine.device.eui}/commands/+`,
      `furrow/${t}/${gateway.eui}/children/${gateway.eui}/commands/c-1`,
      `furrow/${rival.tenant.id}/${rival.device.eui}/commands/+`,
      `live/${t}/+/readings`,
      `live/+/${area}/readings`,
      `live/${t}/${area}/+`,
      `live/${t}/${area}/#`,
      'user/+/unread',
      'changed/+/device',
      `changed/${t}/+`,
      '$SYS/#',
      '$SYS/x/heartbeat',
      `$share/group/live/${t}/${area}/readings`,
      'nothing/of/the/kind',
      `live/0${t}/${area}/readings`,
      `live/${t}/0${area}/readings`,
      `live/${t}/${area + 999}/readings`,
      `live/${t}/-1/readings`,
      `live/${t}/x/readings`,
      'user//unread',
    ]
  }
  test.each(['its device', 'its gateway', 'a console of the tenant'] as const)('%s', async (who) => {
    const client = clients[who]
    for (const filter of filters()) {
      expect([filter, await granted(client, filter)]).toEqual([filter, 128])
    }
  })
  test('but a device may listen to all of its own commands at once', async () => {
    expect(await granted(clients['its device'], mine.topic('commands/+'))).toBe(0)
  })
  test('and a gateway to those of one device behind it, or of all', async () => {
    expect(await granted(clients['its gateway'], mine.topic('commands/+'))).toBe(0)
    expect(await granted(clients['its gateway'], `furrow/${mine.tenant.id}/${gateway.eui}/children/+/commands/+`)).toBe(0)
    expect(await granted(clients['another gateway of the tenant'], mine.topic('commands/+'))).toBe(128)
    expect(await granted(clients['its device'], `furrow/${mine.tenant.id}/${gateway.eui}/children/+/commands/+`)).toBe(128)
  })
  test('a viewer of one base gets nothing of another', async () => {
    expect(await granted(clients['a viewer of one base'], `live/${mine.tenant.id}/${otherBase}/readings`)).toBe(128)
    expect(await granted(clients['a console of the tenant'], `live/${mine.tenant.id}/${otherBase}/readings`)).toBe(0)
  })
  test('a user gets nothing of another user', async () => {
    expect(await granted(clients['a console of the tenant'], 'user/2/unread')).toBe(128)
  })
  test('what a device publishes reaches no client, whatever it is subscribed to', async () => {
    const got = vi.fn()
    for (const client of Object.values(clients)) client.on('message', (topic) => topic.startsWith('furrow/') && got(topic))
    await clients['its device'].publishAsync(mine.topic('readings'), '{"temperature":2}', { qos: 1 })
    await clients['its device'].publishAsync(mine.topic('online'), '1', { qos: 1, retain: true })
    expect(got).not.toHaveBeenCalled()
  })
})
