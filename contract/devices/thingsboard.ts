import { z } from 'zod'
import { defineTopic } from '../core/topic.ts'

// The topics of ThingsBoard's MQTT API, as its devices and gateways use them. They are of a connection that signed in by an access token;
// which device speaks stands in no topic.

const publish = { device: 'publish' } as const
const listen = { device: 'subscribe' } as const

/** To a device, or from it: `n` names the answer. */
const call = z.object({ method: z.string(), params: z.unknown().optional() })
/** What is asked for: names, joined by commas. */
const asked = z.object({ clientKeys: z.string().optional(), sharedKeys: z.string().optional() })

export const telemetryTopic = defineTopic({
  pattern: 'v1/devices/me/telemetry',
  payload: z.unknown(),
  summary: 'Readings and last words: `{"key":value}`, `{"ts":<ms UTC>,"values":{...}}`, or an array of at most 1,000 of those',
  access: publish,
})
export const attributesTopic = defineTopic({
  pattern: 'v1/devices/me/attributes',
  payload: z.record(z.string(), z.unknown()),
  summary: 'What the device says of itself; towards it nothing is ever said here, since there are no shared attributes',
  access: publish,
})
export const attributesRequestTopic = defineTopic({
  pattern: 'v1/devices/me/attributes/request/{n}',
  payload: asked,
  summary: 'Asks what the server keeps of it',
  access: publish,
})
export const attributesResponseTopic = defineTopic({
  pattern: 'v1/devices/me/attributes/response/{n}',
  payload: z.object({ client: z.record(z.string(), z.unknown()).optional(), shared: z.object({}).optional() }),
  summary: 'The answer of the server',
  access: listen,
})
export const rpcRequestTopic = defineTopic({
  pattern: 'v1/devices/me/rpc/request/{n}',
  payload: call,
  summary: 'To the device: a command, as its mapping has it. From the device: what it asks the server',
  access: publish,
})
export const rpcResponseTopic = defineTopic({
  pattern: 'v1/devices/me/rpc/response/{n}',
  payload: z.unknown(),
  summary: 'The answer of whoever was asked',
  access: publish,
})

export const gatewayConnectTopic = defineTopic({
  pattern: 'v1/gateway/connect',
  payload: z.object({ device: z.string() }),
  summary: 'A device behind the gateway is there',
  access: publish,
})
export const gatewayDisconnectTopic = defineTopic({
  pattern: 'v1/gateway/disconnect',
  payload: z.object({ device: z.string() }),
  summary: 'A device behind the gateway is no longer there',
  access: publish,
})
export const gatewayTelemetryTopic = defineTopic({
  pattern: 'v1/gateway/telemetry',
  payload: z.record(z.string(), z.unknown()),
  summary: 'By the name of each device behind the gateway what its own topic would take: at most 1,000 devices and 10,000 readings',
  access: publish,
})
export const gatewayAttributesTopic = defineTopic({
  pattern: 'v1/gateway/attributes',
  payload: z.record(z.string(), z.unknown()),
  summary: 'By the name of each device behind the gateway what it says of itself',
  access: publish,
})
export const gatewayAttributesRequestTopic = defineTopic({
  pattern: 'v1/gateway/attributes/request',
  payload: z.object({
    id: z.int(),
    device: z.string(),
    client: z.boolean().default(false),
    key: z.string().optional(),
    keys: z.array(z.string()).max(500).optional(),
  }),
  summary: 'Asks what the server keeps of a device behind the gateway',
  access: publish,
})
export const gatewayAttributesResponseTopic = defineTopic({
  pattern: 'v1/gateway/attributes/response',
  payload: z.object({
    id: z.int(),
    device: z.string(),
    value: z.unknown().optional(),
    values: z.record(z.string(), z.unknown()).optional(),
  }),
  summary: 'The answer of the server',
  access: listen,
})
export const gatewayRpcTopic = defineTopic({
  pattern: 'v1/gateway/rpc',
  payload: z.object({ device: z.string(), id: z.int(), data: z.unknown() }),
  summary: 'To the gateway: `{"device","data":{"id","method","params"}}`, a command of a device behind it. From the gateway: its answer',
  access: publish,
})

/** All on which a connection may publish or listen. */
export const thingsboardTopics = [
  telemetryTopic,
  attributesTopic,
  attributesRequestTopic,
  attributesResponseTopic,
  rpcRequestTopic,
  rpcResponseTopic,
  gatewayConnectTopic,
  gatewayDisconnectTopic,
  gatewayTelemetryTopic,
  gatewayAttributesTopic,
  gatewayAttributesRequestTopic,
  gatewayAttributesResponseTopic,
  gatewayRpcTopic,
] as const

/** The filters to which a connection may subscribe. */
export const THINGSBOARD_FILTERS = [
  attributesTopic.pattern,
  attributesResponseTopic.of({ n: '+' }),
  rpcRequestTopic.of({ n: '+' }),
  rpcResponseTopic.of({ n: '+' }),
  gatewayAttributesTopic.pattern,
  gatewayAttributesResponseTopic.pattern,
  gatewayRpcTopic.pattern,
] as const
