import writeCells from 'write-excel-file/node'
import type { Field } from '#contract/core/field'
import { fieldFaults } from '#contract/core/fieldFault'
import { type AnyResource, type ImportReport, MAX_IMPORT_ROWS } from '#contract/core/resource'
import { parseCenter } from '#contract/farm/area'
import { CallFailure } from '../failure.ts'
import { failureBody, failureOf } from '../http/faults.ts'
import type { Asking, Language } from '../http/handler.ts'
import { say } from '../words.ts'
import { readCells } from './readCells.ts'

type Values = Readonly<Record<string, unknown>>
type Fault = ImportReport['faults'][number]

const LANGUAGES = ['zh-CN', 'en-US'] as const satisfies readonly Language[]
const COLUMN_WIDTH = 18
const FIRST_ROW = 2

export const headOf = (of: AnyResource, name: string, language: Language) => say(language, `${of.area}:${of.name}.fields.${name}`)
const choiceWord = (of: AnyResource, name: string, value: string, language: Language) =>
  say(language, `${of.area}:${of.name}.choices.${name}.${value}`)

function cellOf(of: AnyResource, name: string, record: Values, language: Language): string | number | null {
  const value = record[name]
  const { kind } = of.fields[name]!
  if (value == null) return null
  if (kind === 'number') return value as number
  if (kind === 'choice') return choiceWord(of, name, value as string, language)
  if (kind === 'flag') return say(language, value === 1 ? 'crud:yes' : 'crud:no')
  if (kind === 'reference') return (record.labels as Record<string, string>)[name] ?? null
  if (kind === 'moment') return new Date(value as number).toISOString()
  if (kind === 'point') return `${(value as { longitude: number }).longitude},${(value as { latitude: number }).latitude}`
  return value as string
}

/** Records as a spreadsheet in the caller's language: heads, then a row each. References stand by what they are called. */
export async function writeSheet(of: AnyResource, records: readonly Values[], { language }: Pick<Asking, 'language'>): Promise<Uint8Array> {
  const heads = of.sheetFields.map((name) => ({ value: headOf(of, name, language), fontWeight: 'bold' as const }))
  // A text stays a text in its cell: one that begins with `=` is no formula.
  const rows = records.map((record) =>
    of.sheetFields.map((name) => {
      const value = cellOf(of, name, record, language)
      return value === null ? null : typeof value === 'number' ? { type: Number, value } : { type: String, value }
    }),
  )
  return writeCells([heads, ...rows], {
    sheet: say(language, `${of.area}:${of.name}.title`).slice(0, 31),
    columns: heads.map(() => ({ width: COLUMN_WIDTH })),
    stickyRowsCount: 1,
  }).toBuffer()
}

/** A cell as the field's rule reads it; what does not read stays as it is, for the rule to refuse. */
function valueOf(of: AnyResource, name: string, field: Field, cell: unknown): unknown {
  if (cell == null || cell === '') return undefined
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell as string | number | boolean).trim()
  switch (field.kind) {
    case 'number':
      return typeof cell === 'number' ? cell : text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
    case 'choice':
      return field.choices!.find((value) => LANGUAGES.some((language) => choiceWord(of, name, value, language) === text)) ?? text
    case 'flag':
      return LANGUAGES.some((language) => say(language, 'crud:yes') === text) || cell === true
        ? 1
        : LANGUAGES.some((language) => say(language, 'crud:no') === text) || cell === false
          ? 0
          : text
    case 'point':
      return parseCenter(text) ?? text
    case 'moment':
      return Number.isNaN(Date.parse(text)) ? text : Date.parse(text)
    default:
      return text
  }
}

/**
 * The rows of a spreadsheet as new records, with what is wrong with which row; heads are known in both languages, in any order. Throws
 * CallFailure where the file is no spreadsheet, holds no head of this resource, or more than MAX_IMPORT_ROWS rows.
 */
export async function readSheet(
  of: AnyResource,
  file: Buffer,
  asking: Asking,
  given: { ids: (target: string, titles: readonly string[]) => Promise<Map<string, number | 'several'>>; preset: Values },
) {
  const { language } = asking
  const [heads = [], ...lines] = await readCells(file)
  const columns = heads.map((head) => of.sheetFields.find((name) => LANGUAGES.some((one) => headOf(of, name, one) === String(head).trim())))
  if (!columns.some((name) => name !== undefined))
    throw new CallFailure('error.import.heads', { heads: of.sheetFields.map((name) => headOf(of, name, language)).join(', ') })
  const filled = lines
    .map((line, at) => ({ line, row: at + FIRST_ROW }))
    .filter(({ line }) => line.some((cell) => cell != null && cell !== ''))
  if (filled.length > MAX_IMPORT_ROWS) throw new CallFailure('error.import.tooMany', { max: MAX_IMPORT_ROWS })

  const read = filled.map(({ line, row }) => {
    const values: Record<string, unknown> = { ...given.preset }
    columns.forEach((name, at) => {
      const value = name === undefined ? undefined : valueOf(of, name, of.fields[name]!, line[at])
      if (value !== undefined) values[name!] = value
    })
    return { row, values }
  })
  const faults: Fault[] = []
  const broken = new Set<number>()
  const blame = (row: number, field: string | null, message: string) => {
    broken.add(row)
    faults.push({ row, field, message })
  }
  for (const [name, { kind, target }] of Object.entries(of.fields)) {
    if (kind !== 'reference' || !target) continue
    const titles = [...new Set(read.flatMap(({ values }) => (typeof values[name] === 'string' ? [values[name]] : [])))]
    // oxlint-disable-next-line no-await-in-loop -- a handful of references
    const known = await given.ids(target, titles)
    for (const { row, values } of read) {
      if (typeof values[name] !== 'string') continue
      const id = known.get(values[name])
      if (id === undefined) blame(row, name, say(language, 'errors:field.unknownTitle', { title: values[name] }))
      // Two bases of one name: a row must not be put into whichever came last.
      else if (id === 'several') blame(row, name, say(language, 'errors:field.ambiguousTitle', { title: values[name] }))
      else values[name] = id
    }
  }
  const records = read.flatMap(({ row, values }) => {
    if (broken.has(row)) return []
    const parsed = of.create.safeParse(values)
    if (parsed.success) return [{ row, values: parsed.data as Values }]
    for (const { field, key, params } of Object.values(fieldFaults(parsed.error, values)))
      blame(row, field, say(language, `errors:field.${key}`, params))
    return []
  })
  return {
    rows: filled.length,
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
