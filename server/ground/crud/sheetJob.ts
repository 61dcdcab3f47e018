import writeCells from 'write-excel-file/node'

/** What stands in a cell: a text, a number, or what a clock on the wall shows, as if it were UTC, ms. */
export type SheetCell = string | number | { readonly clock: number; readonly day?: true } | null

const COLUMN_WIDTH = 18

/** A spreadsheet of heads and rows; `rows` is JSON, a list of rows a line. A text stays a text in its cell: one that begins with `=` is no formula. */
export async function sheet({ title, heads, rows }: { title: string; heads: readonly string[]; rows: Uint8Array }): Promise<Uint8Array> {
  const lines = Buffer.from(rows).toString('utf8').split('\n').filter(Boolean)
  const cells = lines
    .flatMap((line) => JSON.parse(line) as SheetCell[][])
    .map((row) =>
      row.map((cell) => {
        if (cell === null) return null
        if (typeof cell === 'string') return { type: String, value: cell }
        if (typeof cell === 'number') return { type: Number, value: cell }
        return { type: Date, value: new Date(cell.clock), format: cell.day ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' }
      }),
    )
  return writeCells([heads.map((value) => ({ value, fontWeight: 'bold' as const })), ...cells], {
    sheet: title.slice(0, 31),
    columns: heads.map(() => ({ width: COLUMN_WIDTH })),
    stickyRowsCount: 1,
  }).toBuffer()
}
