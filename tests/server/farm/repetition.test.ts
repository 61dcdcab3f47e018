import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { MY_TASKS, type Task, taskCalls } from '#contract/farm/task'
import { messageCalls } from '#contract/notices/message'
import { farm } from '#server/farm/contents'
import { makeAhead } from '#server/farm/tasks/series'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const DAY = 86_400_000
let server: TestServer
let build: Arrange
let admin: Client
let t: number
let areaId: number
let taskTypeId: number
// 06:00 in Shanghai.
const now = Date.UTC(2026, 2, 1, 22)

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
  taskTypeId = (await build.insert('task_type', { tenant_id: t, name: 'Feeding', code: 'FED', usage: 'both', sort: 0 })).id
})
afterAll(() => server?.close())

const besides = (answer: { body: unknown }) => Object.keys((answer.body as Failure).fields ?? {})
const add = (given: object) =>
  admin.call(taskCalls.create, {
    params: { t },
    body: { taskName: 'Feed', taskTypeId, areaId, startsAt: now, dueAt: now + DAY / 2, repeatRule: 'FREQ=DAILY', ...given } as never,
  })
/** Every task, the first first. */
const named = async (taskName: string): Promise<Task[]> =>
  (await admin.call(taskCalls.page, { params: { t }, query: { size: 0, taskName, sort: 'startsAt' } })).body.content
const goOn = (first: Task, at: number) => server.services.serviceDb.transaction().execute((work) => makeAhead(work, first.taskId, at))

