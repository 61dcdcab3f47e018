import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { parseFileUrl } from '#contract/media/files'
import { article } from '#contract/news/article'
import { articleCategory } from '#contract/news/category'
import { feedPath, INFORMATION_MAP, informationPath } from '#contract/news/informationPath'
import { NEWS_PICTURES, newsPictureOf, publicNewsCalls } from '#contract/news/publicNews'
import { BOXES } from '#server/news/information/pictures'
import { wordsOf } from '#server/ground/words'
import { fresh } from '../crud/places.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { noise, uploaded } from '../farm/aSeed.ts'
import type { Client } from '../harness.ts'

const BASE = 'https://farm.example'
const MINUTE = 60_000
const DAY = 86_400_000
let farm: Farm
let admin: Client
let cover: string
let shift = 0
const now = () => Date.now() + shift
async function pass(ms: number) {
  shift += ms
  admin = await farm.enter(['*'])
}
beforeAll(async () => {
  farm = await startFarm({ config: { publicUrl: BASE }, clock: now })
  admin = farm.admin
  cover = await uploaded(admin, farm.t, await noise(2000, 1500))
  await admin.call(tenantSettingCalls.setConsult, { params: { t: farm.t }, body: { consultFlag: 1 } })
})
afterAll(() => farm?.close())

type Given = Record<string, unknown>
const make = async (given: Given = {}) =>
  (await admin.call(article.calls.create, { params: { t: farm.t }, body: { title: fresh('Article'), ...given } as never })).body
const change = async (id: number, given: Given) => {
  const { body } = await admin.call(article.calls.get, { params: { t: farm.t, id } })
  return admin.call(article.calls.update, { params: { t: farm.t }, body: { ...body, ...given } as never })
}
const aCategory = async (categoryName: string, sort: number) =>
  (await admin.call(articleCategory.calls.create, { params: { t: farm.t }, body: { categoryName, sort } as never })).body.categoryId
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => farm.anonymous.raw(method, path, { headers })
const pageAt = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await ask(path, headers)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const listOf = (more: Partial<Parameters<typeof informationPath>[0]> = {}, headers: Record<string, string> = {}) =>
  pageAt(informationPath({ tenantId: farm.t, category: 0, size: 50, ...more }), headers)
const oneOf = (id: number, headers: Record<string, string> = {}) => pageAt(informationPath({ tenantId: farm.t, id }), headers)
const uuid = () => parseFileUrl(cover)!.id

