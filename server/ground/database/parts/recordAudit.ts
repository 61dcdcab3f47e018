import type { AuditKind } from '#contract/core/trail'

/** How the changes of a table are recorded. */
interface Recorded {
  readonly kind: AuditKind
  /** The column that says the kind of each row, where a table holds several. */
  readonly kindFrom?: string
  /** The columns whose text, joined, says which thing it is; `id` unless told. */
  readonly key?: readonly string[]
  /** The columns whose text, joined, is what a person calls it. */
  readonly title: readonly string[]
  /** Columns of which only is said that they changed. */
  readonly secret?: readonly string[]
  /** Columns of which nothing is said: what the server moves by itself, and what follows from others. */
  readonly ignored?: readonly string[]
  /** Columns that hold the id of a row, or several: its table, and the column that names it. */
  readonly names?: Readonly<Record<string, readonly [table: string, column: string]>>
  /** Whose trail it is in: the tenant of `tenant_id` unless told; the tenant itself, or all tenants of a user. */
  readonly tenant?: 'self' | 'member'
  /** A change is a new row with a higher `version` under the same value of this column. */
  readonly since?: string
  /** The rows are parts of a thing, which has changed under this name. */
  readonly part?: string
  /** New rows are not told: devices bring them. */
  readonly silentlyMade?: true
}

/**
 * The statements that let the database record every change of a table that matters, in the transaction that makes it: a trigger compares the
 * row before and after, so no handler can forget it. Who, from where and by which call is what the transaction says (`inTenant`,
 * `inNameOf`).
 */
export const recordAudit = (tables: Readonly<Record<string, Recorded>>): string =>
  Object.entries(tables)
    .map(
      ([table, { key = ['id'], ...told }]) =>
        `select record_audit_of('${table}', '${JSON.stringify({ key, ...told }).replaceAll("'", "''")}');`,
    )
    .join('\n')
