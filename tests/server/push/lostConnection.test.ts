import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPushes } from '#server/ground/push/pushes'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'

let database: Awaited<ReturnType<typeof startTestDatabase>>
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.close())

test('a connection that is lost before the first look is given back: the pool, and with it the server, can end', async () => {
  const { servicePool } = database.store
  let taken = 0
  // Lost after the work was taken, at the first question.
  const losing = {
    async connect() {
      const client = await servicePool.connect()
      taken += 1
      const query = client.query.bind(client) as unknown as (text: string, values: unknown[]) => Promise<unknown>
      const lost = async (text: string, values: unknown[]) => {
        if (text.includes('push_feed')) throw new Error('Connection terminated unexpectedly')
        return query(text, values)
      }
      return Object.assign(Object.create(client) as pg.PoolClient, { query: lost })
    },
  }
  const pushes = createPushes({
    pool: losing as unknown as pg.Pool,
    seal: null as never,
    clock: Date.now,
    log: silentLog,
    live: { changed: vi.fn() },
    leash: null as never,
    isPressed: () => false,
  })
  await vi.waitFor(() => expect(taken).toBeGreaterThan(0))
  await vi.waitFor(() => expect(servicePool.totalCount - servicePool.idleCount).toBe(0))
  await pushes.close()
})
