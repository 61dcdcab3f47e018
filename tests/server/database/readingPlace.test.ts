import { expect, test } from 'vitest'
import { openStore } from '#server/ground/database/open'
import { ensurePartitions } from '#server/ground/history/partition'
import { silentLog, startTestDatabase } from './testDatabase.ts'

test('readings that stand in any month keep their values and get place 0; every month has the new key', { timeout: 60_000 }, async () => {
  const database = await startTestDatabase()
  const { owner } = database
  try {
    // As it was before the step: the old key, no place.
    await owner.query(`
      drop table furrow.rejected_count, furrow.ingest_writer; alter table furrow.item drop column last_place;
      alter table furrow.reading drop constraint reading_pkey; alter table furrow.reading drop column place;
      alter table furrow.reading add constraint reading_pkey primary key (item_id, ts) include (value, tenant_id);
      delete from furrow.migration where id = '0020_reading_place'`)
    const months = [Date.UTC(2024, 1, 10), Date.UTC(2025, 11, 31, 23), Date.UTC(2026, 0, 1)]
    for (const ts of months) {
      await ensurePartitions(owner, ts, ts)
      await owner.query(
        'insert into furrow.reading (item_id, ts, value, tenant_id) select 7, $1::bigint + n, n, 1 from generate_series(1, 50) n',
        [ts],
      )
    }
    // One server a database: the store of the arranging gives it free.
    await database.store.close()
    const again = await openStore({ databaseUrl: database.url, log: silentLog })
    await again.close()
    const { rows } = await owner.query(
      'select count(*)::int as n, sum(value) as sum, min(place) as least, max(place) as most from furrow.reading',
    )
    expect(rows).toEqual([{ n: 150, sum: 3 * 1275, least: 0, most: 0 }])
    await ensurePartitions(owner, Date.UTC(2023, 0, 1), Date.UTC(2023, 0, 1))
    const keys = await owner.query<{ key: string }>(
      `select distinct regexp_replace(pg_get_constraintdef(k.oid), '\\s+', ' ', 'g') as key from pg_constraint k join pg_class c on c.oid = k.conrelid
       where k.contype = 'p' and (c.relname = 'reading' or c.relname ~ '^reading_\\d{4}_\\d{2}$')`,
    )
    expect(keys.rows).toEqual([{ key: 'PRIMARY KEY (item_id, ts, place) INCLUDE (value, tenant_id)' }])
    const twice = 'insert into furrow.reading (item_id, ts, place, value, tenant_id) values (7, $1, $2, 1, 1)'
    await owner.query(twice, [months[0]! + 1, 1])
    await expect(owner.query(twice, [months[0]! + 1, 1])).rejects.toMatchObject({ code: '23505' })
  } finally {
    await database.close()
  }
})
