import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LOSS_JOB } from '#server/ground/presence/lossTimers'
import { aFarm, type Farm, startFarm } from '../broker/farm.ts'

let farm: Farm
let skipped = 0
beforeAll(async () => {
  farm = await startFarm({ clock: () => Date.now() + skipped, monotonic: () => performance.now() + skipped })
})
afterAll(() => farm?.close())

const MINUTE = 60_000
const presenceOf = async (id: number) =>
  (await farm.query<{ presence: string }>('select presence from furrow.device where id = $1', [id]))[0]!.presence
const become = (ids: readonly number[], presence: string) =>
  vi.waitFor(async () => expect(await Promise.all(ids.map(presenceOf))).toEqual(ids.map(() => presence)), { timeout: 4000, interval: 30 })
const log = async (id: number) =>
  (await farm.query<{ presence: string }>('select presence from furrow.online_log where device_id = $1 order by id', [id])).map(
    ({ presence }) => presence,
  )
const timed = async (ids: readonly number[]) =>
  (
    await farm.query<{ key: string }>('select key from furrow.job where name = $1 and key = any($2::text[]) order by key::bigint', [
      LOSS_JOB,
      ids.map(String),
    ])
  ).map(({ key }) => Number(key))

/** A gateway whose will says that it is gone, with devices of a shorter period than its own behind it. */
async function aGateway(count: number) {
  const { tenant, area, device: gateway, topic } = await aFarm(farm, { reporting_period: 5 * MINUTE })
  const children = await Promise.all(
    Array.from({ length: count }, () =>
      farm.build.aDevice({ tenant_id: tenant.id, area_id: area.id, parent_id: gateway.id, reporting_period: MINUTE }),
    ),
  )
  const connect = () => farm.device(gateway, { will: { topic: topic('online'), payload: Buffer.from('0'), qos: 1, retain: true } })
  children.sort((one, other) => one.id - other.id)
  const ids = children.map(({ id }) => id)
  const sayOf = (of: readonly { eui: string }[]) => JSON.stringify(Object.fromEntries(of.map(({ eui }) => [eui, { a: 1 }])))
  return { tenant, area, gateway, children, ids, connect, topic, sayOf }
}

