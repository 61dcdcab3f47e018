import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls'
import { deviceSheet } from '#contract/devices/deviceSheet'
import { documents } from '#contract/inventory/documents'
import { openingStock } from '#contract/inventory/openingStock'
import { simUsageSheet } from '#contract/organization/simUsageSheet'
import { resources } from '#contract/resources'
import { headOf, readSheet, type Sheeted } from '#server/ground/crud/sheet'
import type { UnreadCell } from '#server/ground/crud/unreadCells'
import { lineSheet } from '#server/ground/documents/documentSheet'

const reader = { language: 'en-US', grant: { timeZone: 'Asia/Shanghai' } } as const
const read = (of: Sheeted, cells: unknown[][], leftOut: readonly string[] | null = null) =>
  readSheet(of, reader, { cells, ids: async () => new Map(), preset: {}, leftOut })
const headsOf = (of: Sheeted) => of.sheetFields.map((name) => headOf(of, name, 'en-US'))

/** What every import reads, by the call that brings it in. */
const sheets: Readonly<Record<string, Sheeted>> = {
  ...Object.fromEntries(
    Object.entries(resources).flatMap(([name, of]) => ('import' in of.calls ? [[`${name}.import`, of as Sheeted]] : [])),
  ),
  ...Object.fromEntries(Object.entries(documents).map(([name, of]) => [`${name}.readLines`, lineSheet(of)])),
  'openingStock.bring': openingStock,
  'simUsageSheet.bring': simUsageSheet,
  'deviceSheet.bring': deviceSheet,
}
const keysOf = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
const reports = calls.filter(({ answer }) => ['rows', 'counts', 'committed', 'faults'].every((key) => keysOf(answer).includes(key)))

test('every call that answers with what an import found says which columns are not known, and those that bring it ask for a confirmation', () => {
  expect(reports.length).toBeGreaterThan(20)
  for (const { name, method, body, answer } of reports) {
    expect([name, keysOf(answer)]).toEqual([name, expect.arrayContaining(['unknownHeads', 'duplicates'])])
    if (method === 'POST' && !name.endsWith('.readLines')) expect([name, keysOf(body)]).toEqual([name, expect.arrayContaining(['leftOut'])])
  }
  const brought = reports.filter(({ method }) => method === 'POST').map(({ name }) => name)
  expect(Object.keys(sheets).toSorted()).toEqual(brought.toSorted())
})

