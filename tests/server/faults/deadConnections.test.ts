import { once } from 'node:events'
import { type AddressInfo, createServer, connect, type Server, type Socket } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pool } from '#server/ground/database/open'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { callLoad, type ChildServer, childServer, peopleAndDevice } from './childServer.ts'

/** Longer than nothing is noticed for, and shorter than any limit of a statement: what is noticed is the silence. */
const NOTICED = { timeout: 12_000 }

/** Stands between the server and its database, and can go silent: packets vanish and neither side is told. */
async function silentProxy(to: URL) {
  const pairs = new Set<{ client: Socket; silent: boolean }>()
  let silentForNew = false
  const server: Server = createServer((client) => {
    const pair = { client, silent: silentForNew }
    pairs.add(pair)
    const database = connect(Number(to.port), to.hostname)
    client.on('data', (bytes) => pair.silent || database.write(bytes))
    database.on('data', (bytes) => pair.silent || client.write(bytes))
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => {
        pairs.delete(pair)
        // A side that vanished silently does not close the other.
        if (!pair.silent) other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Every connection that is there goes silent for ever; new ones too until `hear`. */
    cut() {
      silentForNew = true
      for (const pair of pairs) pair.silent = true
    },
    /** Only those that are there. */
    cutPresent() {
      for (const pair of pairs) pair.silent = true
    },
    hear: () => void (silentForNew = false),
    close: () => {
      for (const { client } of pairs) client.destroy()
      server.close()
    },
  }
}

let database: Awaited<ReturnType<typeof emptyDatabase>>
let proxy: Awaited<ReturnType<typeof silentProxy>>
let owner: pg.Pool
let server: ChildServer
let people: Awaited<ReturnType<typeof peopleAndDevice>>

beforeAll(async () => {
  database = await emptyDatabase()
  proxy = await silentProxy(new URL(database.url))
  server = await childServer(proxy.url)
  owner = pool(database.url, { max: 2 }, silentLog)
  people = await peopleAndDevice(owner)
})
afterAll(async () => {
  await server?.stop('SIGKILL')
  proxy?.close()
  await owner?.end()
  await database?.drop()
})

const aReading = (value: number) => JSON.stringify({ ts: Date.now(), values: { load: value } })

test('connections that go dead without a word are noticed and made anew: readings, calls and notices go on', async () => {
  const token = await server.signIn(people.user.login_name)
  const device = await server.device(people.device)
  await device.publishAsync(people.topic, aReading(1), { qos: 1 })
  proxy.cutPresent()
  const acknowledged = vi.fn()
  void device.publishAsync(people.topic, aReading(2), { qos: 1 }).then(acknowledged)
  const calls = callLoad(server, people.tenant.id, token, 2)
  await vi.waitFor(() => expect(acknowledged).toHaveBeenCalled(), NOTICED)
  await vi.waitFor(() => expect(calls.statuses.get(200) ?? 0).toBeGreaterThan(0), NOTICED)
  const { statuses, faults } = await calls.stop()
  expect(faults).toEqual([])
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200']))
  // The connection that hears of changed grants too: a disabled user is out at once, which its memory alone would take a minute for.
  await vi.waitFor(() => expect(server.log()).toContain('hears notices was lost'), NOTICED)
  await owner.query('update app_user set enabled = false where id = $1', [people.user.id])
  const asked = () => fetch(`${server.url}/wfpf/v2/${people.tenant.id}/area`, { headers: { authorization: `Bearer ${token}` } })
  await vi.waitFor(async () => expect((await asked()).status).toBe(401))
  await owner.query('update app_user set enabled = true where id = $1', [people.user.id])
  expect(server.state()).toBe('alive')
})

test('while no packet comes through the server says so, and all is right soon after', async () => {
  const token = await server.signIn(people.user.login_name)
  const device = await server.device(people.device)
  await device.publishAsync(people.topic, aReading(3), { qos: 1 })
  expect(await server.health()).toBe(200)
  proxy.cut()
  const acknowledged = vi.fn()
  void device.publishAsync(people.topic, aReading(4), { qos: 1 }).then(acknowledged)
  const calls = callLoad(server, people.tenant.id, token, 2)
  await vi.waitFor(async () => expect(await server.health()).toBe(503), NOTICED)
  await vi.waitFor(() => expect(calls.statuses.get(503) ?? 0).toBeGreaterThan(0), NOTICED)
  await vi.waitFor(() => expect(server.log()).toContain('does not answer'), NOTICED)
  expect(acknowledged).not.toHaveBeenCalled()
  proxy.hear()
  await vi.waitFor(() => expect(acknowledged).toHaveBeenCalled(), NOTICED)
  await vi.waitFor(async () => expect(await server.health()).toBe(200), NOTICED)
  const before = calls.statuses.get(200) ?? 0
  await vi.waitFor(() => expect(calls.statuses.get(200) ?? 0).toBeGreaterThan(before), NOTICED)
  expect((await calls.stop()).faults).toEqual([])
  // Nothing of the connections that were given up is left over there, with its locks.
  await vi.waitFor(async () => {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and usename <> current_user and state <> 'idle'`,
    )
    expect(rows[0]!.n).toBe(0)
  })
  expect(server.state()).toBe('alive')
})

/** The longest that whoever asks a switch may wait: the console's own patience is 13 s. */
const ANSWERED_MS = 10_000

test('a switch that is asked while no packet comes through: the answer comes in time and says what became of it', async () => {
  const token = await server.signIn(people.user.login_name)
  const { rows } = await owner.query<{ id: number }>(
    `insert into furrow.switch (tenant_id, device_id, area_id, circuit, kind, status, status_at) values ($1, $2, $3, 1, 'ordinary', 0, 1) returning id`,
    [people.tenant.id, people.device.id, people.area.id],
  )
  const body = { switchId: rows[0]!.id, sw: 1, eui: people.device.eui, circuit: 1 }
  const ask = async () => {
    const since = performance.now()
    const answer = await fetch(`${server.url}/wfpe/v1/${people.tenant.id}/mqtt/control/switch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en-US' },
      body: JSON.stringify(body),
    })
    expect(performance.now() - since).toBeLessThan(ANSWERED_MS)
    return { status: answer.status, body: (await answer.json()) as { code?: string; commandId?: string; result?: number; state?: string } }
  }
  const device = await server.device(people.device)
  const base = people.topic.replace('readings', 'commands')
  const heard: string[] = []
  // What has left is known, and says so, while nothing of it can be written.
  device.on('message', (topic) => {
    if (heard.push(topic) > 1) return
    proxy.cut()
    void device.publishAsync(`${topic}/reply`, JSON.stringify({ ok: true }), { qos: 1 })
  })
  await device.subscribeAsync(`${base}/+`, { qos: 1 })
  const left = await ask()
  expect(left).toMatchObject({ status: 200, body: { result: 1, state: expect.toBeOneOf(['sent', 'acknowledged']) } })
  // What cannot be written does not leave, not even later.
  expect((await ask()).status).toBe(503)
  proxy.hear()
  await vi.waitFor(async () => {
    const log = await owner.query<{ state: string; history: { state: string }[] }>(
      'select state, history from furrow.command where id = $1',
      [left.body.commandId],
    )
    expect(log.rows[0]!.history.map(({ state }) => state)).toEqual(['sent', 'acknowledged'])
  }, NOTICED)
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), NOTICED)
  expect(new Set(heard).size).toBe(2)
})

test('a statement that is long is not taken for a dead one', async () => {
  const token = await server.signIn(people.user.login_name)
  const locker = await owner.connect()
  await locker.query('begin')
  await locker.query('lock table area in access exclusive mode')
  const asked = fetch(`${server.url}/wfpf/v2/${people.tenant.id}/area`, { headers: { authorization: `Bearer ${token}` } })
  const since = performance.now()
  // Twice as long as a silence takes to be noticed.
  await vi.waitFor(() => expect(performance.now() - since).toBeGreaterThan(10_000), { timeout: 15_000 })
  await locker.query('commit')
  locker.release()
  expect((await asked).status).toBe(200)
})
