import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSheet as readCells } from 'read-excel-file/node'
import { tidied } from '#contract/core/alike'
import { amount, day, time } from '#contract/core/field'
import { defineResource } from '#contract/core/resource'
import { taskType } from '#contract/organization/taskType'
import { resources } from '#contract/resources'
import { recordKey, recordKeyIn } from '#server/ground/crud/recordKey'
import { repack } from '#server/ground/crud/repack'
import { headOf, headsOf, readSheet, rowOf } from '#server/ground/crud/sheet'
import { type SheetCell, sheet } from '#server/ground/crud/sheetJob'
import { cells } from '#server/ground/crud/cellsJob'

const { calls: _calls, codes: _codes, actions: _actions, ...declared } = taskType
/** A resource with a moment and a day, under words that are there. */
const dated = defineResource({ ...declared, shape: 'body', fields: { ...taskType.fields, description: time(), color: day() } })
const ZONES = [
  'Asia/Shanghai',
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
] as const
const reader = (timeZone: string) => ({ language: 'en-US' as const, grant: { timeZone } })
const none = { ids: async () => new Map<string, number>(), preset: {}, leftOut: null }

async function packed(rows: SheetCell[][]): Promise<unknown[][]> {
  const file = await sheet({ title: 'A', heads: headsOf(dated, 'en-US'), rows: Buffer.from(JSON.stringify(rows)) })
  return (await readCells(Buffer.from(file))) as unknown as unknown[][]
}
const base = { name: 'A', code: 'T-1', usage: 'both', enabledFlag: 1, labels: {} }
const year = (at: number) => Date.UTC(at, 0, 1)
const anyMoment = fc.integer({ min: year(2000) / 1000, max: year(2040) / 1000 }).map((seconds) => seconds * 1000)
// The hours in which clocks are changed, in each of the zones.
const changes = [
  Date.UTC(2026, 2, 29, 1),
  Date.UTC(2026, 9, 25, 1),
  Date.UTC(2026, 2, 8, 7),
  Date.UTC(2026, 10, 1, 6),
  Date.UTC(2026, 3, 4, 15),
  Date.UTC(2026, 9, 3, 15, 30),
]
const nearChange = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * 3600, max: 3 * 3600 })).map(([at, off]) => at + off * 1000)

test('a moment and a day that leave in a spreadsheet come back as they were, in every zone and on the nights when clocks are changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      fc.array(
        fc.record({
          description: fc.oneof(anyMoment, nearChange),
          color: fc
            .date({ min: new Date(year(1950)), max: new Date(year(2100)), noInvalidDate: true })
            .map((date) => date.toISOString().slice(0, 10)),
        }),
        { minLength: 1, maxLength: 20 },
      ),
      async (zone, values) => {
        const cells = await packed(values.map((value) => rowOf(dated, { ...base, ...value }, reader(zone))))
        const { records, faults } = await readSheet(dated, reader(zone), { cells, ...none })
        expect(faults).toEqual([])
        expect(records.map(({ values: { description, color } }) => ({ description, color }))).toEqual(values)
      },
    ),
    { numRuns: 60 },
  )
})

test.each([
  ['Europe/Berlin', Date.UTC(2026, 9, 25, 1)],
  ['America/New_York', Date.UTC(2026, 10, 1, 6)],
  ['America/St_Johns', Date.UTC(2026, 10, 1, 4, 30)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 15)],
])('every ten minutes of the night on which %s sets its clocks back come back as they left', async (zone, back) => {
  const moments = Array.from({ length: 36 }, (_, at) => back + (at - 18) * 600_000)
  const cells = await packed(moments.map((description) => rowOf(dated, { ...base, description, color: '2026-01-01' }, reader(zone))))
  const { records } = await readSheet(dated, reader(zone), { cells, ...none })
  expect(records.map(({ values }) => values['description'])).toEqual(moments)
})

