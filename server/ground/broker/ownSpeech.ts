import { SILENCE_MS } from '#contract/devices/command'
import { childCommandTopic, commandTopic } from '#contract/devices/protocol'
import { childCommandsOf, commandsOf, devicePublish, deviceSubscribe, hearsCommand, publishTopicsOf } from './access.ts'
import type { KnownDevice } from './knownDevice.ts'
import type { Speech, Subscriptions } from './speech.ts'

/** Our own protocol (docs/device-protocol.md), for a connection of `device`. */
export function ownSpeech(device: KnownDevice, subscriptions: Subscriptions): Speech {
  const publishTopics = publishTopicsOf(device)

  /** The topic on which a command of `of` is heard, and at which QoS; null where nothing listens. */
  function wayTo(of: KnownDevice, commandId: string): { topic: string; qos: 0 | 1 } | null {
    const listening = subscriptions()
    const topic = commandTopic.of({ tenantId: of.tenantId, eui: of.eui, commandId })
    const own = listening[commandsOf(of)] ?? listening[topic]
    if (own) return { topic, qos: own.qos === 0 ? 0 : 1 }
    if (of === device) return null
    const through = childCommandTopic.of({ tenantId: device.tenantId, eui: device.eui, child: of.eui, commandId })
    const every = listening[childCommandsOf(device)] ?? listening[through]
    return every ? { topic: through, qos: every.qos === 0 ? 0 : 1 } : null
  }

  return {
    publish: (topic, retain) => (retain ? undefined : publishTopics.get(topic)) ?? devicePublish(device, topic, retain),
    subscribe: (filter) => deviceSubscribe(device, filter),
    listensFor(of) {
      const listening = subscriptions()
      return listening[commandsOf(of)] !== undefined || (of !== device && listening[childCommandsOf(device)] !== undefined)
    },
    tell(of, { commandId, payload }) {
      const way = wayTo(of, commandId)
      return way && { ...way, payload }
    },
    knows: () => true,
    patienceWith: () => SILENCE_MS,
    // A session that is kept would get a command hours late: an expired one is not forwarded.
    hears: ({ topic, payload }, now) => hearsCommand(device, topic) && expiryOf(payload) > now,
  }
}

/** `expires` of a command's payload, 0 where it has none. */
function expiryOf(payload: string | Buffer): number {
  try {
    const { expires } = JSON.parse(payload.toString()) as { expires?: unknown }
    return typeof expires === 'number' ? expires : 0
  } catch {
    return 0
  }
}
