import type { Publish } from './access.ts'
import type { KnownDevice } from './knownDevice.ts'

/** A command on its way to a device: of our own protocol, as JSON. `expires` in ms UTC. */
export interface Told {
  readonly commandId: string
  readonly payload: string
  readonly expires: number
}
export interface Packet {
  readonly topic: string
  readonly payload: string | Buffer
  readonly qos: 0 | 1
}

/** The protocol of one connection of a device: which topics are its to use, and how a command stands in them. */
export interface Speech {
  /** Why a publish is refused, or what it is. */
  publish(topic: string, retain: boolean): Publish | string
  /** Why a subscription is refused, or null. */
  subscribe(filter: string): string | null
  /** Whether it listens to every command of a device, its own or one behind it. */
  listensFor(device: KnownDevice): boolean
  /** A command of a device, as this connection hears it; null where it does not listen, or nothing that it knows says that. */
  tell(device: KnownDevice, told: Told): Packet | null
  /** Whether anything that it knows says this command of a device; `payload` as of `Told`. */
  knows(device: KnownDevice, payload: string): boolean
  /** How long a device may take to answer a command that has left, ms. */
  patienceWith(device: KnownDevice): number
  /** Whether a packet that is on its way to it is still its to hear at `now`, ms UTC. */
  hears(packet: { readonly topic: string; readonly payload: string | Buffer }, now: number): boolean
}

/** What a connection listens to: filter to QoS, as the broker library keeps it. */
export type Subscriptions = () => Readonly<Record<string, { qos: 0 | 1 | 2 }>>
