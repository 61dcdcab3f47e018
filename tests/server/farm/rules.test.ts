import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { type Area, areaCalls } from '#contract/farm/area'
import { type Land, landCalls } from '#contract/farm/land'
import { taskType } from '#contract/organization/taskType'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const MINUTE = 60_000
let server: TestServer
let build: Arrange
let admin: Client
let t: number
let now = Date.UTC(2026, 2, 1)

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  build = arrange(server.owner)
})
afterAll(() => server?.close())

/** A tenant of its own, in which `admin` may do everything. */
async function newTenant(): Promise<void> {
  t = (await build.aTenant({ novice: true })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
}
const failed = (answer: { body: unknown }) => answer.body as Failure
const addBase = (given: object = {}) => admin.call(areaCalls.create, { params: { t }, body: { areaName: 'Base', ...given } as never })
const changeBase = (base: Area, given: object) => admin.call(areaCalls.update, { params: { t }, body: { ...base, ...given } as never })
const dropBase = ({ areaId, objectVersionNumber }: Area) =>
  admin.call(areaCalls.remove, { params: { t }, body: { areaId, objectVersionNumber } })
const bases = async () => (await admin.call(areaCalls.list, { params: { t }, query: { size: 0 } })).body.content

test('kinds of work are listed and offered in the order that they were given', async () => {
  await newTenant()
  for (const [name, sort] of Object.entries({ Harvest: 4, Sow: 0, Water: 2, Feed: 2 }))
    await admin.call(taskType.calls.create, { params: { t }, body: { name, sort, usage: 'both', enabledFlag: 1 } as never })
  const inOrder = ['Sow', 'Water', 'Feed', 'Harvest']
  expect((await admin.call(taskType.calls.page, { params: { t } })).body.content.map(({ name }) => name)).toEqual(inOrder)
  expect((await admin.call(taskType.calls.options, { params: { t } })).body.content.map(({ title }) => title)).toEqual(inOrder)
})

describe('bases', () => {
  beforeAll(newTenant)

  test('the first one is the default, ends the novice mark, and another one takes its place when it is made the default', async () => {
    const first = (await addBase({ areaName: 'First' })).body
    expect(first.defaultFlag).toBe(1)
    expect((await server.owner.query('select novice from furrow.tenant where id = $1', [t])).rows).toEqual([{ novice: false }])
    expect((await addBase({ areaName: 'Second' })).body.defaultFlag).toBe(0)
    expect((await addBase({ areaName: 'Third', defaultFlag: 1 })).body.defaultFlag).toBe(1)
    expect((await bases()).map(({ areaName, defaultFlag }) => [areaName, defaultFlag])).toEqual([
      ['First', 0],
      ['Second', 0],
      ['Third', 1],
    ])
  })

  test('take their centre as the answers write it, in either order, leave empty what is none, and refuse another place (AREA-03)', async () => {
    const centred = async (given: object) => {
      const { status, body } = await addBase(given)
      return status === 200 ? [body.areaCenter, body.latlng] : [status, Object.keys(failed({ body }).fields ?? {})]
    }
    const there = { longitude: 113.5, latitude: 22.5 }
    for (const given of [{ areaCenter: '113.5,22.5' }, { areaCenter: '22.5,113.5' }, { areaCenter: '113.5,22.5', latlng: there }])
      expect(await centred(given)).toEqual(['113.5,22.5', there])
    expect(await centred({ areaCenter: '', latlng: there })).toEqual(['113.5,22.5', there])
    for (const areaCenter of ['by the river', '113.5', '200,100', 'NaN,1']) {
      expect(await centred({ areaCenter })).toEqual(['', null])
      expect(await centred({ areaCenter, latlng: there })).toEqual(['113.5,22.5', there])
    }
    expect(await centred({ areaCenter: '113.6,22.5', latlng: there })).toEqual([400, ['areaCenter']])
    const [base] = (await bases()).filter(({ areaCenter }) => areaCenter === '113.5,22.5')
    expect((await changeBase(base!, { areaCenter: '113.7,22.7', latlng: null })).body.latlng).toEqual({ longitude: 113.7, latitude: 22.7 })
    for (const one of (await bases()).filter(({ areaName }) => areaName === 'Base')) await dropBase(one)
  })

  test('there is always a default one, and it is enabled', async () => {
    const third = (await bases()).find(({ areaName }) => areaName === 'Third')!
    expect(failed(await changeBase(third, { defaultFlag: 0 }))).toMatchObject({
      code: 'error.area.lastDefault',
      fields: { defaultFlag: expect.any(String) },
    })
    expect(failed(await changeBase(third, { enabledFlag: 0 }))).toMatchObject({
      code: 'error.area.defaultDisabled',
      fields: { enabledFlag: expect.any(String) },
    })
    expect((await dropBase(third)).body).toBe(1)
    expect((await bases()).filter(({ defaultFlag }) => defaultFlag === 1).map(({ areaName }) => areaName)).toEqual(['First'])
  })

  test('several that are made the default, or go, at one time wait for each other: none is told that the service is away', async () => {
    const before = { t, admin }
    await newTenant()
    for (const areaName of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) await addBase({ areaName })
    for (const goes of [false, false, true]) {
      const all = await bases()
      const answers = await Promise.all([
        ...[...all, ...all].map((base) => changeBase(base, { defaultFlag: 1 })),
        ...(goes ? all.map((base) => dropBase(base)) : []),
      ])
      expect([200, 404, 409]).toEqual(expect.arrayContaining([...new Set(answers.map(({ status }) => status))]))
      const left = await bases()
      expect(left.filter(({ defaultFlag }) => defaultFlag === 1)).toHaveLength(left.length > 0 ? 1 : 0)
    }
    t = before.t
    admin = before.admin
  })

  test('a disabled one is managed, and not chosen', async () => {
    const second = (await bases()).find(({ areaName }) => areaName === 'Second')!
    await changeBase(second, { enabledFlag: 0 })
    expect((await bases()).map(({ areaName }) => areaName)).toContain('Second')
    const offered = (await admin.call(areaCalls.page, { params: { t }, query: { size: 0 } })).body.content
    expect(offered.map(({ areaName }) => areaName)).toEqual(['First'])
  })

  test('one with plots or devices is not deleted', async () => {
    const planted = (await addBase({ areaName: 'Planted' })).body
    await build.aLand({ tenant_id: t, area_id: planted.areaId })
    expect(failed(await dropBase(planted)).code).toBe('error.area.lands')
    const wired = (await addBase({ areaName: 'Wired' })).body
    await build.aDevice({ tenant_id: t, area_id: wired.areaId })
    expect(failed(await dropBase(wired)).code).toBe('error.area.devices')
  })

  test.each([
    [{ areaName: '' }, 'areaName'],
    [{ areaName: 'x'.repeat(61) }, 'areaName'],
    [{ areaNum: 'no spaces' }, 'areaNum'],
    [{ areaMeasure: 0 }, 'areaMeasure'],
    [{ latlng: { longitude: 181, latitude: 0 } }, 'latlng'],
    [{ phone: 'call me' }, 'phone'],
    [{ areaCover: 'javascript:alert(1)' }, 'areaCover'],
    [{ sceneImages: Array.from({ length: 7 }, () => '/a.jpg') }, 'sceneImages'],
  ])('%j is refused beside %s', async (given, field) => {
    const { fields = {} } = failed(await addBase(given))
    expect(Object.keys(fields).map((path) => path.split('.')[0])).toEqual([field])
  })
})

describe('plots', () => {
  let areaId: number
  let carp: number
  let rice: number
  beforeAll(async () => {
    await newTenant()
    areaId = (await addBase()).body.areaId
    carp = (await build.insert('variety', { tenant_id: t, name: 'Carp' })).id
    rice = (await build.insert('variety', { tenant_id: t, name: 'Rice' })).id
  })
  const square: [number, number][] = [
    [113, 22.9],
    [113.001, 22.9],
    [113.001, 22.901],
    [113, 22.901],
  ]
  const add = (given: object = {}) =>
    admin.call(landCalls.create, { params: { t }, body: { landName: 'Plot', areaId, landType: 'field', ...given } as never })
  const change = (plot: Land, given: object) => admin.call(landCalls.update, { params: { t }, body: { ...plot, ...given } as never })
  const free = ({ landId, objectVersionNumber }: Land) =>
    admin.call(landCalls.free, { params: { t }, body: { landId, objectVersionNumber } })
  const read = async ({ landId }: Land) => (await admin.call(landCalls.get, { params: { t, id: landId } })).body
  const history = async ({ landId }: Land) =>
    (await admin.call(landCalls.history, { params: { t }, query: { landId } })).body.content.map(({ varietyName, startedAt, endedAt }) => [
      varietyName,
      startedAt,
      endedAt,
    ])

  test('are free, planted or resting, and a list is narrowed and ordered by it', async () => {
    const names = { free: 'Fallow', planted: 'Paddy', resting: 'Meadow' }
    await add({ landName: names.free })
    await add({ landName: names.planted, varietyId: rice })
    await add({ landName: names.resting, varietyId: rice, enabledFlag: 0 })
    for (const [landState, landName] of Object.entries(names)) {
      const { content } = (await admin.call(landCalls.page, { params: { t }, query: { landState: landState as 'free' } })).body
      expect(content.map((plot) => [plot.landName, plot.landState])).toEqual([[landName, landState]])
    }
    const sorted = (await admin.call(landCalls.page, { params: { t }, query: { sort: '-landState' } })).body.content
    expect(sorted.map(({ landState }) => landState)).toEqual(['resting', 'planted', 'free'])
    const unbound = (await admin.call(landCalls.unBound, { params: { t, id: areaId } })).body
    expect(unbound.map(({ landName }) => landName)).toEqual([names.free])
    expect((await admin.call(landCalls.page, { params: { t }, query: { landState: 'wet' as 'free' } })).status).toBe(400)
  })

  test('keep what stood on them and when, by the clock of the server', async () => {
    const plot = (await add({ varietyId: carp })).body
    const began = now
    now += MINUTE
    const replanted = (await change(plot, { varietyId: rice })).body
    now += MINUTE
    expect((await change(replanted, { landName: 'Renamed' })).status).toBe(200)
    expect((await free(await read(plot))).body).toBe(1)
    expect(await history(plot)).toEqual([
      ['Rice', began + MINUTE, now],
      ['Carp', began, began + MINUTE],
    ])
    expect(await read(plot)).toMatchObject({ landState: 'free', varietyId: null, variety: null })
  })

  test('are freed once: who stands on an older version is told so', async () => {
    const plot = (await add({ varietyId: carp })).body
    const both = await Promise.all([free(plot), free(plot)])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect(await history(plot)).toHaveLength(1)
  })

  test('one on which something stands is not deleted, nor one with devices', async () => {
    const drop = ({ landId, objectVersionNumber }: Land) =>
      admin.call(landCalls.remove, { params: { t }, body: { landId, objectVersionNumber } })
    const planted = (await add({ varietyId: carp })).body
    expect(failed(await drop(planted)).code).toBe('error.land.planted')
    const wired = (await add()).body
    await build.aDevice({ tenant_id: t, area_id: areaId, land_id: wired.landId })
    expect(failed(await drop(wired)).code).toBe('error.land.devices')
    const elsewhere = (await addBase({ areaName: 'Elsewhere' })).body.areaId
    expect(failed(await change(wired, { areaId: elsewhere })).code).toBe('error.land.devices')
    const moved = (await change(planted, { areaId: elsewhere })).body
    const there = (await admin.call(landCalls.history, { params: { t }, query: { areaId: elsewhere } })).body.content
    expect([moved.areaId, there.map(({ varietyName }) => varietyName)]).toEqual([elsewhere, ['Carp']])
  })

  test('are measured by their outline in mu unless somebody says better, and stand in its middle', async () => {
    const measured = (await add({ landProfile: square })).body
    expect(measured.landMeasure).toMatch(/^1[67]\.\d\d$/)
    expect(measured.landCenter).toMatch(/^113\.0005\d*,22\.9005/)
    expect((await add({ landProfile: square, landMeasure: '12.5' })).body.landMeasure).toBe('12.50')
    expect((await add()).body.landMeasure).toBeNull()
  })

  test('whose outline crosses itself is refused, new or changed, and nothing is kept of it', async () => {
    const knot = [square[0]!, square[2]!, square[1]!, square[3]!]
    expect(failed(await add({ landName: 'Knot', landProfile: knot })).fields).toEqual({ landProfile: expect.stringContaining('自相交') })
    const kept = (await add({ landProfile: square })).body
    expect(failed(await change(kept, { landProfile: knot })).fields).toEqual({ landProfile: expect.stringContaining('自相交') })
    const { content } = (await admin.call(landCalls.page, { params: { t }, query: { size: 0 } })).body
    expect(content.find(({ landId }) => landId === kept.landId)?.landProfile).toEqual(square)
    expect(content.filter(({ landName }) => landName === 'Knot')).toEqual([])
  })

  test('of breeding say of which kind, others have none', async () => {
    expect(failed(await add({ landType: 'nurture' })).fields).toHaveProperty('nurtureKind')
    expect((await add({ landType: 'orchard', nurtureKind: 'pond' })).body.nurtureKind).toBeNull()
  })
})
