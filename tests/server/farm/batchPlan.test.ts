import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchCalls, type PlannedBatch } from '#contract/farm/batch'
import { harvestCalls } from '#contract/farm/harvest'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const DAY = 86_400_000
let server: TestServer
let build: Arrange
let admin: Client
let t: number
let areaId: number
// 08:00 in Shanghai.
const now = Date.UTC(2026, 2, 31)

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
})
afterAll(() => server?.close())

const plan = async (query: object): Promise<PlannedBatch[]> =>
  (await admin.call(batchCalls.plan, { params: { t }, query: query as Record<string, unknown> })).body.content

test('a batch is answered with its stages by day, how far it is in days and yield, and its tasks; planned ones from their first day', async () => {
  const landId = (await build.aLand({ tenant_id: t, area_id: areaId })).id
  const varietyId = (await build.insert('variety', { tenant_id: t, name: 'Rice' })).id
  const stages = [
    { name: 'Seedling', days: 20 },
    { name: 'Ear', days: 60 },
  ]
  const body = { batchName: 'B', areaId, landId, varietyId, startsOn: '2026-03-05', stages, expectedYield: '300' }
  const { batchId } = (await admin.call(batchCalls.create, { params: { t }, body: body as never })).body
  const [before] = await plan({ landId })
  expect(before).toMatchObject({
    growth: null,
    daysPercent: null,
    yieldPercent: 0,
    harvestedKg: '0.000000',
    tasks: { total: 0, done: 0, overdue: 0 },
  })
  expect(before!.stages).toEqual([
    { name: 'Seedling', days: 20, from: '2026-03-05', to: '2026-03-24' },
    { name: 'Ear', days: 60, from: '2026-03-25', to: '2026-05-23' },
  ])
  // It began a day late: its stages move with it.
  const act = { batchId, objectVersionNumber: 1, verb: 'begin' as const, at: Date.UTC(2026, 2, 6) }
  await admin.call(batchCalls.act, { params: { t }, body: act })
  const harvest = (quantity: string) => ({
    batchId,
    harvestedOn: '2026-03-30',
    quantity,
    unitKind: 'kg' as const,
    id: null,
    objectVersionNumber: null,
  })
  for (const quantity of ['0.05', '99.9'])
    await admin.call(harvestCalls.save, { params: { t }, body: { ...harvest(quantity), productId: null, storeId: null, remark: null } })
  const type = await build.insert('task_type', { tenant_id: t, name: 'Weeding', usage: 'both', sort: 0 })
  const worker = await build.insert('worker', { tenant_id: t, area_id: areaId, name: 'Hand', worker_type: 'regular' })
  const aTask = (task_state: string, more: object = {}) =>
    build.insert('task', {
      tenant_id: t,
      area_id: areaId,
      task_no: `T${task_state}`,
      task_name: 'Weed',
      task_type_id: type.id,
      task_level: 'general',
      priority: 'low',
      batch_id: batchId,
      starts_at: now - 2 * DAY,
      due_at: now - DAY,
      task_state,
      leader_id: worker.id,
      ...more,
    })
  await aTask('cancelled')
  await aTask('notStarted')
  await aTask('accepted', { started_at: 1, finished_at: 2 })
  const [after] = await plan({ areaId, batchState: 'harvesting' })
  expect(after).toMatchObject({
    batchId,
    growth: { elapsed: 25, total: 80, stage: 1, day: 6 },
    daysPercent: 31,
    harvestedKg: '99.950000',
    yieldPercent: 33,
    tasks: { total: 2, done: 1, overdue: 1 },
  })
  expect(after!.stages[0]).toMatchObject({ from: '2026-03-06', to: '2026-03-25' })
  expect(await plan({ batchState: 'failed' })).toEqual([])
})
