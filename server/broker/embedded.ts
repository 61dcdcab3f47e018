import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type AedesOptions, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { Logger } from 'pino'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { commandTopic, MAX_CONNECT_BYTES, MAX_PACKET_BYTES } from '#contract/devices/protocol'
import type { AnyTopic } from '#contract/core/topic'
import { EUI } from '#contract/devices/gateway'
import { secretMatches } from '../devices/secret.ts'
import { StartFailure } from '../startFailure.ts'
import type { Gate } from '../services.ts'
import { commandsOf, consoleSubscribe, declared, type Eui, devicePublish, deviceSubscribe, publishTopicsOf } from './access.ts'
import { connections, framesDropped, refusals } from './counters.ts'
import type { Directory, KnownDevice } from './directory.ts'
import type { BrokerDoor } from './door.ts'
import { guardPackets } from './packetGuard.ts'

/** How long a device's row is trusted when it signs in, ms. */
const SIGN_IN_AGE_MS = 2000
const CONNECT_TIMEOUT_MS = 10_000
/** A connection that takes nothing for this long is closed. */
const DRAIN_TIMEOUT_MS = 20_000
/** A console that has this many bytes waiting gets no further frame: the gap in `seq` makes it fetch the snapshot. */
const SLOW_CONSOLE_BYTES = 1024 * 1024
/** After its token's expiry a console may stay this long: it reconnects with a fresh one. */
const EXPIRY_GRACE_MS = 5000
/** Sessions that outlive their connection, a device: beyond it a new client id gets a clean one. */
const KEPT_SESSIONS = 8
const FRAME_OVERHEAD = 64 * 1024
/** Of one connection: a console listens to some tens of topics, a device to its commands. Names of topics can be made up without end. */
const MOST_SUBSCRIPTIONS = 500
const LONGEST_FILTER = 256
const CONSOLE_NAME = 'console'
/** MQTT 3.1 allowed 23; the server's own prefix makes ids longer. */
const MOST_CLIENT_ID = 1024
const LONGEST_TIMER_MS = 2 ** 31 - 1

type Ack = (failure?: Error | null) => void

/** One open connection of a device. */
export interface DevicePeer {
  readonly kind: 'device'
  readonly client: Client
  readonly device: KnownDevice
  /** As the device gave it; empty ids are told apart by a made-up one. */
  readonly clientId: string
  readonly publishTopics: Map<string, AnyTopic>
  readonly listensTo: Set<string>
}
interface ConsolePeer {
  readonly kind: 'console'
  readonly client: Client
  readonly userId: number
  readonly sessionId: string
  readonly token: string
  readonly listensTo: Set<string>
  expiry: NodeJS.Timeout | null
}
type Peer = DevicePeer | ConsolePeer

