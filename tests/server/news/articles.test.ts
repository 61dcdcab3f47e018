import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { article, TRASH_DAYS, VERSIONS_KEPT } from '#contract/news/article'
import { articleCategory } from '#contract/news/category'
import { consultCalls } from '#contract/news/consult'
import { newsJob } from '#server/news/trash'
import { fresh } from '../crud/places.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { noise, uploaded } from '../farm/aSeed.ts'
import type { Client } from '../harness.ts'

const DAY = 86_400_000
let farm: Farm
let admin: Client
let shift = 0
const now = () => Date.now() + shift
beforeAll(async () => {
  farm = await startFarm({ clock: now })
  admin = farm.admin
  await admin.call(tenantSettingCalls.setConsult, { params: { t: farm.t }, body: { consultFlag: 1 } })
})
afterAll(() => farm?.close())

/** Time passes; whoever signed in long ago does so again. */
async function pass(ms: number) {
  shift += ms
  admin = await farm.enter(['*'])
}

type Given = Record<string, unknown>
const at = (id: number) => ({ params: { t: farm.t, id } })
const make = (given: Given = {}) =>
  admin.call(article.calls.create, { params: { t: farm.t }, body: { title: fresh('Article'), ...given } as never })
const made = async (given: Given = {}) => (await make(given)).body.consultId
const one = async (id: number) => (await admin.call(article.calls.get, at(id))).body
const change = async (id: number, given: Given) =>
  admin.call(article.calls.update, { params: { t: farm.t }, body: { ...(await one(id)), ...given } as never })
const remove = (id: number) => admin.call(article.calls.remove, { ...at(id), query: {} })
const seen = async (id: number) => (await farm.anonymous.call(consultCalls.get, { params: { id } })).status
const titles = async (query: Given) =>
  (await farm.anonymous.call(consultCalls.page, { params: { t: farm.t }, query: { size: 0, ...query } as never })).body.content.map(
    ({ title }) => title,
  )
const aCategory = async (given: Given = {}) =>
  (await admin.call(articleCategory.calls.create, { params: { t: farm.t }, body: { categoryName: fresh('Ponds'), ...given } as never }))
    .body.categoryId
const usedBy = async (holder: string) =>
  (await farm.owner.query<{ file_id: string }>('select file_id from furrow.file_use where holder = $1', [holder])).rows.map(
    ({ file_id }) => file_id,
  )

describe('the places where an article stands out', () => {
  test('are a set: a list is narrowed by one of them, and says which', async () => {
    const label = fresh('Marks')
    const id = await made({ title: label, valueTypes: [3, 1] })
    expect((await one(id)).valueTypes).toEqual([1, 3])
    for (const [valueType, there] of [
      [1, true],
      [2, false],
      [3, true],
    ] as const) {
      const { body } = await farm.anonymous.call(consultCalls.page, { params: { t: farm.t }, query: { valueType, size: 0 } })
      const found = body.content.find(({ title }) => title === label)
      expect(found && [found.valueType, found.valueTypes]).toEqual(there ? [valueType, [1, 3]] : undefined)
    }
    expect(await titles({})).toContain(label)
  })

  test('are what `valueType` says where nobody says the set, as the documents have it', async () => {
    const { body } = await make({ valueType: 2 })
    expect([body.valueType, body.valueTypes]).toEqual([2, [2]])
    const none = await change(body.consultId, { valueTypes: [] })
    expect([none.body.valueType, none.body.valueTypes]).toEqual([null, []])
    expect((await make({ valueTypes: [1, 1] })).status).toBe(400)
    expect((await make({ valueTypes: [4] })).status).toBe(400)
  })

  test('narrow the list of those who manage them too', async () => {
    const id = await made({ valueTypes: [2] })
    const ask = async (valueTypes: number) =>
      (await admin.call(article.calls.page, { params: { t: farm.t }, query: { valueTypes, size: 0 } as never })).body.content.map(
        ({ consultId }) => consultId,
      )
    expect([(await ask(2)).includes(id), (await ask(3)).includes(id)]).toEqual([true, false])
  })
})

