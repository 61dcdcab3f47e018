import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/**
 * A secret of this installation, kept in `server_secret`: made when it is first asked for, the same ever after. Of two processes that make one
 * at once, the first one's value is kept by both. `db` is of the service role.
 */
export async function serverSecret(db: Kysely<Database>, name: string, make: () => string | Promise<string>): Promise<string> {
  const read = () => db.selectFrom('server_secret').select('value').where('name', '=', name).executeTakeFirst()
  const there = await read()
  if (there) return there.value
  await db
    .insertInto('server_secret')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await read())!.value
}
