import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { banner } from '#contract/home/banner'
import { fileCalls, parseFileUrl } from '#contract/media/files'
import { type Picture, pictureCalls } from '#contract/media/picture'
import { MOST_LEVELS, pictureFolder } from '#contract/media/pictureFolder'
import { article } from '#contract/news/article'
import { fileSweep } from '#server/ground/files/sweep'
import { fresh } from '../crud/places.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { noise, uploaded } from '../farm/aSeed.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const here = (rest: object = {}) => ({ params: { t: farm.t }, ...rest }) as never
const at = (id: number, rest: object = {}) => ({ params: { t: farm.t, id }, ...rest }) as never
const aFolder = async (parentId: number | null = null) =>
  (await farm.admin.call(pictureFolder.calls.create, here({ body: { folderName: fresh('Folder'), parentId } }))).body
async function aPicture(given: object = {}): Promise<Picture> {
  const fileUrl = await uploaded(farm.admin, farm.t, await noise(40, 30))
  return (await farm.admin.call(pictureCalls.add, here({ body: { pictureName: fresh('Pond'), fileUrl, ...given } }))).body
}
const move = async (folderId: number, parentId: number | null) => {
  const { body } = await farm.admin.call(pictureFolder.calls.get, at(folderId))
  return farm.admin.call(pictureFolder.calls.update, here({ body: { ...body, parentId } }))
}
const counts = async (folderId: number) => {
  const { pictures, allPictures } = (await farm.admin.call(pictureFolder.calls.get, at(folderId))).body
  return [pictures, allPictures]
}
const found = async (query: object) =>
  (await farm.admin.call(pictureCalls.page, here({ query: { page: 1, size: 0, ...query } }))).body.content.map(({ pictureId }) => pictureId)

describe('folders', () => {
  test('count what is in them and in those under them', async () => {
    const top = await aFolder()
    const under = await aFolder(top.folderId)
    await aPicture({ folderId: top.folderId })
    await aPicture({ folderId: under.folderId })
    await aPicture({ folderId: under.folderId })
    expect([await counts(top.folderId), await counts(under.folderId)]).toEqual([
      [1, 3],
      [2, 2],
    ])
  })

  test('do not come to stand in themselves, nor deeper than a few levels', async () => {
    const levels = [await aFolder()]
    for (let level = 1; level < MOST_LEVELS; level++) levels.push(await aFolder(levels.at(-1)!.folderId))
    const [top, last] = [levels[0]!.folderId, levels.at(-1)!.folderId]
    expect((await move(top, last)).body).toMatchObject({ code: 'error.picture.circle', fields: { parentId: expect.any(String) } })
    expect((await move(top, top)).body).toMatchObject({ code: 'error.picture.circle' })
    const other = await aFolder()
    expect((await move(top, other.folderId)).body).toMatchObject({ code: 'error.picture.deep' })
    expect(
      (await farm.admin.call(pictureFolder.calls.create, here({ body: { folderName: 'Deeper', parentId: last } }))).body,
    ).toMatchObject({ code: 'error.picture.deep' })
  })

  test('of two moves at once that would close a ring together, one is refused', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const [one, other] = [await aFolder(), await aFolder()]
      const both = await Promise.all([move(one.folderId, other.folderId), move(other.folderId, one.folderId)])
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
    }
  })

  test('that hold a picture or a folder are not deleted', async () => {
    const top = await aFolder()
    const under = await aFolder(top.folderId)
    const picture = await aPicture({ folderId: under.folderId })
    const remove = (id: number) => farm.admin.call(pictureFolder.calls.remove, at(id, { query: {} }))
    expect((await remove(top.folderId)).body).toMatchObject({ code: 'error.record.used' })
    expect((await remove(under.folderId)).body).toMatchObject({ code: 'error.record.used' })
    await farm.admin.call(pictureCalls.many, here({ body: { pictureIds: [picture.pictureId], folderId: null } }))
    expect((await remove(under.folderId)).body).toBe(1)
    expect((await remove(top.folderId)).body).toBe(1)
  })
})

