import type pg from 'pg'
import { DEMO_CONTENT } from './content/job.ts'
import { demoFolders } from './content/texts.ts'

/** The first start answers before anything is drawn. */
const AFTER_MS = 15_000

/** The folders of the demo's library; its pictures and its film are made soon after the start. */
export async function writeContent(client: pg.ClientBase, now: number): Promise<void> {
  for (const name of demoFolders)
    await client.query('insert into furrow.picture_folder (tenant_id, folder_name) values (1, $1) on conflict do nothing', [name])
  await client.query(`insert into furrow.job (name, key, due_at, created_at) values ($1, '', $2, $3) on conflict do nothing`, [
    DEMO_CONTENT,
    now + AFTER_MS,
    now,
  ])
}
