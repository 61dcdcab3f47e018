import { Buffer } from 'node:buffer'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { land, landCalls } from '#contract/farm/land'
import { LAND_FILE_FORMATS, landFileCalls, landFileId, type LandRow } from '#contract/farm/landFile'
import { muOf } from '#contract/farm/landMeasure'
import { fileCalls } from '#contract/media/files'
import { type Arrange, arrange } from '../arrange.ts'
import { atOnce } from '../atOnce.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { dbf, geoJson, PRJ, shp, square, zip } from './landFileMaker.ts'

let server: TestServer
let build: Arrange
let admin: Client
let t: number
let areaId: number
let elsewhere: number

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t, area_name: 'Home', area_center: '113.34,22.96' })).id
  elsewhere = (await build.anArea({ tenant_id: t, area_name: 'Else', area_center: '113.34,22.96' })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
})
afterAll(() => server?.close())

async function uploaded(bytes: Uint8Array, client = admin): Promise<string> {
  // What it is called says nothing.
  const file = new File([Buffer.from(bytes)], 'outlines.bin')
  return (await client.call(fileCalls.upload, { params: { t }, body: { kind: 'file', file } })).body.id
}
const check = (uuid: string, rest: object = {}, client = admin) =>
  client.call(landFileCalls.check, { params: { t, uuid }, query: { areaId, ...rest } })
const bring = (fileId: string, rows: readonly (readonly [number, LandRow['state']])[], rest: object = {}, client = admin) =>
  client.call(landFileCalls.bring, {
    params: { t },
    body: {
      fileId,
      areaId,
      datum: 'WGS84',
      landType: 'field',
      rows: rows.map(([row, state]) => ({ row, state: state as 'new' })),
      ...rest,
    },
  })
const plots = async (query: object = {}, client = admin) =>
  (await client.call(landCalls.page, { params: { t }, query: { size: 0, ...query } })).body.content
/** Ground on which nothing stands yet. */
let used = 0
const ground = () => square(113.3 + 0.002 * (used % 40), 22.9 + 0.002 * Math.floor(used++ / 40))
let names = 0
const name = () => `Plot ${++names}`

test('nothing is made before it is brought; then plots with their outlines and areas, as their kind says', async () => {
  const [one, other] = [ground(), ground()]
  const hole = square(one[0]![0] + 0.0002, one[0]![1] + 0.0002, 0.0002)
  const [a, b] = [name(), name()]
  const id = await uploaded(
    geoJson([
      { properties: { name: a }, rings: [one, hole] },
      { properties: { name: b }, rings: [other] },
    ]),
  )
  const before = (await plots()).length
  const { body: report } = await check(id)
  expect(report.rows.map(({ state }) => state)).toEqual(['new', 'new'])
  expect(await plots()).toHaveLength(before)
  // Nobody agreed to the hole that is lost.
  const chosen = [
    [1, 'new'],
    [2, 'new'],
  ] as const
  expect(await bring(id, chosen)).toMatchObject({ status: 409, body: { code: 'error.landFile.moved' } })
  expect(await plots()).toHaveLength(before)
  const nurture = { landType: 'nurture', nurtureKind: 'pond', agreed: ['hole'] }
  expect(await bring(id, chosen, nurture)).toMatchObject({ status: 200, body: { created: 2, updated: 0 } })
  const made = await plots()
  expect(made.find(({ landName }) => landName === a)).toMatchObject({
    areaId,
    landType: 'nurture',
    nurtureKind: 'pond',
    landProfile: one,
    landMeasure: report.rows[0]!.measure,
    enabledFlag: 1,
    outlineWidth: 2,
  })
  expect(made.find(({ landName }) => landName === b)).toMatchObject({ landMeasure: muOf(other) })
  // Once more it is there already.
  expect((await check(id)).body.rows.map(({ state }) => state)).toEqual(['duplicate', 'duplicate'])
  expect(await bring(id, chosen, nurture)).toMatchObject({ status: 409 })
})

