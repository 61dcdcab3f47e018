import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flowCalls } from '#contract/flows/flow'
import { FLOWS_READ } from '#contract/flows/permission'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'

/** A Friday, 20:00 UTC; in Shanghai it is Saturday, 04:00. */
const NOW = Date.UTC(2026, 10, 27, 20)
const HOUR = 3_600_000
const DAY = 24 * HOUR
let farm: Farm
beforeAll(async () => {
  farm = await startFarm({ clock: () => NOW })
  await farm.owner.query(`update furrow.tenant set time_zone = 'Asia/Shanghai' where id = $1`, [farm.t])
  await farm.owner.query(`update furrow.area set area_center = '121.5,31.2' where id = $1`, [farm.north.id])
  await farm.owner.query(`update furrow.area set area_center = '' where id = $1`, [farm.south.id])
})
afterAll(() => farm?.close())

const times = (given: object, by = farm.admin, areaId = farm.north.id) =>
  by.call(flowCalls.times, { params: { t: farm.t }, query: { areaId, ...(given as { kind: 'cron' }) } })

describe('the next times of a clock', () => {
  test('are five, by the clock of the base', async () => {
    const { body } = await times({ kind: 'time', minute: 330, days: '1,6' })
    const first = NOW + 1.5 * HOUR
    expect(body).toEqual({ zone: 'Asia/Shanghai', times: [0, 2, 7, 9, 14].map((days) => first + days * DAY) })
    expect((await times({ kind: 'cron', cron: '30 5 * * 1,6' })).body).toEqual(body)
  })

  test('follow the sun over the base, and are none where it has no place', async () => {
    const { body } = await times({ kind: 'sun', at: 'rise', shift: 30, days: '1,2,3,4,5,6,7' })
    expect(body.times).toHaveLength(5)
    // Near 6:30 in Shanghai at the end of November, and half an hour later.
    expect(body.times.map((at) => Math.abs(at - (NOW + 3 * HOUR)) % DAY < HOUR)).toEqual([true, true, true, true, true])
    const none = await times({ kind: 'sun', at: 'rise', shift: 30, days: '1' }, farm.admin, farm.south.id)
    expect(none.body.times).toEqual([])
  })

  test('are fewer where there are no more', async () => {
    expect((await times({ kind: 'cron', cron: '0 0 31 2 *' })).body.times).toEqual([])
  })

  test.for([
    [{ kind: 'cron', cron: '99 5 * * *' }, 'cron'],
    [{ kind: 'cron', cron: 'every morning' }, 'cron'],
    [{ kind: 'cron' }, 'cron'],
    [{ kind: 'time', days: '1' }, 'minute'],
    [{ kind: 'time', minute: 330 }, 'days'],
    [{ kind: 'time', minute: 330, days: '8' }, 'days'],
    [{ kind: 'sun', shift: 0, days: '1' }, 'at'],
  ] as const)('of %j are refused beside %s', async ([given, field]) => {
    const { status, body } = (await times(given)) as { status: number; body: { fields?: object } }
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })

  test('are told to who reads flows of the base, and to nobody else', async () => {
    const morning = { kind: 'cron', cron: '0 6 * * *' }
    const reader = await farm.enter([FLOWS_READ], { areaIds: [farm.north.id] })
    expect((await times(morning, reader)).status).toBe(200)
    expect((await times(morning, reader, farm.south.id)).status).toBe(404)
    expect((await times(morning, farm.viewer)).status).toBe(403)
  })
})
