import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/ground/database/schema'
import { sayUses } from '#server/ground/files/uses'
import { arrange } from '../arrange.ts'
import { startTestDatabase } from '../database/testDatabase.ts'

const FILES = 20_000
let database: Awaited<ReturnType<typeof startTestDatabase>>
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.close())

test('no row is slower to insert for the sake of files: what runs at an insert knows nothing of them', async () => {
  const { rows } = await database.owner.query<{ name: string }>(
    `select distinct t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'furrow' and not t.tgisinternal and t.tgtype & 4 = 4 and t.tgparentid = 0 and pg_get_functiondef(t.tgfoid) ~ '\\mfile' order by 1`,
  )
  expect(rows).toEqual([])
})

test('a row that says what it uses reads its own uses and files, not those of everybody', async () => {
  const build = arrange(database.owner)
  const { id: tenantId } = await build.aTenant()
  const user = await build.aUser({ tenantId })
  const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
  await database.owner.query(
    `insert into furrow.file (id, tenant_id, owner_id, bucket, name, kind, content_type, bytes, sha256, attachment_id, created_at)
     select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, 'files', 'a', 'file', 'text/plain', 1, '', gen_random_uuid(), n
     from generate_series(1, ${FILES}) n`,
    [tenantId, user.id],
  )
  await database.owner.query(
    `insert into furrow.file_use (tenant_id, holder, holder_id, file_id) select tenant_id, 'land', created_at % 5000, id from furrow.file`,
  )
  await database.owner.query('vacuum analyze furrow.file')
  await database.owner.query('vacuum analyze furrow.file_use')
  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: database.store.servicePool }),
    log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
  })
  await sayUses(
    db,
    { tenantId, table: 'land', id: 7 },
    { texts: [`/hfle/v1/${tenantId}/files/${uuid(12)}`], attachments: uuid(99) },
    { texts: [`/hfle/v1/${tenantId}/files/${uuid(7)}`] },
  )
  expect(asked).toHaveLength(4)
  for (const { sql, parameters } of asked) {
    const { rows } = await database.store.servicePool.query(`explain (analyze, format json) ${sql}`, [...parameters])
    const read = [...JSON.stringify(rows[0]['QUERY PLAN']).matchAll(/"Actual Rows": ?([\d.]+)|"Rows Removed by [^"]+": ?(\d+)/g)]
    const rowsRead = read.reduce((sum, [, found, removed]) => sum + Number(found ?? removed), 0)
    expect(rowsRead < 40 ? 'few' : `${rowsRead} rows for ${sql}`).toBe('few')
  }
})
