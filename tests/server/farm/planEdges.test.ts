import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { batchCalls } from '#contract/farm/batch'
import { planCalls } from '#contract/farm/plan'
import { taskCalls } from '#contract/farm/task'
import { aplionform } from '#contract/inventory/aplionform'
import { materialShipment } from '#contract/inventory/materialShipment'
import { atOnce } from '../atOnce.ts'
import { neededOf } from '#server/inventory/need'
import { aPlanFarm, failed, type PlanFarm } from './planFarm.ts'

const now = Date.UTC(2026, 2, 1, 12)
let farm: PlanFarm
beforeAll(async () => {
  farm = await aPlanFarm(() => now)
})
afterAll(() => farm?.server.close())

test('a task that was opened before its quantities were counted again is not saved over them', async () => {
  const urea = await farm.aMaterial()
  const { packageId } = await farm.aPackage([farm.aTask({ materials: [{ productId: urea, quantity: '2' }] })])
  const plan = await farm.aPlan(packageId)
  const [{ taskId }] = (await farm.tasksOf(plan)) as unknown as [{ taskId: number }]
  const opened = await farm.readTask(taskId)
  expect((await farm.changePlan(plan, { plantingArea: '4' })).status).toBe(200)
  const saved = await farm.client.call(taskCalls.update, { params: { t: farm.t }, body: { ...opened, taskName: 'Feed more' } as never })
  expect(failed(saved)).toBe('error.version.stale')
  expect((await farm.readTask(taskId)).materials).toMatchObject([{ quantity: '8.00', perMu: '2.00' }])
})

test('a plan and its batch are changed at the same time, and neither holds up the other', async () => {
  const { packageId } = await farm.aPackage([farm.aTask()])
  const batchId = await farm.aBatch({ batch_state: 'planned', started_at: null })
  const plan = await farm.aPlan(packageId, { batchId })
  const { body: batch } = await farm.client.call(batchCalls.get, { params: { t: farm.t, id: batchId } })
  const answers = await atOnce<{ status: number }>(farm.server.owner, { table: 'plan', id: plan.planId }, [
    () => farm.client.call(planCalls.update, { params: { t: farm.t }, body: { ...plan, startsOn: '2026-03-22' } as never }),
    () => farm.client.call(batchCalls.update, { params: { t: farm.t }, body: { ...batch, startsOn: '2026-03-23' } as never }),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
})

test('a draft for another base is neither taken over nor taken away by whoever drafts in the base to which its task was moved', async () => {
  const urea = await farm.aMaterial()
  const landId = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId })).id
  const other = (await farm.build.anArea({ tenant_id: farm.t })).id
  const worker = { tenant_id: farm.t, area_id: other, worker_type: 'regular', name: 'Zhao' }
  const { id: otherLeader } = await farm.build.insert('worker', worker)
  const made = await farm.client.call(taskCalls.create, {
    params: { t: farm.t },
    body: {
      taskName: 'Feed',
      taskTypeId: farm.taskTypeId,
      startsAt: now,
      dueAt: now + 1000,
      areaId: farm.areaId,
      landId,
      leaderId: farm.leaderId,
      materials: [{ productId: urea, quantity: '4' }],
    } as never,
  })
  const { taskId } = made.body
  const { id } = (await farm.acted(taskId, 'start', 'finish', 'reject')).issue!.document!
  await farm.changeTask(taskId, { areaId: other, landId: null, leaderId: otherLeader })
  const user = await farm.build.aUser({ tenantId: farm.t, codes: ['*'], areaIds: [other], real_name: 'Stranger' })
  const stranger = await farm.server.signIn(user.login_name)
  // Nor is it taken away by finishing the task there.
  expect((await farm.act(taskId, 'finish', {}, stranger)).status).toBe(200)
  const taking = await stranger.call(taskCalls.issue, { params: { t: farm.t }, body: { taskId } })
  expect(failed(taking)).toBe('error.permission.denied')
  const { body } = await farm.client.call(materialShipment.calls.get, { params: { t: farm.t, id } })
  expect(body).toMatchObject({ areaId: farm.areaId })
  expect((await farm.readTask(taskId)).issue!.document).toMatchObject({ id, applicantName: 'Pla Nner' })
})

