import { randomUUID } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import type net from 'node:net'
import { Aedes, type AedesOptions, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { Logger } from 'pino'
import { commandTopic } from '#contract/devices/protocol'
import type { AnyTopic } from '#contract/core/topic'
import type { AddressOf } from '../http/callerAddress.ts'
import { createSparingLog } from '../sparingLog.ts'
import type { Gate } from '../http/gate.ts'
import { commandsOf, consoleSubscribe, devicePublish, deviceSubscribe } from './access.ts'
import { createConsolePeers } from './consolePeers.ts'
import { connections, framesDropped, refusals } from './counters.ts'
import type { Directory, KnownDevice } from './directory.ts'
import type { BrokerDoor } from './door.ts'
import { createInFlight } from './inFlight.ts'
import type { Refusal, Refused } from './keepRefusals.ts'
import { createMqttListeners } from './listeners.ts'
import { createDevicePeers, type DevicePeer, inside, keyOf, type Peer } from './peers.ts'
import { createSessionStore, LONGEST_FILTER, MOST_FILTERS } from './sessions.ts'
import { type Connect, CONSOLE_NAME, createSignIn } from './signIn.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** A connection that takes nothing for this long is closed. */
const DRAIN_TIMEOUT_MS = 20_000
/** A console that has this many bytes waiting gets no further frame: the gap in `seq` makes it fetch the snapshot. */
const SLOW_CONSOLE_BYTES = 1024 * 1024
/** Of one console, which listens to some tens of topics. Names of topics can be made up without end. */
const MOST_CONSOLE_FILTERS = 500
/** MQTT 3.1 allowed 23; the server's own prefix makes ids longer. */
const MOST_CLIENT_ID = 1024

type Ack = (failure?: Error | null) => void

/** What the server does with what devices say. */
export interface DeviceEvents {
  opened(peer: DevicePeer): void
  closed(peer: DevicePeer): void
  /** Anything came: a publish, a ping. */
  heard(peer: DevicePeer): void
  /** A device began to listen to its commands. */
  listening(device: KnownDevice): void
  /** A console began to listen to something. */
  joined(): void
  /** A sign-in with a wrong secret, or a topic that is not the device's. Answered alike whether it is kept or not. */
  refused(device: KnownDevice, refusal: Refusal): void
  /** A publish on a topic that the device may use; `done` acknowledges it. */
  message(peer: DevicePeer, topic: AnyTopic, packet: { topic: string; payload: Buffer }, done: Ack): void
}

export interface EmbeddedBroker extends BrokerDoor {
  /** MQTT over WebSocket: takes upgrades of `/mqtt`, answers 404 to others. */
  attach(http: HttpServer): void
  listen(port: number, host: string): Promise<{ mqttPort: number }>
  /** Whether any connection of the device is open, by its row. */
  connectedDevices(): Iterable<KnownDevice>
}

/** What a client publishes goes to the server's own parts and nowhere else: no client ever receives another one's bytes. */
class FarmBroker extends Aedes {
  override publish(packet: PublishPacket, ...rest: unknown[]): void {
    const done = rest.at(-1) as Ack
    const client = rest.length > 1 ? rest[0] : null
    if (client != null) done(null)
    else (super.publish as (...all: unknown[]) => void)(packet, ...rest)
  }
}

/** The embedded MQTT 3.1.1 broker on TCP and WebSocket: who are you, may you; nothing of what a message means. */
export async function createEmbeddedBroker(given: {
  log: Logger
  clock: () => number
  gate: Gate
  directory: Directory
  demo: boolean
  areaExists: (tenantId: number, areaId: number) => Promise<boolean>
  addressOf: AddressOf
  events: DeviceEvents
}): Promise<EmbeddedBroker> {
  const { log, clock, gate, directory, events } = given
  const sparing = createSparingLog(log)
  const peers = new WeakMap<Client, Peer>()
  const connects = new WeakMap<Client, Connect>()
  const devices = createDevicePeers()
  const sessions = createSessionStore()
  const inFlight = createInFlight((client) => listeners.flowOf(client))
  let closing = false

  // What came over WebSocket may have passed the proxy; a bare TCP connection carries no word of who is behind it.
  const addressOf = (client: Client) =>
    client.req == null ? (client.conn as Partial<net.Socket>).remoteAddress : given.addressOf(client.req)
  const nameOf = (client: Client): string => {
    const peer = peers.get(client)
    if (!peer) return 'nobody'
    return peer.kind === 'device' ? keyOf(peer.device) : `user ${peer.userId}`
  }
  /** Counted each time; the log has one line a reason and minute, since anybody can bring a refusal about as often as they like. */
  function refuse(client: Client, what: string, reason: string, more: Record<string, unknown> = {}): void {
    refusals.inc({ what, reason })
    const fields = { what, reason, who: nameOf(client), address: addressOf(client), ...more }
    sparing.say('warn', `mqtt ${what}: ${reason}`, fields, 'refused on MQTT')
  }
  const tellRefused = (client: Client, device: KnownDevice, reason: Refused, topic: string) =>
    events.refused(device, { reason, topic: topic.slice(0, 200), address: addressOf(client) ?? '' })
  const signIn = createSignIn({ gate, directory, demo: given.demo, devices, tellRefused })
  const rightsOf = (userId: number) => ({
    userId,
    grant: (tenantId: number) => gate.grant(userId, tenantId),
    areaExists: given.areaExists,
  })
  const consoles = createConsolePeers({
    gate,
    clock,
    log,
    rightsOf,
    refused: ({ client }, what, reason, topic) => refuse(client, what, reason, topic === undefined ? {} : { topic }),
  })

  function preConnect(client: Client, packet: { username?: string; clientId: string; clean?: boolean; will?: unknown }): void {
    // Sessions of two names never meet, whatever client id they choose: the id is given its owner before it is used.
    const isConsole = packet.username === CONSOLE_NAME
    const owner = packet.username ?? ''
    const clientId = packet.clientId === '' ? randomUUID() : packet.clientId
    const id = `${isConsole ? CONSOLE_NAME : owner}|${clientId}`
    // A console's subscriptions end with its connection, so that each is judged under a token that is valid now.
    if (isConsole || packet.clientId === '' || !sessions.hasRoom(owner, id)) packet.clean = true
    connects.set(client, { will: (packet.will as PublishPacket | undefined) ?? null, clientId, clean: packet.clean !== false })
    packet.clientId = id
  }

  async function authenticate(client: Client, username?: string, password?: Buffer): Promise<AuthenticateError | null> {
    const connect = connects.get(client)!
    const judged = await signIn(client, connect, username, password).catch((cause: Error) => {
      sparing.say('error', 'mqtt sign-in not judged', { cause: cause.message }, 'a sign-in on MQTT could not be judged')
      return { reason: 'database away', returnCode: 3 as const }
    })
    if ('reason' in judged) {
      refuse(client, 'connect', judged.reason, { name: username?.slice(0, 100) })
      return failureOf(judged.reason, judged.returnCode)
    }
    if (judged.kind === 'console') inside(client).id = `${CONSOLE_NAME}|${judged.userId}|${connect.clientId}`
    // Others may have taken the last room since CONNECT came.
    else if (!connect.clean && !sessions.keep(username!, inside(client).id)) inside(client).clean = true
    peers.set(client, judged)
    return null
  }

  function publishOfDevice(peer: DevicePeer, packet: PublishPacket & { messageId?: number }, done: Ack): void {
    const { client } = peer
    const known = packet.retain ? undefined : peer.publishTopics.get(packet.topic)
    const topic = known ?? devicePublish(peer.device, packet.topic, packet.retain)
    if (typeof topic === 'string') {
      refuse(client, 'publish', topic, { topic: packet.topic.slice(0, 200) })
      tellRefused(client, peer.device, 'forbiddenTopic', packet.topic)
      return done(new Error(topic))
    }
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
    events.heard(peer)
    const act = (acted: Ack) => {
      const landed = inFlight.take(client, payload.length)
      events.message(peer, topic, { topic: packet.topic, payload }, (failure) => {
        landed()
        acted(failure)
      })
    }
    // A last will has no number.
    if (packet.qos !== 2 || packet.messageId === undefined) return act((failure) => done(failure ?? null))
    sessions.once(inside(client).id, packet.messageId, act, (failure) => {
      if (failure?.message === 'too many messages without PUBREL') refuse(client, 'publish', failure.message)
      done(failure ?? null)
    })
  }

  function judgeSubscription(peer: Peer | undefined, filter: string): Promise<string | null> | string | null {
    if (!peer) return 'not signed in'
    const { listensTo } = peer
    if (filter.length > LONGEST_FILTER) return 'no such topic'
    const most = peer.kind === 'device' ? MOST_FILTERS : MOST_CONSOLE_FILTERS
    if (!listensTo.has(filter) && listensTo.size >= most) return 'too many subscriptions'
    // Counted before it is judged: those of one packet are judged side by side.
    listensTo.add(filter)
    const judged = (reason: string | null) => {
      if (reason !== null) listensTo.delete(filter)
      return reason
    }
    if (peer.kind === 'device') {
      const reason = deviceSubscribe(peer.device, filter)
      if (reason !== null) tellRefused(peer.client, peer.device, 'forbiddenTopic', filter)
      return judged(reason)
    }
    return consoleSubscribe(rightsOf(peer.userId), filter).then(judged, (cause: Error) => {
      sparing.say('error', 'mqtt subscription not judged', { cause: cause.message }, 'a subscription could not be judged')
      return judged('could not be judged')
    })
  }

  const options: AedesOptions = {
    persistence: sessions.persistence,
    // No limit: a frozen page holds back nobody's delivery; what waits for it is bounded by its own queue and the drain timeout.
    concurrency: 0,
    drainTimeout: DRAIN_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxClientsIdLength: MOST_CLIENT_ID,
    maxTopicLevels: 16,
    preConnect(client, packet, callback) {
      preConnect(client, packet)
      callback(null, true)
    },
    authenticate(client, username, password, done) {
      const answer = (failure: AuthenticateError | null) => done(failure, failure === null)
      void authenticate(client, username, password).then(answer)
    },
    authorizePublish(client, packet, done) {
      const peer = client ? peers.get(client) : undefined
      if (!client || !peer) return done(new Error('not signed in'))
      if (peer.kind === 'device') return publishOfDevice(peer, packet, done)
      refuse(client, 'publish', 'consoles do not publish', { topic: packet.topic.slice(0, 200) })
      done(new Error('consoles do not publish'))
    },
    authorizeSubscribe(client, subscription, done) {
      const answer = (reason: string | null) => {
        if (reason === null) return done(null, subscription)
        refuse(client, 'subscribe', reason, { topic: subscription.topic.slice(0, 200) })
        // MQTT 3.1.1 says no by 0x80 in the SUBACK: the broker does so for a null.
        done(null, null)
      }
      const judged = judgeSubscription(peers.get(client), subscription.topic)
      if (judged instanceof Promise) void judged.then(answer)
      else answer(judged)
    },
    authorizeForward(client, packet) {
      const peer = peers.get(client)
      if (!peer) return null
      if (peer.kind === 'console') {
        if (client.conn.writableLength > SLOW_CONSOLE_BYTES) {
          framesDropped.inc()
          return null
        }
        return packet
      }
      // A persistent session would get a command hours late: an expired one is not forwarded.
      const command = commandTopic.match(packet.topic)
      if (!command || command.eui !== peer.device.eui || command.tenantId !== String(peer.device.tenantId)) return null
      return expiryOf(packet.payload) > clock() ? packet : null
    },
  }

  const aedes = new FarmBroker(options)
  await aedes.listen()

  aedes.on('client', (client) => {
    const peer = peers.get(client)
    if (!peer) return
    connections.inc({ kind: peer.kind })
    if (peer.kind === 'console') {
      consoles.opened(peer)
      return
    }
    // One of the same id was closed for it a moment ago.
    if (!inside(client).clean) sessions.keep(keyOf(peer.device), inside(client).id)
    devices.opened(peer)
    events.opened(peer)
  })
  aedes.on('clientDisconnect', (client) => {
    const peer = peers.get(client)
    if (!peer) return
    connections.dec({ kind: peer.kind })
    if (peer.kind === 'console') {
      consoles.closed(peer)
      return
    }
    sessions.away(inside(client).id)
    devices.closed(peer)
    events.closed(peer)
  })
  aedes.on('ping', (_, client: Client) => {
    const peer = peers.get(client)
    if (peer?.kind === 'device') events.heard(peer)
  })
  const noticeListening = (client: Client) => {
    const peer = peers.get(client)
    if (peer?.kind === 'console') events.joined()
    if (peer?.kind === 'device' && listens(peer) != null) events.listening(peer.device)
  }
  aedes.on('subscribe', (_, client) => noticeListening(client))
  aedes.on('unsubscribe', (filters, client) => {
    for (const filter of filters) peers.get(client)?.listensTo.delete(filter)
  })
  // A kept session listens from its first moment, without a SUBSCRIBE.
  aedes.on('clientReady', noticeListening)
  aedes.on('clientError', (client, cause) => log.debug({ who: nameOf(client), cause: cause.message }, 'an MQTT connection failed'))
  aedes.on('connectionError', (client, cause) =>
    log.debug({ address: addressOf(client), cause: cause.message }, 'an MQTT connection failed'),
  )
  ;(aedes as NodeJS.EventEmitter).on('error', (cause: Error) => log.error({ cause: cause.message }, 'the broker failed'))

  const listeners = createMqttListeners({
    log,
    handle: (stream, request) => aedes.handle(stream, request),
    refused: (client, reason, bytes) => refuse(client, 'packet', reason, { bytes }),
  })

  return {
    attach: (http) => listeners.attach(http),
    listen: (port, host) => listeners.listen(port, host),
    connectedDevices: () => devices.devices(),
    say(topic, payload) {
      if (closing) return
      aedes.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, (failure?: Error) => {
        if (failure) sparing.say('error', 'live frame', { topic, cause: failure.message }, 'a live frame did not leave')
      })
    },
    tell(name, topic, payload, expires) {
      if (closing || clock() >= expires) return Promise.resolve(false)
      let left = false
      for (const peer of devices.of(name)) {
        const qos = listens(peer, topic)
        if (qos == null || peer.client.closed) continue
        left = true
        // Straight to the open connections: a session that is away must not collect commands.
        peer.client.publish({ cmd: 'publish', topic, payload, qos: qos === 0 ? 0 : 1, retain: false, dup: false }, (failure) => {
          if (failure) log.warn({ topic, cause: failure.message }, 'a command did not leave')
        })
      }
      return Promise.resolve(left)
    },
    isConnected: (name) => devices.of(name).size > 0,
    dropDevice(name) {
      directory.forget(name)
      sessions.forgetOwner(keyOf(name))
      for (const { client } of devices.of(name)) client.close()
    },
    dropSession: (sessionId) => consoles.dropSession(sessionId),
    recheckUser: (userId) => consoles.recheckUser(userId),
    listeners: (tenantId) => consoles.listeners(tenantId),
    async close() {
      closing = true
      listeners.stop()
      await new Promise<void>((resolve) => aedes.close(resolve))
      await listeners.close()
      sessions.close()
    },
  }
}

/** The QoS at which a connection listens to all of its device's commands (or to this one), null where it does not. */
function listens(peer: DevicePeer, topic?: string): 0 | 1 | 2 | null {
  const { subscriptions } = inside(peer.client)
  return subscriptions[commandsOf(peer.device)]?.qos ?? (topic === undefined ? null : subscriptions[topic]?.qos) ?? null
}

function failureOf(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode }) as AuthenticateError
}

/** `expires` of a command's payload, 0 where it has none. */
function expiryOf(payload: string | Buffer): number {
  try {
    const { expires } = JSON.parse(payload.toString()) as { expires?: unknown }
    return typeof expires === 'number' ? expires : 0
  } catch {
    return 0
  }
}
