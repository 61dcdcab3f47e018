import type { Logger } from 'pino'
import { childCommandTopic, commandTopic } from '#contract/devices/protocol'
import { childCommandsOf, commandsOf } from './access.ts'
import type { Directory } from './directory.ts'
import type { KnownDevice } from './knownDevice.ts'
import type { BrokerDoor } from './door.ts'
import { type DevicePeer, type DevicePeers, inside } from './peers.ts'

/** The topic on which a connection hears a command of `device`, its own or one behind it, and at which QoS; null where it does not listen. */
function wayTo(peer: DevicePeer, device: KnownDevice, commandId: string): { topic: string; qos: 0 | 1 } | null {
  const { subscriptions } = inside(peer.client)
  const topic = commandTopic.of({ tenantId: device.tenantId, eui: device.eui, commandId })
  const own = subscriptions[commandsOf(device)] ?? subscriptions[topic]
  if (own) return { topic, qos: own.qos === 0 ? 0 : 1 }
  if (device === peer.device) return null
  const { tenantId, eui } = peer.device
  const through = childCommandTopic.of({ tenantId, eui, child: device.eui, commandId })
  const every = subscriptions[childCommandsOf(peer.device)] ?? subscriptions[through]
  return every ? { topic: through, qos: every.qos === 0 ? 0 : 1 } : null
}

/** Whether a connection listens to every command of `device`, its own or one behind it. */
export function listensFor(peer: DevicePeer, device: KnownDevice): boolean {
  const { subscriptions } = inside(peer.client)
  if (subscriptions[commandsOf(device)]) return true
  return device !== peer.device && subscriptions[childCommandsOf(peer.device)] !== undefined
}

/**
 * Tells devices, over the connections that are open and listen: a session that is away must not collect commands. A device that has no
 * connection of its own which listens is told through the one that speaks for it.
 */
export function createDelivery(given: {
  devices: DevicePeers
  directory: Pick<Directory, 'speakerFor'>
  clock: () => number
  log: Logger
}): Pick<BrokerDoor, 'tell' | 'isConnected'> {
  const { devices, directory, clock, log } = given

  function send(peers: ReadonlySet<DevicePeer>, to: (peer: DevicePeer) => KnownDevice, commandId: string, payload: string): boolean {
    let left = false
    for (const peer of peers) {
      const way = peer.client.closed ? null : wayTo(peer, to(peer), commandId)
      if (!way) continue
      left = true
      peer.client.publish({ cmd: 'publish', payload, ...way, retain: false, dup: false }, (failure) => {
        if (failure) log.warn({ topic: way.topic, cause: failure.message }, 'a command did not leave')
      })
    }
    return left
  }

  return {
    tell(name, topic, payload, expires) {
      const commandId = commandTopic.match(topic)?.commandId
      if (commandId === undefined || clock() >= expires) return Promise.resolve(false)
      if (send(devices.of(name), ({ device }) => device, commandId, payload)) return Promise.resolve(true)
      const speaker = directory.speakerFor(name)
      return Promise.resolve(speaker !== undefined && send(devices.of(speaker.gateway), () => speaker.child, commandId, payload))
    },
    isConnected(name) {
      if (devices.of(name).size > 0) return true
      const speaker = directory.speakerFor(name)
      return speaker !== undefined && devices.of(speaker.gateway).size > 0
    },
  }
}
