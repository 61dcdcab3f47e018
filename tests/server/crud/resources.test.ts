import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '#contract/core/call'
import type { Failure } from '#contract/core/failure'
import { type AnyResource, callingFieldsOf, type ImportCounts } from '#contract/core/resource'
import { MAX_ALL_ROWS } from '#contract/core/values'
import { type ResourceName, resources } from '#contract/resources'
import { keyHead } from '#server/ground/crud/recordKey'
import { headOf } from '#server/ground/crud/sheet'
import { say } from '#server/ground/words'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { lawful, sheetOf, unlawful } from './lawful.ts'
import { buildPlaces, type Places } from './places.ts'

let server: TestServer
let build: Arrange
let t: number
let admin: Client
let adminName: string
let reader: Client
let powerless: Client
let rival: Client
let rivalTenant: number
let rivalPlaces: Places
let places: Places

const all = Object.entries(resources) as [ResourceName, AnyResource][]

async function tenantWith(): Promise<{ tenantId: number; client: Client; name: string; places: Places }> {
  const tenantId = (await build.aTenant()).id
  const areaId = (await build.anArea({ tenant_id: tenantId, area_name: 'Home base', default_flag: 1 })).id
  const user = await build.aUser({ tenantId, codes: ['*'] })
  const client = await server.signIn(user.login_name)
  return { tenantId, client, name: user.real_name, places: await buildPlaces(build, { tenant_id: tenantId, area_id: areaId }) }
}

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  const [ours, theirs] = [await tenantWith(), await tenantWith()]
  t = ours.tenantId
  admin = ours.client
  adminName = ours.name
  places = ours.places
  rival = theirs.client
  rivalTenant = theirs.tenantId
  rivalPlaces = theirs.places
  reader = await server.signIn((await build.aUser({ tenantId: t, codes: all.map(([, { code }]) => code) })).login_name)
  powerless = await server.signIn((await build.aUser({ tenantId: t, codes: [] })).login_name)
})
afterAll(() => server?.close())

type Body = Record<string, unknown> & { objectVersionNumber: number }
type Answer = {
  status: number
  body: Body & {
    content: Body[]
    totalElements: number
    code: string
    fields: Record<string, string>
    faults: { row: number; field: string | null; message: string }[]
    counts: ImportCounts
    rows: number
    committed: boolean
  }
}

