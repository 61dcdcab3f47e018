import { SILENCE_MS } from '#contract/devices/command'
import { callOf, type Plain } from '#contract/devices/mapping'
import { commandTopic } from '#contract/devices/protocol'
import { deviceCommandTopic, nodeCommandTopic, sparkplugTopics } from '#contract/devices/sparkplug'
import { isWithin } from '../filters.ts'
import { childOrSelf, type KnownDevice } from '../knownDevice.ts'
import type { Packet, Speech, Subscriptions, Told } from '../speech.ts'
import { encodeCommand } from './payload.ts'
import { createEdgeSession, type EdgeSession } from './session.ts'

/** What a connection of an edge node has beside its topics. */
export interface SparkplugSpeech extends Speech {
  readonly session: EdgeSession
  /** The word by which the edge node is asked to be born anew at `now` (ms UTC); null where it does not listen, or was asked a moment ago. */
  rebirth(now: number): Packet | null
}

const REBIRTH = 'Node Control/Rebirth'
/** Whether a host is there, to which some edge nodes listen; this server says nothing of itself there. */
const HOST_STATE = /^(?:spBv1\.0\/)?STATE\/[^/#]{1,255}$/
const COMMANDS = /^spBv1\.0\/([^/+#]{1,255})\/(?:NCMD|DCMD)\/([^/+#]{1,255})(?:\/(?:#|[^/#]{1,255}))?$/

/** Sparkplug B, for a connection of the edge node that is the record `device`, behind which its devices stand. */
export function sparkplugSpeech(device: KnownDevice, subscriptions: Subscriptions): SparkplugSpeech {
  const session = createEdgeSession()

  /** One connection is one edge node: the first that it names. */
  function isOwn(group: string, name: string): boolean {
    session.edge ??= { group, name }
    return session.edge.group === group && session.edge.name === name
  }
  const nameOf = (of: KnownDevice): string => session.names.get(of) ?? of.mapping.calledBy ?? of.eui
  function topicOf(of: KnownDevice): string | null {
    const { edge } = session
    if (edge === null) return null
    const node = { group: edge.group, edge: edge.name }
    return of === device ? nodeCommandTopic.of(node) : deviceCommandTopic.of({ ...node, name: nameOf(of) })
  }
  function heardTopic(of: KnownDevice): string | null {
    const topic = topicOf(of)
    return topic !== null && Object.keys(subscriptions()).some((filter) => isWithin(filter, topic)) ? topic : null
  }
  // By the protocol all is QoS 0: what is lost shows in the sequence, or in that nothing comes of it.
  const packet = (topic: string, payload: Buffer): Packet => ({ topic, payload, qos: 0 })

  return {
    session,
    publish(name) {
      for (const topic of sparkplugTopics) {
        const params = topic.match(name) as { group: string; edge: string } | null
        if (params) return isOwn(params.group, params.edge) ? { topic, device, commandId: '' } : 'topic of another device'
      }
      return 'no such topic'
    },
    subscribe(filter) {
      if (HOST_STATE.test(filter)) return null
      const named = COMMANDS.exec(filter)
      if (!named) return 'no such topic'
      return isOwn(named[1]!, named[2]!) ? null : 'topic of another device'
    },
    listensFor: (of) => heardTopic(of) !== null,
    tell(of, { payload }: Told) {
      const topic = heardTopic(of)
      const call = writtenBy(of, payload)
      if (topic === null || call === null) return null
      const born = session.bornAs(of === device ? '' : nameOf(of), call.method)
      const alias = born?.alias ?? null
      // What was born with an alias goes by that alone.
      const metric = { name: alias === null ? call.method : null, alias, type: born?.type ?? null, value: call.params as Plain }
      return packet(topic, encodeCommand(metric, Date.now()))
    },
    knows: (of, payload) => writtenBy(of, payload) !== null,
    patienceWith: () => SILENCE_MS,
    hears({ topic }) {
      const { edge } = session
      if (edge === null) return false
      if (topic === nodeCommandTopic.of({ group: edge.group, edge: edge.name })) return true
      const name = deviceCommandTopic.match(topic)?.name
      return [...session.names].some(([of, known]) => known === name && childOrSelf(device, of.eui) === of) || findByName(device, name)
    },
    rebirth(now) {
      const topic = heardTopic(device)
      if (topic === null || !session.mayAskRebirth(now)) return null
      return packet(topic, encodeCommand({ name: REBIRTH, alias: null, type: 11, value: true }, now))
    },
  }
}

/** Whether a device that was not heard yet stands behind the gateway under the name by which it is told. */
const findByName = (device: KnownDevice, name: string | undefined): boolean =>
  [...device.children.values()].some(({ mapping, eui, enabled }) => enabled && (mapping.calledBy ?? eui) === name)

/** What is written for a command, by the device's mapping. */
function writtenBy({ mapping }: KnownDevice, payload: string): { method: string; params: unknown } | null {
  const command = commandTopic.payload.safeParse(JSON.parse(payload))
  return command.success && 'circuit' in command.data ? callOf(mapping, command.data) : null
}
