import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { BATCH_VERBS, type Batch, batchCalls, type BatchVerb } from '#contract/farm/batch'
import { type Land, landCalls } from '#contract/farm/land'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const MINUTE = 60_000
let server: TestServer
let build: Arrange
let admin: Client
let t: number
let areaId: number
let rice: number
let carp: number
let now = Date.UTC(2026, 2, 1)

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
  rice = (await build.insert('variety', { tenant_id: t, name: 'Rice', growth_days: 120 })).id
  carp = (await build.insert('variety', { tenant_id: t, name: 'Carp' })).id
})
afterAll(() => server?.close())

const failed = (answer: { body: unknown }) => answer.body as Failure
const besides = (answer: { body: unknown }) => Object.keys(failed(answer).fields ?? {})
const aPlot = async (given: object = {}) => (await build.aLand({ tenant_id: t, area_id: areaId, land_measure: '10', ...given })).id
const add = (landId: number, given: object = {}) =>
  admin.call(batchCalls.create, {
    params: { t },
    body: { batchName: 'Batch', areaId, landId, varietyId: rice, startsOn: '2026-03-01', ...given } as never,
  })
const change = (batch: Batch, given: object) => admin.call(batchCalls.update, { params: { t }, body: { ...batch, ...given } as never })
const drop = ({ batchId, objectVersionNumber }: Batch) =>
  admin.call(batchCalls.remove, { params: { t }, body: { batchId, objectVersionNumber } })
const read = async ({ batchId }: Pick<Batch, 'batchId'>) => (await admin.call(batchCalls.get, { params: { t, id: batchId } })).body
const act = ({ batchId, objectVersionNumber }: Batch, verb: BatchVerb, more: object = {}) =>
  admin.call(batchCalls.act, { params: { t }, body: { batchId, objectVersionNumber, verb, ...more } })
const acted = async (batch: Pick<Batch, 'batchId'>, verb: BatchVerb, more: object = {}) => {
  const answer = await act(await read(batch), verb, more)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return read(batch)
}
const plot = async (id: number): Promise<Land> => (await admin.call(landCalls.get, { params: { t, id } })).body
const standing = async (id: number) => (await plot(id)).batches.map(({ batchName }) => batchName)

describe('a batch', () => {
  test('is planned, begins, is harvested and closed; its plot says what stands on it, and remembers it', async () => {
    const landId = await aPlot()
    const planned = (await add(landId, { part: '4', expectedYield: '1800' })).body
    expect(planned).toMatchObject({ batchState: 'planned', startedAt: null, harvestOn: '2026-06-29', part: '4.00' })
    expect(await plot(landId)).toMatchObject({ landState: 'free', batches: [], varietyId: null })
    const began = now
    const growing = await acted(planned, 'begin')
    expect(growing).toMatchObject({ batchState: 'growing', startedAt: began, endedAt: null })
    expect(await plot(landId)).toMatchObject({ landState: 'planted', varietyId: rice, variety: { name: 'Rice' } })
    now += MINUTE
    await acted(planned, 'harvest')
    expect(await standing(landId)).toEqual(['Batch'])
    const closed = await acted(planned, 'close', { reason: ' all in ' })
    expect(closed).toMatchObject({ batchState: 'closed', startedAt: began, endedAt: now, endReason: 'all in' })
    expect(await plot(landId)).toMatchObject({ landState: 'free', varietyId: null })
    const { content } = (await admin.call(landCalls.history, { params: { t }, query: { landId } })).body
    expect(content).toMatchObject([{ batchName: 'Batch', varietyName: 'Rice', startedAt: began, endedAt: now }])
  })

  test('stands beside others: a plot is called by what began last, and is planted while one is left', async () => {
    const landId = await aPlot()
    const first = await acted((await add(landId, { batchName: 'First', part: '6' })).body, 'begin')
    now += MINUTE
    const second = await acted((await add(landId, { batchName: 'Second', varietyId: carp, part: '4', expectedYield: '70' })).body, 'begin')
    expect(await standing(landId)).toEqual(['First', 'Second'])
    expect((await plot(landId)).varietyId).toBe(carp)
    const varieties = (await admin.call(batchCalls.varieties, { params: { t }, query: { areaId } })).body
    expect(varieties.totalElements).toBe(2)
    expect(varieties.content).toMatchObject([
      { name: 'Carp', batches: 1, measure: '4.00', expectedYield: '70.00' },
      { name: 'Rice', batches: 1, measure: '6.00', expectedYield: '0.00' },
    ])
    // Whoever edits the plot does not say which of them goes.
    const refused = await admin.call(landCalls.update, { params: { t }, body: { ...(await plot(landId)), varietyId: null } as never })
    expect(besides(refused)).toEqual(['varietyId'])
    await acted(second, 'fail', { reason: 'flood' })
    expect(await plot(landId)).toMatchObject({ landState: 'planted', varietyId: rice })
    await acted(first, 'close')
    expect((await plot(landId)).landState).toBe('free')
  })

  test('that ended by mistake goes on; what ended is not edited, what stood is not deleted, what is planned is', async () => {
    const landId = await aPlot()
    const batch = await acted((await add(landId)).body, 'begin')
    expect(failed(await drop(batch)).code).toBe('error.batch.begun')
    const closed = await acted(batch, 'close')
    expect(failed(await change(closed, { remark: 'late' })).code).toBe('error.batch.ended')
    expect(await acted(batch, 'reopen')).toMatchObject({ batchState: 'growing', endedAt: null, endReason: null })
    expect(await standing(landId)).toEqual(['Batch'])
    expect((await drop((await add(landId)).body)).body).toBe(1)
  })

  test('is refused beside the input: a plot of another base, too large a part, an end before its start, what stands moved away', async () => {
    const landId = await aPlot()
    const elsewhere = await aPlot({ area_id: (await build.anArea({ tenant_id: t })).id })
    expect(besides(await add(elsewhere))).toEqual(['landId'])
    expect(besides(await add(landId, { part: '10.01' }))).toEqual(['part'])
    expect((await add(landId, { part: '10' })).status).toBe(200)
    expect(besides(await add(landId, { harvestOn: '2026-02-28' }))).toEqual(['harvestOn'])
    for (const startsOn of [null, '0001-01-01', '9999-12-31']) expect(besides(await add(landId, { startsOn }))).toEqual(['startsOn'])
    expect(besides(await act((await add(landId)).body, 'begin', { at: 0 }))).toEqual(['at'])
    const batch = await acted((await add(landId)).body, 'begin')
    expect(besides(await change(batch, { landId: await aPlot() }))).toEqual(['landId'])
    expect(besides(await change(batch, { varietyId: carp }))).toEqual(['varietyId'])
    expect(besides(await act(batch, 'fail', { reason: ' ' }))).toEqual(['reason'])
    expect(besides(await act(batch, 'close', { at: batch.startedAt! - 1 }))).toEqual(['at'])
    expect(besides(await act(batch, 'close', { at: now + 1 }))).toEqual(['at'])
    expect(failed(await act(batch, 'begin')).code).toBe('error.batch.state')
  })

  test('is acted on once by two at the same moment, and not by who edits nothing', async () => {
    const batch = (await add(await aPlot())).body
    const both = await Promise.all([act(batch, 'begin'), act(batch, 'begin')])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const reader = await server.signIn((await build.aUser({ tenantId: t, codes: ['wfpf.farm.farm.batch'], areaIds: null })).login_name)
    const asked = { params: { t }, body: { batchId: batch.batchId, objectVersionNumber: 2, verb: 'close' as const } }
    expect((await reader.call(batchCalls.act, asked)).status).toBe(403)
  })

  test('of a plot with plans or a crop keeps the plot', async () => {
    const landId = await aPlot()
    await add(landId)
    const { objectVersionNumber } = await plot(landId)
    const answer = await admin.call(landCalls.remove, { params: { t }, body: { landId, objectVersionNumber } })
    expect(failed(answer).code).toBe('error.land.planted')
  })
})

