import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../database/testDatabase.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await emptyDatabase()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => database.drop())

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      DEMO: 'off',
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  let [out, err] = ['', '']
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const ended = new Promise<{ code: number | null; out: string; err: string }>((done) =>
    child.on('close', (code) => done({ code, out, err })),
  )
  const ready = new Promise<{ port: number; mqttPort: number; demo: boolean }>((done) =>
    child.on('message', (message) => done(message as never)),
  )
  return { child, ended, ready }
}

async function takenPort() {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => holder.once('listening', listening))
  const { port } = holder.address() as { port: number }
  return { port: String(port), release: () => holder.close() }
}

test.each(['PORT', 'MQTT_PORT'])('a taken %s is one clear line and exit code 1', async (setting) => {
  const { port, release } = await takenPort()
  const { code, err } = await start({ [setting]: port }).ended
  release()
  expect(code).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(err).toContain(port)
})

test.each([
  [{ PORT: 'x' }, 'PORT is "x"'],
  [{ HOST: '0.0.0.0', DEMO: '' }, 'DEMO=off'],
  [{ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/none' }, 'nothing answers there'],
])('%j ends the start with one line', async (environment, reason) => {
  const { code, err } = await start(environment).ended
  expect(code).toBe(1)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(err).toContain(reason)
})

test('a started server says its ports, answers, prints the one-time link, and ends on SIGTERM with 0', async () => {
  const { child, ready, ended } = start({})
  const said = await ready
  expect(said).toMatchObject({ ready: true, demo: false })
  expect((await fetch(`http://127.0.0.1:${said.port}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  const { code, out } = await ended
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`Make the first administrator on http://127\\.0\\.0\\.1:${said.port}/setup#[\\w-]{32}`))
})

test('a server whose parent is gone ends by itself', async () => {
  const { child, ready } = start({})
  await ready
  // Not 'close': Node does not emit it for a child whose channel was disconnected.
  const ended = new Promise((done) => child.once('exit', done))
  child.disconnect()
  expect(await ended).toBe(0)
})
