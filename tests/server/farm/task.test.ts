import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { batchCalls } from '#contract/farm/batch'
import { harvestCalls } from '#contract/farm/harvest'
import { rowsOf } from '#contract/core/columns'
import { MY_TASKS, type Task, TASK_VERBS, taskCalls, type TaskVerb } from '#contract/farm/task'
import { TASKS } from '#contract/farm/taskCodes'
import { messageCalls } from '#contract/notices/message'
import { worker } from '#contract/farm/worker'
import { isOpen } from '#machines/farm/task'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { fileCalls } from '#contract/media/files'

const MINUTE = 60_000
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
let server: TestServer
let build: Arrange
let admin: Client
let leader: Client
let helper: Client
let stranger: Client
let t: number
let areaId: number
let taskTypeId: number
let wang: number
let li: number
let liUser: number
let now = Date.UTC(2026, 2, 1)

const signIn = async (name: string, codes: readonly string[], areaIds: number[] | null = null) => {
  const user = await build.aUser({ tenantId: t, codes, areaIds, real_name: name })
  return { id: user.id, client: await server.signIn(user.login_name) }
}
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t })).id
  admin = (await signIn('Manager', ['*'])).client
  const one = await signIn('Wang', [MY_TASKS])
  const two = await signIn('Li', [MY_TASKS])
  leader = one.client
  helper = two.client
  liUser = two.id
  stranger = (await signIn('Stranger', [MY_TASKS])).client
  taskTypeId = (await build.insert('task_type', { tenant_id: t, name: 'Weeding', code: 'WEED', usage: 'both', sort: 0 })).id
  wang = (await build.insert('worker', { tenant_id: t, area_id: areaId, worker_type: 'regular', name: 'Wang', user_id: one.id })).id
  li = (await build.insert('worker', { tenant_id: t, area_id: areaId, worker_type: 'regular', name: 'Li', user_id: two.id })).id
})
afterAll(() => server?.close())

