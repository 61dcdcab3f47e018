import type { Client } from 'aedes'
import { type Eui, keyOf, type KnownDevice } from './knownDevice.ts'
import type { Caller } from '../http/handler.ts'
import type { Speech } from './speech.ts'

/** One open connection of a device. */
export interface DevicePeer {
  readonly kind: 'device'
  readonly client: Client
  readonly device: KnownDevice
  /** As the device gave it; empty ids are told apart by a made-up one. */
  readonly clientId: string
  readonly speech: Speech
  readonly listensTo: Set<string>
}
export interface ConsolePeer {
  readonly kind: 'console'
  readonly client: Client
  readonly userId: number
  /** As it was when it signed in. */
  readonly caller: Caller
  readonly sessionId: string
  readonly token: string
  readonly listensTo: Set<string>
}
export type Peer = DevicePeer | ConsolePeer

// What the broker library keeps on its clients beyond the published types; asked in one place.
interface ClientInside {
  id: string
  clean: boolean
  subscriptions: Record<string, { qos: 0 | 1 | 2 }>
}
export const inside = (client: Client) => client as unknown as ClientInside

/** Connections of one device, told apart by client id: each costs buffers, and one secret must not take them all. */
export const MOST_CONNECTIONS = 16

/** Which connections each device has. */
export interface DevicePeers {
  /** Takes a place for a connection, until it is closed; false where the device has as many as it may. Another of the same id is none more. */
  admit(device: KnownDevice, clientId: string, client: Client): boolean
  opened(peer: DevicePeer): void
  closed(peer: DevicePeer): void
  of(name: Eui): ReadonlySet<DevicePeer>
  /** Each device with an open connection, once. */
  devices(): KnownDevice[]
}

export function createDevicePeers(): DevicePeers {
  const open = new Map<string, Set<DevicePeer>>()
  // From the sign-in on, and not only once it is open: three hundred may sign in at one moment.
  const places = new Map<string, Map<string, Set<Client>>>()
  const none: ReadonlySet<DevicePeer> = new Set()

  return {
    admit(device, clientId, client) {
      if (client.closed || client.conn.destroyed) return false
      const key = keyOf(device)
      const ids = places.get(key) ?? new Map<string, Set<Client>>()
      const clients = ids.get(clientId) ?? new Set()
      if (clients.size === 0 && ids.size >= MOST_CONNECTIONS) return false
      places.set(key, ids.set(clientId, clients.add(client)))
      client.conn.once('close', () => {
        clients.delete(client)
        if (clients.size === 0) ids.delete(clientId)
        if (ids.size === 0 && places.get(key) === ids) places.delete(key)
      })
      return true
    },
    opened(peer) {
      const key = keyOf(peer.device)
      const those = open.get(key)
      if (those) those.add(peer)
      else open.set(key, new Set([peer]))
    },
    closed(peer) {
      const key = keyOf(peer.device)
      const those = open.get(key)
      those?.delete(peer)
      if (those?.size === 0) open.delete(key)
    },
    of: (name) => open.get(keyOf(name)) ?? none,
    devices: () => [...open.values()].flatMap((those) => [...those].slice(0, 1).map(({ device }) => device)),
  }
}