test('what the issues of one plan took out is not what another plan of the batch had', async () => {
  const urea = await farm.aMaterial()
  await farm.moved('materialWarehousing', farm.storeId, [{ product: urea, quantity: '100', price: '2' }])
  const landId = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId })).id
  const batchId = await farm.aBatch({ land_id: landId })
  const { packageId } = await farm.aPackage([farm.aTask({ materials: [{ productId: urea, quantity: '2' }] })])
  const growing = await farm.aPlan(packageId, { batchId })
  const protection = await farm.aPlan(packageId, { batchId })
  const [{ taskId }] = (await farm.tasksOf(growing)) as unknown as [{ taskId: number }]
  const { id } = (await farm.acted(taskId, 'assign', 'start', 'finish')).issue!.document!
  const draft = (await farm.client.call(materialShipment.calls.get, { params: { t: farm.t, id } })).body
  const { objectVersionNumber } = (await farm.submitted(draft)).body
  await farm.post('materialShipment', id, objectVersionNumber)
  expect((await farm.needs(growing)).needs).toMatchObject([{ planned: '20.000000', used: '20.000000', needed: '0.000000' }])
  expect((await farm.needs(protection)).needs).toMatchObject([{ planned: '20.000000', used: '0.000000', needed: '20.000000' }])
})

/** How many queries the server asks of its database for a call: those of the connection that speaks for a person. Jobs ask beside it, on others. */
async function queriesOf(call: () => Promise<{ status: number }>): Promise<number> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  expect((await call()).status).toBe(200)
  const { calls, contexts } = asked.mock
  const texts = calls.map(([first]) => (typeof first === 'string' ? first : (first as unknown as { text: string }).text))
  const persons = new Set(contexts.filter((_, at) => texts[at]!.includes(`'furrow.user'`)))
  asked.mockRestore()
  return contexts.filter((one) => persons.has(one)).length
}

test('a plan is made and read, and a page of tasks is read, in as many queries however many tasks there are', async () => {
  const urea = await farm.aMaterial()
  const tasks = (count: number) => Array.from({ length: count }, () => farm.aTask({ materials: [{ productId: urea, quantity: '1' }] }))
  const [few, many] = [await farm.aPackage(tasks(2)), await farm.aPackage(tasks(40))]
  const batchId = await farm.aBatch()
  const making = ({ packageId }: { packageId: number }) => queriesOf(() => farm.savePlan({ packageId, batchId }))
  const made = await making(few)
  expect(made).toBeGreaterThan(10)
  expect(await making(many)).toBe(made)
  const { body: plans } = await farm.client.call(planCalls.page, { params: { t: farm.t }, query: { size: 0 } })
  const reading = ({ packageId }: { packageId: number }) => {
    const { planId } = plans.content.find((one) => one.packageId === packageId)!
    return queriesOf(() => farm.client.call(planCalls.info, { params: { t: farm.t, id: planId } }))
  }
  expect(await reading(many)).toBe(await reading(few))
  const page = (size: number) => queriesOf(() => farm.client.call(taskCalls.page, { params: { t: farm.t }, query: { size } }))
  expect(await page(50)).toBe(await page(2))
})

/** A plan on 10 mu of a plot of its own, with one task that uses 2 kg a mu. */
async function aPlanOf(product: number, given: object = {}, ofBatch: object = {}) {
  const landId = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId })).id
  const { packageId } = await farm.aPackage([farm.aTask({ materials: [{ productId: product, quantity: '2' }] })])
  const plan = await farm.aPlan(packageId, { batchId: await farm.aBatch({ land_id: landId, ...ofBatch }), ...given })
  const [{ taskId }] = (await farm.tasksOf(plan)) as unknown as [{ taskId: number }]
  return { plan, taskId }
}
const finished = async (taskId: number) => (await farm.acted(taskId, 'assign', 'start', 'finish')).issue!.document!.id
const issueOf = async (id: number) => (await farm.client.call(materialShipment.calls.get, { params: { t: farm.t, id } })).body
const run = (query: string, values: readonly unknown[]) => farm.server.owner.query(query, [...values])

test('an issue is drafted for the store that has enough of it on its shelves, and for no batch that does not stand', async () => {
  const urea = await farm.aMaterial()
  const storeId = await farm.aStore()
  await farm.moved('materialWarehousing', storeId, [{ product: urea, quantity: '50', price: '2' }])
  // What is on its way to the older store is not there yet.
  await run('insert into furrow.stock_balance (tenant_id, product_id, store_id, transit, on_hand) values ($1, $2, $3, true, 90)', [
    farm.t,
    urea,
    farm.storeId,
  ])
  const standing = await aPlanOf(urea)
  expect(await issueOf(await finished(standing.taskId))).toMatchObject({ storeId, batchId: standing.plan.batchId })
  const planned = await aPlanOf(urea, {}, { batch_state: 'planned', started_at: null })
  expect(await issueOf(await finished(planned.taskId))).toMatchObject({ storeId, batchId: null })
})

