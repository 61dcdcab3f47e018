import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#server/ground/database/cluster'
import { openStore, pool } from '#server/ground/database/open'
import { silentLog } from '../database/testDatabase.ts'
import { soon, type Workers, workersOn } from './workers.ts'

let dataDir: string
let cluster: Cluster
let owner: pg.Pool
let workers: Workers
const start = () => startCluster({ dataDir, log: silentLog, settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' } })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'furrow-clock-'))
  cluster = await start()
  const store = await openStore({ databaseUrl: cluster.url, log: silentLog })
  await store.close()
  owner = pool(cluster.url, { max: 2 }, silentLog)
  workers = await workersOn(cluster.url, owner)
})
afterAll(async () => {
  await workers?.end()
  await owner?.end()
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  'a database that goes away under its jobs, and is away when they end, has them done once when it is back',
  { timeout: 60_000 },
  async () => {
    const worker = await workers.start()
    await workers.set('once', 'a', { payload: { hang: 'program', forMs: 2500 } })
    await workers.set('steps', 'b', { payload: { hang: 'program', forMs: 2500 } })
    await workers.set('once', 'c', { at: Date.now() + 4000 })
    await soon(async () => expect(await workers.wrote('begun')).toHaveLength(2))
    await cluster.stop()
    await soon(async () => expect(worker.wentOn()).toBe(2))
    cluster = await start()
    await soon(async () => expect(await workers.wrote('effect')).toHaveLength(3))
    expect((await workers.wrote('effect')).map(({ key }) => key).toSorted()).toEqual(['a', 'b', 'c'])
    expect((await workers.wrote('begun')).map(({ pid }) => pid)).toEqual(Array.from({ length: 5 }, () => worker.pid))
    await soon(async () => expect((await owner.query(`select from furrow.job where key <> ''`)).rowCount).toBe(0))
    expect([worker.isAlive(), worker.said()]).toEqual([true, ''])
  },
)
