import { sql } from 'kysely'
import type { Byline } from '#contract/core/resource'
import type { Scope } from '../database/scope.ts'
import type { Row } from './rules.ts'

/** What users are called, of those who are or were members or applications of the tenant: one query for all. */
export async function namesOf({ raw, tenantId }: Scope, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select user_id as id, real_name as name from past_member where tenant_id = ${tenantId} and user_id = any(${ids}::bigint[])
    union all
    select u.id, u.real_name from app_user u join membership m on m.user_id = u.id and m.tenant_id = ${tenantId} where u.id = any(${ids}::bigint[])
    union all
    select user_id, 'API · ' || name from application where tenant_id = ${tenantId} and user_id = any(${ids}::bigint[])`.execute(raw)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Members and applications of the tenant, and who has left it, by name. */
export async function everybodyOf({ raw, tenantId }: Scope): Promise<{ userId: number; realName: string }[]> {
  const { rows } = await sql<{ userId: number; realName: string }>`
    select u.id as "userId", u.real_name as "realName" from membership m join app_user u on u.id = m.user_id where m.tenant_id = ${tenantId}
    union
    select user_id, 'API · ' || name from application where tenant_id = ${tenantId}
    union
    select p.user_id, p.real_name from past_member p where p.tenant_id = ${tenantId}
      and not exists (select from membership m where m.tenant_id = p.tenant_id and m.user_id = p.user_id)
    order by 2, 1`.execute(raw)
  return rows
}

/** Who made each row and who changed it last, and when, in their order. */
export async function bylinesOf(scope: Scope, rows: readonly Row[]): Promise<Byline[]> {
  const written = rows as readonly (Row & Record<'created_by' | 'created_at' | 'updated_by' | 'updated_at', number | null>)[]
  const writers = new Set(written.flatMap((row) => [row.created_by, row.updated_by]).filter((id) => id != null))
  const names = await namesOf(scope, [...writers])
  const nameOf = (id: number | null) => (id == null ? null : (names.get(id) ?? null))
  return written.map((row) => {
    const isChanged = row.updated_at != null && row.updated_at !== row.created_at
    return {
      madeBy: nameOf(row.created_by),
      madeAt: row.created_at,
      changedBy: isChanged ? nameOf(row.updated_by) : null,
      changedAt: isChanged ? row.updated_at : null,
    }
  })
}