describe.each(all)('the resource %s', (name, of) => {
  const ask = (
    client: Client,
    call: Exclude<keyof AnyResource['calls'], 'merge'>,
    input: { params?: object; query?: object; body?: object } = {},
    tenant = t,
  ) => client.call(of.calls[call], { ...input, params: { t: tenant, ...input.params } } as never) as unknown as Promise<Answer>
  const make = async (values: object = {}) => {
    const { status, body } = await ask(admin, 'create', { body: { ...lawful[name](places), ...values } })
    expect({ status, fields: body.fields }).toEqual({ status: 200, fields: undefined })
    return body
  }
  const idOf = (record: Body) => record[of.idName] as number
  const removal = (record: Body) => {
    const { objectVersionNumber } = record
    return of.shape === 'body'
      ? { body: { [of.idName]: idOf(record), objectVersionNumber } }
      : { params: { id: idOf(record) }, query: { objectVersionNumber } }
  }
  const title = (record: Body) => record[of.title] as string
  /** Another title of the same record: a number with a check digit is another whole number. */
  const renamed = (record: Body, words: string): string => {
    const text = `${title(record)} ${words}`
    return of.fields[of.title]!.schema.safeParse(text).success ? text : (lawful[name](places)[of.title] as string)
  }

  test('makes a record and reads it again as it was sent', async () => {
    const sent = lawful[name](places)
    const { body: made } = await ask(admin, 'create', { body: sent })
    expect(made).toMatchObject({ ...sent, objectVersionNumber: 1 })
    expect((await ask(admin, 'get', { params: { id: idOf(made) } })).body).toEqual(made)
  })

  test('lists its records in pages that hold each one once', async () => {
    for (let count = 0; count < 3; count++) await make()
    const whole = (await ask(admin, 'page', { query: { size: 0 } })).body
    const pages = [1, 2].map((page) => ask(admin, 'page', { query: { page, size: Math.ceil(whole.totalElements / 2) } }))
    const seen = (await Promise.all(pages)).flatMap(({ body }) => body.content.map(idOf))
    expect(new Set(seen)).toEqual(new Set(whole.content.map(idOf)))
    expect(seen).toHaveLength(whole.totalElements)
  })

  test('finds by what is searchable, taken literally, and sorts both ways', async () => {
    const record = await make()
    expect((await ask(admin, 'page', { query: { search: title(record).toUpperCase() } })).body.content.map(idOf)).toContain(idOf(record))
    expect((await ask(admin, 'page', { query: { search: '100%_' } })).body.totalElements).toBe(0)
    const by = async (sort: string) => (await ask(admin, 'page', { query: { sort, size: 0 } })).body.content.map(idOf)
    expect(await by(of.title)).toHaveLength((await by(`-${of.title}`)).length)
    expect((await ask(admin, 'page', { query: { sort: 'tenantId' } })).status).toBe(400)
  })

  test('narrows by its filters', async () => {
    const record = await make({ enabledFlag: name === 'area' ? 1 : 0 })
    // Of several marks one narrows.
    const filters = Object.fromEntries(
      of.filterable.filter((field) => record[field] != null).map((field) => [field, [record[field]].flat()[0]]),
    )
    const found = (await ask(admin, 'page', { query: filters })).body.content
    expect(found.map(idOf)).toContain(idOf(record))
    for (const row of found) expect(row.enabledFlag).toBe(record.enabledFlag)
  })

  test('changes a record, and counts its version', async () => {
    const record = await make()
    const other = renamed(record, 'renamed')
    const { status, body } = await ask(admin, 'update', { body: { ...record, [of.title]: other } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ [of.title]: other, objectVersionNumber: 2 })
  })

  test('says who made a record and who changed it, also when they have left', async () => {
    const made = await make()
    const [leaver, leaverName] = [await build.aUser({ tenantId: t, codes: ['*'] }), `Left ${name}`]
    await server.owner.query('update furrow.app_user set real_name = $2 where id = $1', [leaver.id, leaverName])
    const client = await server.signIn(leaver.login_name)
    expect(made.byline).toEqual({ madeBy: adminName, madeAt: expect.any(Number), changedBy: null, changedAt: null })
    await ask(client, 'update', { body: { ...made, [of.title]: renamed(made, 'by another') } })
    await server.owner.query('delete from furrow.role_assignment where user_id = $1', [leaver.id])
    await server.owner.query('delete from furrow.membership where user_id = $1', [leaver.id])
    const { byline } = (await ask(admin, 'get', { params: { id: idOf(made) } })).body
    expect(byline).toEqual({ ...(made.byline as object), changedBy: leaverName, changedAt: expect.any(Number) })
  })

  test('refuses a stale change and a stale deletion with 409, and changes nothing', async () => {
    const record = await make()
    const { body: newer } = await ask(admin, 'update', { body: { ...record, enabledFlag: 1 } })
    const stale = await ask(admin, 'update', { body: { ...record, [of.title]: renamed(record, 'overwritten') } })
    expect({ status: stale.status, code: stale.body.code }).toEqual({ status: 409, code: 'error.version.stale' })
    expect((await ask(admin, 'remove', removal(record))).status).toBe(409)
    expect((await ask(admin, 'get', { params: { id: idOf(record) } })).body).toEqual(newer)
  })

  test('of two who change the same version at once, one succeeds', async () => {
    const record = await make()
    const both = await Promise.all(
      [1, 2].map((nth) => ask(admin, 'update', { body: { ...record, [of.title]: renamed(record, String(nth)) } })),
    )
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  test('deletes a record, once', async () => {
    const record = await make()
    expect(await ask(admin, 'remove', removal(record))).toEqual({ status: 200, body: 1 })
    expect((await ask(admin, 'remove', removal(record))).status).toBe(404)
    expect((await ask(admin, 'get', { params: { id: idOf(record) } })).status).toBe(404)
  })

  test('says beside the input what is wrong with it', async () => {
    const [field, value] = unlawful[name]
    const { status, body } = await ask(admin, 'create', { body: { ...lawful[name](places), [field]: value } })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
    const required = Object.keys(of.fields).filter(
      (key) => of.fields[key]!.required && !of.fields[key]!.schema.safeParse(undefined).success,
    )
    expect(Object.keys((await ask(admin, 'create', { body: {} })).body.fields).toSorted()).toEqual(required.toSorted())
  })

  test('keeps two records apart where they must differ', async () => {
    const record = await make()
    for (const field of of.unique) {
      const { status, body } = await ask(admin, 'create', { body: { ...lawful[name](places), [field]: record[field] } })
      expect({ status, code: body.code, fields: Object.keys(body.fields) }).toEqual({
        status: 409,
        code: 'error.record.taken',
        fields: [field],
      })
    }
  })

  test('refuses a reference to a record of another tenant', async () => {
    for (const [field, { target, kind }] of Object.entries(of.fields)) {
      if (!target) continue
      const { calls, idName }: AnyResource = resources[target as ResourceName]
      const theirs = (
        await rival.call(calls.create, {
          params: { t: rivalTenant },
          body: lawful[target as ResourceName](rivalPlaces),
        })
      ).body as Record<string, number>
      const { status, body } = await ask(admin, 'create', {
        body: { ...lawful[name](places), [field]: kind === 'references' ? [theirs[idName]] : theirs[idName] },
      })
      expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: [field] })
    }
  })

  test("answers 404 to another tenant's record, whatever is asked of it", async () => {
    const { body: theirs } = await ask(rival, 'create', { body: lawful[name](rivalPlaces) }, rivalTenant)
    const own = lawful[name](places)
    expect((await ask(admin, 'get', { params: { id: idOf(theirs) } })).status).toBe(404)
    expect((await ask(admin, 'update', { body: { ...theirs, ...own } })).status).toBe(404)
    expect((await ask(admin, 'remove', removal(theirs))).status).toBe(404)
    expect((await ask(admin, 'page', { query: { size: 0 } })).body.content.map(idOf)).not.toContain(idOf(theirs))
    expect((await ask(admin, 'page', {}, rivalTenant)).status).toBe(404)
  })

  test('answers 401 to nobody and 403 to who holds no code; who only reads changes nothing', async () => {
    const record = await make()
    const acts = [
      ['create', { body: lawful[name](places) }],
      ['update', { body: record }],
      ['remove', removal(record)],
      ['import', { body: { file: '' } }],
      ['export', {}],
    ] as const
    for (const [call, input] of [...acts, ['page', {}] as const]) expect((await ask(server.anonymous, call, input)).status).toBe(401)
    for (const [call, input] of acts) expect((await ask(powerless, call, input)).status).toBe(403)
    for (const [call, input] of acts) expect((await ask(reader, call, input)).status).toBe(403)
    expect((await ask(reader, 'page')).status).toBe(200)
    if (of.calls.page.permission !== 'login') expect((await ask(powerless, 'page')).status).toBe(403)
  })

  test('offers its records by title to who may refer to them', async () => {
    const record = await make()
    const coded = callingFieldsOf(of).filter((field) => field !== of.title)
    const codes = coded.flatMap((field) => (typeof record[field] === 'string' ? [record[field]] : []))
    const offered = [{ id: idOf(record), title: title(record), enabledFlag: 1, ...(coded.length > 0 ? { codes } : {}) }]
    expect((await ask(reader, 'options', { query: { search: title(record) } })).body.content).toEqual(offered)
    for (const named of codes) {
      expect((await ask(reader, 'options', { query: { named } })).body.content).toEqual(offered)
      expect((await ask(reader, 'options', { query: { named: named.slice(1) } })).body.content).toEqual([])
    }
    const stranger = await ask(powerless, 'options', { query: { search: title(record) } })
    // What everybody may read anyway is offered to everybody.
    if (of.calls.page.permission === 'login') expect(stranger.body.content).toEqual(offered)
    else expect(stranger.status).toBe(403)
  })

  test('leaves as a spreadsheet in the language that is asked for, with one row a record', async () => {
    const record = await make()
    for (const language of ['zh-CN', 'en-US'] as const) {
      const path = of.calls.export.path.replace('{t}', String(t))
      const answer = await admin.raw('GET', `${path}?search=${encodeURIComponent(title(record))}`, {
        headers: { 'accept-language': language },
      })
      expect(answer.headers.get('content-type')).toBe(of.calls.export.produces)
      const [heads, ...rows] = (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as unknown[][]
      expect(heads).toEqual([...of.sheetFields.map((field) => headOf(of, field, language)), keyHead(language)])
      expect(rows).toHaveLength(1)
      expect(rows[0]!.at(-1)).toBe(`${name}-${idOf(record)}-1`)
      expect(rows[0]![of.sheetFields.indexOf(of.title)]).toBe(title(record))
    }
  })

  test('comes back from its own spreadsheet: first a dry run that writes nothing, then the rows', async () => {
    const { labels } = await make()
    const titles = labels as Record<string, string>
    const before = (await ask(admin, 'page')).body.totalElements
    const values = lawful[name](places) as Record<string, unknown>
    const fields = Object.keys(values).filter((field) => of.sheetFields.includes(field) && of.fields[field]!.kind !== 'point')
    const cells = fields.map((field) => {
      const { kind } = of.fields[field]!
      if (kind === 'references') return (values[field] as number[]).map((id) => titles[`${field}.${id}`]).join('; ')
      if (kind === 'texts') return (values[field] as string[]).join('\n')
      return kind === 'reference' ? titles[field]! : choiceWord(field, values[field])
    })
    const file = await sheetOf(name, fields, [cells])
    const counts = { new: 1, changed: 0, same: 0, duplicates: 0 }
    const report = { rows: 1, counts, unknownHeads: [], duplicates: [], faults: [] }
    const dry = (await ask(admin, 'import', { body: { file } })).body
    expect(dry).toEqual({ ...report, committed: false })
    expect((await ask(admin, 'page')).body.totalElements).toBe(before)
    expect((await ask(admin, 'import', { body: { file, commit: 1 } })).body).toEqual({ ...report, committed: true })
    const [back, ...others] = (await ask(admin, 'page', { query: { search: values[of.title] } })).body.content as Record<string, unknown>[]
    expect(others).toEqual([])
    for (const field of fields.filter((one) => ['references', 'texts'].includes(of.fields[one]!.kind)))
      expect(back![field]).toEqual(values[field])
  })
  const choiceWord = (field: string, value: unknown) =>
    of.fields[field]!.kind === 'choice' ? say('zh-CN', `${of.area}:${name}.choices.${field}.${String(value)}`) : (value as string | number)

  test('says what is wrong with every row of a spreadsheet, and makes none of them', async () => {
    const before = (await ask(admin, 'page')).body.totalElements
    const [field, wrong] = unlawful[name]
    const fields = of.sheetFields.includes(field) && field !== of.title ? [of.title, field] : [of.title]
    const file = await sheetOf(
      name,
      fields,
      [
        ['x'.repeat(501), wrong as string],
        ['x'.repeat(501), wrong as string],
      ].map((row) => row.slice(0, fields.length)),
    )
    const { body } = await ask(admin, 'import', { body: { file, commit: 1 } })
    expect(body).toMatchObject({ rows: 2, committed: false })
    expect(new Set(body.faults.map(({ row }) => row))).toEqual(new Set([2, 3]))
    expect(body.faults.map(({ field: blamed }) => blamed)).toEqual(expect.arrayContaining(fields))
    expect((await ask(admin, 'page')).body.totalElements).toBe(before)
  })

  test('refuses what is no spreadsheet of its own', async () => {
    const refusal = async (file: string) => (await ask(admin, 'import', { body: { file } })).body.code
    expect(await refusal(Buffer.from('name,code\n1,2').toString('base64'))).toBe('error.import.unreadable')
    expect(await refusal(await sheetOf(name, [], [['Something'], ['else']]))).toBe('error.import.heads')
  })

  test.each(['zh-CN', 'en-US'] as const)('has its words in %s', (language) => {
    const words = [
      ...['title', 'lead', 'one'].map((word) => `${of.area}:${name}.${word}`),
      ...Object.entries(of.fields).flatMap(([field, { choices = [], internal }]) =>
        internal ? [] : [`${of.area}:${name}.fields.${field}`, ...choices.map((value) => `${of.area}:${name}.choices.${field}.${value}`)],
      ),
      ...Object.entries(of.states).flatMap(([state, values]) => [
        `${of.area}:${name}.fields.${state}`,
        ...values.map((value) => `${of.area}:${name}.choices.${state}.${value}`),
      ]),
    ]
    expect(words.filter((key) => say(language, key) === key)).toEqual([])
  })
})

test('what is more than may leave at once is refused with its number, as a list and as a spreadsheet', async () => {
  const { tenantId, client } = await tenantWith()
  await server.owner.query(
    `insert into furrow.crop (tenant_id, crop_name, crop_kind) select $1, 'Crop ' || i, 'fruit' from generate_series(1, $2::int) i`,
    [tenantId, MAX_ALL_ROWS + 4],
  )
  for (const call of [resources.crop.calls.page, resources.crop.calls.export]) {
    const { status, body } = await client.call(call as AnyCall, { params: { t: tenantId }, query: { size: 0 } })
    expect([status, (body as unknown as Failure).message]).toEqual([422, expect.stringContaining(String(MAX_ALL_ROWS + 5))])
  }
})
