import { readSheet } from 'read-excel-file/node'
import { Refused } from '../foreign/refused.ts'
import { repack, TooMuchPacked } from './repack.ts'
import { eachUnread } from './unreadCells.ts'

/** 1,000 rows are a tenth of it. What is beyond would only be carried over to be refused there. */
const MAX_CELLS = 200_000

/**
 * The cells of the first sheet, row by row; one that shows something and has no value is an UnreadCell. A cell of a few bytes can name row
 * 2,000,000,000, and the reader fills up to it.
 */
export async function cells(file: Uint8Array): Promise<unknown[][]> {
  let packed: Buffer
  try {
    packed = await repack(Buffer.from(file))
  } catch (cause) {
    throw cause instanceof TooMuchPacked ? new Refused('error.input.tooLarge') : cause
  }
  const read = (await readSheet(packed)) as unknown as unknown[][]
  const check = () => {
    if (read.reduce((sum, row) => sum + row.length, read.length) > MAX_CELLS) throw new Refused('error.input.tooLarge')
  }
  check()
  const width = read[0]?.length ?? 0
  let added = 0
  eachUnread(
    packed,
    ({ row, column }, cell) => {
      // The reader leaves out rows and columns at the end that have no values.
      added += 1 + Math.max(0, row - read.length) + Math.max(0, column - width)
      if (added > MAX_CELLS) throw new Refused('error.input.tooLarge')
      while (read.length <= row) read.push([])
      const line = read[row]!
      while (line.length < column) line.push(null)
      line[column] = cell
    },
    () => read,
  )
  check()
  return read
}
