import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crop } from '#contract/organization/crop'
import { variety } from '#contract/organization/variety'
import { publicSeedCalls, SEED_PICTURES, seedPictureOf } from '#contract/farm/publicSeed'
import { seed } from '#contract/farm/seed'
import { seedPath } from '#contract/farm/seedPath'
import { parseFileUrl } from '#contract/media/files'
import { BOXES } from '#server/farm/seedPage/boxes'
import { publicSeedHandlers } from '#server/farm/seedPage/handlers'
import { keptPages } from '#server/farm/seedPage/keptPages'
import type { Asking, Streamed } from '#server/ground/http/handler'
import { wordsOf } from '#server/ground/words'
import { fresh } from '../crud/places.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { noise, uploaded } from './aSeed.ts'

const BASE = 'https://farm.example'
let farm: Farm
let cropId: number
let varietyId: number
let hero: string
let stem: string
beforeAll(async () => {
  farm = await startFarm({ config: { publicUrl: BASE } })
  const { t, admin } = farm
  cropId = (await admin.call(crop.calls.create, { params: { t }, body: { cropName: '荔枝', cropEnName: 'Lychee' } })).body.cropId
  varietyId = (await admin.call(variety.calls.create, { params: { t }, body: { name: '桂味', cropId } })).body.varietyId
  hero = await uploaded(admin, t, await noise(2400, 1600))
  stem = await uploaded(admin, t, await noise(300, 200))
})
afterAll(() => farm?.close())

type Given = Record<string, unknown>
const make = async (given: Given = {}) => {
  const body = { seedName: fresh('Seed'), varietyId, published: 1, ...given }
  return farm.admin.call(seed.calls.create, { params: { t: farm.t }, body: body as never })
}
const change = async (id: number, given: Given) => {
  const { body } = await farm.admin.call(seed.calls.get, { params: { t: farm.t, id } })
  return farm.admin.call(seed.calls.update, { params: { t: farm.t }, body: { ...body, ...given } as never })
}
const facts = (id: number, t = farm.t) => farm.anonymous.call(publicSeedCalls.get, { params: { t, id } })
const uuidOf = (url: string) => parseFileUrl(url)!.id
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') => farm.anonymous.raw(method, path, { headers })
const pageOf = async (id: number, headers: Record<string, string> = {}) => {
  const answer = await ask(seedPath(farm.t, id), headers)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const pictureOf = (id: number, url: string, size?: (typeof SEED_PICTURES)[number]) => ask(seedPictureOf(farm.t, id, uuidOf(url), size))

describe('a seed', () => {
  test('is kept with clean text, and listed at a path of its own with its crop', async () => {
    const practice = { name: ' Grafting ', imageUrl: stem, description: '<h1>Spring</h1><script>alert(1)</script><p onclick="x()">Cut</p>' }
    const attribute = { name: 'Sugar', enName: '  ', imageUrl: null, description: '<p> </p>' }
    const { body } = await make({ seedName: 'Listed', farmingPractices: [practice], productAttributes: [attribute] })
    expect(body.farmingPractices).toEqual([{ name: 'Grafting', imageUrl: stem, description: '<h4>Spring</h4><p>Cut</p>' }])
    expect(body.productAttributes).toEqual([{ name: 'Sugar', enName: null, imageUrl: null, description: null }])
    expect(seed.calls.page.path).toBe('/wfpf/v1/{t}/seed/page')
    const { body: list } = await farm.admin.call(seed.calls.page, { params: { t: farm.t }, query: { search: 'Listed' } })
    expect(list.content).toMatchObject([{ seedName: 'Listed', cropName: '荔枝', corpEnName: 'Lychee', labels: { varietyId: '桂味' } }])
  })

  test('takes no picture of another enterprise or another house, and none that is gone', async () => {
    const theirs = await uploaded(farm.rival, farm.elsewhere.id, await noise(10, 10))
    const passage = (imageUrl: string) => ({ farmingPractices: [{ name: 'Grafting', imageUrl }] })
    const inOurs = theirs.replace(`/v1/${farm.elsewhere.id}/`, `/v1/${farm.t}/`)
    for (const [given, status, field] of [
      [{ imageUrl: theirs }, 400, 'imageUrl'],
      [passage(theirs), 400, 'farmingPractices'],
      [{ imageUrl: 'https://example.org/a.jpg' }, 400, 'imageUrl'],
      [{ imageUrl: inOurs }, 422, null],
      [passage(inOurs), 422, null],
    ] as const) {
      const answer = await make(given)
      expect(answer.status).toBe(status)
      expect(Object.keys((answer.body as { fields?: object }).fields ?? {})).toEqual(field === null ? [] : [field])
    }
  })

  test('has no text that could not be saved again: what cleaning makes too long is refused beside it', async () => {
    const answer = await make({ productAttributes: [{ name: 'Sugar', description: '&'.repeat(9000) }] })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { productAttributes: expect.any(String) } })
  })

  test('of which somebody else has a newer version is not overwritten', async () => {
    const { body } = await make()
    expect((await change(body.seedId, { publicity: 'New' })).status).toBe(200)
    expect((await change(body.seedId, { objectVersionNumber: 1 })).status).toBe(409)
  })

  test('holds its variety', async () => {
    const { varietyId: held } = (await farm.admin.call(variety.calls.create, { params: { t: farm.t }, body: { name: fresh('Held') } })).body
    await make({ varietyId: held })
    const removed = await farm.admin.call(variety.calls.remove, {
      params: { t: farm.t },
      body: { varietyId: held, objectVersionNumber: 1 },
    })
    expect([removed.status, removed.body]).toEqual([409, expect.objectContaining({ code: 'error.record.used' })])
  })
})

