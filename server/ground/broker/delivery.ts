import type { Logger } from 'pino'
import { commandsOf } from './access.ts'
import type { BrokerDoor } from './door.ts'
import { type DevicePeer, type DevicePeers, inside } from './peers.ts'

/** The QoS at which a connection listens to all of its device's commands (or to this one), null where it does not. */
export function listens(peer: DevicePeer, topic?: string): 0 | 1 | 2 | null {
  const { subscriptions } = inside(peer.client)
  return subscriptions[commandsOf(peer.device)]?.qos ?? (topic === undefined ? null : subscriptions[topic]?.qos) ?? null
}

/** Tells devices, over the connections that are open and listen: a session that is away must not collect commands. */
export function createDelivery(given: {
  devices: DevicePeers
  clock: () => number
  log: Logger
}): Pick<BrokerDoor, 'tell' | 'isConnected'> {
  const { devices, clock, log } = given
  return {
    tell(name, topic, payload, expires) {
      if (clock() >= expires) return Promise.resolve(false)
      let left = false
      for (const peer of devices.of(name)) {
        const qos = listens(peer, topic)
        if (qos == null || peer.client.closed) continue
        left = true
        peer.client.publish({ cmd: 'publish', topic, payload, qos: qos === 0 ? 0 : 1, retain: false, dup: false }, (failure) => {
          if (failure) log.warn({ topic, cause: failure.message }, 'a command did not leave')
        })
      }
      return Promise.resolve(left)
    },
    isConnected: (name) => devices.of(name).size > 0,
  }
}
