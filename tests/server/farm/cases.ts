import { type AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'
import { none } from '../http/callCase.ts'

export const cases: AreaCases = {
  rows: async (build, { tenantId, areaId }) => {
    const place = { tenant_id: tenantId, area_id: areaId }
    const variety = await build.insert('variety', { tenant_id: tenantId, name: fresh('Standing') })
    const land = await build.aLand(place)
    const { id: standingBatchId } = await build.insert('batch', {
      ...place,
      land_id: land.id,
      variety_id: variety.id,
      variety_name: 'Standing',
      batch_name: fresh('Batch'),
      batch_state: 'growing',
      starts_on: '2026-03-01',
      started_at: 1,
    })
    return { standingBatchId }
  },
  lawful: {
    area: () => ({
      areaName: fresh('Base'),
      areaNum: fresh('B').replace(' ', '-'),
      latlng: { longitude: 113.34, latitude: 22.96 },
      areaMeasure: '12.50',
    }),
    land: ({ areaId }) => ({ landName: fresh('Plot'), areaId, landType: 'field', profileColor: '#1b9961' }),
    batch: ({ areaId, landId, varietyId }) => ({
      batchName: fresh('Batch'),
      batchNo: fresh('B').replace(' ', '-'),
      areaId,
      landId,
      varietyId,
      startsOn: '2026-03-01',
      harvestOn: '2026-06-30',
      part: '1.00',
    }),
    activity: ({ areaId, landId }) => ({
      activityName: fresh('Spray'),
      activityKind: 'spray',
      areaId,
      landId,
      doneAt: Date.UTC(2026, 2, 1),
      machine: 'Drone',
    }),
    worker: ({ areaId }) => ({ name: fresh('Worker'), code: fresh('W').replace(' ', '-'), organizationId: areaId, phone: '13800138000' }),
  },
  unlawful: {
    area: ['areaNum', 'no spaces'],
    land: ['landType', 'moor'],
    worker: ['phone', 'call me'],
    batch: ['startsOn', '2026-02-30'],
    activity: ['activityKind', 'dance'],
  },
  calls: {
    'area.list': none,
    'area.page': none,
    'area.default': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'land.free': [404, ({ landId }) => ({ body: { landId, objectVersionNumber: 1 } })],
    'land.unBound': [404, ({ areaId }) => ({ params: { id: areaId } })],
    'activity.issues': ['nothing', ({ landId }) => ({ query: { landId } })],
    'batch.act': [404, ({ own }) => ({ body: { batchId: own['standingBatchId']!, objectVersionNumber: 1, verb: 'harvest' } })],
    'batch.varieties': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'land.history': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  },
  withoutWho: {
    activity_material: 'a line of an activity, which says who wrote it',
    activity_worker: 'a line of an activity, which says who wrote it',
  },
}
