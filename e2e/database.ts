import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'

/** How a test reaches the database of the running product, past every fence, to arrange what no page can yet: roles and people. */
function databaseUrl(): string {
  const environment = Object.fromEntries(
    readFileSync(`/proc/${process.env.FURROW_PID}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split(/=(.*)/s, 2)),
  ) as Record<string, string>
  const dataDir = environment['DATA_DIR']!
  const { directory, password } = JSON.parse(readFileSync(join(dataDir, 'cluster.json'), 'utf8')) as Record<
    'directory' | 'password',
    string
  >
  const port = readFileSync(join(resolve(dataDir, directory), 'postmaster.pid'), 'utf8').split('\n')[3]!
  return `postgres://furrow:${password}@127.0.0.1:${port}/furrow`
}

/** One statement by the database's owner; its rows. */
export async function byOwner<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl(), options: '-c search_path=furrow' })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** A tenant of this test's own, with a base that it works in; what happens there is no other test's concern. Answers its id. */
export async function aTenant(): Promise<number> {
  const name = `e2e-${Date.now()}-${++made}`
  const [tenant] = await byOwner<{ id: string }>(
    `with made as (insert into tenant (name, num) values ($1, $1) returning id)
     insert into area (tenant_id, area_name, area_num, area_center, default_flag) select id, 'Own base', $1, '113.34,22.96', 1 from made
     returning tenant_id as id`,
    [name],
  )
  return Number(tenant!.id)
}

let made = 0
/**
 * A person of this test's own, with the demo's password: one role of these codes in each of the tenants, the first of which is the
 * current one. What the test does to the person's tenant or rights is no other test's concern.
 */
export async function aPerson(tenantIds: readonly number[], codes: readonly string[] = ['*']): Promise<`e2e-${string}`> {
  const name = `e2e-${Date.now()}-${++made}` as const
  await byOwner(
    `with person as (
       insert into app_user (login_name, real_name, password_hash, current_tenant_id, default_tenant_id, demo)
       select $1, 'Lin', password_hash, $2, $2, true from app_user where login_name = 'admin' returning id
     ), tenants as (select unnest($3::bigint[]) as id),
     members as (insert into membership (tenant_id, user_id) select tenants.id, person.id from tenants, person returning tenant_id, user_id),
     roles as (insert into role (tenant_id, name, codes) select id, $1, $4 from tenants returning id, tenant_id)
     insert into role_assignment (tenant_id, user_id, role_id)
     select roles.tenant_id, members.user_id, roles.id from roles join members using (tenant_id)`,
    [name, tenantIds[0], tenantIds, codes],
  )
  return name
}
