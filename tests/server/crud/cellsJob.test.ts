import { deflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import writeCells from 'write-excel-file/node'
import { repack, TooMuchPacked } from '#server/ground/crud/repack'
import { foreignDesk } from '#server/ground/foreign/desk'
import { jobs, jobsModule } from '#server/foreignJobs'
import { silentLog } from '../database/testDatabase.ts'

const desk = foreignDesk(jobs, { log: silentLog, module: jobsModule })
afterAll(() => desk.close())

const sheet = () =>
  writeCells([
    [{ value: 'Name' }, { value: 'Sort' }],
    [{ value: 'Ａ & <b>' }, { type: Number, value: 1.5 }],
  ]).toBuffer()
const outcome = (file: Buffer) =>
  desk
    .run(1, jobs.cells, () => file)
    .then(
      (cells) => cells,
      (cause: { code?: string }) => cause.code,
    )

interface Part {
  readonly name: string
  readonly body: string | Buffer
  /** Left out of the directory at the end, as no writer does. */
  readonly hidden?: boolean
  /** What the part says that it unfolds to, where that is not so. */
  readonly claims?: number
}
/** A packed file by its parts. */
function zip(parts: readonly Part[]): Buffer {
  const chunks: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, body, hidden, claims } of parts) {
    const bytes = deflateRawSync(body)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt32LE(claims ?? body.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    head.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(offset, 42)
    const local = Buffer.concat([head, Buffer.from(name), bytes])
    offset += local.length
    chunks.push(local)
    if (!hidden) entries.push(entry, Buffer.from(name))
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length / 2, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...chunks, directory, end])
}
const withSheet = (rows: string, ...others: readonly Part[]) => withParts(`<sheetData>${rows}</sheetData>`, others)
const withParts = (sheetXml: string, others: readonly Part[] = []) =>
  zip([
    {
      name: 'xl/_rels/workbook.xml.rels',
      body: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      body: `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      body: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${sheetXml}</worksheet>`,
    },
    ...others,
  ])
const row = (at: number, column = 'A') => `<row r="${at}"><c r="${column}${at}"><v>1</v></c></row>`

describe('the cells of a spreadsheet', () => {
  test('are read as they were written', async () => {
    expect(await outcome(await sheet())).toEqual([
      ['Name', 'Sort'],
      ['Ａ & <b>', 1.5],
    ])
    expect(await outcome(withSheet(row(1) + row(3, 'B')))).toEqual([
      [1, null],
      [null, null],
      [null, 1],
    ])
  })

  test('that show something and have no value are no empty ones: errors, formulas that nobody calculated, merged ones', async () => {
    const rows = [
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>',
      '<row r="2"><c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="B2"><f>A1*2</f><v></v></c><c r="C2"><f>A1*2</f><v>2</v></c></row>',
      '<row r="3"><c r="A3" t="str"><f>""</f><v></v></c><c r="B3"><f>A1*2</f></c></row>',
      '<row r="4"><c r="A4"><v>7</v></c></row>',
      '<row r="5"/><row r="6"><c r="AB6" t="e"><v>#N/A</v></c></row>',
    ]
    const merges =
      '<mergeCells><mergeCell ref="A4:B5"/><mergeCell ref="B1:B1"/><mergeCell ref="A3:A3"/><mergeCell ref="C4:C6"/></mergeCells>'
    const under = { unread: 'merged', text: 'A4' }
    const formula = { unread: 'formula', text: '' }
    const read = await outcome(withParts(`<sheetData>${rows.join('')}</sheetData>${merges}`))
    expect(read).toEqual([
      [1, 2, null],
      [{ unread: 'error', text: '#DIV/0!' }, formula, 2],
      [null, formula, null],
      [7, under, null],
      // A row of nothing else is none.
      [],
      [...Array.from({ length: 27 }, () => null), { unread: 'error', text: '#N/A' }],
    ])
  })

  test('that are merged over more than a sheet may hold end in time', async () => {
    const all = Array.from({ length: 20_000 }, () => '<mergeCell ref="A1:XFD1048576"/>').join('')
    expect(await outcome(withParts(`<sheetData>${row(1) + row(9000)}</sheetData><mergeCells>${all}</mergeCells>`))).toBe(
      'error.input.tooLarge',
    )
  })

  test.each<[string, string | undefined, () => Buffer]>([
    ['a row of a number beyond any sheet', 'error.input.tooLarge', () => withSheet(row(1) + row(2_000_000_000))],
    ['a column beyond any sheet', 'error.input.tooLarge', () => withSheet(row(1, 'ZZZZZZZ'))],
    ['rows that each are filled up to the widest', 'error.input.tooLarge', () => withSheet(row(1, 'ZZZZ') + row(2) + row(90_000))],
    ['more cells than a thousand rows have', 'error.input.tooLarge', () => withSheet(row(1, 'CV') + row(2500))],
    [
      'a part that unfolds to more than may be',
      'error.input.tooLarge',
      () => withSheet(row(1), { name: 'xl/a.xml', body: Buffer.alloc(30_000_000) }),
    ],
    [
      'a part that unfolds to more than it says',
      'error.import.unreadable',
      () => withSheet(row(1), { name: 'xl/a.xml', body: Buffer.alloc(30_000_000), claims: 1000 }),
    ],
    ['no packed file', 'error.import.unreadable', () => Buffer.from('name,code\n1,2')],
    ['the end of a packed file alone', 'error.import.unreadable', () => zip([])],
    ['half of a packed file', 'error.import.unreadable', () => withSheet(row(1)).subarray(300)],
  ])('%s is refused: %s', async (_, code, file) => {
    expect(await outcome(file())).toBe(code)
  })

  test('a directory of more parts than a sheet has is not walked through', async () => {
    const crowd = withSheet(row(1), ...Array.from({ length: 6000 }, (_, at) => ({ name: `xl/${at}.bin`, body: '' })))
    await expect(repack(crowd)).rejects.toThrow(TooMuchPacked)
    expect(await outcome(crowd)).toBe('error.input.tooLarge')
  })

  test('what the directory does not name is not unfolded', async () => {
    const before = process.memoryUsage.rss()
    const hidden = { name: 'xl/a.xml', body: Buffer.alloc(150_000_000), hidden: true }
    expect(await outcome(withSheet(row(1), hidden))).toEqual([[1]])
    expect(process.memoryUsage.rss() - before).toBeLessThan(400_000_000)
  })
})
