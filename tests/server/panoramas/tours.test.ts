import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileCalls } from '#contract/media/files'
import { VR_DELETE, VR_EDIT, VR_MAP, VR_PUBLISH, VR_READ } from '#contract/panoramas/permission'
import { MOST_SCENES, panoramaScenesCalls } from '#contract/panoramas/scene'
import { MOST_TOURS, panoramaVrCalls } from '#contract/panoramas/tour'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { addTour, aPanorama, aTour, outcome, saveScene, scenesOf, spot, toDevice, toScene, tourBody } from './aTour.ts'

let farm: Farm
let cover: string
let panoramaId: number
beforeAll(async () => {
  farm = await startFarm()
  ;({ cover, panoramaId } = await tour())
})
afterAll(() => farm?.close())

const tour = (more: { areaId?: number; scenes?: number } = {}) => aTour(farm.build, { tenantId: farm.t, areaId: farm.north.id, ...more })
const add = (areaId: readonly number[], more: Record<string, unknown> = {}, by: Client = farm.admin) =>
  addTour(by, farm.t, areaId, cover, more)
const edit = (vrId: number, areaId: readonly number[], more: Record<string, unknown> = {}, by: Client = farm.admin) =>
  by.call(panoramaVrCalls.edit, { params: { t: farm.t }, body: { vrId, objectVersionNumber: 1, ...tourBody(areaId, cover), ...more } })
const get = (vrId: number, by: Client = farm.admin) => by.call(panoramaVrCalls.get, { params: { t: farm.t, vrId } })
const addScene = (vrId: number, more: object = {}, by: Client = farm.admin) =>
  by.call(panoramaScenesCalls.add, { params: { t: farm.t }, body: { scenesName: 'By the pond', panoramaId, vrId, ...more } })
const removeScene = (scenesId: number) => farm.admin.call(panoramaScenesCalls.remove, { params: { t: farm.t }, body: { scenesId } })
const save = (vrId: number, scenesId: number, more: Record<string, unknown> = {}, by: Client = farm.admin) =>
  saveScene(by, farm.t, { vrId, scenesId, ...more })
const fieldsOf = ({ body }: { body: { fields?: object } }) => Object.keys(body.fields ?? {})
async function picture(client = farm.admin, t = farm.t): Promise<string> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(bytes)], 'a.png')
  return (await client.call(fileCalls.upload, { params: { t }, body: { kind: 'image', file } })).body.fileUrl
}

