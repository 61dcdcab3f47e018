import { setImmediate } from 'node:timers/promises'
import { folded } from '#contract/core/alike'
import type { Field, FieldKind } from '#contract/core/field'
import { halfWidth } from '#contract/core/halfWidth'
import { fieldFaults } from '#contract/core/fieldFault'
import { type AnyResource, type ImportReport, MAX_IMPORT_ROWS, MAX_LEFT_OUT } from '#contract/core/resource'
import { parseCenter } from '#contract/farm/area'
import { momentOf, wallClock, zonedMoment } from '../zonedMoment.ts'
import { CallFailure } from '../failure.ts'
import { failureBody, failureOf } from '../http/faults.ts'
import type { Asking } from '../http/handler.ts'
import { type Language, say } from '../words.ts'
import type { SheetCell } from './sheetJob.ts'
import { columnLetters, isUnread } from './unreadCells.ts'

type Values = Readonly<Record<string, unknown>>
/** In whose language and zone a sheet is written and read. */
type Reader = Pick<Asking, 'language'> & { readonly grant: Pick<Asking['grant'], 'timeZone'> }
export type SheetFault = ImportReport['faults'][number]
type Fault = SheetFault
/** What a row of a spreadsheet makes: a resource, or what has columns of its own. */
export type Sheeted = Pick<AnyResource, 'area' | 'fields' | 'sheetFields' | 'create'> & {
  readonly name: string
  /** Where the words of a choice stand that are not its own. */
  readonly choiceWords?: Readonly<Record<string, string>>
  /** Texts that a date in its cell stands for, as a month; of any other nobody knows what was typed before the sheet made a date of it. */
  readonly datedTexts?: readonly string[]
  /** What its columns are called, where that does not stand among the words of its fields. */
  readonly head?: (field: string, language: Language) => string
}

const LANGUAGES = ['zh-CN', 'en-US'] as const satisfies readonly Language[]
const HEADS_ROW = 1
const FIRST_ROW = 2
/** Several records in one cell, by what they are called; a line break, or a semicolon of either width, stands between them. */
const BETWEEN_NAMES = '; '
const listed = (text: string, between: RegExp) => text.split(between).flatMap((part) => part.trim() || [])
/** Rows that are read in one turn: whoever else calls is answered in between. */
const SLICE = 250

export const headOf = (of: Sheeted, name: string, language: Language) =>
  of.head?.(name, language) ?? say(language, `${of.area}:${of.name}.fields.${name}`)
const choiceWord = (of: Sheeted, name: string, value: string, language: Language) =>
  say(language, `${of.choiceWords?.[name] ?? `${of.area}:${of.name}.choices.${name}`}.${value}`)

function cellOf(of: Sheeted, name: string, record: Values, { language, grant }: Reader): SheetCell {
  const value = record[name]
  const { kind } = of.fields[name]!
  if (value == null) return null
  if (kind === 'number' || kind === 'decimal') return Number(value)
  if (kind === 'choice') return choiceWord(of, name, value as string, language)
  if (kind === 'flag') return say(language, value === 1 ? 'crud:yes' : 'crud:no')
  if (kind === 'reference') return (record.labels as Record<string, string>)[name] ?? null
  if (kind === 'references')
    return (value as number[]).map((id) => (record.labels as Record<string, string>)[`${name}.${id}`] ?? id).join(BETWEEN_NAMES)
  if (kind === 'texts') return (value as string[]).join('\n')
  if (kind === 'moment') return clockCell(value as number, grant.timeZone)
  if (kind === 'day') return { clock: Date.parse(value as string), day: true }
  if (kind === 'point') return `${(value as { longitude: number }).longitude},${(value as { latitude: number }).latitude}`
  return value as string
}

