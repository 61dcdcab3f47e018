import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../ground/database/scope.ts'

/** The base that a store stood in at a moment (ms UTC): today's unless it came to another one since. `store` is a column with its id. */
export const baseAt = (at: number, store: string): RawBuilder<number> =>
  sql`coalesce((select r.from_area_id from store_relocation r where r.store_id = ${sql.ref(store)} and r.at > ${at} order by r.at, r.id limit 1),
    (select s.area_id from store s where s.id = ${sql.ref(store)}))`

/** Whether a base is one that the caller may see. */
export const seesBase = ({ areas }: Scope, base: RawBuilder<number>): RawBuilder<boolean> =>
  areas === null ? sql`true` : sql`${base} = any(${areas}::bigint[])`

/** The stores of the tenant, as a query that the caller narrows to the bases that may be seen: by the base of each row, not that of today. */
export const everyStore = ({ raw, tenantId }: Scope) => raw.selectFrom('store').where('store.tenant_id', '=', tenantId)
