import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aConsole, aFarm, type Farm, inbox, startFarm } from '../broker/farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

test('a page that is opened between the word of a reading and its commit shows the reading too', async () => {
  const { tenant, area, device, topic } = await aFarm(farm)
  const page = async () => {
    const console = await farm.console(aConsole(farm, { [tenant.id]: {} }))
    const frames = inbox<{ v: [number, number, number][] }>(console)
    await console.subscribeAsync(`live/${tenant.id}/${area.id}/readings`)
    return () => frames.flatMap(({ v }) => v).map(([, , value]) => value)
  }
  const client = await farm.device(device)
  await client.publishAsync(topic('readings'), '{"flow":1}', { qos: 1 })
  const first = await page()
  // Who holds the item's row holds up its commit.
  const holder = await farm.owner.connect()
  await holder.query('begin')
  await holder.query('select from furrow.item where device_id = $1 for update', [device.id])
  const acknowledged = client.publishAsync(topic('readings'), '{"flow":2}', { qos: 1 })
  await vi.waitFor(() => expect(first()).toEqual([2]))
  const second = await page()
  expect(await farm.query('select last_value from furrow.item where device_id = $1', [device.id])).toEqual([{ last_value: 1 }])
  await holder.query('commit')
  holder.release()
  await acknowledged
  await vi.waitFor(() => expect(second()).toEqual([2]))
})
