import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { batchCalls } from '#contract/farm/batch'
import { planPackage } from '#contract/farm/planPackage'
import { planCalls } from '#contract/farm/plan'
import { taskCalls, type TaskVerb } from '#contract/farm/task'
import { messageCalls } from '#contract/notices/message'
import { aPlanFarm, besides, failed, type PlanFarm } from './planFarm.ts'

const now = Date.UTC(2026, 2, 1, 12)
let farm: PlanFarm
beforeAll(async () => {
  farm = await aPlanFarm(() => now)
})
afterAll(() => farm?.server.close())

/** What the clock on the wall of the farm shows, `2026-03-20 08:00`. */
const wall = (at: number) => new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 16)

describe('a package', () => {
  test('keeps its subplans with tasks and materials in their order, and says how long it is', async () => {
    const urea = await farm.aMaterial()
    const made = await farm.aPackage([
      farm.aTask({ taskName: 'Plough', steps: ['Check the oil'], proofFlag: 1 }),
      farm.aTask({ taskName: 'Feed', offsetDays: 12, materials: [{ productId: urea, quantity: '2.5' }] }),
    ])
    expect(made).toMatchObject({ totalDays: 100, taskCount: 2, targetYield: '500.00' })
    expect(made.subplans[0]).toMatchObject({
      name: 'Growth',
      tasks: [
        { taskName: 'Plough', taskTypeName: 'Field work', steps: ['Check the oil'], proofFlag: 1, weight: 1, materials: [] },
        { taskName: 'Feed', offsetDays: 12, materials: [{ productId: urea, quantity: '2.50', perMu: 1, unit: 'kg' }] },
      ],
    })
    const saved = await farm.changePackage(made, { subplans: made.subplans.toReversed().slice(0, 0) })
    expect(saved.body).toMatchObject({ subplans: [], totalDays: 0 })
  })

  test('is refused beside its subplans: no days, before their beginning, beyond their subplan, doubled, too many, of nobody', async () => {
    const phase = (given: object) => ({ subplans: [{ name: 'A', offsetDays: 0, days: 10, tasks: [], ...given }] })
    const task = (given: object) => phase({ tasks: [farm.aTask(given)] })
    const wrong = [
      phase({ days: 0 }),
      phase({ offsetDays: -1 }),
      phase({ name: '  ' }),
      task({ days: 0 }),
      task({ offsetDays: -1 }),
      task({ offsetDays: 10 }),
      task({ taskName: '' }),
      task({ weight: 0 }),
      task({ taskTypeId: 999_999 }),
      task({ materials: [{ productId: 999_999, quantity: '1' }] }),
      task({ materials: [{ productId: await farm.aProduct(), quantity: '1' }] }),
      task({ materials: [{ productId: await farm.aMaterial(), quantity: '0' }] }),
      phase({ tasks: Array.from({ length: 201 }, () => farm.aTask()) }),
      { subplans: [0, 1].map((offsetDays) => ({ name: 'Twice', offsetDays, days: 3 })) },
      {
        subplans: [0, 1].map((nth) => ({
          name: `Full ${nth}`,
          offsetDays: 0,
          days: 3,
          tasks: Array.from({ length: 101 }, () => farm.aTask()),
        })),
      },
      phase({ tasks: [farm.aTask({ closesBatch: 1 }), farm.aTask({ closesBatch: 1 })] }),
    ]
    for (const given of wrong) expect([given, besides(await farm.savePackage(given))]).toEqual([given, ['subplans']])
    const material = await farm.aMaterial()
    const twice = task({ materials: [1, 2].map((quantity) => ({ productId: material, quantity: String(quantity) })) })
    expect(besides(await farm.savePackage(twice))).toEqual(['subplans'])
  })

  test('is not deleted while a plan was made of it, and makes no plan while it is switched off or has no tasks', async () => {
    const made = await farm.aPackage([farm.aTask()])
    await farm.aPlan(made.packageId)
    const gone = { packageId: made.packageId, objectVersionNumber: made.objectVersionNumber }
    expect(failed(await farm.client.call(planPackage.calls.remove, { params: { t: farm.t }, body: gone }))).toBe('error.record.used')
    const batchId = await farm.aBatch()
    const off = await farm.aPackage([farm.aTask()], { enabledFlag: 0 })
    expect(besides(await farm.savePlan({ packageId: off.packageId, batchId }))).toEqual(['packageId'])
    const empty = await farm.aPackage([])
    expect(besides(await farm.savePlan({ packageId: empty.packageId, batchId }))).toEqual(['packageId'])
  })
})

