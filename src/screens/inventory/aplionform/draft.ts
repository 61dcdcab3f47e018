import { type FieldErrors, set } from 'react-hook-form'
import { fieldFault, type FieldFault } from '#contract/core/fieldFault'
import { MAX_LINES } from '#contract/core/document'
import { aplionform, type AplionformFull } from '#contract/inventory/aplionform'

/** One line as it is typed: text throughout. */
export interface DraftLine {
  productName: string
  specification: string
  unit: string
  quantity: string
  price: string
  remark: string
}
/** A purchase application as it is typed. */
export interface Draft {
  areaId: number | null
  title: string
  neededBy: string | null
  remark: string
  lines: DraftLine[]
}

/** The inputs of a line, in their order. */
export const LINE_FIELDS = ['productName', 'specification', 'unit', 'quantity', 'price', 'remark'] as const
export type LineField = (typeof LINE_FIELDS)[number]
/** The longest text that each input of a line takes; amounts are held by their own rule. */
export const LINE_LIMITS: Record<LineField, number> = { productName: 60, specification: 60, unit: 20, quantity: 12, price: 12, remark: 200 }

export const blankLine = (): DraftLine => ({ productName: '', specification: '', unit: '', quantity: '', price: '', remark: '' })
export const blankDraft = (areaId: number | null): Draft => ({ areaId, title: '', neededBy: null, remark: '', lines: [blankLine()] })

export const draftOf = (full: AplionformFull): Draft => ({
  areaId: full.areaId,
  title: full.title,
  neededBy: full.neededBy,
  remark: full.remark ?? '',
  lines: full.lines.map(({ productName, specification, unit, quantity, price, remark }) => ({
    productName,
    specification: specification ?? '',
    unit,
    quantity,
    price,
    remark: remark ?? '',
  })),
})

const orNull = (text: string) => (text.trim() === '' ? null : text)
/** Digits and the point of an East Asian keyboard are those of everybody. */
const plainAmount = (text: string) => text.normalize('NFKC').trim()
const isBlank = (line: DraftLine) => LINE_FIELDS.every((field) => line[field].trim() === '')

/** What travels: nothing written is null; lines at the end in which nothing is written are left out. */
export function bodyOf({ areaId, title, neededBy, remark, lines }: Draft) {
  const written = lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1)
  return {
    areaId: areaId as number,
    title,
    neededBy,
    remark: orNull(remark),
    lines: written.map((line) => ({
      productName: line.productName,
      specification: orNull(line.specification),
      unit: line.unit,
      quantity: plainAmount(line.quantity),
      price: plainAmount(line.price),
      remark: orNull(line.remark),
    })),
  }
}

const DRAFT_FIELDS = ['areaId', 'title', 'neededBy', 'remark', 'lines'] as const
export type DraftField = (typeof DRAFT_FIELDS)[number]
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What was typed over `base`, laid over `newest`: what the person left alone follows the newest, what was typed stays. `both` names
 * what somebody else changed, too, to something else.
 */
export function rebase(typed: Draft, base: Draft, newest: Draft): { draft: Draft; both: DraftField[] } {
  const mine = DRAFT_FIELDS.filter((field) => !isSame(typed[field], base[field]))
  const both = mine.filter((field) => !isSame(newest[field], base[field]) && !isSame(newest[field], typed[field]))
  return { draft: { ...newest, ...Object.fromEntries(mine.map((field) => [field, typed[field]])) }, both }
}

/** What is wrong with a draft, by the contract's own schema: a fault for each input, under its path (`lines.2.quantity`). */
export function faultsOf(draft: Draft): Map<string, FieldFault> {
  const body = bodyOf(draft)
  const parsed = aplionform.body.safeParse(body)
  const faults = new Map<string, FieldFault>()
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.join('.')
    if (!faults.has(path)) faults.set(path, fieldFault(issue, body))
  }
  return faults
}

/** Faults as the form library holds them. */
export function errorsOf(faults: ReadonlyMap<string, FieldFault>, words: (fault: FieldFault) => string): FieldErrors<Draft> {
  const errors: FieldErrors<Draft> = {}
  for (const [path, fault] of faults) set(errors, path === 'lines' ? 'lines.root' : path, { type: fault.key, message: words(fault) })
  return errors
}

/** Rows that were copied from a spreadsheet; null where the text is one cell, which the input takes by itself. */
export function readRows(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  if (lines.length === 1 && !text.includes('\t')) return null
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()))
}

/** Writes copied rows over the lines from (`row`, `field`) on, to the right and down; new lines are made as far as {@link MAX_LINES}. */
export function writeRows(lines: readonly DraftLine[], rows: readonly (readonly string[])[], row: number, field: LineField): DraftLine[] {
  const next = lines.map((line) => ({ ...line }))
  const from = LINE_FIELDS.indexOf(field)
  for (const [down, cells] of rows.entries()) {
    const at = row + down
    if (at >= MAX_LINES) break
    while (next.length <= at) next.push(blankLine())
    for (const [right, cell] of cells.entries()) {
      const name = LINE_FIELDS[from + right]
      if (name) next[at]![name] = name === 'quantity' || name === 'price' ? readAmount(cell) : cell
    }
  }
  return next
}

/** A spreadsheet writes amounts with separators and signs of money: "¥1,234.50". */
const readAmount = (cell: string) =>
  plainAmount(cell)
    .replace(/^[^\d.-]+/, '')
    .replaceAll(',', '')
