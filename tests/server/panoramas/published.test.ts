import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fileCalls } from '#contract/media/files'
import { parseHotspots } from '#contract/panoramas/hotspot'
import { panoramaCalls } from '#contract/panoramas/panorama'
import { CUBE_FACES, tileUrlOf } from '#contract/panoramas/cube'
import { parsePanoramaImages, viewUrlOf } from '#contract/panoramas/picture'
import { publicTourCalls } from '#contract/panoramas/published'
import { panoramaScenesCalls } from '#contract/panoramas/scene'
import { panoramaVrCalls } from '#contract/panoramas/tour'
import type { CallFailure } from '#server/ground/failure'
import type { Asking } from '#server/ground/http/handler'
import { publicPace } from '#server/ground/http/publicPace'
import { publicTourHandlers } from '#server/panoramas/calls/published'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { addTour, aTour, coloured, outcome, saveScene, spot, toDevice, toScene, upload } from './aTour.ts'

let farm: Farm
let dataDir: string
let vrId: number
let key: string
let picture: string
let panoramaImages: string
let deviceEui: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'furrow-tours-'))
  farm = await startFarm({ config: { dataDir } })
  const { t, admin } = farm
  const uploaded = (await upload(admin, t, await coloured(4096))).body
  const { panoramaId } = (await admin.call(panoramaCalls.add, { params: { t }, body: { panoramaName: 'Pond', ...uploaded } })).body
  ;({ panoramaImages } = uploaded)
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  const file = new File([new Uint8Array(bytes)], 'carp.png')
  picture = (await admin.call(fileCalls.upload, { params: { t }, body: { kind: 'image', file } })).body.fileUrl
  vrId = (await addTour(admin, t, [farm.north.id], picture, { vrName: '</script>Ponds', description: 'Carp & more' })).body.vrId
  const scenes: number[] = []
  for (const scenesName of ['Gate', 'Pond'])
    scenes.push((await admin.call(panoramaScenesCalls.add, { params: { t }, body: { scenesName, panoramaId, vrId } })).body.scenesId)
  const device = await farm.build.aDevice({ tenant_id: t, area_id: farm.north.id, name: 'Secret gateway' })
  deviceEui = device.eui
  const named = toDevice(device.id)
  const hotspots = [
    toScene(scenes[1]!),
    { ...named, text: 'Secret title', content: { ...(named.content as object), name: device.name, eui: device.eui } } as typeof named,
    spot({ HType: 3, content: [picture, 'https://example.org/a.jpg'] }),
    spot({ HType: 4, content: 'Since 2019' }),
    spot({ HType: 5, content: 'https://example.org/' }),
  ]
  await saveScene(admin, t, { vrId, scenesId: scenes[0]!, hotspots })
  await vi.waitFor(
    async () => {
      const { state } = (await admin.call(panoramaCalls.get, { params: { t, id: panoramaId } })).body
      if (state !== 'ready') throw new Error(`the panorama is ${state}`)
    },
    { timeout: 60_000, interval: 100 },
  )
  key = (await publish(1)).body.publishKey!
}, 120_000)
afterAll(async () => {
  await farm?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const publish = (publishFlag: 0 | 1, id = vrId) =>
  farm.admin.call(panoramaVrCalls.publish, { params: { t: farm.t, vrId: id }, body: { publishFlag } })
const shown = (of = key) => farm.anonymous.call(publicTourCalls.get, { params: { key: of } })
const statusOf = async (path: string) => (await farm.anonymous.raw('GET', path)).status

describe('a published tour', () => {
  test('is seen by everybody who has its key, without anything of devices or of its tenant', async () => {
    const { status, body } = await shown()
    expect(status).toBe(200)
    expect(body).toMatchObject({ vrName: '</script>Ponds', description: 'Carp & more' })
    expect(body.scenes.map(({ scenesName, state }) => [scenesName, state])).toEqual([
      ['Gate', 'ready'],
      ['Pond', 'ready'],
    ])
    expect(parseHotspots(body.scenes[0]!.hotSpotJson).hotspots.map(({ HType }) => HType)).toEqual([1, 3, 4, 5])
    const text = JSON.stringify(body)
    for (const hidden of ['Secret', deviceEui, 'panorama-picture', '/hfle/', 'tenant', 'areaId', 'objectVersionNumber'])
      expect(text).not.toContain(hidden)
    expect(key.length).toBeGreaterThanOrEqual(32)
  })

  test('has its pictures, and no others', async () => {
    const [gate] = (await shown()).body.scenes
    const { vrCover } = (await shown()).body
    for (const address of [vrCover, gate!.thumbUrl, tileUrlOf(gate!.panoramaImages, 'front', 0, 0, 0)]) {
      const answer = await farm.anonymous.raw('GET', address)
      expect([address, answer.status]).toEqual([address, 200])
      expect((await sharp(await answer.arrayBuffer()).metadata()).width).toBeGreaterThan(0)
    }
    const { pictureId } = parsePanoramaImages(panoramaImages)!
    const other = await aTour(farm.build, { tenantId: farm.t, areaId: farm.north.id })
    const place = `/wfpf/v1/public/tour/${key}`
    // Neither another panorama, nor the original of its own, nor what it does not name.
    for (const path of [`/picture/${other.pictureId}/view`, `/file/${pictureId}`, `/file/${other.pictureId}`])
      expect(await statusOf(place + path)).toBe(404)
    expect(await statusOf(viewUrlOf(panoramaImages, 'cover'))).toBe(401)
  })

  test('that is withdrawn is gone with its pictures, and is published under another key', async () => {
    const made = await aTour(farm.build, { tenantId: farm.t, areaId: farm.north.id })
    const first = (await publish(1, made.vrId)).body
    expect(first).toMatchObject({ publishedAt: expect.any(Number) })
    expect((await publish(1, made.vrId)).body.publishKey).toBe(first.publishKey)
    expect((await shown(first.publishKey!)).status).toBe(200)
    expect((await publish(0, made.vrId)).body).toMatchObject({ publishKey: null, publishedAt: null })
    expect((await shown(first.publishKey!)).status).toBe(404)
    expect(await statusOf(`/wfpf/v1/public/tour/${first.publishKey}/picture/${made.pictureId}/view`)).toBe(404)
    expect((await publish(1, made.vrId)).body.publishKey).not.toBe(first.publishKey)
  })

  test('that is disabled is not shown', async () => {
    const enable = (enabledFlag: 0 | 1) => farm.admin.call(panoramaVrCalls.enable, { params: { t: farm.t, vrId }, body: { enabledFlag } })
    await enable(0)
    expect((await shown()).status).toBe(404)
    await enable(1)
    expect((await shown()).status).toBe(200)
  })

  test('has a scene', async () => {
    const { vrId: empty } = await aTour(farm.build, { tenantId: farm.t, areaId: farm.north.id, scenes: 0 })
    expect(outcome(await publish(1, empty))).toEqual([409, 'error.vr.noScene'])
  })
})

test('who asks too often for what is public waits, and others do not', () => {
  let now = 0
  const pace = publicPace(60, () => now)
  const takes = (address: string, times: number) => Array.from({ length: times }, () => pace.take(address)).filter(Boolean).length
  expect(takes('203.0.113.5', 70)).toBe(60)
  expect(takes('203.0.113.6', 1)).toBe(1)
  now += 2000
  expect(takes('203.0.113.5', 10)).toBe(2)
  expect(takes('2001:db8:1:2::1', 60) + takes('2001:db8:1:2:9::7', 60)).toBe(60)
})

test('a tour is not asked for without end', async () => {
  const { serviceDb, requestDb } = farm.services
  const handlers = publicTourHandlers({ serviceDb, requestDb, files: null as never, clock: () => 0 })
  const ask = async (address: string) => {
    const asking = { address, language: 'en-US' } as Asking
    return handlers.get({ params: { key: 'none' }, query: undefined, body: undefined }, asking).catch((cause: CallFailure) => cause.code)
  }
  for (let nth = 0; nth < 30; nth++) await Promise.all(Array.from({ length: 100 }, () => ask('203.0.113.5')))
  expect(await ask('203.0.113.5')).toBe('error.busy')
  expect(await ask('203.0.113.6')).toBe('error.notFound')
})

describe('a tour to take along', () => {
  const taken = async () => {
    const answer = await farm.admin.raw('GET', `/wfpf/v1/${farm.t}/panorama-vr/${vrId}/package`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    return unzipSync(new Uint8Array(await answer.arrayBuffer()))
  }

  test('is a page with classic scripts and all its pictures', async () => {
    const files = await taken()
    const text = (name: string) => Buffer.from(files[name]!).toString()
    const page = text('index.html')
    expect(page).not.toContain('module')
    for (const [, name] of page.matchAll(/(?:src|href)="([^"]+)"/g)) expect(Object.keys(files)).toContain(name)
    // What a person wrote ends no script.
    expect(text('tour.js')).not.toContain('<')
    const tour = JSON.parse(text('tour.js').replace(/^window\.TOUR = /, '')) as {
      name: string
      scenes: { images: string; cover: string; tiles: number; hotspots: { type: number; content: unknown }[] }[]
    }
    expect(tour.name).toBe('</script>Ponds')
    expect(tour.scenes[0]!.hotspots.map(({ type }) => type)).toEqual([1, 3, 4, 5])
    expect(tour.scenes[0]!.hotspots[1]!.content).toEqual([expect.stringMatching(/^files\//), 'https://example.org/a.jpg'])
    for (const name of [...tour.scenes.map(({ cover }) => cover), (tour.scenes[0]!.hotspots[1]!.content as string[])[0]!])
      expect((await sharp(files[name]).metadata()).width).toBeGreaterThan(0)
    const { images, tiles } = tour.scenes[0]!
    expect(tiles).toBe(2)
    for (const face of CUBE_FACES) {
      const given: [string, string, string[]][] = []
      runInNewContext(text(`${images}/${face}.js`), { TAKE: (...taken: [string, string, string[]]) => given.push(taken) })
      expect(given.map(([from, of, pictures]) => [from, of, pictures.length])).toEqual([[images, face, tiles * tiles]])
      const picture = Buffer.from(given[0]![2][3]!.replace('data:image/jpeg;base64,', ''), 'base64')
      expect((await sharp(picture).metadata()).width).toBe(512)
    }
  })

  test('knows nothing of devices', async () => {
    const all = Buffer.concat(Object.values(await taken())).toString('latin1')
    for (const hidden of ['Secret', deviceEui]) expect(all).not.toContain(hidden)
  })

  test('waits for its panoramas', async () => {
    const made = await aTour(farm.build, { tenantId: farm.t, areaId: farm.north.id })
    const answer = await farm.admin.call(panoramaVrCalls.package, { params: { t: farm.t, vrId: made.vrId } })
    expect([answer.status, (JSON.parse(JSON.stringify(answer.body)) as { code: string }).code]).toEqual([409, 'error.panorama.making'])
  })

  test('is not made of a panorama that could not be made', async () => {
    const made = await aTour(farm.build, { tenantId: farm.t, areaId: farm.north.id })
    await farm.owner.query("update furrow.panorama_picture set state = 'failed' where id = $1", [made.pictureId])
    const answer = await farm.admin.raw('GET', `/wfpf/v1/${farm.t}/panorama-vr/${made.vrId}/package`)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'error.panorama.failed'])
  })

  test('brings the viewer that stands beside the server', async () => {
    const own = await readFile('server/panoramas/package/own/viewer.js')
    expect(Buffer.from((await taken())['viewer.js']!).equals(own)).toBe(true)
  })
})