describe('a tour', () => {
  test('is made, changed and read with its bases', async () => {
    const { status, body } = await add([farm.north.id, farm.south.id], { vrName: '  Ponds ', description: ' All of them ' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      vrName: 'Ponds',
      description: 'All of them',
      vrCover: cover,
      area: [
        { areaId: farm.north.id, areaName: 'North' },
        { areaId: farm.south.id, areaName: 'South' },
      ],
      enabledFlag: 1,
      scenes: 0,
      publishKey: null,
      objectVersionNumber: 1,
    })
    const changed = await edit(body.vrId, [farm.south.id], { vrName: 'Ponds', enabledFlag: 0 })
    expect(changed.body).toMatchObject({ areaId: [farm.south.id], enabledFlag: 0, objectVersionNumber: 2 })
    expect((await get(body.vrId)).body).toEqual(changed.body)
    expect(outcome(await edit(body.vrId, [farm.north.id]))).toEqual([409, 'error.version.stale'])
    expect((await get(body.vrId)).body.areaId).toEqual([farm.south.id])
  })

  test('counts its name and its words after their blanks are cut off', async () => {
    const blanks = ' '.repeat(30)
    expect(
      (await add([farm.north.id], { vrName: `${blanks}${'n'.repeat(20)}${blanks}`, description: `${'d'.repeat(200)}${blanks}` })).status,
    ).toBe(200)
    for (const [field, value] of [
      ['vrName', 'n'.repeat(21)],
      ['vrName', blanks],
      ['vrName', undefined],
      ['description', 'd'.repeat(201)],
      ['vrCover', ''],
      ['vrCover', undefined],
      ['areaId', []],
      ['areaId', Array.from({ length: 11 }, (_, at) => at + 1)],
    ] as const) {
      const refused = await add([farm.north.id], { [field]: value })
      expect([refused.status, fieldsOf(refused)], `${field} ${String(value)}`).toEqual([400, [field]])
    }
  })

  test('stands in bases that its maker sees, each once', async () => {
    for (const areas of [[farm.foreign.id], [farm.north.id, farm.north.id], [farm.north.id, 999_999]]) {
      const refused = await add(areas)
      expect([...outcome(refused), fieldsOf(refused)]).toEqual([422, 'error.vr.areaUnknown', ['areaId']])
    }
    expect(outcome(await add([farm.south.id], {}, farm.northerner))).toEqual([422, 'error.vr.areaUnknown'])
  })

  test('has a picture of its own tenant as its cover', async () => {
    const { cover: theirs } = await aTour(farm.build, { tenantId: farm.elsewhere.id, areaId: farm.foreign.id })
    for (const vrCover of ['https://example.org/a.jpg', 'javascript:alert(1)', theirs, await picture(farm.rival, farm.elsewhere.id)]) {
      const refused = await add([farm.north.id], { vrCover })
      expect([...outcome(refused), fieldsOf(refused)]).toEqual([422, 'error.vr.cover', ['vrCover']])
    }
    expect(outcome(await add([farm.north.id], { vrCover: `/hfle/v1/${farm.t}/files/${randomUUID()}/content` }))).toEqual([
      422,
      'error.file.gone',
    ])
    expect((await add([farm.north.id], { vrCover: await picture() })).status).toBe(200)
  })

  test('of several bases is seen from each, and keeps the others when it is changed from one', async () => {
    const { vrId } = (await add([farm.north.id, farm.south.id])).body
    const seen = (await get(vrId, farm.northerner)).body
    expect(seen.area).toEqual([{ areaId: farm.north.id, areaName: 'North' }])
    expect((await edit(vrId, [farm.north.id], { vrName: 'From the north' }, farm.northerner)).status).toBe(200)
    expect((await get(vrId)).body).toMatchObject({ vrName: 'From the north', areaId: [farm.north.id, farm.south.id] })
  })

  test('of another base is not there, for any call', async () => {
    const { vrId, scenes } = await tour({ areaId: farm.south.id })
    const by = farm.northerner
    const params = { t: farm.t, vrId }
    for (const { status } of [
      await get(vrId, by),
      await edit(vrId, [farm.north.id], {}, by),
      await by.call(panoramaVrCalls.enable, { params, body: { enabledFlag: 0 } }),
      await by.call(panoramaVrCalls.publish, { params, body: { publishFlag: 1 } }),
      await by.call(panoramaVrCalls.package, { params }),
      await by.call(panoramaVrCalls.remove, { params }),
      await by.call(panoramaScenesCalls.list, { params, query: { vrId } }),
      await addScene(vrId, {}, by),
      await by.call(panoramaScenesCalls.order, { params, body: { vrId, scenesIds: scenes } }),
      await by.call(panoramaScenesCalls.remove, { params, body: { scenesId: scenes[0]! } }),
    ])
      expect(status).toBe(404)
    const listed = async (areaId?: number) =>
      (await by.call(panoramaVrCalls.page, { params, query: { size: 0, areaId } })).body.content.flatMap((one) => one.areaId)
    expect(new Set(await listed())).toEqual(new Set([farm.north.id]))
    expect(await listed(farm.south.id)).toEqual([])
  })

  test('is listed by name, base and whether it is enabled', async () => {
    const { vrId } = (await add([farm.south.id], { vrName: 'Only here' })).body
    await farm.admin.call(panoramaVrCalls.enable, { params: { t: farm.t, vrId }, body: { enabledFlag: 0 } })
    const page = async (query: object) =>
      (await farm.admin.call(panoramaVrCalls.page, { params: { t: farm.t }, query: { ...query } })).body.content.map((one) => one.vrId)
    expect(await page({ vrName: 'only h' })).toEqual([vrId])
    expect(await page({ vrName: 'only h', enabledFlag: 1 })).toEqual([])
    expect(await page({ vrName: 'only h', areaId: farm.north.id })).toEqual([])
    expect((await page({ enabledFlag: 0, areaId: farm.south.id, size: 0 })).includes(vrId)).toBe(true)
  })

  test('needs a code of its own for each act', async () => {
    const { vrId } = await tour()
    const params = { t: farm.t, vrId }
    const [reader, onMap, editor, deleter, publisher] = await Promise.all(
      [VR_READ, VR_MAP, VR_EDIT, VR_DELETE, VR_PUBLISH].map((code) => farm.enter([code])),
    )
    const may = async (by: Client) => [
      (await get(vrId, by)).status,
      (await by.call(panoramaVrCalls.enable, { params, body: { enabledFlag: 1 } })).status,
      (await by.call(panoramaVrCalls.publish, { params, body: { publishFlag: 0 } })).status,
      (await by.call(panoramaVrCalls.remove, { params: { t: farm.t, vrId: 999_999 } })).status,
    ]
    expect(await may(reader!)).toEqual([200, 403, 403, 403])
    expect(await may(onMap!)).toEqual([200, 403, 403, 403])
    expect(await may(editor!)).toEqual([200, 200, 403, 403])
    expect(await may(publisher!)).toEqual([403, 403, 200, 403])
    expect(await may(deleter!)).toEqual([403, 403, 403, 404])
  })

  test('goes with its scenes, and gives its pictures free', async () => {
    const { vrId, scenes } = await tour()
    await save(vrId, scenes[0]!, { hotspots: [spot({ HType: 3, content: [await picture()] })] })
    await edit(vrId, [farm.north.id], { vrCover: await picture() })
    const held = async () =>
      (
        await farm.owner.query(
          "select from furrow.file_use where (holder = 'panorama_scene' and holder_id = any($1)) or (holder = 'panorama_vr' and holder_id = $2)",
          [scenes, vrId],
        )
      ).rowCount
    expect(await held()).toBe(2)
    expect((await farm.admin.call(panoramaVrCalls.remove, { params: { t: farm.t, vrId } })).body).toBe(1)
    expect([await held(), (await get(vrId)).status]).toEqual([0, 404])
  })

  test('is one of at most so many', async () => {
    const { rows } = await farm.owner.query<{ n: number }>('select count(*)::int as n from furrow.panorama_vr where tenant_id = $1', [
      farm.t,
    ])
    await farm.owner.query(`insert into furrow.panorama_vr (tenant_id, name, cover) select $1, 'Many', '' from generate_series(1, $2)`, [
      farm.t,
      MOST_TOURS - rows[0]!.n,
    ])
    expect(outcome(await add([farm.north.id]))).toEqual([422, 'error.vr.most'])
    await farm.owner.query(`delete from furrow.panorama_vr where name = 'Many'`)
    expect((await add([farm.north.id])).status).toBe(200)
  })
})

