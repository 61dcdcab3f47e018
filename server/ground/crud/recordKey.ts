import { folded } from '#contract/core/alike'
import { halfWidth } from '#contract/core/halfWidth'
import { type Language, say } from '../words.ts'

/** Which record a row of a spreadsheet is, and the version in which it left. */
export interface RecordKey {
  readonly id: number
  readonly version: number
}

/** The head of the column. */
export const keyHead = (language: Language) => say(language, 'crud:sheet.key')

/** A key as a cell of text: a sheet would round a number, and make a date of `12-3` alone. The name keeps the sheets of two resources apart. */
export const recordKey = (name: string, { id, version }: RecordKey) => `${name}-${id}-${version}`

/** The key in a cell; else why it is none: of another resource, or nothing of the kind. */
export function recordKeyIn(cell: unknown, name: string): RecordKey | 'other' | 'wrong' {
  const found = typeof cell === 'string' ? /^([a-z]+)-(\d{1,15})-(\d{1,10})$/i.exec(halfWidth(cell).trim()) : null
  if (!found) return 'wrong'
  const [, of, id, version] = found
  return folded(of!) === folded(name) ? { id: Number(id), version: Number(version) } : 'other'
}
export const isRecordKey = (key: ReturnType<typeof recordKeyIn>): key is RecordKey => typeof key === 'object'
