import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANE_COMMANDS_MOST, LANES_MOST, stateLanesCalls } from '#contract/devices/stateLanes'
import { type Farm, startFarm } from './farmOfDevices.ts'

const NOW = 1_000_000
let farm: Farm
beforeAll(async () => {
  farm = await startFarm({ clock: () => NOW })
})
afterAll(() => farm?.close())

const aDevice = async () => {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
  const place = { tenant_id: farm.t, area_id: farm.north.id, device_id: device.id }
  return { device, place, one: await farm.build.aSwitch({ ...place, circuit: 1 }) }
}
const read = (id: number, startTime: number, endTime: number, client = farm.admin) =>
  client.call(stateLanesCalls.read, { params: { t: farm.t, id }, query: { startTime, endTime } })

test('a circuit has a lane: what it was as the range began, what it became, unknown while its device was away, and up to now', async () => {
  const { device, place, one } = await aDevice()
  const still = await farm.build.aSwitch({ ...place, circuit: 2 })
  for (const [at, status] of [
    [10, 1],
    [600_000, 0],
    [900_000, 2],
  ] as const)
    await farm.build.insert('switch_change', { tenant_id: farm.t, switch_id: one.id, at, status })
  for (const [at, presence] of [
    [5, 'online'],
    [400_000, 'offline'],
    [500_000, 'unknown'],
    [550_000, 'online'],
  ] as const)
    await farm.build.insert('online_log', { tenant_id: farm.t, device_id: device.id, at, presence })
  const command = { ...place, switch_id: one.id, circuit: 1, status: 0, expires_at: 2, state_at: 599_999, history: '[]' }
  await farm.build.aCommand({ ...command, created_at: 599_990 })
  await farm.build.aCommand({ ...command, created_at: 10 })
  const { body } = await read(device.id, 300_000, 2_000_000)
  expect(body).toMatchObject({ since: 300_000, until: NOW })
  expect(body.lanes.map(({ switchId, spans }) => [switchId, spans])).toEqual([
    [
      one.id,
      [
        { from: 300_000, to: 400_000, status: 1 },
        { from: 400_000, to: 550_000, status: null },
        { from: 550_000, to: 600_000, status: 1 },
        { from: 600_000, to: 900_000, status: 0 },
        { from: 900_000, to: NOW, status: 2 },
      ],
    ],
    [still.id, [{ from: 300_000, to: NOW, status: null }]],
  ])
  expect(body.commands.map(({ createdAt, switchId }) => [createdAt, switchId])).toEqual([[599_990, one.id]])
  // An away spell that began before the range reaches into it.
  expect((await read(device.id, 450_000, 560_000)).body.lanes[0]!.spans).toEqual([
    { from: 450_000, to: 550_000, status: null },
    { from: 550_000, to: 560_000, status: 1 },
  ])
  expect((await read(device.id, 2, 2)).status).toBe(422)
  expect((await read(device.id, 1, 2, farm.viewer)).status).toBe(200)
})

test('of more changes or commands than an answer holds the newest stand in it, and it says since when they are all', async () => {
  const { device, one } = await aDevice()
  await farm.owner.query(
    `insert into furrow.switch_change (switch_id, at, status, tenant_id) select $1, 1000 + n, n % 2, $2 from generate_series(1, $3::int) n`,
    [one.id, farm.t, LANES_MOST + 5],
  )
  const { body } = await read(device.id, 0, NOW)
  expect(body.since).toBe(1006)
  expect(body.lanes[0]!.spans[0]).toEqual({ from: 1006, to: 1007, status: 0 })
  expect(body.lanes[0]!.spans).toHaveLength(LANES_MOST)
  const other = await aDevice()
  for (let at = 1; at <= LANE_COMMANDS_MOST + 1; at++)
    await farm.build.aCommand({
      ...other.place,
      switch_id: other.one.id,
      created_at: at,
      expires_at: 2,
      state_at: 3,
      history: '[]',
    })
  const many = (await read(other.device.id, 0, NOW)).body
  expect(many.since).toBe(2)
  expect(many.commands).toHaveLength(LANE_COMMANDS_MOST)
})