describe('the times of an article', () => {
  test('decide by the clock, without anything that runs: before, within, after', async () => {
    const begun = now()
    const id = await made({ publishedFrom: begun + DAY, publishedUntil: begun + 2 * DAY })
    const stateOf = async () => [await seen(id), (await one(id)).publication]
    expect(await stateOf()).toEqual([404, 'planned'])
    await pass(DAY)
    expect(await stateOf()).toEqual([200, 'shown'])
    const { body } = await admin.call(article.calls.page, { params: { t: farm.t }, query: { publication: 'shown', size: 0 } })
    expect(body.content.map(({ consultId }) => consultId)).toContain(id)
    await pass(DAY)
    expect(await stateOf()).toEqual([404, 'over'])
  })

  test('are the same on the home page of who writes the news: what is planned stands there for nobody', async () => {
    const id = await made({ title: 'Not yet', publishedFrom: now() + DAY })
    const ids = async (query: object) =>
      (await admin.call(consultCalls.page, { params: { t: farm.t }, query: { size: 0, ...query } })).body.content.map(
        ({ consultId }) => consultId,
      )
    expect([(await ids({})).includes(id), (await ids({ enabledFlag: 1 })).includes(id)]).toEqual([true, false])
  })

  test('end after they begin', async () => {
    const answer = await make({ publishedFrom: 2000, publishedUntil: 2000 })
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ fields: { publishedUntil: expect.any(String) } })])
  })

  test('are its day in the news: what is planned comes out as new', async () => {
    const planned = now() + DAY
    expect((await make({ publishedFrom: planned })).body.uploadDate).toBe(planned)
    expect((await make()).body.uploadDate).toBeLessThanOrEqual(now())
  })
})

describe('a text', () => {
  test.each([
    ['of another site', '<img src="https://spy.example/a.png">'],
    ['of another site without its scheme', '<p><img src="//spy.example/a.png"></p>'],
    ['of another site behind a line break', '<img src="ht\ntps://spy.example/a.png">'],
    ['of another site in a set', '<img src="/home/a.svg" srcset="https://spy.example/a.png 2x">'],
    ['inside the text itself', '<img src="data:image/svg+xml;base64,PHN2Zz4=">'],
    ['of a film', '<video poster="https://spy.example/a.png"></video>'],
  ])('with a picture %s is refused beside it', async (_, content) => {
    const answer = await make({ content })
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ fields: { content: expect.any(String) } })])
  })

  test.each([
    ['a script', '<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['a drawing with a script', '<p>a</p><svg><script>alert(1)</script></svg>', '<p>a</p>'],
    ['an expression of a style', '<p style="width: expression(alert(1)); text-align: center">a</p>', '<p style="text-align:center">a</p>'],
    ['a link that runs', '<p><a href="java\tscript:alert(1)">a</a></p>', '<p><a>a</a></p>'],
    ['a picture of nowhere', '<p>a<img src="x" onerror="alert(1)"></p>', '<p>a</p>'],
  ])('loses %s', async (_, content, clean) => {
    expect((await make({ content })).body.content).toBe(clean)
  })

  test('has pictures of its own tenant alone, at addresses that need no sign-in once it is published', async () => {
    const [cover, inside] = [await uploaded(admin, farm.t, await noise(400, 300)), await uploaded(admin, farm.t, await noise(400, 300))]
    const id = await made({ coverPicture: cover, content: `<p><img src="${inside}"></p>` })
    const { body } = await farm.anonymous.call(consultCalls.get, { params: { id } })
    expect(body.content).toContain(`src="/wfpf/v1/public/${farm.t}/consult/${id}/picture/`)
    for (const address of [body.coverPicture!, /src="([^"]+)"/.exec(body.content)![1]!.replaceAll('&amp;', '&')])
      expect((await farm.anonymous.raw('GET', address)).status).toBe(200)
    expect((await one(id)).content).toContain(inside)
    const theirs = await uploaded(await farm.enter(['*'], { tenantId: farm.elsewhere.id }), farm.elsewhere.id, await noise(10, 10))
    expect((await make({ content: `<img src="${theirs}">` })).status).toBe(422)
  })

  test('is not in the list, which may be long', async () => {
    await made({ title: 'Listed', content: '<p>Long</p>' })
    const { body } = await admin.call(article.calls.page, { params: { t: farm.t }, query: { search: 'Listed' } })
    expect(body.content).toMatchObject([{ title: 'Listed', content: '' }])
  })
})