describe('a device behind a gateway', () => {
  test('is online by a word of its own, not by its gateway’s', async () => {
    const { gateway, children, ids, connect, topic, sayOf } = await aGateway(2)
    const client = await connect()
    await become([gateway.id], 'online')
    expect(await presenceOf(ids[0]!)).toBe('unknown')
    await client.publishAsync(topic('children/readings'), sayOf(children.slice(0, 1)), { qos: 1 })
    await become([ids[0]!], 'online')
    expect(await presenceOf(ids[1]!)).toBe('unknown')
  })

  test('is unknown when the gateway is gone, and that is one loss; back it is when it is heard, not when the gateway is', async () => {
    const { gateway, children, ids, connect, topic, sayOf } = await aGateway(20)
    const first = await connect()
    await first.publishAsync(topic('children/readings'), sayOf(children), { qos: 1 })
    await become(ids, 'online')
    first.stream.destroy()
    await become([gateway.id], 'offline')
    await become(ids, 'unknown')
    expect(await timed([gateway.id, ...ids])).toEqual([gateway.id])
    // However long it lasts.
    skipped += 30 * MINUTE
    const second = await connect()
    await become([gateway.id], 'online')
    expect(await presenceOf(ids[0]!)).toBe('unknown')
    await second.publishAsync(topic('children/readings'), sayOf(children.slice(0, 1)), { qos: 1 })
    await become([ids[0]!], 'online')
    expect(await log(ids[0]!)).toEqual(['online', 'unknown', 'online'])
    expect(await log(ids[1]!)).toEqual(['online', 'unknown'])
    // The gateway talks on for three periods of the device, and says nothing of it: that is the device's own loss.
    for (let minute = 0; minute < 4; minute++) {
      skipped += MINUTE
      await second.publishAsync(topic('children/readings'), sayOf(children.slice(0, 1)), { qos: 1 })
    }
    await become(ids.slice(1), 'offline')
    expect(await presenceOf(ids[0]!)).toBe('online')
    expect(await timed(ids)).toEqual(ids.slice(1))
  })

  test('is unknown also where the server itself sent the gateway away', async () => {
    const { tenant, gateway, children, ids, connect, topic, sayOf } = await aGateway(3)
    const client = await connect()
    await client.publishAsync(topic('children/readings'), sayOf(children), { qos: 1 })
    await become(ids, 'online')
    farm.live.broker.dropDevice({ tenantId: tenant.id, eui: gateway.eui })
    await become([gateway.id], 'offline')
    await become(ids, 'unknown')
    expect(await timed([gateway.id, ...ids])).toEqual([gateway.id])
  })

  test('is unknown, not lost, where its gateway fell silent with it', async () => {
    const { gateway, children, ids, connect, topic, sayOf } = await aGateway(3)
    const client = await connect()
    await client.publishAsync(topic('children/readings'), sayOf(children), { qos: 1 })
    await become(ids, 'online')
    skipped += 4 * MINUTE
    await become(ids, 'unknown')
    expect(await presenceOf(gateway.id)).toBe('online')
    expect(await timed(ids)).toEqual([])
    // The first word after the silence is no reproach to those that have not had their turn.
    const again = await connect()
    await again.publishAsync(topic('children/readings'), sayOf(children.slice(0, 1)), { qos: 1 })
    await become([ids[0]!], 'online')
    // Another device falls silent: since then everybody's silence was looked at.
    const { device: other } = await aFarm(farm, { reporting_period: MINUTE })
    await farm.device(other)
    await become([other.id], 'online')
    skipped += 4 * MINUTE
    await become([other.id], 'offline')
    await become(ids, 'unknown')
  })

  test('that has a connection of its own is not lost with the gateway', async () => {
    const { gateway, children, ids, connect, topic, sayOf } = await aGateway(2)
    const client = await connect()
    await farm.device(children[0]!)
    await client.publishAsync(topic('children/readings'), sayOf(children), { qos: 1 })
    await become(ids, 'online')
    client.stream.destroy()
    await become([gateway.id], 'offline')
    await become([ids[1]!], 'unknown')
    expect(await presenceOf(ids[0]!)).toBe('online')
  })

  test('that its gateway calls gone is offline, and is not called back by a reading', async () => {
    const { tenant, children, ids, connect, topic, sayOf } = await aGateway(1)
    const client = await connect()
    const say = (word: string) => client.publishAsync(`furrow/${tenant.id}/${children[0]!.eui}/online`, word, { qos: 1, retain: true })
    await say('1')
    await become(ids, 'online')
    await say('0')
    await become(ids, 'offline')
    await client.publishAsync(topic('children/readings'), sayOf(children), { qos: 1 })
    await say('1')
    await become(ids, 'online')
    expect(await log(ids[0]!)).toEqual(['online', 'offline', 'online'])
  })

  test('stays unknown over a restart of the server for as long as its gateway says nothing, and is lost on its own once that one talks', async () => {
    const { gateway, children, ids, connect, topic, sayOf } = await aGateway(3)
    const client = await connect()
    await client.publishAsync(topic('children/readings'), sayOf(children), { qos: 1 })
    await become(ids, 'online')
    await client.endAsync(true)
    await farm.restart()
    skipped += 20 * MINUTE
    await become([gateway.id], 'offline')
    expect(await Promise.all(ids.map(presenceOf))).toEqual(['unknown', 'unknown', 'unknown'])
    expect(await timed([gateway.id, ...ids])).toEqual([gateway.id])
    const again = await connect()
    for (let minute = 0; minute < 5; minute++) {
      skipped += MINUTE
      await again.publishAsync(topic('children/readings'), sayOf(children.slice(0, 1)), { qos: 1 })
    }
    await become([ids[0]!], 'online')
    await become(ids.slice(1), 'offline')
  })
})
