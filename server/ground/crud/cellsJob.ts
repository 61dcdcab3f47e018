import { readSheet } from 'read-excel-file/node'
import { Refused } from '../foreign/refused.ts'
import { repack, TooMuchPacked } from './repack.ts'

/** 1,000 rows are a tenth of it. What is beyond would only be carried over to be refused there. */
const MAX_CELLS = 200_000

/** The cells of a spreadsheet, row by row. A cell of a few bytes can name row 2,000,000,000, and the reader fills up to it. */
export async function cells(file: Uint8Array): Promise<unknown[][]> {
  let packed: Buffer
  try {
    packed = await repack(Buffer.from(file))
  } catch (cause) {
    throw cause instanceof TooMuchPacked ? new Refused('error.input.tooLarge') : cause
  }
  const read = (await readSheet(packed)) as unknown as unknown[][]
  if (read.reduce((sum, row) => sum + row.length, read.length) > MAX_CELLS) throw new Refused('error.input.tooLarge')
  return read
}
