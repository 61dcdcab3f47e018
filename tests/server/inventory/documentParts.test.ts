import { Buffer } from 'node:buffer'
import sharp from 'sharp'
import { readSheet } from 'read-excel-file/node'
import writeCells from 'write-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyDocument, AnyDocumentFull } from '#contract/core/document'
import { type ImportCounts, sheetFieldsOf } from '#contract/core/resource'
import { documents } from '#contract/inventory/documents'
import { type LotOffer, stockCalls } from '#contract/inventory/stock'
import { fileCalls } from '#contract/media/files'
import { crop } from '#contract/organization/crop'
import { headOf } from '#server/ground/crud/sheet'
import { lineSheet } from '#server/ground/documents/documentSheet'
import { lawful } from '../crud/lawful.ts'
import { nowhere } from '../crud/places.ts'
import type { Client } from '../harness.ts'
import { aStockFarm, type StockFarm } from './stockFarm.ts'

/** What every declared kind of document has beside its life, asked of each of them. */
const kinds = Object.values(documents) as readonly AnyDocument[]
/** Answers are typed by their kind; here they are those of any. */
interface Answer<Body> {
  readonly status: number
  readonly body: Body
}
interface Read {
  readonly rows: number
  readonly counts: ImportCounts
  readonly committed: boolean
  readonly whole: boolean
  readonly faults: { row: number; field: string | null; message: string }[]
  readonly lines: { values: Record<string, unknown>; labels: Record<string, string> }[]
  readonly code?: string
}
type Cell = string | number | null

let farm: StockFarm
let stranger: Client
let strangersTenant: number
let reader: Client
let northId: number
let png: Uint8Array<ArrayBuffer>
/** What a field refers to, by its name. */
const rows: Record<string, number> = {}
beforeAll(async () => {
  farm = await aStockFarm()
  const { build, t, areaId } = farm
  rows.storeId = await farm.aStore({ name: 'Main store' })
  rows.toStoreId = await farm.aStore({ name: 'Other store' })
  rows.toAreaId = areaId
  rows.landId = (await build.aLand({ tenant_id: t, area_id: areaId })).id
  rows.productId = await farm.aProduct({ name: 'Urea', code: 'P-UREA', barcode: '6901234567890', product_type: 'agricultural' })
  strangersTenant = (await build.aTenant()).id
  const other = await build.aUser({ tenantId: strangersTenant, codes: ['*'], areaIds: null })
  stranger = await farm.server.signIn(other.login_name)
  northId = (await build.anArea({ tenant_id: t, area_name: 'North' })).id
  png = new Uint8Array(
    await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )
  const elsewhere = (await build.anArea({ tenant_id: t, area_name: 'South' })).id
  const codes = kinds.flatMap((of) => Object.values(of.codes))
  reader = await farm.server.signIn((await build.aUser({ tenantId: t, codes, areaIds: [elsewhere] })).login_name)
})
afterAll(() => farm?.server.close())

const filled = (fields: AnyDocument['line'], given: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, choices, required }]) => {
      if (name in rows) return [[name, rows[name]]]
      if (!required && name !== 'counted') return []
      return [[name, kind === 'decimal' ? '2' : kind === 'choice' ? choices![0] : kind === 'flag' ? 0 : 'Words']]
    }),
  ),
  ...given,
})
const bodyOf = (of: AnyDocument, more: object = {}) => ({
  areaId: farm.areaId,
  title: `A ${of.name}`,
  ...filled(of.header),
  lines: [filled(of.line)],
  ...more,
})
const ask = async <Body = AnyDocumentFull>(
  of: AnyDocument,
  name: keyof AnyDocument['calls'],
  input: { params?: object; query?: object; body?: object } = {},
  who: Client = farm.client,
  t = farm.t,
) =>
  (await who.call(of.calls[name]!, {
    ...input,
    params: { t, ...input.params },
  } as never)) as Answer<Body>
