import { z } from 'zod'
import { type Access, type AnyCall, defineCall, type PermissionCode } from './call.ts'
import type { ChangeName } from './change.ts'
import type { Answers, Field, FieldKind, Fields, Filters, Schemas } from './field.ts'
import type { AuditKind } from './trail.ts'
import { flag, id, integer, pageOf, pageQuery, text } from './values.ts'

type Stated<S extends Record<string, readonly string[]>> = {
  [Name in keyof S]: z.ZodEnum<{ [Value in S[Name][number]]: Value }>
}

/** The codes of a resource: its page code opens and reads; these act. */
export interface ResourceCodes {
  readonly read: PermissionCode
  readonly create: PermissionCode
  readonly edit: PermissionCode
  readonly delete: PermissionCode
  readonly export: PermissionCode
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The most rows that one spreadsheet brings in. */
export const MAX_IMPORT_ROWS = 1000
/** Characters of a spreadsheet in base64; with the rest of the body it stays under the server's limit of 1 MB. */
export const MAX_IMPORT_LENGTH = 950_000

const SORTABLE: readonly FieldKind[] = ['text', 'choice', 'flag', 'number', 'decimal', 'moment', 'day']
/** Kinds whose values are no text in a cell of a spreadsheet. */
const DRAWN: readonly FieldKind[] = ['polygon', 'image', 'images', 'person', 'passages', 'stages', 'lines', 'richText', 'marks']

/** The column in which an export says which record a row is, and in which version: `<resource>-<id>-<version>`. Faults stand beside it under this name. */
export const RECORD_KEY = 'recordKey'

/** What becomes of the rows of a spreadsheet; `duplicates` are not written, `same` need not be. */
const importCounts = z.object({ new: z.int(), changed: z.int(), same: z.int(), duplicates: z.int() })
export type ImportCounts = z.infer<typeof importCounts>

/**
 * What an import found, before anything is written and after. Nothing is written while there are faults; `counts` are then of the rows that have
 * none.
 */
export const importReport = z.object({
  rows: z.int(),
  counts: importCounts,
  committed: z.boolean(),
  /** Heads of columns that hold something and that nobody knows; a column without a head by its letters. What is brought says that they are left out. */
  unknownHeads: z.array(z.string()),
  /** Rows without a record key that would make what is there already, by what that is called; `ofRow` where another row makes it. */
  duplicates: z.array(z.object({ row: z.int(), title: z.string(), ofRow: z.int().nullable() })),
  faults: z.array(
    z.object({
      /** As the spreadsheet counts: the heads are row 1, the first below them is 2. */
      row: z.int(),
      field: z.string().nullable(),
      message: z.string(),
    }),
  ),
})
export type ImportReport = z.infer<typeof importReport>
/** The most duplicates, and the most faults of records, that a report names; all are counted. */
export const MAX_NAMED_ROWS = 500
/** More columns than this that nobody knows are another kind of sheet. */
export const MAX_LEFT_OUT = 200
/** Heads that whoever brings a spreadsheet has seen and leaves out; any other that nobody knows is a fault. */
export const leftOut = z.array(z.string().max(200, 'tooLong')).max(MAX_LEFT_OUT, 'tooMany').default([])

/** Who made a record and who changed it last, by name, and when (ms UTC). Null: nobody is known to have, or the server did. */
const byline = z.object({
  madeBy: z.string().nullable(),
  madeAt: z.int().nullable(),
  changedBy: z.string().nullable(),
  changedAt: z.int().nullable(),
})
export type Byline = z.infer<typeof byline>

/** A record by the words a person knows it by: what a reference offers. */
const option = z.object({
  id: z.int(),
  title: z.string(),
  enabledFlag: z.int(),
  /** What else it is found by: its values of the fields that no two records share, as code and barcode. */
  codes: z.array(z.string()).optional(),
})

/** A field that two changed without knowing of each other: what was written, and what stands there, by whom and when (ms UTC), in which version. */
const conflict = z.object({
  field: z.string(),
  mine: z.unknown(),
  theirs: z.unknown(),
  version: z.int(),
  by: z.string().nullable(),
  at: z.int().nullable(),
})
export type FieldConflict = z.infer<typeof conflict>

/** The fields that a spreadsheet has a column for. */
export const sheetFieldsOf = (fields: Fields): string[] =>
  Object.keys(fields).filter((key) => !fields[key]!.internal && !DRAWN.includes(fields[key]!.kind))
/** The fields that a record is called by: its title, and those that no two records share. */
export const callingFieldsOf = ({ title, unique }: { readonly title: string; readonly unique: readonly string[] }): string[] => [
  ...new Set([title, ...unique]),
]

/**
 * Declares a resource once: path, validation, calls, list query, permission codes, label keys, columns and spreadsheet follow from it.
 * `shape` says where the id of PUT and DELETE travels, as the documents have it; both carry `objectVersionNumber`, and a
 * stale one answers 409.
 */
export function defineResource<
  const Name extends ChangeName,
  const Path extends string,
  const IdName extends string,
  const Shape extends 'body' | 'path',
  F extends Fields,
  Derived extends Record<string, z.ZodType> = Record<never, never>,
  Actions extends Record<string, AnyCall> = Record<never, never>,
  const States extends Record<string, readonly [string, ...string[]]> = Record<never, never>,
  const ListPath extends string = Path,
  const Offline extends true | 'read' | false = false,
>(declaration: {
  name: Name
  /** The area whose words hold its labels: `<area>:<name>.fields.<field>`. */
  area: string
  path: Path
  /** Where its list is read, where the documents have it at a path of its own. */
  listPath?: ListPath
  idName: IdName
  shape: Shape
  /** What it is called in the audit trail, and what else changes with it. */
  trail: AuditKind | readonly [AuditKind, ...AuditKind[]]
  /** It is read where there is no network, from what the browser kept; `true`: it is written there too, and `merge` takes that. */
  offline?: Offline
  /** The field that names a record to a person. */
  title: keyof F & string
  searchable: readonly (keyof F & string)[]
  /** No two records of a tenant share these. */
  unique?: readonly (keyof F & string)[]
  /**
   * Several records of one title in one base are lawful, as entries of a log. A row of a spreadsheet without a record key is then a duplicate
   * where all that it says is what a record says; of others where title and base are those of a record and no unique field tells them apart.
   */
  repeats?: true
  /** The page's code; `.ps.create`, `.ps.edit`, `.ps.delete`, `.ps.export` follow unless the documents name others. */
  code: PermissionCode
  codes?: Partial<ResourceCodes>
  /** Who reads the list and a record, where others than this page do: the map reads plots. */
  readers?: Access
  /** Who else is offered its records by title: whoever fills in a field that refers to one. */
  offeredTo?: readonly PermissionCode[]
  /** By which fields an offer may be narrowed: agricultural products alone. */
  offeredBy?: readonly (keyof F & string)[]
  fields: F
  /** What the server says beside the fields. */
  derived?: Derived
  /** Whose changes show in the records, beside their own and those of what they refer to. */
  follows?: readonly ChangeName[]
  /** Derived facts that are one of a few, by name: they have words, and a list is narrowed by them (a rule of the server says how). */
  states?: States
  /** Other verbs of the same path and permission rule, e.g. `free` of a plot. */
  actions?: (given: { path: Path; codes: ResourceCodes }) => Actions
}) {
  const { code, fields, name, path, trail } = declaration
  const codes: ResourceCodes = {
    read: code,
    create: `${code}.ps.create`,
    edit: `${code}.ps.edit`,
    delete: `${code}.ps.delete`,
    export: `${code}.ps.export`,
    ...declaration.codes,
  }
  const readers = declaration.readers ?? codes.read
  const offered: Access =
    typeof readers === 'string' && (readers === 'login' || readers === 'public')
      ? readers
      : [...new Set([...[readers].flat(), codes.read, codes.create, codes.edit, ...(declaration.offeredTo ?? [])] as PermissionCode[])]
  const each = <Of>(of: (field: Field) => Of) => Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, of(field)]))
  const schemas = each(({ schema }) => schema) as Schemas<F>
  const states = (declaration.states ?? {}) as States
  const stated = Object.fromEntries(Object.entries(states).map(([key, values]) => [key, z.enum(values)])) as unknown as Stated<States>
  const identity = { [declaration.idName]: id } as { [K in IdName]: typeof id }
  const version = { objectVersionNumber: integer(1, 2_000_000_000) }
  const create = z.object(schemas)
  const update = z.object({ ...schemas, ...identity, ...version })
  const identified = z.object({ ...identity, ...version })
  const record = z.object({
    ...(each(({ answer }) => answer) as Answers<F>),
    ...identity,
    ...version,
    ...((declaration.derived ?? {}) as Derived),
    ...stated,
    /** What each reference of the record is called, by field. */
    labels: z.record(z.string(), z.string()).optional(),
    /** Said where one record is asked for. */
    byline: byline.optional(),
  })
  const names = Object.keys(fields)
  const sortable = [...names.filter((key) => SORTABLE.includes(fields[key]!.kind)), ...Object.keys(states)]
  const filterable = names.filter((key) => fields[key]!.filter != null)
  const narrowing = {
    ...(Object.fromEntries(filterable.map((key) => [key, fields[key]!.filter!.optional()])) as unknown as Filters<F>),
    ...(z.object(stated).partial().shape as { [Name in keyof States]: z.ZodOptional<Stated<States>[Name]> }),
    /** Found anywhere in what is searchable. */
    search: text(100).optional(),
    /** A field's name; with a minus before it, descending. */
    sort: z
      .string()
      .max(60)
      .regex(new RegExp(`^-?(${sortable.join('|')})$`))
      .optional(),
  }
  const offeredBy = declaration.offeredBy ?? []
  const referred = names.flatMap((key) => fields[key]!.target ?? [])
  const offline = declaration.offline !== undefined && declaration.offline !== false
  const follows = [...new Set<ChangeName>([name, ...referred, ...(declaration.follows ?? [])])]
  const one = `${path}/{id}` as `${Path}/{id}`
  const removeByBody = () =>
    defineCall({
      method: 'DELETE',
      trail,
      path,
      permission: codes.delete,
      summary: `Deletes a ${name}; answers 1`,
      body: identified,
      answer: z.literal(1),
    })
  const removeByPath = () =>
    defineCall({
      method: 'DELETE',
      trail,
      path: one,
      permission: codes.delete,
      summary: `Deletes a ${name}; answers 1`,
      query: z.object({ objectVersionNumber: version.objectVersionNumber.optional() }),
      answer: z.literal(1),
    })
  const calls = {
    page: defineCall({
      method: 'GET',
      path: (declaration.listPath ?? path) as ListPath,
      permission: readers,
      summary: `Pages of ${name}`,
      query: z.object({ ...pageQuery, ...narrowing }),
      answer: pageOf(record),
      follows,
      offline,
    }),
    get: defineCall({ method: 'GET', path: one, permission: readers, summary: `One ${name}`, answer: record, follows, offline }),
    create: defineCall({ method: 'POST', trail, path, permission: codes.create, summary: `Makes a ${name}`, body: create, answer: record }),
    update: defineCall({
      method: 'PUT',
      trail,
      path,
      permission: codes.edit,
      summary: `Changes a ${name}; a stale version answers 409`,
      body: update,
      answer: record,
    }),
    remove: (declaration.shape === 'body' ? removeByBody() : removeByPath()) as Shape extends 'body'
      ? ReturnType<typeof removeByBody>
      : ReturnType<typeof removeByPath>,
    options: defineCall({
      method: 'GET',
      path: `${path}/options` as `${Path}/options`,
      permission: offered,
      summary: `What a reference to a ${name} offers, by title. \`search\` is found anywhere in its title and codes, \`named\` is exactly one of them`,
      query: z.object({
        ...pageQuery,
        ...(Object.fromEntries(offeredBy.map((key) => [key, fields[key]!.filter!.optional()])) as object),
        search: text(100).optional(),
        named: text(100).optional(),
        areaId: id.optional(),
      }),
      answer: pageOf(option),
      follows: [name],
      offline: true,
    }),
    export: defineCall({
      method: 'GET',
      path: `${path}/export` as `${Path}/export`,
      permission: codes.export,
      produces: XLSX,
      summary: `The list as a spreadsheet, in the caller's language, with the key of each record in its last column; with template=1 only its heads`,
      query: z.object({ ...narrowing, template: flag.default(0) }),
    }),
    import: defineCall({
      method: 'POST',
      trail,
      path: `${path}/import` as `${Path}/import`,
      permission: codes.create,
      summary: `Makes and changes records from a spreadsheet: a row with a record key is that record, any other is a new one unless there is one like it. With commit 0 it only says what would become of which row; with faults nothing is written. Fails with error.busy while another is brought`,
      body: z.object({ file: z.base64().max(MAX_IMPORT_LENGTH, 'tooLong'), commit: flag.default(0), areaId: id.optional(), leftOut }),
      answer: importReport,
    }),
  }
  const merge = () =>
    defineCall({
      method: 'PUT',
      trail,
      path: `${path}/merge` as `${Path}/merge`,
      permission: codes.edit,
      summary: `Changes fields of a ${name} that were written without network, each on the version that it was based on. A field that somebody changed since is left as it is and told of, with both values; all others are written`,
      body: z.object({
        ...identity,
        /** What was written, by field. */
        fields: z.record(z.string().max(60), z.unknown()),
        /** The \`objectVersionNumber\` of the record in which whoever wrote it had read the field. */
        basedOn: z.record(z.string().max(60), integer(1, 2_000_000_000)),
      }),
      answer: z.object({ record, conflicts: z.array(conflict) }),
    })
  return {
    ...declaration,
    unique: declaration.unique ?? [],
    offeredBy,
    states,
    codes,
    record,
    create,
    update,
    calls: { ...calls, ...(declaration.offline === true ? { merge: merge() } : {}) } as typeof calls &
      (Offline extends true ? { merge: ReturnType<typeof merge> } : object),
    sortable,
    filterable,
    sheetFields: sheetFieldsOf(fields),
    /** The field that puts a record into a base, where one does. */
    areaField: (names.find((key) => fields[key]!.target === 'area' && fields[key]!.required) ?? null) as (keyof F & string) | null,
    actions: (declaration.actions?.({ path, codes }) ?? {}) as Actions,
  }
}

/** Any declared resource, for what is written once for all of them. */
export interface AnyResource {
  readonly name: ChangeName
  readonly area: string
  readonly path: string
  readonly idName: string
  readonly shape: 'body' | 'path'
  readonly title: string
  readonly searchable: readonly string[]
  readonly unique: readonly string[]
  readonly repeats?: true
  readonly offeredBy: readonly string[]
  readonly code: PermissionCode
  readonly codes: ResourceCodes
  readonly fields: Fields
  readonly states: Readonly<Record<string, readonly string[]>>
  readonly create: z.ZodType
  readonly update: z.ZodType
  readonly record: z.ZodType
  readonly sortable: readonly string[]
  readonly filterable: readonly string[]
  readonly sheetFields: readonly string[]
  readonly areaField: string | null
  readonly trail: AuditKind | readonly [AuditKind, ...AuditKind[]]
  readonly offline?: true | 'read' | false
  readonly calls: Record<'page' | 'get' | 'create' | 'update' | 'remove' | 'options' | 'export' | 'import', AnyCall> & {
    readonly merge?: AnyCall
  }
  readonly actions: Record<string, AnyCall>
}