describe('a published seed', () => {
  test('tells everybody what the documents name, and nothing else', async () => {
    const { body } = await make({
      seedName: '桂味荔枝',
      seedEnName: 'Guiwei',
      publicity: 'Sweet',
      imageUrl: hero,
      farmingPractices: [{ name: 'Grafting', imageUrl: stem, description: '<p>Cut</p>' }],
      productAttributes: [{ name: 'Sugar', enName: 'Brix', description: null }],
    })
    const answer = await facts(body.seedId)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      cropName: '荔枝',
      corpEnName: 'Lychee',
      publicity: 'Sweet',
      seedName: '桂味荔枝',
      seedEnName: 'Guiwei',
      imageUrl: seedPictureOf(farm.t, body.seedId, uuidOf(hero)),
      farmingPractices: [{ name: 'Grafting', imageUrl: seedPictureOf(farm.t, body.seedId, uuidOf(stem)), description: '<p>Cut</p>' }],
      productAttributes: [{ name: 'Sugar', enName: 'Brix', imageUrl: null, description: '' }],
    })
  })

  test('is a whole page in either language, by its address or by what the browser asks for', async () => {
    const { body } = await make({ seedEnName: 'Guiwei', farmingPractices: [{ name: 'Grafting', description: '<p>Cut in spring</p>' }] })
    const chinese = await pageOf(body.seedId)
    expect([chinese.status, chinese.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(chinese.text).toContain('<html lang="zh-CN">')
    expect(chinese.text).toContain('Cut in spring')
    expect((await pageOf(body.seedId, { 'accept-language': 'en-GB,en;q=0.9' })).text).toContain('<html lang="en-US">')
    const chosen = await ask(seedPath(farm.t, body.seedId, 'zh-CN'), { 'accept-language': 'en' })
    expect(await chosen.text()).toContain('<html lang="zh-CN">')
    expect(chinese.text).toContain(`<link rel="canonical" href="${BASE}/seed?tenantId=${farm.t}&amp;id=${body.seedId}&amp;lang=zh-CN">`)
  })

  test('is kept by whoever got it, who asks each time whether it still stands', async () => {
    const { body } = await make()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await pageOf(body.seedId, { 'accept-encoding': encoding })
      expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
      expect(first.headers.get('cache-control')).toBe('public, no-cache')
      expect(first.headers.get('vary')).toBe('accept-encoding, accept-language')
      expect(first.headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
      const etag = first.headers.get('etag')!
      const again = await pageOf(body.seedId, { 'accept-encoding': encoding, 'if-none-match': etag })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      const changed = await change(body.seedId, { publicity: encoding })
      expect(changed.status).toBe(200)
      expect((await pageOf(body.seedId, { 'accept-encoding': encoding, 'if-none-match': etag })).status).toBe(200)
    }
    const head = await ask(seedPath(farm.t, body.seedId), {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000)
  })

  test('is on the wire with its first picture under 100 kB, whatever was uploaded', async () => {
    const { body } = await make({ imageUrl: hero, publicity: 'x'.repeat(2000) })
    const { headers } = await pageOf(body.seedId, { 'accept-encoding': 'br' })
    const picture = Buffer.from(await (await pictureOf(body.seedId, hero, 'large')).arrayBuffer())
    expect(Number(headers.get('content-length')) + picture.length).toBeLessThan(100_000)
    const { format, width, height } = await sharp(picture).metadata()
    expect([format, width! / height!]).toEqual(['jpeg', expect.closeTo(1.5, 1)])
  })

  test('shows its pictures in the sizes of its page and in no others, and no other picture', async () => {
    const { body } = await make({ imageUrl: hero })
    for (const size of SEED_PICTURES) {
      const answer = await pictureOf(body.seedId, hero, size)
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'image/jpeg',
        'public, max-age=300',
      ])
      expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(BOXES[size].most)
      const again = await ask(seedPictureOf(farm.t, body.seedId, uuidOf(hero), size), { 'if-none-match': answer.headers.get('etag')! })
      expect(again.status).toBe(304)
    }
    expect((await ask(`${seedPictureOf(farm.t, body.seedId, uuidOf(hero))}?size=4000`)).status).toBe(400)
    expect((await pictureOf(body.seedId, stem)).status).toBe(404)
  })

  test('is gone at once with its pictures when it is withdrawn, changed or deleted', async () => {
    const { body } = await make({ imageUrl: hero, farmingPractices: [{ name: 'Grafting', imageUrl: stem }] })
    const id = body.seedId
    const seen = async () => [
      (await pageOf(id)).status,
      (await facts(id)).status,
      (await pictureOf(id, hero)).status,
      (await pictureOf(id, stem)).status,
    ]
    expect(await seen()).toEqual([200, 200, 200, 200])
    await change(id, { farmingPractices: [] })
    expect(await seen()).toEqual([200, 200, 200, 404])
    await change(id, { published: 0 })
    expect(await seen()).toEqual([404, 404, 404, 404])
    await change(id, { published: 1 })
    expect(await seen()).toEqual([200, 200, 200, 404])
    const { objectVersionNumber } = (await farm.admin.call(seed.calls.get, { params: { t: farm.t, id } })).body
    await farm.admin.call(seed.calls.remove, { params: { t: farm.t, id }, query: { objectVersionNumber } })
    expect(await seen()).toEqual([404, 404, 404, 404])
  })
})

