import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { type Batch, batchCalls, type BatchVerb } from '#contract/farm/batch'
import { landCalls } from '#contract/farm/land'
import { variety } from '#contract/organization/variety'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const DAY = 86_400_000
let server: TestServer
let build: Arrange
let admin: Client
let loginName: string
let t: number
let areaId: number
/** 02:00 in the tenant's zone, which is the day before in UTC. */
let now = Date.UTC(2026, 2, 1, 18)

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
  t = (await build.aTenant({ time_zone: 'Asia/Shanghai' })).id
  areaId = (await build.anArea({ tenant_id: t })).id
  loginName = (await build.aUser({ tenantId: t, codes: ['*'] })).login_name
  await at(now)
})
afterAll(() => server?.close())

/** It is so late; a session does not last for days. */
async function at(moment: number) {
  now = moment
  admin = await server.signIn(loginName)
}
const besides = (answer: { body: unknown }) => Object.keys((answer.body as Failure).fields ?? {})
const aPlot = async () => (await build.aLand({ tenant_id: t, area_id: areaId })).id
const saveVariety = (given: object) =>
  admin.call(variety.calls.create, { params: { t }, body: { name: `Variety ${++counted}`, ...given } as never })
let counted = 0
const add = async (varietyId: number, given: object = {}) =>
  admin.call(batchCalls.create, {
    params: { t },
    body: { batchName: 'Batch', areaId, landId: await aPlot(), varietyId, startsOn: '2026-03-02', ...given } as never,
  })
const read = async ({ batchId }: Pick<Batch, 'batchId'>) => (await admin.call(batchCalls.get, { params: { t, id: batchId } })).body
const act = async ({ batchId }: Pick<Batch, 'batchId'>, verb: BatchVerb, more: object = {}) => {
  const { objectVersionNumber } = await read({ batchId })
  const answer = await admin.call(batchCalls.act, { params: { t }, body: { batchId, objectVersionNumber, verb, ...more } })
  expect(answer.status).toBe(200)
}
const stages = [
  { name: 'Seedling', days: 2 },
  { name: 'Fruit', days: 3 },
]

test('a variety grows as long as its stages; a batch has a copy of them that later changes of the variety leave alone', async () => {
  const { body: made } = await saveVariety({ stages, growthDays: 99 })
  expect(made).toMatchObject({ stages, growthDays: 5 })
  const { body: batch } = await add(made.varietyId)
  expect(batch).toMatchObject({ stages, harvestOn: '2026-03-07', growth: null })
  const other = [{ name: 'All', days: 30 }]
  expect((await admin.call(variety.calls.update, { params: { t }, body: { ...made, stages: other } as never })).body.growthDays).toBe(30)
  expect((await read(batch)).stages).toEqual(stages)
  // Its own are its own.
  const own = [...stages, { name: 'Rest', days: 1 }]
  const changed = await admin.call(batchCalls.update, { params: { t }, body: { ...batch, stages: own } as never })
  expect(changed.body.stages).toEqual(own)
  expect((await admin.call(variety.calls.get, { params: { t, id: made.varietyId } })).body.stages).toEqual(other)
  const none = await admin.call(batchCalls.update, { params: { t }, body: { ...changed.body, stages: [] } as never })
  expect(none.body.stages).toEqual([])
})

test('a batch that becomes another variety takes the stages of that, unless it has others by then', async () => {
  const one = (await saveVariety({ stages })).body
  const next = (await saveVariety({ stages: [{ name: 'Pond', days: 7 }] })).body
  const batch = (await add(one.varietyId)).body
  const moved = await admin.call(batchCalls.update, { params: { t }, body: { ...batch, varietyId: next.varietyId } as never })
  expect(moved.body.stages).toEqual([{ name: 'Pond', days: 7 }])
  const own = [{ name: 'Own', days: 4 }]
  const both = await admin.call(batchCalls.update, {
    params: { t },
    body: { ...moved.body, varietyId: one.varietyId, stages: own } as never,
  })
  expect(both.body.stages).toEqual(own)
})

test('a batch knows its stage of today by the calendar of the tenant, and how many days it is over', async () => {
  const { varietyId } = (await saveVariety({ stages })).body
  const batch = (await add(varietyId)).body
  const began = now
  await act(batch, 'begin')
  const grown = async () => (await read(batch)).growth
  expect(await grown()).toEqual({ elapsed: 0, total: 5, over: 0, stage: 0, day: 1 })
  // 22 hours on it is the next midnight there.
  await at(began + 21 * 3_600_000)
  expect(await grown()).toMatchObject({ elapsed: 0 })
  await at(began + 22 * 3_600_000)
  expect(await grown()).toMatchObject({ elapsed: 1, stage: 0, day: 2 })
  await at(began + 2 * DAY)
  expect(await grown()).toMatchObject({ elapsed: 2, stage: 1, day: 1 })
  await at(began + 8 * DAY)
  expect(await grown()).toEqual({ elapsed: 8, total: 5, over: 3, stage: 1, day: 3 })
  await act(batch, 'close', { at: began + 6 * DAY })
  await at(now + 30 * DAY)
  expect(await grown()).toMatchObject({ elapsed: 6, over: 1 })
  await at(began)
})

test('a plot that is planted as a whole takes the stages of the variety', async () => {
  const { varietyId } = (await saveVariety({ stages })).body
  const landId = await aPlot()
  const { body: before } = await admin.call(landCalls.get, { params: { t, id: landId } })
  expect((await admin.call(landCalls.update, { params: { t }, body: { ...before, varietyId } as never })).status).toBe(200)
  const { body } = await admin.call(batchCalls.page, { params: { t }, query: { landId } })
  expect(body.content).toMatchObject([{ stages, harvestOn: '2026-03-07', growth: { total: 5, stage: 0 } }])
})

test.each([
  ['no days', [{ name: 'Seedling', days: 0 }]],
  ['half a day', [{ name: 'Seedling', days: 1.5 }]],
  ['no name', [{ name: ' ', days: 1 }]],
  ['more than twenty', Array.from({ length: 21 }, (_, at) => ({ name: `${at}`, days: 1 }))],
  ['more than ten years', Array.from({ length: 2 }, (_, at) => ({ name: `${at}`, days: 1826 }))],
  ['what is no list', 'Seedling'],
])('stages of %s are refused beside them', async (_, given) => {
  const answer = await saveVariety({ stages: given })
  expect([answer.status, besides(answer)]).toEqual([400, ['stages']])
  const { varietyId } = (await saveVariety({})).body
  expect(besides(await add(varietyId, { stages: given }))).toEqual(['stages'])
})