/** What the tenant's clock shows, to the second; where it shows the same twice, as on the night it is set back, the second time says which it is. */
export function clockCell(moment: number, zone: string): SheetCell {
  const second = Math.floor(moment / 1000) * 1000
  const clock = wallClock(second, zone)
  if (momentOf(clock, zone) === second) return { clock }
  const minutes = Math.round((clock - second) / 60_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${new Date(clock).toISOString().slice(0, -1)}${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}

/** The spreadsheet's heads, and its rows as cells, in the caller's language and the tenant's zone. References stand by what they are called. */
export const headsOf = (of: Sheeted, language: Language) => of.sheetFields.map((name) => headOf(of, name, language))
export const rowOf = (of: Sheeted, record: Values, reader: Reader): SheetCell[] =>
  of.sheetFields.map((name) => cellOf(of, name, record, reader))
export const sheetTitle = (of: Sheeted, language: Language) => say(language, `${of.area}:${of.name}.title`)

const DATED =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})(?:[日号]|(?:[日号]?[ T]|[日号])([01]?\d|2[0-3])[:时点]([0-5]?\d)(?:[:分]([0-5]?\d))?[分秒]?)?$/
/** `20261127`, as a text or as a number. */
const BASIC = /^((?:19|20)\d{2})(\d{2})(\d{2})(?=$|[ T])/
/** A date as people type it, with or without a time of day, as `YYYY-MM-DD[ HH:mm:ss]`; null where it is none. */
function datedText(text: string): { day: string; time: string } | null {
  const half = halfWidth(text)
    .trim()
    .replaceAll(/ ?([年月日号时点分秒]) ?/g, '$1')
  const found = DATED.exec(half.replace(BASIC, '$1-$2-$3'))
  if (!found) return null
  const [year, month, day, hour = '0', minute = '0', second = '0'] = found.slice(1)
  const two = (part: string) => part.padStart(2, '0')
  return { day: `${year}-${two(month!)}-${two(day!)}`, time: `${two(hour)}:${two(minute)}:${two(second)}` }
}

/** Days that a sheet counts, from 30 December 1899, of the years in which a bare number is taken for a date: 1950 to 2099. */
const SERIALS = { zero: Date.UTC(1899, 11, 30), from: 18_264, to: 73_050 } as const
/** What the clock shows (ms) at a date that stands in its cell as the number which it is to a sheet; null where it is none. */
const serialClock = (cell: unknown) =>
  typeof cell === 'number' && cell >= SERIALS.from && cell <= SERIALS.to ? SERIALS.zero + Math.round(cell * 86_400) * 1000 : null

/** A moment that a cell names: by its own offset, else as the tenant's clock shows it. */
function momentIn(cell: unknown, text: string, zone: string): number | string {
  if (cell instanceof Date) {
    // A sheet counts in days: a second is there to a millisecond or so.
    return momentOf(Math.round(cell.getTime() / 1000) * 1000, zone)
  }
  const serial = serialClock(cell)
  if (serial !== null) return momentOf(serial, zone)
  const dated = datedText(text)
  if (dated) return zonedMoment(`${dated.day} ${dated.time}`, zone, 'start') ?? text
  return /^\d{4}-.*(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text)) ? Date.parse(text) : text
}

interface Column {
  readonly name: string
  readonly field: Field
  /** A choice by its words in each language, as they are compared. */
  readonly choices: ReadonlyMap<string, string>
}
function columnOf(of: Sheeted, name: string): Column {
  const field = of.fields[name]!
  const words = (value: string) => LANGUAGES.map((language) => [folded(choiceWord(of, name, value, language)), value] as const)
  return { name, field, choices: new Map(field.kind === 'choice' ? field.choices!.flatMap(words) : []) }
}
/** A sheet keeps 15 digits: of a longer number nobody knows which it was. */
const MOST_DIGITS = 15
/** What somebody has copied as a text from a cell that showed it. */
const ERROR_TEXT = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/
const TEXTS: readonly FieldKind[] = ['text', 'longText', 'texts']

/** Why nobody knows what was meant by a cell; null where it can be read. */
function unreadable(of: Sheeted, { name, field }: Column, cell: unknown): { key: string; params: Record<string, string> } | null {
  if (isUnread(cell)) return { key: `cell.${cell.unread}`, params: { text: cell.text } }
  if (typeof cell === 'string' && ERROR_TEXT.test(cell)) return { key: 'cell.error', params: { text: cell } }
  if (typeof cell === 'number' && Math.abs(cell) >= 10 ** MOST_DIGITS) return { key: 'longNumber', params: {} }
  // A sheet makes the date 3 November of the lot 3-11.
  if (cell instanceof Date && TEXTS.includes(field.kind) && !of.datedTexts?.includes(name)) return { key: 'cell.date', params: {} }
  return null
}

