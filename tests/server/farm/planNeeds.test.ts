import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activity } from '#contract/farm/activity'
import { taskCalls } from '#contract/farm/task'
import { aplionform } from '#contract/inventory/aplionform'
import { materialShipment } from '#contract/inventory/materialShipment'
import { boughtOf, neededOf, shortOf } from '#server/inventory/need'
import { aPlanFarm, failed, type PlanFarm } from './planFarm.ts'

const now = Date.UTC(2026, 2, 1, 12)
let farm: PlanFarm
beforeAll(async () => {
  farm = await aPlanFarm(() => now)
})
afterAll(() => farm?.server.close())

/** A plan on 10 mu whose tasks each use so much a mu of one material, of which so much is in stock. */
async function aPlanWith(perMu: readonly string[], inStock: string | null, given: object = {}) {
  const product = await farm.aMaterial(given)
  if (inStock !== null) await farm.moved('materialWarehousing', farm.storeId, [{ product, quantity: inStock, price: '2' }])
  // A plot of its own: what stands there is this batch alone.
  const landId = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId })).id
  const { packageId } = await farm.aPackage(perMu.map((quantity) => farm.aTask({ materials: [{ productId: product, quantity }] })))
  const plan = await farm.aPlan(packageId, { batchId: await farm.aBatch({ land_id: landId }) })
  return { plan, product, landId, tasks: (await farm.tasksOf(plan)).map(({ taskId }) => taskId) }
}
type Aim = Awaited<ReturnType<typeof aPlanWith>>
const need = async ({ plan }: Pick<Aim, 'plan'>) => {
  const [{ planned, used, promised, needed, available, short }] = (await farm.needs(plan)).needs as never as [Record<string, string | null>]
  return { planned, used, promised, needed, available, short }
}
const figures = (planned: number, used: number, promised: number, needed: number, available: number, short: number) =>
  Object.fromEntries(Object.entries({ planned, used, promised, needed, available, short }).map(([name, count]) => [name, count.toFixed(6)]))
const document = async (id: number) => (await farm.client.call(materialShipment.calls.get, { params: { t: farm.t, id } })).body
const issues = async ({ landId }: Pick<Aim, 'landId'>) =>
  (await farm.client.call(materialShipment.calls.page, { params: { t: farm.t }, query: { size: 0 } })).body.content.filter(
    (one) => one.landId === landId,
  )
const again = (taskId: number) => farm.client.call(taskCalls.issue, { params: { t: farm.t }, body: { taskId } })

