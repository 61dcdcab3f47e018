import { type RawBuilder, sql } from 'kysely'
import { PUBLISHED } from '#contract/notices/notice'

interface Narrowed {
  /** Of these announcements alone, published or not; of every published one unless told. */
  readonly notices?: readonly number[]
  /** Of these people alone. */
  readonly users?: readonly number[]
  /** Of one that is not written yet, as `notice_id` 0, in place of any other; `targets` null is everybody. */
  readonly unwritten?: { readonly targets: readonly Target[] | null }
}
export interface Target {
  readonly kind: 'role' | 'unit' | 'area' | 'user'
  readonly id: number
}
interface ForWhom {
  readonly notice_id: number
  readonly user_id: number
}

/** Ids as PostgreSQL takes them. */
const among = (column: RawBuilder<unknown>, ids: readonly number[] | undefined) =>
  ids === undefined ? sql`true` : sql`${column} = any(${[...ids]}::bigint[])`

const toldOf = (tenantId: number, notices: Narrowed['notices'], unwritten: Narrowed['unwritten']) =>
  unwritten === undefined
    ? sql`select n.id, n.everybody from notice n where n.tenant_id = ${tenantId}
        and ${notices === undefined ? sql`n.status = ${sql.lit(PUBLISHED)}` : among(sql`n.id`, notices)}`
    : sql`select 0::bigint as id, ${unwritten.targets === null}::boolean as everybody`
const namedOf = (tenantId: number, unwritten: Narrowed['unwritten']) => {
  if (unwritten === undefined)
    return sql`select a.notice_id, a.kind, a.target_id from notice_audience a join told on told.id = a.notice_id and not told.everybody
      where a.tenant_id = ${tenantId}`
  const targets = unwritten.targets ?? []
  return sql`select 0::bigint as notice_id, target.kind, target.target_id
    from unnest(${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ id }) => id)}::bigint[]) target (kind, target_id)`
}

/**
 * For whom the announcements of a tenant are at this moment: a table of `notice_id` and `user_id`, each pair once. The one place that says so:
 * lists, details, files, unread counts and who has read ask it, so they cannot differ. Who may not sign in is nobody; what an audience names
 * and is gone names nobody; a unit means those below it, too; a base means whose role names it, or every base.
 */
export const audienceOf = (tenantId: number, { notices, users, unwritten }: Narrowed): RawBuilder<ForWhom> => sql<ForWhom>`(
  with recursive person as materialized (
      select m.user_id, m.unit_id from membership m join app_user u on u.id = m.user_id and u.enabled
      where m.tenant_id = ${tenantId} and ${among(sql`m.user_id`, users)}
    ),
    told as materialized (${toldOf(tenantId, notices, unwritten)}),
    named as materialized (${namedOf(tenantId, unwritten)}),
    within (unit_id, above_id) as (
      select distinct unit_id, unit_id from person where unit_id is not null and exists (select from named where kind = 'unit')
      union
      select within.unit_id, o.parent_id from within join org_unit o on o.id = within.above_id and o.tenant_id = ${tenantId}
      where o.parent_id is not null
    ),
    held as materialized (
      select r.user_id, r.role_id, r.area_ids from role_assignment r join person on person.user_id = r.user_id
      where r.tenant_id = ${tenantId} and exists (select from named where kind in ('role', 'area'))
    )
  select told.id as notice_id, person.user_id from told cross join person where told.everybody
  union all (
    select named.notice_id, person.user_id from named join person on person.user_id = named.target_id where named.kind = 'user'
    union
    select named.notice_id, held.user_id from named join held on held.role_id = named.target_id where named.kind = 'role'
    union
    select named.notice_id, held.user_id from named join held on held.area_ids is null or named.target_id = any(held.area_ids)
    where named.kind = 'area'
    union
    select named.notice_id, person.user_id from named join within on within.above_id = named.target_id
      join person on person.unit_id = within.unit_id
    where named.kind = 'unit'
  ))`

/** Whether a reader has read what an announcement says now: an earlier edition is none of it. */
export const hasRead = (notice: RawBuilder<unknown>, userId: RawBuilder<unknown> | number) => sql<boolean>`exists (
  select from notice_read r where r.notice_id = ${notice}.id and r.user_id = ${userId} and r.edition = ${notice}.edition)`