describe('the page of news', () => {
  test('has the headlines, the latest and the most popular, each by its own mark (NEWS-01, -02)', async () => {
    await make({ title: 'Headline', valueTypes: [3], coverPicture: cover })
    await make({ title: 'Fresh', valueTypes: [2] })
    await make({ title: 'Popular', valueTypes: [1] })
    const { text } = await listOf()
    const part = (from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)))
    for (const [own, place, others] of [
      ['Headline', part('class="headlines"', '</section>'), ['Fresh', 'Popular']],
      ['Fresh', part('aria-labelledby="latest"', '</section>'), ['Headline', 'Popular']],
      ['Popular', part('aria-labelledby="hot"', '</section>'), ['Headline', 'Fresh']],
    ] as const) {
      expect(place).toContain(own)
      for (const other of others) expect(place).not.toContain(other)
    }
    expect(part('aria-labelledby="hot"', '</section>')).toMatch(/<span class="rank">1<\/span><a [^>]*data-article>Popular<\/a><time /)
  })

  test('opens the first category, and has a card for each of its articles (NEWS-03, -04)', async () => {
    const [second, first] = [await aCategory('Second', 2), await aCategory('First', 1)]
    await make({ title: 'In the first', categoryId: first, content: '<p>5 &lt; 6 <b>words</b></p>', label: 'Rice', coverPicture: cover })
    await make({ title: 'In the second', categoryId: second, articleSource: 'Station' })
    const { text } = await pageAt(informationPath({ tenantId: farm.t }))
    expect(text).toMatch(/aria-current="page">First<\/a>/)
    expect(text).toContain('In the first')
    expect(text).not.toContain('In the second')
    for (const said of ['<p>5 &lt; 6 words</p>', '<span class="label">Rice</span>', '来源：--', `/picture/${uuid()}?size=small`])
      expect(text).toContain(said)
    expect(text).toMatch(/<time datetime="[^"]+"><b>\d\d<\/b>\d{4}-\d\d<\/time>/)
    const other = await pageAt(informationPath({ tenantId: farm.t, category: second, lang: 'en-US' }))
    expect(other.text).toContain('Source: Station')
    expect(other.text).toContain('<html lang="en-US">')
    expect((await pageAt(informationPath({ tenantId: farm.t, category: 999_999 }))).text).toContain('In the first')
  })

  test('is paged, ten to a page unless another size of its own is asked for (NEWS-05)', async () => {
    const category = await aCategory('Many', 9)
    for (let nth = 1; nth <= 12; nth++) await make({ title: `Number ${nth}.`, categoryId: category, publishedFrom: nth * MINUTE })
    const cards = async (more: object) =>
      [...(await listOf({ category, size: 10, ...more })).text.matchAll(/Number (\d+)\./g)].map(([, nth]) => Number(nth))
    expect(await cards({})).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(await cards({ page: 2 })).toEqual([2, 1])
    expect(await cards({ page: 99 })).toEqual([2, 1])
    expect(await cards({ size: 20 })).toHaveLength(12)
    expect(await cards({ size: 0 })).toHaveLength(10)
    expect((await listOf({ category, size: 10 })).text).toContain('共 12 条')
  })

  test('is kept by whoever got it, who asks each time whether it still stands: an edit is seen at once', async () => {
    const { consultId } = await make({ title: 'Before' })
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await listOf({}, { 'accept-encoding': encoding })
      expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(first.headers.get('cache-control')).toBe('public, no-cache')
      const etag = first.headers.get('etag')!
      expect((await listOf({}, { 'accept-encoding': encoding, 'if-none-match': etag })).status).toBe(304)
      await change(consultId, { title: `Edited for ${encoding}` })
      const again = await listOf({}, { 'accept-encoding': encoding, 'if-none-match': etag })
      expect([again.status, again.text.includes(`Edited for ${encoding}`)]).toEqual([200, true])
    }
  })

  test('shows and withdraws by the clock, though nothing was written', async () => {
    const { consultId } = await make({ title: 'Planned', publishedFrom: now() + DAY, publishedUntil: now() + 2 * DAY })
    const seen = async () => [(await listOf()).text.includes('Planned'), (await oneOf(consultId)).status]
    expect(await seen()).toEqual([false, 404])
    await pass(DAY)
    expect(await seen()).toEqual([true, 200])
    await pass(DAY)
    expect(await seen()).toEqual([false, 404])
  })

  test('is on the wire under 120 kB without its pictures, though it is as full as it gets', async () => {
    for (let nth = 0; nth < 50; nth++)
      await make({
        title: `${'标题'.repeat(50)}${nth}`,
        content: `<p>${`正文${nth}`.repeat(200)}</p>`,
        valueTypes: [1, 2, 3],
        label: '标签'.repeat(20),
      })
    const page = await ask(informationPath({ tenantId: farm.t, category: 0, size: 50 }), { 'accept-encoding': 'br' })
    const script = await ask('/information/page.js', { 'accept-encoding': 'br' })
    const bytes = Number(page.headers.get('content-length')) + (await script.arrayBuffer()).byteLength
    expect(bytes).toBeLessThan(120_000)
  })

  test('says where it is found, in both languages, and has a share card and a feed', async () => {
    const { text } = await pageAt(informationPath({ tenantId: farm.t, lang: 'en-US' }))
    for (const said of [
      `<link rel="canonical" href="${BASE}/information?tenantId=${farm.t}&amp;lang=en-US">`,
      `hreflang="zh-CN" href="${BASE}/information?tenantId=${farm.t}&amp;lang=zh-CN"`,
      `<meta property="og:type" content="website">`,
      `<link rel="alternate" type="application/atom+xml"`,
    ])
      expect(text).toContain(said)
  })
})