describe('a task that uses materials', () => {
  test('drafts the issue of them when it is finished: of its plot and batch, with nothing taken out of stock; sent back and finished again it is one', async () => {
    const aim = await aPlanWith(['3'], '100')
    const [taskId] = aim.tasks as [number]
    expect((await farm.acted(taskId, 'assign', 'start')).issue).toBeNull()
    const finished = await farm.acted(taskId, 'finish')
    expect(finished.issue).toMatchObject({ fault: null, document: { auditStatus: 'draft', progress: 'none', short: [] } })
    const { id } = finished.issue!.document!
    expect(await document(id)).toMatchObject({
      title: `${finished.taskNo} ${finished.taskName}`,
      areaId: farm.areaId,
      storeId: farm.storeId,
      landId: aim.landId,
      batchId: aim.plan.batchId,
      lines: [{ productId: aim.product, quantity: '30.00', unitKind: 'stock' }],
    })
    expect(await farm.balance(aim.product, farm.storeId)).toEqual([100, 0, 200])
    await farm.acted(taskId, 'reject', 'finish', 'reject', 'finish')
    expect((await farm.acted(taskId, 'adopt')).issue!.document!.id).toBe(id)
    expect((await again(taskId)).status).toBe(200)
    expect((await issues(aim)).map((one) => one.id)).toEqual([id])
  })

  test('sent back, edited and finished again is issued as it was finished last: the draft of before is gone; one that nothing changed stays as it is', async () => {
    const aim = await aPlanWith(['3'], '100')
    const [taskId] = aim.tasks as [number]
    const first = (await farm.acted(taskId, 'assign', 'start', 'finish')).issue!.document!
    const other = await farm.aMaterial()
    await farm.acted(taskId, 'reject')
    await farm.changeTask(taskId, {
      materials: [
        { productId: aim.product, quantity: '12.5' },
        { productId: other, quantity: '2' },
      ],
    })
    const second = (await farm.acted(taskId, 'finish')).issue!.document!
    expect(second).toMatchObject({ auditStatus: 'draft', differs: false })
    expect((await document(second.id)).lines).toMatchObject([
      { productId: aim.product, quantity: '12.50' },
      { productId: other, quantity: '2.00' },
    ])
    expect((await issues(aim)).map(({ id }) => id)).toEqual([second.id])
    expect(first.id).not.toBe(second.id)
    // Elsewhere, of the same: it goes to another plot.
    await farm.acted(taskId, 'reject')
    const landId = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId })).id
    await farm.changeTask(taskId, { landId, batchId: null })
    const third = (await farm.acted(taskId, 'finish')).issue!.document!
    expect(await document(third.id)).toMatchObject({ landId, batchId: null })
    expect(await issues(aim)).toEqual([])
    expect((await farm.acted(taskId, 'reject', 'finish')).issue!.document!.id).toBe(third.id)
    // It uses nothing after all.
    await farm.acted(taskId, 'reject')
    await farm.changeTask(taskId, { materials: [] })
    expect((await farm.acted(taskId, 'finish')).issue).toBeNull()
    expect(await issues({ landId })).toEqual([])
    expect(await farm.balance(aim.product, farm.storeId)).toEqual([100, 0, 200])
  })

  test('whose issue was submitted meanwhile leaves it as it is, and says that it differs', async () => {
    const aim = await aPlanWith(['3'], '100')
    const [taskId] = aim.tasks as [number]
    const { id } = (await farm.acted(taskId, 'assign', 'start', 'finish')).issue!.document!
    expect((await farm.submitted(await document(id))).status).toBe(200)
    expect((await farm.acted(taskId, 'reject', 'finish')).issue!.document).toMatchObject({ id, differs: false })
    await farm.acted(taskId, 'reject')
    await farm.changeTask(taskId, { materials: [{ productId: aim.product, quantity: '12.5' }] })
    expect((await farm.acted(taskId, 'finish')).issue!.document).toMatchObject({ id, differs: true })
    expect((await document(id)).lines).toMatchObject([{ quantity: '30.00' }])
  })

  test('finished at once by several drafts one', async () => {
    const aim = await aPlanWith(['1'], null)
    const [taskId] = aim.tasks as [number]
    await farm.acted(taskId, 'assign', 'start')
    await Promise.all([1, 2, 3].map(() => farm.act(taskId, 'finish')))
    await Promise.all([1, 2, 3].map(() => again(taskId)))
    expect(await issues(aim)).toHaveLength(1)
  })

  test('says what its store has too little of, and drafts it all the same; also for who may do nothing with issues', async () => {
    const aim = await aPlanWith(['3'], '12.5')
    const [taskId] = aim.tasks as [number]
    await farm.acted(taskId, 'assign', 'start')
    const user = await farm.build.aUser({
      tenantId: farm.t,
      codes: ['wfpf.farm.farm.taskManger', 'wfpf.farm.farm.taskManger.ps.edit'],
      areaIds: null,
    })
    const manager = await farm.server.signIn(user.login_name)
    expect((await farm.act(taskId, 'finish', {}, manager)).status).toBe(200)
    expect((await farm.readTask(taskId)).issue!.document).toMatchObject({ auditStatus: 'draft', short: [{ unit: 'kg', by: '17.5' }] })
    const drafting = await manager.call(taskCalls.issue, { params: { t: farm.t }, body: { taskId } })
    expect(drafting.status).toBe(403)
    // Only who applies submits: whoever keeps the stock takes it over.
    const { id } = (await farm.readTask(taskId)).issue!.document!
    expect(failed(await farm.submitted(await document(id)))).toBe('error.approval.notApplicant')
    expect((await again(taskId)).status).toBe(200)
    expect((await farm.readTask(taskId)).issue!.document).toMatchObject({ id, applicantName: 'Pla Nner' })
    expect(failed(await farm.submitted(await document(id)))).toBe('error.stock.short')
    await farm.moved('materialWarehousing', farm.storeId, [{ product: aim.product, quantity: '20', price: '2' }])
    expect((await farm.submitted(await document(id))).body).toMatchObject({ auditStatus: 'approved' })
    // What is submitted is not taken over any more.
    const other = await farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes: ['*'], areaIds: null })).login_name)
    await other.call(taskCalls.issue, { params: { t: farm.t }, body: { taskId } })
    expect((await farm.readTask(taskId)).issue!.document).toMatchObject({ id, applicantName: 'Pla Nner' })
  })

  test('is finished where none can be drafted, says why, and is drafted later; a draft that was deleted is made again', async () => {
    const area = await farm.build.anArea({ tenant_id: farm.t })
    const product = await farm.aMaterial()
    const body = { taskName: 'Feed', taskTypeId: farm.taskTypeId, startsAt: now, dueAt: now + 1000, areaId: area.id }
    const worker = (await farm.build.insert('worker', { tenant_id: farm.t, area_id: area.id, worker_type: 'regular', name: 'Li' })).id
    const made = await farm.client.call(taskCalls.create, {
      params: { t: farm.t },
      body: { ...body, leaderId: worker, materials: [{ productId: product, quantity: '4' }] } as never,
    })
    const { taskId } = made.body
    expect(made.body.materials).toMatchObject([{ productId: product, quantity: '4.00', perMu: null }])
    expect((await farm.acted(taskId, 'start', 'finish')).issue).toEqual({ document: null, fault: 'noPlot', said: null })
    const landId = (await farm.build.aLand({ tenant_id: farm.t, area_id: area.id })).id
    await farm.acted(taskId, 'reject')
    await farm.changeTask(taskId, { landId })
    expect((await farm.acted(taskId, 'finish')).issue).toMatchObject({ fault: 'noStore' })
    await farm.aStore({ area_id: area.id })
    await farm.server.owner.query('update furrow.product set enabled_flag = 0 where id = $1', [product])
    await again(taskId)
    expect((await farm.readTask(taskId)).issue).toMatchObject({ fault: 'refused', said: expect.stringMatching(/\S/) as string })
    await farm.server.owner.query('update furrow.product set enabled_flag = 1 where id = $1', [product])
    await again(taskId)
    const { id } = (await farm.readTask(taskId)).issue!.document!
    const { objectVersionNumber } = await document(id)
    await farm.client.call(materialShipment.calls.remove, { params: { t: farm.t, id }, query: { objectVersionNumber } })
    expect((await farm.readTask(taskId)).issue).toBeNull()
    await again(taskId)
    expect((await farm.readTask(taskId)).issue!.document!.id).toBeGreaterThan(id)
  })

  test('names agricultural products, each once, and hands them to the tasks of its repetition', async () => {
    const [product, general] = [await farm.aMaterial(), await farm.aProduct()]
    const add = (materials: readonly object[], more: object = {}) =>
      farm.client.call(taskCalls.create, {
        params: { t: farm.t },
        body: {
          taskName: 'Feed',
          taskTypeId: farm.taskTypeId,
          startsAt: now,
          dueAt: now + 1000,
          areaId: farm.areaId,
          materials,
          ...more,
        } as never,
      })
    for (const wrong of [[general], [999_999], [product, product]])
      expect(
        Object.keys(((await add(wrong.map((productId) => ({ productId, quantity: '1' })))).body as never as { fields: object }).fields),
      ).toEqual(['materials'])
    const first = (await add([{ productId: product, quantity: '2' }], { repeatRule: 'FREQ=DAILY;COUNT=3' })).body
    const { rows } = await farm.server.owner.query<{ id: number }>('select id from furrow.task where series_id = $1 order by id', [
      first.taskId,
    ])
    expect(rows).toHaveLength(2)
    for (const { id } of rows) expect((await farm.readTask(Number(id))).materials).toMatchObject([{ productId: product, quantity: '2.00' }])
  })
})

