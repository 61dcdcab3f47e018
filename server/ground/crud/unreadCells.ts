import { strFromU8, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'

/**
 * A cell that shows something which is no value, or that stands under another. A reader of spreadsheets answers null for both, which is what an
 * empty cell is: a worth of `#N/A` would be none.
 */
export interface UnreadCell {
  /** `error`: the cell shows an error; `formula`: nobody has calculated it; `merged`: it belongs to the cell that `text` names. */
  readonly unread: 'error' | 'formula' | 'merged'
  readonly text: string
}
export const isUnread = (cell: unknown): cell is UnreadCell => typeof cell === 'object' && cell !== null && 'unread' in cell

interface Spot {
  /** Both from 0. */
  readonly row: number
  readonly column: number
}
/** Errors of a cell are a dozen words (`#N/A`); whatever else stands there is not told on. */
const MOST_LETTERS = 20
const LETTERS = 26
const RELATION = /\/relationships\/worksheet$/

const local = (name: string) => name.slice(name.indexOf(':') + 1)
/** Reads XML that the reader of the values has taken, with what it let pass: a bare `&`, an entity that is none. */
function walk(
  text: string,
  on: { open: (name: string, of: Record<string, string>) => void; close?: (name: string, text: string) => void },
) {
  const parser = new SaxesParser({ xmlns: false })
  let said = ''
  parser.on('error', () => undefined)
  parser.on('opentag', ({ name, attributes }) => {
    said = ''
    on.open(local(name), attributes)
  })
  parser.on('text', (piece) => {
    said += piece
  })
  parser.on('closetag', ({ name }) => {
    on.close?.(local(name), said)
    said = ''
  })
  parser.write(text).close()
}

/** What a workbook says of itself: that it was never calculated; that its days count from 1904. */
interface Workbook {
  readonly isUncalculated: boolean
  readonly from1904: boolean
}
/** The XML of the first sheet, by the directory of the workbook, as the reader of the values goes. */
function firstSheet(packed: Uint8Array): Workbook & { readonly xml: string } {
  const read = (path: string) => {
    const part = unzipSync(packed, { filter: ({ name }) => name === path })[path]
    if (!part) throw new Error(`there is no ${path}`)
    return strFromU8(part)
  }
  let relation: string | undefined
  let isUncalculated = false
  let from1904 = false
  walk(read('xl/workbook.xml'), {
    open(name, of) {
      // Of whichever prefix: `r:id`, `ns:id`.
      if (name === 'sheet' && of['name']) relation ??= Object.entries(of).find(([key]) => key.endsWith(':id'))?.[1]
      if (name === 'workbookPr' && of['date1904'] === '1') from1904 = true
      if (name === 'calcPr' && /^(?:1|true)$/.test(of['fullCalcOnLoad'] ?? '')) isUncalculated = true
    },
  })
  let target: string | undefined
  walk(read('xl/_rels/workbook.xml.rels'), {
    open(name, of) {
      if (name === 'Relationship' && of['Id'] === relation && RELATION.test(of['Type'] ?? '')) target = of['Target']
    },
  })
  if (target === undefined) throw new Error('the first sheet has no part')
  return { xml: read(target.startsWith('/') ? target.slice(1) : `xl/${target}`), isUncalculated, from1904 }
}

/** `B3` as row 2, column 1; null where it is no address. */
function spotOf(address: string | undefined): Spot | null {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address ?? '') ?? []
  if (letters === undefined) return null
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * LETTERS + letters.charCodeAt(at) - 64
  return { row: Number(digits) - 1, column: column - 1 }
}

/** What a column is called that has no head: `A`, `B`, ..., `AA`. */
export function columnLetters(column: number): string {
  const [before, last] = [Math.floor(column / LETTERS), column % LETTERS]
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + last)
}

/** Calls with every cell of the first sheet of a packed workbook that cannot be read, cells of its own first and then those of merged ranges. Answers how its days are counted. */
export function eachUnread(
  packed: Uint8Array,
  on: (spot: Spot, cell: UnreadCell) => void,
  size: () => readonly unknown[][],
): Pick<Workbook, 'from1904'> {
  let cell: { readonly spot: Spot | null; readonly type: string; formula: boolean; value: string | null } | null = null
  const merged: string[] = []
  const { xml, isUncalculated, from1904 } = firstSheet(packed)
  walk(xml, {
    open: (name, of) => {
      if (name === 'c') cell = { spot: spotOf(of['r']), type: of['t'] ?? 'n', formula: false, value: null }
      else if (name === 'f' && cell) cell.formula = true
      else if (name === 'mergeCell' && of['ref'] !== undefined) merged.push(of['ref'])
    },
    close: (name, text) => {
      if (name === 'v' && cell) cell.value = text.trim()
      if (name !== 'c' || !cell?.spot) return
      const { spot, type, formula, value } = cell
      cell = null
      if (type === 'e') on(spot, { unread: 'error', text: (value ?? '').slice(0, MOST_LETTERS) })
      // An empty text is what a formula may come to. A program that writes formulas and calculates none puts 0 there, and says so of the workbook.
      else if (formula && (value === null || (value === '' && type !== 'str') || (isUncalculated && value === '0')))
        on(spot, { unread: 'formula', text: '' })
    },
  })
  const rows = size()
  // Ranges that are merged do not overlap, so that no sheet has more such cells than cells.
  for (const ref of merged) {
    const [anchor = '', end] = ref.split(':')
    const [from, to] = [spotOf(anchor), spotOf(end)]
    if (!from || !to || rows[from.row]?.[from.column] == null) continue
    for (let row = from.row; row <= Math.min(to.row, rows.length - 1); row += 1)
      for (let column = from.column; column <= Math.min(to.column, rows[row]!.length - 1); column += 1)
        if (row !== from.row || column !== from.column) on({ row, column }, { unread: 'merged', text: anchor })
  }
  return { from1904 }
}
