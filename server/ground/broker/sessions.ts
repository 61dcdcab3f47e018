import { Readable } from 'node:stream'
import type { PublishPacket } from 'aedes'

/** Sessions that outlive their connection, a device: beyond it a new client id gets a clean one. */
export const KEPT_SESSIONS = 8
/** Of all devices; beyond it the one that is away the longest is forgotten. */
const MOST_SESSIONS = 10_000
const KEPT_AWAY_MS = 24 * 3_600_000
const SWEEP_MS = 10 * 60_000
/** Filters that one connection of a device listens to, and that are kept of a session. Names of commands can be made up without end. */
export const MOST_FILTERS = 64
export const LONGEST_FILTER = 256
/** Messages to a device that it has not acknowledged, a session: commands, each well under a kilobyte. The oldest goes. */
const MOST_OUTGOING = 64
/** Messages of QoS 2 that wait for their PUBREL, a session. Their numbers are kept, not their bytes. */
const MOST_RECEIVED = 1000
export const TOO_MANY_RECEIVED = 'too many messages without PUBREL'
/** Deliveries of one message of QoS 2 that wait for its commit together. */
const MOST_AGAIN = 3

type Ack = (failure?: Error | null) => void
interface Named {
  readonly id: string
}
interface Subscription {
  readonly topic: string
  readonly qos: 0 | 1 | 2
}
type Outgoing = PublishPacket & { brokerId?: string; brokerCounter?: number; messageId?: number }

interface Session {
  readonly owner: string
  readonly subscriptions: Map<string, Subscription>
  outgoing: Outgoing[]
  /** When its connection ended; null while it is open. */
  awaySince: number | null
}

/**
 * What of a connection the server remembers: subscriptions and unacknowledged commands of sessions that outlive it, and which messages
 * of QoS 2 were taken. All of it is bounded, a device and in all, and lasts until the server ends.
 */
export interface SessionStore {
  /** What the broker library asks of a store. */
  readonly persistence: object
  /** Whether a session of this owner may outlive its connection. */
  hasRoom(owner: string, id: string): boolean
  /** Begins such a session or goes on with it; false where there is no room. */
  keep(owner: string, id: string): boolean
  /** Its connection has ended. */
  away(id: string): void
  forgetOwner(owner: string): void
  /**
   * Does `act` once for a message of QoS 2, however often it is delivered before its PUBREL: also while it is still being committed, and
   * over another connection of a kept session.
   */
  once(id: string, messageId: number, act: (done: Ack) => void, done: Ack): void
  close(): void
}

/** `monotonic` answers milliseconds that never go back. */
export function createSessionStore(monotonic: () => number = () => performance.now()): SessionStore {
  const sessions = new Map<string, Session>()
  const ofOwner = new Map<string, Set<string>>()
  const wills = new Map<string, PublishPacket>()
  const received = createReceived()

  function forget(id: string): void {
    const session = sessions.get(id)
    if (!session) return
    sessions.delete(id)
    received.forget(id)
    const ids = ofOwner.get(session.owner)
    ids?.delete(id)
    if (ids?.size === 0) ofOwner.delete(session.owner)
  }
  function sweep(): void {
    const now = monotonic()
    for (const [id, { awaySince }] of sessions) if (awaySince !== null && now - awaySince > KEPT_AWAY_MS) forget(id)
  }
  const sweeping = setInterval(sweep, SWEEP_MS)
  sweeping.unref()

  function makeRoom(): boolean {
    if (sessions.size < MOST_SESSIONS) return true
    let longest: { id: string; since: number } | null = null
    for (const [id, { awaySince }] of sessions)
      if (awaySince !== null && (longest === null || awaySince < longest.since)) longest = { id, since: awaySince }
    if (longest) forget(longest.id)
    return longest !== null
  }
  const hasRoom = (owner: string, id: string) => sessions.has(id) || (ofOwner.get(owner)?.size ?? 0) < KEPT_SESSIONS

  return {
    persistence: persistenceOf({ sessions, wills, received, forget }),
    hasRoom,
    keep(owner, id) {
      const before = sessions.get(id)
      if (before) before.awaySince = null
      else {
        if (!hasRoom(owner, id) || !makeRoom()) return false
        sessions.set(id, { owner, subscriptions: new Map(), outgoing: [], awaySince: null })
        ofOwner.set(owner, (ofOwner.get(owner) ?? new Set()).add(id))
      }
      return true
    },
    away(id) {
      const session = sessions.get(id)
      if (session) session.awaySince = monotonic()
    },
    forgetOwner(owner) {
      for (const id of ofOwner.get(owner) ?? []) forget(id)
    },
    once: (id, messageId, act, done) => received.once(id, messageId, act, done),
    close: () => clearInterval(sweeping),
  }
}