describe('an article at its own address', () => {
  test('says all of it without scripts, with pictures that everybody may see and links that tell nobody (NEWS-06)', async () => {
    const categoryId = await aCategory('Water', 5)
    const content = `<h1>Head</h1><p>Words</p><img src="${cover}"><p><a href="https://elsewhere.example">there</a></p>`
    const { consultId: id } = await make({ title: 'Ponds & "water"', categoryId, content, coverPicture: cover })
    const { status, text, headers } = await oneOf(id)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*connect-src 'self';/)
    const picture = `/wfpf/v1/public/${farm.t}/consult/${id}/picture/${uuid()}`
    for (const said of [
      '<h1>Ponds &amp; &quot;water&quot;</h1>',
      '<p class="category">Water</p>',
      '<h2>Head</h2><p>Words</p>',
      `<img src="${picture}?size=large" loading="lazy" decoding="async" width="960" height="720" alt="" />`,
      'rel="nofollow noopener noreferrer"',
      '来源：--',
      '仅供参考',
      `<meta property="og:image" content="${BASE}${picture}?size=card">`,
      `<meta property="og:description" content="Head Words there">`,
    ])
      expect(text).toContain(said)
    expect(text).not.toMatch(/ style="| on\w+="|\/hfle\//)
    for (const size of NEWS_PICTURES) {
      const answer = await ask(newsPictureOf(farm.t, id, uuid(), size))
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'image/jpeg',
        'public, max-age=300',
      ])
      expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(BOXES[size].most)
    }
    await change(id, { enabledFlag: 0 })
    expect([(await oneOf(id)).status, (await ask(newsPictureOf(farm.t, id, uuid(), 'small'))).status]).toEqual([404, 404])
  })

  test('has pictures that are kept no longer than it is shown', async () => {
    const { consultId: id } = await make({ coverPicture: cover, publishedUntil: now() + MINUTE })
    const age = Number(
      /^public, max-age=(\d+)$/.exec((await ask(newsPictureOf(farm.t, id, uuid(), 'small'))).headers.get('cache-control')!)![1],
    )
    expect(age).toBeGreaterThan(30)
    expect(age).toBeLessThanOrEqual(60)
  })

  test('shows nothing of another tenant or another house, whatever wrote its row', async () => {
    const content = `<p>Old</p><img src="https://spy.example/a.png"><img src="/hfle/v1/${farm.elsewhere.id}/files/${uuid()}/content"><script>x()</script>`
    const { id } = await farm.build.insert('consult', {
      tenant_id: farm.t,
      title: 'Old',
      content,
      upload_date: 1,
      cover_picture: 'https://spy.example/b.png',
    })
    const { text } = await oneOf(id)
    expect(text).toContain('<div class="said"><p>Old</p></div>')
    expect(text).not.toContain('spy.example')
  })
})

describe('what is not there', () => {
  const said = (why: 'missing' | 'silent') =>
    (wordsOf('zh-CN', 'news')['page'] as unknown as Record<typeof why, { title: string }>)[why].title

  test('is said by a page; of an enterprise that publishes nothing, that it does not (TENANT-05)', async () => {
    const { consultId } = await make()
    for (const [path, why] of [
      [informationPath({ tenantId: 999_999_999 }), 'missing'],
      [informationPath({ tenantId: farm.t, id: 999_999_999 }), 'missing'],
      [informationPath({ tenantId: farm.elsewhere.id }), 'silent'],
      [informationPath({ tenantId: farm.elsewhere.id, id: consultId }), 'silent'],
    ] as const) {
      const { status, text, headers } = await pageAt(path)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
      expect(text).toContain(said(why))
    }
  })

  test.each([
    '/information',
    '/information?tenantId=',
    '/information?tenantId=-1',
    '/information?tenantId=1.5',
    `/information?tenantId=${'9'.repeat(40)}`,
    '/information?tenantId=1%00',
    '/information?tenantId=1&tenantId=2',
    '/information?tenantId[a]=1',
    "/information?tenantId=1'--",
    '/information?%',
  ])('is said by a page at %s', async (path) => {
    const { status, text } = await pageAt(path)
    expect([status, text.includes(said('missing'))]).toEqual([404, true])
  })
})

