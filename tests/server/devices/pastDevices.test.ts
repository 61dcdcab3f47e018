import { afterAll, beforeAll, expect, test } from 'vitest'
import { gatewayCalls } from '#contract/devices/gateway'
import { settingsCalls } from '#contract/devices/settings'
import { switchCalls } from '#contract/devices/switch'
import { forgetOldLogs } from '#server/ground/history/retention'
import { type Farm, startFarm } from './farmOfDevices.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const HOUR = 3_600_000

async function commanded(areaId: number, state = 'observed') {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: areaId, name: 'Pump house' })
  const one = await farm.build.aSwitch({ tenant_id: farm.t, area_id: areaId, device_id: device.id, name: 'North pump' })
  const at = Date.now() - HOUR
  await farm.build.aCommand({
    tenant_id: farm.t,
    area_id: areaId,
    device_id: device.id,
    switch_id: one.id,
    created_at: at,
    state,
    history: JSON.stringify([{ state: 'sent', at }]),
  })
  return { device, one }
}
const logOf = async (id: number, client = farm.admin) =>
  (await client.call(switchCalls.log, { params: { t: farm.t }, query: { concentratorId: id } })).body
const remove = (id: number) => farm.admin.call(gatewayCalls.remove, { params: { t: farm.t, id } })

test('the control log outlives its device: who did what is asked after it is gone too', async () => {
  const { device } = await commanded(farm.north.id)
  const before = await logOf(device.id)
  expect(before.totalElements).toBe(1)
  expect((await remove(device.id)).status).toBe(200)
  const after = await logOf(device.id)
  expect(after).toEqual({ ...before, content: [{ ...before.content[0], switchId: null }] })
  expect(after.content[0]).toMatchObject({ deviceName: 'Pump house', switchName: 'North pump' })
})

test('it is seen by whoever saw the device, and by nobody else', async () => {
  const { device } = await commanded(farm.south.id)
  await remove(device.id)
  expect((await logOf(device.id)).totalElements).toBe(1)
  expect((await logOf(device.id, farm.northerner)).totalElements).toBe(0)
  expect((await farm.rival.call(switchCalls.log, { params: { t: farm.t }, query: {} })).status).toBe(404)
  const foreign = await farm.rival.call(switchCalls.log, { params: { t: farm.elsewhere.id }, query: {} })
  expect(foreign.body.totalElements).toBe(0)
})

test('a command that was under way ends with its device', async () => {
  const { device } = await commanded(farm.north.id, 'sent')
  await remove(device.id)
  const { content } = await logOf(device.id)
  expect(content[0]).toMatchObject({ state: 'silent', history: [{ state: 'sent' }, { state: 'silent' }] })
})

test('a switch that is deleted keeps its name in the log, and a device that was never told anything leaves nothing', async () => {
  const { device, one } = await commanded(farm.north.id)
  expect((await farm.admin.call(switchCalls.remove, { params: { t: farm.t, id: one.id } })).status).toBe(200)
  expect((await logOf(device.id)).content[0]).toMatchObject({ switchName: 'North pump', switchId: null })
  const silent = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
  await remove(silent.id)
  expect((await farm.owner.query('select 1 from past_device where id = $1', [silent.id])).rowCount).toBe(0)
})

test('what is kept of a device is forgotten with its log', async () => {
  const { device } = await commanded(farm.north.id)
  await remove(device.id)
  const later = Date.now() + HOUR
  expect(
    (await forgetOldLogs(farm.services.servicePool, { logs: later, messages: 0, changes: 0, audit: 0, alarms: 0 })).pastDevices,
  ).toBeGreaterThan(0)
  expect((await farm.owner.query('select 1 from past_device')).rowCount).toBe(0)
  expect((await logOf(device.id)).totalElements).toBe(0)
})

test('the settings that a device was told last, and those that it confirmed last, outlive the log; those of a device that is no more do not', async () => {
  const aDevice = () => farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
  const [device, gone] = [await aDevice(), await aDevice()]
  const told = (id: number, at: number, state: string) =>
    farm.build.aCommand({
      tenant_id: farm.t,
      area_id: farm.north.id,
      device_id: id,
      verb: 'settings.set',
      args: JSON.stringify({ at }),
      created_at: at,
      state,
      state_at: at,
      history: '[]',
    })
  await told(device.id, 10, 'observed')
  await told(device.id, 20, 'observed')
  await told(device.id, 30, 'refused')
  await told(device.id, 40, 'silent')
  await told(gone.id, 20, 'observed')
  await remove(gone.id)
  // A span that reaches no further than the oldest that is kept takes what is younger all the same.
  const forget = () =>
    forgetOldLogs(farm.services.servicePool, { logs: Date.now() + HOUR, messages: 0, changes: 0, audit: 0, alarms: 0 }, { span: 15 })
  for (let day = 0; day < 3; day++) await forget()
  const { rows } = await farm.owner.query<{ created_at: number }>(
    "select created_at from furrow.command where verb = 'settings.set' order by created_at",
  )
  expect(rows.map(({ created_at: at }) => at)).toEqual([20, 40])
  const { body } = await farm.admin.call(settingsCalls.get, { params: { t: farm.t, id: device.id } })
  expect(body).toMatchObject({ confirmed: { values: { at: 20 } }, asked: { values: { at: 40 }, state: 'silent' } })
})
