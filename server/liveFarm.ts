import type { Verb } from '#contract/core/verb'
import { type OpenCommands, openCommands } from './ground/commands/open.ts'
import type { Job } from './ground/clock/job.ts'
import type { CommandDesk } from './ground/commandDesk.ts'
import { createUplinks } from './ground/uplinks/uplinks.ts'
import { createPresence, type PresenceDesk } from './ground/presence/presence.ts'
import { partitionsAhead } from './ground/history/partition.ts'
import { createIngest, type Ingest } from './ground/ingest/ingest.ts'
import { callerAddress } from './ground/http/callerAddress.ts'
import type { Upgrades } from './ground/http/upgrades.ts'
import type { Settled } from './ground/ingest/committer.ts'
import { createPublisher, type Publisher } from './ground/live/publisher.ts'
import type { Services } from './ground/services.ts'
import type { WatchEngine } from './ground/watch/engine.ts'
import { hearCommitted } from './ground/watch/heard.ts'
import { hearDeviceChanges } from './ground/broker/deviceChanges.ts'
import { type Wanted, wantedReadings } from './ground/push/wanted.ts'
import { createDirectory } from './ground/broker/directory.ts'
import type { KnownDevice } from './ground/broker/knownDevice.ts'
import type { BrokerDoor } from './ground/broker/door.ts'
import { createEmbeddedBroker, type EmbeddedBroker } from './ground/broker/embedded.ts'
import { createRefusals } from './ground/broker/keepRefusals.ts'

const REFRESH_MS = 30_000
/** An area is looked up again after this long; none is ever moved to another tenant. */
const AREA_KNOWN_MS = 30_000
/** How long a stop waits for what was taken to be committed. */
const DRAIN_MS = 3000

export interface LiveFarm {
  readonly broker: BrokerDoor
  readonly live: Publisher
  readonly desk: CommandDesk
  readonly wanted: Wanted
  /** Devices say about as much as can be stored. */
  readonly isPressed: () => boolean
  readonly jobs: readonly Job[]
  /** How long the oldest message of a device has waited for its commit, in ms. */
  waitingFor(): number
  /** Takes WebSocket upgrades at `/mqtt`. */
  attach(upgrades: Upgrades): void
  /** Listens for MQTT on TCP at config.mqttPort (0: a free one) of config.host. Throws StartFailure where the port is taken. */
  listen(): Promise<{ mqttPort: number }>
  close(): Promise<void>
}

/**
 * The live half of the server: broker, ingest, presence, commands and live frames, bound together. Starts by making every device
 * unknown and taking up the commands that a dead server left open. `monotonic` answers milliseconds that never go back.
 */
