import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { folded } from '#contract/core/alike'
import type { Field, FieldKind } from '#contract/core/field'
import { halfWidth } from '#contract/core/halfWidth'
import { fieldFaults } from '#contract/core/fieldFault'
import { type AnyResource, type ImportReport, MAX_IMPORT_ROWS, MAX_LEFT_OUT, RECORD_KEY } from '#contract/core/resource'
import { parseCenter } from '#contract/farm/area'
import { momentOf, wallClock, zonedMoment } from '#contract/core/zonedMoment'
import { CallFailure } from '../failure.ts'
import { failureBody, failureOf } from '../http/faults.ts'
import type { Asking } from '../http/handler.ts'
import { type Language, say } from '../words.ts'
import type { SheetCell } from './sheetJob.ts'
import { isRecordKey, keyHead, type RecordKey, recordKeyIn } from './recordKey.ts'
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
/** What a cell holds once it was written and read again. */
const asRead = (cell: SheetCell): unknown => (typeof cell === 'object' && cell !== null ? new Date(cell.clock) : cell)

/** What is compared of a value that was read: a sheet keeps 15 digits of a number and one sign for the end of a line. */
function comparable(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(MOST_DIGITS))
  return typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : value
}
const isSame = (one: unknown, other: unknown) => JSON.stringify(comparable(one)) === JSON.stringify(comparable(other))
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

/** From the first day that other sheets count to that of one that counts from 1904. */
const DAYS_TO_1904 = 1462
/** Days that a sheet counts, from 30 December 1899, of the years in which a bare number is taken for a date: 1950 to 2099. */
const SERIALS = { zero: Date.UTC(1899, 11, 30), from: 18_264, to: 73_050 } as const
/** What the clock shows (ms) at a date that stands in its cell as the number which it is to a sheet; null where it is none. */
function serialClock(cell: unknown, from1904: boolean): number | null {
  if (typeof cell !== 'number') return null
  const days = from1904 ? cell + DAYS_TO_1904 : cell
  return days >= SERIALS.from && days <= SERIALS.to ? SERIALS.zero + Math.round(days * 86_400) * 1000 : null
}

