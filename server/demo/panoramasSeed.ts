import type pg from 'pg'
import { demoRoles } from '#demo/farm'
import { DEMO_PANORAMAS } from './panoramas/job.ts'

const MEDIA = 'wfpf.company.config.media.'
/** The first start answers before anything is drawn. */
const AFTER_MS = 15_000

/** Has the tours of the demo farm drawn soon after the start; a database that was seeded before there were any has roles without their codes. */
export async function seedPanoramas(client: pg.ClientBase, now: number): Promise<void> {
  for (const { id, codes } of demoRoles) {
    const own = codes.filter((code) => code.startsWith(MEDIA))
    await client.query(
      'update furrow.role set codes = (select array_agg(distinct code) from unnest(codes || $2::text[]) as given (code)) where id = $1',
      [id, own],
    )
  }
  await client.query(`insert into furrow.job (name, key, due_at, created_at) values ($1, '', $2, $3) on conflict do nothing`, [
    DEMO_PANORAMAS,
    now + AFTER_MS,
    now,
  ])
}
