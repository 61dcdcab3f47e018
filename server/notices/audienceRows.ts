import { sql } from 'kysely'
import type { NoticeAudience } from '#contract/notices/notice'
import type { Scope } from '../ground/database/scope.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Asking } from '../ground/http/handler.ts'
import { audienceOf, type Target } from '../ground/messages/audience.ts'
import { isWithin } from './withinBases.ts'

/** What an audience names: the table of each, its input, and what a row of it is called. */
const KINDS = [
  ['role', 'roleIds', sql`select id, name from role where tenant_id = `],
  ['area', 'areaIds', sql`select id, area_name as name from area where tenant_id = `],
  [
    'unit',
    'unitIds',
    sql`select o.id, coalesce(o.name, a.area_name, t.name) as name from org_unit o join tenant t on t.id = o.tenant_id
      left join area a on a.id = o.area_id where o.tenant_id = `,
  ],
  ['user', 'userIds', sql`select u.id, u.real_name as name from membership m join app_user u on u.id = m.user_id where m.tenant_id = `],
] as const

interface Named extends Target {
  readonly name: string
}

/** Everything that an audience can name in a tenant. */
const nameable = (tenantId: number) =>
  sql<Named>`(${sql.join(
    KINDS.map(([kind, , rows]) => sql`select ${sql.lit(kind)} as kind, of_kind.id, of_kind.name from (${rows}${tenantId}) of_kind`),
    sql` union all `,
  )})`

export async function nameableOf({ raw, tenantId }: Scope): Promise<Named[]> {
  const { rows } = await sql<Named>`select kind, id, name from ${nameable(tenantId)} named order by name, id`.execute(raw)
  return rows
}

/** Whom announcements name, as far as it is still there. */
export async function namedBy({ raw, tenantId }: Scope, ids: readonly number[]): Promise<(Named & { noticeId: number })[]> {
  const { rows } = await sql<Named & { noticeId: number }>`
    select a.notice_id as "noticeId", named.kind, named.id, named.name
    from notice_audience a join ${nameable(tenantId)} named on named.kind = a.kind and named.id = a.target_id
    where a.tenant_id = ${tenantId} and a.notice_id = any(${[...ids]}::bigint[]) order by named.name, named.id`.execute(raw)
  return rows
}

/** Fails beside `audience` where what is published would reach people beyond the bases of whoever publishes it. */
export async function mustReachOnlyOwn(
  scope: Scope,
  { language }: Pick<Asking, 'language'>,
  audience: NoticeAudience | null,
): Promise<void> {
  if (!(await isWithin(scope, audience === null ? null : targetsOf(audience)))) throw faultyField(language, 'audience', 'beyondBases')
}
/** Whether all whom a written announcement is for are of the caller's bases. */
export const reachesOnlyOwn = async (scope: Scope, { id, everybody }: { readonly id: number; readonly everybody: boolean }) =>
  isWithin(scope, everybody ? null : await namedBy(scope, [id]))

const targetsOf = (audience: NoticeAudience) => KINDS.flatMap(([kind, input]) => [...new Set(audience[input])].map((id) => ({ kind, id })))

/** Writes down for whom an announcement is. Throws CallFailure beside `audience` where it names what is not there. */
export async function sayAudience(
  scope: Scope,
  { language }: Pick<Asking, 'language'>,
  noticeId: number,
  audience: NoticeAudience | null,
): Promise<void> {
  const { raw, tenantId } = scope
  await scope.remove('notice_audience').where('notice_audience.notice_id', '=', noticeId).execute()
  if (audience === null) return
  const targets = targetsOf(audience)
  const { numAffectedRows } = await sql`
    insert into notice_audience (tenant_id, notice_id, kind, target_id)
    select ${tenantId}, ${noticeId}, wanted.kind, wanted.id
    from unnest(${targets.map(({ kind }) => kind)}::text[], ${targets.map(({ id }) => id)}::bigint[]) wanted (kind, id)
      join ${nameable(tenantId)} named on named.kind = wanted.kind and named.id = wanted.id`.execute(raw)
  if (Number(numAffectedRows ?? 0) < targets.length) throw faultyField(language, 'audience', 'choice')
}

/** How many people an audience is now; null is everybody. */
export async function reachOf({ raw, tenantId }: Scope, audience: NoticeAudience | null): Promise<number> {
  const targets = audience === null ? null : targetsOf(audience)
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from ${audienceOf(tenantId, { unwritten: { targets } })} told`.execute(raw)
  return rows[0]!.people
}
