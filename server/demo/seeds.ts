import type pg from 'pg'
import { seed } from '#contract/farm/seed'
import { giveCodes } from './giveCodes.ts'
import { DEMO_SEEDS } from './seeds/job.ts'
import { demoSeeds } from './seeds/texts.ts'

/** The first start answers before anything is drawn. */
const AFTER_MS = 12_000

/** Seeds of the demo farm, of varieties that grow there; their pictures are drawn soon after the start. */
export async function writeSeeds(client: pg.ClientBase, now: number): Promise<void> {
  await giveCodes(client, seed.code)
  for (const { variety, name, enName, publicity, practices, attributes, published } of demoSeeds)
    await client.query(
      `insert into furrow.seed (tenant_id, variety_id, seed_name, seed_en_name, publicity, farming_practices, product_attributes, published)
       select 1, id, $2, $3, $4, $5, $6, $7 from furrow.variety where tenant_id = 1 and name = $1 on conflict do nothing`,
      [
        variety,
        name,
        enName,
        publicity,
        JSON.stringify(practices.map(([called, description]) => ({ name: called, imageUrl: null, description }))),
        JSON.stringify(
          attributes.map(([called, inEnglish, description]) => ({ name: called, enName: inEnglish, imageUrl: null, description })),
        ),
        published,
      ],
    )
  await client.query(`insert into furrow.job (name, key, due_at, created_at) values ($1, '', $2, $3) on conflict do nothing`, [
    DEMO_SEEDS,
    now + AFTER_MS,
    now,
  ])
}
