import mqtt from 'mqtt'
import { interlockCalls } from '#contract/devices/interlock'
import { hashSecret } from '#server/ground/broker/secret'
import type { AreaCases } from '../areaCases.ts'

export const cases: AreaCases = {
  rows: async (build, { tenantId, areaId }) => {
    const place = { tenant_id: tenantId, area_id: areaId }
    const device = await build.aDevice(place)
    const source = await build.anItem({ ...place, device_id: device.id, code: 'rain', unit: 'mm' })
    const calculated = await build.anItem({ ...place, device_id: device.id, code: 'daySum', unit: 'mm' })
    await build.insert('calculation', {
      tenant_id: tenantId,
      item_id: calculated.id,
      device_id: device.id,
      formula: 'daySum',
      first_id: source.id,
    })
    const need = JSON.stringify({ kind: 'itemAbove', itemId: source.id, limit: 0 })
    const interlock = await build.insert('interlock', { tenant_id: tenantId, device_id: device.id, name: 'Rain', need, grace_ms: 0 })
    return { interlockId: interlock.id, stationId: device.id, rainId: source.id, daySumId: calculated.id }
  },
  calls: {
    'collect.editItems': [
      404,
      ({ gatewayId, itemId }) => ({ body: { id: gatewayId, items: [{ id: itemId, name: 'Renamed', objectVersionNumber: 1 }] } }),
    ],
    'export.readings': [404, ({ gatewayId }) => ({ params: { id: gatewayId }, query: { startTime: 0, endTime: 1000 } })],
    'export.newest': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'calibration.get': [404, ({ itemId }) => ({ params: { id: itemId } })],
    'calibration.set': [
      404,
      ({ itemId }) => ({ params: { id: itemId }, body: { factor: 1.02, offset: -0.4, reason: 'Checked on site', objectVersionNumber: 1 } }),
    ],
    'calculated.make': [
      404,
      ({ own }) => ({ params: { id: own.stationId! }, body: { formula: 'daySum', firstId: own.rainId!, name: 'Rain' } }),
    ],
    'calculated.change': [
      404,
      ({ own }) => ({ body: { id: own.daySumId!, formula: 'daySum', firstId: own.rainId!, objectVersionNumber: 1 } }),
    ],
    'calculated.remove': [404, ({ own }) => ({ params: { id: own.daySumId! }, query: { objectVersionNumber: 1 } })],
    'interlock.list': [404, ({ own }) => ({ params: { id: own.stationId! } })],
    'interlock.set': [
      404,
      ({ own }) => ({
        params: { id: own.stationId! },
        body: { name: 'Rain', circuit: null, need: { kind: 'itemAbove', itemId: own.rainId!, limit: 0 }, graceSeconds: 0 },
      }),
    ],
    'interlock.remove': [404, ({ own }) => ({ params: { id: own.stationId!, interlockId: own.interlockId! } })],
    'calculated.trial': [404, ({ own }) => ({ params: { id: own.stationId! }, query: { formula: 'daySum', firstId: own.rainId! } })],
  },
  acts: {
    interlock: async (farm) => {
      const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
      const other = await farm.build.aSwitch({ tenant_id: farm.t, area_id: farm.north.id, device_id: device.id, circuit: 2 })
      const body = { name: 'Valve', circuit: 1, need: { kind: 'anyOpen', switchIds: [other.id] }, graceSeconds: 0 }
      return (await farm.admin.call(interlockCalls.set, { params: { t: farm.t, id: device.id }, body })).body.id
    },
    deviceWord: async (farm) => {
      const token = 'ABCDEFGHIJKLMNOPQRSTUV'
      const { id } = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id, token_hash: hashSecret(token) })
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, { username: token, protocolVersion: 4 })
      await client.publishAsync('v1/devices/me/attributes', '{"firmware":"1.0"}', { qos: 1 })
      await client.endAsync()
      return id
    },
  },
  withoutWho: { device_word: 'devices say it' },
}
