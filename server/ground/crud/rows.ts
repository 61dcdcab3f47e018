import { type SelectQueryBuilder, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import type { Field, FieldKind } from '#contract/core/field'
import { parseCenter } from '#contract/farm/area'
import { containing } from '../database/containing.ts'
import type { Scope } from '../database/scope.ts'
import type { Row, Rules } from './rules.ts'

/** Tables by name, columns by name: what is written once for all resources cannot know their types. */
interface Loose {
  [table: string]: Row
}
type LooseSelect = SelectQueryBuilder<Loose, string, object>

export const rowsOf = (scope: Scope, { table }: Rules): LooseSelect => scope.select(table) as unknown as LooseSelect
export const changed = (scope: Scope, { table }: Rules) =>
  scope.update(table) as unknown as UpdateQueryBuilder<Loose, string, string, UpdateResult>

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** The column of a field. */
export const columnOf = ({ columns }: Rules, field: string): string => columns[field] ?? snake(field)
/** The same with its table, for joins and lists. */
export const columnIn = (rules: Rules, field: string): string => `${rules.table}.${columnOf(rules, field)}`

const asText = (value: unknown) => (typeof value === 'string' ? value : '')
/** Kinds that stand in a json column. */
const LISTS: readonly FieldKind[] = ['polygon', 'images', 'references', 'passages', 'stages', 'marks']
const written = ({ kind }: Field, value: unknown): unknown => {
  if (kind === 'text' || kind === 'longText') return typeof value === 'string' ? value.trim() || null : value
  if (kind === 'texts') return JSON.stringify((value as string[]).map((line) => line.trim()))
  if (LISTS.includes(kind)) return value == null ? null : JSON.stringify(value)
  // AREA-03: a place is stored as `longitude,latitude`.
  const place = kind === 'point' ? (value as { longitude: number; latitude: number } | null) : undefined
  if (place === undefined) return value
  return place ? `${place.longitude},${place.latitude}` : ''
}
const read = ({ kind }: Field, value: unknown): unknown => (kind === 'point' ? parseCenter(asText(value)) : value)

type Fields = Readonly<Record<string, Field>>
/** The columns of values that were sent, by the fields that they are of; `column` says the column of a field. */
export const columnsOf = (fields: Fields, values: Readonly<Record<string, unknown>>, column: (field: string) => string = snake) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fields[name]
      // Lines stand in a table of their own.
      if (field?.kind === 'lines') return []
      return field ? [[column(name), written(field, value)]] : [[snake(name), value]]
    }),
  )
/** Fields as the wire has them, out of a row. */
export const fieldsOf = (fields: Fields, row: Readonly<Record<string, unknown>>, column: (field: string) => string = snake) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, read(field, row[column(name)])]))

/** The columns of what was sent. */
export const toColumns = (rules: Rules, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  columnsOf(rules.of.fields, values, (name) => columnOf(rules, name))

/** A row as the wire has it, without what only the rules and the references know. */
export const toFields = (rules: Rules, row: Row): Record<string, unknown> => ({
  ...fieldsOf(rules.of.fields, row, (name) => columnOf(rules, name)),
  ...Object.fromEntries(Object.keys(rules.of.states).map((name) => [name, row[columnOf(rules, name)]])),
  [rules.of.idName]: row.id,
  objectVersionNumber: row.object_version_number,
})

export interface Narrowing {
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly [field: string]: unknown
}

/** The rows that a list's filters leave, in no order. */
export function narrowed(scope: Scope, rules: Rules, query: Narrowing, now: number): LooseSelect {
  let rows = rowsOf(scope, rules)
  for (const name of [...rules.of.filterable, ...Object.keys(rules.of.states)]) {
    const value = query[name]
    if (value == null || (typeof value === 'string' && value.trim() === '')) continue
    const kind = rules.of.fields[name]?.kind
    const column = columnIn(rules, name)
    const told = rules.told[name]
    rows = told
      ? rows.where(sql<boolean>`${told(now)} = ${value}`)
      : kind === 'text' || kind === 'longText'
        ? rows.where(column, '~', containing(asText(value)))
        : kind === 'marks'
          ? rows.where(sql<boolean>`${sql.ref(column)} @> ${JSON.stringify([value])}::jsonb`)
          : rows.where(column, '=', value as never)
  }
  const { search } = query
  if (search?.trim())
    rows = rows.where((eb) => eb.or(rules.of.searchable.map((name) => eb(columnIn(rules, name), '~', containing(search)))))
  return rows
}

/** Rows with all their columns, or those that lists read, in the order that is asked for, else in that of the rules; by age within it. */
export function ordered(
  rows: LooseSelect,
  rules: Rules,
  { sort = rules.order }: Narrowing,
  now: number,
): SelectQueryBuilder<Loose, string, Row> {
  const all = (rules.listed ? rows.select(rules.listed) : rows.selectAll(rules.table)) as unknown as SelectQueryBuilder<Loose, string, Row>
  const descending = sort?.startsWith('-') ?? false
  const name = sort?.replace(/^-/, '')
  const by =
    name == null
      ? all
      : all.orderBy(rules.told[name]?.(now) ?? sql.ref(columnIn(rules, name)), (order) =>
          descending ? order.desc().nullsLast() : order.asc().nullsLast(),
        )
  return by.orderBy(`${rules.table}.id`, rules.oldestFirst ? 'asc' : 'desc')
}
