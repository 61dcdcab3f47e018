import { readSheet } from 'read-excel-file/node'
import { repack, Unpackable } from './repack.ts'

/** What the reader of a spreadsheet says: its cells, row by row, or why there are none. */
export type SheetWord = { readonly cells: unknown[][] } | { readonly why: Unpackable['why'] }

/** 1,000 rows are a tenth of it. What is beyond would only be carried over to be refused there. */
const MAX_CELLS = 200_000

/** A child process's entry: reads the one file that it is sent, says what it found, and ends. */
async function read(file: Uint8Array): Promise<SheetWord> {
  try {
    const cells = (await readSheet(repack(Buffer.from(file)))) as unknown as unknown[][]
    return cells.reduce((sum, row) => sum + row.length, cells.length) > MAX_CELLS ? { why: 'tooLarge' } : { cells }
  } catch (cause) {
    return { why: cause instanceof Unpackable ? cause.why : 'unreadable' }
  }
}
process.once('message', (file: Uint8Array) => {
  void read(file).then((word) => process.send!(word, undefined, {}, () => process.disconnect()))
})
