import { sql } from 'kysely'
import { z } from 'zod'
import { folded } from '#contract/core/alike'
import { fieldFaults } from '#contract/core/fieldFault'
import { type AnyResource, callingFieldsOf, type FieldConflict } from '#contract/core/resource'
import { resources } from '#contract/resources'
import type { Scope } from '../database/scope.ts'
import { CallFailure, notFound } from '../failure.ts'
import { sayUses } from '../files/uses.ts'
import type { Asking } from '../http/handler.ts'
import { namesOf } from './byline.ts'
import { changed, columnIn, columnOf, rowsOf, toColumns, toFields } from './rows.ts'
import { besideField, type Row, type Rules, type Writing } from './rules.ts'

/** The rules of every resource by its name: what references are checked by. */
export type Registry = Readonly<Record<string, Rules>>
type Values = Readonly<Record<string, unknown>>
/** The version in which a field was changed last, by whom, and when (server/ground/database/parts/keepVersions.ts). */
type FieldVersion = readonly [version: number, userId: number | null, at: number]

const references = ({ fields }: AnyResource) =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.target && field.target in resources ? [{ name, target: field.target, several: field.kind === 'references' }] : [],
  )

/** Reads and writes the records of a resource inside a transaction. Nothing here is told to consoles. */
export function recordsOf(rules: Rules, registry: Registry, clock: () => number) {
  const { of, table } = rules

  const pictures = Object.entries(of.fields).flatMap(([name, { kind }]) =>
    kind === 'image' || kind === 'images' || kind === 'passages' || kind === 'richText' ? [{ kind, column: columnOf(rules, name) }] : [],
  )
  const persons = Object.keys(of.fields).filter((name) => of.fields[name]!.kind === 'person')
  /** Of passages their pictures alone: an address that somebody wrote in a text shows nothing. */
  const shownIn = (row: Row, { kind, column }: (typeof pictures)[number]) =>
    kind === 'passages' ? (row[column] as readonly { imageUrl: string | null }[]).map(({ imageUrl }) => imageUrl) : row[column]
  const namingOf = (row: Row) => ({ texts: pictures.map((one) => JSON.stringify(shownIn(row, one))) })
  const holderOf = ({ tenantId }: Scope, id: number) => ({ tenantId, table, id })

  /** Rows as the wire has them, with what the rules say and with what their references are called. */
  async function describe(scope: Scope, rows: readonly Row[]): Promise<Record<string, unknown>[]> {
    if (rows.length === 0) return []
    const derived = await rules.describe(scope, rows, clock())
    const titles = await Promise.all(
      references(of).map(async ({ target, ...one }) => ({ ...one, known: await titlesOf(scope, registry[target]!, ids(rows, one.name)) })),
    )
    const people = await namesOf(scope, [...new Set(persons.flatMap((name) => rows.flatMap((row) => namedBy(row, name))))])
    return rows.map((row, at) => {
      const called = persons.flatMap((name) => {
        const title = people.get(row[columnOf(rules, name)] as number)
        return title === undefined ? [] : [[name, title] as const]
      })
      const labels = titles.flatMap(({ name, several, known }) =>
        namedBy(row, name).flatMap((id) => {
          const title = known.get(id)
          return title === undefined ? [] : [[several ? `${name}.${id}` : name, title] as const]
        }),
      )
      return { ...toFields(rules, row), ...derived[at], labels: Object.fromEntries([...labels, ...called]) }
    })
  }
  /** The records that a row names under a reference. */
  const namedBy = (row: Row, name: string) => [row[columnOf(rules, name)] as number | number[] | null].flat().filter((id) => id != null)
  const ids = (rows: readonly Row[], name: string) => [...new Set(rows.flatMap((row) => namedBy(row, name)))]

  async function find(scope: Scope, id: number, { lock = false } = {}): Promise<Row> {
    const one = rowsOf(scope, rules)
      .selectAll(table)
      .where(`${table}.id`, '=', id as never)
    const row = (await (lock ? one.forUpdate() : one).executeTakeFirst()) as Row | undefined
    if (!row) throw notFound()
    return row
  }

  /** Every reference points at a record that the caller sees: its titles, by field. */
  async function mustRefer({ scope, asking, values, old }: Writing): Promise<void> {
    for (const { name, target } of references(of)) {
      const before = new Set(old ? namedBy(old, name) : [])
      const named = [values[name] as number | number[] | null].flat().filter((id) => id != null && !before.has(id)) as number[]
      const known = await titlesOf(scope, registry[target]!, named)
      if (known.size < named.length) throw besideField(asking, 'error.record.unknown', name, 'unknown')
    }
    for (const name of persons) {
      const userId = values[name] as number | null
      if (userId == null || (old && old[columnOf(rules, name)] === userId)) continue
      const member = scope.select('membership').select('membership.user_id').where('membership.user_id', '=', userId)
      if (!(await member.executeTakeFirst())) throw besideField(asking, 'error.record.unknown', name, 'unknown')
    }
  }

  async function create(scope: Scope, asking: Asking, given: Values): Promise<Row> {
    await rules.beforeLock(scope)
    const writing = { scope, asking, values: given, old: null, now: clock() }
    await mustRefer(writing)
    const values = { ...given, ...(await rules.beforeSave(writing as never)) }
    const row = await refusingTaken(
      asking,
      async () =>
        (await scope
          .insert(table, [toColumns(rules, values) as never])
          .returningAll()
          .executeTakeFirstOrThrow()) as unknown as Row,
    )
    await sayUses(scope.raw, holderOf(scope, row.id), namingOf(row))
    await rules.afterSave({ ...writing, values, row } as never)
    return row
  }

  async function update(scope: Scope, asking: Asking, id: number, version: number, given: Values): Promise<{ old: Row; row: Row }> {
    await rules.beforeLock(scope)
    const old = await find(scope, id, { lock: true })
    if (old.object_version_number !== version) throw new CallFailure('error.version.stale')
    const writing = { scope, asking, values: given, old, now: clock() }
    await mustRefer(writing)
    const values = { ...given, ...(await rules.beforeSave(writing as never)) }
    const said = of.offline === true ? { field_versions: await linesSaid(writing) } : {}
    await refusingTaken(asking, () =>
      changed(scope, rules)
        .set({ ...toColumns(rules, values), ...said, object_version_number: old.object_version_number + 1 } as never)
        .where(`${table}.id`, '=', id as never)
        .execute(),
    )
    const row = await find(scope, id)
    await sayUses(scope.raw, holderOf(scope, id), namingOf(row), namingOf(old))
    await rules.afterSave({ ...writing, values, row } as never)
    return { old, row }
  }

  /** A field as it would be written; what nobody may type any more stays as it is. */
  const asInput = (name: string, value: unknown): unknown => {
    const parsed = of.fields[name]!.schema.safeParse(value ?? undefined)
    return parsed.success ? parsed.data : value
  }
  const isSame = (name: string, one: unknown, other: unknown) => JSON.stringify(asInput(name, one)) === JSON.stringify(asInput(name, other))

  /** The versions of a row's fields with those of its lines, which no column holds and the database does not see. */
  async function linesSaid({ scope, asking, values, old, now }: Writing) {
    const [before] = await describe(scope, [old!])
    const moved = Object.keys(of.fields).filter((name) => of.fields[name]!.kind === 'lines' && !isSame(name, before![name], values[name]))
    const said = moved.map((name) => [columnOf(rules, name), [old!.object_version_number + 1, asking.caller.userId, now]] as const)
    return JSON.stringify({ ...versionsOf(old!), ...Object.fromEntries(said) })
  }
  const versionsOf = (row: Row) => row['field_versions'] as Readonly<Record<string, FieldVersion>>

  /**
   * Writes fields that were typed without network, each unless somebody changed it since the version that it is based on: what is the same
   * already is no conflict, whoever wrote it first. The record that comes of it keeps every rule, or nothing is written.
   */
  async function merge(scope: Scope, asking: Asking, id: number, given: Values, basedOn: Readonly<Record<string, number>>) {
    await rules.beforeLock(scope)
    const old = await find(scope, id, { lock: true })
    const [current] = (await describe(scope, [old])) as [Record<string, unknown>]
    const merged: Record<string, unknown> = {}
    const clashes: (Omit<FieldConflict, 'by'> & { readonly userId: number | null })[] = []
    for (const [name, value] of Object.entries(given)) {
      // Names that every object knows are no fields.
      const field = Object.hasOwn(of.fields, name) ? of.fields[name] : undefined
      if (!field) throw besideField(asking, 'error.input.invalid', name, 'unknown')
      const parsed = z.object({ [name]: field.schema }).safeParse({ [name]: value })
      if (!parsed.success) {
        const [fault] = Object.values(fieldFaults(parsed.error, { [name]: value }))
        throw besideField(asking, 'error.input.invalid', name, fault!.key, fault!.params)
      }
      if (isSame(name, value, current[name])) continue
      const [version, userId, at] = versionsOf(old)[columnOf(rules, name)] ?? [1, null, null]
      if (version > (basedOn[name] ?? 1)) clashes.push({ field: name, mine: value, theirs: current[name], version, userId, at })
      else merged[name] = parsed.data[name]
    }
    const names = await namesOf(
      scope,
      clashes.flatMap(({ userId }) => userId ?? []),
    )
    const conflicts: FieldConflict[] = clashes.map(({ userId, ...one }) => ({
      ...one,
      by: userId === null ? null : (names.get(userId) ?? null),
    }))
    if (Object.keys(merged).length === 0) return { old, row: old, conflicts }
    const values = withOthers(current, merged)
    return { ...(await update(scope, asking, id, old.object_version_number, values)), conflicts }
  }
  /** What is written where some fields change and the others stay. */
  const withOthers = (current: Values, changes: Values): Values =>
    Object.fromEntries(Object.keys(of.fields).map((name) => [name, name in changes ? changes[name] : asInput(name, current[name])]))

  /** As `update`, of some fields alone. */
  async function amend(scope: Scope, asking: Asking, id: number, version: number, changes: Values) {
    await rules.beforeLock(scope)
    const [current] = (await describe(scope, [await find(scope, id, { lock: true })])) as [Record<string, unknown>]
    return update(scope, asking, id, version, withOthers(current, changes))
  }

  async function remove(scope: Scope, asking: Asking, id: number, version: number | undefined): Promise<Row> {
    await rules.beforeLock(scope)
    const row = await find(scope, id, { lock: true })
    if (version != null && row.object_version_number !== version) throw new CallFailure('error.version.stale')
    await rules.beforeDelete({ scope, asking, row, now: clock() })
    for (const user of Object.values(registry)) {
      for (const { name, target, several } of references(user.of)) {
        if (target !== of.name) continue
        // What refers may stand in a base that the caller does not see: it holds all the same.
        const held = await rowsOf({ ...scope, select: unnarrowed(scope) } as Scope, user)
          .select(`${user.table}.id`)
          .where(naming(columnIn(user, name), id, several))
          .limit(1)
          .executeTakeFirst()
        if (held) throw new CallFailure('error.record.used')
      }
    }
    await refusingUsed(() =>
      scope
        .remove(table)
        .where(`${table}.id` as never, '=', id as never)
        .execute(),
    )
    await sayUses(scope.raw, holderOf(scope, id), { texts: [] }, namingOf(row))
    await rules.afterDelete({ scope, asking, row })
    return row
  }
  const naming = (column: string, id: number, several: boolean) =>
    several ? sql<boolean>`${sql.ref(column)} @> ${JSON.stringify([id])}::jsonb` : sql<boolean>`${sql.ref(column)} = ${id}`
  const unnarrowed =
    ({ raw, tenantId }: Scope) =>
    (of: string) =>
      raw.selectFrom(of as 'area').where(`${of}.tenant_id` as 'area.tenant_id', '=', tenantId)

  /** Turns the database's own word on a value that another record has into the call's, beside its input. */
  async function refusingTaken<T>(asking: Asking, write: () => Promise<T>): Promise<T> {
    try {
      return await write()
    } catch (cause) {
      const { code, constraint } = cause as { code?: string; constraint?: string }
      const field = of.unique.find((name) => constraint === `${table}_${columnOf(rules, name)}_unique`)
      if (code === UNIQUE_VIOLATION && field) throw besideField(asking, 'error.record.taken', field, 'taken')
      throw cause
    }
  }
  return {
    describe,
    find,
    create,
    update,
    amend,
    merge,
    remove,
    areaOf: (row: Row) => (of.name === 'area' ? row.id : of.areaField ? (row[columnOf(rules, of.areaField)] as number) : null),
  }
}

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

