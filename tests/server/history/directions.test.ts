import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDirections, CIRCULAR, isCircular, meanDirection } from '#contract/devices/circular'
import { up } from '#server/ground/history/migrations/202611282335_directions'
import { HOUR, MINUTE } from '#server/ground/history/resolution'
import { settleHours } from '#server/ground/history/rollup'
import { baselineDatabase } from '../database/baselineDatabase.ts'
import { type History, LATER, START, startHistory } from './farmHistory.ts'

let history: History
beforeAll(async () => {
  history = await startHistory()
})
afterAll(() => history?.close())

const aVane = async () =>
  history.build
    .anItem({
      tenant_id: history.tenant.id,
      area_id: history.area.id,
      device_id: (await history.build.aDevice({ tenant_id: history.tenant.id, area_id: history.area.id })).id,
      code: 'windDirection',
    })
    .then(({ id }) => id)
const settle = (before = LATER) => settleHours(history.store.servicePool, { before })
/** How far two directions lie apart, degrees. */
const apart = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180)

test('north-west and north-east are north, with their strength, and neither is the least or the greatest', async () => {
  const item = await aVane()
  await history.write(
    item,
    Array.from({ length: 120 }, (_, nr) => ({ ts: START + nr * MINUTE, value: nr % 2 === 0 ? 350 : 10 })),
  )
  const asked = { from: START, to: START + 2 * HOUR, points: 2, period: MINUTE }
  const told = {
    collectionData: [0, 0],
    min: [null, null],
    max: [null, null],
    strength: [0.985, 0.985],
  }
  // Of the readings, and of their roll-ups.
  expect(await history.curve(item, asked)).toMatchObject(told)
  await settle()
  expect(await history.curve(item, asked)).toMatchObject(told)
  expect(await history.curve(item, { ...asked, from: START - 300 * HOUR, points: 302 })).toMatchObject({ strength: [0.985, 0.985] })
  const exact = await history.curve(item, { from: START, to: START + 3 * MINUTE, points: 100, period: MINUTE })
  expect([exact.bucket, exact.collectionData, exact.strength, exact.min]).toEqual([0, [350, 10, 350], [1, 1, 1], [null, null, null]])
})

test('winds from all sides have no direction; what is no number of degrees is none of them; a temperature has no strength', async () => {
  const item = await aVane()
  await history.write(
    item,
    [0, 90, 180, 270].map((value, nr) => ({ ts: START + nr, value })),
  )
  await history.write(
    item,
    [90, 1e300, -1e300].map((value, nr) => ({ ts: START + HOUR + nr, value })),
  )
  const asked = { from: START, to: START + 2 * HOUR, points: 2, period: 1 }
  const told = { collectionData: [null, 90], strength: [0, 1] }
  expect(await history.curve(item, { ...asked, period: MINUTE, points: 2 })).toMatchObject(told)
  await settle()
  expect(await history.curve(item, { ...asked, period: MINUTE, points: 2 })).toMatchObject(told)
  const warm = await history.anItem()
  await history.write(
    warm,
    [350, 10].map((value, nr) => ({ ts: START + nr, value })),
  )
  await settle()
  expect(await history.curve(warm, { ...asked, points: 2 })).toMatchObject({ strength: null })
  const { rows } = await history.owner.query('select cos_sum, sin_sum from furrow.reading_hour where item_id = $1', [warm])
  expect(rows).toEqual([{ cos_sum: null, sin_sum: null }])
})

