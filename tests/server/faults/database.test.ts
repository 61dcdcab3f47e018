import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { roleNames } from '#server/ground/database/roles'
import { aConsole, aFarm, type Farm, inbox, startFarm } from '../broker/farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm({ ownRoles: true })
})
afterAll(() => farm?.close())

const count = async (deviceId: number) =>
  (
    await farm.query<{ n: number }>(
      'select count(*)::int as n from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1',
      [deviceId],
    )
  )[0]!.n

/** The database refuses the service role and ends its connections; answers how to take that back. */
async function databaseAway(): Promise<() => Promise<unknown>> {
  const [{ name }] = (await farm.query<{ name: string }>('select current_database() as name')) as [{ name: string }]
  const { service } = roleNames(name)
  await farm.query(`alter role ${service} nologin`)
  await farm.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [service])
  return () => farm.query(`alter role ${service} login`)
}

describe('while the database is away', () => {
  test('nothing is acknowledged, nothing is lost: all is stored and acknowledged when it is back', async () => {
    const { device, tenant, area, topic } = await aFarm(farm)
    const client = await farm.device(device)
    const page = await farm.console(aConsole(farm, { [tenant.id]: {} }))
    const frames = inbox<{ v: unknown[] }>(page)
    await page.subscribeAsync(`live/${tenant.id}/${area.id}/readings`)
    await client.publishAsync(topic('readings'), '{"a":0}', { qos: 1 })
    await vi.waitFor(() => expect(frames).toHaveLength(1))
    const back = await databaseAway()
    let acknowledged = 0
    const now = Date.now()
    const told = Array.from({ length: 200 }, async (_, at) => {
      await client.publishAsync(topic('readings'), JSON.stringify({ ts: now + at, values: { a: at } }), { qos: 1 })
      acknowledged++
    })
    // A sign-in in the meantime is told to come back later, which also shows that the server has noticed.
    const other = await aFarm(farm)
    await expect(farm.device(other.device)).rejects.toThrow(/Server unavailable/)
    expect(acknowledged).toBe(0)
    expect(await count(device.id)).toBe(1)
    await back()
    await Promise.all(told)
    // Some were shown as they were heard, before anybody could know; the last one is, in any case.
    await vi.waitFor(() => expect(frames.at(-1)!.v).toEqual([[expect.any(Number), now + 199, 199]]))
    expect(await count(device.id)).toBe(201)
    expect(client.connected).toBe(true)
    await farm.device(other.device)
  })

  test('a state is not acknowledged either, and a command that waits is written when it is back', async () => {
    const { device, topic } = await aFarm(farm)
    const client = await farm.device(device)
    const back = await databaseAway()
    const acknowledged = vi.fn()
    const told = client.publishAsync(topic('state'), '{"1":1}', { qos: 1 }).then(acknowledged)
    await expect(farm.device((await aFarm(farm)).device)).rejects.toThrow(/Server unavailable/)
    expect(acknowledged).not.toHaveBeenCalled()
    await back()
    await told
    expect(await farm.query('select status from furrow.switch where device_id = $1', [device.id])).toEqual([{ status: 1 }])
  })
})

test('one message that the database will not take does not lose, block or reject the others of its batch', async () => {
  await farm.query(`alter table furrow.item add constraint poison check (code <> 'poison')`)
  const farms = await Promise.all([aFarm(farm), aFarm(farm), aFarm(farm)])
  const clients = await Promise.all(farms.map(({ device }) => farm.device(device)))
  const now = Date.now()
  await Promise.all(
    Array.from({ length: 150 }, (_, at) => {
      const { topic } = farms[at % 3]!
      const code = at === 70 ? 'poison' : 'good'
      return clients[at % 3]!.publishAsync(topic('readings'), JSON.stringify({ ts: now + at, values: { [code]: at } }), { qos: 1 })
    }),
  )
  expect(await Promise.all(farms.map(({ device }) => count(device.id)))).toEqual([50, 49, 50])
  const rows = await farm.query('select device_id, reason, payload from furrow.rejected_message')
  expect(rows).toEqual([
    { device_id: farms[1]!.device.id, reason: 'shape', payload: JSON.stringify({ ts: now + 70, values: { poison: 70 } }) },
  ])
})

test('a message of a device that was deleted a moment ago is not acknowledged, since nothing is left to keep it, and delays nobody', async () => {
  const { device, topic } = await aFarm(farm)
  const client = await farm.device(device)
  await client.publishAsync(topic('readings'), '{"a":1}', { qos: 1 })
  await farm.query('delete from furrow.online_log where device_id = $1', [device.id])
  await farm.query('delete from furrow.device where id = $1', [device.id])
  const other = await aFarm(farm)
  const neighbour = await farm.device(other.device)
  let acknowledged = 0
  for (const payload of ['{"new":1}', 'nonsense'])
    client.publish(topic('readings'), payload, { qos: 1 }, (failure) => (acknowledged += failure ? 0 : 1))
  await neighbour.publishAsync(other.topic('readings'), '{"a":1}', { qos: 1 })
  await vi.waitFor(() => expect(client.connected).toBe(false))
  expect(acknowledged).toBe(0)
  expect(await farm.query('select 1 from furrow.item where device_id = $1', [device.id])).toEqual([])
})

test('a client that reads nothing delays nobody else', async () => {
  const { device, tenant, area, topic } = await aFarm(farm)
  const token = aConsole(farm, { [tenant.id]: {} })
  const frozen = await farm.console(token)
  const page = await farm.console(token)
  for (const one of [frozen, page]) {
    await one.subscribeAsync(`live/${tenant.id}/${area.id}/readings`)
  }
  frozen.stream.pause()
  const frames = inbox<{ v: [number, number, number][] }>(page)
  const client = await farm.device(device)
  for (let at = 1; at <= 40; at++) {
    await client.publishAsync(
      topic('readings'),
      JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, item) => [`i${item}`, at]))),
      { qos: 1 },
    )
  }
  await vi.waitFor(() => expect(frames.at(-1)!.v[0]![2]).toBe(40))
})
