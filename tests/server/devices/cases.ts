import { randomUUID } from 'node:crypto'
import mqtt from 'mqtt'
import { dosingCalls } from '#contract/devices/dosing'
import { emergencyStopCalls } from '#contract/devices/emergencyStop'
import { interlockCalls } from '#contract/devices/interlock'
import { manualHoldCalls } from '#contract/devices/manualHold'
import { hashSecret } from '#server/ground/broker/secret'
import type { AreaCases } from '../areaCases.ts'
import { type CallCase, none } from '../http/callCase.ts'

const range = { startTime: 0, endTime: 1 }
/** The calls that keep the records of one type, of which `own` names a device. */
const recordCases = (group: string, own: string, edits = true): Record<string, CallCase> => ({
  [`${group}.add`]: [422, ({ areaId }) => ({ body: { name: 'New', eui: `new-${group}`, areaId } })],
  ...(edits
    ? {
        [`${group}.edit`]: [
          404,
          (rows) => ({ body: { id: rows.own[own]!, name: 'Renamed', eui: `old-${group}`, areaId: rows.areaId, objectVersionNumber: 1 } }),
        ] as CallCase,
      }
    : {}),
  [`${group}.remove`]: [404, (rows) => ({ params: { id: rows.own[own]! } })],
})
const byId = (own: string, more: object = {}): CallCase => [404, (rows) => ({ params: { id: rows.own[own]! }, ...more })]

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
    const aDevice = async (device_type: string, eui: string) => (await build.aDevice({ ...place, device_type, eui })).id
    const inverterEui = `own-inverter-${areaId}`
    const inverterId = await aDevice('inverter', inverterEui)
    const inverterSwitch = await build.aSwitch({ ...place, device_id: inverterId, circuit: 1 })
    const doser = await aDevice('waterFertilizer', `own-doser-${areaId}`)
    await build.anItem({ ...place, device_id: doser, code: 'tankLevel1', unit: 'L' })
    const recipe = await build.insert('recipe', {
      tenant_id: tenantId,
      name: `Tomatoes ${areaId}`,
      mode: 'litres',
      channels: JSON.stringify([{ channel: 1, amount: 4 }]),
    })
    const regulator = await build.aDevice({ ...place, device_type: 'aerator_ii' })
    const pump = await build.aSwitch({ ...place, device_id: regulator.id, kind: 'aerator' })
    const firmware = await build.insert('firmware', {
      tenant_id: tenantId,
      device_type: 'aerator_ii',
      version: randomUUID(),
      file_id: randomUUID(),
      file_url: '/none',
      file_name: 'a.bin',
      bytes: 1,
      sha256: 'x',
    })
    const batch = await build.insert('settings_batch', { tenant_id: tenantId, device_type: 'aerator_ii', wanted: '{}' })
    await build.insert('settings_batch_device', {
      tenant_id: tenantId,
      batch_id: batch.id,
      device_id: regulator.id,
      command_id: randomUUID(),
    })
    return {
      doserId: doser,
      recipeId: recipe.id,
      regulatorId: regulator.id,
      settingsBatchId: batch.id,
      firmwareId: firmware.id,
      pumpId: pump.id,
      soilId: await aDevice('soil', `own-soil-${areaId}`),
      inverterId,
      inverterSwitchId: inverterSwitch.id,
      inverterEui,
      loraGatewayId: await aDevice('4GLora_node', `own-lora-gateway-${areaId}`),
      loraNodeId: await aDevice('lorawan_node', `own-lora-node-${areaId}`),
      interlockId: interlock.id,
      stationId: device.id,
      rainId: source.id,
      daySumId: calculated.id,
    }
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
    'windRose.read': [404, ({ own }) => ({ params: { id: own.stationId! }, query: range })],
    'calculated.remove': [404, ({ own }) => ({ params: { id: own.daySumId! }, query: { objectVersionNumber: 1 } })],
    'regulator.page': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'regulator.details': [404, ({ own }) => ({ params: { id: own.regulatorId! } })],
    'regulator.create': [422, ({ areaId }) => ({ body: { name: 'Pond', eui: `pond-${crypto.randomUUID()}`, areaId } })],
    'regulator.update': [
      404,
      ({ own, areaId }) => ({
        body: { id: own.regulatorId!, objectVersionNumber: 1, name: 'Pond', eui: `pond-${own.regulatorId!}`, areaId },
      }),
    ],
    'regulator.remove': [404, ({ own }) => ({ params: { id: own.regulatorId! } })],
    'firstAerator.page': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'firstAerator.details': [404, ({ own }) => ({ params: { id: own.regulatorId! } })],
    'firstAerator.create': [422, ({ areaId }) => ({ body: { name: 'Pond', eui: `pond-${crypto.randomUUID()}`, areaId } })],
    'firstAerator.update': [
      404,
      ({ own, areaId }) => ({
        body: { id: own.regulatorId!, objectVersionNumber: 1, name: 'Pond', eui: `pond-${own.regulatorId!}`, areaId },
      }),
    ],
    'firstAerator.remove': [404, ({ own }) => ({ params: { id: own.regulatorId! } })],
    'firstAerator.del': [404, ({ own }) => ({ params: { id: own.regulatorId! } })],
    'aerator.forget': [404, ({ own }) => ({ params: { id: own.pumpId! } })],
    'aerator.add': [404, ({ own }) => ({ body: { regulatorId: own.regulatorId!, node: 2 } })],
    'aerator.edit': [404, ({ own }) => ({ body: { id: own.pumpId!, objectVersionNumber: 1, name: 'Paddle' } })],
    'firstAerator.pumps': [404, ({ own }) => ({ query: { regulatorId: own.regulatorId! } })],
    'firstAerator.control': [404, ({ own }) => ({ params: { id: own.pumpId! }, body: { status: 1 } })],
    'firstAerator.forget': [404, ({ own }) => ({ body: { id: own.pumpId! } })],
    'firstAerator.add': [404, ({ own }) => ({ body: { regulatorId: own.regulatorId!, node: 2 } })],
    'firstAerator.edit': [404, ({ own }) => ({ body: { id: own.pumpId!, objectVersionNumber: 1, name: 'Paddle' } })],
    'firstAerator.controlLog': [404, ({ own }) => ({ query: { regulatorId: own.regulatorId! } })],
    'firstAerator.offlineLog': [404, ({ own }) => ({ query: { regulatorId: own.regulatorId! } })],
    'firstAerator.faultLog': [404, ({ own }) => ({ query: { regulatorId: own.regulatorId! } })],
    'settings.get': [404, ({ own }) => ({ params: { id: own.regulatorId! } })],
    'settings.set': [404, ({ own }) => ({ params: { id: own.regulatorId! }, body: { values: {} } })],
    'settingsBatch.devices': [404, ({ own }) => ({ query: { deviceType: 'aerator_ii', ids: String(own.regulatorId) } })],
    'settingsBatch.ask': [
      404,
      ({ own }) => ({
        body: {
          deviceType: 'aerator_ii',
          deviceIds: [own.regulatorId!],
          values: { oxygenLow: null, oxygenHigh: null, schedule: null },
        },
      }),
    ],
    'settingsBatch.get': [404, ({ own }) => ({ params: { id: own.settingsBatchId! } })],
    'firmware.list': ['nothing', () => ({})],
    'firmware.add': [404, () => ({ body: { deviceType: 'aerator_ii', version: '1.0', fileId: randomUUID() } })],
    'firmware.offer': [404, ({ own }) => ({ params: { id: own.firmwareId! }, body: { deviceIds: [own.regulatorId!] } })],
    'firmware.offers': [404, ({ own }) => ({ params: { id: own.firmwareId! } })],
    'firmware.ofDevice': [404, ({ own }) => ({ params: { id: own.regulatorId! } })],
    'firmware.remove': [404, ({ own }) => ({ params: { id: own.firmwareId! } })],
    'firmware.download': ['nothing', () => ({ params: { tenantId: 1, imei: 'none', key: 'none' } })],
    'deviceSheet.template': ['nothing', () => ({})],
    'deviceSheet.check': [404, () => ({ params: { uuid: randomUUID() } })],
    'deviceSheet.bring': [404, () => ({ body: { fileId: randomUUID() } })],
    'deviceLog.online': [404, ({ own }) => ({ params: { id: own.regulatorId! } })],
    'deviceLog.fault': [404, ({ own }) => ({ params: { id: own.regulatorId! } })],
    'interlock.list': [404, ({ own }) => ({ params: { id: own.stationId! } })],
    'interlock.set': [
      404,
      ({ own }) => ({
        params: { id: own.stationId! },
        body: { name: 'Rain', circuit: null, need: { kind: 'itemAbove', itemId: own.rainId!, limit: 0 }, graceSeconds: 0 },
      }),
    ],
    'interlock.remove': [404, ({ own }) => ({ params: { id: own.stationId!, interlockId: own.interlockId! } })],
    'emergencyStop.list': none,
    'emergencyStop.press': [404, ({ areaId }) => ({ body: { areaId, aerators: false } })],
    'emergencyStop.lift': [404, ({ areaId }) => ({ params: { areaId } })],
    'manualHold.list': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'manualHold.set': [404, ({ own }) => ({ params: { switchId: own.inverterSwitchId! }, body: { seconds: 60 } })],
    'runHours.read': byId('inverterId'),
    'stateLanes.read': byId('inverterId', { query: range }),
    'meter.list': byId('inverterId'),
    'meter.set': [404, ({ own }) => ({ params: { id: own.inverterId! }, body: { switchId: own.inverterSwitchId!, itemId: null } })],
    'dosing.recipes': none,
    'dosing.saveRecipe': [
      404,
      ({ own }) => ({
        body: {
          id: own.recipeId!,
          objectVersionNumber: 1,
          name: `Roses ${own.recipeId!}`,
          ec: null,
          ph: null,
          mode: 'litres',
          channels: [{ channel: 1, amount: 5 }],
        },
      }),
    ],
    'dosing.removeRecipe': byId('recipeId'),
    'dosing.state': byId('doserId'),
    'dosing.start': [404, ({ own }) => ({ params: { id: own.doserId! }, body: { recipeId: own.recipeId!, volume: 1 } })],
    'dosing.stop': byId('doserId'),
    'calculated.trial': [404, ({ own }) => ({ params: { id: own.stationId! }, query: { formula: 'daySum', firstId: own.rainId! } })],
    'gateway.place': [404, ({ own, areaId }) => ({ params: { id: own.soilId! }, body: { areaId } })],
    'gateway.replace': [404, ({ own }) => ({ params: { id: own.soilId! }, body: { eui: 'another' } })],
    'gateway.enable': byId('soilId', { body: { enabledFlag: 1 } }),
    ...recordCases('soil', 'soilId'),
    'soil.area': ['nothing', ({ areaId }) => ({ params: { id: areaId } })],
    'soil.layers': byId('soilId'),
    'soil.info': byId('soilId'),
    'soil.history': byId('soilId', { query: range }),
    'soil.historyExpert': byId('soilId', { query: range }),
    'soil.historyExpertFile': byId('soilId', { query: range }),
    ...recordCases('inverter', 'inverterId', false),
    'inverter.all': none,
    'inverter.area': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'inverter.get': byId('inverterId'),
    'inverter.control': [404, ({ own }) => ({ body: { concentratorId: own.inverterId!, en: 1 } })],
    'inverter.config': [404, ({ own }) => ({ body: { concentratorId: own.inverterId!, targetPressure: 3 } })],
    'inverter.alarm': [404, ({ own }) => ({ query: { concentratorId: own.inverterId! } })],
    'inverter.export': [404, ({ own }) => ({ query: { ...range, concentratorId: own.inverterId!, format: 'csv' } })],
    'inverter.connect': [404, ({ own }) => ({ body: { eui: own.inverterEui! } })],
    'inverter.close': [404, ({ own }) => ({ body: { eui: own.inverterEui! } })],
    'inverter.getLog': [404, ({ own }) => ({ query: { concentratorId: own.inverterId! } })],
    'inverter.history': [404, ({ own }) => ({ query: { ...range, concentratorId: own.inverterId! } })],
    'inverter.refresh': [404, ({ own }) => ({ body: { concentratorId: own.inverterId! } })],
    ...recordCases('loraGateway', 'loraGatewayId'),
    'loraGateway.list': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'loraGateway.details': byId('loraGatewayId'),
    'loraGateway.configure': byId('loraGatewayId', { body: { reportingMinutes: 10 } }),
    'loraGateway.history': byId('loraGatewayId', { query: range }),
    'loraGateway.refresh': byId('loraGatewayId'),
    ...recordCases('loraNode', 'loraNodeId'),
    'loraNode.list': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'loraNode.details': byId('loraNodeId'),
    'loraNode.synchronize': byId('loraNodeId'),
  },
  acts: {
    interlock: async (farm) => {
      const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
      const other = await farm.build.aSwitch({ tenant_id: farm.t, area_id: farm.north.id, device_id: device.id, circuit: 2 })
      const body = { name: 'Valve', circuit: 1, need: { kind: 'anyOpen', switchIds: [other.id] }, graceSeconds: 0 }
      return (await farm.admin.call(interlockCalls.set, { params: { t: farm.t, id: device.id }, body })).body.id
    },
    emergencyStop: async ({ t, south, admin }) => {
      const { body } = await admin.call(emergencyStopCalls.press, { params: { t }, body: { areaId: south.id, aerators: false } })
      await admin.call(emergencyStopCalls.lift, { params: { t, areaId: south.id } })
      return body.areaId
    },
    manualHold: async ({ build, t, north, admin }) => {
      const device = await build.aDevice({ tenant_id: t, area_id: north.id })
      const { id: switchId } = await build.aSwitch({ tenant_id: t, area_id: north.id, device_id: device.id })
      await admin.call(manualHoldCalls.set, { params: { t, switchId }, body: { seconds: 60 } })
      return switchId
    },
    recipe: async (farm) => {
      const body = { name: 'Peppers', ec: null, ph: null, mode: 'litres' as const, channels: [{ channel: 1, amount: 4 }] }
      return (await farm.admin.call(dosingCalls.saveRecipe, { params: { t: farm.t }, body })).body.id
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
  withoutWho: {
    device_word: 'devices say it',
    metered_run: 'the server follows it; its command says who asked',
    device_firmware: 'the server notes what devices say',
    settings_batch_device: 'its batch says who asked',
  },
}