describe('readings', () => {
  const read = async (id: number, headers: Record<string, string> = {}) => {
    const answer = await ask(`/wfpf/v1/public/${farm.t}/consult/${id}/read`, headers, 'POST')
    return { status: answer.status, ...((await answer.json()) as { readTime?: number }) }
  }

  test('are counted once a visitor and day, and no address is kept', async () => {
    const { consultId: id } = await make()
    const [one, other] = [{ 'user-agent': 'One' }, { 'user-agent': 'Other' }]
    expect([(await read(id, one)).readTime, (await read(id, one)).readTime, (await read(id, other)).readTime]).toEqual([1, 1, 2])
    await pass(DAY)
    expect((await read(id, one)).readTime).toBe(3)
    const { rows } = await farm.owner.query<{ text: string }>(
      'select consult_read::text as text from furrow.consult_read consult_read where consult_id = $1',
      [id],
    )
    expect(rows).toHaveLength(3)
    for (const { text } of rows) expect(text).not.toMatch(/127\.0\.0\.1|One|Other/)
    expect((await oneOf(id)).text).toContain(`<b data-reads="${id}">3</b>`)
  })

  test('of one place are no more than so many a day, by whatever names its browsers go', async () => {
    const { consultId: id } = await make()
    const counts = await Promise.all(Array.from({ length: 30 }, (_, nth) => read(id, { 'user-agent': `Name ${nth}` })))
    expect(Math.max(...counts.map(({ readTime }) => readTime!))).toBe(20)
  })

  test('never become fewer, and are nobody’s change of the article', async () => {
    const { consultId: id, objectVersionNumber } = await make()
    await read(id)
    const answer = await admin.call(article.calls.update, {
      params: { t: farm.t },
      body: { consultId: id, objectVersionNumber, title: 'Edited', readTime: 0 } as never,
    })
    expect([answer.status, answer.body.readTime]).toEqual([200, 1])
    const { rows } = await farm.owner.query<{ changes: object }>(
      `select changes from furrow.audit_entry where kind = 'article' and title = 'Edited'`,
    )
    expect(rows.map(({ changes }) => Object.keys(changes))).toEqual([['title']])
  })

  test('are of what is shown alone', async () => {
    const { consultId: id } = await make({ enabledFlag: 0 })
    expect((await read(id)).status).toBe(404)
    expect((await farm.anonymous.call(publicNewsCalls.read, { params: { t: farm.elsewhere.id, id } })).status).toBe(404)
  })
})

describe('for machines', () => {
  test('there is a feed and a site map of what is shown, with whole addresses', async () => {
    const { consultId: id } = await make({ title: 'Fed <b> & "more"', content: '<p>Said\u0007 &amp; done</p>' })
    const { consultId: hidden } = await make({ title: 'Hidden', enabledFlag: 0 })
    const feed = await pageAt(feedPath({ tenantId: farm.t, lang: 'en-US' }))
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/atom+xml'])
    expect(feed.text).toContain('<title>Fed &lt;b&gt; &amp; &quot;more&quot;</title>')
    expect(feed.text).toContain('<summary>Said &amp; done</summary>')
    expect(feed.text).toContain(
      `<link rel="self" type="application/atom+xml" href="${BASE}/information.atom?tenantId=${farm.t}&amp;lang=en-US"/>`,
    )
    const map = await pageAt(`${INFORMATION_MAP}?tenantId=${farm.t}`)
    expect(map.headers.get('content-type')).toBe('application/xml')
    for (const { text } of [feed, map]) {
      expect(text).toContain(`${BASE}/information?tenantId=${farm.t}&amp;id=${id}`)
      expect(text).not.toContain(`id=${hidden}<`)
      expect(text.startsWith('<?xml version="1.0" encoding="utf-8"?>\n')).toBe(true)
    }
    const again = await ask(`${INFORMATION_MAP}?tenantId=${farm.t}`, { 'if-none-match': map.headers.get('etag')! })
    expect(again.status).toBe(304)
    expect((await pageAt(feedPath({ tenantId: farm.elsewhere.id }))).status).toBe(404)
  })

  test('is kept no longer than until the clock next shows or withdraws something', async () => {
    const ageOf = async () => Number(/max-age=(\d+)/.exec((await ask(feedPath({ tenantId: farm.t }))).headers.get('cache-control')!)![1])
    await pass(DAY)
    expect(await ageOf()).toBe(300)
    await make({ publishedFrom: now() + MINUTE })
    expect(await ageOf()).toBeLessThanOrEqual(60)
  })
})