/** What the server does with what devices say. */
export interface DeviceEvents {
  opened(peer: DevicePeer): void
  closed(peer: DevicePeer): void
  /** Anything came: a publish, a ping. */
  heard(peer: DevicePeer): void
  /** A device began to listen to its commands. */
  listening(device: KnownDevice): void
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

// What the broker keeps on its clients beyond the published types; asked in one place.
interface ClientInside {
  id: string
  clean: boolean
  subscriptions: Record<string, { qos: 0 | 1 | 2 }>
}
const inside = (client: Client) => client as unknown as ClientInside

/**
 * What a client publishes goes to the server's own parts and nowhere else: no client ever receives another one's bytes. Only a
 * topic that is declared retained is kept as such.
 */
class FarmBroker extends Aedes {
  override publish(packet: PublishPacket, ...rest: unknown[]): void {
    const done = rest.at(-1) as Ack
    const client = rest.length > 1 ? rest[0] : null
    if (client != null && !packet.retain) done(null)
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
  events: DeviceEvents
}): Promise<EmbeddedBroker> {
  const { log, clock, gate, directory, events } = given
  const peers = new WeakMap<Client, Peer>()
  const connects = new WeakMap<Client, { will: PublishPacket | null; clientId: string; clean: boolean }>()
  const devices = new Map<string, Set<DevicePeer>>()
  const keptSessions = new Map<string, Set<string>>()
  const consoles = new Set<ConsolePeer>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_PACKET_BYTES + FRAME_OVERHEAD,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('mqtt') ? 'mqtt' : offered.has('mqttv3.1') ? 'mqttv3.1' : false),
  })
  let server: net.Server | null = null
  const detach: (() => void)[] = []
  let closing = false

  const keyOf = (name: Eui) => `${name.tenantId}/${name.eui}`
  const addressOf = (client: Client) =>
    (client.req?.socket ?? (client.conn as Partial<net.Socket>)).remoteAddress ?? (client.conn as Partial<net.Socket>).remoteAddress
  const nameOf = (client: Client): string => {
    const peer = peers.get(client)
    if (!peer) return 'nobody'
    return peer.kind === 'device' ? keyOf(peer.device) : `user ${peer.userId}`
  }
  function refuse(client: Client, what: string, reason: string, more: Record<string, unknown> = {}): void {
    refusals.inc({ what, reason })
    log.warn({ what, reason, who: nameOf(client), address: addressOf(client), ...more }, 'refused on MQTT')
  }

  const options: AedesOptions = {
    // No limit: a frozen page holds back nobody's delivery; what waits for it is bounded by its own queue and the drain timeout.
    concurrency: 0,
    drainTimeout: DRAIN_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxClientsIdLength: MOST_CLIENT_ID,
    maxTopicLevels: 16,
    preConnect(client, packet, callback) {
      // Sessions of two names never meet, whatever client id they choose: the id is given its owner before it is used.
      const isConsole = packet.username === CONSOLE_NAME
      const clientId = packet.clientId === '' ? randomUUID() : packet.clientId
      // A console's subscriptions end with its connection, so that each is judged under a token that is valid now.
      if (isConsole || packet.clientId === '') packet.clean = true
      connects.set(client, { will: (packet.will as PublishPacket | undefined) ?? null, clientId, clean: packet.clean !== false })
      if (!isConsole && tooManySessions(packet.username, clientId)) packet.clean = true
      packet.clientId = `${isConsole ? CONSOLE_NAME : (packet.username ?? '')}|${clientId}`
      callback(null, true)
    },
    authenticate(client, username, password, done) {
      const judge = async () => {
        try {
          return await signIn(client, username, password)
        } catch (cause) {
          log.error({ cause: (cause as Error).message }, 'a sign-in on MQTT could not be judged')
          return { reason: 'database away', returnCode: 3 }
        }
      }
      const tell = (refused: { reason: string; returnCode: number } | null) => {
        if (refused === null) {
          done(null, true)
          return
        }
        refuse(client, 'connect', refused.reason, { name: username?.slice(0, 100) })
        done(failureOf(refused.reason, refused.returnCode), false)
      }
      void judge().then(tell)
    },
    authorizePublish(client, packet, done) {
      const peer = client ? peers.get(client) : undefined
      if (!client || !peer) return done(new Error('not signed in'))
      if (peer.kind === 'console') {
        refuse(client, 'publish', 'consoles do not publish', { topic: packet.topic.slice(0, 200) })
        return done(new Error('consoles do not publish'))
      }
      const known = packet.retain ? undefined : peer.publishTopics.get(packet.topic)
      const topic = known ?? devicePublish(peer.device, packet.topic, packet.retain)
      if (typeof topic === 'string') {
        refuse(client, 'publish', topic, { topic: packet.topic.slice(0, 200) })
        return done(new Error(topic))
      }
      const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload
      events.heard(peer)
      events.message(peer, topic, { topic: packet.topic, payload }, (failure) => done(failure ?? null))
    },
    authorizeSubscribe(client, subscription, done) {
      const peer = peers.get(client)
      const filter = subscription.topic
      const answer = (reason: string | null) => {
        if (reason === null) return done(null, subscription)
        refuse(client, 'subscribe', reason, { topic: filter.slice(0, 200) })
        // MQTT 3.1.1 says no by 0x80 in the SUBACK: the broker does so for a null.
        done(null, null)
      }
      if (!peer) return answer('not signed in')
      const { listensTo } = peer
      if (filter.length > LONGEST_FILTER) return answer('no such topic')
      if (!listensTo.has(filter) && listensTo.size >= MOST_SUBSCRIPTIONS) return answer('too many subscriptions')
      // Counted before it is judged: those of one packet are judged side by side.
      listensTo.add(filter)
      const judged = (reason: string | null) => {
        if (reason !== null) listensTo.delete(filter)
        answer(reason)
      }
      if (peer.kind === 'device') {
        judged(deviceSubscribe(peer.device, filter))
        return
      }
      consoleSubscribe(rightsOf(peer.userId), filter).then(judged, (cause: Error) => {
        log.error({ cause: cause.message }, 'a subscription could not be judged')
        judged('could not be judged')
      })
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

  /** Whether a device has as many sessions as may outlive their connection, and this is a further one. */
  function tooManySessions(username: string | undefined, clientId: string): boolean {
    const kept = keptSessions.get(username ?? '')
    return kept != null && !kept.has(clientId) && kept.size >= KEPT_SESSIONS
  }

  async function signIn(client: Client, username?: string, password?: Buffer): Promise<{ reason: string; returnCode: number } | null> {
    const connect = connects.get(client)!
    if (username === undefined || password === undefined) return { reason: 'no name or secret', returnCode: 5 }
    if (username === CONSOLE_NAME) return signInConsole(client, password.toString('utf8'), connect.will)
    const match = /^(0|[1-9]\d{0,14})\/([^/]+)$/.exec(username)
    if (!match || !EUI.test(match[2]!)) return { reason: 'no such name', returnCode: 4 }
    const device = await directory.find({ tenantId: Number(match[1]), eui: match[2]! }, SIGN_IN_AGE_MS)
    if (!device) return { reason: 'no such device', returnCode: 4 }
    if (!secretMatches(password.toString('utf8'), device.secretHash)) return { reason: 'wrong secret', returnCode: 4 }
    if (device.demo && !given.demo) return { reason: 'demo device while DEMO is off', returnCode: 5 }
    if (!device.enabled) return { reason: 'disabled device', returnCode: 5 }
    const { will, clientId } = connect
    if (will) {
      const allowed = devicePublish(device, will.topic, will.retain)
      if (typeof allowed === 'string') return { reason: `last will: ${allowed}`, returnCode: 5 }
    }
    if (!connect.clean) {
      const kept = keptSessions.get(username) ?? new Set()
      if (kept.size < KEPT_SESSIONS) keptSessions.set(username, kept.add(clientId))
    }
    peers.set(client, { kind: 'device', client, device, clientId, publishTopics: publishTopicsOf(device), listensTo: new Set() })
    return null
  }

  async function signInConsole(client: Client, token: string, will: PublishPacket | null) {
    const caller = await gate.identify(token)
    if (caller === 'expired') return { reason: 'expired token', returnCode: 4 }
    if (caller === 'invalid') return { reason: 'invalid token', returnCode: 4 }
    if (will) return { reason: 'last will: consoles do not publish', returnCode: 5 }
    inside(client).id = `${CONSOLE_NAME}|${caller.userId}|${connects.get(client)!.clientId}`
    peers.set(client, {
      kind: 'console',
      client,
      userId: caller.userId,
      sessionId: caller.sessionId,
      token,
      listensTo: new Set(),
      expiry: null,
    })
    return null
  }

  const rightsOf = (userId: number) => ({
    userId,
    grant: (tenantId: number) => gate.grant(userId, tenantId),
    areaExists: given.areaExists,
  })

  const aedes = new FarmBroker(options)
  await aedes.listen()

  aedes.on('client', (client) => {
    const peer = peers.get(client)
    if (!peer) return
    connections.inc({ kind: peer.kind })
    if (peer.kind === 'console') {
      consoles.add(peer)
      watchExpiry(peer)
      return
    }
    const key = keyOf(peer.device)
    const open = devices.get(key)
    if (open) open.add(peer)
    else devices.set(key, new Set([peer]))
    events.opened(peer)
  })
  aedes.on('clientDisconnect', (client) => {
    const peer = peers.get(client)
    if (!peer) return
    connections.dec({ kind: peer.kind })
    if (peer.kind === 'console') {
      consoles.delete(peer)
      if (peer.expiry) clearTimeout(peer.expiry)
      return
    }
    const key = keyOf(peer.device)
    const open = devices.get(key)
    open?.delete(peer)
    if (open?.size === 0) devices.delete(key)
    events.closed(peer)
  })
  aedes.on('ping', (_, client: Client) => {
    const peer = peers.get(client)
    if (peer?.kind === 'device') events.heard(peer)
  })
  const noticeListening = (client: Client) => {
    const peer = peers.get(client)
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

  /** Looks at a console's token again when it expires: it has then reconnected with a fresh one, or is closed. */
  function watchExpiry(peer: ConsolePeer): void {
    const rest = gate.expiry(peer.token) + EXPIRY_GRACE_MS - clock()
    peer.expiry = setTimeout(
      () => {
        if (gate.expiry(peer.token) + EXPIRY_GRACE_MS > clock()) {
          watchExpiry(peer)
          return
        }
        log.info({ who: nameOf(peer.client) }, 'a console was closed: its token has expired')
        peer.client.close()
      },
      Math.min(LONGEST_TIMER_MS, Math.max(0, rest)),
    )
    peer.expiry.unref()
  }

  /** The QoS at which a connection listens to all of its device's commands, null where it does not. */
  function listens(peer: DevicePeer, topic?: string): 0 | 1 | 2 | null {
    const { subscriptions } = inside(peer.client)
    return subscriptions[commandsOf(peer.device)]?.qos ?? (topic === undefined ? null : subscriptions[topic]?.qos) ?? null
  }

  /** Gives a connection to the broker; `tooLarge` refuses it for a packet of this many bytes, once. */
  function handle(stream: Duplex, request?: IncomingMessage): { tooLarge: (bytes: number | null) => void } {
    let client: Client | null = null
    let accepted = false
    let refused = false
    const tooLarge = (bytes: number | null) => {
      if (client && !refused) refuse(client, 'packet', accepted ? 'over 256 KB' : 'over 4 KB before CONNECT', { bytes })
      refused = true
      stream.destroy()
    }
    guardPackets(
      stream,
      () => {
        accepted ||= client?.connected === true
        return accepted ? MAX_PACKET_BYTES : MAX_CONNECT_BYTES
      },
      tooLarge,
    )
    client = aedes.handle(stream, request)
    return { tooLarge }
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Nobody else takes upgrades: one that was left alone would stay open for ever. What is asked for need not be a URL at all.
    if (request.url?.split('?', 1)[0] !== '/mqtt') {
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy())
      return
    }
    if (closing) {
      socket.destroy()
      return
    }
    ;(socket as Partial<net.Socket>).setNoDelay?.(true)
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const { tooLarge } = handle(createWebSocketStream(opened), request)
      opened.on('error', (cause) => {
        if ((cause as { code?: string }).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') tooLarge(null)
      })
    })
  }

  const openOf = (name: Eui) => devices.get(keyOf(name)) ?? new Set<DevicePeer>()

  return {
    attach(http) {
      http.on('upgrade', onUpgrade)
      detach.push(() => http.off('upgrade', onUpgrade))
    },
    listen(port, host) {
      return new Promise((resolve, reject) => {
        const made = net.createServer({ noDelay: true, keepAlive: true }, (socket) => handle(socket))
        made.once('error', (cause: NodeJS.ErrnoException) =>
          reject(cause.code === 'EADDRINUSE' ? new StartFailure(`MQTT_PORT ${port} is taken on ${host}`) : cause),
        )
        made.listen(port, host, () => {
          made.removeAllListeners('error')
          made.on('error', (cause) => log.error({ cause: cause.message }, 'the MQTT listener failed'))
          server = made
          resolve({ mqttPort: (made.address() as net.AddressInfo).port })
        })
      })
    },
    connectedDevices: () => [...devices.values()].flatMap((open) => [...open].slice(0, 1).map(({ device }) => device)),
    say(topic, payload) {
      if (closing) return
      aedes.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, (failure?: Error) => {
        if (failure) log.error({ topic, cause: failure.message }, 'a live frame did not leave')
      })
    },
    tell(name, topic, payload, expires) {
      if (closing || clock() >= expires) return Promise.resolve(false)
      let left = false
      for (const peer of openOf(name)) {
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
    isConnected: (name) => openOf(name).size > 0,
    dropDevice(name) {
      directory.forget(name)
      keptSessions.delete(keyOf(name))
      for (const { client } of openOf(name)) client.close()
    },
    dropSession(sessionId) {
      for (const peer of consoles) if (peer.sessionId === sessionId) peer.client.close()
    },
    async recheckUser(userId) {
      const theirs = [...consoles].filter((peer) => peer.userId === userId)
      const filters = new Set(theirs.flatMap(({ client }) => Object.keys(inside(client).subscriptions)))
      const lost = new Map<string, string>()
      for (const filter of filters) {
        // oxlint-disable-next-line no-await-in-loop
        const reason = await consoleSubscribe(rightsOf(userId), filter)
        if (reason !== null) lost.set(filter, reason)
      }
      for (const { client, token } of theirs) {
        // Topics of a user ask for no grant: whoever may no longer sign in hears nothing of these either.
        // oxlint-disable-next-line no-await-in-loop
        if ((await gate.identify(token)) === 'invalid') {
          refuse(client, 'connect', 'invalid token')
          client.close()
          continue
        }
        const filter = Object.keys(inside(client).subscriptions).find((one) => lost.has(one))
        if (filter === undefined) continue
        // MQTT 3.1.1 cannot end one subscription from the server's side: the console comes back and hears 0x80.
        refuse(client, 'subscribe', lost.get(filter)!, { topic: filter })
        client.close()
      }
    },
    listeners(tenantId) {
      const isOf = (filter: string) => tenantId === 'every' || declared(filter)?.params['t'] === String(tenantId)
      return [...consoles].filter(({ client }) => Object.keys(inside(client).subscriptions).some(isOf)).map(({ userId }) => userId)
    },
    async close() {
      closing = true
      for (const off of detach.splice(0)) off()
      const listening = server
      server = null
      const stopped = listening ? new Promise((resolve) => listening.close(resolve)) : null
      await new Promise<void>((resolve) => aedes.close(resolve))
      for (const socket of sockets.clients) socket.terminate()
      await stopped
    },
  }
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
