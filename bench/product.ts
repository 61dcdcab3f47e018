import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/oauth'
import { encryptPassword } from '#tests/encryptPassword'
import { hashSecret } from '#server/ground/broker/secret'
import { startCluster } from '#server/ground/database/cluster'
import pino from 'pino'

export interface Session {
  readonly access: string
  readonly refresh: string
  readonly expiresIn: number
}

/** The product as it runs for a customer, on a database and ports of the bench's own, without the simulated farm. */
export interface Product {
  readonly url: string
  readonly mqttPort: number
  /** The owner's pool: it passes the fence, for arranging and checking. */
  readonly owner: pg.Pool
  /** Of the owner, for a pool of another kind. */
  readonly databaseUrl: string
  readonly pid: () => number
  readonly databasePid: () => number
  /** Starts the server anew with other settings on the same database. */
  restart(env?: Record<string, string>): Promise<void>
  signIn(name: string): Promise<Session>
  close(): Promise<void>
}

export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'furrow-bench-'))
  // When a row was committed is asked of the database.
  const cluster = await startCluster({ dataDir, log: pino({ level: 'silent' }), settings: { track_commit_timestamp: 'on' } })
  const owner = new pg.Pool({ connectionString: cluster.url, max: 4, options: '-c search_path=furrow' })
  pg.types.setTypeParser(20, Number)
  let server: ChildProcess
  let ports = { port: 0, mqttPort: 0 }
  const start = (given: Record<string, string>) =>
    new Promise<void>((ready, failed) => {
      server = spawn('node', ['server/main.ts'], {
        env: {
          ...process.env,
          LOG_LEVEL: 'warn',
          PORT: String(ports.port),
          MQTT_PORT: String(ports.mqttPort),
          HOST: '127.0.0.1',
          DEMO: 'on',
          DATA_DIR: dataDir,
          DATABASE_URL: cluster.url,
          WEATHER_URL: 'off',
          ...given,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      server.once('message', (message) => {
        ports = message as typeof ports
        ready()
      })
      server.once('exit', (code) => failed(new Error(`the server ended with ${code}`)))
    })
  const stop = () =>
    new Promise<void>((gone) => {
      server.removeAllListeners('exit')
      server.once('exit', () => gone())
      server.kill('SIGTERM')
    })
  await start(env)
  return {
    get url() {
      return `http://127.0.0.1:${ports.port}`
    },
    get mqttPort() {
      return ports.mqttPort
    },
    owner,
    databaseUrl: cluster.url,
    pid: () => server.pid!,
    databasePid: () => {
      const { directory } = JSON.parse(readFileSync(join(dataDir, 'cluster.json'), 'utf8')) as { directory: string }
      return Number(readFileSync(resolve(dataDir, directory, 'postmaster.pid'), 'utf8').split('\n')[0])
    },
    async restart(given = env) {
      await stop()
      await start(given)
    },
    async signIn(username) {
      const url = `http://127.0.0.1:${ports.port}`
      const key = await (await fetch(`${url}/oauth/public/key`)).text()
      const password = encryptPassword(key, 'Furrow2026')
      const form = new URLSearchParams({ grant_type: 'password', client_id: CLIENT_ID, client_secret: CLIENT_SECRET, username, password })
      const answer = (await (await fetch(`${url}/oauth/oauth/token`, { method: 'POST', body: form })).json()) as Record<
        string,
        string & number
      >
      if (!answer.access_token) throw new Error(`cannot sign in as ${username}: ${JSON.stringify(answer)}`)
      return { access: answer.access_token, refresh: answer.refresh_token!, expiresIn: answer.expires_in! }
    },
    async close() {
      await stop()
      await owner.end()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A browser of its own whose pages are signed in, at a base where one is given. */
export async function openSignedIn(browser: Browser, session: Session, areaId?: number): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(
    ({ access, refresh, until, area }) => {
      localStorage.setItem('furrow.accessToken', access)
      localStorage.setItem('furrow.refreshToken', refresh)
      localStorage.setItem('furrow.expiresAt', until)
      localStorage.setItem('furrow.notice', 'false')
      if (area) sessionStorage.setItem('furrow.areaId', area)
    },
    { ...session, until: String(Date.now() + session.expiresIn * 1000), area: areaId === undefined ? '' : String(areaId) },
  )
  return { context, page: await context.newPage() }
}

export const benchSecret = 'bench-secret'

/** A base of tenant 1 with `devices` gateways of `itemsEach` items each; item codes are v0, v1 ... Answers ids in order. */
export async function arrangeFarm(
  owner: pg.Pool,
  { name, devices, itemsEach, span = 0.02 }: { name: string; devices: number; itemsEach: number; span?: number },
): Promise<{ areaId: number; devices: { id: number; eui: string }[]; items: number[] }> {
  const { rows: areas } = await owner.query<{ id: number }>(
    `insert into area (tenant_id, area_name, area_center) values (1, $1, '113.34,22.96') returning id`,
    [name],
  )
  const areaId = areas[0]!.id
  const side = Math.ceil(Math.sqrt(devices))
  const { rows } = await owner.query<{ id: number; eui: string }>(
    `insert into device (tenant_id, area_id, device_type, name, eui, secret_hash, longitude, latitude)
     select 1, $1, 'gateway', $2 || ' ' || n, $2 || '-' || n, $3, 113.34 + (n / $5 - $5 / 2.0) / $5 * $6::float8, 22.96 + (n % $5 - $5 / 2.0) / $5 * $6::float8
     from generate_series(0, $4::int - 1) n order by n returning id, eui`,
    [areaId, name, hashSecret(benchSecret), devices, side, span],
  )
  const { rows: items } = await owner.query<{ id: number }>(
    `insert into item (tenant_id, device_id, area_id, code, position)
     select 1, device.id, $1, 'v' || n, n from unnest($2::bigint[]) with ordinality as device(id, nr), generate_series(0, $3::int - 1) n
     order by nr, n returning id`,
    [areaId, rows.map(({ id }) => id), itemsEach],
  )
  return { areaId, devices: rows.toSorted((a, b) => a.id - b.id), items: items.map(({ id }) => id) }
}
