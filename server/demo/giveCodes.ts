import type pg from 'pg'
import { demoRoles } from '#demo/farm'

/** Gives the demo's roles their codes that begin so: those of a database that was seeded before there were any have none of them. */
export async function giveCodes(client: pg.ClientBase, beginning: string): Promise<void> {
  for (const { id, codes } of demoRoles) {
    const own = codes.filter((code) => code.startsWith(beginning))
    await client.query(
      'update furrow.role set codes = (select array_agg(distinct code) from unnest(codes || $2::text[]) as given (code)) where id = $1',
      [id, own],
    )
  }
}
