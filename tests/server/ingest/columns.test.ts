import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bigints, doubles, ints } from '#server/ground/ingest/columns'
import { startTestDatabase } from '../database/testDatabase.ts'

let database: Awaited<ReturnType<typeof startTestDatabase>>
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.close())

test('what is written as binary columns is what the database reads, to the last bit', async () => {
  const whole = fc.array(fc.maxSafeNat())
  const short = fc.array(fc.integer())
  const double = fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })))
  await fc.assert(
    fc.asyncProperty(whole, short, double, async (ids, places, values) => {
      const { rows } = await database.owner.query('select $1::bigint[]::text as ids, $2::int[] as places, $3::float8[] as values', [
        bigints(ids),
        ints(places),
        doubles(values),
      ])
      expect(rows[0].places).toEqual(places)
      expect(rows[0].ids).toBe(`{${ids.join(',')}}`)
      // To the last bit but for the sign of nothing.
      expect(rows[0].values).toEqual(values.map((value) => (value === null ? null : value + 0)))
    }),
    { numRuns: 50 },
  )
  expect((await database.owner.query('select $1::float8[]::text as values', [doubles([-0, -0.5])])).rows).toEqual([{ values: '{0,-0.5}' }])
})