const failed = (answer: { body: unknown }) => answer.body as Failure
const besides = (answer: { body: unknown }) => Object.keys(failed(answer).fields ?? {})
const lawful = (given: object = {}) => ({
  taskName: 'Weed the rows',
  taskTypeId,
  areaId,
  startsAt: now,
  dueAt: now + 5 * MINUTE,
  ...given,
})
const add = (given: object = {}) => admin.call(taskCalls.create, { params: { t }, body: lawful(given) as never })
const made = async (given: object = {}) => {
  const answer = await add(given)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const read = async ({ taskId }: Pick<Task, 'taskId'>) => (await admin.call(taskCalls.get, { params: { t, id: taskId } })).body
const change = (task: Task, given: object) => admin.call(taskCalls.update, { params: { t }, body: { ...task, ...given } as never })
const act = async (task: Pick<Task, 'taskId'>, verb: TaskVerb, more: object = {}, by = admin) => {
  const { taskId, objectVersionNumber } = await read(task)
  return by.call(taskCalls.act, { params: { t }, body: { taskId, objectVersionNumber, verb, ...more } })
}
const acted = async (task: Pick<Task, 'taskId'>, verb: TaskVerb, more: object = {}, by = admin) => {
  const answer = await act(task, verb, more, by)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return read(task)
}
const mine = async (by: Client, query: Readonly<Record<string, unknown>> = {}) =>
  (await by.call(taskCalls.mine, { params: { t }, query })).body.content.map(({ taskId }) => taskId)
const messages = async (by: Client) => (await by.call(messageCalls.page, { params: { t }, query: { size: 100 } })).body.content

describe('a task', () => {
  test('is begun, ticked, told of and finished by who could not see the newest, each at the moment it was done', async () => {
    const task = await made({ leaderId: wang, steps: ['Look'], taskName: 'Far out' })
    await change(await read(task), { description: 'The office wrote more' })
    const { taskId } = task
    const start = (more: object = {}) => leader.call(taskCalls.act, { params: { t }, body: { taskId, verb: 'start', ...more } })
    expect(failed(await start({ objectVersionNumber: 1 })).code).toBe('error.version.stale')
    expect((await start({ at: now - 9 * MINUTE })).status).toBe(200)
    const told = { params: { t }, body: { taskId, note: 'Dry', at: now - 8 * MINUTE } }
    expect((await leader.call(taskCalls.report, told)).status).toBe(200)
    expect(besides(await leader.call(taskCalls.report, { ...told, body: { ...told.body, at: now + MINUTE } }))).toEqual(['at'])
    const ticked = { params: { t }, body: { taskId, step: 'Look', done: 1, at: now - 7 * MINUTE } }
    expect((await leader.call(taskCalls.tick, ticked)).status).toBe(200)
    const finish = { taskId, verb: 'finish' as const, at: now - 6 * MINUTE }
    expect((await leader.call(taskCalls.act, { params: { t }, body: finish })).status).toBe(200)
    expect(await read(task)).toMatchObject({
      startedAt: now - 9 * MINUTE,
      finishedAt: now - 6 * MINUTE,
      checklist: [{ doneAt: now - 7 * MINUTE }],
    })
    const { content } = (await leader.call(taskCalls.events, { params: { t, id: taskId }, query: {} })).body
    expect(content.map(({ what, at }) => [what, at])).toEqual([
      ['finish', now - 6 * MINUTE],
      ['report', now - 8 * MINUTE],
      ['start', now - 9 * MINUTE],
    ])
    // It is over: a verb that comes later is refused, and nothing of it is done.
    expect(failed(await start()).code).toBe('error.task.state')
  })

  test('is given, begun, finished late, sent back, finished and accepted; each of it is kept, and the crew is told', async () => {
    const task = await made({ taskName: 'Told', participants: [li] })
    expect(task).toMatchObject({ taskState: 'unassigned', lateness: 'inTime', leader: null, crew: [{ workerId: li, userId: liUser }] })
    expect(task.taskNo).toMatch(/^WEED-20260301\d{4}$/)
    expect(besides(await act(task, 'assign'))).toEqual(['leaderId'])
    expect(await acted(task, 'assign', { leaderId: wang })).toMatchObject({ taskState: 'notStarted', leader: { name: 'Wang' } })
    await vi.waitFor(async () => expect((await messages(leader)).map(({ link }) => link)).toContain(`/web/farm/task?open=${task.taskId}`))
    expect(await acted(task, 'start', {}, leader)).toMatchObject({ taskState: 'ongoing', startedAt: now })
    now += 6 * MINUTE
    expect(await read(task)).toMatchObject({ lateness: 'overdue', lateBy: null })
    expect(await acted(task, 'finish', { reason: 'done' }, leader)).toMatchObject({
      taskState: 'finished',
      lateness: 'late',
      lateBy: MINUTE,
    })
    expect(besides(await act(task, 'reject', { reason: '  ' }))).toEqual(['reason'])
    expect(await acted(task, 'reject', { reason: 'the last row' })).toMatchObject({
      taskState: 'ongoing',
      finishedAt: null,
      reason: 'the last row',
      lateness: 'overdue',
    })
    await acted(task, 'finish', {}, leader)
    expect(await acted(task, 'adopt')).toMatchObject({ taskState: 'accepted', reason: null })
    const { content } = (await admin.call(taskCalls.events, { params: { t, id: task.taskId } })).body
    expect(content.map(({ what, by }) => [what, by])).toEqual([
      ['adopt', 'Manager'],
      ['finish', 'Wang'],
      ['reject', 'Manager'],
      ['finish', 'Wang'],
      ['start', 'Wang'],
      ['assign', 'Manager'],
    ])
    await vi.waitFor(async () =>
      expect((await messages(helper)).filter(({ link }) => link === `/web/farm/task?open=${task.taskId}`)).toHaveLength(3),
    )
  })

  test('says of no verb that it was done at a time to come, or before there was a farm', async () => {
    const standing = {
      assign: {},
      start: { leaderId: wang },
      finish: { leaderId: wang },
      cancel: {},
      end: {},
      adopt: { leaderId: wang },
      reject: { leaderId: wang },
    }
    const more = { assign: { leaderId: wang }, end: { reason: 'Rain' }, reject: { reason: 'Weeds' } } as Partial<Record<TaskVerb, object>>
    for (const verb of TASK_VERBS) {
      const task = await made(standing[verb])
      if (['finish', 'adopt', 'reject'].includes(verb)) await acted(task, 'start')
      if (['adopt', 'reject'].includes(verb)) await acted(task, 'finish')
      for (const at of [now + 1, 0]) expect([verb, besides(await act(task, verb, { ...more[verb], at }))]).toEqual([verb, ['at']])
      await acted(task, verb, { ...more[verb], at: now })
    }
  })

  test('is of whoever leads it and takes part: others act on nothing of it, and see their own alone', async () => {
    const task = await made({ taskName: 'Theirs', leaderId: wang, participants: [li] })
    for (const by of [helper, stranger]) expect((await act(task, 'start', {}, by)).status).toBe(403)
    expect((await act(task, 'cancel', {}, leader)).status).toBe(403)
    await acted(task, 'start', {}, leader)
    // Whoever saw what it was before does not act on what it is now.
    const seen = { taskId: task.taskId, objectVersionNumber: task.objectVersionNumber, verb: 'finish' as const }
    expect(failed(await leader.call(taskCalls.act, { params: { t }, body: seen })).code).toBe('error.version.stale')
    const told = (by: Client) => by.call(taskCalls.report, { params: { t }, body: { taskId: task.taskId, note: 'half' } })
    expect((await told(helper)).body).toBe(1)
    expect((await told(stranger)).status).toBe(403)
    expect((await act(task, 'adopt', {}, leader)).status).toBe(403)
    for (const by of [leader, helper]) expect(await mine(by, { size: 0 })).toContain(task.taskId)
    expect(await mine(stranger, { size: 0 })).toEqual([])
    await acted(task, 'finish', {}, leader)
    expect(await mine(leader, { open: 1, size: 0 })).not.toContain(task.taskId)
    const page = await leader.call(taskCalls.create, { params: { t }, body: lawful() as never })
    expect(page.status).toBe(403)
  })

  test('is refused beside the input: no time, an end before its start, who and what stands in another base, nobody to lead what goes on', async () => {
    const elsewhere = (await build.anArea({ tenant_id: t })).id
    const far = (await build.insert('worker', { tenant_id: t, area_id: elsewhere, worker_type: 'regular', name: 'Far' })).id
    const plot = (await build.aLand({ tenant_id: t, area_id: areaId })).id
    const farPlot = (await build.aLand({ tenant_id: t, area_id: elsewhere })).id
    const variety_id = (await build.insert('variety', { tenant_id: t, name: `Rice ${plot}` })).id
    const aBatch = (land_id: number, more: object) =>
      build.insert('batch', {
        tenant_id: t,
        area_id: areaId,
        land_id,
        variety_id,
        variety_name: 'Rice',
        batch_name: 'B',
        starts_on: '2026-03-01',
        ...more,
      })
    const over = await aBatch(plot, { batch_state: 'closed', started_at: 1, ended_at: 2 })
    const grows = await aBatch(plot, { batch_state: 'growing', started_at: 1 })
    const cases: [object, string][] = [
      [{ dueAt: now }, 'dueAt'],
      [{ dueAt: now - 1 }, 'dueAt'],
      [{ startsAt: 0 }, 'startsAt'],
      [{ dueAt: 9_999_999_999_999 }, 'dueAt'],
      [{ leaderId: far }, 'leaderId'],
      [{ participants: [far] }, 'participants'],
      [{ leaderId: wang, participants: [wang] }, 'participants'],
      [{ participants: [li, li] }, 'participants'],
      [{ participants: [li, 999_999] }, 'participants'],
      [{ landId: farPlot }, 'landId'],
      [{ batchId: over.id }, 'batchId'],
      [{ batchId: grows.id, landId: (await build.aLand({ tenant_id: t, area_id: areaId })).id }, 'batchId'],
      [{ steps: ['Open', ' Open '] }, 'steps'],
    ]
    for (const [given, field] of cases) expect([given, besides(await add(given))]).toEqual([given, [field]])
    expect(await made({ batchId: grows.id })).toMatchObject({ landId: plot })
    const task = await acted(await made({ leaderId: wang }), 'start')
    expect(besides(await change(task, { leaderId: null }))).toEqual(['leaderId'])
    expect(besides(await act(task, 'assign', { leaderId: far }))).toEqual(['leaderId'])
    expect(besides(await act(task, 'finish', { at: task.startedAt! - 5000 }))).toEqual(['at'])
    expect(besides(await act(task, 'finish', { at: now + 1 }))).toEqual(['at'])
    // The clocks of a phone and of the office are a little apart: it is then finished when it was begun.
    expect(await acted(await acted(await made({ leaderId: wang }), 'start'), 'finish', { at: now - 4999 })).toMatchObject({
      finishedAt: now,
    })
    const stray = await build.aUser()
    const hand = { name: 'X', organizationId: areaId, userId: stray.id }
    const linked = await admin.call(worker.calls.create, { params: { t }, body: hand as never })
    expect(besides(linked)).toEqual(['userId'])
  })

  test('is not changed once it is finished, nor deleted once it was begun; what nobody leads any more is unassigned', async () => {
    const task = await made({ leaderId: wang })
    expect((await change(task, { leaderId: null })).body).toMatchObject({ taskState: 'unassigned' })
    await acted(task, 'assign', { leaderId: wang })
    await acted(task, 'start')
    const drop = async () => {
      const { taskId, objectVersionNumber } = await read(task)
      return admin.call(taskCalls.remove, { params: { t }, body: { taskId, objectVersionNumber } })
    }
    expect(failed(await drop()).code).toBe('error.task.begun')
    await acted(task, 'finish')
    expect(failed(await change(await read(task), { taskName: 'Other' })).code).toBe('error.task.over')
    const planned = await made()
    expect(
      (
        await admin.call(taskCalls.remove, {
          params: { t },
          body: { taskId: planned.taskId, objectVersionNumber: planned.objectVersionNumber },
        })
      ).body,
    ).toBe(1)
  })

  test('is finished with its steps done and a photograph where one is asked for, a picture of this tenant', async () => {
    const task = await acted(
      await made({ leaderId: wang, participants: [li], steps: ['Open the gate', 'Close it'], proofFlag: 1 }),
      'start',
    )
    const tick = (step: string, done: number, by = helper) =>
      by.call(taskCalls.tick, { params: { t }, body: { taskId: task.taskId, step, done } as never })
    const file = new File([PIXEL], 'pixel.png')
    const { fileUrl } = (await leader.call(fileCalls.upload, { params: { t }, body: { kind: 'image', file } })).body
    expect(besides(await act(task, 'finish', {}, leader))).toEqual(['pictures'])
    expect(failed(await act(task, 'finish', { pictures: [fileUrl] }, leader)).code).toBe('error.task.steps')
    expect((await tick('Open the gate', 1)).body).toBe(1)
    expect((await tick('Open the gate', 1, leader)).body).toBe(1)
    expect((await tick('Close it', 1)).body).toBe(1)
    expect((await tick('Never said', 1)).status).toBe(409)
    expect((await tick('Close it', 1, stranger)).status).toBe(403)
    expect((await read(task)).checklist).toEqual([
      { text: 'Open the gate', doneAt: now, doneBy: 'Li' },
      { text: 'Close it', doneAt: now, doneBy: 'Li' },
    ])
    // A step that is gone takes its mark along; one that stays keeps it.
    await change(await read(task), { steps: ['Close it', 'Sweep'] })
    expect((await read(task)).checklist.map(({ text, doneAt }) => [text, doneAt !== null])).toEqual([
      ['Close it', true],
      ['Sweep', false],
    ])
    await tick('Sweep', 1)
    for (const wrong of ['https://elsewhere.example/a.png', fileUrl.replace(`/${t}/`, '/99/')])
      expect(besides(await act(task, 'finish', { pictures: [wrong] }, leader))).toEqual(['pictures'])
    await acted(task, 'finish', { pictures: [fileUrl], place: { longitude: 113.3, latitude: 22.9 } }, leader)
    const { content } = (await admin.call(taskCalls.events, { params: { t, id: task.taskId } })).body
    expect(content[0]).toMatchObject({ what: 'finish', pictures: [fileUrl], place: { longitude: 113.3, latitude: 22.9 } })
    expect(failed(await tick('Sweep', 0)).code).toBe('error.task.over')
  })

  test('that is marked so closes its batch when it is accepted, at the time it was finished', async () => {
    const landId = (await build.aLand({ tenant_id: t, area_id: areaId })).id
    const varietyId = (await build.insert('variety', { tenant_id: t, name: `Wheat ${landId}` })).id
    const body = { batchName: 'Last', areaId, landId, varietyId, startsOn: '2026-03-01' }
    const batch = (await admin.call(batchCalls.create, { params: { t }, body: body as never })).body
    await admin.call(batchCalls.act, { params: { t }, body: { batchId: batch.batchId, objectVersionNumber: 1, verb: 'begin' } })
    const task = await acted(await made({ leaderId: wang, batchId: batch.batchId, closesBatch: 1 }), 'start')
    const { finishedAt } = await acted(task, 'finish')
    now += MINUTE
    await acted(task, 'adopt')
    const closed = (await admin.call(batchCalls.get, { params: { t, id: batch.batchId } })).body
    expect(closed).toMatchObject({ batchState: 'closed', endedAt: finishedAt })
  })

  test('that is a harvest records it when it is accepted, once, and before it closes the batch', async () => {
    const landId = (await build.aLand({ tenant_id: t, area_id: areaId })).id
    const varietyId = (await build.insert('variety', { tenant_id: t, name: `Corn ${landId}` })).id
    const body = { batchName: 'Reaped', areaId, landId, varietyId, startsOn: '2026-03-01', expectedYield: '500' }
    const { batchId } = (await admin.call(batchCalls.create, { params: { t }, body: body as never })).body
    expect(besides(await add({ harvestFlag: 1 }))).toEqual(['batchId'])
    const task = await acted(await made({ leaderId: wang, batchId, harvestFlag: 1, closesBatch: 1 }), 'start')
    expect(besides(await act(task, 'finish'))).toEqual(['harvestKg'])
    for (const harvestKg of ['-1', '1.234', 'much']) expect(besides(await act(task, 'finish', { harvestKg }))).toEqual(['harvestKg'])
    expect(await acted(task, 'finish', { harvestKg: '120.5' })).toMatchObject({ harvestKg: '120.50' })
    // Of what has not begun nothing is harvested: neither is the task accepted.
    expect(failed(await act(task, 'adopt')).code).toBe('error.batch.notBegun')
    expect((await read(task)).taskState).toBe('finished')
    await admin.call(batchCalls.act, { params: { t }, body: { batchId, objectVersionNumber: 1, verb: 'begin', at: task.startedAt! } })
    expect(await acted(task, 'reject', { reason: 'weigh again' })).toMatchObject({ harvestKg: null })
    await acted(task, 'finish', { harvestKg: '130' })
    const { objectVersionNumber } = await read(task)
    const adopt = () => admin.call(taskCalls.act, { params: { t }, body: { taskId: task.taskId, objectVersionNumber, verb: 'adopt' } })
    expect((await Promise.all([adopt(), adopt()])).map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const book = (await admin.call(harvestCalls.page, { params: { t }, query: { batchId } })).body
    expect(book).toMatchObject({ totalElements: 1, kg: '130.000000', content: [{ quantity: '130.00', unitKind: 'kg' }] })
    const [planned] = (await admin.call(batchCalls.plan, { params: { t }, query: { landId } })).body.content
    expect(planned).toMatchObject({
      batchState: 'closed',
      harvestedKg: '130.000000',
      expectedYield: '500.00',
      yieldPercent: 26,
      tasks: { total: 1, done: 1, overdue: 0 },
    })
  })

  test('that is a harvest is not planned within a safety interval; one that was planned before it stays; what was harvested in it says so', async () => {
    const landId = (await build.aLand({ tenant_id: t, area_id: areaId })).id
    const variety_id = (await build.insert('variety', { tenant_id: t, name: `Choy ${landId}` })).id
    const place = { tenant_id: t, area_id: areaId, land_id: landId, variety_id, variety_name: 'Choy' }
    const batch = await build.insert('batch', {
      ...place,
      batch_name: 'Sprayed',
      starts_on: '2026-03-01',
      batch_state: 'growing',
      started_at: 1,
    })
    const planned = await made({ batchId: batch.id, harvestFlag: 1 })
    const kg = await build.insert('measure_unit', { tenant_id: t, name: `kg ${landId}`, symbol: 'kg', dimension: 'mass' })
    const product = await build.insert('product', {
      tenant_id: t,
      name: `Spray ${landId}`,
      product_type: 'agricultural',
      stock_unit_id: kg.id,
    })
    const spray = { activity_name: 'Spray', activity_kind: 'spray', done_at: now, no_weather: 'none' }
    const activity = await build.insert('activity', { tenant_id: t, area_id: areaId, land_id: landId, ...spray } as never)
    await build.insert('land_safety', {
      tenant_id: t,
      land_id: landId,
      activity_id: activity.id,
      product_id: product.id,
      interval_days: 7,
      effective_at: now,
      safe_from: '2026-03-08',
    })
    expect(besides(await add({ batchId: batch.id, harvestFlag: 1 }))).toEqual(['startsAt'])
    expect((await add({ batchId: batch.id })).status).toBe(200)
    expect((await change(await read(planned), { description: 'as planned' })).status).toBe(200)
    expect(besides(await change(await read(planned), { startsAt: now + MINUTE }))).toEqual(['startsAt'])
    await acted(planned, 'assign', { leaderId: wang })
    await acted(planned, 'start')
    await acted(planned, 'finish', { harvestKg: '5' })
    await acted(planned, 'adopt')
    const book = (await admin.call(harvestCalls.page, { params: { t }, query: { batchId: batch.id } })).body
    expect(book.content).toMatchObject([{ safeFrom: '2026-03-08' }])
  })

  test('lies in a stretch of time from its start to its end, and not at its very edge; what was cancelled does not', async () => {
    const base = (await build.anArea({ tenant_id: t })).id
    const at = Date.UTC(2026, 8, 1)
    const one = await made({ areaId: base, taskName: 'In September', startsAt: at, dueAt: at + 5 * MINUTE })
    await acted(await made({ areaId: base, startsAt: at, dueAt: at + 5 * MINUTE }), 'cancel')
    const span = async (from: number, to: number) =>
      (await admin.call(taskCalls.span, { params: { t }, query: { from, to, areaId: base } })).body.tasks.taskId
    expect(await span(at - MINUTE, at)).toEqual([])
    expect(await span(at - MINUTE, at + 1)).toEqual([one.taskId])
    expect(await span(at + 5 * MINUTE - 1, at + 9 * MINUTE)).toEqual([one.taskId])
    expect(await span(at + 5 * MINUTE, at + 9 * MINUTE)).toEqual([])
  })

  test('is written by the database as the declaration says it, whatever it is called, and no more than that', async () => {
    const base = (await build.anArea({ tenant_id: t })).id
    const name = 'Say "weed" \\ 除草\u0007</script>'
    const hand = (await build.insert('worker', { tenant_id: t, area_id: base, worker_type: 'regular', name: 'O\'Neill "\\"' })).id
    const at = Date.UTC(2026, 9, 1)
    const land = (await build.aLand({ tenant_id: t, area_id: base })).id
    const one = await made({
      areaId: base,
      taskName: name,
      leaderId: hand,
      landId: land,
      priority: 'urgent',
      startsAt: at,
      dueAt: at + MINUTE,
    })
    const two = await made({ areaId: base, leaderId: null, startsAt: at, dueAt: at + 2 * MINUTE })
    const answer = await admin.call(taskCalls.span, { params: { t }, query: { from: at, to: at + MINUTE, areaId: base } })
    // What is not declared would be missing after it.
    expect(taskCalls.span.answer.parse(answer.body)).toEqual(answer.body)
    expect(answer.body.left).toBe(0)
    expect(rowsOf(answer.body.tasks)).toEqual([
      {
        taskId: one.taskId,
        objectVersionNumber: one.objectVersionNumber,
        taskName: name,
        taskState: 'notStarted',
        lateness: 'inTime',
        priority: 'urgent',
        startsAt: at,
        dueAt: at + MINUTE,
        landId: land,
        batchId: null,
        leaderName: 'O\'Neill "\\"',
      },
      expect.objectContaining({ taskId: two.taskId, taskState: 'unassigned', landId: null, leaderName: null }),
    ])
    const nothing = await admin.call(taskCalls.span, { params: { t }, query: { from: 0, to: 1, areaId: base } })
    expect(taskCalls.span.answer.parse(nothing.body)).toEqual(nothing.body)
    expect(rowsOf(nothing.body.tasks)).toEqual([])
  })

  test('is found by how it stands with its time, in order too', async () => {
    const late = await made({ taskName: 'Overdue one', dueAt: now + MINUTE })
    now += 2 * MINUTE
    const found = async (query: object) =>
      (await admin.call(taskCalls.page, { params: { t }, query: { size: 0, ...query } as never })).body.content
    const overdue = await found({ lateness: 'overdue', areaId })
    expect(overdue.map(({ taskId }) => taskId)).toContain(late.taskId)
    expect(overdue.every(({ lateness, taskState }) => lateness === 'overdue' && isOpen(taskState))).toBe(true)
    const sorted = (await found({ sort: 'lateness' })).map(({ lateness }) => lateness as string)
    expect(sorted).toEqual(sorted.toSorted())
  })
})

test('a role that names a base manages the tasks of that base alone', async () => {
  const elsewhere = (await build.anArea({ tenant_id: t })).id
  const far = await signIn('Far manager', [TASKS, `${TASKS}.ps.edit`, MY_TASKS], [elsewhere])
  const task = await made()
  expect((await far.client.call(taskCalls.get, { params: { t, id: task.taskId } })).status).toBe(404)
  expect((await act(task, 'cancel', {}, far.client)).status).toBe(404)
})

test('whatever several do with a task at one moment, its state is where the last of them led it, and each is kept once', async () => {
  const step = fc.record({ verb: fc.constantFrom(...TASK_VERBS), hand: fc.nat(2) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const task = await made({ leaderId: wang })
      const hands = [admin, leader, helper]
      const done: string[] = []
      await Promise.all(
        hands.map(async (by, hand) => {
          for (const { verb } of steps.filter((one) => one.hand === hand)) {
            const answer = await act(task, verb, { reason: 'why', ...(verb === 'assign' ? { leaderId: wang } : {}) }, by)
            if (answer.status === 200) done.push(verb)
            else expect([403, 409]).toContain(answer.status)
          }
        }),
      )
      const { content } = (await admin.call(taskCalls.events, { params: { t, id: task.taskId }, query: { size: 0 } })).body
      expect(content.map(({ what }) => what).toSorted()).toEqual(done.toSorted())
      const led = content.toReversed().reduce<string>(
        (state, { what }) =>
          ({
            assign: state === 'unassigned' ? 'notStarted' : state,
            start: 'ongoing',
            finish: 'finished',
            adopt: 'accepted',
            reject: 'ongoing',
            cancel: 'cancelled',
            end: 'ended',
            report: state,
          })[what],
        'notStarted',
      )
      expect((await read(task)).taskState).toBe(led)
    }),
    { numRuns: 15 },
  )
})
