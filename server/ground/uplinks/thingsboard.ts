import type pg from 'pg'
import type { AnyTopic } from '#contract/core/topic'
import { replyTopic } from '#contract/devices/protocol'
import {
  attributesRequestTopic,
  attributesResponseTopic,
  attributesTopic,
  gatewayAttributesRequestTopic,
  gatewayAttributesResponseTopic,
  gatewayAttributesTopic,
  gatewayConnectTopic,
  gatewayDisconnectTopic,
  gatewayRpcTopic,
  gatewayTelemetryTopic,
  rpcRequestTopic,
  rpcResponseTopic,
  telemetryTopic,
} from '#contract/devices/thingsboard'
import type { Publish } from '../broker/access.ts'
import type { KnownDevice } from '../broker/knownDevice.ts'
import type { DevicePeer } from '../broker/peers.ts'
import type { ThingsboardSpeech } from '../broker/thingsboard/speech.ts'
import type { Arrivals, Arrived } from '../ingest/arrivals.ts'
import { isRecord, short } from '../ingest/decode.ts'
import { childNamed } from '../ingest/foreign/names.ts'
import { decodeAttributes, decodeTelemetry } from '../ingest/foreign/thingsboard.ts'
import type { Commands } from '../commands/desk.ts'
import type { PresenceDesk } from '../presence/presence.ts'
import { parsedPayload } from './parsedPayload.ts'
import { attributesOf } from './attributes.ts'

interface Said {
  readonly peer: DevicePeer
  readonly speech: ThingsboardSpeech
  readonly device: KnownDevice
  /** The number that stands in the topic. */
  readonly n: string
  readonly arrived: Arrived
}
type Act = (said: Said) => void