describe('what a plan needs from stock', () => {
  test('is what its tasks plan less what the batch had, against what is available, through the life of an issue', async () => {
    const aim = await aPlanWith(['3', '5'], '60')
    expect(await need(aim)).toEqual(figures(80, 0, 0, 80, 60, 20))
    const [first] = aim.tasks as [number, number]
    const { issue } = await farm.acted(first, 'assign', 'start', 'finish', 'adopt')
    expect(await need(aim)).toEqual(figures(80, 0, 0, 80, 60, 20))
    const draft = await document(issue!.document!.id)
    const approved = (await farm.submitted(draft)).body
    expect(approved).toMatchObject({ auditStatus: 'approved' })
    // What is promised is no longer available, and is no longer needed.
    expect(await need(aim)).toEqual(figures(80, 0, 30, 50, 30, 20))
    await farm.post('materialShipment', approved.id, approved.objectVersionNumber)
    expect(await need(aim)).toEqual(figures(80, 30, 0, 50, 30, 20))
    await farm.acted(aim.tasks[1]!, 'cancel')
    expect(await need(aim)).toEqual(figures(30, 30, 0, 0, 30, 0))
  })

  test('counts what the batch had beyond its finished tasks, by issues and by activities, each quantity once', async () => {
    const aim = await aPlanWith(['3', '5'], '100')
    const issue = await farm.approved('materialShipment', farm.storeId, [{ product: aim.product, quantity: '20' }], {
      landId: aim.landId,
      batchId: aim.plan.batchId,
    })
    await farm.post('materialShipment', issue.body.id, issue.body.objectVersionNumber)
    expect(await need(aim)).toEqual(figures(80, 20, 0, 60, 80, 0))
    const used = (quantity: string, issueId: number | null) =>
      farm.client.call(activity.calls.create, {
        params: { t: farm.t },
        body: {
          activityName: 'Feed',
          activityKind: 'fertilise',
          areaId: farm.areaId,
          landId: aim.landId,
          batchId: aim.plan.batchId,
          doneAt: now,
          materials: [{ productId: aim.product, quantity, issueId }],
        } as never,
      })
    expect((await used('20', issue.body.id)).status).toBe(200)
    expect(await need(aim)).toEqual(figures(80, 20, 0, 60, 80, 0))
    expect((await used('4.5', null)).status).toBe(200)
    expect(await need(aim)).toEqual(figures(80, 24.5, 0, 55.5, 80, 0))
  })

  test('is of agricultural products for whoever sees no stock, as on the page of the stock', async () => {
    const aim = await aPlanWith(['1'], '5')
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.farm.farm.plan'], areaIds: null })
    const reader = await farm.server.signIn(user.login_name)
    expect((await farm.needs(aim.plan, reader)).needs).toMatchObject([{ available: '5.000000' }])
    await farm.server.owner.query(`update furrow.product set product_type = 'general' where id = $1`, [aim.product])
    expect((await farm.needs(aim.plan, reader)).needs).toMatchObject([{ available: null, short: null }])
    expect((await farm.apply(aim.plan, reader)).status).toBe(403)
  })

  test('is never below nothing, and nothing is short of what is there', () => {
    const count = fc.bigInt({ min: 0n, max: 10n ** 15n })
    fc.assert(
      fc.property(fc.record({ open: count, done: count, pending: count, used: count, promised: count }), count, (planned, available) => {
        const needed = neededOf(planned)
        expect(needed).toBeGreaterThanOrEqual(planned.pending)
        expect(needed).toBeLessThanOrEqual(planned.open + planned.pending)
        const short = shortOf(needed, available)
        expect(short).toBeGreaterThanOrEqual(0n)
        expect(short + available).toBeGreaterThanOrEqual(needed)
        expect(shortOf(needed, -5n)).toBe(needed)
      }),
    )
  })

  test('is bought in whole hundredths or units that are exact in the stock unit, and enough', () => {
    const part = fc.bigInt({ min: 1n, max: 1000n })
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), part, part, (short, numerator, denominator) => {
        const bought = boughtOf(short, numerator, denominator)
        expect(bought % 10_000n).toBe(0n)
        expect((bought * numerator) % denominator).toBe(0n)
        expect((bought * numerator) / denominator).toBeGreaterThanOrEqual(short)
      }),
    )
  })
})