describe('a version', () => {
  const versions = async (id: number) => (await admin.call(article.actions.versions, at(id))).body
  const restore = async (id: number, version: number) =>
    admin.call(article.actions.restoreVersion, {
      params: { t: farm.t, id, version },
      body: { objectVersionNumber: (await one(id)).objectVersionNumber },
    })

  test('is kept at each save, with who replaced it, and can be made the newest again', async () => {
    const picture = await uploaded(admin, farm.t, await noise(20, 20))
    const id = await made({ title: 'First', content: `<p>One</p><img src="${picture}">`, valueTypes: [2] })
    expect(await versions(id)).toEqual([])
    await change(id, { title: 'Second', content: '<p>Two</p>', valueTypes: [] })
    expect(await versions(id)).toMatchObject([{ version: 1, title: 'First', replacedBy: expect.any(String) }])
    expect(await usedBy('consult_version')).toContain(/files\/([^/]+)/.exec(picture)![1])
    const { body: said } = await admin.call(article.actions.version, { params: { t: farm.t, id, version: 1 } })
    expect(said.content).toContain('One')
    expect((await restore(id, 1)).status).toBe(200)
    expect(await one(id)).toMatchObject({ title: 'First', valueTypes: [2], objectVersionNumber: 3 })
    expect((await versions(id)).map(({ title }) => title)).toEqual(['Second', 'First'])
  })

  test('is not restored over what somebody else has saved meanwhile', async () => {
    const id = await made()
    await change(id, { title: 'New' })
    const stale = await admin.call(article.actions.restoreVersion, {
      params: { t: farm.t, id, version: 1 },
      body: { objectVersionNumber: 1 },
    })
    expect(stale.status).toBe(409)
    expect((await restore(id, 99)).status).toBe(404)
  })

  test('goes when there are newer ones enough', async () => {
    const id = await made()
    for (let nth = 0; nth < VERSIONS_KEPT + 3; nth++) await change(id, { title: `Title ${nth}` })
    const kept = await versions(id)
    expect([kept.length, kept[0]!.version, kept.at(-1)!.version]).toEqual([VERSIONS_KEPT, VERSIONS_KEPT + 3, 4])
  })

  test('whose category is gone comes back without it', async () => {
    const categoryId = await aCategory()
    const id = await made({ categoryId })
    await change(id, { categoryId: null })
    await admin.call(articleCategory.calls.remove, { ...at(categoryId), query: {} })
    expect((await restore(id, 1)).status).toBe(200)
    expect((await one(id)).categoryId).toBeNull()
  })
})

