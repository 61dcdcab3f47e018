import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aConsole, aFarm, type Farm, inbox, startFarm } from '../broker/farm.ts'

const HOUR = 3_600_000
let farm: Farm
let wrong = 0
let passed = 0
beforeAll(async () => {
  farm = await startFarm({ clock: () => Date.now() + passed + wrong, monotonic: () => performance.now() + passed })
})
afterAll(() => farm?.close())
beforeEach(() => {
  wrong = 0
})

const itemOf = async (deviceId: number) =>
  (
    await farm.query<{ last_ts: number; last_value: number }>('select last_ts, last_value from furrow.item where device_id = $1', [
      deviceId,
    ])
  )[0]!
async function watched(topic: string) {
  const made = await aFarm(farm)
  const page = await farm.console(aConsole(farm, { [made.tenant.id]: {} }, { expiresAt: Date.now() + 24 * HOUR }))
  const frames = inbox<{ v: [number, number, number | string][] }>(page)
  await page.subscribeAsync(`live/${made.tenant.id}/${made.area.id}/${topic}`)
  const client = await farm.device(made.device)
  const say = (payload: unknown, rest = 'readings') => client.publishAsync(made.topic(rest), JSON.stringify(payload), { qos: 1 })
  const shown = () => frames.flatMap(({ v }) => v).map((row) => row[2])
  return { ...made, client, say, shown }
}

test.each<[string, () => unknown, () => unknown]>([
  ['without a time', () => ({ flow: 1 }), () => ({ flow: 2 })],
  ['with the right time after one without', () => ({ flow: 1 }), () => ({ ts: Date.now(), values: { flow: 2 } })],
  [
    'with the time of a device that was as wrong',
    () => ({ ts: Date.now() + HOUR, values: { flow: 1 } }),
    () => ({ ts: Date.now(), values: { flow: 2 } }),
  ],
])('a reading %s is the newest after the clock was set back an hour', async (_, before, after) => {
  const { device, say, shown } = await watched('readings')
  wrong = HOUR
  await say(before())
  await vi.waitFor(() => expect(shown()).toEqual([1]))
  wrong = 0
  await say(after())
  expect(await itemOf(device.id)).toMatchObject({ last_value: 2 })
  expect((await itemOf(device.id)).last_ts).toBeLessThanOrEqual(Date.now() + passed)
  await vi.waitFor(() => expect(shown()).toEqual([1, 2]))
  // And the order of time counts again: what comes late is not the newest.
  await say({ ts: Date.now() - 60_000, values: { flow: 3 } })
  expect(await itemOf(device.id)).toMatchObject({ last_value: 2 })
})

test('also after a restart of the server, which finds the wrong moment stored', async () => {
  const { device, topic, say } = await watched('readings')
  wrong = HOUR
  await say({ flow: 1 })
  wrong = 0
  await farm.restart()
  const again = await farm.device(device)
  await again.publishAsync(topic('readings'), '{"flow":2}', { qos: 1 })
  expect(await itemOf(device.id)).toMatchObject({ last_value: 2 })
})

test('a state is shown, and a device that falls silent is offline in its own time', async () => {
  const { device, say, shown, client } = await watched('switches')
  wrong = HOUR
  await say({ 1: 1 }, 'state')
  await vi.waitFor(() => expect(shown()).toEqual([1]))
  wrong = 0
  await say({ 1: 0 }, 'state')
  await vi.waitFor(() => expect(shown()).toEqual([1, 0]))
  await client.endAsync(true)
  const presence = async () =>
    (
      await farm.query<{ presence: string; heard_at: number }>(
        'select presence, h.heard_at from furrow.device d join furrow.device_heard h on h.device_id = d.id where d.id = $1',
        [device.id],
      )
    )[0]!
  await vi.waitFor(async () => expect((await presence()).presence).toBe('online'))
  await vi.waitFor(async () => expect((await presence()).heard_at).toBeLessThanOrEqual(Date.now() + passed), { timeout: 5000 })
  passed += 16 * 60_000
  await vi.waitFor(async () => expect((await presence()).presence).toBe('offline'), { timeout: 5000 })
})

test('a device that fell silent while the clock was ahead is offline three periods after it was heard, not an hour later', async () => {
  const { device, say } = await watched('presence')
  wrong = HOUR
  await say({ flow: 1 })
  wrong = 0
  const presence = async () =>
    (
      await farm.query<{ presence: string; heard_at: number }>(
        'select presence, h.heard_at from furrow.device d join furrow.device_heard h on h.device_id = d.id where d.id = $1',
        [device.id],
      )
    )[0]!
  await vi.waitFor(async () => expect((await presence()).presence).toBe('online'))
  await vi.waitFor(async () => expect((await presence()).heard_at).toBeLessThanOrEqual(Date.now() + passed), { timeout: 5000 })
  passed += 16 * 60_000
  await vi.waitFor(async () => expect((await presence()).presence).toBe('offline'), { timeout: 5000 })
})
