import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createLiveFarm, type LiveFarm } from '#server/liveFarm'
import { type Config, DEFAULT_RETENTION } from '#server/ground/config'
import type { Caller } from '#server/ground/http/handler'
import { grantOf } from '#server/session/gate'
import type { Gate } from '#server/ground/http/gate'
import { createUpgrades } from '#server/ground/http/upgrades'
import type { Services } from '#server/ground/services'
import { DEVICE_SECRET, type Arrange, arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'

/** What a fake token opens. */
export interface FakeConsole {
  userId: number
  sessionId: string
  expiresAt: number
  grants: Map<number, { codes: string[]; areas: number[] | null }>
}

export interface Farm {
  readonly owner: pg.Pool
  readonly db: Services['serviceDb']
  readonly pool: pg.Pool
  readonly build: Arrange
  readonly live: LiveFarm
  readonly mqttPort: number
  readonly webSocketUrl: string
  readonly consoles: Map<string, FakeConsole>
  /** What waits in the outbox for a user, as words; nothing here takes it out. */
  readonly noticesTo: (userId: number) => Promise<{ subject: string; content: string; params: object }[]>
  /** Connects a device, or any client; resolves once connected, rejects with the broker's refusal. */
  connect(options: IClientOptions & { webSocket?: boolean }): Promise<MqttClient>
  device(of: { tenant_id: number; eui: string }, options?: IClientOptions): Promise<MqttClient>
  console(token: string, options?: IClientOptions): Promise<MqttClient>
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Ends the live half and starts another on the same database. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** The live half of the server on a database of its own, with a gate of fake tokens. */
export async function startFarm(
  given: {
    demo?: boolean
    trustProxy?: readonly string[]
    log?: Logger
    clock?: () => number
    monotonic?: () => number
    ownRoles?: boolean
  } = {},
): Promise<Farm> {
  const database = await startTestDatabase(given)
  const consoles = new Map<string, FakeConsole>()
  const clients: MqttClient[] = []
  const clock = given.clock ?? Date.now
  const callerOf = (one: FakeConsole): Caller => ({
    userId: one.userId,
    sessionId: one.sessionId,
    loginName: 'x',
    currentTenant: [...one.grants.keys()][0] ?? -1,
    secondFactor: false,
    viewing: null,
    client: null,
  })
  const grant: Gate['grant'] = (userId, tenantId) => {
    const held = [...consoles.values()].find((one) => one.userId === userId)?.grants.get(tenantId)
    if (!held) return Promise.resolve(null)
    return Promise.resolve(grantOf(tenantId, 'Asia/Shanghai', { enabled: true, roles: [{ roleId: 1, ...held }] }))
  }
  const gate: Gate = {
    forget: () => undefined,
    identify(token) {
      const one = consoles.get(token)
      if (!one) return Promise.resolve('invalid')
      if (one.expiresAt <= clock()) return Promise.resolve('expired')
      return Promise.resolve(callerOf(one))
    },
    session(sessionId) {
      const one = [...consoles.values()].find((of) => of.sessionId === sessionId)
      return Promise.resolve(one ? callerOf(one) : null)
    },
    grant,
    grantFor: ({ userId }, tenantId) => grant(userId, tenantId),
    expiry: (token) => consoles.get(token)?.expiresAt ?? 0,
    onChange: () => undefined,
  }
  const base: Parameters<typeof createLiveFarm>[0] = {
    config: {
      host: '127.0.0.1',
      mqttPort: 0,
      trustProxy: given.trustProxy ?? [],
      demo: given.demo ?? true,
      retention: DEFAULT_RETENTION,
    } as Config,
    log: given.log ?? silentLog,
    clock,
    serviceDb: database.store.serviceDb,
    servicePool: database.store.servicePool,
    gate,
  }
  const server = http.createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const upgrades = createUpgrades()
  upgrades.attach(server)
  let live: LiveFarm
  let mqttPort = 0
  async function start(): Promise<void> {
    live = await createLiveFarm(base, given.monotonic)
    live.attach(upgrades)
    mqttPort = (await live.listen()).mqttPort
  }
  await start()
  const webSocketUrl = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`

  async function connect({ webSocket, ...options }: IClientOptions & { webSocket?: boolean }): Promise<MqttClient> {
    const client = mqtt.connect(webSocket ? webSocketUrl : `mqtt://127.0.0.1:${mqttPort}`, {
      reconnectPeriod: 0,
      protocolVersion: 4,
      connectTimeout: 5000,
      ...options,
    })
    clients.push(client)
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('error', reject)
      client.once('close', () => reject(new Error('closed before CONNACK')))
    })
    client.removeAllListeners('error')
    client.on('error', () => undefined)
    return client
  }
  return {
    owner: database.owner,
    db: database.store.serviceDb,
    pool: database.store.servicePool,
    build: arrange(database.owner),
    get live() {
      return live
    },
    get mqttPort() {
      return mqttPort
    },
    webSocketUrl,
    consoles,
    async noticesTo(userId) {
      const { rows } = await database.owner.query(`select body from furrow.outbox where user_id = $1 and kind = 'message' order by id`, [
        userId,
      ])
      return rows.map(({ body }) => body)
    },
    connect,
    device: (of, options) => connect({ username: `${of.tenant_id}/${of.eui}`, password: DEVICE_SECRET, ...options }),
    console: (token, options) => connect({ username: 'console', password: token, webSocket: true, ...options }),
    async query<Row extends object>(text: string, values: unknown[] = []) {
      return (await database.owner.query<Row>(text, values)).rows
    },
    async restart() {
      await live.close()
      await start()
    },
    async close() {
      await Promise.all(clients.map((client) => client.endAsync(true)))
      await live.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await database.close()
    },
  }
}

/** A tenant with a base and a device. */
export async function aFarm(farm: Farm, given: { reporting_period?: number; device_type?: string } = {}) {
  const tenant = await farm.build.aTenant()
  const area = await farm.build.anArea({ tenant_id: tenant.id })
  const device = await farm.build.aDevice({ tenant_id: tenant.id, area_id: area.id, ...given })
  return { tenant, area, device, topic: (rest: string) => `furrow/${tenant.id}/${device.eui}/${rest}` }
}

/** Adds a console token that opens these tenants. */
export function aConsole(
  farm: Farm,
  opens: Record<number, { codes?: string[]; areas?: number[] | null }>,
  given: Partial<FakeConsole> = {},
): string {
  const token = `token-${farm.consoles.size}-${Math.random().toString(36).slice(2)}`
  farm.consoles.set(token, {
    userId: 1000 + farm.consoles.size,
    sessionId: `session-${token}`,
    expiresAt: Date.now() + 600_000,
    grants: new Map(
      Object.entries(opens).map(([tenantId, { codes, areas }]) => [Number(tenantId), { codes: codes ?? ['*'], areas: areas ?? null }]),
    ),
    ...given,
  })
  return token
}

/** The messages that a client gets, parsed, in order. */
export function inbox<Message = unknown>(client: MqttClient, topic?: string): Message[] {
  const got: Message[] = []
  client.on('message', (of, payload) => {
    if (topic === undefined || of === topic) got.push(JSON.parse(payload.toString()) as Message)
  })
  return got
}
