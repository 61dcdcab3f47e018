import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeCalls } from '#contract/home/home'
import { fileCalls, parseFileUrl } from '#contract/media/files'
import { type PromoVideo, promoVideoCalls } from '#contract/media/promoVideo'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { noise } from '../farm/aSeed.ts'
import { aFilm } from './aFilm.ts'

let farm: Farm
let film: Buffer<ArrayBuffer>
beforeAll(async () => {
  farm = await startFarm()
  film = await aFilm(4)
})
afterAll(() => farm?.close())

const here = (rest: object = {}) => ({ params: { t: farm.t }, ...rest }) as never
const send = (bytes: BlobPart, name = 'harvest.mp4') =>
  farm.admin.call(promoVideoCalls.upload, here({ body: { file: new File([bytes], name) } }))
const sent = async (): Promise<PromoVideo> => (await send(film)).body
const list = async () => (await farm.admin.call(promoVideoCalls.list, here())).body
const onHome = async () => (await farm.admin.call(homeCalls.portal, here())).body.videos.map(({ videoId }) => videoId)
const show = ({ videoId, title, objectVersionNumber }: PromoVideo, enabledFlag: 0 | 1) =>
  farm.admin.call(promoVideoCalls.edit, here({ body: { videoId, title, objectVersionNumber, enabledFlag } }))

describe('a film that is uploaded', () => {
  test.each(['mp4', 'webm'] as const)('as %s is kept with its length and a picture of it', async (kind) => {
    const { status, body } = await send(await aFilm(4, kind), `荔枝丰收.${kind}`)
    expect({ status, code: (body as { code?: string }).code, ...body }).toMatchObject({
      status: 200,
      code: undefined,
      title: '荔枝丰收',
      seconds: 4,
      contentType: `video/${kind}`,
      enabledFlag: 0,
    })
    const answer = await farm.admin.raw('GET', body.posterUrl!)
    const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 160, height: 90 })
    const { id } = parseFileUrl(body.fileUrl)!
    const { body: link } = await farm.admin.call(fileCalls.link, { params: { t: farm.t, uuid: id } })
    const part = (range: string, more = {}) => farm.anonymous.raw('GET', link.url, { headers: { range, ...more } })
    expect((await part('bytes=0-99')).status).toBe(206)
    expect((await part('bytes=99999999-')).status).toBe(416)
    expect((await part('bytes=0-99', { 'if-range': '"another"' })).status).toBe(200)
  })

  test('is refused where it is none, whatever it is called', async () => {
    const picture = await (await noise(30, 30)).arrayBuffer()
    expect((await send(picture, 'picture.mp4')).body).toMatchObject({ code: 'error.file.notVideo' })
    expect((await send('a note', 'note.webm')).body).toMatchObject({ code: 'error.file.notVideo' })
    const { body } = await farm.admin.call(fileCalls.upload, here({ body: { kind: 'image', file: new File([film], 'film.jpg') } }))
    expect(body).toMatchObject({ code: 'error.file.notImage' })
  })

  test('is refused where it lasts too long, also where its header lies', async () => {
    const long = await aFilm(75)
    expect((await send(long)).body).toMatchObject({ code: 'error.file.videoTooLong' })
    // The header of the whole says ten seconds, its pictures last 75.
    const at = long.indexOf('mvhd')
    const lying = Buffer.from(long)
    lying.writeUInt32BE(lying.readUInt32BE(at + 16) * 10, at + 20)
    expect((await send(lying)).body).toMatchObject({ code: 'error.file.videoTooLong' })
  })

  test('is refused where it is broken, and leaves nothing behind', async () => {
    const before = await list()
    const files = async () => (await farm.owner.query('select from furrow.file where tenant_id = $1', [farm.t])).rowCount
    const kept = await files()
    const broken = [film.subarray(0, film.length / 2), Buffer.concat([film.subarray(0, 40), Buffer.alloc(2000)])]
    for (const bytes of broken) expect((await send(bytes)).body).toMatchObject({ code: 'error.file.unreadable' })
    expect([await list(), await files()]).toEqual([before, kept])
    expect(await readdir(join(farm.services.config.dataDir, 'files', 'incoming'))).toEqual([])
  })
})

describe('/home', () => {
  test('shows those that are enabled, in their order, and not those that were deleted', async () => {
    const [one, other] = [await sent(), await sent()]
    expect(await onHome()).toEqual([])
    for (const video of [one, other]) await show(video, 1)
    expect(await onHome()).toEqual([one.videoId, other.videoId])
    const rest = (await list()).map(({ videoId }) => videoId).filter((id) => id !== one.videoId)
    expect((await farm.admin.call(promoVideoCalls.order, here({ body: { videoIds: rest } }))).status).toBe(409)
    await farm.admin.call(promoVideoCalls.order, here({ body: { videoIds: [...rest, one.videoId] } }))
    expect(await onHome()).toEqual([other.videoId, one.videoId])
    await farm.admin.call(promoVideoCalls.remove, { params: { t: farm.t, id: other.videoId }, query: {} } as never)
    expect(await onHome()).toEqual([one.videoId])
  })

  test('of two who show or hide one at once, one is told that it is stale', async () => {
    const video = await sent()
    const both = await Promise.all([show(video, 1), show(video, 0)])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })
})
