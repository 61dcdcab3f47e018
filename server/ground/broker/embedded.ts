import { Aedes, type AedesOptions, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { Logger } from 'pino'
import type { AddressOf } from '../http/callerAddress.ts'
import type { Gate } from '../http/gate.ts'
import type { Upgrades } from '../http/upgrades.ts'
import { createSparingLog } from '../sparingLog.ts'
import { attend } from './attendance.ts'
import { MOST_CLIENT_ID } from './connects.ts'
import { createConsolePeers } from './consolePeers.ts'
import { framesDropped } from './counters.ts'
import { createDelivery } from './delivery.ts'
import type { DeviceEvents } from './deviceEvents.ts'
import type { Directory } from './directory.ts'
import { keyOf, type KnownDevice } from './knownDevice.ts'
import type { BrokerDoor } from './door.ts'
import { createEntrance, type Entrance } from './entrance.ts'
import { judgeForward } from './forward.ts'
import { createInFlight } from './inFlight.ts'
import { createMqttListeners } from './listeners.ts'
import { type ConsolePeer, createDevicePeers, type Peer } from './peers.ts'
import { createPublishing } from './publishing.ts'
import { createRefuser, type Refuser } from './refuse.ts'
import { createSessionStore, type SessionStore } from './sessions.ts'
import { createSignIn } from './signIn.ts'
import { createTries } from './tries.ts'
import { createSubscribing } from './subscribing.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** A connection that takes nothing for this long is closed. */
const DRAIN_TIMEOUT_MS = 20_000
const CONSOLES_DO_NOT_PUBLISH = 'consoles do not publish'

export interface EmbeddedBroker extends Omit<BrokerDoor, 'learn' | 'hear'> {
  /** MQTT over WebSocket: takes upgrades of `/mqtt`. */
  attach(upgrades: Upgrades): void
  listen(port: number, host: string): Promise<{ mqttPort: number }>
  /** Whether any connection of the device is open, by its row. */
  connectedDevices(): Iterable<KnownDevice>
}

/** What a client publishes goes to the server's own parts and nowhere else: no client ever receives another one's bytes. */
class FarmBroker extends Aedes {
  override publish(packet: PublishPacket, ...rest: unknown[]): void {
    const done = rest.at(-1) as (failure?: Error | null) => void
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
  const peerOf = (client: Client) => peers.get(client)
  const devices = createDevicePeers()
  const sessions = createSessionStore()
  const refuser = createRefuser({
    sparing,
    addressOf: given.addressOf,
    peerOf,
    refused: (device, refusal) => events.refused(device, refusal),
  })
  const rightsOf = (caller: ConsolePeer['caller']) => ({
    caller,
    async grant(tenantId: number) {
      // What a session is good for may have changed since it signed in, and outlives its access token.
      const now = caller.client === null ? await gate.session(caller.sessionId) : caller
      return now && gate.grantFor(now, tenantId)
    },
    areaExists: given.areaExists,
  })
  const consoles = createConsolePeers({
    gate,
    clock,
    log,
    rightsOf,
    refused: ({ client }, what, reason, topic) => refuser.refuse(client, what, reason, topic === undefined ? {} : { topic }),
  })
  const signIn = createSignIn({ gate, directory, demo: given.demo, devices, refuser, tries: createTries() })
  const entrance = createEntrance({ signIn, sessions, refuser, sparing, admitted: (client, peer) => peers.set(client, peer) })
  const delivery = createDelivery({ devices, directory, clock, log })
  const inFlight = createInFlight((client) => listeners.flowOf(client))
  const aedes = new FarmBroker(
    optionsOf({
      entrance,
      sessions,
      refuser,
      peerOf,
      publish: createPublishing({ refuser, inFlight, sessions, events }),
      subscribe: createSubscribing({ refuser, sparing, rightsOf }),
      clock,
    }),
  )
  await aedes.listen()
  attend(aedes, { peerOf, devices, consoles, sessions, events, refuser, log })
  const listeners = createMqttListeners({
    log,
    handle: (stream, request) => aedes.handle(stream, request),
    refused: (client, reason, bytes) => refuser.refuse(client, 'packet', reason, { bytes }),
  })
  let closing = false

  return {
    attach: (upgrades) => listeners.attach(upgrades),
    listen: (port, host) => listeners.listen(port, host),
    connectedDevices: () => devices.devices(),
    say(topic, payload) {
      if (closing) return
      aedes.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, (failure?: Error) => {
        if (failure) sparing.say('error', 'live frame', { topic, cause: failure.message }, 'a live frame did not leave')
      })
    },
    tell: (name, topic, payload, expires) => (closing ? Promise.resolve(false) : delivery.tell(name, topic, payload, expires)),
    lacksWords: (name, payload) => delivery.lacksWords(name, payload),
    patienceWith: (name) => delivery.patienceWith(name),
    isConnected: (name) => delivery.isConnected(name),
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

/** What the broker library asks, answered by the parts. */
function optionsOf(given: {
  entrance: Entrance
  sessions: SessionStore
  refuser: Refuser
  peerOf: (client: Client) => Peer | undefined
  publish: ReturnType<typeof createPublishing>
  subscribe: ReturnType<typeof createSubscribing>
  clock: () => number
}): AedesOptions {
  const { entrance, refuser, peerOf } = given
  return {
    persistence: given.sessions.persistence,
    // No limit: a frozen page holds back nobody's delivery; what waits for it is bounded by its own queue and the drain timeout.
    concurrency: 0,
    drainTimeout: DRAIN_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxClientsIdLength: MOST_CLIENT_ID,
    maxTopicLevels: 16,
    preConnect(client, packet, callback) {
      entrance.preConnect(client, packet)
      callback(null, true)
    },
    authenticate(client, username, password, done) {
      const answer = (failure: AuthenticateError | null) => done(failure, failure === null)
      void entrance.authenticate(client, username, password).then(answer)
    },
    authorizePublish(client, packet, done) {
      const peer = client ? peerOf(client) : undefined
      if (!client || !peer) return done(new Error('not signed in'))
      if (peer.kind === 'device') return given.publish(peer, packet, done)
      refuser.refuse(client, 'publish', CONSOLES_DO_NOT_PUBLISH, { topic: packet.topic.slice(0, 200) })
      done(new Error(CONSOLES_DO_NOT_PUBLISH))
    },
    authorizeSubscribe(client, subscription, done) {
      const answer = (reason: string | null) => {
        if (reason === null) return done(null, subscription)
        refuser.refuse(client, 'subscribe', reason, { topic: subscription.topic.slice(0, 200) })
        // MQTT 3.1.1 says no by 0x80 in the SUBACK: the broker does so for a null.
        done(null, null)
      }
      const judged = given.subscribe(peerOf(client), subscription.topic)
      if (judged instanceof Promise) void judged.then(answer)
      else answer(judged)
    },
    authorizeForward(client, packet) {
      const judged = judgeForward(peerOf(client), packet, client.conn.writableLength, given.clock())
      if (judged === 'slow') framesDropped.inc()
      return judged === 'forward' ? packet : null
    },
  }
}
