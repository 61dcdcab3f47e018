import type { MqttClient } from 'mqtt'
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MAX_CHILDREN, MAX_CHILDREN_READINGS } from '#contract/devices/protocol'
import { switchSet } from '#contract/devices/verbs'
import { aFarm, type Farm, inbox, startFarm } from './farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

/** A gateway with devices behind it, connected. */
async function aGateway(count: number) {
  const { tenant, area, device: gateway, topic } = await aFarm(farm)
  const children = await Promise.all(
    Array.from({ length: count }, () => farm.build.aDevice({ tenant_id: tenant.id, area_id: area.id, parent_id: gateway.id })),
  )
  const client = await farm.device(gateway)
  const say = (kind: 'readings' | 'state', payload: unknown) =>
    client.publishAsync(topic(`children/${kind}`), typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 })
  const of = (child: { eui: string }, rest: string) => `furrow/${tenant.id}/${child.eui}/${rest}`
  return { tenant, area, gateway, children, client, topic, say, of }
}
const valuesOf = async (deviceId: number) =>
  (
    await farm.query<{ value: number }>(
      'select r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 order by r.ts, r.place, r.value',
      [deviceId],
    )
  ).map(({ value }) => value)
const rejectedOf = (deviceId: number) =>
  farm.query<{ reason: string; topic: string; payload: string; notes: object[] }>(
    'select reason, topic, payload, notes from furrow.rejected_message where device_id = $1 order by id',
    [deviceId],
  )
const countOf = async (deviceId: number, reason: string) =>
  (
    await farm.query<{ n: number }>(
      'select coalesce(sum(n), 0)::int as n from furrow.rejected_count where device_id = $1 and reason = $2',
      [deviceId, reason],
    )
  )[0]!.n
const isClosed = (client: MqttClient) => vi.waitFor(() => expect(client.connected).toBe(false))
const forbidden = async () => {
  const metric = await register.getSingleMetric('furrow_mqtt_refused_total')!.get()
  return metric.values.find(({ labels }) => labels['what'] === 'publish' && labels['reason'] === 'topic of another device')?.value ?? 0
}