describe('a task that is repeated', () => {
  test('is made for sixty days ahead, each as long, and once a day more has passed for a day more; none twice', async () => {
    const first = (await add({ taskName: 'Daily' })).body
    const all = await named('Daily')
    expect(all.map(({ startsAt }) => startsAt)).toEqual(Array.from({ length: 61 }, (_, at) => now + at * DAY))
    expect(all.every(({ startsAt, dueAt }) => dueAt - startsAt === DAY / 2)).toBe(true)
    expect(new Set(all.map(({ taskNo }) => taskNo)).size).toBe(61)
    expect(all.every(({ repeats }) => repeats?.taskId === first.taskId)).toBe(true)
    expect(await goOn(first, now)).toBe(0)
    // Several servers at one moment.
    const made = await Promise.all(Array.from({ length: 8 }, () => goOn(first, now + DAY)))
    expect(made.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
    expect(await named('Daily')).toHaveLength(62)
  })

  test('that somebody deleted is not made again, and one that was moved is not made beside itself', async () => {
    const first = (await add({ taskName: 'Weekly', repeatRule: 'FREQ=WEEKLY;BYDAY=MO' })).body
    const [, second, third] = await named('Weekly')
    await admin.call(taskCalls.remove, { params: { t }, body: { taskId: second!.taskId, objectVersionNumber: 1 } })
    const moved = { ...third!, startsAt: third!.startsAt + DAY, dueAt: third!.dueAt + DAY }
    expect((await admin.call(taskCalls.update, { params: { t }, body: moved as never })).status).toBe(200)
    const before = (await named('Weekly')).length
    await goOn(first, now + 7 * DAY)
    expect((await named('Weekly')).length).toBe(before + 1)
  })

  test('is not made of what is past after a long stop, and goes on after a clock that was years ahead', async () => {
    const first = (await add({ taskName: 'Stopped', repeatRule: 'FREQ=HOURLY' })).body
    const before = (await named('Stopped')).length
    const later = now + 200 * DAY
    expect(await goOn(first, later)).toBe(60 * 24)
    expect((await named('Stopped')).slice(before).every(({ startsAt }) => startsAt > later)).toBe(true)
    const leap = (await add({ taskName: 'Leapt' })).body
    expect(await goOn(leap, now + 2190 * DAY)).toBe(60)
    await goOn(leap, now + 10 * DAY)
    const made = (await named('Leapt')).map(({ startsAt }) => startsAt)
    expect(made.filter((at) => at <= now + 70 * DAY)).toEqual(Array.from({ length: 71 }, (_, at) => now + at * DAY))
  })

  test('keeps its first task while there are others: none goes with it', async () => {
    const { taskId, objectVersionNumber } = (await add({ taskName: 'Kept' })).body
    const drop = await admin.call(taskCalls.remove, { params: { t }, body: { taskId, objectVersionNumber } })
    expect((drop.body as unknown as Failure).code).toBe('error.record.used')
    expect(await named('Kept')).toHaveLength(61)
  })

  test('goes on by the clock of the server, and consoles hear of it', async () => {
    await add({ taskName: 'By the clock' })
    const job = farm.jobs({ clock: () => now + 2 * DAY }).find(({ name }) => name === 'farm.repeatTasks')!
    expect(job.every).toBeLessThanOrEqual(DAY)
    const told = await server.services.serviceDb.transaction().execute(async (work) => {
      await (job as Extract<typeof job, { once: unknown }>).once(
        work,
        { tenantId: null, key: '', payload: {}, dueAt: 0 },
        new AbortController().signal,
      )
      return work.selectFrom('outbox').select('body').where('kind', '=', 'changed').where('tenant_id', '=', t).execute()
    })
    expect(told.map(({ body }) => body)).toContainEqual({ name: 'task', id: null, areaId })
    expect(await named('By the clock')).toHaveLength(63)
  })

  test('ends: what is to come and was not begun goes, what was begun stays; it ends once', async () => {
    const first = (await add({ taskName: 'Ended' })).body
    const hand = await build.aUser({ tenantId: t, codes: [MY_TASKS] })
    const worker = await build.insert('worker', { tenant_id: t, area_id: areaId, name: 'Hand', worker_type: 'regular', user_id: hand.id })
    const [, second, third, fourth, fifth] = await named('Ended')
    const act = async ({ taskId }: Task, verb: 'assign' | 'start') => {
      const { objectVersionNumber } = (await admin.call(taskCalls.get, { params: { t, id: taskId } })).body
      await admin.call(taskCalls.act, { params: { t }, body: { taskId, objectVersionNumber, verb, leaderId: worker.id } })
    }
    await act(third!, 'assign')
    await act(third!, 'start')
    // Somebody's, and not begun.
    await act(fourth!, 'assign')
    await act(fifth!, 'assign')
    const end = () => admin.call(taskCalls.endRepetition, { params: { t }, body: { taskId: second!.taskId } })
    const answers = await Promise.all([end(), end()])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).not.toEqual([200, 200])
    expect(answers.find(({ status }) => status === 200)!.body).toBe(59)
    expect((await named('Ended')).map(({ taskId }) => taskId)).toEqual([first.taskId, third!.taskId])
    expect((await named('Ended'))[1]!.repeats).toEqual({ taskId: first.taskId, rule: 'FREQ=DAILY', endedAt: now })
    // Of two that are gone the hand hears once.
    const heard = async () => {
      const { content } = (await (await server.signIn(hand.login_name)).call(messageCalls.page, { params: { t }, query: { size: 100 } }))
        .body
      return content.filter(({ subject }) => subject === '不再重复：Ended').length
    }
    await expect.poll(heard).toBe(1)
    expect(await goOn(first, now + DAY)).toBe(0)
    expect((await admin.call(taskCalls.endRepetition, { params: { t }, body: { taskId: first.taskId } })).status).toBe(409)
  })

  test('for a batch ends with it', async () => {
    const land_id = (await build.aLand({ tenant_id: t, area_id: areaId })).id
    const variety_id = (await build.insert('variety', { tenant_id: t, name: 'Rice' })).id
    const place = { tenant_id: t, area_id: areaId, land_id, variety_id, variety_name: 'Rice' }
    const batch = await build.insert('batch', { ...place, batch_name: 'B', starts_on: '2026-03-01', batch_state: 'growing', started_at: 1 })
    const first = (await add({ taskName: 'Of a batch', batchId: batch.id })).body
    await server.owner.query(`update furrow.batch set batch_state = 'closed', ended_at = 2 where id = ${batch.id}`)
    expect(await goOn(first, now + 2 * DAY)).toBe(0)
    expect((await named('Of a batch'))[0]!.repeats).toMatchObject({ endedAt: now + 2 * DAY })
  })

  test('is refused beside the input: more than 24 a day, an unknown rule, one that began long ago, one that is changed', async () => {
    for (const repeatRule of ['FREQ=MINUTELY', 'daily']) expect(besides(await add({ repeatRule }))).toEqual(['repeatRule'])
    expect(besides(await add({ startsAt: now - 400 * DAY, repeatRule: 'FREQ=DAILY' }))).toEqual(['startsAt'])
    const first = (await add({ taskName: 'Fixed', repeatRule: 'FREQ=HOURLY' })).body
    expect(await named('Fixed')).toHaveLength(60 * 24 + 1)
    const changed = await admin.call(taskCalls.update, { params: { t }, body: { ...first, repeatRule: 'FREQ=DAILY' } as never })
    expect(besides(changed)).toEqual(['repeatRule'])
  })
})