describe('what is not there', () => {
  const said = (language: 'zh-CN' | 'en-US') =>
    (wordsOf(language, 'farm')['seedPage'] as unknown as { missing: { text: string } }).missing.text

  test('is one and the same page, whether there is no such enterprise, no such seed, or none that is public', async () => {
    const unpublished = (await make({ published: 0 })).body.seedId
    const published = (await make()).body.seedId
    for (const language of ['zh-CN', 'en-US'] as const) {
      const pages = await Promise.all(
        [
          seedPath(farm.t, unpublished, language),
          seedPath(farm.elsewhere.id, published, language),
          seedPath(999_999_999, published, language),
          seedPath(farm.t, 999_999_999, language),
        ].map(async (path) => {
          const answer = await ask(path)
          return { status: answer.status, cache: answer.headers.get('cache-control'), text: await answer.text() }
        }),
      )
      expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1)
      expect(pages[0]).toMatchObject({ status: 404, cache: 'no-store', text: expect.stringContaining(said(language)) })
    }
    expect((await facts(published, farm.elsewhere.id)).status).toBe(404)
    expect((await ask(seedPictureOf(farm.elsewhere.id, published, uuidOf(hero)))).status).toBe(404)
  })

  test.each([
    '/seed',
    '/seed/',
    '/seed?tenantId=&id=',
    '/seed?tenantId=1',
    '/seed?tenantId=-1&id=1',
    '/seed?tenantId=1&id=1.5',
    '/seed?tenantId=1&id=9999999999999999',
    `/seed?tenantId=1&id=${'9'.repeat(40)}`,
    '/seed?tenantId=1%00&id=1',
    '/seed?tenantId=1&tenantId=2&id=1&id=2',
    '/seed?tenantId[a]=1&id[b]=1&lang[]=x',
    `/seed?tenantId=1&id=0&lang=${'x'.repeat(2000)}`,
    `/seed?tenantId=${'1'.repeat(5000)}&id=1`,
    "/seed?tenantId=1'--&id=1",
    '/seed?%',
  ])('is said by a page at %s', async (path) => {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain(said('zh-CN'))
  })
})

