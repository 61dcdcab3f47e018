import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from '#server/ground/database/cluster'
import { pool } from '#server/ground/database/open'
import { postmasterOf } from '../../start/product.ts'
import { silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer } from '../faults/childServer.ts'
import { killFarm, type KillFarm, ORIGINS } from './killFarm.ts'
import { type Away, comeAndGo, prove } from './killProof.ts'
import { KILLS } from '../faults/kills.ts'

const ROUNDS = Math.min(KILLS + 1, 3 + Math.floor(KILLS / 3))

let dataDir: string
let cluster: Cluster
let owner: pg.Pool
let server: ChildServer
let farm: KillFarm
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'furrow-database-kill-'))
  await startDatabase()
  const first = await childServer(cluster.url)
  owner = pool(cluster.url, { max: 6 }, silentLog)
  farm = await killFarm(owner, ROUNDS)
  await first.stop()
  server = await childServer(cluster.url, { ALARM_WEBHOOK_ALLOW: farm.service.host, LOG_LEVEL: 'fatal' })
  await Promise.all(farm.stations.map((station) => station.connect(server)))
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await farm?.service.close()
  await owner?.end()
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

// What is lost of a killed process is what it had not handed to the system yet: fsync is for a machine that dies.
const startDatabase = async () => {
  cluster = await startCluster({ dataDir, log: silentLog, settings: { fsync: 'off', full_page_writes: 'off' } })
}
async function killDatabase(): Promise<void> {
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await cluster.ended
}

test(
  `${ORIGINS} alarms come and go while 200 flows run, and the database is killed ${KILLS} times: none is lost, none told twice, no valve stays open`,
  { timeout: 600_000 + KILLS * 90_000 },
  async () => {
    const { url } = cluster
    const going = await comeAndGo(owner, farm, () => server.mqttPort)
    const away: Away[] = []
    for (let killed = 0; killed < KILLS; killed++) {
      await going.anyMoment()
      const gone: Away = { from: Date.now(), to: Infinity }
      away.push(gone)
      await killDatabase()
      await startDatabase()
      expect(cluster.url).toBe(url)
      gone.to = Date.now()
    }
    const to = await going.end()
    const figures = await prove(farm, going, { to, rounds: ROUNDS, away })
    expect(Math.min(...going.running)).toBeGreaterThan(0)
    expect(server.state()).toBe('alive')
    if (process.env['FURROW_FIGURES']) process.stdout.write(`${KILLS} kills of the database: ${figures}\n`)
  },
)
