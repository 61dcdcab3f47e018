import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaCalls } from '#contract/farm/area'
import { landCalls } from '#contract/farm/land'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let admin: Client
let guest: Client
let t: number
let home: number
let pond: number
let lychee: number

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  lychee = (await build.anArea({ tenant_id: t, area_name: 'Lychee 100%', area_center: '22.97,113.36' })).id
  home = (await build.anArea({ tenant_id: t, area_name: 'Home farm', default_flag: 1, area_center: '113.34,22.96', area_measure: 120 })).id
  pond = (await build.anArea({ tenant_id: t, area_name: 'Ponds', area_center: 'somewhere' })).id
  const variety = await build.insert('variety', { tenant_id: t, name: 'Tilapia', variety_image: null })
  await build.aLand({
    tenant_id: t,
    area_id: pond,
    land_name: 'Pond 1',
    land_type: 'nurture',
    nurture_kind: 'pond',
    variety_id: variety.id,
  })
  await build.aLand({
    tenant_id: t,
    area_id: pond,
    land_name: 'Pond 2',
    land_type: 'nurture',
    nurture_kind: 'pond',
    variety_id: variety.id,
  })
  await build.aLand({
    tenant_id: t,
    area_id: home,
    land_name: 'Field 1',
    land_profile: JSON.stringify([
      [113, 22],
      [113.1, 22],
      [113, 22.1],
    ]),
  })
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
  guest = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'], areaIds: [pond] })).login_name)
})
afterAll(() => server?.close())

describe('bases', () => {
  test('are listed by the documents’ query with the default one first, each with its plots, varieties and centre (AREA-04, -05)', async () => {
    const { body } = await admin.call(areaCalls.page, { params: { t }, query: { organizationType: 'area', size: 0 } })
    expect(body.content.map(({ areaId }) => areaId)).toEqual([home, lychee, pond])
    expect(body.content[0]).toMatchObject({
      areaName: 'Home farm',
      defaultFlag: 1,
      landNum: 1,
      latlng: { longitude: 113.34, latitude: 22.96 },
      variety: [],
    })
    expect(body.content[1]!.latlng).toEqual({ longitude: 113.36, latitude: 22.97 })
    expect(body.content[2]).toMatchObject({ latlng: null, landNum: 2, variety: [{ name: 'Tilapia', varietyImage: null }] })
  })

  test.each([
    ['home', 1],
    ['100%', 1],
    ['%', 1],
    ['_', 0],
    ['  ', 3],
  ])('named like "%s" are %i', async (areaName, count) => {
    expect((await admin.call(areaCalls.page, { params: { t }, query: { areaName } })).body.totalElements).toBe(count)
  })

  test('are found by words of name, number and address together', async () => {
    const { id } = await build.anArea({ tenant_id: t, area_name: 'Far field', area_num: 'FF-1', area_address: 'Eastern road' })
    const found = async (find: string) =>
      (await admin.call(areaCalls.page, { params: { t }, query: { find } })).body.content.map(({ areaId }) => areaId)
    expect(await found('eastern ff-1')).toEqual([id])
    expect(await found('eastern home')).toEqual([])
    await server.owner.query('delete from area where id = $1', [id])
  })

  test('are paged: the rows, the page, its size and how many there are in all (PAGINATION-05)', async () => {
    const { body } = await admin.call(areaCalls.page, { params: { t }, query: { page: 2, size: 2 } })
    expect(body).toMatchObject({ number: 2, size: 2, totalElements: 3 })
    expect(body.content).toHaveLength(1)
    expect(Object.keys(body).toSorted()).toEqual(['content', 'number', 'size', 'totalElements'])
  })

  test('the one to open is the asked one, else the default, else the first that may be seen, else none', async () => {
    const open = async (client: Client, query = {}) => (await client.call(areaCalls.default, { params: { t }, query })).body?.areaId
    expect(await open(admin, { areaId: pond })).toBe(pond)
    expect(await open(admin, { areaId: 999_999 })).toBe(home)
    expect(await open(admin)).toBe(home)
    expect(await open(guest, { areaId: home })).toBe(pond)
    const bare = await build.aTenant()
    const novice = await server.signIn((await build.aUser({ tenantId: bare.id, codes: ['*'] })).login_name)
    expect((await novice.call(areaCalls.default, { params: { t: bare.id } })).body).toBeNull()
  })
})

describe('plots', () => {
  test('are listed by base, with their outline and variety', async () => {
    const fields = (await admin.call(landCalls.page, { params: { t }, query: { areaId: home } })).body.content
    expect(fields).toMatchObject([
      {
        landName: 'Field 1',
        landType: 'field',
        landProfile: [
          [113, 22],
          [113.1, 22],
          [113, 22.1],
        ],
        variety: null,
      },
    ])
    const ponds = (await admin.call(landCalls.page, { params: { t }, query: { areaId: pond, landName: '2' } })).body.content
    expect(ponds).toMatchObject([{ landName: 'Pond 2', nurtureKind: 'pond', variety: { name: 'Tilapia' } }])
  })

  test('of a base that a role does not name are not there', async () => {
    const { body } = await guest.call(landCalls.page, { params: { t }, query: { size: 0 } })
    expect(body.content.map(({ areaId }) => areaId)).toEqual([pond, pond])
  })
})
