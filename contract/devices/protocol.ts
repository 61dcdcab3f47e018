import { z } from 'zod'
import { defineTopic } from '../core/topic.ts'

/** What a device may send in one message. */
export const MAX_BACKFILL = 1000
export const MAX_PACKET_BYTES = 256 * 1024
/** Before CONNECT was accepted. */
export const MAX_CONNECT_BYTES = 4 * 1024
/** What a gateway may say in one message of the devices behind it, beside the limits of each. */
export const MAX_CHILDREN = 1000
export const MAX_CHILDREN_READINGS = 10_000
/** A reading dated further ahead takes the server's clock. */
export const MAX_AHEAD_MS = 5 * 60_000

/** The shape is judged value by value in server/ground/ingest, so that one bad value does not cost the good ones. */
export const readingsTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/readings',
  payload: z.unknown(),
  summary: 'Readings: `{"temperature":21.4}`, or `{"ts":<ms UTC>,"values":{...}}`, or an array of at most 1,000 of those',
  access: { device: 'publish', gateway: true },
})
export const stateTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/state',
  payload: z.record(z.string(), z.int()),
  summary: 'What the circuits are: circuit to status',
  access: { device: 'publish', gateway: true },
})
export const onlineTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/online',
  payload: z.union([z.literal(0), z.literal(1)]),
  summary: '1 or 0, retained; the last will is 0',
  retained: true,
  access: { device: 'publish', gateway: true },
})
export const aboutTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/about',
  payload: z.record(z.string(), z.string()),
  summary: 'What the device says of itself: `{"firmware":"1.4.2"}`; of each name the last is kept',
  access: { device: 'publish', gateway: true },
})
export const commandTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/commands/{commandId}',
  payload: z.union([
    z.object({ id: z.string(), circuit: z.int(), status: z.int(), expires: z.int(), run: z.int().optional() }),
    z.object({ id: z.string(), report: z.literal(true), expires: z.int() }),
    z.object({ id: z.string(), reportingPeriod: z.int(), expires: z.int() }),
    z.object({ id: z.string(), verb: z.string(), args: z.record(z.string(), z.unknown()), expires: z.int(), run: z.int().optional() }),
  ]),
  summary:
    'To the device: set a circuit, report now, report every so many ms, or do what a verb says; ignored after `expires` (ms UTC). What is started ends after `run` ms',
  access: { device: 'subscribe', gateway: true },
})
export const replyTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/commands/{commandId}/reply',
  payload: z.object({ ok: z.boolean(), message: z.string().max(200).optional() }),
  summary: "The device's answer to a command",
  access: { device: 'publish', gateway: true },
})

/** Of one connection that speaks for many: `eui` is the gateway's, and each name in the payload is its own or that of a device behind it. */
export const childrenReadingsTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/children/readings',
  payload: z.record(z.string(), z.unknown()),
  summary:
    'Readings of devices behind the gateway: `{"<eui>": <a payload of the readings topic>, ...}`, at most 1,000 devices and 10,000 readings',
  access: { device: 'publish' },
})
export const childrenStateTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/children/state',
  payload: z.record(z.string(), z.unknown()),
  summary: 'What the circuits of devices behind the gateway are: `{"<eui>": {"1":1}, ...}`',
  access: { device: 'publish' },
})
export const childCommandTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/children/{child}/commands/{commandId}',
  payload: commandTopic.payload,
  summary: 'To a gateway that listens to all of its devices at once: a command of the one named, as on its own topic',
  access: { device: 'subscribe' },
})
export const childReplyTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/children/{child}/commands/{commandId}/reply',
  payload: replyTopic.payload,
  summary: "The answer of a device behind the gateway, as on the device's own topic",
  access: { device: 'publish' },
})
export const deviceTopics = [
  readingsTopic,
  stateTopic,
  onlineTopic,
  aboutTopic,
  commandTopic,
  replyTopic,
  childrenReadingsTopic,
  childrenStateTopic,
  childCommandTopic,
  childReplyTopic,
] as const