test('whatever is asked for, settled or not, is the mean of the vectors', { timeout: 120_000 }, async () => {
  const reading = fc.record({ at: fc.integer({ min: 0, max: 6 * HOUR - 1 }), value: fc.integer({ min: -720, max: 720 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(reading, { minLength: 1, maxLength: 90, selector: ({ at }) => at }),
      fc.integer({ min: 0, max: 6 }),
      async (readings, settledHours) => {
        const item = await aVane()
        await history.write(
          item,
          readings.map(({ at, value }) => ({ ts: START + at, value })),
        )
        await settle(START + settledHours * HOUR)
        const { collectionTime, collectionData, strength } = await history.curve(item, {
          from: START,
          to: START + 6 * HOUR,
          points: 6,
          period: MINUTE,
        })
        for (let hour = 0; hour < 6; hour++) {
          const own = readings.filter(({ at }) => Math.floor(at / HOUR) === hour)
          const place = collectionTime.indexOf(START + hour * HOUR)
          if (own.length === 0) {
            expect([place, collectionData[place] ?? null].at(-1)).toBeNull()
            continue
          }
          const mean = meanDirection(addDirections(own.map(({ value }) => [value, 1] as const)))
          expect(strength![place]).toBeCloseTo(mean.strength, 2)
          if (mean.direction === null || mean.strength < 0.01) continue
          expect(apart(collectionData[place]!, mean.direction)).toBeLessThan(0.1)
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('what was rolled up before vectors were kept, and whose readings are gone, is told as what it is, and never mixed with the others', async () => {
  const item = await aVane()
  const old = [item, history.tenant.id, START]
  await history.owner.query(
    `insert into furrow.reading_hour (item_id, tenant_id, bucket, n, sum, min, max, first, last) values ($1, $2, $3, 2, 360, 10, 350, 350, 10)`,
    old,
  )
  await history.write(item, [{ ts: START + HOUR, value: 90 }])
  await settle()
  const asked = { from: START, to: START + 2 * HOUR, period: MINUTE }
  expect(await history.curve(item, { ...asked, points: 2 })).toMatchObject({
    collectionData: [180, 90],
    strength: [null, 1],
    min: [null, null],
  })
  // Of both in one point the vectors alone.
  expect(await history.curve(item, { from: START - 398 * HOUR, to: START + 2 * HOUR, points: 200, period: MINUTE })).toMatchObject({
    collectionData: [90],
    strength: [1],
  })
})

test('an older version’s roll-ups of directions are made anew where their readings are kept, and stay where they are not', async () => {
  const database = await baselineDatabase()
  try {
    const { owner } = database
    await owner.query(`
      insert into tenant (id, name, num) values (5, 'Old', 'T-1'); insert into area (id, tenant_id, area_name) values (6, 5, 'North');
      insert into device (id, tenant_id, area_id, name, eui, device_type, secret_hash) values (9, 5, 6, 'Mast', 'mast-9', 'gateway', 'x');
      insert into item (id, tenant_id, device_id, area_id, code) values (1, 5, 9, 6, 'windDirection'), (2, 5, 9, 6, 'temperature');
      insert into reading_hour (item_id, bucket, tenant_id, n, sum, min, max, first, last)
        select item, hour, 5, 2, 360, 10, 350, 350, 10 from unnest(array[1, 2]) as item, unnest(array[${START}, ${START + HOUR}]::bigint[]) as hour`)
    await owner.query('select ensure_reading_partitions($1, $2)', [START, START + 2 * HOUR])
    await owner.query(
      `insert into reading (item_id, ts, value, tenant_id) select item, $1::bigint, 350, 5 from unnest(array[1, 2]) as item`,
      [START + HOUR + 1],
    )
    await owner.query(up())
    const { rows } = await owner.query('select item_id::int, hour::float8 from rollup_dirty')
    expect(rows).toEqual([{ item_id: 1, hour: START + HOUR }])
  } finally {
    await database.close()
  }
})

test('a code is of a direction in the database as in the contract', async () => {
  const codes = [
    'windDirection',
    'windDirection2',
    'gustDirection',
    'WINDDIRECTION',
    'heading',
    'bearing12',
    'sunAzimuth',
    'windSpeed',
    'directionValve',
    'direction123',
    '',
  ]
  const { rows } = await history.owner.query<{ code: string; goes: boolean }>(
    'select code, furrow.is_circular(code) as goes from unnest($1::text[]) with ordinality as given (code, nr) order by nr',
    [codes],
  )
  expect(rows.map(({ goes }) => goes)).toEqual(codes.map(isCircular))
  expect(codes.filter(isCircular)).toHaveLength(7)
  expect(CIRCULAR).not.toContain("'")
})
