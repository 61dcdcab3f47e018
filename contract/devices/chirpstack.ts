import { z } from 'zod'
import { defineTopic } from '../core/topic.ts'

// The topics of ChirpStack v4's MQTT integration with JSON, for a connection that signed in by the access token of a gateway's record.
// The device that is meant stands in the topic by its DevEUI, and stands behind that record.

/** What of an event is not of one kind alone. */
export const chirpstackEvent = z.looseObject({ deduplicationId: z.string().max(64).optional(), time: z.string().max(64).optional() })

const event = (kind: string, payload: z.ZodType, summary: string) =>
  defineTopic({ pattern: `application/{application}/device/{devEui}/event/${kind}`, payload, summary, access: { device: 'publish' } })

export const upTopic = event('up', chirpstackEvent, 'An uplink: what the codec of ChirpStack decoded (`object`) and its bytes (`data`)')
export const statusTopic = event('status', chirpstackEvent, 'What the node answered of its battery and of the link')
export const joinTopic = event('join', chirpstackEvent, 'The node has joined the network')
export const logTopic = event('log', chirpstackEvent, 'What ChirpStack says of the node: the last one is kept')
export const ackTopic = event(
  'ack',
  z.looseObject({ queueItemId: z.string(), acknowledged: z.boolean().default(false) }),
  'The node has confirmed a downlink, or has not',
)
export const txAckTopic = event('txack', z.looseObject({ queueItemId: z.string() }), 'A gateway has taken a downlink to send it by radio')
export const otherTopic = event('{kind}', chirpstackEvent, 'Any other event: taken, and nothing is done with it')

export const downTopic = defineTopic({
  pattern: 'application/{application}/device/{devEui}/command/down',
  payload: z.object({ id: z.string(), devEui: z.string(), confirmed: z.boolean(), fPort: z.int(), data: z.string() }),
  summary: 'To ChirpStack: a downlink for its queue. `id` is the command, which `txack` and `ack` name as `queueItemId`',
  access: { device: 'subscribe' },
})

/** All on which a connection may publish, the narrower first. */
export const chirpstackTopics = [upTopic, statusTopic, joinTopic, logTopic, ackTopic, txAckTopic, otherTopic] as const