test('all of it or nothing: one row that stands otherwise, has a fault, or is named twice', async () => {
  const crossing = ground()
  const id = await uploaded(
    geoJson([
      { properties: { name: name() }, rings: [ground()] },
      { properties: { name: name() }, rings: [[crossing[0]!, crossing[2]!, crossing[1]!, crossing[3]!]] },
    ]),
  )
  const before = (await plots()).length
  for (const rows of [
    [
      [1, 'new'],
      [2, 'new'],
    ],
    [[1, 'changed']],
    [
      [1, 'new'],
      [1, 'new'],
    ],
    [
      [1, 'new'],
      [3, 'new'],
    ],
  ] as const)
    expect(await bring(id, rows)).toMatchObject({ status: 409, body: { code: 'error.landFile.moved' } })
  // A rule of the resource refuses the second: a kind of breeding is missing.
  expect(await bring(id, [[1, 'new']], { landType: 'nurture' })).toMatchObject({ status: 400 })
  expect(await plots()).toHaveLength(before)
})

test('two that bring the same file at once make it once', async () => {
  const title = name()
  const id = await uploaded(geoJson([{ properties: { name: title }, rings: [ground()] }]))
  const ask = () => bring(id, [[1, 'new']])
  const answers = await atOnce(server.owner, { table: 'area', id: areaId }, [ask, ask])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect((await plots()).filter(({ landName }) => landName === title)).toHaveLength(1)
})

test('by its id a plot takes its new outline and name, and keeps all else', async () => {
  const [was, becomes] = [ground(), ground()]
  const { body: plot } = await admin.call(land.calls.create, {
    params: { t },
    body: { landName: name(), areaId, landType: 'orchard', landProfile: was, landMeasure: '7.77', profileColor: '#123456' },
  })
  const renamed = name()
  const feature = { id: landFileId(t, plot.landId), properties: { name: renamed } }
  const named = await uploaded(geoJson([{ ...feature, rings: [was] }]))
  expect(await bring(named, [[1, 'changed']])).toMatchObject({ status: 200, body: { created: 0, updated: 1 } })
  // The area that somebody corrected stays while the outline does.
  const [after] = (await plots()).filter(({ landId }) => landId === plot.landId)
  expect(after).toMatchObject({
    landName: renamed,
    landMeasure: '7.77',
    landType: 'orchard',
    profileColor: '#123456',
    objectVersionNumber: 2,
  })
  const drawn = await uploaded(geoJson([{ ...feature, rings: [becomes] }]))
  expect(await bring(drawn, [[1, 'changed']])).toMatchObject({ status: 200, body: { updated: 1 } })
  expect((await plots()).find(({ landId }) => landId === plot.landId)).toMatchObject({ landProfile: becomes, landMeasure: muOf(becomes) })
  expect((await check(drawn)).body.rows).toMatchObject([{ state: 'same', landId: plot.landId }])
})

test('a plot that is changed between is not written over', async () => {
  const { body: plot } = await admin.call(land.calls.create, {
    params: { t },
    body: { landName: name(), areaId, landType: 'field', landProfile: ground() },
  })
  const id = await uploaded(geoJson([{ id: landFileId(t, plot.landId), properties: { name: plot.landName }, rings: [ground()] }]))
  expect((await check(id)).body.rows).toMatchObject([{ state: 'changed', was: { landName: plot.landName } }])
  await admin.call(land.calls.remove, { params: { t }, body: { landId: plot.landId, objectVersionNumber: 1 } })
  expect(await bring(id, [[1, 'changed']])).toMatchObject({ status: 409, body: { code: 'error.landFile.moved' } })
})

