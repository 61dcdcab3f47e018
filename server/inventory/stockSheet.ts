import { setImmediate } from 'node:timers/promises'
import type { Context } from '../ground/contents.ts'
import { sheetJobs } from '../ground/crud/foreignJobs.ts'
import type { SheetCell } from '../ground/crud/sheetJob.ts'
import type { Asking } from '../ground/http/handler.ts'
import { type Language, say } from '../ground/words.ts'

/** Rows of a spreadsheet that are made ready in one turn. */
const SLICE = 250

/** Rows of a list as a spreadsheet in the caller's language. */
export async function answerSheet<Row>(
  foreign: Context['foreign'],
  { grant, language }: Pick<Asking, 'grant' | 'language'>,
  rows: readonly Row[],
  {
    title,
    heads,
    cellsOf,
  }: {
    readonly title: Parameters<typeof say>[1]
    readonly heads: (language: Language) => readonly string[]
    readonly cellsOf: (row: Row, language: Language) => readonly SheetCell[]
  },
) {
  const slices: string[] = []
  // Slice by slice, so that whoever else calls is answered in between.
  for (let from = 0; from < rows.length; from += SLICE) {
    slices.push(JSON.stringify(rows.slice(from, from + SLICE).map((row) => cellsOf(row, language))))
    await setImmediate()
  }
  return foreign.run(grant.tenantId, sheetJobs.sheet, () => ({
    title: say(language, title),
    heads: heads(language),
    rows: Buffer.from(slices.join('\n')),
  }))
}

/** A figure as a program that counts with it holds it: of 15 digits. */
export const numberCell = (text: string | null): SheetCell => (text === null ? null : Number(text))
/** A day, YYYY-MM-DD. */
export const dayCell = (day: string | null): SheetCell => (day === null ? null : { clock: Date.parse(day), day: true })
