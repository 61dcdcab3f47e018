import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aConsole, aFarm, type Farm, inbox, startFarm } from '../broker/farm.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const stored = (deviceId: number) =>
  farm.query<{ code: string; ts: number; value: number | null }>(
    'select i.code, r.ts, r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 order by i.code, r.ts',
    [deviceId],
  )
const rejected = (deviceId: number) =>
  farm.query<{ reason: string; detail: string; payload: string; topic: string }>(
    'select reason, detail, payload, topic from furrow.rejected_message where device_id = $1 order by id',
    [deviceId],
  )

describe('readings', () => {
  test('a reading without a time is stored under the server clock before it is acknowledged, and its item appears', async () => {
    const { device, tenant, area, topic } = await aFarm(farm)
    const client = await farm.device(device)
    const before = Date.now()
    await client.publishAsync(topic('readings'), '{"temperature":21.4}', { qos: 1 })
    const [row] = await stored(device.id)
    expect(row).toMatchObject({ code: 'temperature', value: 21.4 })
    expect(row!.ts).toBeGreaterThanOrEqual(before)
    expect(row!.ts).toBeLessThanOrEqual(Date.now())
    expect(await farm.query('select code, unit, icon, name, area_id, tenant_id, last_ts, last_value from furrow.item where device_id = $1', [device.id])).toEqual([
      { code: 'temperature', unit: '°C', icon: 'thermometer', name: null, area_id: area.id, tenant_id: tenant.id, last_ts: row!.ts, last_value: 21.4 },
    ])
    const hour = row!.ts - (row!.ts % 3_600_000)
    expect(await farm.query('select d.hour from furrow.rollup_dirty d join furrow.item i on i.id = d.item_id where i.device_id = $1', [device.id])).toEqual([{ hour }])
  })
  test('a quiet base is told at once, newest value first to last', async () => {
    const { device, tenant, area, topic } = await aFarm(farm)
    const page = await farm.console(aConsole(farm, { [tenant.id]: {} }))
    const frames = inbox<{ v: [number, number, number][]; seq: number }>(page)
    await page.subscribeAsync(`live/${tenant.id}/${area.id}/readings`)
    const client = await farm.device(device)
    await client.publishAsync(topic('readings'), '{"temperature":21.4}', { qos: 1 })
    await vi.waitFor(() => expect(frames).toHaveLength(1))
    expect(frames[0]!.v[0]![2]).toBe(21.4)
  })
})
