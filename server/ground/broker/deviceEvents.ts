import type { Publish } from './access.ts'
import type { KnownDevice } from './knownDevice.ts'
import type { Refusal } from './keepRefusals.ts'
import type { DevicePeer } from './peers.ts'

/** What the server does with what devices say. */
export interface DeviceEvents {
  opened(peer: DevicePeer): void
  closed(peer: DevicePeer): void
  /** Anything came: a publish, a ping. */
  heard(peer: DevicePeer): void
  /** A device began to listen to its commands, or the connection that speaks for it. */
  listening(device: KnownDevice): void
  /** A console began to listen to something. */
  joined(): void
  /** A sign-in with a wrong secret, or a topic that is not the device's. Answered alike whether it is kept or not. */
  refused(device: KnownDevice, refusal: Refusal): void
  /** A publish on a topic that the connection may use, of its own device or of one behind it; `done` acknowledges it. */
  message(peer: DevicePeer, publish: Publish, packet: { topic: string; payload: Buffer }, done: (failure?: Error) => void): void
}
