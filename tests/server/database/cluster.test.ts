import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '#server/ground/database/cluster'
import { StartFailure } from '#server/ground/startFailure'
import { silentLog } from './testDatabase.ts'

let dataDir: string
const settings = { fsync: 'off' }
const open = () => startCluster({ dataDir, log: silentLog, settings })
const noteOf = () => JSON.parse(readFileSync(join(dataDir, 'cluster.json'), 'utf8')) as { directory: string; password: string }
const pidFile = () => resolve(dataDir, noteOf().directory, 'postmaster.pid')

async function ask<Row>(url: string, query: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(query)).rows[0] as Row
  } finally {
    await client.end()
  }
}

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'furrow-cluster-'))
})
afterAll(async () => {
  await (await open()).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a first start makes a cluster in UTF8 that sorts Chinese, and listens on this machine alone, on a free port', async () => {
  const cluster = await open()
  const url = new URL(cluster.url)
  expect(url.hostname).toBe('127.0.0.1')
  expect(url.port).not.toBe('5432')
  const facts = await ask<{ encoding: string; first: string; addresses: string; method: string }>(
    cluster.url,
    `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses, current_setting('password_encryption') as method,
       (select name from (values ('张'), ('李'), ('安')) as names(name) order by name limit 1) as first`,
  )
  expect(facts).toEqual({ encoding: 'UTF8', addresses: '127.0.0.1', method: 'scram-sha-256', first: '安' })
  url.password = 'password'
  await expect(ask(url.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  expect(statSync(join(dataDir, 'cluster.json')).mode & 0o077).toBe(0)
  await cluster.stop()
  expect(existsSync(pidFile())).toBe(false)
})

test('what was written is there at the next start', async () => {
  const first = await open()
  await ask(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await open()
  expect(await ask(second.url, 'select answer from kept')).toEqual({ answer: 42 })
  await second.stop()
})

test('a cluster whose owner died is adopted as it runs', async () => {
  const dead = await open()
  const adopted = await open()
  expect(adopted.url).toBe(dead.url)
  await adopted.stop()
  await expect(ask(dead.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
})

test('a pid file that a power cut left behind does not keep it from starting', async () => {
  const cluster = await open()
  const lines = readFileSync(pidFile(), 'utf8').split('\n')
  await cluster.stop()
  // The number now belongs to another program: this one.
  writeFileSync(pidFile(), [String(process.pid), ...lines.slice(1)].join('\n'))
  const again = await open()
  expect(await ask(again.url, 'select 1 as one')).toEqual({ one: 1 })
  await again.stop()
})

test('a damaged note of where the cluster is ends the start with one line, and touches nothing', async () => {
  const note = join(dataDir, 'cluster.json')
  const kept = readFileSync(note, 'utf8')
  writeFileSync(note, '{"directory"')
  const failure = await open().then(
    () => null,
    (cause: Error) => cause,
  )
  expect(failure).toBeInstanceOf(StartFailure)
  expect(failure!.message).not.toContain('\n')
  expect(readFileSync(note, 'utf8')).toBe('{"directory"')
  writeFileSync(note, kept)
})

test('a note or a database that is gone ends the start with one line: nothing new is made over what was there', async () => {
  const [note, cluster] = [join(dataDir, 'cluster.json'), resolve(dataDir, noteOf().directory)]
  renameSync(note, `${note}.away`)
  await expect(open()).rejects.toThrow(/holds a database/)
  renameSync(`${note}.away`, note)
  renameSync(cluster, `${cluster}.away`)
  await expect(open()).rejects.toThrow(/is gone from/)
  renameSync(`${cluster}.away`, cluster)
})

test('as a process of its own it says its URL, and on SIGTERM stops the database before it ends', async () => {
  const child = spawn(process.execPath, ['server/ground/database/run.ts'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const { url } = await new Promise<{ url: string }>((said) => child.on('message', (message) => said(message as { url: string })))
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 })
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(existsSync(pidFile())).toBe(false)
})
