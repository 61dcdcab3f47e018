import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from 'read-excel-file/node'
import { variety } from '#contract/organization/variety'
import { arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { nowhere } from './places.ts'
import { lawful, sheetOf } from './lawful.ts'

let server: TestServer
let admin: Client
let t: number
beforeAll(async () => {
  server = await startTestServer()
  const build = arrange(server.owner)
  t = (await build.aTenant()).id
  admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
})
afterAll(() => server?.close())

/** Hundredths as they are written, with and without zeros that say nothing. */
const written = fc.tuple(fc.integer({ min: 1, max: 9_999_900 }), fc.boolean()).map(([count, short]) => {
  const full = `${Math.floor(count / 100)}.${String(count % 100).padStart(2, '0')}`
  return { full, given: short ? full.replace(/\.?0{1,2}$/, '') : full }
})
const make = (expectedYield: unknown) =>
  admin.call(variety.calls.create, {
    params: { t },
    body: { ...lawful.variety({ ...nowhere, cropId: null as never }), expectedYield } as never,
  })

test(
  'an amount is the same text in the database, on the wire, and in a spreadsheet that leaves and comes back',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(written, async ({ full, given }) => {
        const { body } = await make(given)
        expect(body.expectedYield).toBe(full)
        const { rows } = await server.owner.query<{ kept: string }>('select expected_yield::text as kept from variety where id = $1', [
          body.varietyId,
        ])
        expect(rows[0]!.kept).toBe(full)
        const answer = await admin.raw(
          'GET',
          `${variety.calls.export.path.replace('{t}', String(t))}?search=${encodeURIComponent(body.name)}`,
        )
        const [, line] = (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as [unknown, (string | number | null)[]]
        const cell = line[variety.sheetFields.indexOf('expectedYield')] as number
        expect(cell).toBe(Number(full))
        const name = `${body.name} again`
        const file = await sheetOf('variety', ['name', 'expectedYield'], [[name, cell]])
        expect((await admin.call(variety.calls.import, { params: { t }, body: { file, commit: 1 } })).body).toMatchObject({
          counts: { new: 1 },
          faults: [],
        })
        const { body: found } = await admin.call(variety.calls.page, { params: { t }, query: { search: name } })
        expect(found.content[0]!.expectedYield).toBe(full)
      }),
      { numRuns: 12 },
    )
  },
)

test.each(['0', '0.00', '-1', '1.005', '99999.01', '1e3', '', '１２', 'NaN', 0, 1.005, 100_000, 1e21])('%j is no amount', async (given) => {
  const { status, body } = await make(given)
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['expectedYield']])
})

test('what a spreadsheet reckons is taken as it shows it', async () => {
  const file = await sheetOf('variety', ['name', 'expectedYield'], [['Reckoned', 0.1 + 0.2]])
  expect((await admin.call(variety.calls.import, { params: { t }, body: { file, commit: 1 } })).body).toMatchObject({
    counts: { new: 1 },
    faults: [],
  })
})