describe('pages that are kept', () => {
  const keep = (most?: number) => keptPages({ ...farm.services, base: null, ...(most === undefined ? {} : { most }) })
  const how = { language: 'zh-CN', encoding: 'br' } as const

  test('are drawn once, and anew when the seed, its variety, its crop or its enterprise has changed', async () => {
    const { seedId } = (await make()).body
    const pages = keep()
    const drawn = () => pages.of({ tenantId: farm.t, id: seedId }, how)
    let last = await drawn()
    expect(last).toBeDefined()
    expect(await drawn()).toBe(last)
    const { t, admin, owner } = farm
    const versionOf = async (table: string, id: number) =>
      (await owner.query<{ v: number }>(`select object_version_number as v from ${table} where id = $1`, [id])).rows[0]!.v
    const changes = [
      async () => change(seedId, { publicity: 'New' }),
      async () =>
        admin.call(variety.calls.update, {
          params: { t },
          body: { varietyId, cropId, name: '桂味', objectVersionNumber: await versionOf('variety', varietyId) },
        }),
      async () =>
        admin.call(crop.calls.update, {
          params: { t },
          body: { cropId, cropName: '荔枝', cropEnName: 'Litchi', objectVersionNumber: await versionOf('crop', cropId) },
        }),
      async () => owner.query(`update tenant set name = 'Renamed' where id = $1`, [t]),
    ]
    for (const act of changes) {
      await act()
      const next = await drawn()
      expect(next).toBeDefined()
      expect(next).not.toBe(last)
      expect(await drawn()).toBe(next)
      last = next
    }
    await change(seedId, { published: 0 })
    expect(await drawn()).toBeUndefined()
    expect(pages.size()).toBe(0)
  })

  test('are no more than so many', async () => {
    const pages = keep(2)
    for (let nth = 0; nth < 4; nth++) {
      const { seedId } = (await make()).body
      await pages.of({ tenantId: farm.t, id: seedId }, how)
    }
    expect(pages.size()).toBe(2)
  })

  test('are of their tenant alone', async () => {
    const { seedId } = (await make()).body
    const pages = keep()
    await pages.of({ tenantId: farm.t, id: seedId }, how)
    expect(await pages.of({ tenantId: farm.elsewhere.id, id: seedId }, how)).toBeUndefined()
  })
})

test('who asks for pages without end is told so by a page, and others are not', async () => {
  const { services } = farm
  const handlers = publicSeedHandlers({ ...services, files: null as never, clock: () => 0 })
  const visit = async (address: string) => {
    const asking = { address, language: 'en-US', header: () => undefined, headOnly: false } as unknown as Asking
    const answer = (await handlers.page({ params: {}, query: { tenantId: '', id: '', lang: '' }, body: undefined }, asking)) as Streamed
    answer.body.destroy()
    return answer.status
  }
  for (let nth = 0; nth < 3000; nth++) await visit('203.0.113.5')
  expect(await visit('203.0.113.5')).toBe(429)
  expect(await visit('203.0.113.6')).toBe(404)
  const asking = { address: '203.0.113.5' } as Asking
  await expect(handlers.get({ params: { t: 1, id: 1 }, query: undefined, body: undefined }, asking)).rejects.toMatchObject({
    code: 'error.busy',
  })
})
