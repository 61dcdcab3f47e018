import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pool } from '#server/ground/database/open'
import { arrange, DEVICE_SECRET } from '../server/arrange.ts'
import { silentLog } from '../server/database/testDatabase.ts'
import { clusterOf, freePort, isAlive, partOf, postmasterOf, start, stopAll } from './product.ts'

/** What the issue allows between the death, or the room, and the first call that is answered. */
const BACK_MS = 20_000
/** Longer than five tries take: those a minute are what the supervisor gives up at. */
const FULL_MS = 15_000

const shell = (words: string) => spawnSync('sh', ['-c', words], { stdio: 'ignore' }).status === 0

let dataDir: string
let port: number
let mqttPort: number
const owners: pg.Pool[] = []
const clients: MqttClient[] = []

const settings = () => ({ DATA_DIR: dataDir, PORT: String(port), MQTT_PORT: String(mqttPort), DEMO: 'off', LOG_LEVEL: 'error' })
const health = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.status ?? 0
const ownerOf = () => {
  const owner = pool(clusterOf(dataDir).url, { max: 2 }, silentLog)
  owners.push(owner)
  return owner
}

/** A device that publishes numbered readings on four lanes, `each` to a message, until `stop`. */
async function publisher(owner: pg.Pool, each: number) {
  const build = arrange(owner)
  const tenant = await build.aTenant()
  const area = await build.anArea({ tenant_id: tenant.id })
  const device = await build.aDevice({ tenant_id: tenant.id, area_id: area.id })
  const client = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
    username: `${tenant.id}/${device.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
    reconnectPeriod: 200,
  })
  client.on('error', () => undefined)
  clients.push(client)
  await new Promise<void>((connected) => client.once('connect', () => connected()))
  const base = Date.now() - 3_600_000
  let [running, sent, acknowledged] = [true, 0, 0]
  const lane = async () => {
    while (running) {
      const from = sent
      sent += each
      const message = Array.from({ length: each }, (_, at) => ({ ts: base + from + at, values: { load: from + at } }))
      await client.publishAsync(`furrow/${tenant.id}/${device.eui}/readings`, JSON.stringify(message), { qos: 1 })
      acknowledged += each
    }
  }
  const lanes = Promise.all([lane(), lane(), lane(), lane()])
  return {
    acknowledged: () => acknowledged,
    async stop() {
      running = false
      await lanes
      const { rows } = await owner.query<{ n: number }>(
        'select count(*)::int as n from reading r join item i on i.id = r.item_id where i.device_id = $1',
        [device.id],
      )
      return { sent, acknowledged, stored: rows[0]!.n }
    },
  }
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'furrow-dies-'))
  ;[port, mqttPort] = [await freePort(), await freePort()]
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)))
  await Promise.all(owners.splice(0).map((owner) => owner.end()))
  rmSync(join(dataDir, 'filler'), { force: true })
  await stopAll()
  shell(`umount -l '${dataDir}' 2>/dev/null`)
  rmSync(dataDir, { recursive: true, force: true })
})

test('a database whose postmaster was killed is back within 20 s, on its old address, and nothing acknowledged is lost', async () => {
  const product = start(settings())
  await product.says('Furrow is ready on')
  const { url } = clusterOf(dataDir)
  const server = partOf(product, 'server/main.ts')
  const device = await publisher(ownerOf(), 5)
  for (let round = 0; round < 2; round++) {
    const before = device.acknowledged()
    await expect.poll(device.acknowledged).toBeGreaterThan(before + 50)
    const dead = postmasterOf(dataDir)
    process.kill(dead, 'SIGKILL')
    await expect.poll(() => ![0, dead].includes(postmasterOf(dataDir)), { timeout: BACK_MS }).toBe(true)
    await expect.poll(health, { timeout: BACK_MS }).toBe(200)
    const after = device.acknowledged()
    await expect.poll(device.acknowledged).toBeGreaterThan(after)
  }
  expect(clusterOf(dataDir).url).toBe(url)
  expect(partOf(product, 'server/main.ts')).toBe(server)
  const { sent, acknowledged, stored } = await device.stop()
  expect([acknowledged, stored]).toEqual([sent, sent])
})

const mounted = shell('d=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs "$d" && umount "$d" && rmdir "$d"')
if (!mounted) process.stdout.write('skipped: a full disk needs a small file system of its own, and this user may not mount one\n')

test.skipIf(!mounted)('a full disk stops the database until there is room, and costs no restart and nothing acknowledged', async () => {
  shell(`mount -t tmpfs -o size=250m,mode=755 tmpfs '${dataDir}'`)
  const product = start(settings())
  await product.says('Furrow is ready on')
  const device = await publisher(ownerOf(), 1000)
  await expect.poll(device.acknowledged).toBeGreaterThan(4000)
  const filler = join(dataDir, 'filler')
  const file = openSync(filler, 'w')
  const fill = () => {
    try {
      for (;;) writeSync(file, Buffer.alloc(64 * 1024, 1))
    } catch {
      // It is full.
    }
  }
  fill()
  await expect.poll(health).toBe(503)
  // The database goes on within the room that its log has already; asked for the next piece of it, it ends.
  const postmaster = postmasterOf(dataDir)
  const pushLog = async () => {
    fill()
    const client = new pg.Client({ connectionString: clusterOf(dataDir).url })
    client.on('error', () => undefined)
    await client
      .connect()
      .then(() => client.query(`select pg_logical_emit_message(false, 'test', 'x')`))
      .then(() => client.query('select pg_switch_wal()'))
      .catch(() => undefined)
    await client.end().catch(() => undefined)
  }
  await expect
    .poll(
      async () => {
        if (isAlive(postmaster)) await pushLog()
        return isAlive(postmaster)
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(false)
  const since = performance.now()
  await expect
    .poll(
      () => {
        fill()
        return performance.now() - since
      },
      { timeout: FULL_MS * 2, interval: 500 },
    )
    .toBeGreaterThan(FULL_MS)
  expect(statfsSync(dataDir).bavail).toBe(0)
  expect(await health()).toBe(503)
  expect(product.out()).toContain('There is no room')
  expect(product.out()).not.toContain('database ended (')
  expect(product.process.exitCode).toBe(null)
  closeSync(file)
  rmSync(filler)
  await expect.poll(health, { timeout: BACK_MS }).toBe(200)
  const { sent, acknowledged, stored } = await device.stop()
  expect([acknowledged, stored]).toEqual([sent, sent])
})