describe('who may', () => {
  const codes = [land.code, land.codes.create]
  test('who may make plots and not edit them brings new ones only', async () => {
    const maker = await server.signIn((await build.aUser({ tenantId: t, codes })).login_name)
    const { body: plot } = await admin.call(land.calls.create, {
      params: { t },
      body: { landName: name(), areaId, landType: 'field', landProfile: ground() },
    })
    const features = [
      { properties: { name: name() }, rings: [ground()] },
      { id: landFileId(t, plot.landId), properties: { name: name() }, rings: [ground()] },
    ]
    const id = await uploaded(geoJson(features), maker)
    const before = (await plots()).length
    expect(
      await bring(
        id,
        [
          [1, 'new'],
          [2, 'changed'],
        ],
        {},
        maker,
      ),
    ).toMatchObject({ status: 403 })
    expect(await plots()).toHaveLength(before)
    expect(await bring(id, [[1, 'new']], {}, maker)).toMatchObject({ status: 200, body: { created: 1 } })
  })
  test('a base that one does not see, a plot of it, and a file of somebody else', async () => {
    const guest = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'], areaIds: [elsewhere] })).login_name)
    const { body: plot } = await admin.call(land.calls.create, {
      params: { t },
      body: { landName: name(), areaId, landType: 'field', landProfile: ground() },
    })
    const file = geoJson([{ id: landFileId(t, plot.landId), properties: { name: plot.landName }, rings: [plot.landProfile!] }])
    const id = await uploaded(file, guest)
    expect(await check(id, {}, guest)).toMatchObject({ status: 404 })
    expect((await check(id, { areaId: elsewhere }, guest)).body.rows).toMatchObject([{ state: 'new', landId: null, was: null, notes: [] }])
    expect(await check(id)).toMatchObject({ status: 404 })
    const { body } = await guest.call(landFileCalls.geojson, { params: { t }, query: {} })
    expect(String(body)).not.toContain(plot.landName)
  })
  test('another enterprise: its ids say nothing here', async () => {
    const other = (await build.aTenant()).id
    const { body: plot } = await admin.call(land.calls.create, {
      params: { t },
      body: { landName: name(), areaId, landType: 'field', landProfile: ground() },
    })
    const id = await uploaded(geoJson([{ id: landFileId(other, plot.landId), properties: { name: name() }, rings: [ground()] }]))
    expect((await check(id)).body.rows).toMatchObject([{ state: 'new', landId: null }])
  })
})

test('what is wrong with a file is said in words, in the language of who brings it', async () => {
  const layer = shp([[square(500_000, 3_320_113, 100)]])
  const id = await uploaded(zip({ 'a.shp': layer, 'a.dbf': dbf([{ name: 'a' }]), 'a.prj': PRJ.beijing54 }))
  const { status, body } = await check(id)
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('Beijing_1954_3_Degree_GK_CM_114E')])
  expect(await check(await uploaded(Buffer.from('hello')))).toMatchObject({ status: 422, body: { code: 'error.landFile.unreadable' } })
  const big = await uploaded(Buffer.alloc(10 * 1024 * 1024 + 1, ' '))
  expect(await check(big)).toMatchObject({ status: 413, body: { code: 'error.file.fileTooBig' } })
})

test('a file that would hold up its reader is ended, and the server answers meanwhile', async () => {
  // A thousand rings that lie over each other, each with all that a file may have.
  const rings = Array.from({ length: 5000 }, (_, at) => square(113 + at * 1e-6, 22, 0.01 + at * 1e-7))
  const id = await uploaded(shp([rings]))
  const { status } = await check(id)
  expect([200, 413, 422]).toContain(status)
}, 60_000)

test('what is exported is brought back as the same, from each format, with the filter of the list', async () => {
  const [type, title] = ['greenhouse', name()]
  const body = { landName: `${title} <b>&"=1+1`, areaId, landType: type, landProfile: ground() } as const
  await admin.call(land.calls.create, { params: { t }, body })
  // One without an outline is no part of a file of outlines.
  await admin.call(land.calls.create, { params: { t }, body: { landName: name(), areaId, landType: type } })
  for (const format of LAND_FILE_FORMATS) {
    const path = landFileCalls[format].path.replace('{t}', String(t))
    const answer = await admin.raw('GET', `${path}?landType=${type}&areaId=${areaId}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, landFileCalls[format].produces])
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (format === 'shapefile')
      expect(Object.keys(unzipSync(bytes)).toSorted()).toEqual(['plots.cpg', 'plots.dbf', 'plots.prj', 'plots.shp', 'plots.shx'])
    const { body: report } = await check(await uploaded(bytes))
    expect([report.format, report.said === null]).toEqual([format, false])
    expect(report.rows.map((row) => [row.name, row.state, row.notes, row.faults])).toEqual([[body.landName, 'same', [], []]])
  }
})