describe('a plan', () => {
  test('makes the tasks of its batch from its first day on, at the hours of work by the wall, also over a change of clocks', async () => {
    const made = await farm.aPackage([farm.aTask(), farm.aTask({ offsetDays: 15, days: 3, weight: 5, priority: 'high', steps: ['One'] })])
    const batchId = await farm.aBatch()
    const plan = await farm.aPlan(made.packageId, { batchId })
    expect(plan).toMatchObject({
      plantingArea: '10.00',
      estimatedOutput: '5000.00',
      varietyName: 'Rice',
      endsOn: '2026-06-27',
      progress: { accepted: 0, total: 6, percent: 0 },
      tasks: { total: 2, accepted: 0, overdue: 0 },
    })
    const [first, second] = await farm.tasksOf(plan)
    expect([wall(first!.startsAt), wall(first!.dueAt)]).toEqual(['2026-03-20 08:00', '2026-03-20 18:00'])
    // The clocks are set forward on the 29th.
    expect([wall(second!.startsAt), wall(second!.dueAt)]).toEqual(['2026-04-04 08:00', '2026-04-06 18:00'])
    expect(await farm.readTask(second!.taskId)).toMatchObject({
      batchId,
      landId: farm.landId,
      taskState: 'unassigned',
      priority: 'high',
      steps: ['One'],
      plan: { planId: plan.planId, weight: 5 },
    })
    expect((await farm.readTask(second!.taskId)).taskNo).toMatch(/^FW-20260301\d{4}$/)
  })

  test('is a copy: what becomes of its package later is not in it', async () => {
    const urea = await farm.aMaterial()
    const made = await farm.aPackage([farm.aTask({ taskName: 'Feed', materials: [{ productId: urea, quantity: '2' }] })])
    const plan = await farm.aPlan(made.packageId)
    const before = await farm.info(plan)
    const other = { ...made.subplans[0]!, name: 'Another', days: 7, tasks: [farm.aTask({ taskName: 'Else', weight: 9 })] }
    expect((await farm.changePackage(made, { subplans: [other], targetYield: '1' })).status).toBe(200)
    expect(await farm.info(plan)).toEqual(before)
    expect(await farm.readPlan(plan)).toMatchObject({ estimatedOutput: '5000.00', endsOn: plan.endsOn, progress: plan.progress })
  })

  test('is refused beside its input: a batch of another base or one that ended, without a measure that it needs', async () => {
    const material = await farm.aMaterial()
    const { packageId } = await farm.aPackage([farm.aTask({ materials: [{ productId: material, quantity: '2' }] })])
    const elsewhere = (await farm.build.anArea({ tenant_id: farm.t })).id
    expect(besides(await farm.savePlan({ packageId, batchId: await farm.aBatch({ area_id: elsewhere }) }))).toEqual(['batchId'])
    const ended = await farm.aBatch({ batch_state: 'closed', ended_at: 2 })
    expect(besides(await farm.savePlan({ packageId, batchId: ended }))).toEqual(['batchId'])
    const bare = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId, land_measure: null })).id
    const unmeasured = await farm.aBatch({ land_id: bare, part: null })
    expect(besides(await farm.savePlan({ packageId, batchId: unmeasured }))).toEqual(['plantingArea'])
    const huge = await farm.aPackage([farm.aTask({ materials: [{ productId: material, quantity: '99999' }] })])
    expect(besides(await farm.savePlan({ packageId: huge.packageId, batchId: await farm.aBatch() }))).toEqual(['plantingArea'])
  })

  test('moves with its start what nobody began or moved by hand, by days on the wall; the rest stays', async () => {
    const { packageId } = await farm.aPackage([
      farm.aTask({ taskName: 'Begun' }),
      farm.aTask({ taskName: 'Done', offsetDays: 1 }),
      farm.aTask({ taskName: 'By hand', offsetDays: 2 }),
      farm.aTask({ taskName: 'To come', offsetDays: 3 }),
      farm.aTask({ taskName: 'Assigned', offsetDays: 4 }),
    ])
    const plan = await farm.aPlan(packageId)
    const before = Object.fromEntries((await farm.tasksOf(plan)).map((task) => [task.taskName, task]))
    await farm.acted(before['Begun']!.taskId, 'assign', 'start')
    await farm.acted(before['Done']!.taskId, 'assign', 'start', 'finish', 'adopt')
    await farm.acted(before['Assigned']!.taskId, 'assign')
    const byHand = before['By hand']!.startsAt + 3_600_000
    await farm.changeTask(before['By hand']!.taskId, { startsAt: byHand })
    expect((await farm.changePlan(plan, { startsOn: '2026-03-30' })).status).toBe(200)
    const after = Object.fromEntries((await farm.tasksOf(plan)).map((task) => [task.taskName, task]))
    expect(Object.fromEntries(Object.entries(after).map(([name, { startsAt }]) => [name, wall(startsAt)]))).toEqual({
      Begun: '2026-03-20 08:00',
      Done: '2026-03-21 08:00',
      'By hand': '2026-03-22 09:00',
      // Over the change of clocks eight o'clock stays eight o'clock.
      'To come': '2026-04-02 08:00',
      Assigned: '2026-04-03 08:00',
    })
    expect(after['To come']).toMatchObject({ plannedStartsAt: after['To come']!.startsAt, plannedDueAt: after['To come']!.dueAt })
    // Back again: each stands where it stood, and what was moved by hand still does.
    await farm.changePlan(plan, { startsOn: '2026-03-20' })
    const back = Object.fromEntries((await farm.tasksOf(plan)).map((task) => [task.taskName, task.startsAt]))
    expect(back).toEqual({
      ...Object.fromEntries(Object.entries(before).map(([name, { startsAt }]) => [name, startsAt])),
      'By hand': byHand,
    })
  })

  test('moves with the planned start of its batch, by as many days', async () => {
    const { packageId } = await farm.aPackage([farm.aTask()])
    const batchId = await farm.aBatch({ batch_state: 'planned', started_at: null })
    const plan = await farm.aPlan(packageId, { batchId, startsOn: '2026-03-25' })
    const { body: batch } = await farm.client.call(batchCalls.get, { params: { t: farm.t, id: batchId } })
    const moved = await farm.client.call(batchCalls.update, { params: { t: farm.t }, body: { ...batch, startsOn: '2026-03-23' } as never })
    expect(moved.status).toBe(200)
    expect(await farm.readPlan(plan)).toMatchObject({ startsOn: '2026-03-28', objectVersionNumber: 2 })
    expect((await farm.tasksOf(plan)).map(({ startsAt }) => wall(startsAt))).toEqual(['2026-03-28 08:00'])
  })

  test('ended or deleted tells the crew of what goes with it, as of what is cancelled, and nobody of what was nobody\u2019s', async () => {
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.farm.farm.task'], areaIds: null })
    const hand = (
      await farm.build.insert('worker', { tenant_id: farm.t, area_id: farm.areaId, worker_type: 'regular', name: 'Told', user_id: user.id })
    ).id
    const reader = await farm.server.signIn(user.login_name)
    const told = async () =>
      (await reader.call(messageCalls.page, { params: { t: farm.t }, query: { size: 100 } })).body.content
        .map(({ subject }) => subject)
        .toSorted()
    const { packageId } = await farm.aPackage(['Led', 'Helped', 'Going on', 'Of nobody'].map((taskName) => farm.aTask({ taskName })))
    const planned = async () => {
      const plan = await farm.aPlan(packageId)
      const [led, helped, going] = (await farm.tasksOf(plan)).map(({ taskId }) => taskId) as [number, number, number]
      await farm.act(led, 'assign', { leaderId: hand })
      await farm.changeTask(helped, { leaderId: farm.leaderId, participants: [hand] })
      await farm.acted(going, 'assign', 'start')
      return plan
    }
    const [ended, gone] = [await planned(), await planned()]
    await vi.waitFor(async () => expect(await told()).toHaveLength(4))
    await farm.endPlan(ended)
    const all = (times: number) => ['Helped', 'Led'].flatMap((name) => Array.from({ length: times }, () => `任务已取消：${name}`))
    const cancelled = async () => (await told()).filter((subject) => !subject.startsWith('新任务'))
    await vi.waitFor(async () => expect(await cancelled()).toEqual(all(1)))
    const row = await farm.readPlan(gone)
    await farm.client.call(planCalls.remove, {
      params: { t: farm.t },
      body: { planId: row.planId, objectVersionNumber: row.objectVersionNumber },
    })
    await vi.waitFor(async () => expect(await cancelled()).toEqual(all(2)))
  })

  test('keeps its batch, base and package; ended it is not changed, and what nobody began is gone', async () => {
    const { packageId } = await farm.aPackage([farm.aTask(), farm.aTask(), farm.aTask()])
    const plan = await farm.aPlan(packageId)
    expect(besides(await farm.changePlan(plan, { batchId: await farm.aBatch() }))).toEqual(['batchId'])
    expect(besides(await farm.changePlan(plan, { packageId: (await farm.aPackage([farm.aTask()])).packageId }))).toEqual(['packageId'])
    const [first, second] = await farm.tasksOf(plan)
    await farm.acted(first!.taskId, 'assign', 'start')
    await farm.acted(second!.taskId, 'assign')
    expect((await farm.endPlan(plan)).body).toBe(2)
    expect((await farm.tasksOf(plan)).map(({ taskId }) => taskId)).toEqual([first!.taskId])
    expect(await farm.readPlan(plan)).toMatchObject({ planState: 'ended', endedAt: now })
    expect(failed(await farm.changePlan(plan, { planName: 'Again' }))).toBe('error.plan.ended')
    expect(failed(await farm.endPlan(plan))).toBe('error.plan.ended')
    // Several may be made for a batch.
    expect((await farm.savePlan({ packageId, batchId: plan.batchId })).status).toBe(200)
  })

  test('deleted takes away what nobody began, and leaves what was begun as a task of the batch', async () => {
    const { packageId } = await farm.aPackage([farm.aTask(), farm.aTask()])
    const plan = await farm.aPlan(packageId)
    const [first, second] = await farm.tasksOf(plan)
    await farm.acted(first!.taskId, 'assign', 'start')
    const { planId, objectVersionNumber } = plan
    const gone = await farm.client.call(planCalls.remove, { params: { t: farm.t }, body: { planId, objectVersionNumber } })
    expect(gone.status).toBe(200)
    expect(await farm.readTask(first!.taskId)).toMatchObject({ plan: null, batchId: plan.batchId })
    expect((await farm.client.call(taskCalls.get, { params: { t: farm.t, id: second!.taskId } })).status).toBe(404)
  })

  test('does not plan a harvest within a safety interval, new or moved into one', async () => {
    const landId = (await farm.build.aLand({ tenant_id: farm.t, area_id: farm.areaId })).id
    const spray = await farm.build.insert('activity', {
      tenant_id: farm.t,
      area_id: farm.areaId,
      land_id: landId,
      activity_name: 'Spray',
      activity_kind: 'spray',
      done_at: Date.UTC(2026, 1, 28, 12),
      no_weather: 'none',
    })
    await farm.build.insert('land_safety', {
      tenant_id: farm.t,
      land_id: landId,
      activity_id: spray.id,
      product_id: await farm.aMaterial(),
      interval_days: 30,
      effective_at: Date.UTC(2026, 1, 28, 12),
      safe_from: '2026-03-30',
    })
    const { packageId } = await farm.aPackage([farm.aTask({ harvestFlag: 1, offsetDays: 5 })])
    const batchId = await farm.aBatch({ land_id: landId })
    expect(besides(await farm.savePlan({ packageId, batchId }))).toEqual(['startsOn'])
    const plan = await farm.aPlan(packageId, { batchId, startsOn: '2026-03-25' })
    expect(besides(await farm.changePlan(plan, { startsOn: '2026-03-24' }))).toEqual(['startsOn'])
    expect(await farm.readPlan(plan)).toMatchObject({ startsOn: '2026-03-25' })
  })

  test('counts a mu of materials again when its ground changes, for what nobody began and nobody wrote by hand', async () => {
    const [urea, lime] = [await farm.aMaterial(), await farm.aMaterial()]
    const materials = [
      { productId: urea, quantity: '1.25' },
      { productId: lime, quantity: '7', perMu: 0 },
    ]
    const { packageId } = await farm.aPackage([farm.aTask({ materials }), farm.aTask({ materials }), farm.aTask({ materials })])
    const plan = await farm.aPlan(packageId)
    const [begun, byHand, other] = (await farm.tasksOf(plan)).map(({ taskId }) => taskId) as [number, number, number]
    const used = async (taskId: number) => (await farm.readTask(taskId)).materials.map(({ quantity }) => quantity)
    expect(await used(other)).toEqual(['12.50', '7.00'])
    await farm.acted(begun, 'assign', 'start')
    await farm.changeTask(byHand, { materials: [{ productId: urea, quantity: '13' }] })
    expect((await farm.changePlan(plan, { plantingArea: '0.33' })).status).toBe(200)
    expect(await Promise.all([begun, byHand, other].map(used))).toEqual([['12.50', '7.00'], ['13.00'], ['0.42', '7.00']])
    expect(besides(await farm.changePlan(plan, { plantingArea: null }))).toEqual(['plantingArea'])
  })

  test('is seen and changed in the bases of a person alone, and with its codes', async () => {
    const { packageId } = await farm.aPackage([farm.aTask()])
    const plan = await farm.aPlan(packageId)
    const other = (await farm.build.anArea({ tenant_id: farm.t })).id
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['*'], areaIds: [other] })
    const stranger = await farm.server.signIn(user.login_name)
    const params = { t: farm.t, id: plan.planId }
    for (const call of [planCalls.get, planCalls.info])
      expect((await stranger.call(call as typeof planCalls.info, { params })).status).toBe(404)
    const body = { planId: plan.planId, objectVersionNumber: plan.objectVersionNumber }
    expect((await stranger.call(planCalls.end, { params, body })).status).toBe(404)
    const reader = await farm.server.signIn(
      (await farm.build.aUser({ tenantId: farm.t, codes: ['wfpf.farm.farm.plan'], areaIds: null })).login_name,
    )
    expect((await reader.call(planCalls.info, { params })).status).toBe(200)
    expect((await reader.call(planCalls.end, { params, body })).status).toBe(403)
    const stale = { planId: plan.planId, objectVersionNumber: 7 }
    expect(failed(await farm.client.call(planCalls.end, { params, body: stale }))).toBe('error.version.stale')
  })

  test('is what batch/plan says of its batch', async () => {
    const { packageId } = await farm.aPackage([farm.aTask({ weight: 3 }), farm.aTask()])
    const plan = await farm.aPlan(packageId)
    const [first] = await farm.tasksOf(plan)
    await farm.acted(first!.taskId, 'assign', 'start', 'finish', 'adopt')
    const { body } = await farm.client.call(batchCalls.plan, { params: { t: farm.t }, query: { size: 0 } })
    const planned = body.content.find(({ batchId }) => batchId === plan.batchId)
    expect(planned!.plan).toEqual({ planId: plan.planId, planName: plan.planName, percent: 75 })
  })

  test('whatever is done with its tasks, its progress is the weight that was accepted of what is to be done', async () => {
    const begun: readonly TaskVerb[] = ['assign', 'start']
    const ways: readonly (readonly TaskVerb[])[] = [
      [],
      ['cancel'],
      ['assign'],
      begun,
      [...begun, 'end'],
      [...begun, 'finish'],
      [...begun, 'finish', 'reject'],
      [...begun, 'finish', 'adopt'],
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.constantFrom(...ways)), { minLength: 1, maxLength: 6 }),
        async (given) => {
          const { packageId } = await farm.aPackage(given.map(([weight]) => farm.aTask({ weight })))
          const plan = await farm.aPlan(packageId)
          const ids = (await farm.tasksOf(plan)).map(({ taskId }) => taskId)
          await Promise.all(given.map(([, way], at) => farm.acted(ids[at]!, ...way)))
          const tasks = await farm.tasksOf(plan)
          const open = tasks.filter(({ taskState }) => taskState !== 'cancelled' && taskState !== 'ended')
          const sum = (all: typeof tasks) => all.reduce((all_, { weight }) => all_ + weight, 0)
          const [accepted, total] = [sum(open.filter(({ taskState }) => taskState === 'accepted')), sum(open)]
          const percent = total === 0 ? null : Math.floor((accepted * 100) / total)
          expect((await farm.readPlan(plan)).progress).toEqual({ accepted, total, percent })
          expect((await farm.info(plan))[0]!.progress).toEqual({ accepted, total, percent })
        },
      ),
      { numRuns: 12 },
    )
  })
})
