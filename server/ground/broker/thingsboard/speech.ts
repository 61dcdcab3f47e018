import { SILENCE_MS } from '#contract/devices/command'
import { callOf } from '#contract/devices/mapping'
import {
  gatewayAttributesResponseTopic,
  gatewayRpcTopic,
  attributesRequestTopic,
  attributesResponseTopic,
  rpcRequestTopic,
  rpcResponseTopic,
  THINGSBOARD_FILTERS,
  thingsboardTopics,
} from '#contract/devices/thingsboard'
import { commandTopic } from '#contract/devices/protocol'
import type { Publish } from '../access.ts'
import type { KnownDevice } from '../knownDevice.ts'
import type { Packet, Speech, Subscriptions, Told } from '../speech.ts'
import { type Calls, createCalls } from './calls.ts'

/** What a connection that speaks as a device or gateway of ThingsBoard has beside its topics. */
export interface ThingsboardSpeech extends Speech {
  readonly calls: Calls
  /** What its devices are called here, as it last named them. */
  readonly names: Map<KnownDevice, string>
  /** A packet on a topic to which it listens by `filter`; null where it does not. */
  say(filter: string, topic: string, payload: object): Packet | null
}

const numberOf = (word: string): number => (/^[1-9]\d{0,9}$/.test(word) ? Number(word) : 0)
const RPC_REQUESTS = rpcRequestTopic.of({ n: '+' })

/** ThingsBoard's MQTT API for devices and gateways, for a connection of `device`. */
export function thingsboardSpeech(device: KnownDevice, subscriptions: Subscriptions): ThingsboardSpeech {
  const calls = createCalls()
  const names = new Map<KnownDevice, string>()

  function say(filter: string, topic: string, payload: object): Packet | null {
    const heard = subscriptions()[filter]
    return heard ? { topic, payload: JSON.stringify(payload), qos: heard.qos === 0 ? 0 : 1 } : null
  }
  const listensFor = (of: KnownDevice) => subscriptions()[filterOf(of)] !== undefined
  const filterOf = (of: KnownDevice) => (of === device ? RPC_REQUESTS : gatewayRpcTopic.pattern)

  return {
    calls,
    names,
    say,
    // Nothing is retained here, and nobody minds: clients of ThingsBoard may say so.
    publish: (topic) => publishOf(device, topic),
    subscribe: (filter) => ((THINGSBOARD_FILTERS as readonly string[]).includes(filter) ? null : 'no such topic'),
    listensFor,
    tell(of, { commandId, payload, expires }: Told) {
      if (!listensFor(of)) return null
      const call = callFor(of, payload)
      if (call === null) return null
      const n = calls.begin({ device: of, commandId, expires })
      return of === device
        ? say(RPC_REQUESTS, rpcRequestTopic.of({ n }), call)
        : say(gatewayRpcTopic.pattern, gatewayRpcTopic.pattern, { device: nameOf(of, names), data: { id: n, ...call } })
    },
    knows: (of, payload) => callFor(of, payload) !== null,
    patienceWith: () => SILENCE_MS,
    hears({ topic, payload }, now) {
      const n = rpcRequestTopic.match(topic)?.n
      if (n !== undefined) return stillGood(calls.of(numberOf(n)), device, now)
      if (topic === gatewayRpcTopic.pattern) return stillGood(calls.of(calledIn(payload)), device, now)
      return ANSWERS.some((answer) => answer.match(topic))
    },
  }
}

const ANSWERS = [attributesResponseTopic, rpcResponseTopic, gatewayAttributesResponseTopic]
const HEARD: ReadonlySet<unknown> = new Set([attributesResponseTopic, gatewayAttributesResponseTopic])
const NUMBERED: ReadonlySet<unknown> = new Set([attributesRequestTopic, rpcRequestTopic, rpcResponseTopic])

function publishOf(device: KnownDevice, name: string): Publish | string {
  for (const topic of thingsboardTopics) {
    const params = topic.match(name) as { n?: string } | null
    if (!params) continue
    if (HEARD.has(topic)) return 'not for devices to publish'
    if (NUMBERED.has(topic) && !/^\d{1,10}$/.test(params.n!)) return 'no such topic'
    return { topic, device, commandId: params.n ?? '' }
  }
  return 'no such topic'
}

/** What calls for a command, by the device's mapping. */
function callFor({ mapping }: KnownDevice, payload: string): { method: string; params: unknown } | null {
  const command = commandTopic.payload.safeParse(JSON.parse(payload))
  return command.success && 'circuit' in command.data ? callOf(mapping, command.data) : null
}

/** What its gateway calls a device: as it last did, else as the mapping says. */
const nameOf = (of: KnownDevice, names: ReadonlyMap<KnownDevice, string>): string => names.get(of) ?? of.mapping.calledBy ?? of.eui

/** A call that waited is not made when its command has expired, or its device has gone behind another gateway. */
const stillGood = (called: ReturnType<Calls['of']>, device: KnownDevice, now: number): boolean =>
  called !== undefined &&
  called.expires > now &&
  [device, device.children.get(called.device.eui)].some((one) => one?.id === called.device.id)

function calledIn(payload: string | Buffer): number {
  return (JSON.parse(payload.toString()) as { data: { id: number } }).data.id
}
