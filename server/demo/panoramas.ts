import type pg from 'pg'
import { giveCodes } from './giveCodes.ts'
import { DEMO_PANORAMAS } from './panoramas/job.ts'

const MEDIA = 'wfpf.company.config.media.'
/** The first start answers before anything is drawn. */
const AFTER_MS = 15_000

/** Has the tours of the demo farm drawn soon after the start; a database that was seeded before there were any has roles without their codes. */
export async function writePanoramas(client: pg.ClientBase, now: number): Promise<void> {
  await giveCodes(client, MEDIA)
  await client.query(`insert into furrow.job (name, key, due_at, created_at) values ($1, '', $2, $3) on conflict do nothing`, [
    DEMO_PANORAMAS,
    now + AFTER_MS,
    now,
  ])
}