describe('a gateway says of the devices behind it', () => {
  test('what they read and how their circuits are, on the own topics of each', async () => {
    const { children, client, of } = await aGateway(2)
    await client.publishAsync(of(children[0]!, 'readings'), '{"temperature":1}', { qos: 1 })
    await client.publishAsync(of(children[1]!, 'state'), '{"2":1}', { qos: 1 })
    expect(await valuesOf(children[0]!.id)).toEqual([1])
    expect(await farm.query('select circuit, status from furrow.switch where device_id = $1', [children[1]!.id])).toEqual([
      { circuit: 2, status: 1 },
    ])
  })

  test('in one message of five hundred, with its own name among them: what is acknowledged is stored, of each', async () => {
    const { children, gateway, say } = await aGateway(500)
    const all = [gateway, ...children]
    await say('readings', Object.fromEntries(all.map(({ eui }, at) => [eui, { temperature: at, humidity: at + 0.5 }])))
    const rows = await farm.query<{ device_id: number; n: number; last: number }>(
      `select i.device_id, count(*)::int as n, max(i.last_value) as last from furrow.reading r join furrow.item i on i.id = r.item_id
       where i.device_id = any($1) group by 1`,
      [all.map(({ id }) => id)],
    )
    expect(new Map(rows.map(({ device_id, n, last }) => [device_id, [n, last]]))).toEqual(
      new Map(all.map(({ id }, at) => [id, [2, at + 0.5]])),
    )
  })

  test('in every form of the readings topic, and states likewise', async () => {
    const { children, say } = await aGateway(3)
    const [one, two, three] = children.map(({ eui }) => eui) as [string, string, string]
    const now = Date.now()
    await say('readings', {
      [one]: { a: 1 },
      [two]: { ts: now - 5, values: { a: 2 } },
      [three]: [
        { ts: now - 9, values: { a: 3 } },
        { ts: now - 8, values: { a: 4 } },
      ],
    })
    expect(await Promise.all(children.map(({ id }) => valuesOf(id)))).toEqual([[1], [2], [3, 4]])
    await say('state', { [one]: { 1: 1 }, [two]: { 1: 0, 2: 2 }, [three]: { 99: 1 } })
    const states = (id: number) => farm.query('select circuit, status from furrow.switch where device_id = $1 order by circuit', [id])
    expect(await states(children[0]!.id)).toEqual([{ circuit: 1, status: 1 }])
    expect(await states(children[1]!.id)).toHaveLength(2)
    expect(await rejectedOf(children[2]!.id)).toMatchObject([{ reason: 'circuit', payload: '{"99":1}' }])
  })

  test('twice in one message: both are kept', async () => {
    const { children, say } = await aGateway(1)
    const { eui, id } = children[0]!
    await say('readings', `{"${eui}":{"a":1},"${eui}":{"a":2}}`)
    expect(await valuesOf(id)).toEqual([1, 2])
  })

  test('nothing: an empty message is acknowledged', async () => {
    const { say } = await aGateway(1)
    await say('readings', {})
  })

  test('nonsense of one: it is on that one’s page with the gateway named, and costs no other', async () => {
    const { children, gateway, say, topic } = await aGateway(3)
    const [one, two, three] = children as [(typeof children)[0], (typeof children)[0], (typeof children)[0]]
    await say('readings', `{"${one.eui}":{"a":1},"${two.eui}":{"a":tru},"${three.eui}":{"a":3,"b":"x"}}`)
    expect([await valuesOf(one.id), await valuesOf(two.id), await valuesOf(three.id)]).toEqual([[1], [], [3]])
    expect(await rejectedOf(two.id)).toMatchObject([
      {
        reason: 'notJson',
        topic: topic('children/readings'),
        payload: '{"a":tru}',
        notes: [{}, { code: 'through', name: gateway.eui }],
      },
    ])
    expect(await rejectedOf(three.id)).toMatchObject([
      { reason: 'notNumber', notes: [{ name: 'b' }, { code: 'through', name: gateway.eui }] },
    ])
    expect(await rejectedOf(gateway.id)).toEqual([])
  })

  test('what the database will not take: that one alone loses it, and it says so', async () => {
    const { children, gateway, say } = await aGateway(40)
    const bad = children[17]!
    await say('readings', Object.fromEntries(children.map(({ eui }) => [eui, { a: 1 }])))
    await farm.owner.query(`
      create function furrow.refuse_666() returns trigger language plpgsql as $$ begin if new.value = 666 then raise exception 'no' using errcode = '22000'; end if; return new; end $$;
      create trigger refuse_666 before insert on furrow.reading for each row execute function furrow.refuse_666()`)
    try {
      await say('readings', Object.fromEntries(children.map(({ eui }) => [eui, { a: eui === bad.eui ? 666 : 2 }])))
    } finally {
      await farm.owner.query('drop trigger refuse_666 on furrow.reading; drop function furrow.refuse_666()')
    }
    for (const child of children) expect(await valuesOf(child.id)).toEqual(child === bad ? [1] : [1, 2])
    expect(await rejectedOf(bad.id)).toMatchObject([
      {
        reason: 'shape',
        payload: '{"a":666}',
        notes: [
          { code: 'database', state: '22000' },
          { code: 'through', name: gateway.eui },
        ],
      },
    ])
    expect(await countOf(bad.id, 'shape')).toBe(1)
  })
})

