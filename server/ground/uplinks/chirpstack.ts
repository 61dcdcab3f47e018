import type { AnyTopic } from '#contract/core/topic'
import { ackTopic, chirpstackEvent, joinTopic, logTopic, otherTopic, statusTopic, txAckTopic, upTopic } from '#contract/devices/chirpstack'
import { replyTopic } from '#contract/devices/protocol'
import { REASON } from '#machines/devices/commandLane'
import type { Publish } from '../broker/access.ts'
import type { ChirpstackSpeech } from '../broker/chirpstack/speech.ts'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { DevicePeer } from '../broker/peers.ts'
import type { Arrivals, Arrived } from '../ingest/arrivals.ts'
import { type Decode, short } from '../ingest/decode.ts'
import { decodeEvent, decodeWord, nodeNamed } from '../ingest/foreign/chirpstack.ts'
import type { Commands } from '../commands/desk.ts'
import type { PresenceDesk } from '../presence/presence.ts'
import { parsedPayload } from './parsedPayload.ts'

/** Uplinks that were stored and would be taken for new ones if they came again; what is beyond it is the oldest. */
const MOST_STORED = 10_000

const decodes = new Map<AnyTopic, Decode>([
  [upTopic, decodeEvent],
  [statusTopic, decodeEvent],
  [joinTopic, decodeWord('joined')],
  [logTopic, decodeWord('log')],
])

/** What ChirpStack publishes of its nodes, given to whom it concerns; false where the topic is none of its own. */
export function createChirpstackMessages(given: {
  ingest: Arrivals
  presence: Pick<PresenceDesk, 'heardThrough'>
  commands: Pick<Commands, 'reply' | 'radioed'>
}): (peer: DevicePeer, publish: Publish, arrived: Arrived) => boolean {
  const { ingest, presence, commands } = given
  const stored = new Set<string>()

  /** Takes an event once: what comes again after it was stored is acknowledged alone. What has no number is what it says. */
  function once(node: KnownDevice, arrived: Arrived, take: (arrived: Arrived) => void): void {
    const { data } = chirpstackEvent.safeParse(parsedPayload(arrived.payload))
    if (data?.deduplicationId === undefined) return take(arrived)
    const key = `${node.id} ${arrived.topic.slice(arrived.topic.lastIndexOf('/') + 1)} ${data.deduplicationId}`
    if (stored.has(key)) return arrived.done()
    take({
      ...arrived,
      done(failure) {
        if (failure === undefined) remember(key)
        arrived.done(failure)
      },
    })
  }
  function remember(key: string): void {
    stored.add(key)
    if (stored.size > MOST_STORED) stored.delete(stored.values().next().value!)
  }

  function confirmed(node: KnownDevice, arrived: Arrived): void {
    const { data } = ackTopic.payload.safeParse(parsedPayload(arrived.payload))
    if (data === undefined) return ingest.reject(node, arrived, { reason: 'shape', notes: [{ code: 'callForm' }] })
    const { queueItemId, acknowledged } = data as { queueItemId: string; acknowledged: boolean }
    const topic = replyTopic.of({ tenantId: node.tenantId, eui: node.eui, commandId: queueItemId })
    const verdict = acknowledged ? { ok: true } : { ok: false, message: REASON.notConfirmed }
    commands.reply(node, topic, Buffer.from(JSON.stringify(verdict))).then(
      () => arrived.done(),
      (cause: Error) => arrived.done(cause),
    )
  }
  function radioed(node: KnownDevice, arrived: Arrived): void {
    const { data } = txAckTopic.payload.safeParse(parsedPayload(arrived.payload))
    if (data === undefined) return ingest.reject(node, arrived, { reason: 'shape', notes: [{ code: 'callForm' }] })
    commands.radioed(node, (data as { queueItemId: string }).queueItemId)
    arrived.done()
  }

  return ({ device: gateway, speech }, { topic }, arrived) => {
    const named = topic.match(arrived.topic) as { application: string; devEui: string } | null
    const decode = decodes.get(topic)
    if (named === null || (!decode && topic !== ackTopic && topic !== txAckTopic && topic !== otherTopic)) return false
    const node = nodeNamed(gateway, named.devEui)
    if (!node) {
      ingest.reject(gateway, arrived, { reason: 'notBehind', notes: [{ code: 'notBehind', name: short(named.devEui) }] })
      return true
    }
    ;(speech as ChirpstackSpeech).heardIn(node, named.application, named.devEui)
    // That a gateway has sent something, or the network has a word to say, is no word of the node.
    if (node !== gateway && topic !== txAckTopic && topic !== logTopic) presence.heardThrough(gateway, node)
    if (decode) once(node, arrived, (one) => ingest.said(node, one, decode))
    else if (topic === ackTopic) confirmed(node, arrived)
    else if (topic === txAckTopic) radioed(node, arrived)
    else arrived.done()
    return true
  }
}
