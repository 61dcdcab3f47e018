import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { banner } from '#contract/home/banner'
import { homeCalls } from '#contract/home/home'
import { nextTurn, showingOf } from '#server/home/banner'
import { fresh } from '../crud/places.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import type { Client } from '../harness.ts'

const HOUR = 3_600_000
let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const here = (rest: object = {}) => ({ params: { t: farm.t }, ...rest }) as never
const make = (given: object = {}) =>
  farm.admin.call(banner.calls.create, here({ body: { title: fresh('Harvest'), imageAddress: '/home/banner-1.svg', ...given } }))
const made = async (given: object = {}) => (await make(given)).body
const shown = async (client: Client = farm.admin) => (await client.call(homeCalls.banners, here())).body
const ids = async (client?: Client) => (await shown(client)).map(({ id }) => id)

describe('what /home shows', () => {
  test('is what is enabled, has a picture and is in its time, in its order, as it always was', async () => {
    const now = Date.now()
    const first = await made({ content: '/map', typeFlag: 1 })
    const second = await made({ shownFrom: now - HOUR, shownUntil: now + HOUR })
    for (const given of [{ enabledFlag: 0 }, { imageAddress: null }, { shownFrom: now + HOUR }, { shownUntil: now - HOUR }])
      await made(given)
    const listed = await shown()
    expect(listed.map(({ id }) => id)).toEqual([first.bannerId, second.bannerId])
    expect(listed[0]).toEqual({
      id: first.bannerId,
      title: first.title,
      imageAddress: '/home/banner-1.svg',
      typeFlag: true,
      content: '/map',
    })
    expect(listed[1]).toMatchObject({ typeFlag: false, content: '' })
  })

  test('is for everybody, or for those who have one of its roles', async () => {
    const [visitor, powerless] = [await farm.enter(['wfpf.farm.farm.map']), await farm.enter(['wfpf.farm.farm.land'])]
    const { rows } = await farm.owner.query<{ id: number }>(
      `select id from furrow.role where tenant_id = $1 and codes = array['wfpf.farm.farm.map'] order by id desc limit 1`,
      [farm.t],
    )
    const { bannerId } = await made({ roleIds: [Number(rows[0]!.id)] })
    expect([(await ids(visitor)).includes(bannerId), (await ids(powerless)).includes(bannerId)]).toEqual([true, false])
    const refused = await make({ roleIds: [999_999] })
    expect(refused).toMatchObject({ status: 422, body: { fields: { roleIds: expect.any(String) } } })
  })
})

test('a link is an address of the web or a path, and nothing that a page would run', async () => {
  for (const content of [
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'ftp://a.example',
    'a b',
    'https://a b',
    `/${'x'.repeat(100_000)}`,
  ])
    expect(await make({ content })).toMatchObject({ status: 400, body: { fields: { content: expect.any(String) } } })
  for (const content of ['http://a.example', 'https://a.example/b?c=d', '/map', '/web/farm/home?a=b'])
    expect((await make({ content })).status).toBe(200)
})

test('a picture is one of this house, and times end after they begin', async () => {
  expect((await make({ imageAddress: 'https://example.org/a.jpg' })).body).toMatchObject({ fields: { imageAddress: expect.any(String) } })
  const foreign = `/hfle/v1/${farm.t + 1}/files/00000000-0000-4000-8000-000000000000/content`
  expect((await make({ imageAddress: foreign })).body).toMatchObject({ fields: { imageAddress: expect.any(String) } })
  expect((await make({ shownFrom: 2000, shownUntil: 2000 })).body).toMatchObject({ fields: { shownUntil: expect.any(String) } })
})

describe('the order', () => {
  const all = async () =>
    (await farm.admin.call(banner.calls.page, here({ query: { page: 1, size: 0 } }))).body.content.map(({ bannerId }) => bannerId)
  const order = (bannerIds: readonly number[]) => farm.admin.call(banner.actions.order, here({ body: { bannerIds } }))

  test('is what was said last, and an edit leaves it', async () => {
    await made()
    const wanted = (await all()).toReversed()
    expect((await order(wanted)).body).toBe(wanted.length)
    expect(await all()).toEqual(wanted)
    const { body: one } = await farm.admin.call(banner.calls.get, here({ params: { t: farm.t, id: wanted[0]! } }))
    await farm.admin.call(banner.calls.update, here({ body: { ...one, title: 'Renamed', sort: 99 } }))
    expect(await all()).toEqual(wanted)
  })

  test('of others than are there is refused, and changes nothing', async () => {
    const before = await all()
    expect((await order(before.slice(1))).status).toBe(409)
    expect((await order([...before.slice(1), before[1]!])).status).toBe(409)
    expect((await order([...before, 999_999])).status).toBe(404)
    expect(await all()).toEqual(before)
  })

  test('of several that are made at once gives each a place of its own', async () => {
    await Promise.all([make(), make(), make(), make()])
    const { rows } = await farm.owner.query<{ places: string }>(
      'select count(*) - count(distinct position) as places from furrow.banner where tenant_id = $1',
      [farm.t],
    )
    expect(Number(rows[0]!.places)).toBe(0)
  })
})

describe('the moments at which a banner begins and ends', () => {
  const moments = fc.option(fc.integer({ min: 0, max: 50 }), { nil: null })
  test('are the only ones at which what /home shows changes', () => {
    fc.assert(
      fc.property(moments, moments, fc.integer({ min: 0, max: 50 }), (from, until, now) => {
        const row = { enabled_flag: 1, image_address: '/a.svg', shown_from: from, shown_until: until }
        if (from !== null && until !== null && until <= from) return
        const turn = nextTurn(row, now)
        for (let later = now; later < (turn ?? 60); later++) expect(showingOf(row, later)).toBe(showingOf(row, now))
        if (turn !== null) expect(showingOf(row, turn)).not.toBe(showingOf(row, now))
      }),
    )
  })

  test('are told to consoles', async () => {
    const told: number[] = []
    const { live } = farm.services
    const changed = live.changed.bind(live)
    Object.assign(live, {
      changed: (...given: Parameters<typeof changed>) => {
        if (given[1] === 'banner' && given[2] !== null) told.push(given[2])
        changed(...given)
      },
    })
    const { bannerId } = await made({ shownFrom: Date.now() + 700, shownUntil: Date.now() + 1400 })
    expect(await ids()).not.toContain(bannerId)
    const times = () => told.filter((id) => id === bannerId).length
    await expect.poll(times, { timeout: 10_000 }).toBe(2)
    expect(await ids()).toContain(bannerId)
    await expect.poll(times, { timeout: 10_000 }).toBe(3)
    expect(await ids()).not.toContain(bannerId)
  })
})
