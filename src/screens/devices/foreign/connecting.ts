import { nodeBirthTopic, deviceDataTopic } from '#contract/devices/sparkplug'
import { downTopic, upTopic } from '#contract/devices/chirpstack'
import type { ForeignProtocol } from '#contract/devices/mapping'
import { rpcRequestTopic, telemetryTopic } from '#contract/devices/thingsboard'

/** The topics by which somebody begins who sets up a device, a network server or an edge node. */
export const TOPICS: Readonly<Record<ForeignProtocol, readonly string[]>> = {
  thingsboard: [telemetryTopic.pattern, rpcRequestTopic.pattern],
  chirpstack: [upTopic.pattern, downTopic.pattern],
  sparkplug: [nodeBirthTopic.pattern, deviceDataTopic.pattern],
}

/** A message to begin a trial with. */
export const SAMPLES: Readonly<Record<ForeignProtocol, string>> = {
  thingsboard: '{"temperature": 21.5, "relay": true}',
  chirpstack: '{"fPort": 1, "data": "AQoB4wIO", "object": {"temperature": 21.5}}',
  sparkplug: '{"metrics": [{"name": "Temperature", "type": "Float", "value": 21.5}]}',
}