describe('a purchase application', () => {
  test('is drafted of what is short in one step, in the unit in which it is bought; asked for again it is the same one', async () => {
    const unit = (await farm.build.insert('measure_unit', { tenant_id: farm.t, name: 'sack', symbol: 'sack', dimension: 'count' })).id
    const bySack = { purchase_unit_id: unit, purchase_numerator: 40, purchase_denominator: 1, cost_price: '3.20' }
    const aim = await aPlanWith(['10', '5'], '30', bySack)
    const made = await farm.apply(aim.plan)
    expect(made.body).toMatchObject({ made: 1 })
    const application = (await farm.client.call(aplionform.calls.get, { params: { t: farm.t, id: made.body.id } })).body
    expect(application).toMatchObject({
      auditStatus: 'draft',
      areaId: farm.areaId,
      neededBy: '2026-03-20',
      lines: [{ productId: aim.product, quantity: '3.00', unit: 'sack', price: '128.00' }],
    })
    const answers = await Promise.all([1, 2, 3].map(() => farm.apply(aim.plan)))
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ id: made.body.id, code: made.body.code, made: 0 }))
    expect((await farm.needs(aim.plan)).applications).toMatchObject([{ id: made.body.id, readable: true, auditStatus: 'draft' }])
  })

  test('asked for by several at once is made once; another is made once that one is gone', async () => {
    const aim = await aPlanWith(['10'], null)
    const answers = await Promise.all([1, 2, 3, 4].map(() => farm.apply(aim.plan)))
    expect(answers.reduce((sum, { body }) => sum + body.made, 0)).toBe(1)
    // Nobody knows what it costs: the line says so.
    const lines = (await farm.client.call(aplionform.calls.get, { params: { t: farm.t, id: answers[0]!.body.id } })).body.lines
    expect(lines).toMatchObject([{ price: '0.01', remark: expect.stringMatching(/\S/) as string }])
    const { id } = (await farm.needs(aim.plan)).applications[0]!
    const { objectVersionNumber } = (await farm.client.call(aplionform.calls.get, { params: { t: farm.t, id } })).body
    await farm.client.call(aplionform.calls.remove, { params: { t: farm.t, id }, query: { objectVersionNumber } })
    expect((await farm.needs(aim.plan)).applications).toEqual([])
    expect((await farm.apply(aim.plan)).body.made).toBe(1)
  })

  test('is refused of what is dearer than a line of it says, with its name; nothing is cut', async () => {
    const bySack = async (price: string) => {
      const unit = (
        await farm.build.insert('measure_unit', { tenant_id: farm.t, name: `s${price}`, symbol: `s${price}`, dimension: 'count' })
      ).id
      return { purchase_unit_id: unit, purchase_numerator: 10, purchase_denominator: 1, cost_price: price, name: `Dear ${price}` }
    }
    const dear = await aPlanWith(['1'], null, await bySack('9999.91'))
    const refused = await farm.apply(dear.plan)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'error.plan.tooDear', message: expect.stringContaining('Dear 9999.91') as string })
    expect((await farm.needs(dear.plan)).applications).toEqual([])
    const just = await farm.apply((await aPlanWith(['1'], null, await bySack('9999.90'))).plan)
    const { lines } = (await farm.client.call(aplionform.calls.get, { params: { t: farm.t, id: just.body.id } })).body
    expect(lines).toMatchObject([{ price: '99999.00' }])
  })

  test('is refused of more than a line of it counts, with its name: bought in part it would be missing in silence', async () => {
    const much = await aPlanWith(['9999.9', '0.01'], null, { name: 'Heaps', cost_price: '1' })
    const refused = await farm.apply(much.plan)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'error.plan.tooMuch', message: expect.stringContaining('99999.10') as string })
    expect((await farm.needs(much.plan)).applications).toEqual([])
    const just = await farm.apply((await aPlanWith(['9999.9'], null, { cost_price: '1' })).plan)
    const { lines } = (await farm.client.call(aplionform.calls.get, { params: { t: farm.t, id: just.body.id } })).body
    expect(lines).toMatchObject([{ quantity: '99999.00' }])
  })

  test('is refused where nothing is short, and of a plan that ended', async () => {
    const aim = await aPlanWith(['1'], '10')
    expect(failed(await farm.apply(aim.plan))).toBe('error.plan.nothingShort')
    await farm.endPlan(aim.plan)
    expect(failed(await farm.apply(aim.plan))).toBe('error.plan.ended')
  })
})