test('a spreadsheet shows the time of day of a moment, and none of a day', async () => {
  const file = await sheet({ title: 'A', heads: ['a'], rows: Buffer.from(JSON.stringify([[{ clock: 0 }], [{ clock: 0, day: true }]])) })
  const unpacked = (await repack(Buffer.from(file))).toString('latin1')
  expect([...unpacked.matchAll(/formatCode="(yyyy[^"]*)"/g)].map(([, format]) => format)).toEqual(['yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd'])
})

test("a cell shows what the tenant's clock shows, and one that somebody typed is read by that clock", async () => {
  const noon = Date.UTC(2026, 10, 22, 4)
  const [cell] = rowOf(dated, { ...base, description: noon }, reader('Asia/Shanghai')).filter(
    (one) => typeof one === 'object' && one !== null,
  )
  expect(cell).toEqual({ clock: Date.UTC(2026, 10, 22, 12) })
  const typed = [
    '2026-11-22 12:00',
    '2026/11/22 12:00:00',
    '2026-11-22T04:00:00Z',
    '2026-11-22T12:00:00+08:00',
    new Date(Date.UTC(2026, 10, 22, 12)),
  ]
  const heads = ['name', 'code', 'usage', 'description'].map((name) => headOf(dated, name, 'en-US'))
  const usage = rowOf(dated, base, reader('UTC'))[dated.sheetFields.indexOf('usage')]
  const read = await readSheet(dated, reader('Asia/Shanghai'), { cells: [heads, ...typed.map((at) => ['A', 'T-1', usage, at])], ...none })
  expect(read.faults).toEqual([])
  expect(read.records.map(({ values }) => values['description'])).toEqual(typed.map(() => noon))
  const wrong = await readSheet(dated, reader('Asia/Shanghai'), {
    cells: [heads, ['A', 'T-1', usage, '2026-02-30 12:00'], ['A', 'T-1', usage, 'noon']],
    ...none,
  })
  expect(wrong.faults.map(({ row, field }) => [row, field])).toEqual([
    [2, 'description'],
    [3, 'description'],
  ])
})

test.each([
  ['2026年11月27日', '2026-11-27'],
  ['2026年1月5号', '2026-01-05'],
  ['2026 年 1 月 5 日', '2026-01-05'],
  ['２０２６年１１月２７日', '2026-11-27'],
  ['2026-11-27', '2026-11-27'],
  ['2026.1.5', '2026-01-05'],
  ['20261127', '2026-11-27'],
  [20_261_127, '2026-11-27'],
  [46_353, '2026-11-27'],
  [46_353.75, '2026-11-27'],
  [44_891, '2026-11-27', true],
  [44_891, '2022-11-26', false],
  [new Date(Date.UTC(2026, 10, 27)), '2026-11-27', true],
  [20_000.5, '1954-10-03'],
  [new Date(Date.UTC(2026, 10, 27)), '2026-11-27'],
] as [unknown, string, boolean?][])(
  'the day that a cell shows as %j is %s, with days from 1904: %s',
  async (cell, expected, from1904 = false) => {
    const heads = ['name', 'code', 'usage', 'color'].map((name) => headOf(dated, name, 'en-US'))
    const usage = rowOf(dated, base, reader('UTC'))[dated.sheetFields.indexOf('usage')]
    const { records, faults } = await readSheet(dated, reader('Asia/Shanghai'), {
      cells: [heads, ['A', 'T-1', usage, cell]],
      from1904,
      ...none,
    })
    expect(faults).toEqual([])
    expect(records[0]!.values['color']).toBe(expected)
  },
)

test.each([
  '2026年11月22日 12:00',
  '2026年11月22日12时00分',
  '2026年11月22日 12点0分0秒',
  '2026/11/22 12:00:00',
  '２０２６／１１／２２　１２：００',
  46_348.5,
  '20261122 12:00',
])('the moment that a cell shows as %j is noon there', async (cell) => {
  const heads = ['name', 'code', 'usage', 'description'].map((name) => headOf(dated, name, 'en-US'))
  const usage = rowOf(dated, base, reader('UTC'))[dated.sheetFields.indexOf('usage')]
  const { records, faults } = await readSheet(dated, reader('Asia/Shanghai'), { cells: [heads, ['A', 'T-1', usage, cell]], ...none })
  expect(faults).toEqual([])
  expect(records[0]!.values['description']).toBe(Date.UTC(2026, 10, 22, 4))
})

test.each([
  ['12', 12],
  ['１２', 12],
  ['1,234.5', 1234.5],
  ['-0', 0],
  [-0, 0],
  ['−3', -3],
  ['.5', 0.5],
  ['0x5F', null],
  ['1,23', null],
  ['12 kg', null],
  ['10²', null],
  ['①', null],
  ['Infinity', null],
  ['', null],
])('the number that a cell shows as %j is %s', async (cell, expected) => {
  const counted = defineResource({
    ...declared,
    shape: 'body',
    fields: { ...taskType.fields, description: amount('', -1e6, 1e6) },
  })
  const heads = ['name', 'code', 'usage', 'description'].map((name) => headOf(counted, name, 'en-US'))
  const usage = rowOf(dated, base, reader('UTC'))[dated.sheetFields.indexOf('usage')]
  const { records, faults } = await readSheet(counted, reader('UTC'), { cells: [heads, ['A', 'T-1', usage, cell]], ...none })
  expect(faults.map(({ field }) => field)).toEqual(expected === null && cell !== '' ? ['description'] : [])
  if (faults.length === 0) expect(Object.is(records[0]!.values['description'], expected)).toBe(true)
})

/** Letters of escapes, what XML has no letter for, and whatever else there is. */
const letters = fc.oneof(
  fc.constantFrom(
    '_',
    'x',
    '_x',
    '0041',
    '_x005F_',
    '_x000D_',
    '_X0041_',
    '\u0001',
    '\u001f',
    '\ufffe',
    '\uffff',
    '\r',
    '\n',
    '=',
    '<&>',
    '大',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }).filter((text) => !text.includes('\u0000')),
)

test('every text that is kept goes into a sheet and comes back, also as a head and beside', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(letters, { minLength: 1, maxLength: 6 }).map((all) => tidied(all.join(''))),
        { minLength: 1 },
      ),
      async (texts) => {
        const kept = [...texts, '_x0041_', '\ufffd\u{1ffff}'].filter((text) => text !== '')
        const rows = Buffer.from(JSON.stringify(kept.map((text) => [text])))
        const file = Buffer.from(await sheet({ title: 'A', heads: [kept[0]!], rows, beside: { title: 'B', rows } }))
        expect((await cells(file)).cells).toEqual([kept[0]!, ...kept].map((text) => [text]))
        expect(await readCells(file, 'B')).toEqual(kept.map((text) => [text]))
      },
    ),
    { numRuns: 60 },
  ))

test('a record key is read as it was written, in full width too; that of another list and what is none are told apart', () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(resources)),
      fc.constantFrom(...Object.keys(resources)),
      fc.record({ id: fc.nat(), version: fc.nat() }),
      fc.oneof(fc.string(), fc.double(), fc.date(), fc.constant({ unread: 'merged', text: 'A1' })),
      (name, other, key, anything) => {
        const text = recordKey(name, key)
        const wide = text.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
        expect([recordKeyIn(text, name), recordKeyIn(` ${wide} `, name)]).toEqual([key, key])
        if (other !== name) expect(recordKeyIn(text, other)).toBe('other')
        if (typeof anything !== 'string' || !anything.includes('-')) expect(recordKeyIn(anything, name)).toBe('wrong')
      },
    ),
  ))