/** What ThingsBoard's devices and gateways publish, given to whom it concerns; false where the topic is none of theirs. */
export function createThingsboardMessages(given: {
  ingest: Arrivals
  presence: Pick<PresenceDesk, 'word' | 'heardThrough'>
  commands: Pick<Commands, 'reply'>
  pool: pg.Pool
  clock: () => number
}): (peer: DevicePeer, publish: Publish, arrived: Arrived) => boolean {
  const { ingest, presence, commands, pool, clock } = given

  const unusable = ({ device, arrived }: Said) => ingest.reject(device, arrived, { reason: 'shape', notes: [{ code: 'callForm' }] })

  function answer({ peer, speech }: Said, topic: AnyTopic, name: string, payload: object): void {
    const packet = speech.say(topic.pattern.replace('{n}', '+'), name, payload)
    if (packet) peer.client.publish({ cmd: 'publish', ...packet, retain: false, dup: false }, () => undefined)
  }

  /** The payload, as its topic declares it; undefined where it is something else, which is rejected. */
  function read<Payload>(said: Said, of: { payload: { safeParse(value: unknown): { data?: Payload | undefined } } }): Payload | undefined {
    const { data } = of.payload.safeParse(parsedPayload(said.arrived.payload))
    if (data === undefined) unusable(said)
    return data
  }

  /** The device behind the gateway that is meant; undefined where there is none, which is rejected. */
  function childOf({ device, speech, arrived }: Said, name: string): KnownDevice | undefined {
    const child = childNamed(device, name)
    if (child) heardOf(speech, device, child, name)
    else ingest.reject(device, arrived, { reason: 'notBehind', notes: [{ code: 'notBehind', name: short(name) }] })
    return child
  }
  function heardOf(speech: ThingsboardSpeech, gateway: KnownDevice, child: KnownDevice, name: string): void {
    speech.names.set(child, name)
    presence.heardThrough(gateway, child)
  }

  function reply(said: Said, device: KnownDevice, n: number, result: unknown): void {
    const called = said.speech.calls.of(n)
    // What answers no call of this connection is of one before it: that command has ended long ago.
    if (called?.device.id !== device.id) return said.arrived.done()
    const { tenantId, eui } = called.device
    const topic = replyTopic.of({ tenantId, eui, commandId: called.commandId })
    commands.reply(called.device, topic, Buffer.from(JSON.stringify(verdictOf(result)))).then(
      () => said.arrived.done(),
      (cause: Error) => said.arrived.done(cause),
    )
  }

  async function attributes(said: Said, of: KnownDevice, keys: readonly string[] | null): Promise<Record<string, unknown> | null> {
    try {
      const kept = await attributesOf(pool, of.id, keys)
      said.arrived.done()
      return kept
    } catch (cause) {
      said.arrived.done(cause as Error)
      return null
    }
  }

  const manyTold =
    ({ speech, device }: Said) =>
    (child: KnownDevice, name: string) =>
      heardOf(speech, device, child, name)

  const acts = new Map<AnyTopic, Act>([
    [telemetryTopic, ({ device, arrived }) => ingest.said(device, arrived, decodeTelemetry)],
    [attributesTopic, ({ device, arrived }) => ingest.said(device, arrived, decodeAttributes)],
    [gatewayTelemetryTopic, (said) => ingest.saidOfMany(said.arrived, decodeTelemetry, childNamed, manyTold(said))],
    [gatewayAttributesTopic, (said) => ingest.saidOfMany(said.arrived, decodeAttributes, childNamed, manyTold(said))],
    [
      gatewayConnectTopic,
      (said) => {
        const named = read(said, gatewayConnectTopic)
        const child = named && childOf(said, named.device)
        if (!child) return
        presence.word(child, null, '1')
        said.arrived.done()
      },
    ],
    [
      gatewayDisconnectTopic,
      (said) => {
        const named = read(said, gatewayDisconnectTopic)
        const child = named && childOf(said, named.device)
        if (!child) return
        presence.word(child, null, '0')
        said.arrived.done()
      },
    ],
    [
      rpcRequestTopic,
      (said) => {
        const call = read(said, rpcRequestTopic)
        if (!call) return
        answer(said, rpcResponseTopic, rpcResponseTopic.of({ n: said.n }), answerTo(call.method, clock()))
        said.arrived.done()
      },
    ],
    [rpcResponseTopic, (said) => reply(said, said.device, Number(said.n), parsedPayload(said.arrived.payload))],
    [
      gatewayRpcTopic,
      (said) => {
        const answered = read(said, gatewayRpcTopic)
        const child = answered && childOf(said, answered.device)
        if (child) reply(said, child, answered.id, answered.data)
      },
    ],
    [
      attributesRequestTopic,
      (said) => {
        const asked = read(said, attributesRequestTopic)
        if (!asked) return
        const { clientKeys, sharedKeys } = asked
        const wantsAll = clientKeys === undefined && sharedKeys === undefined
        const keys = wantsAll ? null : (clientKeys ?? '').split(',').filter((key) => key !== '')
        void attributes(said, said.device, keys).then((client) => {
          const shared = sharedKeys === undefined ? {} : { shared: {} }
          if (client) answer(said, attributesResponseTopic, attributesResponseTopic.of({ n: said.n }), { client, ...shared })
        })
      },
    ],
    [
      gatewayAttributesRequestTopic,
      (said) => {
        const asked = read(said, gatewayAttributesRequestTopic)
        const child = asked && childOf(said, asked.device)
        if (!child) return
        const { id, device, client, key, keys } = asked
        const wanted = client ? (keys ?? (key === undefined ? [] : [key])) : []
        void attributes(said, child, wanted).then((kept) => {
          if (!kept) return
          const value = key !== undefined && Object.hasOwn(kept, key) ? { value: kept[key] } : {}
          answer(said, gatewayAttributesResponseTopic, gatewayAttributesResponseTopic.pattern, {
            id,
            device,
            ...(keys ? { values: kept } : value),
          })
        })
      },
    ],
  ])

  return (peer, { topic, device, commandId }, arrived) => {
    const act = acts.get(topic)
    act?.({ peer, speech: peer.speech as ThingsboardSpeech, device, n: commandId, arrived })
    return act !== undefined
  }
}

/** What the server says to a device that calls it: the time, and that it knows nothing else. */
const answerTo = (method: string, now: number): object =>
  method === 'getCurrentTime' || method === 'getServerTime' ? { time: now } : { error: 'unknown method' }

/** What an answer says of a command: ThingsBoard leaves it open, so all is a yes but what its own gateways say for a no. */
function verdictOf(result: unknown): { ok: boolean; message?: string } {
  if (!isRecord(result)) return { ok: true }
  const { error, success } = result
  const failed = success === false || (error !== undefined && error !== null && error !== false)
  if (!failed) return { ok: true }
  return typeof error === 'string' ? { ok: false, message: error.slice(0, 200) } : { ok: false }
}