describe('scenes', () => {
  test('stand in the order in which they were added, or were put', async () => {
    const { vrId } = (await add([farm.north.id])).body
    const ids: number[] = []
    for (const scenesName of ['One', 'Two', 'Three']) ids.push((await addScene(vrId, { scenesName })).body.scenesId)
    const names = async () => (await scenesOf(farm.admin, farm.t, vrId)).map(({ scenesName }) => scenesName)
    expect(await names()).toEqual(['One', 'Two', 'Three'])
    const order = (scenesIds: number[]) => farm.admin.call(panoramaScenesCalls.order, { params: { t: farm.t }, body: { vrId, scenesIds } })
    expect((await order([ids[2]!, ids[0]!, ids[1]!])).body.map(({ scenesName }) => scenesName)).toEqual(['Three', 'One', 'Two'])
    for (const wrong of [[ids[0]!], [...ids, ids[0]!], [ids[0]!, ids[1]!, 999_999]]) expect((await order(wrong)).status).toBe(409)
    await addScene(vrId, { scenesName: 'Four' })
    expect(await names()).toEqual(['Three', 'One', 'Two', 'Four'])
  })

  test('are at most ten, also where two people add them at once', async () => {
    const { vrId } = await tour({ scenes: 5 })
    const added = await Promise.all(Array.from({ length: 11 }, (_, at) => addScene(vrId, {}, at % 2 ? farm.admin : farm.northerner)))
    expect(added.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(new Set(added.filter(({ status }) => status !== 200).map((one) => outcome(one)[1]))).toEqual(new Set(['error.scene.most']))
    expect(await scenesOf(farm.admin, farm.t, vrId)).toHaveLength(MOST_SCENES)
  })

  test('show panoramas that are enabled', async () => {
    const { vrId } = await tour()
    const disabled = await aPanorama(farm.build, farm.t)
    await farm.owner.query('update furrow.panorama set enabled_flag = 0 where id = $1', [disabled.id])
    const theirs = await aPanorama(farm.build, farm.elsewhere.id)
    for (const wrong of [disabled.id, theirs.id, 999_999]) {
      const refused = await addScene(vrId, { panoramaId: wrong })
      expect([...outcome(refused), fieldsOf(refused)]).toEqual([422, 'error.scene.panorama', ['panoramaId']])
    }
  })

  test('are saved with their hotspots and view as they were sent', async () => {
    const { vrId, scenes } = await tour()
    const hotspots = [
      toScene(scenes[1]!),
      spot({ HType: 4, content: 'Carp since <2019> & "more"', text: 'Fish' }),
      spot({ HType: 5, content: 'https://example.org/a?b=c' }),
      spot({ HType: 3, content: [await picture(), 'https://example.org/a.jpg'] }),
      toDevice((await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })).id),
    ]
    const visualJson = JSON.stringify({
      hlookat: 0,
      hlookatMin: -180,
      hlookatMax: 180,
      vlookat: 0,
      vlookatMin: -90,
      vlookatMax: 90,
      fov: 80,
      fovMin: 30,
      fovMax: 110,
    })
    const { status, body } = await save(vrId, scenes[0]!, { hotspots, visualJson, scenesName: 'Renamed' })
    expect(status).toBe(200)
    expect(JSON.parse(body.hotSpotJson)).toEqual(hotspots)
    expect(body).toMatchObject({ scenesName: 'Renamed', realName: 'Pond', visualJson, objectVersionNumber: 2, state: 'making' })
    expect((await scenesOf(farm.admin, farm.t, vrId))[0]).toEqual(body)
  })

  test('that somebody else saved meanwhile are left as they are', async () => {
    const { vrId, scenes } = await tour()
    await save(vrId, scenes[0]!, { scenesName: 'Theirs' })
    expect(outcome(await save(vrId, scenes[0]!, { scenesName: 'Mine', objectVersionNumber: 1 }))).toEqual([409, 'error.version.stale'])
    expect((await scenesOf(farm.admin, farm.t, vrId))[0]!.scenesName).toBe('Theirs')
  })

  test.each([
    ['a type that is none', [{ ...spot({ HType: 4, content: 'a' }), HType: 6 }]],
    ['a link that runs', [{ ...spot({ HType: 5, content: 'https://example.org' }), content: 'javascript:alert(1)' }]],
    ['a 21st picture', [spot({ HType: 3, content: Array.from({ length: 21 }, (_, at) => `https://example.org/${at}.jpg`) })]],
    ['2001 letters', [spot({ HType: 4, content: 'a'.repeat(2001) })]],
    ['a title of 21 letters', [spot({ HType: 4, content: 'a', text: 'a'.repeat(21) })]],
  ])('with %s are refused', async (_, hotspots) => {
    const { vrId, scenes } = await tour()
    const refused = await save(vrId, scenes[0]!, { hotspots })
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['hotSpotJson']])
    expect((await scenesOf(farm.admin, farm.t, vrId))[0]).toMatchObject({ hotSpotJson: '', objectVersionNumber: 1 })
  })

  test('whose view or hotspots are no JSON are refused', async () => {
    const { vrId, scenes } = await tour()
    for (const field of ['hotSpotJson', 'visualJson']) {
      const refused = await save(vrId, scenes[0]!, { [field]: '{' })
      expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]])
    }
  })

  test('lead to scenes of their own tour, and to devices that who saves them sees', async () => {
    const { vrId, scenes } = await tour()
    const other = await tour()
    const inSouth = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.south.id })
    const foreign = await farm.build.aDevice({ tenant_id: farm.elsewhere.id, area_id: farm.foreign.id })
    const refusals = async (hotspot: ReturnType<typeof spot>, by = farm.northerner) => {
      const refused = await save(vrId, scenes[0]!, { hotspots: [hotspot] }, by)
      return [...outcome(refused), fieldsOf(refused)]
    }
    expect(await refusals(toScene(other.scenes[0]!))).toEqual([422, 'error.scene.link', ['hotSpotJson']])
    for (const device of [inSouth.id, foreign.id, 999_999])
      expect(await refusals(toDevice(device))).toEqual([422, 'error.scene.device', ['hotSpotJson']])
    expect((await refusals(toDevice(foreign.id), farm.admin))[0]).toBe(422)
    // What another put there stays with it.
    expect((await save(vrId, scenes[0]!, { hotspots: [toDevice(inSouth.id)] })).status).toBe(200)
    expect((await save(vrId, scenes[0]!, { hotspots: [toDevice(inSouth.id)], scenesName: 'Renamed' }, farm.northerner)).status).toBe(200)
  })

  test('are deleted but for the last one, and but for one that another leads to', async () => {
    const { vrId, scenes } = await tour()
    const [one, two] = [scenes[0]!, scenes[1]!]
    await save(vrId, one, { hotspots: [toScene(two), toScene(one)] })
    const refused = await removeScene(two)
    expect([...outcome(refused), refused.body.message]).toEqual([409, 'error.scene.linked', expect.stringContaining('Scene 1')])
    // A scene that leads to itself is not in its own way.
    expect((await removeScene(one)).body).toBe(1)
    expect(outcome(await removeScene(two))).toEqual([409, 'error.scene.last'])
    expect((await removeScene(one)).status).toBe(404)
  })

  test('of which one is deleted while another is made to lead to it keep no link to nothing', async () => {
    for (let nth = 0; nth < 5; nth++) {
      const { vrId, scenes } = await tour()
      const [saved, removed] = await Promise.all([save(vrId, scenes[0]!, { hotspots: [toScene(scenes[1]!)] }), removeScene(scenes[1]!)])
      expect([saved.status, removed.status]).toEqual(saved.status === 200 ? [200, 409] : [422, 200])
    }
  })
})
