import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type pg from 'pg'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { encryptPassword } from '#tests/encryptPassword'
import { arrange, DEVICE_SECRET, PASSWORD } from '../arrange.ts'

/** The server as a process of its own, on free ports, for tests of what may not end it. Another `entry` is made of it as server/main.ts is. */
export async function childServer(databaseUrl: string, env: Record<string, string> = {}, entry = 'server/main.ts') {
  const said: Buffer[] = []
  const child: ChildProcess = spawn('node', [entry], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      DEMO: 'off',
      WEATHER_URL: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  const log = () => Buffer.concat(said).toString()
  const { port, mqttPort } = await new Promise<{ port: number; mqttPort: number }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as never))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${log()}`)))
  })
  const url = `http://127.0.0.1:${port}`
  const messages: unknown[] = []
  child.on('message', (message) => messages.push(message))
  const clients: MqttClient[] = []
  async function connect(to: string, options: IClientOptions): Promise<MqttClient> {
    const client = mqtt.connect(to, { reconnectPeriod: 100, protocolVersion: 4, ...options })
    client.on('error', () => undefined)
    clients.push(client)
    await new Promise<void>((connected) => client.once('connect', () => connected()))
    return client
  }
  return {
    url,
    mqttPort,
    log,
    /** What its process has told this one since it was ready. */
    messages,
    /** `alive`, or how it ended. */
    state: () =>
      child.exitCode === null && child.signalCode === null ? 'alive' : `ended with ${child.exitCode ?? child.signalCode}:\n${log()}`,
    health: async () => (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(() => null))?.status ?? 0,
    async signIn(name: string): Promise<string> {
      const key = await (await fetch(`${url}/oauth/public/key`)).text()
      const form = new URLSearchParams({
        grant_type: 'password',
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        username: name,
        password: encryptPassword(key, PASSWORD),
      })
      const answer = await fetch(`${url}/oauth/oauth/token`, { method: 'POST', body: form })
      if (!answer.ok) throw new Error(`${name} could not sign in: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { access_token: string }).access_token
    },
    device: (of: { tenant_id: number; eui: string }) =>
      connect(`mqtt://127.0.0.1:${mqttPort}`, {
        username: `${of.tenant_id}/${of.eui}`,
        password: DEVICE_SECRET,
        clientId: `${of.eui}-${clients.length}`,
      }),
    console: (token: string) => connect(`ws://127.0.0.1:${port}/mqtt`, { username: 'console', password: token }),
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      // What is under way on a client that would connect again is never answered: who waits for it would wait for ever.
      for (const client of clients) client.options.reconnectPeriod = 0
      await Promise.all(clients.map((client) => client.endAsync(true)))
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}
export type ChildServer = Awaited<ReturnType<typeof childServer>>

/** A tenant with a base, a user who may do everything there, and a gateway with its topic. */
export async function peopleAndDevice(owner: pg.Pool) {
  const build = arrange(owner)
  const tenant = await build.aTenant()
  const area = await build.anArea({ tenant_id: tenant.id })
  const user = await build.aUser({ tenantId: tenant.id, codes: ['*'] })
  const device = await build.aDevice({ tenant_id: tenant.id, area_id: area.id })
  return { tenant, area, user, device, topic: `furrow/${tenant.id}/${device.eui}/readings` }
}

/** Asks a page of bases over and over on `lanes` lanes until `stop`, which answers how often each status came. */
export function callLoad(server: Pick<ChildServer, 'url'>, tenantId: number, token: string, lanes: number) {
  let running = true
  const statuses = new Map<number, number>()
  const faults = new Set<string>()
  const lane = async () => {
    while (running) {
      try {
        const answer = await fetch(`${server.url}/wfpf/v2/${tenantId}/area?page=1&size=10`, {
          headers: { authorization: `Bearer ${token}` },
        })
        const body = await answer.text()
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status !== 200 && answer.status !== 503) faults.add(body)
      } catch (cause) {
        statuses.set(0, (statuses.get(0) ?? 0) + 1)
        faults.add(String((cause as Error).cause ?? cause))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, lane))
  return {
    statuses,
    async stop() {
      running = false
      await all
      return { statuses: Object.fromEntries(statuses), faults: [...faults] }
    },
  }
}
