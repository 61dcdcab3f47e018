import {
  deviceBirthTopic,
  deviceDataTopic,
  deviceDeathTopic,
  nodeBirthTopic,
  nodeDataTopic,
  nodeDeathTopic,
} from '#contract/devices/sparkplug'
import type { AnyTopic } from '#contract/core/topic'
import type { Publish } from '../broker/access.ts'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { DevicePeer } from '../broker/peers.ts'
import { decodePayload, type SparkplugPayload } from '../broker/sparkplug/payload.ts'
import type { SparkplugSpeech } from '../broker/sparkplug/speech.ts'
import type { Arrivals, Arrived } from '../ingest/arrivals.ts'
import { short } from '../ingest/decode.ts'
import { childNamed } from '../ingest/foreign/names.ts'
import { decodeMetrics } from '../ingest/foreign/sparkplug.ts'
import type { PresenceDesk } from '../presence/presence.ts'

/** Of bytes that cannot be read this many are shown, in hexadecimal. */
const SHOWN_BYTES = 500

interface Said {
  readonly peer: DevicePeer
  readonly speech: SparkplugSpeech
  readonly gateway: KnownDevice
  readonly payload: SparkplugPayload
  readonly arrived: Arrived
}
/** Of a device: `name` as the edge node calls it. */
interface SaidOfDevice extends Said {
  readonly device: KnownDevice
  readonly name: string
}

/** What edge nodes of Sparkplug B publish, given to whom it concerns; false where the topic is none of theirs. */
export function createSparkplugMessages(given: {
  ingest: Arrivals
  presence: Pick<PresenceDesk, 'word' | 'heardThrough'>
  clock: () => number
}): (peer: DevicePeer, publish: Publish, arrived: Arrived) => boolean {
  const { ingest, presence, clock } = given

  function askRebirth({ peer, speech }: Said): void {
    const packet = speech.rebirth(clock())
    if (packet) peer.client.publish({ cmd: 'publish', ...packet, retain: false, dup: false }, () => undefined)
  }
  /** Takes the metrics of a message, in the readable form in which they are tried and, where they cannot be used, shown. */
  function take(said: Said, device: KnownDevice, name: string): void {
    const { text, isWhole } = said.speech.session.read(name, said.payload)
    if (!isWhole) askRebirth(said)
    ingest.said(device, { ...said.arrived, payload: Buffer.from(text) }, decodeMetrics)
  }
  function inOrder(said: Said): void {
    if (!said.speech.session.follows(said.payload)) askRebirth(said)
  }

  const ofNode = new Map<AnyTopic, (said: Said) => void>([
    [
      nodeBirthTopic,
      (said) => {
        said.speech.session.beginNode(said.payload)
        presence.word(said.gateway, said.peer.clientId, '1')
        take(said, said.gateway, '')
      },
    ],
    [
      nodeDataTopic,
      (said) => {
        inOrder(said)
        take(said, said.gateway, '')
      },
    ],
    [
      nodeDeathTopic,
      ({ peer, speech, gateway, payload, arrived }) => {
        if (speech.session.isWillOf(payload)) {
          presence.word(gateway, peer.clientId, '0')
          for (const child of speech.session.names.keys()) if (gateway.children.get(child.eui) === child) presence.word(child, null, '0')
        }
        arrived.done()
      },
    ],
  ])
  const ofDevice = new Map<AnyTopic, (said: SaidOfDevice) => void>([
    [
      deviceBirthTopic,
      (said) => {
        said.speech.session.beginDevice(said.name, said.payload)
        presence.word(said.device, null, '1')
        take(said, said.device, said.name)
      },
    ],
    [deviceDataTopic, (said) => take(said, said.device, said.name)],
    [
      deviceDeathTopic,
      ({ speech, device, name, arrived }) => {
        speech.session.endDevice(name)
        presence.word(device, null, '0')
        arrived.done()
      },
    ],
  ])

  function tellOfDevice(said: Said, topic: AnyTopic, act: (said: SaidOfDevice) => void): void {
    const { name } = topic.match(said.arrived.topic) as { name: string }
    inOrder(said)
    const device = childNamed(said.gateway, name)
    if (!device) {
      const readable = { ...said.arrived, payload: Buffer.from(said.speech.session.read(name, said.payload).text) }
      return ingest.reject(said.gateway, readable, { reason: 'notBehind', notes: [{ code: 'notBehind', name: short(name) }] })
    }
    said.speech.session.names.set(device, name)
    presence.heardThrough(said.gateway, device)
    act({ ...said, device, name })
  }

  return (peer, { topic, device: gateway }, arrived) => {
    const node = ofNode.get(topic)
    const device = ofDevice.get(topic)
    if (!node && !device) return false
    const payload = decodePayload(arrived.payload)
    if (payload === null) {
      const shown = { ...arrived, payload: Buffer.from(arrived.payload.toString('hex', 0, SHOWN_BYTES)) }
      ingest.reject(gateway, shown, { reason: 'shape', notes: [{ code: 'protobuf' }] })
      return true
    }
    const said = { peer, speech: peer.speech as SparkplugSpeech, gateway, payload, arrived }
    if (device) tellOfDevice(said, topic, device)
    else node?.(said)
    return true
  }
}
