import { readSheet } from 'read-excel-file/node'
import { Refused } from '../foreign/refused.ts'
import { repack, TooMuchPacked } from './repack.ts'
import { eachUnread, type UnreadCell } from './unreadCells.ts'

/** 1,000 rows are a tenth of it. What is beyond would only be carried over to be refused there. */
const MAX_CELLS = 200_000

export interface ReadCells {
  readonly cells: unknown[][]
  /** The days of the workbook are counted from 1904: a bare number that is a day is another one than elsewhere. */
  readonly from1904: boolean
}

/**
 * The cells of the first sheet, row by row; one that shows something and has no value is an UnreadCell. A cell of a few bytes can name row
 * 2,000,000,000, and the reader fills up to it.
 */
export async function cells(file: Uint8Array): Promise<ReadCells> {
  let packed: Buffer
  try {
    packed = await repack(Buffer.from(file))
  } catch (cause) {
    throw cause instanceof TooMuchPacked ? new Refused('error.input.tooLarge') : cause
  }
  const read = (await readSheet(packed)) as unknown as unknown[][]
  // Every row is carried over as wide as the widest.
  const check = () => {
    const wide = read.reduce((most, row) => Math.max(most, row.length), 0)
    if (read.length * (wide + 1) > MAX_CELLS) throw new Refused('error.input.tooLarge')
  }
  check()
  for (const row of read)
    for (const [at, cell] of row.entries())
      if (cell instanceof Date && !isShown(cell)) row[at] = { unread: 'error', text: '#####' } satisfies UnreadCell
  let seen = 0
  const { from1904 } = eachUnread(
    packed,
    ({ row, column }, cell) => {
      // The reader leaves out rows and columns at the end that have no values.
      seen += 1
      if (seen > MAX_CELLS || row > MAX_CELLS || column > MAX_CELLS) throw new Refused('error.input.tooLarge')
      while (read.length <= row) read.push([])
      const line = read[row]!
      while (line.length < column) line.push(null)
      line[column] = cell
    },
    () => {
      check()
      return read
    },
  )
  return { cells: read, from1904 }
}

/** Whether a sheet has a date for it: a number far beyond them, as a telephone number, has none. */
const isShown = (date: Date) => date.getUTCFullYear() >= 1900 && date.getUTCFullYear() <= 9999
