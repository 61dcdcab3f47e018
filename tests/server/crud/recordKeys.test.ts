import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyResource, ImportReport } from '#contract/core/resource'
import { type ResourceName, resources } from '#contract/resources'
import { keyHead } from '#server/ground/crud/recordKey'
import { headOf } from '#server/ground/crud/sheet'
import { type SheetCell, sheet } from '#server/ground/crud/sheetJob'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { lawful } from './lawful.ts'
import { buildPlaces, type Places } from './places.ts'

type Body = Record<string, unknown>
interface Farm {
  readonly t: number
  readonly admin: Client
  readonly places: Places
}
let server: TestServer
let build: Arrange
let farm: Farm
let rival: Farm
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  farm = await aFarm()
  rival = await aFarm()
})
afterAll(() => server?.close())

async function aFarm(): Promise<Farm> {
  const { id: t } = await build.aTenant()
  const { id: areaId } = await build.anArea({ tenant_id: t, area_name: 'Home base', default_flag: 1 })
  const admin = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
  return { t, admin, places: await buildPlaces(build, { tenant_id: t, area_id: areaId }) }
}

const all = (Object.entries(resources) as [ResourceName, AnyResource][]).filter(([, of]) => 'import' in of.calls)

describe.each(all)('the spreadsheet of %s', (name, of) => {
  const make = async ({ t, admin, places }: Farm = farm): Promise<Body> => {
    const { status, body } = await admin.call(of.calls.create, { params: { t }, body: lawful[name](places) } as never)
    expect(status).toBe(200)
    return body as Body
  }
  const read = async (record: Body) =>
    (await farm.admin.call(of.calls.get, { params: { t: farm.t, id: record[of.idName] } } as never)).body as Body
  const count = async () => ((await farm.admin.call(of.calls.page, { params: { t: farm.t } } as never)).body as Body)['totalElements']
  const entries = async () =>
    (await server.owner.query<{ n: number }>('select count(*)::int as n from furrow.audit_entry where tenant_id = $1', [farm.t])).rows[0]!.n
  /** The rows of the list that hold these words. */
  const taken = async (search: string, { t, admin }: Farm = farm): Promise<SheetCell[][]> => {
    const answer = await admin.raw('GET', `${of.calls.export.path.replace('{t}', String(t))}?search=${encodeURIComponent(search)}`)
    const cells = (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as (SheetCell | Date)[][]
    return cells.map((row) => row.map((cell) => (cell instanceof Date ? { clock: cell.getTime() } : cell)))
  }
  const bring = async (rows: SheetCell[][], commit: 0 | 1 = 1, client = farm.admin, t = farm.t) => {
    const [heads, ...lines] = rows
    const packed = await sheet({ title: name, heads: heads as string[], rows: Buffer.from(JSON.stringify(lines)) })
    const body = { file: Buffer.from(packed).toString('base64'), commit }
    const answer = await client.call(of.calls.import, { params: { t }, body } as never)
    return answer as unknown as { status: number; body: ImportReport }
  }
  const titleOf = (record: Body) => record[of.title] as string
  const titleAt = of.sheetFields.indexOf(of.title)
  const keyAt = of.sheetFields.length
  /** Another title of the same record: a number with a check digit is another whole number. */
  const renamed = (record: Body): string => {
    const text = `${titleOf(record)} renamed`
    return of.fields[of.title]!.schema.safeParse(text).success ? text : (lawful[name](farm.places)[of.title] as string)
  }
  const none = { new: 0, changed: 0, same: 0, duplicates: 0 }
  const keyFault = (row: number, message: unknown) => [{ row, field: 'recordKey', message }]

  test('that left and comes back as it is writes nothing', async () => {
    const record = await make()
    const before = [await read(record), await count(), await entries()]
    const rows = await taken(titleOf(record))
    expect(rows).toHaveLength(2)
    for (const commit of [0, 1] as const)
      expect((await bring(rows, commit)).body).toEqual({
        rows: 1,
        counts: { ...none, same: 1 },
        committed: commit === 1,
        unknownHeads: [],
        duplicates: [],
        faults: [],
      })
    expect([await read(record), await count(), await entries()]).toEqual(before)
  })

  test('changes the one record, and of it the one field, whose cell was changed; brought again it is as it is', async () => {
    const [record, other] = [await make(), await make()]
    const before = await count()
    const rows = [...(await taken(titleOf(record))), (await taken(titleOf(other)))[1]!]
    const title = renamed(record)
    rows[1]![titleAt] = title
    const dry = await bring(rows, 0)
    expect(dry.body).toMatchObject({ counts: { ...none, changed: 1, same: 1 }, committed: false, faults: [] })
    expect(await read(record)).toEqual(record)
    expect((await bring(rows)).body).toMatchObject({ counts: { ...none, changed: 1, same: 1 }, committed: true })
    const { byline: _byline, ...after } = await read(record)
    const { byline: _before, ...was } = record
    // What a title makes of itself elsewhere may change with it.
    expect(after).toMatchObject({ ...fieldsOf(was), [of.title]: title, objectVersionNumber: 2 })
    expect(await read(other)).toEqual(other)
    expect(await count()).toBe(before)
    expect((await bring(rows)).body).toMatchObject({ counts: { ...none, same: 2 }, committed: true, faults: [] })
  })
  const fieldsOf = (record: Body) => Object.fromEntries(Object.keys(of.fields).map((field) => [field, record[field]]))

  test('is refused where somebody has changed the record since, and its row says something else', async () => {
    const record = await make()
    const rows = await taken(titleOf(record))
    await farm.admin.call(of.calls.update, { params: { t: farm.t }, body: record } as never)
    expect((await bring(rows)).body).toMatchObject({ counts: { ...none, same: 1 }, faults: [] })
    rows[1]![titleAt] = renamed(record)
    const { body } = await bring(rows)
    expect(body).toMatchObject({ counts: none, committed: false, faults: keyFault(2, expect.stringContaining('已被他人修改')) })
    expect(titleOf(await read(record))).toBe(titleOf(record))
  })

  test('makes nothing of a key of another tenant, of another list, of nothing, or that stands there twice', async () => {
    const [record, theirs] = [await make(), await make(rival)]
    const before = await count()
    const rows = await taken(titleOf(record))
    const key = rows[1]![keyAt] as string
    const withKey = (text: string) => rows[1]!.with(titleAt, renamed(record)).with(keyAt, text)
    const keyed = async (text: string) => (await bring([rows[0]!, withKey(text)])).body
    const [, foreign] = await taken(titleOf(theirs), rival)
    expect(await keyed(foreign![keyAt] as string)).toMatchObject({ counts: none, faults: keyFault(2, expect.stringContaining('已不存在')) })
    expect(await keyed(key.replace(name, 'elsewhere'))).toMatchObject({
      counts: none,
      faults: keyFault(2, expect.stringContaining('其他列表')),
    })
    expect(await keyed('12-3')).toMatchObject({ counts: none, faults: keyFault(2, expect.stringContaining('读到“12-3”')) })
    expect((await bring([...rows, rows[1]!])).body).toMatchObject({
      counts: { ...none, same: 1 },
      faults: keyFault(3, expect.stringContaining('2')),
    })
    expect([await count(), await read(record)]).toEqual([before, record])
  })

  test('without keys makes no record twice, neither of two rows nor of two imports, also at once', async () => {
    const record = await make()
    const [heads, line] = await taken(titleOf(record))
    // Without a record that it would be: what the sheet says is there no more.
    const remove = of.shape === 'body' ? { body: record } : { params: { id: record[of.idName] } }
    const { status } = await farm.admin.call(of.calls.remove, { ...remove, params: { t: farm.t, ...remove.params } } as never)
    expect(status).toBe(200)
    const rows = [heads!, line!, line!].map((row) => row.slice(0, -1))
    const before = (await count()) as number
    const duplicate = { row: 3, title: titleOf(record), ofRow: 2 }
    expect((await bring(rows, 0)).body).toMatchObject({ counts: { ...none, new: 1, duplicates: 1 }, duplicates: [duplicate], faults: [] })
    const both = await Promise.all([bring(rows), bring(rows)])
    expect(both.map(({ status, body }) => (status === 200 ? body.counts.new : 0)).toSorted((one, other) => one - other)).toEqual([0, 1])
    expect(await count()).toBe(before + 1)
    const again = (await bring(rows)).body
    expect(again).toMatchObject({ counts: { ...none, duplicates: 2 }, committed: true, faults: [] })
    expect(again.duplicates).toEqual([2, 3].map((row) => ({ row, title: titleOf(record), ofRow: null })))
    expect(await count()).toBe(before + 1)
  })

  test('that lost its keys, as one of before there were any, makes nothing that is there', async () => {
    const record = await make()
    const rows = (await taken(titleOf(record))).map((row) => row.slice(0, -1))
    expect((await bring(rows)).body).toMatchObject({
      counts: { ...none, duplicates: 1 },
      duplicates: [{ row: 2, title: titleOf(record), ofRow: null }],
      faults: [],
    })
  })

  test('changes nothing for who may only make records, and says so beside its row', async () => {
    const record = await make()
    const { read: reads, create } = of.codes
    const maker = await server.signIn((await build.aUser({ tenantId: farm.t, codes: [reads, create] })).login_name)
    const rows = await taken(titleOf(record))
    expect((await bring(rows, 1, maker)).body).toMatchObject({ counts: { ...none, same: 1 }, faults: [] })
    rows[1]![titleAt] = renamed(record)
    if (of.calls.update.permission === of.codes.edit && of.codes.edit !== of.codes.create)
      expect((await bring(rows, 1, maker)).body).toMatchObject({
        committed: false,
        faults: keyFault(2, expect.stringContaining('无权修改')),
      })
  })

  test('empties the field whose cell was emptied, and refuses that of one that a record must have', async () => {
    const record = await make()
    const rows = await taken(titleOf(record))
    const left = of.sheetFields.filter((field) => {
      const parsed = of.fields[field]!.schema.safeParse(undefined)
      return !(parsed.success && (parsed.data === null || (parsed.data as unknown[]).length === 0))
    })
    const line = rows[1]!.map((cell, at) => (left.includes(of.sheetFields[at]!) ? null : cell))
    const { body } = await bring([rows[0]!, line])
    expect(body.committed).toBe(false)
    expect(body.faults).toHaveLength(left.length)
    expect(new Set(body.faults.map(({ field }) => field))).toEqual(new Set(left))
    expect(await read(record)).toEqual(record)
  })

  test('has a head of the key that is none of a field, in both languages', () => {
    for (const language of ['zh-CN', 'en-US'] as const)
      expect(of.sheetFields.map((field) => headOf(of, field, language))).not.toContain(keyHead(language))
  })
})
