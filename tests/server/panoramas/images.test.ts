import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Panorama, panoramaCalls } from '#contract/panoramas/panorama'
import { PANORAMA_EDIT, PANORAMA_READ, VR_READ } from '#contract/panoramas/permission'
import { CUBE_FACES, type CubeFace, tileUrlOf } from '#contract/panoramas/cube'
import { PANORAMA_VIEWS, parsePanoramaImages, viewUrlOf } from '#contract/panoramas/picture'
import { panoramaScenesCalls } from '#contract/panoramas/scene'
import { fileSweep } from '#server/ground/files/sweep'
import { diskStorage } from '#server/ground/files/diskStorage'
import { silentLog } from '../database/testDatabase.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'
import { addTour, aPanorama, aTour, coloured, jpegOf, MB, outcome, upload } from './aTour.ts'

const MAKING = { timeout: 60_000, interval: 100 }
const DAY = 86_400_000

let farm: Farm
let dataDir: string
let made: Panorama
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'furrow-panoramas-'))
  farm = await startFarm({ config: { dataDir, files: { panoramaMaxMb: 9, quotaMb: null, s3: null } } })
  made = await ready(await register(await coloured(2048), 'Round'))
}, 120_000)
afterAll(async () => {
  await farm?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Uploads on their way: what is being made has an ending. */
const incoming = async () => (await readdir(join(dataDir, 'files', 'incoming')).catch(() => [])).filter((name) => !name.includes('.'))
const files = async () => (await farm.owner.query('select id from furrow.file where tenant_id = $1', [farm.t])).rows.length
const get = async (id: number, by: Client = farm.admin) => (await by.call(panoramaCalls.get, { params: { t: farm.t, id } })).body

async function register(bytes: Uint8Array, panoramaName: string): Promise<Panorama> {
  const uploaded = await upload(farm.admin, farm.t, bytes)
  expect(uploaded.status).toBe(200)
  const { status, body } = await farm.admin.call(panoramaCalls.add, { params: { t: farm.t }, body: { panoramaName, ...uploaded.body } })
  expect(status).toBe(200)
  return body
}
async function ready({ panoramaId }: Panorama): Promise<Panorama> {
  return vi.waitFor(async () => {
    const panorama = await get(panoramaId)
    expect(panorama).toMatchObject({ state: 'ready', progress: 100 })
    return panorama
  }, MAKING)
}
const pixelOf = async (bytes: ArrayBuffer, left: number, top: number) => {
  const { data } = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer({ resolveWithObject: true })
  return [...data].map((part) => (part > 128 ? 1 : 0)).join('')
}
const tileOf = async (face: CubeFace, level = 0, col = 0, row = 0, by: Client = farm.admin) =>
  by.raw('GET', tileUrlOf(made.panoramaImages, face, level, col, row))

describe('a panorama', () => {
  test('is kept as it was sent, and its cube shows what lies to each side', async () => {
    expect(made).toMatchObject({ panoramaName: 'Round', width: 2048, height: 1024, enabledFlag: 1, scenes: 0, why: null })
    expect(made.levels).toEqual([{ faceSize: 512, nbTiles: 1 }])
    const original = await farm.admin.raw('GET', made.fileUrl)
    expect(Buffer.from(await original.arrayBuffer()).equals(await coloured(2048))).toBe(true)
    const seen = Object.fromEntries(
      await Promise.all(
        CUBE_FACES.map(async (face) => {
          const tile = await (await tileOf(face)).arrayBuffer()
          return [face, [await pixelOf(tile, 150, 256), await pixelOf(tile, 360, 256)]] as const
        }),
      ),
    )
    // The panorama's quarters from the left: behind-left, front-left, front-right, behind-right.
    expect(seen).toEqual({
      left: ['100', '010'],
      front: ['010', '001'],
      right: ['001', '110'],
      back: ['110', '100'],
      top: ['111', '111'],
      bottom: ['000', '000'],
    })
  })

  test('has its other pictures in their sizes', async () => {
    for (const of of ['thumb', 'cover', 'preview'] as const) {
      const answer = await farm.admin.raw('GET', viewUrlOf(made.panoramaImages, of))
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
      expect({ width, height }).toEqual(PANORAMA_VIEWS[of])
    }
    expect(made).toMatchObject({
      panoramaThumb: viewUrlOf(made.panoramaImages, 'thumb'),
      panoramaPreview: viewUrlOf(made.panoramaImages, 'preview'),
    })
  })

  test('is kept for long by who read a tile of it, and is not sent twice', async () => {
    const first = await tileOf('front')
    expect(first.headers.get('cache-control')).toContain('immutable')
    const again = await farm.admin.raw('GET', tileUrlOf(made.panoramaImages, 'front', 0, 0, 0), {
      headers: { 'if-none-match': first.headers.get('etag')! },
    })
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0])
    for (const [level, col] of [
      [1, 0],
      [0, 1],
    ] as const)
      expect((await tileOf('front', level, col)).status).toBe(404)
  })

  test('shows no pictures before they are made', async () => {
    const { picture_id: id } = await aPanorama(farm.build, farm.t)
    const answer = await farm.admin.raw('GET', `/wfpf/v1/${farm.t}/panorama-picture/${id}/view`)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'error.panorama.making'])
  })

  test('is found by a part of its name, and by whether it is enabled', async () => {
    const one = await aPanorama(farm.build, farm.t, { name: 'Lychee 100%' })
    await farm.owner.query('update furrow.panorama set enabled_flag = 0 where id = $1', [one.id])
    const page = async (query: object) =>
      (await farm.admin.call(panoramaCalls.page, { params: { t: farm.t }, query: { ...query } })).body.content.map(
        ({ panoramaId }) => panoramaId,
      )
    expect(await page({ panoramaName: '100%' })).toEqual([one.id])
    expect(await page({ panoramaName: '%' })).toEqual([one.id])
    expect(await page({ enabledFlag: 0 })).toEqual([one.id])
    expect(await page({ enabledFlag: 1, size: 0 })).not.toContain(one.id)
  })

  test('is renamed and disabled by who knows how it stands', async () => {
    const { id } = await aPanorama(farm.build, farm.t)
    const edit = (more: object) =>
      farm.admin.call(panoramaCalls.edit, { params: { t: farm.t }, body: { panoramaId: id, objectVersionNumber: 1, ...more } })
    const renamed = await edit({ panoramaName: ' Pond two ', enabledFlag: 0 })
    expect(renamed.body).toMatchObject({ panoramaName: 'Pond two', enabledFlag: 0, objectVersionNumber: 2 })
    expect(outcome(await edit({ panoramaName: 'Pond three' }))).toEqual([409, 'error.version.stale'])
    expect((await get(id)).panoramaName).toBe('Pond two')
  })

  test('is deleted unless a scene shows it, and its files go with it', async () => {
    const { panoramaId, vrId } = await aTour(farm.build, { tenantId: farm.t, areaId: farm.north.id })
    const remove = (id: number) => farm.admin.call(panoramaCalls.remove, { params: { t: farm.t, id } })
    expect((await get(panoramaId)).scenes).toBe(2)
    expect(outcome(await remove(panoramaId))).toEqual([409, 'error.panorama.used'])
    await farm.owner.query('delete from furrow.panorama_vr where id = $1', [vrId])
    expect((await remove(panoramaId)).body).toBe(1)
    const { rowCount } = await farm.owner.query("select from furrow.file_use where holder = 'panorama' and holder_id = $1", [panoramaId])
    expect([rowCount, (await remove(panoramaId)).status]).toEqual([0, 404])
  })

  test('is registered by its own tenant only, and from nothing else', async () => {
    const { picture_id: theirs } = await aPanorama(farm.build, farm.elsewhere.id)
    for (const panoramaImages of [
      `/wfpf/v1/${farm.elsewhere.id}/panorama-picture/${theirs}`,
      `/wfpf/v1/${farm.t}/panorama-picture/${theirs}`,
      'https://example.org/a.jpg',
    ]) {
      const body = { panoramaName: 'Theirs', panoramaImages, panoramaPreview: '', panoramaThumb: '' }
      const refused = await farm.admin.call(panoramaCalls.add, { params: { t: farm.t }, body })
      expect([...outcome(refused), Object.keys(refused.body.fields ?? {})]).toEqual([422, 'error.record.unknown', ['panoramaImages']])
    }
  })

  test('is seen by who has the list, and by who sees a tour that shows it', async () => {
    const north = await farm.enter([VR_READ], { areaIds: [farm.north.id] })
    const south = await farm.enter([VR_READ], { areaIds: [farm.south.id] })
    const { vrId } = await aTour(farm.build, { tenantId: farm.t, areaId: farm.north.id, scenes: 0 })
    const read = async (by: Client) => (await tileOf('front', 0, 0, 0, by)).status
    expect(await read(north)).toBe(404)
    await farm.admin.call(panoramaScenesCalls.add, {
      params: { t: farm.t },
      body: { scenesName: 'Pond', panoramaId: made.panoramaId, vrId },
    })
    const listed = await farm.enter([PANORAMA_READ], { areaIds: [farm.south.id] })
    expect(await Promise.all([north, south, listed, farm.viewer, farm.rival].map(read))).toEqual([200, 404, 200, 403, 404])
  })
})

