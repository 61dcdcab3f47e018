import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort, isAlive, partOf, postmasterOf, start, stopAll } from './product.ts'

let dataDir: string
let port: number
let mqttPort: number

const settings = () => ({ DATA_DIR: dataDir, PORT: String(port), MQTT_PORT: String(mqttPort) })
const health = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.status ?? 0
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'furrow-start-'))
  ;[port, mqttPort] = [await freePort(), await freePort()]
})
afterEach(async () => {
  await stopAll()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('npm start', () => {
  test('sets everything up, says where it is, is healthy, and stops in order', async () => {
    const product = start(settings())
    await product.says('Furrow is ready on http://localhost:')
    expect(await health()).toBe(200)
    const database = postmasterOf(dataDir)
    product.process.kill('SIGTERM')
    expect(await product.gone()).toBe(0)
    expect(isAlive(database)).toBe(false)
    expect(await health()).toBe(0)
  })

  test('starts a second time on the same data within ten seconds', async () => {
    const since = performance.now()
    const product = start(settings())
    await product.says('Furrow is ready on')
    expect(performance.now() - since).toBeLessThan(10_000)
  })

  test('ends with one line where another Furrow holds the data directory, which goes on', async () => {
    const first = start(settings())
    await first.says('Furrow is ready on')
    const second = start({ ...settings(), PORT: String(await freePort()), MQTT_PORT: String(await freePort()) })
    expect(await second.gone()).toBe(1)
    expect(second.out().trim().split('\n')).toEqual([expect.stringContaining('is held by another Furrow')])
    expect(await health()).toBe(200)
  })

  test.each(['PORT', 'MQTT_PORT'])('ends with one line where %s is taken, with nothing damaged', async (name) => {
    const holder = await new Promise<Server>((ready) => {
      const server = createServer().listen(0, '127.0.0.1', () => ready(server))
    })
    const taken = (holder.address() as AddressInfo).port
    const product = start({ ...settings(), [name]: String(taken) })
    expect(await product.gone()).toBe(1)
    expect(product.out()).toContain(String(taken))
    expect(product.out()).not.toContain('    at ')
    holder.close()
    const again = start(settings())
    await again.says('Furrow is ready on')
  })

  test.each([
    ['PORT', 'eighty'],
    ['MQTT_PORT', '70000'],
    ['DEMO', 'perhaps'],
    ['HOST', '0.0.0.0'],
    ['DATABASE_URL', 'postgres://nobody:x@127.0.0.1:1/none'],
    ['TILES', '{'],
  ])('ends with a line that names %s where it is %s', async (name, value) => {
    const product = start({ ...settings(), [name]: value })
    expect(await product.gone()).toBe(1)
    expect(product.out()).toMatch(name === 'HOST' ? /DEMO/ : name === 'DATABASE_URL' ? /database/i : new RegExp(name))
    expect(product.out()).not.toContain('    at ')
  })

  test('starts the server again when it dies, and is healthy again', async () => {
    const product = start(settings())
    await product.says('Furrow is ready on')
    process.kill(partOf(product, 'server/main.ts'), 'SIGKILL')
    await product.says('starting it again')
    await expect.poll(health, { timeout: 20_000 }).toBe(200)
  })

  test('takes over after kill -9 of the owner and adopts or replaces its database', async () => {
    const first = start(settings())
    await first.says('Furrow is ready on')
    first.process.kill('SIGKILL')
    await first.gone()
    const second = start(settings())
    await second.says('Furrow is ready on')
    expect(await health()).toBe(200)
  })
})
