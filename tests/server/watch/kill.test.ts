import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pool } from '#server/ground/database/open'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer } from '../faults/childServer.ts'
import { KILLS } from '../faults/kills.ts'
import { DRY, killFarm, type KillFarm, ORIGINS, RULES } from './killFarm.ts'
import { type Away, comeAndGo, prove, soon } from './killProof.ts'

/** One of each kind at least: the last of them falls between a commit and its evaluation. */
const LIVES = Math.max(2, KILLS)
/** So often each flow opens and closes: some are under way at every kill. */
const ROUNDS = Math.min(LIVES, 3 + Math.floor(LIVES / 3))

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let server: ChildServer
let farm: KillFarm
let env: Record<string, string>
beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 6 }, silentLog)
  const first = await childServer(database.url)
  farm = await killFarm(owner, ROUNDS)
  await first.stop()
  env = { ALARM_WEBHOOK_ALLOW: farm.service.host }
  await start()
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await farm?.service.close()
  await owner?.end()
  await database?.drop()
})

const away: Away[] = []
async function start(entry?: string): Promise<void> {
  const gone: Away = { from: Date.now(), to: Infinity }
  away.push(gone)
  server = await childServer(database.url, env, entry)
  await Promise.all(farm.stations.map((station) => station.connect(server)))
  gone.to = Date.now()
}

test(
  `${ORIGINS} alarms come and go while 200 flows run, and the server is killed ${LIVES} times: none is lost, none told twice, no valve stays open`,
  { timeout: 600_000 + LIVES * 90_000 },
  async () => {
    const going = await comeAndGo(owner, farm, () => server.mqttPort)
    const { records, quiet } = going
    for (let killed = 1; killed < LIVES; killed++) {
      await going.anyMoment()
      await server.stop('SIGKILL')
      await start(killed === LIVES - 1 ? 'tests/server/watch/heldServer.ts' : undefined)
    }

    const heldAt = Date.now()
    going.sayQuietly(DRY, heldAt)
    const item = await records.itemOf(quiet.id)
    await soon(async () => {
      expect(await records.readingAt(item, heldAt)).toBe(DRY)
      expect(server.messages.some((said) => (said as { heard?: number[] }).heard?.includes(item))).toBe(true)
    })
    const raisedThen = async () => (await records.raised()).filter((one) => one.endsWith(`/${quiet.id}/${heldAt}`))
    await going.anyMoment()
    expect(await raisedThen()).toEqual([])
    await server.stop('SIGKILL')
    await start()
    await soon(async () => expect(await raisedThen()).toHaveLength(RULES))

    const to = await going.end()
    const figures = await prove(farm, going, { to, rounds: ROUNDS, away })
    expect(Math.min(...going.running)).toBeGreaterThan(0)
    if (process.env['FURROW_FIGURES'])
      process.stdout.write(`${LIVES} kills, ${Math.min(...going.running)} runs open or more at each: ${figures}\n`)
  },
)