describe('an upload', () => {
  test.each([
    ['square', () => jpegOf(900, 900), 422, 'error.panorama.notTwoToOne'],
    ['a little too high', () => jpegOf(1000, 520), 422, 'error.panorama.notTwoToOne'],
    ['too small', () => jpegOf(1000, 500, { bytes: 7 * MB - 1 }), 422, 'error.file.panoramaTooSmall'],
    ['too large', () => jpegOf(1000, 500, { bytes: 9 * MB + 1 }), 413, 'error.file.panoramaTooBig'],
    ['no picture', async () => Buffer.alloc(8 * MB, 'a'), 415, 'error.file.notImage'],
    [
      'a drawing',
      async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(8 * MB)}</svg>`),
      415,
      'error.file.notImage',
    ],
    ['a bomb of 400 megapixels', async () => bomb(30_000, 15_000), 422, 'error.file.tooManyPixels'],
  ])('that is %s is refused, and nothing of it stays', async (_, bytes, status, code) => {
    const before = await files()
    const refused = await upload(farm.admin, farm.t, await bytes())
    expect(outcome(refused)).toEqual([status, code])
    expect(await files()).toBe(before)
    expect(await incoming()).toEqual([])
  })

  test('that is not twice as wide as high is told how wide and high it is', async () => {
    const { body } = await upload(farm.admin, farm.t, await jpegOf(900, 800))
    expect(body.message).toMatch(/900.*800/)
  })

  test('within a hundredth of 2:1 is taken', async () => {
    expect((await upload(farm.admin, farm.t, await jpegOf(1000, 496))).status).toBe(200)
  })

  test('that says it is 4 GB ends as soon as it is too large', async () => {
    const status = await claiming(4 * 1024 * MB, await jpegOf(1000, 500, { bytes: 10 * MB }))
    expect(status).toBe(413)
    expect(await incoming()).toEqual([])
  })

  test('needs the code of its own', async () => {
    const readOnly = await farm.enter([PANORAMA_READ])
    expect((await upload(readOnly, farm.t, await jpegOf(1000, 500))).status).toBe(403)
    const editor = await farm.enter([PANORAMA_EDIT])
    expect((await upload(editor, farm.t, await jpegOf(1000, 500))).status).toBe(200)
  })

  test('of a picture that is cut off is told so, and may be made again', async () => {
    const whole = await sharp({
      create: { width: 4000, height: 2000, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
    })
      .jpeg({ quality: 100 })
      .toBuffer()
    const { panoramaId } = await register(whole.subarray(0, 7 * MB + 1000), 'Cut off')
    const failed = await vi.waitFor(async () => {
      const panorama = await get(panoramaId)
      expect(panorama.state).toBe('failed')
      return panorama
    }, MAKING)
    expect(failed).toMatchObject({ why: expect.stringMatching(/./), levels: [] })
    expect((await farm.admin.call(panoramaCalls.again, { params: { t: farm.t, id: panoramaId } })).body.state).toBe('making')
  })

  test('that nobody registers is swept with its cube, a day later', async () => {
    const { body } = await upload(farm.admin, farm.t, await coloured(1024))
    const { pictureId } = parsePanoramaImages(body.panoramaImages)!
    const standing = async () =>
      (await farm.owner.query('select state, pack_id from furrow.panorama_picture where id = $1', [pictureId])).rows[0]
    const pack = await vi.waitFor(async () => {
      expect(await standing()).toMatchObject({ state: 'ready' })
      return (await standing()).pack_id as string
    }, MAKING)
    const sweep = (at: number) =>
      fileSweep({ db: farm.services.serviceDb, storage: diskStorage(join(dataDir, 'files', 'kept')), clock: () => at, log: silentLog })()
    const left = async () => (await farm.owner.query('select id from furrow.file where id = any($1)', [[pictureId, pack]])).rows.length
    await sweep(Date.now())
    expect(await left()).toBe(2)
    await sweep(Date.now() + DAY + 60_000)
    expect([await left(), await standing()]).toEqual([0, undefined])
    const kept = (await readdir(join(dataDir, 'files', 'kept'), { recursive: true })).map((path) => path.split('/').at(-1))
    expect(kept).not.toContain(pictureId)
    expect(kept).not.toContain(pack)
    // What is registered stays, original and cube.
    expect((await tileOf('front')).status).toBe(200)
    expect((await farm.admin.raw('GET', made.fileUrl)).status).toBe(200)
  })
})

/** The head of a PNG that says it is so large; its pixels are never looked at. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const bytes = Buffer.concat([Buffer.from(name, 'latin1'), body])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(bytes))
    return Buffer.concat([length, bytes, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    Buffer.alloc(7 * MB),
  ])
}
/** Sends a body that says it is longer than it is, and answers the status that comes before its end. */
function claiming(bytes: number, given: Buffer): Promise<number> {
  const edge = 'edge'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  return new Promise((found, failed) => {
    const asked = request(`${farm.url}/wfpf/v1/${farm.t}/panorama/multipart`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${farm.admin.token}`,
        'content-type': `multipart/form-data; boundary=${edge}`,
        'content-length': bytes,
      },
    })
    asked.on('response', (answer) => {
      answer.resume()
      found(answer.statusCode!)
      asked.destroy()
    })
    asked.on('error', failed)
    asked.write(head)
    asked.write(given)
  })
}

test('a tour may have a panorama as its cover', async () => {
  expect((await addTour(farm.admin, farm.t, [farm.north.id], viewUrlOf(made.panoramaImages, 'cover'))).status).toBe(200)
})
