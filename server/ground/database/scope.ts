import type {
  DeleteQueryBuilder,
  DeleteResult,
  InsertObject,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  SelectQueryBuilder,
  Transaction,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import { sql } from 'kysely'
import { type Base, readBases } from './readBases.ts'
import type { Database, TenantTable } from './schema.ts'

/**
 * The first fence: every query of a request starts here and carries its tenant, and its bases where the table has any.
 * Row-level security is the second fence, under the same transaction's `furrow.tenant`.
 */
export interface Scope {
  readonly tenantId: number
  readonly areas: readonly number[] | null
  select<Table extends TenantTable>(table: Table): SelectQueryBuilder<Database, Table, object>
  insert<Table extends TenantTable>(
    table: Table,
    rows: readonly Omit<InsertObject<Database, Table>, 'tenant_id'>[],
  ): InsertQueryBuilder<Database, Table, InsertResult>
  update<Table extends TenantTable>(table: Table): UpdateQueryBuilder<Database, Table, Table, UpdateResult>
  remove<Table extends TenantTable>(table: Table): DeleteQueryBuilder<Database, Table, DeleteResult>
  /** For joins and aggregates that the four above cannot say: the writer names the tenant; the second fence still stands. */
  readonly raw: Transaction<Database>
  /** Whether a base is one the caller may see. */
  readonly sees: (areaId: number) => boolean
}

/** By which call, from where and in which session somebody acts: what a record of changes says beside the user. */
export interface Signature {
  /** `<group>.<call>`. */
  readonly act: string
  readonly sessionId: string
  readonly address: string
}

const signed = (userId: number, { act, sessionId, address }: Signature) =>
  sql`set_config('furrow.user', ${String(userId)}, true), set_config('furrow.act', ${act}, true),
    set_config('furrow.session', ${sessionId}, true), set_config('furrow.address', ${address}, true)`
const UNSIGNED: Signature = { act: '', sessionId: '', address: '' }

/** Runs `work` in a transaction of the request role that sees only this tenant. User 0 is the server itself. */
export async function inTenant<T>(
  db: Kysely<Database>,
  who: { tenantId: number; userId: number; areas: readonly number[] | null; signature?: Signature },
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (raw) => {
    await sql`select set_config('furrow.tenant', ${String(who.tenantId)}, true), ${signed(who.userId, who.signature ?? UNSIGNED)}`.execute(
      raw,
    )
    return work(scopeOf(raw, who.tenantId, who.areas))
  })
}

/** Runs `work` in a transaction of the service role, which sees every tenant, in a user's name: what is written is the user's. */
export async function inNameOf<T>(
  db: Kysely<Database>,
  who: { userId: number; signature: Signature },
  work: (raw: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (raw) => {
    await sql`select ${signed(who.userId, who.signature)}`.execute(raw)
    return work(raw)
  })
}

const baseOf = await readBases()

/* The builders lose their table's type inside a generic function, so this one place speaks untyped. */
/* oxlint-disable typescript/no-explicit-any */
/** The scope of a transaction: for those who hold one already, as the demo seed. `bases` says how a table is narrowed, the product's own unless told. */
export function scopeOf(
  raw: Transaction<Database>,
  tenantId: number,
  areas: readonly number[] | null,
  bases: ReadonlyMap<string, Base> = baseOf,
): Scope {
  const narrow = (query: any, table: string) => {
    const own = query.where(`${table}.tenant_id`, '=', tenantId)
    if (areas == null) return own
    const seen = areas.length ? areas : [0]
    if (table === 'area') return own.where('area.id', 'in', seen)
    const base = bases.get(table)
    if (base === undefined) return own
    if (base === 'area_id') return own.where(`${table}.area_id`, 'in', seen)
    const { through, by } = base
    return own.where(({ exists, selectFrom }: any) =>
      exists(
        selectFrom(through)
          .select(`${through}.area_id`)
          .whereRef(`${through}.${by}`, '=', `${table}.id`)
          .where(`${through}.tenant_id`, '=', tenantId)
          .where(`${through}.area_id`, 'in', seen),
      ),
    )
  }
  return {
    tenantId,
    areas,
    raw,
    select: (table) => narrow(raw.selectFrom(table as any), table),
    insert: (table, rows) => raw.insertInto(table as any).values(rows.map((row) => ({ ...row, tenant_id: tenantId })) as any) as any,
    update: (table) => narrow(raw.updateTable(table as any), table),
    remove: (table) => narrow(raw.deleteFrom(table as any), table),
    sees: (areaId) => areas == null || areas.includes(areaId),
  }
}
