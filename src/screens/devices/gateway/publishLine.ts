import { readingsTopic } from '#contract/devices/protocol'

/** The port that devices use unless the operator of the server chose another. */
export const DEFAULT_MQTT_PORT = 1883

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A shell line that sends one reading as this device, ready to be pasted. */
export function publishLine({ host, userName, secret }: { host: string; userName: string; secret: string }): string {
  const [tenantId = '', eui = ''] = userName.split(/\/(.*)/s)
  return [
    `mosquitto_pub -h ${host} -p ${DEFAULT_MQTT_PORT} -q 1`,
    `-u ${quoted(userName)} -P ${quoted(secret)}`,
    `-t ${quoted(readingsTopic.of({ tenantId, eui }))}`,
    `-m ${quoted('{"temperature":21.4}')}`,
  ].join(' ')
}
