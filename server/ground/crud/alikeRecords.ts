import { setImmediate } from 'node:timers/promises'
import { folded } from '#contract/core/alike'
import type { Field } from '#contract/core/field'
import type { ImportReport } from '#contract/core/resource'
import type { Scope } from '../database/scope.ts'
import { columnIn, columnOf, rowsOf, toFields } from './rows.ts'
import type { Row, Rules } from './rules.ts'
import type { NewRow } from './sheet.ts'

type Values = Readonly<Record<string, unknown>>
type Duplicate = ImportReport['duplicates'][number]
/** A record that is there, or the row of the spreadsheet that makes it. */
interface Known {
  readonly title: string
  readonly row: number | null
}
interface Alike {
  /** What a row would repeat; a row that repeats nothing is there from now on. */
  readonly next: (row: NewRow) => Promise<Duplicate | null>
}
/** Records that are compared in one turn: whoever else calls is answered in between. */
const SLICE = 250

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? folded(value) : null)
/** What is compared of a value: a sheet has moments to the second, numbers to 15 digits, and texts in any form. */
function comparable({ kind }: Field, value: unknown): unknown {
  if (value == null) return null
  if (kind === 'moment') return Math.floor((value as number) / 1000)
  if (kind === 'number' || kind === 'decimal') return Number(Number(value).toPrecision(15))
  return typeof value === 'string' ? folded(value) : value
}

/**
 * The records that new ones would repeat, of those that the caller sees: of one title and base that no unique field tells apart, or, where
 * several of one title are lawful, that say all that the row says.
 */
export async function alikeRecords(scope: Scope, rules: Rules, rows: readonly NewRow[]): Promise<Alike> {
  const { of } = rules
  const unique = of.unique.filter((name) => name !== of.title)
  // A title that no two share names one record in every base.
  const area = of.unique.includes(of.title) ? null : of.areaField
  const keyOf = (title: unknown, areaId: unknown) => `${area === null ? '' : String(areaId)} ${textOf(title) ?? ''}`
  const keyOfRow = ({ values }: NewRow) => keyOf(values[of.title], area && values[area])

  const wanted = new Set(rows.map(keyOfRow))
  const column = (row: Row, name: string) => row[columnOf(rules, name)]
  const names = [...new Set([of.title, ...(area === null ? [] : [area]), ...(of.repeats ? of.sheetFields : unique)])]
  const all =
    wanted.size === 0
      ? []
      : ((await rowsOf(scope, rules)
          .select([`${rules.table}.id`, ...names.map((name) => columnIn(rules, name))] as never)
          .execute()) as unknown as Row[])
  const found = all.filter((row) => wanted.has(keyOf(column(row, of.title), area && column(row, area))))

  if (!of.repeats) {
    const known = Map.groupBy(
      found.map((row) => ({
        key: keyOf(column(row, of.title), area && column(row, area)),
        one: { title: String(column(row, of.title)), row: null } as Known,
        codes: unique.map((name) => textOf(column(row, name))),
      })),
      ({ key }) => key,
    )
    return {
      async next(row) {
        const key = keyOfRow(row)
        const codes = unique.map((name) => textOf(row.values[name]))
        const like = known.get(key)?.find((other) => !codes.some((code, at) => code && other.codes[at] && code !== other.codes[at]))
        if (like) return duplicateOf(row, like.one)
        known.set(key, [...(known.get(key) ?? []), { key, one: { title: String(row.values[of.title]), row: row.row }, codes }])
        return null
      },
    }
  }

  const fields = of.sheetFields.map((name) => [name, of.fields[name]!] as const)
  const place = new Map(of.sheetFields.map((name, at) => [name, at]))
  const partsOf = (values: Values) => fields.map(([name, field]) => JSON.stringify(comparable(field, values[name])))
  const known: { readonly one: Known; readonly parts: readonly string[] }[] = []
  for (let from = 0; from < found.length; from += SLICE) {
    for (const row of found.slice(from, from + SLICE))
      known.push({ one: { title: String(column(row, of.title)), row: null }, parts: partsOf(toFields(rules, row)) })
    await setImmediate()
  }
  /** What is known by what it says in the columns that a row fills: one of these for all rows that fill the same. */
  const indexes = new Map<string, { readonly at: readonly number[]; readonly bySaid: Map<string, Known> }>()
  const saidIn = (at: readonly number[], parts: readonly string[]) => at.map((one) => parts[one]).join(',')
  return {
    async next(row) {
      const at = row.said.flatMap((name) => place.get(name) ?? [])
      let index = indexes.get(at.join())
      if (!index) {
        index = { at, bySaid: new Map() }
        indexes.set(at.join(), index)
        for (const { one, parts } of known) index.bySaid.set(saidIn(at, parts), one)
        await setImmediate()
      }
      const parts = partsOf(row.values)
      const like = index.bySaid.get(saidIn(at, parts))
      if (like) return duplicateOf(row, like)
      const one = { title: String(row.values[of.title]), row: row.row }
      known.push({ one, parts })
      for (const other of indexes.values()) other.bySaid.set(saidIn(other.at, parts), one)
      return null
    },
  }
}
const duplicateOf = ({ row }: NewRow, { title, row: ofRow }: Known): Duplicate => ({ row, title, ofRow })
