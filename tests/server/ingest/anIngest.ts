import type pg from 'pg'
import { createDirectory } from '#server/ground/broker/directory'
import { childOrSelf, type KnownDevice } from '#server/ground/broker/knownDevice'
import { type Decode, decodeReadings, decodeState } from '#server/ground/ingest/decode'
import { createIngest, type Ingest } from '#server/ground/ingest/ingest'
import { createPublisher, type Publisher } from '#server/ground/live/publisher'
import { type Arrange, arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'

export interface TestIngest {
  readonly database: Awaited<ReturnType<typeof startTestDatabase>>
  readonly build: Arrange
  readonly ingest: Ingest
  readonly live: Publisher
  /** What a device of its own tenant and base is to the ingest. */
  device(): Promise<KnownDevice>
  /** A gateway of a tenant of its own, with so many devices behind it. */
  gateway(children: number): Promise<KnownDevice>
  /** Says it as the gateway does, of many devices. */
  sayOfMany(gateway: KnownDevice, payload: unknown): Promise<void>
  /** Says it as the device does; resolves when it is acknowledged. */
  say(device: KnownDevice, payload: unknown, decode?: Decode): Promise<void>
  sayState(device: KnownDevice, payload: unknown): Promise<void>
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** An ingest on a database of its own, with a clock that the test sets; `pool` may stand between it and the database. */
export async function startIngest(given: {
  clock: () => number
  retention?: number
  pool?: (pool: pg.Pool) => pg.Pool
  live?: (topic: string, payload: string) => void
  onStates?: Parameters<typeof createIngest>[0]['onStates']
}): Promise<TestIngest> {
  const database = await startTestDatabase()
  const build = arrange(database.owner)
  const directory = createDirectory({ pool: database.store.servicePool, clock: given.clock })
  const live = createPublisher({ say: given.live ?? (() => undefined), clock: given.clock })
  const ingest = createIngest({
    pool: given.pool?.(database.store.servicePool) ?? database.store.servicePool,
    log: silentLog,
    clock: given.clock,
    live,
    store: true,
    retention: given.retention ?? 5 * 365 * 86_400_000,
    onStates: given.onStates ?? (() => undefined),
  })
  return {
    database,
    build,
    ingest,
    live,
    async device() {
      const tenant = await build.aTenant()
      const area = await build.anArea({ tenant_id: tenant.id })
      const row = await build.aDevice({ tenant_id: tenant.id, area_id: area.id })
      return (await directory.find({ tenantId: tenant.id, eui: row.eui }, 0))!
    },
    async gateway(children) {
      const tenant = await build.aTenant()
      const area = await build.anArea({ tenant_id: tenant.id })
      const place = { tenant_id: tenant.id, area_id: area.id }
      const row = await build.aDevice(place)
      for (let at = 0; at < children; at++) await build.aDevice({ ...place, eui: `child-${at}`, parent_id: row.id })
      return (await directory.find({ tenantId: tenant.id, eui: row.eui }, 0))!
    },
    sayOfMany: (gateway, payload) =>
      acknowledged((done) =>
        ingest.saidOfMany(
          { sender: gateway, topic: 'children/readings', payload: bytesOf(payload), done },
          decodeReadings,
          childOrSelf,
          () => undefined,
        ),
      ),
    say: (device, payload, decode = decodeReadings) =>
      acknowledged((done) => ingest.said(device, { sender: device, topic: 'readings', payload: bytesOf(payload), done }, decode)),
    sayState: (device, payload) =>
      acknowledged((done) => ingest.said(device, { sender: device, topic: 'state', payload: bytesOf(payload), done }, decodeState)),
    async query<Row extends object>(text: string, values: unknown[] = []) {
      return (await database.owner.query<Row>(text, values)).rows
    },
    async close() {
      ingest.close()
      await database.close()
    },
  }
}

const bytesOf = (payload: unknown) => Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
const acknowledged = (act: (done: (failure?: Error) => void) => void) =>
  new Promise<void>((resolve, reject) => act((failure) => (failure ? reject(failure) : resolve())))

/** A pool whose connections send their statements by `around`, which may wait, lose what is sent, or what is answered. */
export function aroundQueries(pool: pg.Pool, around: (text: string, send: () => Promise<unknown>) => Promise<unknown>): pg.Pool {
  const bound = (target: object, name: string | symbol) => {
    const found = Reflect.get(target, name, target) as unknown
    return typeof found === 'function' ? (found.bind(target) as (...all: unknown[]) => Promise<unknown>) : found
  }
  const wrap = (client: pg.PoolClient): pg.PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const found = bound(target, name)
        if (name !== 'query') return found
        return (asked: string | { text: string }, values?: unknown[]) =>
          around(typeof asked === 'string' ? asked : asked.text, () => (found as (...all: unknown[]) => Promise<unknown>)(asked, values))
      },
    })
  return new Proxy(pool, { get: (target, name) => (name === 'connect' ? async () => wrap(await target.connect()) : bound(target, name)) })
}
