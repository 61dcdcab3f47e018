import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceTypes } from '#contract/devices/deviceType'
import { liveCalls, SNAPSHOT_COMMANDS_MS } from '#contract/devices/live'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

type Topic = 'readings' | 'switches' | 'presence'
const standing = async (areaId: number, topic: Topic, client = farm.admin) => {
  const { status, body } = await client.call(liveCalls.snapshot, { params: { t: farm.t }, query: { areaId, topic } })
  expect(status).toBe(200)
  return body
}
const nothing = { readings: [], switches: [], commands: [], presence: [] }

/** A base with a gateway of a reading, a switch and a command, and a weather station with a reading. */
async function aBase() {
  const { id: area_id } = await farm.build.anArea({ tenant_id: farm.t })
  const here = { tenant_id: farm.t, area_id }
  const gateway = await farm.build.aDevice({ ...here, presence: 'online', heard_at: 90 })
  const station = await farm.build.aDevice({ ...here, device_type: 'gateway_weather' })
  const parts = { ...here, device_id: gateway.id }
  const item = await farm.build.anItem({ ...parts, code: 'ph', last_ts: 80, last_value: 7.5 })
  await farm.build.anItem({ ...parts, code: 'hidden', hidden: 1, last_ts: 80, last_value: 1 })
  await farm.build.anItem({ ...parts, code: 'silent' })
  const wind = await farm.build.anItem({ ...here, device_id: station.id, code: 'windSpeed', last_ts: 70, last_value: null })
  const one = await farm.build.aSwitch({ ...parts, circuit: 1, status: 1, status_at: 60 })
  await farm.build.aSwitch({ ...parts, circuit: 2 })
  const ask = async (state: string, at: number) => {
    const made = await farm.build.aCommand({
      tenant_id: farm.t,
      area_id,
      device_id: gateway.id,
      switch_id: one.id,
      status: 0,
      created_at: at,
      expires_at: at + 60_000,
      state,
    })
    return made.id
  }
  return { area_id, gateway, station, item, wind, one, ask }
}

describe('what stands in a base', () => {
  test('are the newest readings of its shown items', async () => {
    const { area_id, item, wind } = await aBase()
    const { readings, ...rest } = await standing(area_id, 'readings')
    expect(rest).toEqual({ switches: [], commands: [], presence: [] })
    expect(readings.toSorted(([a], [b]) => a - b)).toEqual([
      [item.id, 80, 7.5],
      [wind.id, 70, null],
    ])
  })

  test('are the states of its switches and the commands that moved lately', async () => {
    const { area_id, one, ask } = await aBase()
    const now = Date.now()
    await ask('silent', now - SNAPSHOT_COMMANDS_MS - 1000)
    const sent = await ask('sent', now)
    expect(await standing(area_id, 'switches')).toEqual({
      ...nothing,
      switches: [[one.id, 60, 1]],
      commands: [[one.id, sent, 'sent', now, 0, null]],
    })
  })

  test('is where its devices are', async () => {
    const { area_id, gateway, station } = await aBase()
    const { presence } = await standing(area_id, 'presence')
    expect(presence.toSorted(([a], [b]) => a - b)).toEqual([
      [gateway.id, 90, 'online'],
      [station.id, 0, 'unknown'],
    ])
  })

  test('is told of devices whose code the caller holds, and of bases the caller may see', async () => {
    const { area_id, wind, station, ask } = await aBase()
    await ask('sent', Date.now())
    const watcher = await farm.enter([deviceTypes.gateway_weather.code])
    expect((await standing(area_id, 'readings', watcher)).readings).toEqual([[wind.id, 70, null]])
    expect(await standing(area_id, 'switches', watcher)).toEqual(nothing)
    expect((await standing(area_id, 'presence', watcher)).presence.map(([id]) => id)).toEqual([station.id])
    for (const topic of ['readings', 'switches', 'presence'] as const) {
      expect(await standing(area_id, topic, farm.northerner)).toEqual(nothing)
      expect(await standing(area_id, topic, await farm.enter([]))).toEqual(nothing)
    }
  })
})
