import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { id as BASELINE, LAST_IN_STEPS, steps, up } from '#server/ground/database/migrations/202611280000_baseline'
import { openStore } from '#server/ground/database/open'
import { makeRoles, type Roles, rolesOf } from '#server/ground/database/roles'
import { catalogOf } from './catalog.ts'
import { emptyDatabase, silentLog } from './testDatabase.ts'

/** Of the schema that the steps had made, by the major version of PostgreSQL: read from a database that commit `LAST_IN_STEPS` had made. */
const IN_STEPS: Readonly<Record<string, string>> = {
  15: '4eedf3bbb662e61b27676f8b3cc51c525debb32202f1005177c1282d7db2f1aa',
  18: 'a6d3534a79f532c58fa736588c494619350235140ac6b4569e044fa0cd0d6343',
}

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let roles: Roles
/** A database as the steps left it: its schema is the baseline's, as the first test shows. */
beforeEach(async () => {
  database = await emptyDatabase()
  // Whole numbers as text: the digests were made so.
  owner = new pg.Pool({ connectionString: database.url, options: '-c search_path=furrow', max: 1 })
  // A connection that is still ending is cut where its database is dropped, and the pool says so.
  owner.on('error', () => undefined)
  roles = await rolesOf(owner)
  const client = await owner.connect()
  await makeRoles(client, roles)
  await client.query('create table furrow.migration (id text primary key, applied_at bigint not null)')
  await client.query(up(roles))
  client.release()
})
afterEach(async () => {
  await owner.end()
  await database.drop()
})

const taken = async () => (await owner.query<{ id: string }>('select id from migration order by id')).rows.map(({ id }) => id)
const take = (ids: readonly string[]) => owner.query('insert into migration select unnest($1::text[]), 7', [ids])

test('the baseline makes what the steps made: every table, key, index, trigger, function, policy, right and row', async () => {
  const { rows } = await owner.query<{ major: string }>(`select current_setting('server_version_num')::int / 10000 as major`)
  const lines = (await catalogOf(owner, roles)).filter((line) => !line.includes('"migration'))
  expect(lines.length).toBeGreaterThan(5000)
  const known = IN_STEPS[rows[0]!.major]
  // Another version writes its catalog in another way.
  if (known !== undefined) expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(known)
})

test('a database that has taken all steps has taken the baseline, and keeps what it holds', async () => {
  await take(steps)
  await owner.query(`insert into tenant (name, num) values ('Old', 'T-1')`)
  const store = await openStore({ databaseUrl: database.url, log: silentLog })
  await store.close()
  expect((await taken())[0]).toBe(BASELINE)
  expect((await taken()).filter((id) => steps.includes(id))).toEqual([])
  expect((await owner.query('select name from tenant')).rows).toEqual([{ name: 'Old' }])
  expect((await owner.query('select applied_at from migration where id = $1', [BASELINE])).rows).toEqual([{ applied_at: '7' }])
})

test.each([
  ['has taken only some of the steps', steps.slice(0, -1), new RegExp(`${steps.at(-1)}.*${LAST_IN_STEPS}`)],
  ['lacks one in the middle', steps.filter((_, at) => at !== 50), new RegExp(`${steps[50]}.*${LAST_IN_STEPS}`)],
  ['was made by a newer product', [...steps, '209912312359_later'], /newer Furrow.*209912312359_later/],
  ['has the baseline and something newer', [BASELINE, '209912312359_later'], /newer Furrow.*209912312359_later/],
])('a database that %s is refused in one line and left as it is', async (_, ids, line) => {
  await take(ids)
  const failure = await openStore({ databaseUrl: database.url, log: silentLog }).then(
    () => null,
    (cause: Error) => cause.message,
  )
  expect(failure).toMatch(line)
  expect(failure).not.toContain('\n')
  expect(await taken()).toEqual([...ids].toSorted())
})
