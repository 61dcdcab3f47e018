import writeCells from 'write-excel-file/node'

/** What stands in a cell: a text, a number, or what a clock on the wall shows, as if it were UTC, ms. */
export type SheetCell = string | number | { readonly clock: number; readonly day?: true } | null

const COLUMN_WIDTH = 18

/** What a sheet writes as `_xHHHH_`: what XML has no letter for, what the writer would leave out, and the underscore of a text that begins so itself. */
const SIGNS = /_(?=x[\da-fA-F]{4})|(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}|\ufffd/gu
const sign = (unit: string) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
const signed = (text: string) => text.replaceAll(SIGNS, (letter) => letter.split('').map(sign).join(''))

/** Rows of cells, as JSON: a list of rows a line. A text stays a text in its cell: one that begins with `=` is no formula. */
const cellsOf = (rows: Uint8Array) =>
  Buffer.from(rows)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => JSON.parse(line) as SheetCell[][])
    .map((row) =>
      row.map((cell) => {
        if (cell === null) return null
        if (typeof cell === 'string') return { type: String, value: signed(cell) }
        if (typeof cell === 'number') return { type: Number, value: cell }
        return { type: Date, value: new Date(cell.clock), format: cell.day ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' }
      }),
    )

interface Sheeting {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: Uint8Array
  /** A second sheet, of rows without heads. */
  readonly beside?: { readonly title: string; readonly rows: Uint8Array }
}

/** A spreadsheet of heads and rows. */
export async function sheet({ title, heads, rows, beside }: Sheeting): Promise<Uint8Array> {
  const name = (words: string) => words.slice(0, 31)
  return writeCells([
    {
      data: [heads.map((head) => ({ value: signed(head), fontWeight: 'bold' as const })), ...cellsOf(rows)],
      sheet: name(title),
      columns: heads.map(() => ({ width: COLUMN_WIDTH })),
      stickyRowsCount: 1,
    },
    ...(beside
      ? [{ data: cellsOf(beside.rows), sheet: name(beside.title), columns: [{ width: COLUMN_WIDTH }, { width: 2 * COLUMN_WIDTH }] }]
      : []),
  ]).toBuffer()
}
