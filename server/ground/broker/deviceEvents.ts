import type { AnyTopic } from '#contract/core/topic'
import type { KnownDevice } from './directory.ts'
import type { Refusal } from './keepRefusals.ts'
import type { DevicePeer } from './peers.ts'

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
  message(peer: DevicePeer, topic: AnyTopic, packet: { topic: string; payload: Buffer }, done: (failure?: Error | null) => void): void
}
