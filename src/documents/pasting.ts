import { type AnyDocument, MAX_LINES } from '#contract/core/document'
import type { Field } from '#contract/core/field'
import type { ResourceName } from '#contract/resources'
import { isFailure } from '#src/api/call.ts'
import type { Option } from '#src/crud/fieldKinds.tsx'
import { findNamed } from '#src/crud/named.ts'
import { blankLine, type DraftLine, plainAmount } from './draft.ts'

/** How many titles are looked for at once. */
const AT_ONCE = 6

/** Rows that were copied from a spreadsheet; null where the text is one cell, which the input takes by itself. */
export function readRows(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  if (lines.length === 1 && !text.includes('\t')) return null
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()))
}

/** A spreadsheet writes amounts with separators and signs of money: "¥1,234.50". */
const readAmount = (cell: string) =>
  plainAmount(cell)
    .replace(/^[^\d.-]+/, '')
    .replaceAll(',', '')

/** A day as spreadsheets write it, 2026/8/1; what is none stays as it was, for the rule to refuse. */
function readDay(cell: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(cell) ?? []
  return day ? `${year}-${month!.padStart(2, '0')}-${day.padStart(2, '0')}` : cell || null
}
const readNumber = (cell: string) => {
  const amount = readAmount(cell)
  return amount === '' ? null : Number.isFinite(Number(amount)) ? Number(amount) : cell
}

/** What a cell that names one of a few stands for; undefined where it names none. */
export type Names = (name: string, cell: string) => string | number | undefined

/** `blank`: what a new line has there. */
function readCell(field: Field, name: string, cell: string, names: Names, blank: unknown): unknown {
  if (field.kind === 'decimal') return readAmount(cell)
  if (field.kind === 'text' || field.kind === 'longText') return cell
  if (field.kind === 'number') return readNumber(cell)
  if (field.kind === 'day') return readDay(cell)
  return names(name, cell) ?? (cell === '' || field.kind === 'flag' ? blank : null)
}

/** Where copied rows come to stand: on the columns `order` from (`row`, `name`) on, to the right and down. */
export interface Paste {
  readonly order: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly row: number
  readonly name: string
}

/**
 * Writes copied rows over the lines; new lines are made as far as {@link MAX_LINES}. `missing` counts the cells whose name stands for
 * nothing: they are left empty.
 */
export function writeRows(of: Pick<AnyDocument, 'line'>, lines: readonly DraftLine[], { order, rows, row, name }: Paste, names: Names) {
  const next = lines.map((line) => ({ ...line }))
  const from = order.indexOf(name)
  const blank = blankLine(of)
  let missing = 0
  for (const [down, cells] of rows.entries()) {
    const at = row + down
    if (at >= MAX_LINES) break
    while (next.length <= at) next.push(blankLine(of))
    for (const [right, cell] of cells.entries()) {
      const to = order[from + right]
      if (to === undefined) continue
      const field = of.line[to]!
      next[at]![to] = readCell(field, to, cell, names, blank[to])
      const isNamed = field.kind === 'reference' || field.kind === 'choice' || field.kind === 'flag'
      if (isNamed && cell !== '' && names(to, cell) === undefined) missing++
    }
  }
  return { lines: next, missing }
}

/** Asks for every title or code that stands in a cell of a reference, each once; the answer is what was found, by field and cell. */
export async function findReferences(
  of: Pick<AnyDocument, 'line'>,
  { order, rows, row, name }: Paste,
  withinOf: (field: Field) => number | undefined,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Option>>> {
  const from = order.indexOf(name)
  const found = new Map<string, Map<string, Option>>()
  const asked: { to: string; title: string }[] = []
  for (const [right, to] of order.slice(from).entries()) {
    if (of.line[to]!.kind !== 'reference') continue
    found.set(to, new Map())
    const titles = new Set(rows.slice(0, MAX_LINES - row).map((cells) => cells[right] ?? ''))
    for (const title of titles) if (title !== '') asked.push({ to, title })
  }
  const look = async () => {
    for (let next = asked.shift(); next; next = asked.shift()) {
      const field = of.line[next.to]!
      const option = await findNamed(field.target as ResourceName, next.title, { areaId: withinOf(field) })
      if (option !== null && !isFailure(option)) found.get(next.to)!.set(next.title, option)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, look))
  return found
}
