import { z } from 'zod'
import { defineTopic } from '../core/topic.ts'

// The topics of Sparkplug B, for an edge node that signed in by an access token. Payloads are its published protobuf
// (server/ground/broker/sparkplug/payload.ts).

const payload = z.unknown()
const edge = (kind: string, summary: string) =>
  defineTopic({ pattern: `spBv1.0/{group}/${kind}/{edge}`, payload, summary, access: { device: 'publish' } })
const device = (kind: string, summary: string) =>
  defineTopic({ pattern: `spBv1.0/{group}/${kind}/{edge}/{name}`, payload, summary, access: { device: 'publish' } })

export const nodeBirthTopic = edge('NBIRTH', 'The edge node begins: all of its metrics, with their names and aliases')
export const nodeDataTopic = edge('NDATA', 'What has changed of the edge node')
export const nodeDeathTopic = edge('NDEATH', 'The will of the edge node: it and its devices are gone')
export const deviceBirthTopic = device('DBIRTH', 'A device behind the edge node begins')
export const deviceDataTopic = device('DDATA', 'What has changed of a device')
export const deviceDeathTopic = device('DDEATH', 'A device behind the edge node is gone')

export const nodeCommandTopic = defineTopic({
  pattern: 'spBv1.0/{group}/NCMD/{edge}',
  payload,
  summary: 'To the edge node: a metric to write, or `Node Control/Rebirth`',
  access: { device: 'subscribe' },
})
export const deviceCommandTopic = defineTopic({
  pattern: 'spBv1.0/{group}/DCMD/{edge}/{name}',
  payload,
  summary: 'To a device behind the edge node: a metric to write',
  access: { device: 'subscribe' },
})

/** All on which an edge node may publish. */
export const sparkplugTopics = [nodeBirthTopic, nodeDataTopic, nodeDeathTopic, deviceBirthTopic, deviceDataTopic, deviceDeathTopic] as const
