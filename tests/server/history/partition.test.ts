import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePartitions, monthOf } from '#server/ground/history/partition'
import { startTestDatabase } from '../database/testDatabase.ts'

let database: Awaited<ReturnType<typeof startTestDatabase>>
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.close())

const months = async () => {
  const { rows } = await database.owner.query<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'furrow.reading'::regclass and relname < 'reading_2005' order by 1`,
  )
  return rows.map(({ name }) => name)
}

describe('partitions of readings', () => {
  test('are made by the month of UTC, each once, by whoever comes first', async () => {
    const [from, to] = [Date.UTC(2001, 10, 30, 23, 59, 59, 999), Date.UTC(2002, 0, 1)]
    const made = await Promise.all([1, 2, 3].map(() => ensurePartitions(database.store.servicePool, from, to)))
    expect(made.reduce((a, b) => a + b)).toBe(3)
    expect(await months()).toEqual(['reading_2001_11', 'reading_2001_12', 'reading_2002_01'])
    expect(await ensurePartitions(database.owner, from, to)).toBe(0)
    await database.owner.query('insert into furrow.reading (item_id, ts, value, tenant_id) values (1, $1, 1, 1), (1, $2, 2, 1)', [from, to])
    const { rows } = await database.owner.query<{ n: number }>('select count(*)::int as n from furrow.reading_2001_11')
    expect(rows[0]!.n).toBe(1)
  })
  test("are not the request role's to make, nor to read past their parent", async () => {
    await expect(sql`select furrow.ensure_reading_partitions(1, 2)`.execute(database.store.requestDb)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(sql`select * from furrow.reading_2001_11`.execute(database.store.requestDb)).rejects.toMatchObject({ code: '42501' })
  })
  test('of more than twenty years at once are refused', async () => {
    await expect(ensurePartitions(database.store.servicePool, 0, Date.UTC(2001, 0, 1))).rejects.toMatchObject({ code: '22023' })
  })
  test('share a month exactly when monthOf says so', () => {
    expect(monthOf(Date.UTC(2026, 11, 31, 23, 59))).toBe(monthOf(Date.UTC(2026, 11, 1)))
    expect(monthOf(Date.UTC(2027, 0, 1))).toBe(monthOf(Date.UTC(2026, 11, 31)) + 1)
  })
})
