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
      ({ cells }) => cells,
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
const WORKBOOK = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`
const withParts = (sheetXml: string, others: readonly Part[] = [], workbook = WORKBOOK) =>
  zip([
    {
      name: 'xl/_rels/workbook.xml.rels',
      body: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      body: workbook,
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
      '<row r="3"><c r="A3" t="str"><f>""</f><v></v></c><c r="B3"><f>A1*2</f></c><c r="C3" t="str"><f>A1&amp;"x"</f></c></row>',
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
      [null, formula, formula],
      [7, under, null],
      // A row of nothing else is none.
      [],
      [...Array.from({ length: 27 }, () => null), { unread: 'error', text: '#N/A' }],
    ])
  })

  test('of other writers are read as the reader itself reads them', async () => {
    const one = '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1" t="e"><v>#N/A</v></c></row></sheetData>'
    const read = [[1, { unread: 'error', text: '#N/A' }]]
    expect(await outcome(withParts(one, [], WORKBOOK.replace('xmlns:r=', 'xmlns:d3p1=').replace('r:id', 'd3p1:id')))).toEqual(read)
    // What is no XML and what every reader of spreadsheets lets pass.
    expect(await outcome(withParts(`${one}<headerFooter><oddFooter>&P of &N</oddFooter></headerFooter>`))).toEqual(read)
    expect(
      await outcome(withParts(one.replace('<c r="B1"', '<c r="AA1" t="inlineStr"><is><t>a&nbsp;b</t></is></c><c r="AB1"'))),
    ).toMatchObject([{ 0: 1, 27: read[0]![1] }])
  })

  test('of a workbook that nobody calculated are no zeros', async () => {
    const rows = '<sheetData><row r="1"><c r="A1"><f>B1*2</f><v>0</v></c><c r="B1"><v>0</v></c></row></sheetData>'
    expect(await outcome(withParts(rows))).toEqual([[0, 0]])
    const uncalculated = WORKBOOK.replace('</workbook>', '<calcPr calcId="124519" fullCalcOnLoad="1"/></workbook>')
    expect(await outcome(withParts(rows, [], uncalculated))).toEqual([[{ unread: 'formula', text: '' }, 0]])
  })

  test.each([
    ['', [new Date(Date.UTC(2022, 10, 26)), 44_891], false],
    ['<workbookPr date1904="0"/>', [new Date(Date.UTC(2022, 10, 26)), 44_891], false],
    ['<workbookPr date1904="1"/>', [new Date(Date.UTC(2026, 10, 27)), 44_891], true],
    ['<workbookPr date1904="true"/>', [new Date(Date.UTC(2026, 10, 27)), 44_891], true],
  ])('are dates by the days that a workbook with %j counts, which says so of bare numbers', async (properties, expected, from1904) => {
    const styles = {
      name: 'xl/styles.xml',
      body: '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    }
    const rows = '<sheetData><row r="1"><c r="A1" s="1"><v>44891</v></c><c r="B1"><v>44891</v></c></row></sheetData>'
    const file = withParts(rows, [styles], WORKBOOK.replace('<sheets>', `${properties}<sheets>`))
    expect(await desk.run(1, jobs.cells, () => file)).toEqual({ cells: [expected], from1904 })
  })

  test('that show no date for the number that they hold are no dates, and a day is the day of the file wherever it is read', async () => {
    const styles = {
      name: 'xl/styles.xml',
      body: '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
    }
    const rels = {
      name: 'xl/_rels/workbook.xml.rels',
      body: ['worksheet" Target="worksheets/sheet1.xml', 'styles" Target="styles.xml']
        .map((of, at) => `<Relationship Id="r${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${of}"/>`)
        .join('')
        .replace(/^(.*)$/, '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">$1</Relationships>'),
    }
    const cells =
      '<c r="A1" s="1"><v>13812345678</v></c><c r="B1" s="1"><v>-5</v></c><c r="C1" s="1"><v>46353</v></c><c r="D1" t="d"><v>2026-11-27T00:00:00</v></c>'
    const day = new Date(Date.UTC(2026, 10, 27))
    const wrong = { unread: 'error', text: '#####' }
    expect(await outcome(withParts(`<sheetData><row r="1">${cells}</row></sheetData>`, [styles, rels]))).toEqual([[wrong, wrong, day, day]])
  })

  test('are few, however wide one row of them is', async () => {
    const wide = `<row r="1"><c r="A1"><v>1</v></c></row>${row(9000)}<row r="9001"><c r="ZZZ9001" t="e"><v>#N/A</v></c></row>`
    expect(await outcome(withSheet(wide))).toBe('error.input.tooLarge')
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