describe('of others than those behind it', () => {
  const hostile = ['nobody', '', '__proto__', 'constructor', 'toString', '+', '#', '../x', '"', '\u0000', 'x'.repeat(100_000)]
  test('it may say nothing: the rest is taken and acknowledged, and its own page says whom it named', async () => {
    const mine = await aGateway(2)
    const others = await aGateway(1)
    const { eui } = mine.children[0]!
    // The same name in another tenant is another device.
    const twin = await farm.build.aDevice({ tenant_id: others.tenant.id, area_id: others.area.id, eui, parent_id: others.gateway.id })
    const neighbour = await farm.build.aDevice({ tenant_id: mine.tenant.id, area_id: mine.area.id })
    const off = await farm.build.aDevice({ tenant_id: mine.tenant.id, area_id: mine.area.id, parent_id: mine.gateway.id, enabled_flag: 0 })
    const foreign = [...hostile, neighbour.eui, off.eui, others.children[0]!.eui]
    const entries = [...foreign, eui, mine.children[1]!.eui].map((name) => `${JSON.stringify(name)}:{"a":1,"b":2}`)
    await mine.say('readings', `{${entries.join(',')}}`)
    for (const { id } of mine.children) expect(await valuesOf(id)).toEqual([1, 2])
    for (const { id } of [twin, neighbour, off, ...others.children]) expect(await valuesOf(id)).toEqual([])
    expect(await countOf(mine.gateway.id, 'notBehind')).toBe(foreign.length * 2)
    const [row] = await rejectedOf(mine.gateway.id)
    expect(row).toMatchObject({ reason: 'notBehind', topic: mine.topic('children/readings') })
    expect(row!.notes).toContainEqual({ code: 'notBehind', name: 'nobody' })
    expect(JSON.stringify(row!.notes).length).toBeLessThan(1000)
    await mine.say('state', { [neighbour.eui]: { 1: 1 }, [eui]: { 1: 1 } })
    expect(await farm.query('select 1 from furrow.switch where device_id = $1', [neighbour.id])).toEqual([])
    expect(await farm.query('select 1 from furrow.switch where device_id = $1', [mine.children[0]!.id])).toHaveLength(1)
  })

  test.each(['readings', 'state', 'online', 'commands/c/reply'])(
    'a publish on the %s topic of another gateway’s device closes the connection, is counted and noted',
    async (rest) => {
      const [mine, others] = [await aGateway(1), await aGateway(1)]
      const foreign = await farm.build.aDevice({ tenant_id: mine.tenant.id, area_id: mine.area.id, parent_id: null })
      for (const topic of [mine.of(foreign, rest), others.of(others.children[0]!, rest)]) {
        const before = await forbidden()
        const client = await farm.device(mine.gateway)
        client.publishAsync(topic, '1', { qos: 1 }).catch(() => undefined)
        await isClosed(client)
        expect(await forbidden()).toBe(before + 1)
      }
      await vi.waitFor(async () => expect(await rejectedOf(mine.gateway.id)).toMatchObject([{ reason: 'forbiddenTopic' }]))
    },
  )

  test('a message that is no object of devices, or of too many, or of too many readings, is refused on its page or on theirs', async () => {
    const { gateway, children, say } = await aGateway(2)
    for (const nonsense of ['[]', '5', '{"a"', '{"a":1}x', '{"a":1,}', 'null', '{"a":]}']) await say('readings', nonsense)
    expect(await countOf(gateway.id, 'shape')).toBe(7)
    await say('readings', Object.fromEntries(Array.from({ length: MAX_CHILDREN + 1 }, (_, at) => [`d${at}`, { a: 1, b: 1 }])))
    expect(await countOf(gateway.id, 'tooMany')).toBe((MAX_CHILDREN + 1) * 2)
    const [one, two] = children as [(typeof children)[0], (typeof children)[0]]
    const many = (count: number) =>
      Array.from({ length: count / 10 }, () => Object.fromEntries('abcdefghij'.split('').map((code) => [code, 1])))
    // Each is one message of at most 1,000 entries; together they are too many.
    await say('readings', { [one.eui]: many(MAX_CHILDREN_READINGS - 10), [two.eui]: many(20) })
    expect(await valuesOf(one.id)).toHaveLength(MAX_CHILDREN_READINGS - 10)
    expect(await valuesOf(two.id)).toEqual([])
    expect(await countOf(two.id, 'tooMany')).toBe(20)
  })
})