test('setting the variety of a plot plants it with a batch, and freeing it ends all that stands there', async () => {
  const landId = await aPlot()
  const before = await plot(landId)
  expect((await admin.call(landCalls.update, { params: { t }, body: { ...before, varietyId: rice } as never })).status).toBe(200)
  expect((await plot(landId)).batches).toMatchObject([{ batchName: 'Rice 2026-03-01', batchState: 'growing' }])
  now += MINUTE
  await acted((await add(landId, { batchName: 'Beside', varietyId: carp })).body, 'begin')
  const { objectVersionNumber } = await plot(landId)
  expect((await admin.call(landCalls.free, { params: { t }, body: { landId, objectVersionNumber } })).body).toBe(1)
  expect(await plot(landId)).toMatchObject({ batches: [], landState: 'free' })
})

test('a plot on which several begin at one moment is called by the one that began last, whoever comes last', async () => {
  const varieties = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => (await build.insert('variety', { tenant_id: t, name: `Of eight ${at}` })).id),
  )
  for (let round = 0; round < 4; round++) {
    const landId = await aPlot()
    const batches = await Promise.all(varieties.map(async (varietyId) => (await add(landId, { varietyId })).body))
    const answers = await Promise.all(batches.map((batch, at) => act(batch, 'begin', { at: now - at })))
    expect(answers.map(({ status }) => status)).toEqual(batches.map(() => 200))
    expect((await plot(landId)).varietyId).toBe(varieties[0])
  }
})

test('whatever is done with batches, by several at once, a plot is called by the newest that stands on it, and by none else', async () => {
  const step = fc.record({ batch: fc.nat(3), verb: fc.constantFrom(...BATCH_VERBS), free: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
      const landId = await aPlot()
      const batches = await Promise.all([rice, carp, rice, carp].map(async (varietyId) => (await add(landId, { varietyId })).body))
      const hands = [0, 1, 2].map((hand) => steps.filter((_step, at) => at % 3 === hand))
      await Promise.all(
        hands.map(async (own) => {
          for (const { batch, verb, free } of own) {
            now += 1
            const { objectVersionNumber } = await plot(landId)
            const answer =
              free && verb === 'close'
                ? await admin.call(landCalls.free, { params: { t }, body: { landId, objectVersionNumber } })
                : await act(await read(batches[batch]!), verb, { reason: 'why' })
            expect([200, 400, 409, 422]).toContain(answer.status)
          }
        }),
      )
      const all = await Promise.all(batches.map(read))
      const stand = all.filter(({ endedAt, startedAt }) => startedAt !== null && endedAt === null)
      const newest = stand.toSorted((one, other) => one.startedAt! - other.startedAt! || one.batchId - other.batchId).at(-1)
      const seen = await plot(landId)
      expect([seen.varietyId, seen.landState, new Set(seen.batches.map(({ batchId }) => batchId))]).toEqual([
        newest?.varietyId ?? null,
        newest ? 'planted' : 'free',
        new Set(stand.map(({ batchId }) => batchId)),
      ])
    }),
    { numRuns: 15 },
  )
})
