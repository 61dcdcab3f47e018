import { z } from 'zod'
import { defineTopic } from '../core/topic.ts'

/** What a device may send in one message. */
export const MAX_BACKFILL = 1000
export const MAX_PACKET_BYTES = 256 * 1024
/** Before CONNECT was accepted. */
export const MAX_CONNECT_BYTES = 4 * 1024
/** A reading dated further ahead takes the server's clock. */
export const MAX_AHEAD_MS = 5 * 60_000

/** The shape is judged value by value in server/ground/ingest, so that one bad value does not cost the good ones. */
export const readingsTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/readings',
  payload: z.unknown(),
  summary: 'Readings: `{"temperature":21.4}`, or `{"ts":<ms UTC>,"values":{...}}`, or an array of at most 1,000 of those',
  access: { device: 'publish' },
})
export const stateTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/state',
  payload: z.record(z.string(), z.int()),
  summary: 'What the circuits are: circuit to status',
  access: { device: 'publish' },
})
export const onlineTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/online',
  payload: z.union([z.literal(0), z.literal(1)]),
  summary: '1 or 0, retained; the last will is 0',
  retained: true,
  access: { device: 'publish' },
})
export const commandTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/commands/{commandId}',
  payload: z.union([
    z.object({ id: z.string(), circuit: z.int(), status: z.int(), expires: z.int() }),
    z.object({ id: z.string(), report: z.literal(true), expires: z.int() }),
    z.object({ id: z.string(), reportingPeriod: z.int(), expires: z.int() }),
  ]),
  summary: 'To the device: set a circuit, report now, or report every so many ms; ignored after `expires` (ms UTC)',
  access: { device: 'subscribe' },
})
export const replyTopic = defineTopic({
  pattern: 'furrow/{tenantId}/{eui}/commands/{commandId}/reply',
  payload: z.object({ ok: z.boolean(), message: z.string().max(200).optional() }),
  summary: "The device's answer to a command",
  access: { device: 'publish' },
})
export const deviceTopics = [readingsTopic, stateTopic, onlineTopic, commandTopic, replyTopic] as const
