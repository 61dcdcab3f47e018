import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Cluster, startCluster } from '#server/ground/database/cluster'
import { pool } from '#server/ground/database/open'
import { silentLog } from '../database/testDatabase.ts'
import { callLoad, type ChildServer, childServer, peopleAndDevice } from './childServer.ts'

/** Rounds of ending every connection of the server, each under calls and readings. */
const ROUNDS = 40
const LANES = 8

let dataDir: string
let cluster: Cluster
let owner: pg.Pool
let server: ChildServer
let people: Awaited<ReturnType<typeof peopleAndDevice>>

const start = () => startCluster({ dataDir, log: silentLog, settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' } })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'furrow-ended-'))
  cluster = await start()
  owner = pool(cluster.url, { max: 2 }, silentLog)
  server = await childServer(cluster.url)
  people = await peopleAndDevice(owner)
})
afterAll(async () => {
  await server?.stop()
  await owner?.end()
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Publishes numbered readings until `stop`, which answers how many were acknowledged once all were. */
async function readings() {
  const client = await server.device(people.device)
  const closed = vi.fn()
  client.on('close', closed)
  const base = Date.now() - 3_600_000
  let running = true
  let sent = 0
  let acknowledged = 0
  const lane = async () => {
    while (running) {
      const number = sent++
      await client.publishAsync(people.topic, JSON.stringify({ ts: base + number, values: { load: number } }), { qos: 1 })
      acknowledged++
    }
  }
  const lanes = Promise.all([lane(), lane(), lane(), lane()])
  return {
    closed,
    acknowledged: () => acknowledged,
    async stop() {
      running = false
      await lanes
      const { rows } = await owner.query<{ n: number }>(
        'select count(*)::int as n from reading r join item i on i.id = r.item_id where i.device_id = $1 and r.ts >= $2 and r.ts < $3',
        [people.device.id, base, base + sent],
      )
      return { sent, acknowledged, stored: rows[0]!.n }
    },
  }
}

/** A console that follows the base's readings; answers how often it was cut off and the newest value that it was told. */
async function follower(token: string) {
  const page = await server.console(token)
  const closed = vi.fn()
  page.on('close', closed)
  let newest = -1
  page.on('message', (_, payload) => {
    for (const [, , value] of (JSON.parse(payload.toString()) as { v: [number, number, number][] }).v) newest = Math.max(newest, value)
  })
  await page.subscribeAsync(`live/${people.tenant.id}/${people.area.id}/readings`)
  return { closed, newest: () => newest }
}

const endConnections = () =>
  owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename <> current_user`,
  )

test('connections that end under load cost the calls of that moment and nothing else', async () => {
  const token = await server.signIn(people.user.login_name)
  const page = await follower(token)
  const device = await readings()
  const calls = callLoad(server, people.tenant.id, token, LANES)
  for (let round = 0; round < ROUNDS && server.state() === 'alive'; round++) {
    const before = (calls.statuses.get(200) ?? 0) + device.acknowledged()
    await vi.waitFor(
      () => {
        if (server.state() === 'alive') expect((calls.statuses.get(200) ?? 0) + device.acknowledged()).toBeGreaterThan(before + LANES)
      },
      { interval: 5 },
    )
    await endConnections()
  }
  expect(server.state()).toBe('alive')
  const { statuses, faults } = await calls.stop()
  expect(faults).toEqual([])
  expect(statuses[200]).toBeGreaterThan(ROUNDS)
  const { sent, acknowledged, stored } = await device.stop()
  expect([acknowledged, stored]).toEqual([sent, sent])
  expect(device.closed).not.toHaveBeenCalled()
  expect(page.closed).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(page.newest()).toBe(sent - 1))
  await vi.waitFor(async () => expect(await server.health()).toBe(200))
})

test('a restart of the database leaves the process, its devices and its address as they were', async () => {
  const token = await server.signIn(people.user.login_name)
  const page = await follower(token)
  const device = await readings()
  const calls = callLoad(server, people.tenant.id, token, LANES)
  for (let round = 0; round < 3; round++) {
    const before = device.acknowledged()
    await vi.waitFor(() => expect(device.acknowledged()).toBeGreaterThan(before + LANES))
    const { url } = cluster
    await cluster.stop()
    await vi.waitFor(async () => expect(await server.health()).toBe(503))
    cluster = await start()
    expect(cluster.url).toBe(url)
    const answered = calls.statuses.get(200) ?? 0
    await vi.waitFor(() => expect(calls.statuses.get(200) ?? 0).toBeGreaterThan(answered))
    expect(server.state()).toBe('alive')
  }
  const { faults } = await calls.stop()
  expect(faults).toEqual([])
  const { sent, acknowledged, stored } = await device.stop()
  expect([acknowledged, stored]).toEqual([sent, sent])
  expect(device.closed).not.toHaveBeenCalled()
  expect(page.closed).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(page.newest()).toBe(sent - 1))
  await vi.waitFor(async () => expect(await server.health()).toBe(200))
})
