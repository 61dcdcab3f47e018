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
    const kg = await build.insert('measure_unit', { tenant_id: tenantId, name: fresh('kg'), symbol: 'kg', dimension: 'mass' })
    const product = await build.insert('product', {
      tenant_id: tenantId,
      name: fresh('Crop'),
      product_type: 'general',
      stock_unit_id: kg.id,
    })
    const store = await build.insert('store', { ...place, name: fresh('Barn') })
    const aHarvest = async (goods: object = {}) => {
      const said = { batch_id: standingBatchId, harvested_on: '2026-03-01', quantity: '5', unit_kind: 'kg', unit_name: 'kg', kg: '5' }
      return (await build.insert('batch_harvest', { tenant_id: tenantId, ...said, ...goods })).id
    }
    const stockedHarvestId = await aHarvest({ product_id: product.id, store_id: store.id })
    return { standingBatchId, harvestId: await aHarvest(), stockedHarvestId }
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
    worker: ({ areaId }) => ({ name: fresh('Worker'), code: fresh('W').replace(' ', '-'), organizationId: areaId, phone: '13800138000' }),
  },
  unlawful: { area: ['areaNum', 'no spaces'], land: ['landType', 'moor'], worker: ['phone', 'call me'], batch: ['startsOn', '2026-02-30'] },
  calls: {
    'area.list': none,
    'area.page': none,
    'area.default': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'land.free': [404, ({ landId }) => ({ body: { landId, objectVersionNumber: 1 } })],
    'land.unBound': [404, ({ areaId }) => ({ params: { id: areaId } })],
    'batch.act': [404, ({ own }) => ({ body: { batchId: own['standingBatchId']!, objectVersionNumber: 1, verb: 'harvest' } })],
    'batch.varieties': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'harvest.page': ['nothing', ({ own }) => ({ query: { batchId: own['standingBatchId']! } })],
    'harvest.save': [404, ({ own }) => ({ body: { batchId: own['standingBatchId']!, harvestedOn: '2026-03-01', quantity: '5' } })],
    'harvest.remove': [404, ({ own }) => ({ body: { id: own['harvestId']!, objectVersionNumber: 1 } })],
    'land.history': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  },
}