/** How a sheet counts time: in the tenant's zone, and its days from 1900 or, as old ones of a Mac do, from 1904. */
interface Counted {
  readonly zone: string
  readonly from1904: boolean
}
/** A moment that a cell names: by its own offset, else as the tenant's clock shows it. */
function momentIn(cell: unknown, text: string, { zone, from1904 }: Counted): number | string {
  if (cell instanceof Date) {
    // A sheet counts in days: a second is there to a millisecond or so.
    return momentOf(Math.round(cell.getTime() / 1000) * 1000, zone)
  }
  const serial = serialClock(cell, from1904)
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
function valueOf({ field, choices }: Column, cell: unknown, counted: Counted): unknown {
  if (cell == null || cell === '') return undefined
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell as string | number | boolean).trim()
  const typed = plainNumber(text)
  const serial = serialClock(cell, counted.from1904)
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
      return momentIn(cell, text, counted)
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
function columnsOf(of: Sheeted, heads: readonly unknown[], lines: readonly (readonly unknown[])[], keyed: boolean) {
  const named = (name: string, head: (language: Language) => string) => LANGUAGES.map((language) => [folded(head(language)), name] as const)
  const known = new Map([
    ...of.sheetFields.flatMap((name) => named(name, (language) => headOf(of, name, language))),
    ...(keyed ? named(RECORD_KEY, keyHead) : []),
  ])
  const holds = new Set<number>()
  for (const line of lines) for (const [at, cell] of line.entries()) if (!isEmpty(cell)) holds.add(at)
  const wide = lines.reduce((most, line) => Math.max(most, line.length), heads.length)
  const unknown = new Set<string>()
  const found = new Set<string>()
  const twice = new Set<string>()
  let keyAt: number | undefined
  const columns = Array.from({ length: wide }, (_, at) => {
    const head = headText(heads[at])
    const name = known.get(folded(head))
    if (name === undefined) {
      if (head !== '' || holds.has(at)) unknown.add(head || columnLetters(at))
      return null
    }
    if (found.has(name)) twice.add(name)
    found.add(name)
    if (name === RECORD_KEY) keyAt ??= at
    return name === RECORD_KEY ? null : columnOf(of, name)
  })
  return { columns, keyAt, unknown: [...unknown], twice }
}

/** What was read, as a fault repeats it: a part of it, with a sign for each letter that no person sees. */
function shown(cell: unknown): string {
  if (cell == null || isUnread(cell)) return ''
  const text = cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : String(cell as string | number | boolean)
  const plain = text
    .trim()
    .slice(0, 4 * MOST_SHOWN)
    .replaceAll(/\p{C}/gu, '\u00b7')
  const letters = Array.from(plain)
  return letters.length > MOST_SHOWN ? `${letters.slice(0, MOST_SHOWN).join('')}\u2026` : letters.join('')
}
const MOST_SHOWN = 40
/** Kinds whose rule says only that a value has not their form: what the form is. */
const FORMED: readonly FieldKind[] = ['number', 'flag', 'point', 'moment', 'day']

/** A field that a record must have has no empty form: what a new record begins with is not what somebody meant who emptied the cell. */
function emptiedOf({ schema }: Field): { data: unknown } | null {
  const parsed = schema.safeParse(undefined)
  const isEmpty = parsed.success && (parsed.data === null || (Array.isArray(parsed.data) && parsed.data.length === 0))
  return isEmpty ? { data: parsed.data } : null
}

/** A row that is a new record: its values, and which of them the row says or is given, as its base is. */
export interface NewRow {
  readonly row: number
  readonly values: Values
  readonly said: readonly string[]
}
interface KeyedRow {
  readonly key: RecordKey
  /** The record as it is answered; undefined where the caller sees none. */
  readonly was: Values | undefined
}

/**
 * The rows of a spreadsheet as new records and as changes of those that their keys name, with what is wrong with which row; heads are known in
 * both languages, in any order. `leftOut` are the heads that the caller has confirmed to be left out, any other that nobody knows is a fault; null where nothing is brought yet. `known` answers the
 * records of these ids, where rows may have keys. Throws CallFailure where the file is no spreadsheet, holds no head of this resource, or more than `most` rows.
 */
export async function readSheet(
  of: Sheeted,
  reader: Reader,
  given: {
    cells: unknown[][]
    /** Its days are counted from 1904 and not from 1900. */
    from1904?: boolean
    ids: (target: string, titles: readonly string[]) => Promise<Map<string, number | 'several'>>
    known?: (ids: readonly number[]) => Promise<ReadonlyMap<number, Values>>
    preset: Values
    most?: number
    leftOut: readonly string[] | null
  },
) {
  const { most = MAX_IMPORT_ROWS } = given
  const { language, grant } = reader
  const [heads = [], ...lines] = given.cells
  const { columns, keyAt, unknown, twice } = columnsOf(of, heads, lines, given.known !== undefined)
  if (columns.every((column) => column === null) || unknown.length > MAX_LEFT_OUT)
    throw new CallFailure('error.import.heads', { heads: of.sheetFields.map((name) => headOf(of, name, language)).join(', ') })
  const filled = lines
    .map((line, at) => ({ line, row: at + FIRST_ROW }))
    // What stands in a column that is not known makes no row.
    .filter(({ line }) => line.some((cell, at) => (columns[at] != null || at === keyAt) && !isEmpty(cell)))
  if (filled.length > most) throw new CallFailure('error.import.tooMany', { max: most })

  const counted: Counted = { zone: grant.timeZone, from1904: given.from1904 ?? false }
  const faults: Fault[] = []
  const broken = new Set<number>()
  const blamed = new Set<string>()
  const isBlamed = (row: number, field: string) => blamed.has(`${row} ${field}`)
  const placeOf = new Map<string, number>()
  if (keyAt !== undefined) placeOf.set(RECORD_KEY, keyAt)
  for (const [at, column] of columns.entries()) if (column && !placeOf.has(column.name)) placeOf.set(column.name, at)
  /** The fault with what was read, where its words do not hold it. */
  const withRead = ({ row, field, message }: Fault): Fault => {
    const at = field === null || row < FIRST_ROW ? undefined : placeOf.get(field)
    const text = at === undefined ? '' : shown(lines[row - FIRST_ROW]?.[at])
    return { row, field, message: text === '' || message.includes(text) ? message : words('read', { message, text }) }
  }
  const blame = (row: number, field: string | null, message: string) => {
    broken.add(row)
    blamed.add(`${row} ${field}`)
    faults.push(withRead({ row, field, message }))
  }
  const words = (key: string, params?: Record<string, string | number>) => say(language, `errors:field.${key}`, params)
  for (const name of twice) blame(HEADS_ROW, name, words('columnTwice'))
  if (given.leftOut) for (const head of unknown) if (!given.leftOut.includes(head)) blame(HEADS_ROW, null, words('columnUnknown', { head }))

  const keyed = new Map<number, KeyedRow>()
  if (keyAt !== undefined) {
    // Also one below a merged cell is a key that nobody can read: without it the row would be new.
    const keys = filled.flatMap(({ line, row }) =>
      line[keyAt] == null || line[keyAt] === '' ? [] : [{ row, key: recordKeyIn(line[keyAt], of.name) }],
    )
    const records = await given.known!([
      ...new Set(
        keys
          .map(({ key }) => key)
          .filter(isRecordKey)
          .map(({ id }) => id),
      ),
    ])
    const first = new Map<number, number>()
    for (const { row, key } of keys) {
      if (!isRecordKey(key)) {
        blame(row, RECORD_KEY, words(`key.${key}`))
        continue
      }
      const before = first.get(key.id)
      first.set(key.id, before ?? row)
      keyed.set(row, { key, was: records.get(key.id) })
      if (before !== undefined) blame(row, RECORD_KEY, words('sameInRow', { row: before }))
      else if (!records.has(key.id)) blame(row, RECORD_KEY, words('key.gone'))
    }
  }

  /** Cells of a row by column; of a record that is there already those alone that say something else than it. */
  const read: { row: number; values: Record<string, unknown> }[] = []
  const writtenAs = (column: Column, record: Values) => valueOf(column, asRead(cellOf(of, column.name, record, reader)), counted)
  for (const { line, row } of filled) {
    // Whose key is none says nothing of any record.
    if (isBlamed(row, RECORD_KEY)) continue
    const was = keyed.get(row)?.was
    const values: Record<string, unknown> = was ? {} : { ...given.preset }
    columns.forEach((column, at) => {
      const cell = line[at]
      if (column === null) return
      if (was && !isUnread(cell) && isSame(valueOf(column, cell, counted), writtenAs(column, was))) return
      const why = unreadable(of, column, cell)
      if (why) return blame(row, column.name, words(why.key, why.params))
      const value = valueOf(column, cell, counted)
      if (value !== undefined || was) values[column.name] = value
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
  const records: NewRow[] = []
  const changes: { row: number; key: RecordKey; values: Values }[] = []
  let same = 0
  const judge = (row: number, schema: z.ZodType, values: Values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return broken.has(row) ? null : (parsed.data as Values)
    for (const { field, key, params } of Object.values(fieldFaults(parsed.error, values))) {
      if (isBlamed(row, field)) continue
      const title = values[field]
      const { kind, choices } = of.fields[field] ?? {}
      // A word that is none of those offered: which one it was is what helps, and which there are.
      if (key === 'choice' && typeof title === 'string' && choices)
        blame(row, field, words('noChoice', { title, choices: choices.map((one) => choiceWord(of, field, one, language)).join(', ') }))
      else if (key === 'choice' && typeof title === 'string') blame(row, field, words('unknownTitle', { title }))
      else blame(row, field, words(key === 'invalid' && kind && FORMED.includes(kind) ? `wanted.${kind}` : key, params))
    }
    return null
  }
  for (const [at, { row, values }] of read.entries()) {
    if (at % SLICE === 0) await setImmediate()
    const own = keyed.get(row)
    if (own?.was === undefined) {
      const said = Object.keys(values)
      const made = judge(row, of.create, values)
      if (made) records.push({ row, values: made, said })
      continue
    }
    const names = Object.keys(values)
    if (names.length === 0) {
      if (!broken.has(row)) same += 1
      continue
    }
    if (own.key.version !== own.was['objectVersionNumber']) {
      blame(row, RECORD_KEY, words('key.stale'))
      continue
    }
    for (const name of names)
      if (values[name] === undefined) {
        const emptied = emptiedOf(of.fields[name]!)
        if (emptied) values[name] = emptied.data
        else blame(row, name, words('required'))
      }
    const typed = names.filter((name) => !isBlamed(row, name))
    const changed = judge(
      row,
      z.object(Object.fromEntries(typed.map((name) => [name, of.fields[name]!.schema]))),
      Object.fromEntries(typed.map((name) => [name, values[name]])),
    )
    if (changed) changes.push({ row, key: own.key, values: changed })
  }
  return {
    rows: filled.length,
    /** Heads of columns that hold something and are not read. */
    unknownHeads: unknown,
    /** Every row as it was read, lawful or not. */
    read,
    /** New records. */
    records,
    /** What is to be written into records that are there. */
    changes,
    /** How many rows are as their records are. */
    same,
    faults,
    /** All faults with these, each with what was read, by rows. */
    told: (more: readonly Fault[]): Fault[] => [...faults, ...more.map(withRead)].toSorted((one, other) => one.row - other.row),
    /** What a rule or the database refused of a row; what is the server's own fault is thrown on. */
    faultsOf(row: number, cause: unknown): Fault[] {
      const failure = failureOf(cause)
      if (!failure || failure.status >= 500) throw cause
      const { fields, message } = failureBody(failure, language)
      return fields ? Object.entries(fields).map(([field, words]) => ({ row, field, message: words })) : [{ row, field: null, message }]
    },
  }
}
