import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { type Batch, batchCalls, type BatchVerb } from '#contract/farm/batch'
import { rowsOf } from '#contract/core/columns'
import { taskCalls } from '#contract/farm/task'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const DAY = 86_400_000
/** Noon of the first of March in the tenant's zone. */
const now = Date.UTC(2026, 2, 1, 4)
let server: TestServer
let build: Arrange
let admin: Client
let t: number
let areaId: number
let landId: number
let rice: number

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t })).id
  landId = (await build.aLand({ tenant_id: t, area_id: areaId, land_measure: '10' })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
  rice = (await build.insert('variety', { tenant_id: t, name: 'Rice' })).id
})
afterAll(() => server?.close())

const besides = (answer: { body: unknown }) => Object.keys((answer.body as Failure).fields ?? {})
const add = async (given: object = {}) =>
  (
    await admin.call(batchCalls.create, {
      params: { t },
      body: { batchName: 'Batch', areaId, landId, varietyId: rice, startsOn: '2026-03-01', ...given } as never,
    })
  ).body
const read = async ({ batchId }: Pick<Batch, 'batchId'>) => (await admin.call(batchCalls.get, { params: { t, id: batchId } })).body
const act = async (batch: Pick<Batch, 'batchId'>, verb: BatchVerb, more: object = {}) => {
  const { batchId, objectVersionNumber } = await read(batch)
  expect((await admin.call(batchCalls.act, { params: { t }, body: { batchId, objectVersionNumber, verb, ...more } })).body).toBe(1)
  return read(batch)
}
const season = (from: string, to: string, area = areaId) =>
  admin.call(batchCalls.season, { params: { t }, query: { areaId: area, from, to } })
const move = ({ batchId, objectVersionNumber, startsOn, harvestOn, landId: on }: Batch, given: object) =>
  admin.call(batchCalls.move, { params: { t }, body: { batchId, objectVersionNumber, startsOn, harvestOn, landId: on, ...given } })

test('a season has the plots of its base and what lies in its days, by when it truly began and ended', async () => {
  const planned = await add({ batchName: 'Planned', startsOn: '2026-06-01', harvestOn: '2026-08-31' })
  const endless = await add({ batchName: 'Endless', startsOn: '2026-07-01' })
  // It was to begin in May, and began in February; in Shanghai that was the tenth already.
  const early = await add({ batchName: 'Early', startsOn: '2026-05-01', harvestOn: '2026-05-31' })
  await act(early, 'begin', { at: Date.UTC(2026, 1, 9, 18) })
  const closed = await add({ batchName: 'Closed', startsOn: '2026-01-05', harvestOn: '2026-09-30' })
  await act(closed, 'begin', { at: Date.UTC(2026, 0, 5, 4) })
  await act(closed, 'close', { at: Date.UTC(2026, 0, 20, 4) })
  const names = async (from: string, to: string) => (await season(from, to)).body.batches.map(({ batchName }) => batchName)
  expect(await names('2026-01-01', '2026-01-04')).toEqual([])
  expect(await names('2026-01-20', '2026-01-31')).toEqual(['Closed'])
  expect(await names('2026-01-21', '2026-02-09')).toEqual([])
  // What stands has not ended because its harvest was expected.
  expect(await names('2026-02-10', '2026-05-31')).toEqual(['Early'])
  expect(await names('2026-08-31', '2026-08-31')).toEqual(['Early', 'Planned', 'Endless'])
  expect(await names('2026-09-01', '2026-12-31')).toEqual(['Early', 'Endless'])
  const { plots, batches, left } = (await season('2026-01-01', '2026-12-31')).body
  expect([plots, left]).toEqual([[{ landId, landName: expect.any(String) }], 0])
  expect(batches.map(({ batchName, from, to }) => [batchName, from, to])).toEqual([
    ['Closed', '2026-01-05', '2026-01-20'],
    ['Early', '2026-02-10', '2026-05-31'],
    ['Planned', '2026-06-01', '2026-08-31'],
    ['Endless', '2026-07-01', null],
  ])
  for (const one of [planned, endless, early, closed]) expect(batches.map(({ batchId }) => batchId)).toContain(one.batchId)
})

test('a season is refused that ends before it begins or is too long; of another base it has nothing', async () => {
  const reversed = await season('2026-02-02', '2026-02-01')
  expect((reversed.body as unknown as Failure).fields).toEqual({ to: '不能早于开始时间' })
  const span = { from: 2, to: 1, areaId }
  expect(besides(await admin.call(taskCalls.span, { params: { t }, query: span }))).toEqual(['to'])
  expect(besides(await season('2026-01-01', '2029-12-31'))).toEqual(['to'])
  expect(besides(await season('2026-02-30', '2026-03-01'))).toEqual(['from'])
  const other = (await build.anArea({ tenant_id: t })).id
  expect((await season('2026-01-01', '2026-12-31', other)).body).toEqual({ plots: [], batches: [], left: 0 })
})

