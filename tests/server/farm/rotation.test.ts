import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceCalls } from '#contract/devices/device'
import { landCalls } from '#contract/farm/land'
import { followsItself } from '#server/farm/rotation'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const NOON = Date.UTC(2026, 10, 20, 4)
const DAY = 86_400_000
let server: TestServer
let build: Arrange
let admin: Client
let t: number
let areaId: number

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOON })
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  areaId = (await build.anArea({ tenant_id: t })).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
})
afterAll(() => server?.close())

const aVariety = async (name: string, crop_id: number | null) => ({
  id: (await build.insert('variety', { tenant_id: t, name, crop_id })).id,
  name,
})
const aCrop = async (crop_name: string) => (await build.insert('crop', { tenant_id: t, crop_name, crop_kind: 'vegetable' })).id
async function stood(land_id: number, variety: { id: number; name: string }, from: number, to: number | null, given: object = {}) {
  const day = (ago: number) => new Date(NOON - ago * DAY).toISOString().slice(0, 10)
  await build.insert('batch', {
    tenant_id: t,
    area_id: areaId,
    land_id,
    variety_id: variety.id,
    variety_name: variety.name,
    batch_name: `${variety.name} ${from}`,
    batch_state: to === null ? 'growing' : 'closed',
    starts_on: day(from),
    harvest_on: day((to ?? from) - 60),
    started_at: NOON - from * DAY,
    ended_at: to === null ? null : NOON - to * DAY,
    ...given,
  })
}
const read = async (landId: number) => (await admin.call(landCalls.rotation, { params: { t }, query: { landId } })).body

test('the rotation of a plot says what follows its own crop, also of another variety, in what stood, stands and is planned', async () => {
  const [nightshade, leaf] = [await aCrop('Nightshade'), await aCrop('Leaf')]
  const [tomato, pepper, lettuce, other] = [
    await aVariety('Tomato', nightshade),
    await aVariety('Pepper', nightshade),
    await aVariety('Lettuce', leaf),
    await aVariety('Unknown', null),
  ]
  const field = (await build.aLand({ tenant_id: t, area_id: areaId })).id
  await stood(field, tomato, 500, 400)
  await stood(field, pepper, 390, 300)
  await stood(field, lettuce, 290, 250)
  await stood(field, other, 240, 200)
  await stood(field, other, 190, 150)
  await stood(field, pepper, 140, null, { part: '4' })
  const planned = { batch_state: 'planned', started_at: null, ended_at: null, harvest_on: null, starts_on: '2027-03-01' }
  await stood(field, tomato, 0, null, planned)
  expect((await read(field)).map(({ varietyName, cropName, follows }) => [varietyName, cropName, follows])).toEqual([
    ['Tomato', 'Nightshade', false],
    ['Pepper', 'Nightshade', true],
    ['Lettuce', 'Leaf', false],
    ['Unknown', null, false],
    ['Unknown', null, false],
    ['Pepper', 'Nightshade', false],
    ['Tomato', 'Nightshade', true],
  ])
  expect((await read(field)).at(-1)).toMatchObject({ from: '2027-03-01', to: null, batchState: 'planned' })
  // Trees stand where they stood, and so do ponds.
  for (const given of [{ land_type: 'orchard' }, { land_type: 'nurture', nurture_kind: 'pond' }]) {
    const lasting = (await build.aLand({ tenant_id: t, area_id: areaId, ...given })).id
    await stood(lasting, tomato, 200, 100)
    await stood(lasting, tomato, 90, null)
    expect((await read(lasting)).map(({ follows }) => follows)).toEqual([false, false])
  }
})

test('what follows what is what ended last before it: by a model of single days', () => {
  const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
  const one = fc.record({
    from: fc.integer({ min: 0, max: 60 }),
    length: fc.integer({ min: 1, max: 20 }),
    cropId: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.array(one, { minLength: 2, maxLength: 7 }), (given) => {
      const all = given.map(({ from, length, cropId }) => ({ from: day(from), to: day(from + length), cropId, a: from, b: from + length }))
      const [last, ...others] = all
      const expected = others.some(
        (other) =>
          other.cropId === last!.cropId && other.b <= last!.a && others.every((between) => !(between.a >= other.b && between.b <= last!.a)),
      )
      expect(followsItself(last!, others)).toBe(expected)
    }),
  )
})

test('devices are listed of one plot alone', async () => {
  const [here, there] = [await build.aLand({ tenant_id: t, area_id: areaId }), await build.aLand({ tenant_id: t, area_id: areaId })]
  const inside = await build.aDevice({ tenant_id: t, area_id: areaId, land_id: here.id })
  await build.aDevice({ tenant_id: t, area_id: areaId, land_id: there.id })
  const { content } = (await admin.call(deviceCalls.tenantAll, { params: { t }, query: { landId: here.id, size: 0 } })).body
  expect(content.map(({ id }) => id)).toEqual([inside.id])
})

test('what began and ended on one day stood there as well, and years of beds are told at once', () => {
  const bed = (from: string, to: string | null, cropId: number | null = 1) => ({ from, to, cropId })
  const next = bed('2026-06-02', null)
  expect(followsItself(next, [bed('2026-06-01', '2026-06-01')])).toBe(true)
  expect(followsItself(next, [bed('2026-06-01', '2026-06-01'), bed('2026-06-01', '2026-06-01', 2)])).toBe(true)
  // What was cleared on the day on which the other began and ended was before that.
  expect(followsItself(next, [bed('2026-03-01', '2026-06-01'), bed('2026-06-01', '2026-06-01', 2)])).toBe(false)
  // Of what began on one day, what ended on it was before what stood on.
  expect(followsItself(next, [bed('2026-05-31', '2026-05-31'), bed('2026-05-31', '2026-06-01', 2)])).toBe(false)
  let asked = 0
  const many = Array.from({ length: 300 }, (_, nth) => {
    const day = new Date(Date.UTC(2000, 0, nth)).toISOString().slice(0, 10)
    return Object.defineProperty({ to: day, cropId: 1 }, 'from', { get: () => (asked++, day) }) as ReturnType<typeof bed>
  })
  expect(followsItself(next, many)).toBe(true)
  expect(asked).toBeLessThan(10 * many.length)
})