describe('pictures', () => {
  test('are found by name, by tag and by folder', async () => {
    const folder = await aFolder()
    const one = await aPicture({ pictureName: 'Lotus pond 100%', tags: ['水塘', 'wet'], folderId: folder.folderId })
    const other = await aPicture({ pictureName: 'Lotus field', tags: ['dry'] })
    expect(await found({ search: 'lotus' })).toEqual([other.pictureId, one.pictureId])
    expect(await found({ search: '100%' })).toEqual([one.pictureId])
    expect(await found({ search: '水' })).toEqual([one.pictureId])
    expect(await found({ tag: 'dry' })).toEqual([other.pictureId])
    expect(await found({ tag: 'dr' })).toEqual([])
    expect(await found({ folderId: folder.folderId })).toEqual([one.pictureId])
    expect(await found({ folderId: 0 })).toContain(other.pictureId)
    expect(await found({ folderId: 0 })).not.toContain(one.pictureId)
    const { body: tags } = await farm.admin.call(pictureCalls.tags, here())
    expect(tags).toContainEqual({ tag: '水塘', pictures: 1 })
  })

  test('say how large they are and who brought them', async () => {
    const picture = await aPicture()
    expect(picture).toMatchObject({ width: 40, height: 30, contentType: 'image/png', uses: 0, objectVersionNumber: 1 })
    expect(picture.bytes).toBeGreaterThan(100)
    expect(picture.madeBy).not.toBeNull()
  })

  test('are moved and tagged together, all or none', async () => {
    const folder = await aFolder()
    const [one, other] = [await aPicture({ tags: ['old'] }), await aPicture({ tags: ['old', 'kept'] })]
    const pictureIds = [one.pictureId, other.pictureId]
    const many = (body: object) => farm.admin.call(pictureCalls.many, here({ body: { pictureIds, ...body } }))
    expect((await many({ folderId: folder.folderId, addTags: ['new', 'new'], dropTags: ['old'] })).body).toBe(2)
    const read = async () => Promise.all(pictureIds.map(async (id) => (await farm.admin.call(pictureCalls.get, at(id))).body))
    expect((await read()).map(({ tags, folderId }) => [tags, folderId])).toEqual([
      [['new'], folder.folderId],
      [['kept', 'new'], folder.folderId],
    ])
    const before = await read()
    const lost = await farm.admin.call(pictureCalls.many, here({ body: { pictureIds: [...pictureIds, 999_999], addTags: ['lost'] } }))
    expect(lost.status).toBe(404)
    const tooMany = await many({ addTags: Array.from({ length: 20 }, (_, nth) => `t${nth}`) })
    expect(tooMany.body).toMatchObject({ failed: true, fields: { addTags: expect.any(String) } })
    expect(await read()).toEqual(before)
  })

  test('are refused where they are no pictures of this enterprise', async () => {
    const file = new File(['a note'], 'note.txt')
    const { body: note } = await farm.admin.call(fileCalls.upload, here({ body: { kind: 'file', file } }))
    for (const fileUrl of [note.fileUrl, 'https://example.org/a.jpg', '/hfle/v1/1/files/none/content'])
      expect((await farm.admin.call(pictureCalls.add, here({ body: { pictureName: 'A', fileUrl } }))).body).toMatchObject({
        failed: true,
        fields: { fileUrl: expect.any(String) },
      })
    const long = await farm.admin.call(pictureCalls.add, here({ body: { pictureName: 'x'.repeat(100_000), fileUrl: note.fileUrl } }))
    expect(long.status).toBe(400)
  })

  test('a picture that is sent twice at once is there once', async () => {
    const fileUrl = await uploaded(farm.admin, farm.t, await noise(20, 20))
    const add = () => farm.admin.call(pictureCalls.add, here({ body: { pictureName: 'Twice', fileUrl } }))
    const [one, other] = await Promise.all([add(), add()])
    expect(one.body.pictureId).toBe(other.body.pictureId)
  })
})

describe('what shows a picture', () => {
  const inBanner = async (fileUrl: string) =>
    (await farm.admin.call(banner.calls.create, here({ body: { title: fresh('Harvest'), imageAddress: fileUrl } }))).body
  const uses = async (id: number, client = farm.admin) => (await client.call(pictureCalls.uses, at(id))).body

  test('is told with its page, and keeps the picture from being deleted until it shows another', async () => {
    const picture = await aPicture()
    const shown = await inBanner(picture.fileUrl)
    const written = (
      await farm.admin.call(
        article.calls.create,
        here({ body: { title: fresh('Rain'), content: `<p><img src="${picture.fileUrl}"></p>` } }),
      )
    ).body
    expect(await uses(picture.pictureId)).toEqual({
      total: 2,
      uses: [
        { kind: '轮播图', title: shown.title, path: `/system/bannerManger?open=${shown.bannerId}` },
        { kind: '文章', title: written.title, path: `/system/article?open=${written.consultId}` },
      ],
    })
    const remove = () => farm.admin.call(pictureCalls.remove, at(picture.pictureId, { query: {} }))
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'error.picture.used' } })
    await farm.admin.call(banner.calls.remove, at(shown.bannerId, { query: {} }))
    await farm.admin.call(article.calls.remove, at(written.consultId, { query: {} }))
    // The trash may bring the article back, with its picture.
    expect((await uses(picture.pictureId)).total).toBe(1)
    expect((await remove()).body).toMatchObject({ code: 'error.picture.used' })
    await farm.admin.call(article.actions.forget, at(written.consultId))
    expect((await remove()).body).toBe(1)
  })

  test('has no title and no page for who may not read it', async () => {
    const picture = await aPicture()
    await inBanner(picture.fileUrl)
    const librarian = await farm.enter(['wfpf.company.config.media.picture'])
    expect(await uses(picture.pictureId, librarian)).toEqual({ total: 1, uses: [{ kind: '轮播图', title: null, path: null }] })
  })

  test('begins to show it while it is deleted: either is refused, or the picture stays with it', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const picture = await aPicture()
      const [shown, removed] = await Promise.all([
        farm.admin.call(banner.calls.create, here({ body: { title: fresh('Harvest'), imageAddress: picture.fileUrl } })),
        farm.admin.call(pictureCalls.remove, at(picture.pictureId, { query: {} })),
      ])
      expect([200, 409]).toContain(removed.status)
      expect(shown.status).toBe(200)
      const { id } = parseFileUrl(picture.fileUrl)!
      const sweep = fileSweep({
        db: farm.services.serviceDb,
        storage: { put: async () => undefined, remove: async () => undefined, open: async () => Promise.reject(new Error('unread')) },
        clock: () => Date.now() + 10 * 86_400_000,
        log: farm.services.log,
      })
      await sweep()
      expect((await farm.owner.query('select from furrow.file where id = $1', [id])).rowCount).toBe(1)
    }
  })
})