export async function createLiveFarm(
  base: Omit<
    Services,
    'live' | 'broker' | 'desk' | 'requestDb' | 'foreign' | 'secrets' | 'notify' | 'upgrades' | 'atEnd' | 'wanted' | 'isPressed'
  >,
  monotonic: () => number = () => performance.now(),
  verbs?: readonly Verb[],
  watch?: Pick<WatchEngine, 'wants' | 'hear'>,
): Promise<LiveFarm> {
  const { config, log, clock, gate, servicePool: pool } = base
  const directory = createDirectory({ pool, clock })
  const areas = new Map<string, number>()
  async function areaExists(tenantId: number, areaId: number): Promise<boolean> {
    const key = `${tenantId}/${areaId}`
    if ((areas.get(key) ?? 0) > clock()) return true
    const { rows } = await pool.query('select 1 from area where id = $1 and tenant_id = $2', [areaId, tenantId])
    if (rows.length > 0) areas.set(key, clock() + AREA_KNOWN_MS)
    return rows.length > 0
  }

  // The parts know each other by what they do; the broker is made last, and nothing calls a part before `listen`.
  const door: Pick<BrokerDoor, 'tell' | 'lacksWords' | 'patienceWith'> = {
    tell: (device, topic, payload, expires) => broker.tell(device, topic, payload, expires),
    lacksWords: (device, payload) => broker.lacksWords(device, payload),
    patienceWith: (device) => broker.patienceWith(device),
  }
  const live = createPublisher({ say: (topic, payload) => broker.say(topic, payload), clock })
  // For measurements only (bench/): everything but the statement that stores readings.
  const store = process.env['FURROW_BENCH_NO_INSERT'] !== '1'
  if (!store) log.warn('FURROW_BENCH_NO_INSERT is set: readings are not stored')
  const commands: OpenCommands = openCommands({ pool, log, clock, monotonic, live, broker: door, ...(verbs && { verbs }) })
  const wanted = await wantedReadings({ pool, log })
  const ingest: Ingest = createIngest({
    pool,
    wants: (tenantId) => wanted.wants(tenantId),
    log,
    clock,
    live,
    store,
    retention: config.retention.readings,
    onStates: (heard) => commands.observe(heard),
    ...(watch && { onCommitted: (settled: Settled) => hearCommitted(watch, settled) }),
  })
  const presence: PresenceDesk = createPresence({
    pool,
    log,
    clock,
    monotonic,
    live,
    onMoved(moved) {
      for (const { tenantId, deviceId, at, presence: is } of moved)
        watch?.hear(tenantId, [{ deviceId, happening: { kind: 'presence', at, presence: is } }])
    },
  })

  const refusals = createRefusals((device, { reason, topic, address }, count) =>
    // No reading is lost by it, so none is counted. Nobody waits for it: whoever was refused was answered before, and alike whether or not the device exists.
    ingest.reject(
      device,
      { sender: device, topic, payload: Buffer.from(address), done: () => undefined },
      { reason, notes: [{ code: 'times', count }], count: 0 },
    ),
  )

  const broker: EmbeddedBroker = await createEmbeddedBroker({
    log,
    clock,
    gate,
    directory,
    demo: config.demo,
    areaExists,
    addressOf: callerAddress(config.trustProxy),
    events: {
      opened: ({ device, clientId }) => presence.opened(device, clientId),
      closed: ({ device, clientId }) => presence.closed(device, clientId),
      heard: ({ device }) => presence.heard(device),
      refused: (device, refusal) => refusals.refused(device, refusal),
      listening: (device) => commands.listening(device),
      joined: () => live.joined(),
      message: createUplinks({ ingest, presence, commands, pool, clock }),
    },
  })
  await presence.start()
  await commands.start()
  await partitionsAhead(pool, clock())

  const complain = (what: string) => (cause: Error) => log.error({ cause: cause.message }, what)
  const drop = (gone: readonly KnownDevice[]) => gone.forEach((device) => doorOf.dropDevice(device))
  function rereadAll(): Promise<void> {
    const connected = new Set([...broker.connectedDevices()].map(({ id }) => id))
    // One that was read a moment ago may be signing in.
    return directory.refresh((device) => connected.has(device.id) || clock() - device.loadedAt < REFRESH_MS).then(drop)
  }
  const refresh = setInterval(() => void rereadAll().catch(complain('devices could not be read anew')), REFRESH_MS)
  refresh.unref()
  const reread = (ids: ReadonlySet<number> | 'any') =>
    (ids === 'any' ? rereadAll() : directory.reread(ids).then(drop)).catch(complain('a device that has changed could not be read anew'))
  const changes = await hearDeviceChanges({ pool, log, changed: reread })

  const doorOf: BrokerDoor = {
    ...broker,
    async hear(name) {
      const device = await directory.find(name, REFRESH_MS)
      if (device?.enabled) presence.heard(device)
    },
    learn: (deviceId) => reread(new Set([deviceId])),
    dropDevice(device) {
      broker.dropDevice(device)
      presence.dropped(device)
    },
    close,
  }

  let closing: Promise<void> | null = null
  function close(): Promise<void> {
    closing ??= (async () => {
      clearInterval(refresh)
      changes.close()
      await wanted.close()
      // In this order: the wills of connections that end with the server are not the devices' words, and nothing more is taken
      // while what was taken is committed. What was not acknowledged comes again.
      await presence.close()
      await broker.close()
      refusals.close()
      await ingest.drain(DRAIN_MS)
      ingest.close()
      live.close()
      await commands.close()
    })()
    return closing
  }

  return {
    broker: doorOf,
    live,
    desk: commands,
    wanted,
    jobs: commands.jobs,
    waitingFor: () => ingest.waitingFor(),
    isPressed: () => ingest.isPressed(),
    attach: (upgrades) => broker.attach(upgrades),
    listen: () => broker.listen(config.mqttPort, config.host),
    close,
  }
}
