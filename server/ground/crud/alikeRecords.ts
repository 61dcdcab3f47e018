import { setImmediate } from 'node:timers/promises'
import { folded } from '#contract/core/alike'
import type { ImportReport } from '#contract/core/resource'
import type { Scope } from '../database/scope.ts'
import { columnIn, columnOf, rowsOf } from './rows.ts'
import type { Row, Rules } from './rules.ts'

type Values = Readonly<Record<string, unknown>>
interface New {
  readonly row: number
  readonly values: Values
}
interface Known {
  readonly title: string
  /** By field; null where it has none. */
  readonly codes: readonly (string | null)[]
  /** As it is answered, where its resource repeats titles. */
  readonly record: Values | null
  /** The row of the spreadsheet that makes it; null where it is there. */
  readonly row: New | null
}
/** Records that are described, and compared, in one turn. */
const SLICE = 250

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? folded(value) : null)

/**
 * The records that a new one would repeat, of those that the caller sees: of one title and base that no unique field tells apart, or, where
 * several of one title are lawful, that say all that the row says. Titles and codes are compared in every form (`folded`). `next` answers what
 * a row would repeat, and else counts it among what is there.
 */
export async function alikeRecords(
  scope: Scope,
  rules: Rules,
  rows: readonly New[],
  given: {
    describe: (scope: Scope, rows: readonly Row[]) => Promise<Values[]>
    saysWhat: (row: New, record: Values) => boolean
  },
): Promise<{ next: (row: New) => ImportReport['duplicates'][number] | null }> {
  const { of } = rules
  const unique = of.unique.filter((name) => name !== of.title)
  // A title that no two share names one record in every base.
  const area = of.unique.includes(of.title) ? null : of.areaField
  const keyOf = (title: unknown, areaId: unknown) => `${area === null ? '' : String(areaId)} ${textOf(title) ?? ''}`
  const keyOfRow = ({ values }: New) => keyOf(values[of.title], area && values[area])
  const known = new Map<string, Known[]>()
  const learn = (key: string, one: Known) => void known.set(key, [...(known.get(key) ?? []), one])

  const wanted = new Set(rows.map(keyOfRow))
  const names = [...new Set([of.title, ...(area === null ? [] : [area]), ...unique])]
  const narrow =
    wanted.size === 0
      ? []
      : ((await rowsOf(scope, rules)
          .select([`${rules.table}.id`, ...names.map((name) => columnIn(rules, name))] as never)
          .execute()) as unknown as Row[])
  const column = (row: Row, name: string) => row[columnOf(rules, name)]
  const found = narrow.filter((row) => wanted.has(keyOf(column(row, of.title), area && column(row, area))))
  for (let from = 0; from < found.length; from += SLICE) {
    const slice = found.slice(from, from + SLICE)
    const ids = slice.map(({ id }) => id)
    const whole = of.repeats
      ? ((await rowsOf(scope, rules)
          .selectAll(rules.table)
          .where(`${rules.table}.id`, 'in', ids as never)
          .execute()) as unknown as Row[])
      : []
    const records = new Map((await given.describe(scope, whole)).map((record) => [record[of.idName], record]))
    for (const row of slice) {
      const title = String(column(row, of.title))
      const codes = unique.map((name) => textOf(column(row, name)))
      learn(keyOf(title, area && column(row, area)), { title, codes, record: records.get(row.id) ?? null, row: null })
    }
    await setImmediate()
  }

  const isRepeated = (row: New, one: Known): boolean => {
    const apart = unique.some((name, at) => {
      const code = textOf(row.values[name])
      return code !== null && one.codes[at] !== null && code !== one.codes[at]
    })
    if (apart || !of.repeats) return !apart
    if (one.row) return of.sheetFields.every((name) => JSON.stringify(row.values[name]) === JSON.stringify(one.row!.values[name]))
    return one.record !== null && given.saysWhat(row, one.record)
  }
  return {
    next(row) {
      const key = keyOfRow(row)
      const one = known.get(key)?.find((other) => isRepeated(row, other))
      if (one) return { row: row.row, title: one.title, ofRow: one.row?.row ?? null }
      const title = String(row.values[of.title])
      learn(key, { title, codes: unique.map((name) => textOf(row.values[name])), record: null, row })
      return null
    },
  }
}
