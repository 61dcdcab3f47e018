import { hash as hashPassword } from '@node-rs/argon2'
import type pg from 'pg'
import { DEMO_PASSWORD, demoForeman } from '#demo/farm'

const TENANT = 1

/** A role of few rights, and somebody who has it for one base alone. */
export async function writeForeman(client: pg.ClientBase): Promise<void> {
  const { roleName, codes, loginName, realName, areaId } = demoForeman
  const user = await client.query<{ id: number }>(
    `insert into furrow.app_user (login_name, real_name, password_hash, current_tenant_id, default_tenant_id, demo)
     values ($1, $2, $3, $4, $4, true) returning id`,
    [loginName, realName, await hashPassword(DEMO_PASSWORD), TENANT],
  )
  const role = await client.query<{ id: number }>('insert into furrow.role (tenant_id, name, codes) values ($1, $2, $3) returning id', [
    TENANT,
    roleName,
    codes,
  ])
  await client.query('insert into furrow.membership (tenant_id, user_id) values ($1, $2)', [TENANT, user.rows[0]!.id])
  await client.query('insert into furrow.role_assignment (tenant_id, user_id, role_id, area_ids) values ($1, $2, $3, $4)', [
    TENANT,
    user.rows[0]!.id,
    role.rows[0]!.id,
    [areaId],
  ])
}
