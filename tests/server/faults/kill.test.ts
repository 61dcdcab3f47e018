import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import mqtt, { type MqttClient } from 'mqtt'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pool } from '#server/ground/database/open'
import { hashSecret } from '#server/ground/broker/secret'
import { arrange, DEVICE_SECRET } from '../arrange.ts'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { KILLS } from './kills.ts'

/** Three in every run, a series of twenty in `npm run bench -- faults`. */
const DEVICES = 4
/** Of which one gateway speaks in each of its messages. */
const BEHIND = 5
const IN_FLIGHT = 20
/** Acknowledged between two kills, so that each server really worked. */
const PER_LIFE = 150

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let child: ChildProcess | null = null
let env: NodeJS.ProcessEnv

async function start(): Promise<void> {
  const errors: Buffer[] = []
  const made = spawn('node', ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  made.stderr!.on('data', (chunk: Buffer) => errors.push(chunk))
  child = made
  await new Promise<void>((resolve, reject) => {
    made.on('message', (said) => (said as { ready?: boolean }).ready && resolve())
    made.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${Buffer.concat(errors).toString()}`)))
  })
}
async function kill(): Promise<void> {
  const dead = once(child!, 'exit')
  child!.kill('SIGKILL')
  await dead
}

beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 2 }, silentLog)
  env = {
    ...process.env,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DEMO: 'off',
    LOG_LEVEL: 'silent',
  }
  await start()
})
afterAll(async () => {
  if (child && child.exitCode === null && child.signalCode === null) await kill()
  await owner?.end()
  await database?.drop()
})

test(`${KILLS} times kill -9 under load: every acknowledged reading and turn is kept, once`, { timeout: 180_000 }, async () => {
  const build = arrange(owner)
  const tenant = await build.aTenant()
  const area = await build.anArea({ tenant_id: tenant.id })
  const devices = await Promise.all(Array.from({ length: DEVICES }, () => build.aDevice({ tenant_id: tenant.id, area_id: area.id })))
  const base = Date.now() - 3_600_000
  const acknowledged = devices.map(() => new Set<number>())
  const turned = devices.map(() => 0)
  const total = () => acknowledged.reduce((sum, { size }) => sum + size, 0)
  let published = 0
  let running = true
  const clients: MqttClient[] = []
  const senders: Promise<void>[] = []

  const connect = (device: { eui: string }, clientId: string): MqttClient => {
    const client = mqtt.connect(`mqtt://127.0.0.1:${env['MQTT_PORT']}`, {
      username: `${tenant.id}/${device.eui}`,
      password: DEVICE_SECRET,
      clientId,
      reconnectPeriod: 100,
      protocolVersion: 4,
      connectTimeout: 2000,
    })
    client.on('error', () => undefined)
    client.setMaxListeners(100)
    return client
  }
  for (const [at, device] of devices.entries()) {
    const client = connect(device, `load-${at}`)
    clients.push(client)
    let next = 0
    // Every reading is told apart by its time and value. What was not acknowledged is sent again, by mqtt.js or here.
    const send = async () => {
      while (running) {
        const number = next++
        published++
        const payload = JSON.stringify({ ts: base + number, values: { load: number } })
        while (!acknowledged[at]!.has(number)) {
          try {
            await client.publishAsync(`furrow/${tenant.id}/${device.eui}/readings`, payload, { qos: 1 })
            acknowledged[at]!.add(number)
          } catch {
            if (!client.connected) await new Promise((resolve) => client.once('connect', resolve))
          }
        }
      }
    }
    for (let lane = 0; lane < IN_FLIGHT; lane++) senders.push(send())
    // A switch that is another with each word, and says the next once the last is acknowledged.
    const turn = async () => {
      // What was not acknowledged may be kept all the same: it is said again, also when the last server is up.
      let said = true
      while (running || !said) {
        try {
          said = false
          await client.publishAsync(`furrow/${tenant.id}/${device.eui}/state`, JSON.stringify({ 1: turned[at]! % 3 }), { qos: 1 })
          said = true
          turned[at]!++
        } catch {
          if (!client.connected) await new Promise((resolve) => client.once('connect', resolve))
        }
      }
    }
    senders.push(turn())
  }

  // A gateway that speaks for all of its devices with each message.
  const gateway = await build.aDevice({ tenant_id: tenant.id, area_id: area.id })
  const behind = await Promise.all(
    Array.from({ length: BEHIND }, () => build.aDevice({ tenant_id: tenant.id, area_id: area.id, parent_id: gateway.id })),
  )
  const told = new Set<number>()
  const tower = connect(gateway, 'tower')
  clients.push(tower)
  let nextOfMany = 0
  const tell = async () => {
    while (running) {
      const number = nextOfMany++
      const payload = JSON.stringify(Object.fromEntries(behind.map(({ eui }) => [eui, { ts: base + number, values: { load: number } }])))
      while (!told.has(number)) {
        try {
          await tower.publishAsync(`furrow/${tenant.id}/${gateway.eui}/children/readings`, payload, { qos: 1 })
          told.add(number)
        } catch {
          if (!tower.connected) await new Promise((resolve) => tower.once('connect', resolve))
        }
      }
    }
  }
  for (let lane = 0; lane < IN_FLIGHT; lane++) senders.push(tell())

  const token = randomBytes(15).toString('base64url')
  // One that speaks as a device of ThingsBoard: readings, and a word that is another with each message.
  const thing = await build.aDevice({ tenant_id: tenant.id, area_id: area.id, token_hash: hashSecret(token) })
  const spoken = new Set<number>()
  const speaker = mqtt.connect(`mqtt://127.0.0.1:${env['MQTT_PORT']}`, {
    username: token,
    reconnectPeriod: 100,
    protocolVersion: 4,
    connectTimeout: 2000,
  })
  speaker.on('error', () => undefined)
  speaker.setMaxListeners(100)
  clients.push(speaker)
  let nextOfThing = 0
  const speak = async () => {
    while (running) {
      const number = nextOfThing++
      const payload = JSON.stringify({ ts: base + number, values: { 'load (%)': number, said: `n${number}` } })
      while (!spoken.has(number)) {
        try {
          await speaker.publishAsync('v1/devices/me/telemetry', payload, { qos: 1 })
          spoken.add(number)
        } catch {
          if (!speaker.connected) await new Promise((resolve) => speaker.once('connect', resolve))
        }
      }
    }
  }
  for (let lane = 0; lane < IN_FLIGHT; lane++) senders.push(speak())

  for (let time = 0; time < KILLS; time++) {
    const before = total()
    await vi.waitFor(() => expect(total() - before).toBeGreaterThan(PER_LIFE), { timeout: 20_000, interval: 5 })
    await kill()
    await start()
  }
  running = false
  await Promise.all(senders)
  await Promise.all(clients.map((client) => client.endAsync(true)))

  expect(total()).toBe(published)
  for (const [at, device] of devices.entries()) {
    const { rows } = await owner.query<{ ts: number; value: number }>(
      'select r.ts, r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1',
      [device.id],
    )
    expect(rows).toHaveLength(acknowledged[at]!.size)
    for (const { ts, value } of rows) expect(ts - base).toBe(value)
    expect(new Set(rows.map(({ value }) => value))).toEqual(acknowledged[at])
    const changes = await owner.query<{ status: number }>(
      'select c.status from furrow.switch_change c join furrow.switch s on s.id = c.switch_id where s.device_id = $1 order by c.at, c.id',
      [device.id],
    )
    expect(turned[at]).toBeGreaterThan(KILLS)
    expect(changes.rows.map(({ status }) => status)).toEqual(Array.from({ length: turned[at]! }, (_, turn) => turn % 3))
  }
  expect(told.size).toBe(nextOfMany)
  expect(told.size).toBeGreaterThan(KILLS)
  for (const { id } of behind) {
    const { rows } = await owner.query<{ value: number }>(
      'select r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1',
      [id],
    )
    expect(rows).toHaveLength(told.size)
    expect(new Set(rows.map(({ value }) => value))).toEqual(told)
  }
  expect(spoken.size).toBe(nextOfThing)
  expect(spoken.size).toBeGreaterThan(KILLS)
  const { rows: ofThing } = await owner.query<{ name: string; value: number }>(
    'select i.name, r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1',
    [thing.id],
  )
  expect(ofThing).toHaveLength(spoken.size)
  expect(new Set(ofThing.map(({ value }) => value))).toEqual(spoken)
  expect(new Set(ofThing.map(({ name }) => name))).toEqual(new Set(['load (%)']))
  const { rows: words } = await owner.query('select name, value from furrow.device_word where device_id = $1', [thing.id])
  expect(words).toEqual([{ name: 'said', value: `"n${Math.max(...spoken)}"` }])
  // Nobody else said a state or a word: what stood in one batch with theirs has none of them.
  const others = 'device_id <> all($1::bigint[])'
  const turners = devices.map(({ id }) => id)
  expect((await owner.query(`select device_id from furrow.switch where ${others}`, [turners])).rows).toEqual([])
  expect((await owner.query(`select device_id from furrow.device_word where ${others}`, [[thing.id]])).rows).toEqual([])
  // Redelivery of what was committed and not acknowledged is no fault of a device.
  expect((await owner.query('select count(*)::int as n from furrow.rejected_message')).rows).toEqual([{ n: 0 }])
})
