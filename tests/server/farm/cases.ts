import { farmLogCalls } from '#contract/farm/log'
import { type AreaCases } from '../areaCases.ts'
import { fresh } from '../crud/places.ts'
import { none } from '../http/callCase.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'

const aNote = (areaId: number) => ({ logTitle: 'Frost', at: Date.UTC(2026, 2, 1), areaId })

export const cases: AreaCases = {
  acts: {
    farmLog: async (farm) =>
      (await farm.admin.call(farmLogCalls.write, { params: { t: farm.t }, body: { ...aNote(farm.north.id), logType: 'text' } })).body.id,
  },
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
    const type = await build.insert('task_type', { tenant_id: tenantId, name: fresh('Sowing'), usage: 'both', sort: 0 })
    const worker = await build.insert('worker', { ...place, name: fresh('Leader'), worker_type: 'regular' })
    const work = { ...place, task_type_id: type.id, task_level: 'general', priority: 'medium', starts_at: 1, due_at: 2 }
    const { id: ongoingTaskId } = await build.insert('task', {
      ...work,
      task_no: fresh('T'),
      task_name: fresh('Sow'),
      leader_id: worker.id,
      started_at: 1,
      task_state: 'ongoing',
      steps: '["Open"]',
    })
    const { id: repeatedTaskId } = await build.insert('task', {
      ...work,
      task_no: fresh('T'),
      task_name: fresh('Feed'),
      repeat_rule: 'FREQ=DAILY',
      made_until: 9_999_999_999_999,
    })
    const { id: seedId } = await build.insert('seed', {
      tenant_id: tenantId,
      variety_id: variety.id,
      seed_name: fresh('Published seed'),
      published: 1,
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
    // Rows of the books of a batch; the pond keeps fish.
    const spent = { spent_on: '2026-03-01', cost_kind: 'other', what: 'Diesel', amount: '5' }
    const cost = await build.insert('batch_cost', { tenant_id: tenantId, batch_id: standingBatchId, ...spent })
    const rate = await build.insert('worker_rate', { tenant_id: tenantId, worker_id: worker.id, valid_from: '2026-03-01', hourly: '20' })
    const pond = await build.aLand({ ...place, land_type: 'nurture', nurture_kind: 'pond' })
    const { id: fishBatchId } = await build.insert('batch', {
      ...place,
      land_id: pond.id,
      variety_id: variety.id,
      variety_name: 'Standing',
      batch_name: fresh('Batch'),
      batch_state: 'growing',
      starts_on: '2026-03-01',
      started_at: 1,
    })
    const counted = { tenant_id: tenantId, batch_id: fishBatchId, happened_on: '2026-03-01', event: 'stocked', head: 9 }
    const herd = await build.insert('batch_herd', counted)
    const stockedHarvestId = await aHarvest({ product_id: product.id, store_id: store.id })
    const noteId = (await build.insert('farm_log', { ...place, log_type: 'text', log_level: 'info', log_title: 'Frost', at: 1 })).id
    const template = await build.insert('plan_package', { tenant_id: tenantId, package_name: fresh('Package') })
    const plan = await build.insert('plan', {
      ...place,
      batch_id: standingBatchId,
      package_id: template.id,
      plan_name: fresh('Plan'),
      starts_on: '2026-03-01',
    })
    const phase = await build.insert('plan_subplan', {
      tenant_id: tenantId,
      plan_id: plan.id,
      nth: 0,
      name: 'Growth',
      offset_days: 0,
      days: 30,
    })
    const { id: finishedTaskId } = await build.insert('task', {
      ...work,
      task_no: fresh('T'),
      task_name: fresh('Feed'),
      leader_id: worker.id,
      started_at: 1,
      finished_at: 2,
      task_state: 'finished',
    })
    const part = { plan_id: plan.id, subplan_id: phase.id, weight: 1, planned_starts_at: 1, planned_due_at: 2 }
    await build.insert('plan_task', { tenant_id: tenantId, task_id: finishedTaskId, ...part })
    const fertiliser = { tenant_id: tenantId, name: fresh('Urea'), product_type: 'agricultural', stock_unit_id: kg.id }
    const { id: ureaId } = await build.insert('product', fertiliser)
    await build.insert('task_material', { tenant_id: tenantId, task_id: finishedTaskId, nth: 0, product_id: ureaId, quantity: '5' })
    return {
      noteId,
      farmPlanId: plan.id,
      finishedTaskId,
      standingBatchId,
      standingLandId: land.id,
      ongoingTaskId,
      repeatedTaskId,
      leaderId: worker.id,
      publishedSeedId: seedId,
      harvestId: await aHarvest(),
      stockedHarvestId,
      costId: cost.id,
      rateId: rate.id,
      fishBatchId,
      herdId: herd.id,
    }
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
    task: ({ areaId, landId, taskTypeId, workerId }) => ({
      taskName: fresh('Task'),
      taskTypeId,
      areaId,
      landId,
      participants: [workerId],
      startsAt: Date.UTC(2026, 2, 1, 6),
      dueAt: Date.UTC(2026, 2, 1, 18),
      steps: ['Open the gate', 'Close it'],
    }),
    seed: ({ varietyId }) => ({
      seedName: fresh('Seed'),
      seedEnName: 'Guiwei',
      varietyId,
      publicity: 'Sweet',
      farmingPractices: [{ name: 'Grafting', description: '<p>In spring</p>' }],
      productAttributes: [{ name: 'Sugar', enName: 'Brix', description: '<p>18</p>' }],
    }),
    activity: ({ areaId, landId }) => ({
      activityName: fresh('Spray'),
      activityKind: 'spray',
      areaId,
      landId,
      doneAt: Date.UTC(2026, 2, 1),
      machine: 'Drone',
    }),
    planPackage: ({ varietyId, taskTypeId }) => ({
      packageName: fresh('Package'),
      varietyId,
      targetYield: '500.00',
      subplans: [{ name: 'Seedlings', offsetDays: 0, days: 30, tasks: [{ taskName: 'Sow', taskTypeId, offsetDays: 0, days: 2 }] }],
    }),
    plan: ({ areaId, batchId, packageId }) => ({
      planName: fresh('Plan'),
      areaId,
      batchId,
      packageId,
      startsOn: '2026-03-01',
      plantingArea: '10.00',
    }),
    worker: ({ areaId }) => ({ name: fresh('Worker'), code: fresh('W').replace(' ', '-'), organizationId: areaId, phone: '13800138000' }),
  },
  unlawful: {
    area: ['areaNum', 'no spaces'],
    land: ['landType', 'moor'],
    worker: ['phone', 'call me'],
    batch: ['startsOn', '2026-02-30'],
    task: ['dueAt', 0],
    seed: ['imageUrl', 'https://example.org/a.jpg'],
    activity: ['activityKind', 'dance'],
    planPackage: ['targetYield', '-1'],
    plan: ['startsOn', '2026-02-30'],
  },
  calls: {
    'area.list': none,
    'area.page': none,
    'area.default': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'land.free': [404, ({ landId }) => ({ body: { landId, objectVersionNumber: 1 } })],
    'batch.season': ['nothing', ({ areaId }) => ({ query: { areaId, from: '2026-01-01', to: '2026-12-31' } })],
    'batch.move': [
      404,
      ({ own }) => ({
        body: {
          batchId: own['standingBatchId']!,
          objectVersionNumber: 1,
          startsOn: '2026-03-01',
          harvestOn: null,
          landId: own['standingLandId']!,
        },
      }),
    ],
    'landFile.check': [404, ({ areaId }) => ({ params: { uuid: NOBODYS }, query: { areaId } })],
    'landFile.bring': [
      404,
      ({ areaId }) => ({ body: { fileId: NOBODYS, areaId, datum: 'WGS84', landType: 'field', rows: [{ row: 1, state: 'new' }] } }),
    ],
    'landFile.geojson': none,
    'landFile.kml': none,
    'landFile.shapefile': none,
    'land.unBound': [404, ({ areaId }) => ({ params: { id: areaId } })],
    'activity.issues': ['nothing', ({ landId }) => ({ query: { landId } })],
    'batch.act': [404, ({ own }) => ({ body: { batchId: own['standingBatchId']!, objectVersionNumber: 1, verb: 'harvest' } })],
    'task.act': [
      404,
      ({ own }) => ({ body: { taskId: own['ongoingTaskId']!, objectVersionNumber: 1, verb: 'assign', leaderId: own['leaderId']! } }),
    ],
    'task.report': [404, ({ own }) => ({ body: { taskId: own['ongoingTaskId']!, note: 'Half of it' } })],
    'task.tick': [404, ({ own }) => ({ body: { taskId: own['ongoingTaskId']!, step: 'Open', done: 1 } })],
    'task.endRepetition': [404, ({ own }) => ({ body: { taskId: own['repeatedTaskId']! } })],
    'task.events': [404, ({ own }) => ({ params: { id: own['ongoingTaskId']! } })],
    'task.issue': [404, ({ own }) => ({ body: { taskId: own['finishedTaskId']! } })],
    'plan.end': [404, ({ own }) => ({ body: { planId: own['farmPlanId']!, objectVersionNumber: 1 } })],
    'plan.info': [404, ({ own }) => ({ params: { id: own['farmPlanId']! } })],
    'task.mine': none,
    'task.span': ['nothing', ({ areaId }) => ({ query: { areaId, from: 0, to: 9_999_999_999_999 } })],
    'batch.plan': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'batch.varieties': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'publicSeed.get': [null, ({ tenantId: t, own }) => ({ params: { t, id: own['publishedSeedId']! } })],
    'publicSeed.picture': [null, ({ tenantId: t, own }) => ({ params: { t, id: own['publishedSeedId']!, uuid: NOBODYS } })],
    'publicSeed.page': [null, ({ tenantId, own }) => ({ query: { tenantId, id: own['publishedSeedId']! } })],
    'harvest.page': ['nothing', ({ own }) => ({ query: { batchId: own['standingBatchId']! } })],
    'harvest.save': [404, ({ own }) => ({ body: { batchId: own['standingBatchId']!, harvestedOn: '2026-03-01', quantity: '5' } })],
    'harvest.remove': [404, ({ own }) => ({ body: { id: own['harvestId']!, objectVersionNumber: 1 } })],
    'farmLog.edit': [404, ({ areaId, own }) => ({ body: { ...aNote(areaId), id: own['noteId']!, objectVersionNumber: 1 } })],
    'farmLog.remove': [404, ({ own }) => ({ body: { id: own['noteId']!, objectVersionNumber: 1 } })],
    'farmLog.page': ['nothing', ({ areaId }) => ({ query: { areaId } })],
    'farmLog.people': none,
    'farmLog.export': none,
    'batchCost.page': [404, ({ own }) => ({ query: { batchId: own['standingBatchId']! } })],
    'batchCost.save': [
      404,
      ({ own }) => ({ body: { batchId: own['standingBatchId']!, spentOn: '2026-03-01', what: 'Diesel', amount: '5' } }),
    ],
    'batchCost.remove': [404, ({ own }) => ({ body: { id: own['costId']!, objectVersionNumber: 1 } })],
    'workerRate.page': [404, ({ own }) => ({ query: { workerId: own['leaderId']! } })],
    'workerRate.save': [404, ({ own }) => ({ body: { workerId: own['leaderId']!, validFrom: '2026-04-01', hourly: '21' } })],
    'workerRate.remove': [404, ({ own }) => ({ body: { id: own['rateId']!, objectVersionNumber: 1 } })],
    'herd.page': [404, ({ own }) => ({ query: { batchId: own['fishBatchId']! } })],
    'herd.save': [404, ({ own }) => ({ body: { batchId: own['fishBatchId']!, happenedOn: '2026-03-01', event: 'stocked', head: 3 } })],
    'herd.remove': [404, ({ own }) => ({ body: { id: own['herdId']!, objectVersionNumber: 1 } })],
    'land.rotation': ['nothing', ({ landId }) => ({ query: { landId } })],
    'land.history': ['nothing', ({ areaId }) => ({ query: { areaId } })],
  },
  withoutWho: {
    task_event: 'says by itself who did it and when, and is never changed',
    task_step: 'says by itself who did it and when',
    package_subplan: 'a part of a package, which says who wrote it',
    package_task: 'a part of a package, which says who wrote it',
    package_material: 'a part of a package, which says who wrote it',
    plan_subplan: 'made with its plan, which says who made it',
    plan_task: 'made with its plan, which says who made it',
    plan_purchase: 'names an application, which says who made it',
    task_material: 'a line of a task, which says who wrote it',
    task_issue: 'names an issue, which says who made it',
    activity_material: 'a line of an activity, which says who wrote it',
    activity_worker: 'a line of an activity, which says who wrote it',
  },
}
