import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarmDesk } from './alarmDesk.ts'

let desk: Awaited<ReturnType<typeof alarmDesk>>
beforeAll(async () => {
  desk = await alarmDesk()
})
afterAll(() => desk?.close())

describe('the engine', () => {
  const notices = async (statement: string, values: unknown[]) => {
    const client = await desk.owner.connect()
    const heard: string[] = []
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    try {
      await client.query('listen furrow_watch')
      await client.query(statement, values)
      await client.query('select 1')
      return heard
    } finally {
      await client.query('unlisten furrow_watch')
      client.removeAllListeners('notification')
      client.release()
    }
  }
  test('is given notice of what changes what is watched, once a statement, and of no reading', async () => {
    const { t, rule, device, place, area } = await desk.aPond()
    await desk.build.anItem({ ...place, device_id: device.id })
    await desk.build.anItem({ ...place, device_id: device.id })
    const told = [String(t)]
    expect(await notices('update furrow.alarm_rule set version = version + 1 where id = $1', [rule.id])).toEqual(told)
    expect(await notices('update furrow.item set code = code || $2 where device_id = $1', [device.id, 'x'])).toEqual(told)
    expect(await notices('update furrow.device set reporting_period = 7 where tenant_id = $1', [t])).toEqual(told)
    expect(await notices(`update furrow.tenant set time_zone = 'UTC' where id = $1`, [t])).toEqual(told)
    expect(await notices(`update furrow.area set area_center = '1,2' where id = $1`, [area.id])).toEqual(told)
    expect(await notices('update furrow.item set last_value = 3, last_ts = 9 where device_id = $1', [device.id])).toEqual([])
    expect(await notices(`update furrow.device set presence = 'offline', name = 'x' where id = $1`, [device.id])).toEqual([])
    expect(await notices('update furrow.alarm_rule set name = $2 where id = $1', [rule.id, 'x'])).toEqual([])
    expect(await notices('delete from furrow.item where device_id = $1', [device.id])).toEqual(told)
    expect(await notices('delete from furrow.alarm_rule where id = $1', [rule.id])).toEqual(told)
  })
})