test('a planned batch moves in time and to another plot, with its plan and the tasks that were not begun', async () => {
  const batch = await add({ startsOn: '2026-04-01', harvestOn: '2026-06-30' })
  const elsewhere = (await build.aLand({ tenant_id: t, area_id: areaId })).id
  const type = (await build.insert('task_type', { tenant_id: t, name: 'Sowing', usage: 'both', sort: 0 })).id
  const template = (await build.insert('plan_package', { tenant_id: t, package_name: 'Rice' })).id
  const plan = { tenant_id: t, area_id: areaId, batch_id: batch.batchId, package_id: template, plan_name: 'Rice', starts_on: '2026-04-01' }
  const planId = (await build.insert('plan', plan)).id
  const part = await build.insert('plan_subplan', { tenant_id: t, plan_id: planId, nth: 0, name: 'Growth', offset_days: 0, days: 30 })
  const at = Date.UTC(2026, 3, 1, 0)
  const work = {
    tenant_id: t,
    area_id: areaId,
    task_type_id: type,
    task_level: 'general',
    priority: 'medium',
    starts_at: at,
    due_at: at + DAY,
  }
  const taskId = (await build.insert('task', { ...work, batch_id: batch.batchId, task_no: 'S-1', task_name: 'Sow' })).id
  const planned = { planned_starts_at: at, planned_due_at: at + DAY }
  await build.insert('plan_task', { tenant_id: t, task_id: taskId, plan_id: planId, subplan_id: part.id, weight: 1, ...planned })
  const told = vi.spyOn(server.services.live, 'changed')
  expect((await move(batch, { startsOn: '2026-04-08', harvestOn: '2026-07-07', landId: elsewhere })).body).toBe(1)
  expect(await read(batch)).toMatchObject({ startsOn: '2026-04-08', harvestOn: '2026-07-07', landId: elsewhere, batchName: 'Batch' })
  const { tasks } = (await admin.call(taskCalls.span, { params: { t }, query: { from: at, to: at + 30 * DAY, areaId } })).body
  const [task] = rowsOf(tasks)
  expect(task).toMatchObject({ taskId, startsAt: at + 7 * DAY, dueAt: at + 8 * DAY })
  const said = told.mock.calls.map(([, resource, id]) => [resource, id])
  expect(said).toEqual(
    expect.arrayContaining([
      ['batch', batch.batchId],
      ['land', landId],
      ['land', elsewhere],
    ]),
  )
  told.mockRestore()
})

test('what stands keeps its first day and its plot; what ended, an old version and a harvest before its start are refused', async () => {
  const batch = await add({ startsOn: '2026-03-01', harvestOn: '2026-06-30' })
  const standing = await act(batch, 'begin')
  expect(besides(await move(standing, { startsOn: '2026-03-02' }))).toEqual(['startsOn'])
  expect(besides(await move(standing, { landId: (await build.aLand({ tenant_id: t, area_id: areaId })).id }))).toEqual(['landId'])
  expect(besides(await move(standing, { harvestOn: '2026-02-28' }))).toEqual(['harvestOn'])
  expect((await move(standing, { harvestOn: '2026-07-15' })).body).toBe(1)
  expect((await move(standing, { harvestOn: '2026-07-16' })).status).toBe(409)
  expect((await read(batch)).harvestOn).toBe('2026-07-15')
  const closed = await act(batch, 'close')
  expect(((await move(closed, { harvestOn: '2026-08-01' })).body as unknown as Failure).code).toBe('error.batch.ended')
})

test('whatever was moved before, a planned batch is as long as it was, and what was not moved stays', async () => {
  const batch = await add({ startsOn: '2027-01-01', harvestOn: '2027-03-01', remark: 'By hand', density: '12.00' })
  const dayAt = (first: number) => new Date(Date.UTC(2027, 0, 1) + first * DAY).toISOString().slice(0, 10)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -400, max: 400 }), async (by) => {
      const now = await read(batch)
      expect((await move(now, { startsOn: dayAt(by), harvestOn: dayAt(by + 59) })).body).toBe(1)
      const { startsOn, harvestOn, ...others } = await read(batch)
      expect([startsOn, harvestOn]).toEqual([dayAt(by), dayAt(by + 59)])
      expect(others).toMatchObject({ remark: 'By hand', density: '12.00', landId, varietyId: rice, batchState: 'planned' })
    }),
    { numRuns: 15 },
  )
})
