import { randomUUID } from 'node:crypto'
import { insectLampCalls } from '#contract/insects/insectLamp'
import { insectStatisticsCalls } from '#contract/insects/insectStatistics'
import { insectTypeCalls } from '#contract/insects/insectType'
import type { AreaCases } from '../areaCases.ts'
import type { Farm } from '../devices/farmOfDevices.ts'
import { type CallCase, none, type Rows } from '../http/callCase.ts'

const range = { startTime: 0, endTime: 1 }
const byId = (own: string, more: object = {}): CallCase => [404, (rows) => ({ params: { id: rows.own[own]! }, ...more })]
const byImei = (more: object = {}): CallCase => [404, ({ own }) => ({ params: { imei: own.lampEui! }, ...more })]
const noted = (own: Rows['own']) => ({ concentratorId: own.lampId!, insectTypeId: own.insectId!, insectQuantity: 2, observedAt: 5 })

export const cases: AreaCases = {
  rows: async (build, { tenantId, areaId }) => {
    const place = { tenant_id: tenantId, area_id: areaId }
    const lamp = await build.aDevice({ ...place, device_type: 'insectSituationLamp', eui: `own-lamp-${areaId}` })
    await build.aSwitch({ ...place, device_id: lamp.id, circuit: 1 })
    const insect = await build.insert('insect_type', {
      tenant_id: tenantId,
      code: `own-${areaId}`,
      zh_name: '飞虱',
      en_name: 'Planthopper',
    })
    const picture = await build.insert('insect_picture', {
      tenant_id: tenantId,
      device_id: lamp.id,
      file_id: randomUUID(),
      file_url: `/none/${areaId}`,
      width: 40,
      height: 30,
      taken_at: 1,
      received_at: 1,
      state: 'counted',
    })
    await build.insert('insect_box', {
      tenant_id: tenantId,
      picture_id: picture.id,
      round: 0,
      x: 1,
      y: 1,
      w: 5,
      h: 5,
      insect_type_id: insect.id,
    })
    const observation = await build.insert('insect_observation', {
      tenant_id: tenantId,
      device_id: lamp.id,
      insect_type_id: insect.id,
      quantity: 3,
      observed_at: 1,
    })
    return { lampId: lamp.id, lampEui: lamp.eui, insectId: insect.id, pictureId: picture.id, observationId: observation.id }
  },
  calls: {
    'insectLamp.page': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'insectLamp.get': byImei(),
    'insectLamp.historyImages': byImei(),
    'insectLamp.historyData': byImei({ query: range }),
    'insectLamp.configure': [404, ({ own }) => ({ body: { imei: own.lampEui!, values: {} } })],
    'insectLamp.getConfigure': byImei(),
    'insectLamp.controlDevice': byImei({ body: { status: 0 } }),
    'insectLamp.deviceSwitch': byImei({ body: { circuit: 1, status: 0 } }),
    'insectLamp.photograph': byImei(),
    'insectLamp.analysis': byImei(),
    'insectLamp.simSelect': byImei(),
    'insectLamp.drawManually': [404, ({ own }) => ({ body: { pictureId: own.pictureId!, objectVersionNumber: 1, boxes: [] } })],
    'insectLamp.reIdentify': [404, ({ own }) => ({ body: { pictureId: own.pictureId! } })],
    'insectLamp.statusCurve': byImei({ query: range }),
    'insectPicture.page': none,
    'insectPicture.get': byId('pictureId'),
    'insectPicture.identify': [404, ({ fileId }) => ({ body: { fileId } })],
    'insectPicture.standing': none,
    'insectPicture.upload': [null, ({ tenantId }) => ({ params: { tenantId, imei: 'none', key: 'made-up' } })],
    'insectStatistics.typeList': none,
    'insectStatistics.typePage': none,
    'insectStatistics.add': [404, ({ own }) => ({ body: noted(own) })],
    'insectStatistics.edit': [404, ({ own }) => ({ body: { id: own.observationId!, objectVersionNumber: 1, ...noted(own) } })],
    'insectStatistics.remove': byId('observationId'),
    'insectStatistics.trend': [404, ({ own }) => ({ query: { ...range, concentratorId: own.lampId! } })],
    'insectStatistics.pieChart': ['nothing', ({ own }) => ({ query: { ...range, concentratorId: own.lampId! } })],
    'insectStatistics.list': ['nothing', ({ own }) => ({ query: { ...range, concentratorId: own.lampId! } })],
    'insectStatistics.count': [null, ({ own }) => ({ query: { ...range, concentratorId: own.lampId! } })],
    'insectStatistics.export': [null, ({ own }) => ({ query: { ...range, concentratorId: own.lampId! } })],
    'insectStatistics.aggregate': ['nothing', ({ own }) => ({ query: { ...range, concentratorId: own.lampId! } })],
    'insectStatistics.pestStatistics': ['nothing', ({ own }) => ({ query: { ...range, concentratorId: own.lampId! } })],
    'insectStatistics.trainingSet': [null, ({ own }) => ({ query: { ...range, concentratorId: own.lampId! } })],
    'insectType.organization': none,
    'insectType.details': byId('insectId'),
    'insectType.add': [null, () => ({ body: { code: `new-${randomUUID()}`, zhName: '螟蛾', enName: 'Stem borer' } })],
    'insectType.edit': [
      404,
      ({ own }) => ({ body: { id: own.insectId!, objectVersionNumber: 1, zhName: '褐飞虱', enName: 'Brown planthopper' } }),
    ],
  },
  acts: {
    insectType: async (farm) => {
      const body = { code: `kind-${randomUUID()}`, zhName: '虫', enName: 'Bug' }
      return (await farm.admin.call(insectTypeCalls.add, { params: { t: farm.t }, body })).body.id
    },
    insectObservation: async (farm) => {
      const { lamp, kind } = await aLamp(farm)
      const body = { concentratorId: lamp.id, insectTypeId: kind.id, insectQuantity: 2, observedAt: 5 }
      return (await farm.admin.call(insectStatisticsCalls.add, { params: { t: farm.t }, body })).body.id
    },
    insectPicture: async (farm) => {
      const { lamp } = await aLamp(farm)
      const facts = { file_id: randomUUID(), file_url: '/none', width: 40, height: 30, taken_at: 1, received_at: 1, state: 'counted' }
      const { id } = await farm.build.insert('insect_picture', { tenant_id: farm.t, device_id: lamp.id, ...facts })
      const body = { pictureId: id, objectVersionNumber: 1, boxes: [] }
      return (await farm.admin.call(insectLampCalls.drawManually, { params: { t: farm.t }, body })).body.id
    },
  },
}

async function aLamp({ build, t, north }: Farm) {
  const lamp = await build.aDevice({ tenant_id: t, area_id: north.id, device_type: 'insectSituationLamp' })
  const kind = await build.insert('insect_type', { tenant_id: t, code: randomUUID(), zh_name: '虫', en_name: 'Bug' })
  return { lamp, kind }
}
