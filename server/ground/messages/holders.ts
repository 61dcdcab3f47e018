import { type Kysely, sql } from 'kysely'
import type { PermissionCode } from '#contract/core/call'
import { grants } from '#contract/session/permissions'
import type { Database } from '../database/schema.ts'

interface Person {
  readonly id: number
  readonly name: string
}

/** Who holds a code in a base and may sign in, by name. */
export async function holdersOf(work: Kysely<Database>, tenantId: number, areaId: number, code: PermissionCode): Promise<Person[]> {
  const { rows } = await sql<Person & { codes: string[] }>`
    select u.id, u.real_name as name, r.codes
    from membership m join app_user u on u.id = m.user_id and u.enabled
      join role_assignment a on a.tenant_id = m.tenant_id and a.user_id = m.user_id
      join role r on r.id = a.role_id and r.tenant_id = m.tenant_id
    where m.tenant_id = ${tenantId} and (a.area_ids is null or ${areaId}::bigint = any(a.area_ids))
    order by u.real_name, u.id`.execute(work)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((roles) => {
    const { id, name } = roles[0]!
    return roles.some(({ codes }) => grants(codes, code)) ? [{ id, name }] : []
  })
}