describe('the right to speak for a device ends at once', () => {
  test.each<[string, (given: Awaited<ReturnType<typeof aGateway>>) => Promise<unknown>]>([
    [
      'is moved behind another',
      async ({ tenant, area, children }) => {
        const other = await farm.build.aDevice({ tenant_id: tenant.id, area_id: area.id })
        await farm.owner.query('update furrow.device set parent_id = $2 where id = $1', [children[0]!.id, other.id])
      },
    ],
    [
      'stands behind nothing any more',
      ({ children }) => farm.owner.query('update furrow.device set parent_id = null where id = $1', [children[0]!.id]),
    ],
    ['is disabled', ({ children }) => farm.owner.query('update furrow.device set enabled_flag = 0 where id = $1', [children[0]!.id])],
    [
      'has another name',
      ({ children }) => farm.owner.query(`update furrow.device set eui = eui || '-new' where id = $1`, [children[0]!.id]),
    ],
    ['is deleted', ({ children }) => farm.owner.query('delete from furrow.device where id = $1', [children[0]!.id])],
  ])('where it %s', async (_, act) => {
    const made = await aGateway(2)
    const [gone, stays] = made.children as [(typeof made.children)[0], (typeof made.children)[0]]
    await made.client.subscribeAsync(made.topic('children/+/commands/+'), { qos: 1 })
    await made.say('readings', { [gone.eui]: { a: 1 } })
    await act(made)
    const expires = Date.now() + 60_000
    const tell = (eui: string) =>
      farm.live.broker.tell(
        { tenantId: made.tenant.id, eui },
        `furrow/${made.tenant.id}/${eui}/commands/x`,
        JSON.stringify({ expires }),
        expires,
      )
    await vi.waitFor(async () => expect(await tell(gone.eui)).toBe(false), { timeout: 3000 })
    expect(await tell(stays.eui)).toBe(true)
    await made.say('readings', { [gone.eui]: { a: 2 }, [stays.eui]: { a: 2 } })
    expect(await valuesOf(stays.id)).toEqual([2])
    expect(await valuesOf(gone.id)).not.toContain(2)
    expect(await countOf(made.gateway.id, 'notBehind')).toBe(1)
    expect(made.client.connected).toBe(true)
    made.client.publishAsync(made.of(gone, 'readings'), '{"a":3}', { qos: 1 }).catch(() => undefined)
    await isClosed(made.client)
  })

  test('and begins at once where a device comes behind it', async () => {
    const { client, of, gateway, tenant, area } = await aGateway(0)
    const child = await farm.build.aDevice({ tenant_id: tenant.id, area_id: area.id, parent_id: gateway.id })
    await vi.waitFor(() => expect(farm.live.broker.isConnected({ tenantId: tenant.id, eui: child.eui })).toBe(true), { timeout: 3000 })
    await client.publishAsync(of(child, 'readings'), '{"a":1}', { qos: 1 })
    expect(await valuesOf(child.id)).toEqual([1])
  })

  test('a gateway that is disabled is disconnected, and nobody speaks for those behind it', async () => {
    const { client, gateway, children, tenant } = await aGateway(1)
    await farm.owner.query('update furrow.device set enabled_flag = 0 where id = $1', [gateway.id])
    await isClosed(client)
    expect(farm.live.broker.isConnected({ tenantId: tenant.id, eui: children[0]!.eui })).toBe(false)
  })

  test('what was taken for a device that is deleted before the commit is kept with the gateway, and the rest is stored', async () => {
    const { gateway, children, say } = await aGateway(2)
    const [gone, stays] = children as [(typeof children)[0], (typeof children)[0]]
    await say('readings', { [gone.eui]: { a: 1 }, [stays.eui]: { a: 1 } })
    // Held by a lock, so that both are in one batch when the row goes.
    const other = await farm.owner.connect()
    await other.query('begin')
    await other.query('delete from furrow.device where id = $1', [gone.id])
    const ahead = { ts: Date.now() + 8 * 3_600_000, values: { fresh: 2 } }
    const said = say('readings', { [gone.eui]: ahead, [stays.eui]: { fresh: 2 } })
    await expect
      .poll(
        async () =>
          (await farm.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into item%'`)).length,
      )
      .toBe(1)
    await other.query('commit')
    other.release()
    await said
    expect(await valuesOf(stays.id)).toEqual([1, 2])
    expect(await countOf(gateway.id, 'notBehind')).toBe(1)
    expect(await rejectedOf(gateway.id)).toMatchObject([{ reason: 'notBehind', notes: [{ code: 'notBehind', name: gone.eui }] }])
    // Its clock is not the gateway's.
    expect(await farm.query('select from furrow.device_clock where device_id = $1', [gateway.id])).toEqual([])
  })
})

describe('commands of a device behind a gateway', () => {
  const expires = Date.now() + 600_000
  const tell = (made: Awaited<ReturnType<typeof aGateway>>, id: string) =>
    farm.live.broker.tell(
      { tenantId: made.tenant.id, eui: made.children[0]!.eui },
      made.of(made.children[0]!, `commands/${id}`),
      JSON.stringify({ id, expires }),
      expires,
    )
  const topics = (client: MqttClient) => {
    const got: string[] = []
    client.on('message', (topic) => void got.push(topic))
    return got
  }

  test('reach the connection that speaks for it, on the device’s own topic or by the one filter for all', async () => {
    const made = await aGateway(1)
    expect(await tell(made, 'nobody-listens')).toBe(false)
    const got = topics(made.client)
    await made.client.subscribeAsync(made.topic('children/+/commands/+'), { qos: 1 })
    expect(await tell(made, 'one')).toBe(true)
    await made.client.subscribeAsync(made.of(made.children[0]!, 'commands/+'), { qos: 1 })
    expect(await tell(made, 'two')).toBe(true)
    await vi.waitFor(() =>
      expect(got).toEqual([made.topic(`children/${made.children[0]!.eui}/commands/one`), made.of(made.children[0]!, 'commands/two')]),
    )
  })

  test('go to a connection of its own where one listens', async () => {
    const made = await aGateway(1)
    const through = topics(made.client)
    await made.client.subscribeAsync(made.topic('children/+/commands/+'), { qos: 1 })
    const own = await farm.device(made.children[0]!)
    const got = topics(own)
    expect(await tell(made, 'before')).toBe(true)
    await own.subscribeAsync(made.of(made.children[0]!, 'commands/+'), { qos: 1 })
    expect(await tell(made, 'after')).toBe(true)
    await vi.waitFor(() => expect(got).toEqual([made.of(made.children[0]!, 'commands/after')]))
    expect(through).toEqual([made.topic(`children/${made.children[0]!.eui}/commands/before`)])
  })

  test.each(['own', 'gateway'])(
    'climb the ladder: sent through it, answered on the %s topic, observed by the state it tells',
    async (which) => {
      const made = await aGateway(1)
      const child = made.children[0]!
      await made.say('state', { [child.eui]: { 1: 0 } })
      const got = inbox<{ id: string; circuit: number; status: number }>(made.client)
      await made.client.subscribeAsync(made.topic('children/+/commands/+'), { qos: 1 })
      const answer = await farm.live.desk.request({
        tenantId: made.tenant.id,
        deviceId: child.id,
        verb: switchSet,
        args: { circuit: 1, status: 1 },
        asker: { by: 'makeSafe', userId: null },
        priority: 'interlock',
      })
      expect(answer).toMatchObject({ result: 1, state: 'sent' })
      await vi.waitFor(() => expect(got).toMatchObject([{ circuit: 1, status: 1 }]))
      const state = async () =>
        (await farm.query<{ state: string }>('select state from furrow.command where id = $1', [answer.commandId]))[0]!.state
      const prefix = which === 'own' ? made.of(child, '') : made.topic(`children/${child.eui}/`)
      await made.client.publishAsync(`${prefix}commands/${answer.commandId}/reply`, '{"ok":true}', { qos: 1 })
      expect(await state()).toBe('acknowledged')
      await made.say('state', { [child.eui]: { 1: 1 } })
      await vi.waitFor(async () => expect(await state()).toBe('observed'))
    },
  )
})