/** What no resource refers to may still be named by other tables (lines of documents, the ledger): the database knows them all. */
async function refusingUsed<T>(remove: () => Promise<T>): Promise<T> {
  try {
    return await remove()
  } catch (cause) {
    if ((cause as { code?: string }).code === FOREIGN_KEY_VIOLATION) throw new CallFailure('error.record.used')
    throw cause
  }
}

/** What records are called, of those that the caller sees. */
export async function titlesOf(scope: Scope, rules: Rules, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const title = columnOf(rules, rules.of.title)
  const { table } = rules
  const rows = await rowsOf(scope, rules)
    .select([`${table}.id`, `${table}.${title}`] as never)
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids as number[]}::bigint[])`)
    .execute()
  return new Map((rows as unknown as Row[]).map((row) => [row.id, String(row[title])]))
}

/**
 * The records that are called so, by title or by a code of theirs, letter by letter or else in another form (`folded`); `several` where more
 * than one that is in use has that title.
 */
export async function namedIds(scope: Scope, rules: Rules, names: readonly string[]): Promise<Map<string, number | 'several'>> {
  const found = new Map<string, number | 'several'>()
  for (const form of [String, folded])
    for (const field of callingFieldsOf(rules.of)) {
      const left = names.filter((name) => !found.has(name))
      if (left.length === 0) return found
      const all = rowsOf(scope, rules).selectAll(rules.table)
      // What is not there letter by letter is rare: all names are read then.
      const rows = await (form === folded ? all : all.where(columnIn(rules, field), 'in', left as never)).execute()
      const byName = Map.groupBy(rows as unknown as Row[], (row) => form((row[columnOf(rules, field)] as string | null) ?? ''))
      for (const name of left) {
        const called = byName.get(form(name)) ?? []
        const used = called.filter((row) => row.enabled_flag !== 0)
        const same = used.length > 0 ? used : called
        if (same.length > 0) found.set(name, same.length > 1 ? 'several' : same[0]!.id)
      }
    }
  return found
}