const made = async (of: AnyDocument, more: object = {}) => {
  const answer = await ask(of, 'create', { body: bodyOf(of, more) })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const upload = async (name: string, bytes: Uint8Array<ArrayBuffer> | string, who: Client = farm.client, t = farm.t) =>
  (await who.call(fileCalls.upload, { params: { t }, body: { kind: 'file', file: new File([bytes], name) } })).body
const xlsx = async (heads: readonly string[], all: readonly (readonly Cell[])[]) =>
  Buffer.from(
    await writeCells(
      [heads, ...all].map((row) =>
        row.map((value) => (value === null ? null : typeof value === 'number' ? { type: Number, value } : { type: String, value })),
      ),
    ).toBuffer(),
  )
const sheetOf = async (response: Response, sheet?: number) => {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')])
  return (await readSheet(Buffer.from(await response.arrayBuffer()), sheet as never)) as unknown as Cell[][]
}
const raw = (path: string, language = 'en-US', who: Client = farm.client) =>
  who.raw('GET', path.replace('{t}', String(farm.t)), { headers: { 'accept-language': language } })

describe.each(kinds.map((of) => [of.name, of] as const))('a document of the kind %s', (_, of) => {
  test('has files, which are its own, are named with their size, and stay as they are once it is approved', async () => {
    const [one, two] = [await upload('invoice.txt', 'An invoice'), await upload('photo.csv', 'a,b')]
    const draft = await made(of, { attachments: [two.id, one.id, two.id] })
    expect(draft.attachments).toEqual([
      { id: two.id, fileName: 'photo.csv', fileUrl: two.fileUrl, bytes: 3 },
      { id: one.id, fileName: 'invoice.txt', fileUrl: one.fileUrl, bytes: 10 },
    ])
    const { id } = draft
    const read = await farm.client.raw('GET', one.fileUrl)
    expect([read.status, await read.text()]).toEqual([200, 'An invoice'])
    const held = async () =>
      (await farm.server.owner.query(`select from furrow.file_use where holder = 'document' and holder_id = $1`, [id])).rowCount
    expect(await held()).toBe(2)
    // Those of another tenant are nobody's here.
    const strange = await upload('theirs.txt', 'Theirs', stranger, strangersTenant)
    const update = (attachments: readonly string[]) =>
      ask<{ code: string; fields?: object }>(of, 'update', {
        params: { id },
        body: { ...bodyOf(of, { attachments }), objectVersionNumber: 1 },
      })
    expect(await update([one.id, strange.id])).toMatchObject({
      status: 422,
      body: { code: 'error.file.gone', fields: { attachments: expect.any(String) } },
    })
    expect((await update(Array.from({ length: 11 }, () => crypto.randomUUID()))).status).toBe(400)
    expect(await update([one.id])).toMatchObject({ status: 200, body: { attachments: [{ fileName: 'invoice.txt' }] } })
    expect(await held()).toBe(1)

    await farm.server.owner.query(`update furrow.document set audit_status = 'approved' where id = $1`, [id])
    const late = await ask<{ code: string }>(of, 'update', {
      params: { id },
      body: { ...bodyOf(of, { attachments: [] }), objectVersionNumber: 2 },
    })
    expect([late.status, late.body.code]).toEqual([409, 'error.document.state'])
    expect((await ask(of, 'get', { params: { id } })).body.attachments).toHaveLength(1)
    expect((await ask(of, 'get', { params: { id } }, reader)).status).toBe(404)
    expect((await ask(of, 'get', { params: { id } }, stranger, strangersTenant)).status).toBe(404)
  })

  test('shows its files to who may read it, and until it has them to who brought them', async () => {
    const { build, t, areaId } = farm
    const someone = async (codes: readonly string[], areaIds: number[] | null) => {
      const user = await build.aUser({ tenantId: t, codes: codes as never, areaIds })
      return { id: user.id, client: await farm.server.signIn(user.login_name) }
    }
    const writer = await someone(Object.values(of.codes), [areaId])
    const fellow = await someone([of.codes.read], [areaId])
    const idle = await someone([], [areaId])
    const file = await upload('invoice.txt', 'An invoice', writer.client)
    const photo = await upload('photo.png', png, writer.client)
    const all = [writer.client, fellow.client, farm.client, reader, idle.client, stranger]
    const seen = (path = file.fileUrl) => Promise.all(all.map(async (who) => (await who.raw('GET', path)).status))
    // Nothing has it yet.
    expect(await seen()).toEqual([200, 404, 404, 404, 404, 404])

    const make = (who: Client, attachments: readonly string[]) =>
      ask<AnyDocumentFull>(of, 'create', { body: bodyOf(of, { attachments }) }, who)
    expect((await make(farm.client, [file.id])).status).toBe(422)
    const { status, body: draft } = await make(writer.client, [file.id, photo.id])
    expect(status).toBe(200)
    const [here, elsewhere] = [200, 404]
    const allowed = [here, here, here, elsewhere, elsewhere, elsewhere]
    for (const what of ['content', 'file', 'link']) expect(await seen(`/hfle/v1/${t}/files/${file.id}/${what}`)).toEqual(allowed)
    expect(await seen(`/hfle/v1/${t}/files/${photo.id}/image`)).toEqual(allowed)

    // Who brought it and may not read the document any more does not read its files.
    const { rows: applicants } = await farm.server.owner.query<{ applicant_id: number }>(
      `update furrow.document set applicant_id = $2 from furrow.document before
       where document.id = $1 and before.id = document.id returning before.applicant_id`,
      [draft.id, fellow.id],
    )
    expect(applicants[0]!.applicant_id).toBe(writer.id)
    await farm.server.owner.query(
      `update furrow.document set area_id = $2::bigint, to_area_id = case when to_area_id is not null then $2::bigint end where id = $1`,
      [draft.id, northId],
    )
    expect(await seen()).toEqual([404, 200, 200, 404, 404, 404])
    // It is not opened by being named where everybody looks, nor by a document of one's own.
    expect((await make(writer.client, [file.id])).body).toMatchObject({ code: 'error.file.gone' })
    const crops = await farm.client.call(crop.calls.create, { params: { t }, body: { ...lawful.crop(nowhere), cropImage: photo.fileUrl } })
    expect([crops.status, (crops.body as unknown as { code: string }).code]).toEqual([422, 'error.file.gone'])

    // Taken out, it is its uploader's again.
    const update = await ask(of, 'update', {
      params: { id: draft.id },
      body: { ...bodyOf(of, { attachments: [] }), objectVersionNumber: 1 },
    })
    expect(update.status).toBe(200)
    expect(await seen()).toEqual([200, 404, 404, 404, 404, 404])
  })

  test('lets its files go when it is deleted', async () => {
    const file = await upload('note.txt', 'A note')
    const { id } = await made(of, { attachments: [file.id] })
    expect((await ask(of, 'remove', { params: { id }, query: { objectVersionNumber: 1 } })).status).toBe(200)
    const { rowCount } = await farm.server.owner.query(`select from furrow.file_use where holder = 'document' and holder_id = $1`, [id])
    expect(rowCount).toBe(0)
  })

  test('leaves as a spreadsheet in the language of who asks: the list as it is narrowed, and one with its lines', async () => {
    const draft = await made(of, { title: 'Of spring', remark: '=1+1' })
    const list = async (query: string, who: Client = farm.client, language = 'en-US') =>
      sheetOf(await raw(`${of.path}/export?${query}`, language, who))
    const [heads, ...content] = await list(`code=${draft.code}`)
    expect(heads).toEqual(expect.arrayContaining(['Audit status', 'Applicant']))
    expect(content).toHaveLength(1)
    const cellOf = (head: string) => content[0]![heads!.indexOf(head)]
    expect([cellOf('Audit status'), cellOf('Title'), cellOf('Remark')]).toEqual(['Draft', 'Of spring', '=1+1'])
    expect((await list(`code=${draft.code}&auditStatus=approved`)).length).toBe(1)
    expect((await list(`code=${draft.code}`, farm.client, 'zh-CN'))[0]).toEqual(expect.arrayContaining(['审核状态', '申请人']))
    // Who may not read it finds nothing.
    expect(await list(`code=${draft.code}`, reader)).toHaveLength(1)

    const one = `${of.path}/${draft.id}/export`
    const [lineHeads, ...lines] = await sheetOf(await raw(one))
    expect(lines).toHaveLength(1)
    expect(lineHeads!.slice(0, sheetFieldsOf(of.line).length)).toEqual(
      sheetFieldsOf(of.line).map((name) => headOf(lineSheet(of), name, 'en-US')),
    )
    expect(lines[0]).toEqual(expect.arrayContaining('productId' in of.line ? ['Urea'] : ['Words']))
    const facts = await sheetOf(await raw(one), 2)
    expect(facts).toEqual(expect.arrayContaining([expect.arrayContaining([draft.code]), expect.arrayContaining(['Of spring'])]))
    expect((await raw(one, 'en-US', reader)).status).toBe(404)
  })

  test('takes lines from a spreadsheet: its own template filled in, in either language, names and codes alike; nothing is written', async () => {
    const names = sheetFieldsOf(of.line)
    for (const language of ['en-US', 'zh-CN'] as const) {
      const [heads] = await sheetOf(await raw(`${of.path}/line-template`, language))
      expect(heads).toEqual(names.map((name) => headOf(lineSheet(of), name, language)))
      const row = (product: string) =>
        names.map((name) => {
          const { kind, required } = of.line[name]!
          if (kind === 'reference') return product
          if (kind === 'decimal') return required || name === 'counted' ? 2 : null
          return required && kind === 'text' ? 'Words' : null
        })
      const products = of.name === 'inventory_form' ? ['Urea'] : ['Urea', 'P-UREA', '6901234567890']
      const { id: fileId } = await upload('lines.xlsx', await xlsx(heads as string[], products.map(row)))
      const before = (await ask<{ totalElements: number }>(of, 'page')).body.totalElements
      const { status, body } = await ask<Read>(of, 'readLines', { body: { fileId, areaId: farm.areaId, header: filled(of.header) } })
      expect({ status, faults: body.faults, whole: body.whole }).toEqual({ status: 200, faults: [], whole: true })
      expect(body.lines).toHaveLength(products.length)
      for (const { values, labels } of body.lines)
        if ('productId' in of.line) expect([values['productId'], labels['productId']]).toEqual([rows.productId, 'Urea'])
      expect((await ask<{ totalElements: number }>(of, 'page')).body.totalElements).toBe(before)
      // What was read is what a form sends.
      const saved = await ask(of, 'create', { body: bodyOf(of, { lines: body.lines.map(({ values }) => values) }) })
      expect([saved.status, saved.body.lineCount]).toEqual([200, products.length])
    }
  })

  test('refuses 201 of them, and says what is wrong with each of 37', async () => {
    const names = sheetFieldsOf(of.line)
    const heads = names.map((name) => headOf(lineSheet(of), name, 'en-US'))
    const counted = Object.hasOwn(of.line, 'quantity') ? 'quantity' : 'counted'
    const row = (given: Record<string, Cell>) =>
      names.map((name) => {
        if (name in given) return given[name]!
        const { kind, required } = of.line[name]!
        return kind === 'reference' && required ? 'Urea' : kind === 'decimal' && required ? 1 : kind === 'text' && required ? 'Words' : null
      })
    const read = async (all: readonly (readonly Cell[])[]) =>
      ask<Read>(of, 'readLines', {
        body: { fileId: (await upload('lines.xlsx', await xlsx(heads, all))).id, areaId: farm.areaId, header: filled(of.header) },
      })
    const many = await read(Array.from({ length: 201 }, () => row({ [counted]: 1 })))
    expect([many.status, many.body.code]).toEqual([422, 'error.import.tooMany'])
    // Each of 37 rows has one fault, and three of them a second: no such product, and no such quantity.
    const { status, body } = await read(
      Array.from({ length: 40 }, (__, at) =>
        row({
          [counted]: at < 37 ? '1e3' : 1,
          ...('productId' in of.line ? { productId: at < 3 ? 'No such product' : of.name === 'inventory_form' ? null : 'Urea' } : {}),
        }),
      ),
    )
    expect(status).toBe(200)
    const { faults } = body
    expect(faults.filter(({ field }) => field === counted).map(({ row: at }) => at)).toEqual(Array.from({ length: 37 }, (__, at) => at + 2))
    if ('productId' in of.line) {
      const unknown = faults.filter(({ message }) => message.includes('No such product'))
      expect(unknown.map(({ row: at, field }) => [at, field])).toEqual([
        [2, 'productId'],
        [3, 'productId'],
        [4, 'productId'],
      ])
    }
    expect([body.committed, body.lines]).toEqual([false, []])
  })
})

describe('a spreadsheet of lines', () => {
  const heads = () => sheetFieldsOf(documents.warehousing.line).map((name) => headOf(lineSheet(documents.warehousing), name, 'en-US'))
  const read = async (all: readonly (readonly Cell[])[], header: object = { storeId: rows.storeId }, who: Client = farm.client) =>
    ask<Read>(
      documents.warehousing,
      'readLines',
      { body: { fileId: (await upload('lines.xlsx', await xlsx(heads(), all), who)).id, areaId: farm.areaId, header } },
      who,
    )
  test('is asked the rules of its kind, line by line, once the header is whole', async () => {
    await farm.aProduct({ name: 'In lots', lot_flag: 1 })
    await farm.aProduct({ name: 'Off', enabled_flag: 0 })
    const lines: Cell[][] = [
      ['In lots', null, 1, null, null, null, null],
      ['Urea', 'Purchase unit', 1, null, null, null, null],
      ['Urea', null, 1, null, 'L1', null, null],
      ['Off', null, 1, null, null, null, null],
      ['Urea', null, 1, null, null, null, 'right'],
    ]
    const { body } = await read(lines)
    expect(body.faults.map(({ row, field }) => [row, field])).toEqual([
      [2, 'lotNo'],
      [3, 'unitKind'],
      [4, 'lotNo'],
      [5, 'productId'],
    ])
    const unknown = await read(lines, {})
    expect([unknown.body.whole, unknown.body.faults, unknown.body.lines.length]).toEqual([false, [], 5])
  })
  test('is not read for who may not write one, is that of who uploaded it, and must be one', async () => {
    const nobody = await farm.server.signIn(
      (await farm.build.aUser({ tenantId: farm.t, codes: [documents.warehousing.codes.read], areaIds: null })).login_name,
    )
    expect((await read([['Urea', null, 1, null, null, null, null]], {}, nobody)).status).toBe(403)
    const { id: fileId } = await upload('lines.xlsx', 'no spreadsheet')
    const body = { fileId, areaId: farm.areaId, header: {} }
    expect((await ask<{ code: string }>(documents.warehousing, 'readLines', { body })).body.code).toBe('error.import.unreadable')
    expect((await ask(documents.warehousing, 'readLines', { body }, reader)).status).toBe(404)
    const strange = Buffer.from(await xlsx(['Nothing', 'known'], [['a', 'b']]))
    const { id } = await upload('other.xlsx', strange)
    expect((await ask<{ code: string }>(documents.warehousing, 'readLines', { body: { ...body, fileId: id } })).body.code).toBe(
      'error.import.heads',
    )
  })
  test('that a document left as comes back as its lines', async () => {
    const draft = await made(documents.warehousing, {
      lines: [filled(documents.warehousing.line, { quantity: '12.5', price: '3.2', remark: 'dry' }), filled(documents.warehousing.line)],
    })
    const bytes = Buffer.from(await (await raw(`/wfpf/v1/{t}/warehousing/${draft.id}/export`)).arrayBuffer())
    const { id: fileId } = await upload('again.xlsx', bytes)
    const { body } = await ask<Read>(documents.warehousing, 'readLines', {
      body: { fileId, areaId: farm.areaId, header: { storeId: rows.storeId } },
    })
    expect(body.faults).toEqual([])
    expect(body.lines.map(({ values }) => values)).toMatchObject([
      { productId: rows.productId, unitKind: 'stock', quantity: '12.50', price: '3.20', remark: 'dry' },
      { productId: rows.productId, quantity: '2.00', price: null },
    ])
  })
})

test('a file of 10 MB is no attachment', async () => {
  const big = await upload('big.txt', 'x'.repeat(10 * 1024 * 1024))
  const { status, body } = await ask<{ code: string; fields?: object }>(documents.shipment, 'create', {
    body: bodyOf(documents.shipment, { attachments: [big.id] }),
  })
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([413, 'error.file.fileTooBig', ['attachments']])
})

describe('the lots that a line may name', () => {
  const offers = async (storeId: number, productId: number, who: Client = farm.client) =>
    (await who.call(stockCalls.lotOffers, { params: { t: farm.t }, query: { storeId, productId } })) as Answer<LotOffer[]>
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  test('are those of which something is there, what expires first at the head; the first is what a line without a lot takes', async () => {
    const product = await farm.aProduct({ name: 'Perishable', lot_flag: 1, expiry_flag: 1 })
    const store = await farm.aStore()
    const lots = [
      ['late', 90],
      ['soon', 3],
      ['gone', -3],
    ] as const
    for (const [lotNo, days] of lots)
      expect((await farm.moved('warehousing', store, [{ product, quantity: '10', price: '1', lotNo, expiresOn: day(days) }])).status).toBe(
        200,
      )
    const { body } = await offers(store, product)
    expect(body.map(({ lotNo, expired, onHand }) => [lotNo, expired, Number(onHand)])).toEqual([
      ['gone', true, 10],
      ['soon', false, 10],
      ['late', false, 10],
    ])
    // A line that names no lot takes the one that is marked, whether lots that have expired are issued or not.
    const firstOf = async () => (await offers(store, product)).body.flatMap(({ lotNo, first }) => (first ? [lotNo] : []))
    for (const [flag, lotNo] of [
      [1, 'gone'],
      [0, 'soon'],
    ] as const) {
      await farm.server.owner.query('update furrow.inventory_option set expired_flag = $2 where tenant_id = $1', [farm.t, flag])
      expect(await firstOf()).toEqual([lotNo])
      const shipped = (await farm.moved('shipment', store, [{ product, quantity: '1' }])).body as { id: number }
      const [posting] = await farm.postings('shipment', shipped.id)
      expect(posting!.entries.map((entry) => entry.lotNo)).toEqual([lotNo])
    }
    // What is promised to a line that names it is not free, and nothing is offered of what is used up.
    await farm.approved('shipment', store, [{ product, quantity: '9', lotNo: 'soon' }])
    expect(await firstOf()).toEqual(['late'])
    expect((await offers(store, product)).body.find(({ lotNo }) => lotNo === 'soon')).toMatchObject({
      onHand: '9.000000',
      free: '0.000000',
    })
    expect((await farm.moved('shipment', store, [{ product, quantity: '10', lotNo: 'late' }])).status).toBe(200)
    expect((await offers(store, product)).body.map(({ lotNo }) => lotNo)).toEqual(['gone', 'soon'])
  })
  test('are offered to who fills in documents of goods, of the stores of their bases', async () => {
    const writer = await farm.server.signIn(
      (await farm.build.aUser({ tenantId: farm.t, codes: [documents.shipment.codes.create], areaIds: [farm.areaId] })).login_name,
    )
    expect((await offers(rows.storeId!, rows.productId!, writer)).status).toBe(200)
    expect((await offers(rows.storeId!, rows.productId!, reader)).status).toBe(404)
    expect((await offers(rows.storeId!, rows.productId!, stranger)).status).toBe(404)
    const viewer = await farm.server.signIn((await farm.build.aUser({ tenantId: farm.t, codes: [], areaIds: null })).login_name)
    expect((await offers(rows.storeId!, rows.productId!, viewer)).status).toBe(403)
  })
})

describe('what a reference offers', () => {
  const options = async (query: object) =>
    (
      await farm.client.raw(
        'GET',
        `/wfpf/v1/${farm.t}/product/options?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
      )
    ).json() as Promise<{ content: { title: string; codes?: string[] }[] }>
  test('is found by title, code and barcode; a code that is typed whole stands first, and `named` is all of it', async () => {
    for (let nr = 0; nr < 12; nr++) await farm.aProduct({ name: `A ${nr}`, code: `Z${nr}` })
    await farm.aProduct({ name: 'The last', code: 'Z' })
    const found = await options({ search: 'Z', size: 5 })
    expect(found.content[0]).toMatchObject({ title: 'The last', codes: ['Z'] })
    expect(found.content).toHaveLength(5)
    expect((await options({ search: '690123' })).content.map(({ title }) => title)).toEqual(['Urea'])
    const titled = async (named: string) => (await options({ named })).content.map(({ title }) => title)
    expect(await Promise.all(['Urea', 'P-UREA', '6901234567890', '690123', 'urea'].map(titled))).toEqual([
      ['Urea'],
      ['Urea'],
      ['Urea'],
      [],
      // In whatever form it is written.
      ['Urea'],
    ])
  })
})
