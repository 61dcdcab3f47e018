import type { Logger } from 'pino'
import { SILENCE_MS } from '#contract/devices/command'
import { commandTopic } from '#contract/devices/protocol'
import type { Directory } from './directory.ts'
import type { Eui, KnownDevice } from './knownDevice.ts'
import type { BrokerDoor } from './door.ts'
import type { DevicePeer, DevicePeers } from './peers.ts'
import type { Told } from './speech.ts'

/**
 * Tells devices, over the connections that are open and listen: a session that is away must not collect commands. A device that has no
 * connection of its own which listens is told through the one that speaks for it.
 */
export function createDelivery(given: {
  devices: DevicePeers
  directory: Pick<Directory, 'speakerFor'>
  clock: () => number
  log: Logger
}): Pick<BrokerDoor, 'tell' | 'lacksWords' | 'patienceWith' | 'isConnected'> {
  const { devices, directory, clock, log } = given

  function send(peers: ReadonlySet<DevicePeer>, to: (peer: DevicePeer) => KnownDevice, told: Told): boolean {
    let left = false
    for (const peer of peers) {
      const packet = peer.client.closed ? null : peer.speech.tell(to(peer), told)
      if (!packet) continue
      left = true
      peer.client.publish({ cmd: 'publish', ...packet, retain: false, dup: false }, (failure) => {
        if (failure) log.warn({ topic: packet.topic, cause: failure.message }, 'a command did not leave')
      })
    }
    return left
  }

  /** The connections that listen to the commands of a device, each with the device as it knows it. */
  function listening(name: Eui): { speech: DevicePeer['speech']; device: KnownDevice }[] {
    const speaker = directory.speakerFor(name)
    return [
      ...[...devices.of(name)].map(({ speech, device }) => ({ speech, device })),
      ...(speaker ? [...devices.of(speaker.gateway)].map(({ speech }) => ({ speech, device: speaker.child })) : []),
    ].filter(({ speech, device }) => speech.listensFor(device))
  }

  return {
    tell(name, topic, payload, expires) {
      const commandId = commandTopic.match(topic)?.commandId
      if (commandId === undefined || clock() >= expires) return Promise.resolve(false)
      const told = { commandId, payload, expires }
      if (send(devices.of(name), ({ device }) => device, told)) return Promise.resolve(true)
      const speaker = directory.speakerFor(name)
      return Promise.resolve(speaker !== undefined && send(devices.of(speaker.gateway), () => speaker.child, told))
    },
    lacksWords(name, payload) {
      const ways = listening(name)
      return ways.length > 0 && ways.every(({ speech, device }) => !speech.knows(device, payload))
    },
    patienceWith: (name) => Math.max(SILENCE_MS, ...listening(name).map(({ speech, device }) => speech.patienceWith(device))),
    isConnected(name) {
      if (devices.of(name).size > 0) return true
      const speaker = directory.speakerFor(name)
      return speaker !== undefined && devices.of(speaker.gateway).size > 0
    },
  }
}
