import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openStore } from '#server/ground/database/open'
import { makeRoles, type Roles, rolesOf } from '#server/ground/database/roles'
import { inTenant } from '#server/ground/database/scope'
import { leaderOf } from '#server/ground/documents/people'
import { id as FIRST_OF_TREE } from '#server/organization/migrations/202611260830_org_units'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'

/** Makes a database as it was before units were: by the migrations that are older. */
async function oldDatabase(owner: pg.Pool): Promise<void> {
  const client = await owner.connect()
  const roles: Roles = await rolesOf(owner)
  await makeRoles(client, roles)
  await client.query('set search_path = furrow')
  await client.query('create table furrow.migration (id text primary key, applied_at bigint not null)')
  const found = (await Promise.all(globSync('server/**/migrations/*.ts').map((path) => import(pathToFileURL(resolve(path)).href)))) as {
    id: string
    up: (roles: Roles) => string
  }[]
  for (const { id, up } of found.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    if (id >= FIRST_OF_TREE) break
    await client.query(up(roles))
    await client.query('insert into furrow.migration values ($1, 0)', [id])
  }
  client.release()
}

/** What approvals asked before there were units: word for word the statement of then. */
const OLD_LINE = `
  with recursive line (user_id, level) as (
    select leader_id, 1 from approval_leader where tenant_id = $1 and user_id = $2
    union all
    select l.leader_id, line.level + 1 from line join approval_leader l on l.tenant_id = $1 and l.user_id = line.user_id
    where line.level < $3
  )
  select line.user_id from line join membership m on m.tenant_id = $1 and m.user_id = line.user_id
  join app_user u on u.id = line.user_id and u.enabled where level = $3`

const PEOPLE = 7
const LEVELS = [1, 2, 3, 7]
/** Of each person the leader, who comes before: no line is a ring, as none ever was. Of each whether they are still of the tenant and let in. */
const farm = fc.array(
  fc.record({
    leader: fc.option(fc.nat(PEOPLE)),
    is: fc.constantFrom('here' as const, 'here' as const, 'left' as const, 'disabled' as const),
  }),
  { minLength: PEOPLE, maxLength: PEOPLE },
)

test('every line of leaders of an old database is answered as before, also through people who have left', async () => {
  const { url, drop } = await emptyDatabase()
  const owner = new pg.Pool({ connectionString: url, options: '-c search_path=furrow' })
  try {
    await oldDatabase(owner)
    const number = async (text: string, values: unknown[]) => Number((await owner.query<{ id: string }>(text, values)).rows[0]!.id)
    const asked: { tenantId: number; userId: number; level: number; answer: number | null }[] = []
    for (const people of fc.sample(farm, 25)) {
      const tenantId = await number(`insert into tenant (name, num) values ('Old', $1) returning id`, [crypto.randomUUID()])
      await owner.query(`insert into area (tenant_id, area_name) values ($1, 'North'), ($1, 'South')`, [tenantId])
      const users: number[] = []
      for (const [nth, { is }] of people.entries()) {
        const userId = await number(
          `insert into app_user (login_name, real_name, password_hash, enabled) values ($1, $2, 'x', $3) returning id`,
          [crypto.randomUUID(), `Person ${nth}`, is !== 'disabled'],
        )
        users.push(userId)
        if (is !== 'left') await owner.query('insert into membership (tenant_id, user_id) values ($1, $2)', [tenantId, userId])
      }
      for (const [nth, { leader }] of people.entries())
        if (leader !== null && nth > 0)
          await owner.query('insert into approval_leader (tenant_id, user_id, leader_id) values ($1, $2, $3)', [
            tenantId,
            users[nth],
            users[leader % nth],
          ])
      for (const userId of users)
        for (const level of LEVELS) {
          const { rows } = await owner.query<{ user_id: string }>(OLD_LINE, [tenantId, userId, level])
          asked.push({ tenantId, userId, level, answer: rows[0] ? Number(rows[0].user_id) : null })
        }
    }
    expect(asked.filter(({ answer }) => answer !== null).length).toBeGreaterThan(50)

    const store = await openStore({ databaseUrl: url, log: silentLog })
    try {
      for (const { tenantId, userId, level, answer } of asked) {
        const leader = await inTenant(store.requestDb, { tenantId, userId: 0, areas: null }, (scope) => leaderOf(scope, userId, level))
        expect({ tenantId, userId, level, leader: leader?.userId ?? null }).toEqual({ tenantId, userId, level, leader: answer })
      }
      // And every enterprise has its root, with its bases under it.
      const { rows } = await owner.query(
        `select count(*) filter (where kind = 'enterprise')::int as roots, count(*) filter (where kind = 'base')::int as bases,
           count(distinct tenant_id)::int as tenants from org_unit`,
      )
      expect(rows).toEqual([{ roots: 25, bases: 50, tenants: 25 }])
    } finally {
      await store.close()
    }
  } finally {
    await owner.end()
    await drop()
  }
}, 60_000)