/** A number as people type it, in full or half width and with or without commas between thousands; `0x5F` is none. */
const NUMBER = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+|(?<=\d)\.)?(?:(?<=[\d.])e[+-]?\d+)?$/i
function plainNumber(text: string): string | null {
  const half = halfWidth(text).replace('−', '-').trim()
  return /\d/.test(half) && NUMBER.test(half) ? half.replaceAll(',', '') : null
}

/** A cell as the field's rule reads it; what does not read stays as it is, for the rule to refuse. */
function valueOf({ field, choices }: Column, cell: unknown, zone: string): unknown {
  if (cell == null || cell === '') return undefined
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell as string | number | boolean).trim()
  const typed = plainNumber(text)
  const serial = serialClock(cell)
  switch (field.kind) {
    case 'number':
      // What a sheet and a text call -0 is 0.
      return typeof cell === 'number' ? cell + 0 : typed === null ? text : Number(typed) + 0
    case 'decimal':
      // A sheet counts in doubles and shows 15 digits of them: 0.1 + 0.2 is 0.3 there.
      return typeof cell === 'number' ? String(Number(cell.toPrecision(MOST_DIGITS)) + 0) : (typed ?? text)
    case 'choice':
      return choices.get(folded(text)) ?? text
    case 'flag':
      return LANGUAGES.some((language) => say(language, 'crud:yes') === text) || cell === true
        ? 1
        : LANGUAGES.some((language) => say(language, 'crud:no') === text) || cell === false
          ? 0
          : text
    case 'point':
      return parseCenter(text) ?? text
    case 'references':
      return listed(text, /[;；\n]/)
    case 'texts':
      return listed(text, /\n/)
    case 'moment':
      return momentIn(cell, text, zone)
    case 'day':
      return serial === null ? (datedText(text)?.day ?? text) : new Date(serial).toISOString().slice(0, 10)
    default:
      return text
  }
}

function headText(cell: unknown): string {
  if (isUnread(cell)) return cell.unread === 'merged' ? '' : cell.text
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String((cell ?? '') as string | number | boolean)
  return text.trim().slice(0, MOST_HEAD)
}
/** More than any head has. */
const MOST_HEAD = 200
const isEmpty = (cell: unknown) => cell == null || cell === '' || (isUnread(cell) && cell.unread === 'merged')

/** The columns by what their heads name; those that nobody knows and that hold something, by what is over them. */
function columnsOf(of: Sheeted, heads: readonly unknown[], lines: readonly (readonly unknown[])[]) {
  const known = new Map(of.sheetFields.flatMap((name) => LANGUAGES.map((language) => [folded(headOf(of, name, language)), name] as const)))
  const holds = new Set<number>()
  for (const line of lines) for (const [at, cell] of line.entries()) if (!isEmpty(cell)) holds.add(at)
  const wide = lines.reduce((most, line) => Math.max(most, line.length), heads.length)
  const unknown = new Set<string>()
  const found = new Set<string>()
  const twice = new Set<string>()
  const columns = Array.from({ length: wide }, (_, at) => {
    const head = headText(heads[at])
    const name = known.get(folded(head))
    if (name === undefined) {
      if (head !== '' || holds.has(at)) unknown.add(head || columnLetters(at))
      return null
    }
    if (found.has(name)) twice.add(name)
    found.add(name)
    return columnOf(of, name)
  })
  return { columns, unknown: [...unknown], twice }
}

/**
 * The rows of a spreadsheet as new records, with what is wrong with which row; heads are known in both languages, in any order. `leftOut` are
 * the heads that the caller has confirmed to be left out, any other that nobody knows is a fault; null where nothing is brought yet. Throws CallFailure where
 * the file is no spreadsheet, holds no head of this resource, or more than `most` rows.
 */
