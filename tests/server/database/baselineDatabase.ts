import pg from 'pg'
import { up as baseline } from '#server/ground/database/migrations/202611280000_baseline'
import { makeRoles, rolesOf, type Roles } from '#server/ground/database/roles'
import { emptyDatabase } from './testDatabase.ts'

/** A database at the baseline, before the migrations after it, which a test fills and takes on by itself. */
export async function baselineDatabase(): Promise<{ owner: pg.Pool; roles: Roles; close: () => Promise<void> }> {
  const database = await emptyDatabase()
  const owner = new pg.Pool({ connectionString: database.url, options: '-c search_path=furrow', max: 1 })
  owner.on('error', () => undefined)
  const roles = await rolesOf(owner)
  const client = await owner.connect()
  await makeRoles(client, roles)
  await client.query(baseline(roles))
  client.release()
  return {
    owner,
    roles,
    async close() {
      await owner.end()
      await database.drop()
    },
  }
}