type Received = ReturnType<typeof createReceived>

/** Which messages of QoS 2 were taken and wait for their PUBREL, by client. */
function createReceived() {
  const taken = new Map<string, Map<number, 'taken' | Ack[]>>()
  return {
    has: (id: string, messageId: number) => taken.get(id)?.get(messageId) === 'taken',
    release: (id: string, messageId: number) => taken.get(id)?.delete(messageId) === true,
    forget: (id: string) => void taken.delete(id),
    once(id: string, messageId: number, act: (done: Ack) => void, done: Ack): void {
      const own = taken.get(id) ?? new Map<number, 'taken' | Ack[]>()
      const before = own.get(messageId)
      if (before === 'taken') return done(null)
      if (before !== undefined) {
        if (before.length >= MOST_AGAIN) return done(new Error('delivered again too often'))
        before.push(done)
        return
      }
      if (own.size >= MOST_RECEIVED) return done(new Error(TOO_MANY_RECEIVED))
      const waiting: Ack[] = [done]
      taken.set(id, own.set(messageId, waiting))
      act((failure) => {
        if (failure) own.delete(messageId)
        else own.set(messageId, 'taken')
        for (const one of waiting) one(failure ?? null)
      })
    },
  }
}

/**
 * The store as the broker library asks it. Nothing is retained, since nobody may subscribe to the one topic on which devices may retain;
 * and nothing is queued by topic for sessions that are away, since commands go to open connections alone.
 */
function persistenceOf(given: {
  sessions: ReadonlyMap<string, Session>
  wills: Map<string, PublishPacket>
  received: Received
  forget: (id: string) => void
}): object {
  const { sessions, wills, received, forget } = given
  let brokerId = ''
  const noSuchPacket = () => new Error('no such packet')
  return {
    async setup(broker: { id: string }) {
      brokerId = broker.id
    },
    async storeRetained() {},
    createRetainedStream: () => Readable.from([]),
    createRetainedStreamCombi: () => Readable.from([]),
    async addSubscriptions({ id }: Named, asked: readonly Subscription[]) {
      const subscriptions = sessions.get(id)?.subscriptions
      if (!subscriptions) return
      // The library hands on all that one packet asks for, also what is refused.
      for (const { topic, qos } of asked)
        if (topic.length <= LONGEST_FILTER && (subscriptions.size < MOST_FILTERS || subscriptions.has(topic)))
          subscriptions.set(topic, { topic, qos })
    },
    async removeSubscriptions({ id }: Named, topics: readonly string[]) {
      for (const topic of topics) sessions.get(id)?.subscriptions.delete(topic)
    },
    subscriptionsByClient: async ({ id }: Named) => [...(sessions.get(id)?.subscriptions.values() ?? [])].map((one) => ({ ...one })),
    subscriptionsByTopic: async () => [],
    async cleanSubscriptions({ id }: Named) {
      forget(id)
    },
    async outgoingEnqueue({ clientId }: { clientId: string }, packet: Outgoing) {
      const session = sessions.get(clientId)
      session?.outgoing.push({ ...packet })
      if (session && session.outgoing.length > MOST_OUTGOING) session.outgoing.shift()
    },
    async outgoingEnqueueCombi() {},
    async outgoingUpdate({ id }: Named, packet: Outgoing) {
      const held = sessions.get(id)?.outgoing.find((one) => one.brokerId === packet.brokerId && one.brokerCounter === packet.brokerCounter)
      if (held && packet.messageId !== undefined) held.messageId = packet.messageId
    },
    async outgoingClearMessageId({ id }: Named, { messageId }: Outgoing) {
      const session = sessions.get(id)
      const at = session?.outgoing.findIndex((one) => one.messageId === messageId) ?? -1
      return at < 0 ? undefined : session!.outgoing.splice(at, 1)[0]
    },
    outgoingStream: ({ id }: Named) => Readable.from([...(sessions.get(id)?.outgoing ?? [])]),
    async incomingStorePacket() {},
    async incomingGetPacket({ id }: Named, { messageId }: { messageId: number }) {
      if (!received.has(id, messageId)) throw noSuchPacket()
      return { messageId }
    },
    async incomingDelPacket({ id }: Named, { messageId }: { messageId: number }) {
      if (!received.release(id, messageId)) throw noSuchPacket()
    },
    async cleanIncoming({ id }: Named) {
      received.forget(id)
    },
    async putWill({ id }: Named, will: PublishPacket) {
      wills.set(id, Object.assign(will, { brokerId, clientId: id }))
    },
    getWill: async ({ id }: Named) => wills.get(id),
    async delWill({ id }: Named) {
      const will = wills.get(id)
      wills.delete(id)
      return will
    },
    // Wills of other brokers: there is none.
    streamWill: () => Readable.from([]),
  }
}
