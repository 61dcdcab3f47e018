import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../ground/database/schema.ts'

/** An organisation to be founded and who will administer it. */
export interface Founding {
  readonly tenantName: string
  readonly loginName: string
  readonly realName: string
  readonly passwordHash: string
  readonly phone: string | null
}

/** Makes a novice tenant, its administrator and the role that may do everything there, in the caller's transaction. */
export async function foundTenant(work: Transaction<Database>, founding: Founding): Promise<{ tenantId: number; userId: number }> {
  const tenant = await work
    .insertInto('tenant')
    .values({
      name: founding.tenantName,
      num: `T${randomBytes(4).toString('hex').toUpperCase()}`,
      domain: null,
      deployment: '{}',
      novice: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user = await work
    .insertInto('app_user')
    .values({
      login_name: founding.loginName,
      real_name: founding.realName,
      password_hash: founding.passwordHash,
      phone: founding.phone,
      image_url: null,
      current_tenant_id: tenant.id,
      default_tenant_id: tenant.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const of = { tenant_id: tenant.id, user_id: user.id }
  await work.insertInto('membership').values(of).execute()
  const role = await work
    .insertInto('role')
    .values({ tenant_id: tenant.id, name: 'administrator', codes: ['*'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  await work
    .insertInto('role_assignment')
    .values({ ...of, role_id: role.id, area_ids: null })
    .execute()
  return { tenantId: tenant.id, userId: user.id }
}
