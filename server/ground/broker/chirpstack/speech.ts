import { SILENCE_MS } from '#contract/devices/command'
import { chirpstackTopics, downTopic } from '#contract/devices/chirpstack'
import { downlinkOf } from '#contract/devices/mapping'
import { commandTopic } from '#contract/devices/protocol'
import { isWithin } from '../filters.ts'
import { childOrSelf, type KnownDevice } from '../knownDevice.ts'
import type { Speech, Subscriptions, Told } from '../speech.ts'

/** What a connection of ChirpStack has beside its topics. */
export interface ChirpstackSpeech extends Speech {
  /** In which application a node was last heard, and how its DevEUI was written. */
  heardIn(node: KnownDevice, application: string, devEui: string): void
}

/** A node is told only after it has spoken: so long after its usual report a downlink may still be on its way, ms. */
const AFTER_REPORT_MS = 10_000
const LONGEST_PATIENCE_MS = 24 * 3_600_000
/** Downlinks of one connection whose expiry is known; what is beyond it is the oldest. */
const MOST_TOLD = 1000
const FILTER = /^application\/(?:\+|[\w-]{1,64})\/device\/(?:\+|[0-9A-Fa-f]{16})\/command\/(?:\+|down)$/

interface Place {
  readonly application: string
  readonly devEui: string
}
/** Beyond one connection: a node that does not move need not speak again after each. */
const places = new WeakMap<KnownDevice, Place>()

/** ChirpStack v4's MQTT integration with JSON, for a connection of the record `device`, behind which its nodes stand. */
export function chirpstackSpeech(device: KnownDevice, subscriptions: Subscriptions): ChirpstackSpeech {
  const applications = new Set<string>()
  const told = new Map<string, { node: KnownDevice; expires: number }>()

  /** Where the node is reached: in the application where it was heard, else in the only one that speaks here. */
  function placeOf(node: KnownDevice): Place | null {
    const known = places.get(node)
    if (known) return known
    const [application] = applications
    return application === undefined || applications.size > 1 ? null : { application, devEui: node.eui.toLowerCase() }
  }
  function wayTo(node: KnownDevice): { place: Place; topic: string; qos: 0 | 1 } | null {
    const place = placeOf(node)
    if (place === null) return null
    const topic = downTopic.of({ application: place.application, devEui: place.devEui })
    for (const [filter, { qos }] of Object.entries(subscriptions()))
      if (isWithin(filter, topic)) return { place, topic, qos: qos === 0 ? 0 : 1 }
    return null
  }

  return {
    heardIn(node, application, devEui) {
      applications.add(application)
      const before = places.get(node)
      if (before?.application !== application || before.devEui !== devEui) places.set(node, { application, devEui })
    },
    publish(name) {
      const topic = chirpstackTopics.find((one) => one.match(name) !== null)
      return topic ? { topic, device, commandId: '' } : 'no such topic'
    },
    subscribe: (filter) => (FILTER.test(filter) ? null : 'no such topic'),
    listensFor: (node) => wayTo(node) !== null,
    tell(node, { commandId, payload, expires }: Told) {
      const way = wayTo(node)
      const downlink = downlinkFor(node, payload)
      if (way === null || downlink === null) return null
      told.set(commandId, { node, expires })
      if (told.size > MOST_TOLD) told.delete(told.keys().next().value!)
      const { place, topic, qos } = way
      return { topic, qos, payload: JSON.stringify({ id: commandId, devEui: place.devEui, ...downlink }) }
    },
    knows: (node, payload) => downlinkFor(node, payload) !== null,
    patienceWith: ({ period }) => Math.min(LONGEST_PATIENCE_MS, Math.max(SILENCE_MS, period + AFTER_REPORT_MS)),
    hears({ topic, payload }, now) {
      if (downTopic.match(topic) === null) return false
      const one = told.get((JSON.parse(payload.toString()) as { id: string }).id)
      return one !== undefined && one.expires > now && childOrSelf(device, one.node.eui)?.id === one.node.id
    },
  }
}

function downlinkFor({ mapping }: KnownDevice, payload: string): ReturnType<typeof downlinkOf> {
  const command = commandTopic.payload.safeParse(JSON.parse(payload))
  return command.success && 'circuit' in command.data ? downlinkOf(mapping, command.data) : null
}