test('an issue that was ended before anything went out is drafted again; ended after that it stays, and nothing waits for its rest', async () => {
  const { plan, taskId } = await aPlanOf(await farm.aMaterial())
  const again = () => farm.client.call(taskCalls.issue, { params: { t: farm.t }, body: { taskId } })
  const first = await finished(taskId)
  await run(`update furrow.document set progress = 'closed' where id = $1`, [first])
  expect((await farm.readTask(taskId)).issue).toBeNull()
  await again()
  const second = (await farm.readTask(taskId)).issue!.document!.id
  expect(second).toBeGreaterThan(first)
  await run('update furrow.document_line set done = 8 where document_id = $1', [second])
  await run(`update furrow.document set progress = 'closed' where id = $1`, [second])
  await again()
  expect((await farm.readTask(taskId)).issue!.document!.id).toBe(second)
  expect((await farm.needs(plan)).needs).toMatchObject([{ planned: '20.000000', used: '8.000000', needed: '0.000000' }])
  await run('update furrow.document_line set taken = 3 where document_id = $1', [second])
  expect((await farm.needs(plan)).needs).toMatchObject([{ used: '5.000000' }])
})

test('a task that is saved with its quantity as it was still follows what its plan plants', async () => {
  const { plan, taskId } = await aPlanOf(await farm.aMaterial())
  await farm.changeTask(taskId, { taskName: 'Feed twice' })
  await farm.changePlan(plan, { plantingArea: '3' })
  expect((await farm.readTask(taskId)).materials).toMatchObject([{ quantity: '6.00', perMu: '2.00' }])
})

test('a purchase is applied for in the bases of a person alone, by no day that has passed, and not of what is no longer used', async () => {
  const urea = await farm.aMaterial()
  const { plan } = await aPlanOf(urea, { startsOn: '2026-02-10' })
  const other = (await farm.build.anArea({ tenant_id: farm.t })).id
  const user = await farm.build.aUser({ tenantId: farm.t, codes: ['*'], areaIds: [other] })
  expect((await farm.apply(plan, await farm.server.signIn(user.login_name))).status).toBe(404)
  await run('update furrow.product set enabled_flag = 0 where id = $1', [urea])
  expect(failed(await farm.apply(plan))).toBe('error.plan.nothingShort')
  await run('update furrow.product set enabled_flag = 1 where id = $1', [urea])
  const { id } = (await farm.apply(plan)).body
  const application = await farm.client.call(aplionform.calls.get, { params: { t: farm.t, id } })
  expect(application.body).toMatchObject({ neededBy: '2026-03-01' })
})

test('a batch has no plan once that ended, and a plan no output that is more than an amount', async () => {
  const { packageId } = await farm.aPackage([farm.aTask()], { targetYield: '99999' })
  const plan = await farm.aPlan(packageId)
  expect(plan.estimatedOutput).toBeNull()
  await farm.endPlan(plan)
  const { body } = await farm.client.call(batchCalls.plan, { params: { t: farm.t }, query: { size: 0 } })
  expect(body.content.find(({ batchId }) => batchId === plan.batchId)!.plan).toBeNull()
})

test('what the batch had for finished tasks is not had for those to come; what it had beyond is', () => {
  expect(neededOf({ open: 10n, done: 5n, pending: 3n, used: 4n, promised: 0n })).toBe(11n)
  expect(neededOf({ open: 10n, done: 5n, pending: 0n, used: 4n, promised: 2n })).toBe(9n)
})

test('of what there was and is none left nobody knows the price by what it is worth', async () => {
  const urea = await farm.aMaterial()
  const { plan } = await aPlanOf(urea)
  await run('insert into furrow.stock_balance (tenant_id, product_id, store_id) values ($1, $2, $3)', [farm.t, urea, farm.storeId])
  const { id } = (await farm.apply(plan)).body
  const { body } = await farm.client.call(aplionform.calls.get, { params: { t: farm.t, id } })
  expect(body.lines).toMatchObject([{ quantity: '20.00', price: '0.01' }])
})

test('a task whose batch stands on another plot by now has an issue for its plot alone', async () => {
  const { plan, taskId } = await aPlanOf(await farm.aMaterial())
  const elsewhere = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId })).id
  await run('update furrow.batch set land_id = $2 where id = $1', [plan.batchId, elsewhere])
  expect(await issueOf(await finished(taskId))).toMatchObject({ batchId: null })
})
