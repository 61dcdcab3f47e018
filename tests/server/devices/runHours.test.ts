import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHoursCalls } from '#contract/devices/runHours'
import { type Farm, startFarm } from './farmOfDevices.ts'

// Noon of the tenant, whose clock is China's.
const NOW = Date.UTC(2026, 10, 20, 4)
const HOUR = 3_600_000
let farm: Farm
beforeAll(async () => {
  farm = await startFarm({ clock: () => NOW })
})
afterAll(() => farm?.close())

test('a circuit ran as long as its device said so: today, in a week and in all; while the device was away nobody knows', async () => {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
  const place = { tenant_id: farm.t, area_id: farm.north.id, device_id: device.id }
  const [one, still] = [await farm.build.aSwitch({ ...place, circuit: 1 }), await farm.build.aSwitch({ ...place, circuit: 2 })]
  const said = (hours: number, status: number) =>
    farm.build.insert('switch_change', { tenant_id: farm.t, switch_id: one.id, at: NOW - hours * HOUR, status })
  const went = (hours: number, presence: string) =>
    farm.build.insert('online_log', { tenant_id: farm.t, device_id: device.id, at: NOW - hours * HOUR, presence })
  await went(400, 'online')
  // Five hours in another week, ten across midnight of which three nobody knows, and one that still runs, reversed.
  await said(300, 1)
  await said(295, 0)
  await said(16, 1)
  await went(15, 'offline')
  await went(13, 'unknown')
  await went(12, 'online')
  await said(6, 0)
  await said(1, 2)
  const read = async (client = farm.admin) => client.call(runHoursCalls.read, { params: { t: farm.t, id: device.id } })
  const { body } = await read()
  expect(body.find(({ switchId }) => switchId === one.id)).toEqual({
    switchId: one.id,
    since: NOW - 300 * HOUR,
    today: { onMs: 7 * HOUR, unknownMs: 0 },
    week: { onMs: 8 * HOUR, unknownMs: 3 * HOUR },
    all: { onMs: 13 * HOUR, unknownMs: 3 * HOUR },
  })
  const none = { onMs: 0, unknownMs: 0 }
  expect(body.find(({ switchId }) => switchId === still.id)).toEqual({
    switchId: still.id,
    since: null,
    today: none,
    week: none,
    all: none,
  })
  expect((await read(farm.viewer)).status).toBe(200)
})