describe.each(Object.entries(sheets))('%s', (_, of) => {
  const [first] = of.sheetFields as [string, ...string[]]

  test('tells its heads apart, in both languages', () => {
    const known = new Map<string, string>()
    for (const name of of.sheetFields)
      for (const language of ['zh-CN', 'en-US'] as const) {
        const head = headOf(of, name, language).normalize('NFKC').toLowerCase()
        expect([head, known.get(head) ?? name]).toEqual([head, name])
        known.set(head, name)
      }
  })

  test.each<[UnreadCell, string]>([
    [{ unread: 'error', text: '#N/A' }, 'The cell shows #N/A and no value: enter the value'],
    [
      { unread: 'formula', text: '' },
      'The formula was never calculated: open and save the file in a spreadsheet program, or enter the value',
    ],
    [{ unread: 'merged', text: 'B2' }, 'The cell is merged with B2: unmerge it and fill in every cell'],
  ])('takes no column for empty that shows %j', async (cell, message) => {
    for (const name of of.sheetFields) {
      const line: unknown[] = of.sheetFields.map((other) => (other === name ? cell : null))
      // Something else stands in the row, so that it is one.
      if (of.sheetFields.length > 1) line[name === first ? 1 : 0] = 'x'
      const { records, faults } = await read(of, [headsOf(of), line])
      expect(records).toEqual([])
      if (of.sheetFields.length > 1 || cell.unread !== 'merged') expect(faults).toContainEqual({ row: 2, field: name, message })
      expect(faults.filter(({ field }) => field === name)).toHaveLength(1)
    }
  })

  test('takes no copied error, and no date, for a text', async () => {
    for (const name of of.sheetFields) {
      const cells = [[headOf(of, name, 'en-US')], ['#REF!'], [new Date(Date.UTC(2026, 10, 3))]]
      const { records, faults } = await read(of, cells)
      expect(faults).toContainEqual({ row: 2, field: name, message: 'The cell shows #REF! and no value: enter the value' })
      expect(records.some(({ row }) => row === 2)).toBe(false)
      const isText = ['text', 'longText', 'texts'].includes(of.fields[name]!.kind) && !of.datedTexts?.includes(name)
      const said = faults.filter(({ row, field }) => row === 3 && field === name).map(({ message }) => message)
      expect(said.some((message) => message.startsWith('The sheet made a date'))).toBe(isText)
    }
  })

  test('takes no number of 16 digits for what was typed', async () => {
    for (const name of of.sheetFields) {
      const cells = [[headOf(of, name, 'en-US')], [1_234_567_890_123_450], [-1_234_567_890_123_450]]
      const { records, faults } = await read(of, cells)
      expect(records).toEqual([])
      expect(faults).toContainEqual({ row: 3, field: name, message: expect.stringContaining('15 digits') })
      expect(faults).toContainEqual({ row: 2, field: name, message: expect.stringContaining('15 digits') })
    }
  })

  test('refuses two columns of one head, in whichever language each is', async () => {
    for (const name of of.sheetFields) {
      const heads = [headOf(of, name, 'zh-CN'), ` ${headOf(of, name, 'en-US').toUpperCase()} `]
      const { faults } = await read(of, [heads, ['1', '2']])
      expect(faults).toContainEqual({ row: 1, field: name, message: 'Two columns have this header: remove one' })
    }
  })

  test('names columns that are not known, and brings none before they are confirmed', async () => {
    const heads = [headOf(of, first, 'en-US'), 'Nobody knows', null, null]
    const lines = [
      ['x', null, null, null],
      [null, null, null, 'a note'],
    ]
    const unknown = ['Nobody knows', 'D']
    const checked = await read(of, [heads, ...lines])
    expect(checked.unknownHeads).toEqual(unknown)
    expect(checked.faults.filter(({ row }) => row === 1)).toEqual([])
    const said = 'is not known: correct its header, or confirm that it is left out'
    expect((await read(of, [heads, ...lines], ['D'])).faults.filter(({ row }) => row === 1)).toEqual([
      { row: 1, field: null, message: `The column "Nobody knows" ${said}` },
    ])
    expect((await read(of, [heads, ...lines], unknown)).faults.filter(({ row }) => row === 1)).toEqual([])
  })

  test('has no rows of what stands in a column that is not known, and is not this sheet with too many of them', async () => {
    const heads = [headOf(of, first, 'en-US'), 'Nobody knows']
    const error: UnreadCell = { unread: 'error', text: '#N/A' }
    const rest = Array.from({ length: 20_000 }, () => [null, error])
    const { rows, unknownHeads } = await read(of, [heads, ['x', error], ...rest], ['Nobody knows'])
    expect([rows, unknownHeads]).toEqual([1, ['Nobody knows']])
    const crowd = Array.from({ length: 201 }, (_, at) => `Column ${at}`)
    await expect(read(of, [[heads[0], ...crowd], ['x']])).rejects.toMatchObject({ code: 'error.import.heads' })
  })
})

test('a wide sheet is looked through once, and not for every column anew', async () => {
  const lines = Array.from({ length: 10_000 }, () => [1])
  lines[0] = Array.from({ length: 18_000 })
  const from = performance.now()
  await expect(read(openingStock, [['Nobody knows'], ...lines])).rejects.toMatchObject({ code: 'error.import.heads' })
  expect(performance.now() - from).toBeLessThan(2000)
})

test('a head that is a date is named as the sheet shows it', async () => {
  const { unknownHeads } = await read(openingStock, [
    [headOf(openingStock, 'productCode', 'en-US'), new Date(Date.UTC(2026, 10, 27))],
    ['x'],
  ])
  expect(unknownHeads).toEqual(['2026-11-27'])
})