describe('a deleted article', () => {
  const trash = async () => (await admin.call(article.actions.trash, { params: { t: farm.t }, query: { size: 0 } })).body.content
  const there = async (id: number) => (await trash()).some(({ consultId }) => consultId === id)

  test('is nowhere but in the trash, and comes back as it was, switched off, with what it was read', async () => {
    const picture = await uploaded(admin, farm.t, await noise(20, 20))
    const id = await made({ title: 'Back', coverPicture: picture })
    await farm.owner.query('update furrow.consult set read_time = 41 where id = $1', [id])
    await change(id, { title: 'Back again' })
    expect((await remove(id)).status).toBe(200)
    expect([await seen(id), (await admin.call(article.calls.get, at(id))).status, await there(id)]).toEqual([404, 404, true])
    expect(await usedBy('consult_trash')).toContain(/files\/([^/]+)/.exec(picture)![1])
    expect((await admin.call(article.actions.restore, at(id))).body).toBe(id)
    expect(await one(id)).toMatchObject({ title: 'Back again', readTime: 41, enabledFlag: 0, coverPicture: picture })
    expect(await there(id)).toBe(false)
    expect(await usedBy('consult_trash')).not.toContain(/files\/([^/]+)/.exec(picture)![1])
    // Its versions are there, and it goes on being changed.
    expect((await change(id, { enabledFlag: 1 })).status).toBe(200)
    expect((await admin.call(article.actions.versions, at(id))).body).toHaveLength(2)
  })

  test('goes for good when somebody says so, with its versions and what they used', async () => {
    const id = await made({ coverPicture: await uploaded(admin, farm.t, await noise(20, 20)) })
    await change(id, { coverPicture: null })
    await remove(id)
    expect((await admin.call(article.actions.forget, at(id))).body).toBe(1)
    expect((await admin.call(article.actions.restore, at(id))).status).toBe(404)
    const { rows } = await farm.owner.query('select from furrow.consult_version where consult_id = $1', [id])
    expect(rows).toEqual([])
  })

  test('goes by itself after its days, and is not brought back after them', async () => {
    const [old, young] = [await made(), await made()]
    await remove(old)
    await pass((TRASH_DAYS - 1) * DAY)
    await remove(young)
    await pass(DAY)
    expect([await there(old), await there(young)]).toEqual([false, true])
    expect((await admin.call(article.actions.restore, at(old))).status).toBe(404)
    const job = newsJob(now)
    if (!('once' in job)) throw new Error('it is done in one transaction')
    await farm.services.serviceDb.transaction().execute((work) => job.once(work, {} as never, new AbortController().signal))
    const { rows } = await farm.owner.query<{ id: number }>('select id from furrow.consult_trash')
    const left = rows.map(({ id }) => Number(id))
    expect([left.includes(old), left.includes(young)]).toEqual([false, true])
  })
})

describe('a category', () => {
  test('that an article names stays; one that none names any more is deleted', async () => {
    const categoryId = await aCategory()
    const id = await made({ categoryId })
    const ask = () => admin.call(articleCategory.calls.remove, { ...at(categoryId), query: {} })
    const used = await ask()
    expect([used.status, used.body]).toEqual([409, expect.objectContaining({ code: 'error.record.used' })])
    await change(id, { categoryId: null })
    expect((await ask()).status).toBe(200)
  })

  test('is the first enabled one where `defaultType` asks for it and none is named', async () => {
    const [off, first, second] = [await aCategory({ sort: 0, enabledFlag: 0 }), await aCategory({ sort: 0 }), await aCategory({ sort: 1 })]
    const named = async (categoryId: number) => {
      const title = fresh('Of a category')
      await made({ title, categoryId })
      return title
    }
    const [inOff, inFirst, inSecond] = [await named(off), await named(first), await named(second)]
    const byDefault = await titles({ defaultType: 1 })
    expect([inOff, inFirst, inSecond].map((title) => byDefault.includes(title))).toEqual([false, true, false])
    expect(await titles({ defaultType: 1, categoryId: second })).toEqual([inSecond])
    expect(await titles({ defaultType: 0 })).toEqual(expect.arrayContaining([inOff, inFirst, inSecond]))
  })
})

test('an article of 100,000 signs that begin tags is listed at once', async () => {
  for (const content of ['<'.repeat(100_000), '<a '.repeat(33_000), '&'.repeat(100_000), `<p>${'<i>'.repeat(30_000)}`])
    await farm.build.insert('consult', { tenant_id: farm.t, title: 'Hostile', content, upload_date: 1 })
  const started = performance.now()
  expect(await titles({})).toContain('Hostile')
  expect(performance.now() - started).toBeLessThan(1500)
})