export async function readSheet(
  of: Sheeted,
  { language, grant }: Reader,
  given: {
    cells: unknown[][]
    ids: (target: string, titles: readonly string[]) => Promise<Map<string, number | 'several'>>
    preset: Values
    most?: number
    leftOut: readonly string[] | null
  },
) {
  const { most = MAX_IMPORT_ROWS } = given
  const [heads = [], ...lines] = given.cells
  const { columns, unknown, twice } = columnsOf(of, heads, lines)
  if (columns.every((column) => column === null) || unknown.length > MAX_LEFT_OUT)
    throw new CallFailure('error.import.heads', { heads: of.sheetFields.map((name) => headOf(of, name, language)).join(', ') })
  const filled = lines
    .map((line, at) => ({ line, row: at + FIRST_ROW }))
    // What stands in a column that is not known makes no row.
    .filter(({ line }) => line.some((cell, at) => columns[at] != null && !isEmpty(cell)))
  if (filled.length > most) throw new CallFailure('error.import.tooMany', { max: most })

  const faults: Fault[] = []
  const broken = new Set<number>()
  const blamed = new Set<string>()
  const isBlamed = (row: number, field: string) => blamed.has(`${row} ${field}`)
  const blame = (row: number, field: string | null, message: string) => {
    broken.add(row)
    blamed.add(`${row} ${field}`)
    faults.push({ row, field, message })
  }
  const words = (key: string, params?: Record<string, string>) => say(language, `errors:field.${key}`, params)
  for (const name of twice) blame(HEADS_ROW, name, words('columnTwice'))
  if (given.leftOut) for (const head of unknown) if (!given.leftOut.includes(head)) blame(HEADS_ROW, null, words('columnUnknown', { head }))
  const read: { row: number; values: Record<string, unknown> }[] = []
  for (const { line, row } of filled) {
    const values: Record<string, unknown> = { ...given.preset }
    columns.forEach((column, at) => {
      const cell = line[at]
      if (column === null) return
      const why = unreadable(of, column, cell)
      if (why) return blame(row, column.name, words(why.key, why.params))
      const value = valueOf(column, cell, grant.timeZone)
      if (value !== undefined) values[column.name] = value
    })
    read.push({ row, values })
    if (read.length % SLICE === 0) await setImmediate()
  }
  for (const [name, { kind, target }] of Object.entries(of.fields)) {
    if ((kind !== 'reference' && kind !== 'references') || !target) continue
    const titlesIn = (value: unknown) => [value].flat().filter((title) => typeof title === 'string')
    const known = await given.ids(target, [...new Set(read.flatMap(({ values }) => titlesIn(values[name])))])
    for (const { row, values } of read) {
      const ids = titlesIn(values[name]).flatMap((title) => {
        const id = known.get(title)
        if (typeof id === 'number') return id
        // Two bases of one name: a row must not be put into whichever came last.
        blame(row, name, words(id === 'several' ? 'ambiguousTitle' : 'unknownTitle', { title }))
        return []
      })
      if (kind === 'references') values[name] &&= ids
      else if (typeof values[name] === 'string' && ids.length > 0) values[name] = ids[0]
    }
  }
  const records: { row: number; values: Values }[] = []
  for (const [at, { row, values }] of read.entries()) {
    if (at % SLICE === 0) await setImmediate()
    const parsed = of.create.safeParse(values)
    if (parsed.success && !broken.has(row)) records.push({ row, values: parsed.data as Values })
    if (!parsed.success)
      for (const { field, key, params } of Object.values(fieldFaults(parsed.error, values))) {
        if (isBlamed(row, field)) continue
        const title = values[field]
        // A word that is none of those offered: which one it was is what helps.
        const isWord = key === 'choice' && typeof title === 'string'
        blame(row, field, isWord ? words('unknownTitle', { title }) : say(language, `errors:field.${key}`, params))
      }
  }
  return {
    rows: filled.length,
    /** Heads of columns that hold something and are not read. */
    unknownHeads: unknown,
    /** Every row as it was read, lawful or not. */
    read,
    records,
    faults,
    /** What a rule or the database refused of a row; what is the server's own fault is thrown on. */
    faultsOf(row: number, cause: unknown): Fault[] {
      const failure = failureOf(cause)
      if (!failure || failure.status >= 500) throw cause
      const { fields, message } = failureBody(failure, language)
      return fields ? Object.entries(fields).map(([field, words]) => ({ row, field, message: words })) : [{ row, field: null, message }]
    },
  }
}
