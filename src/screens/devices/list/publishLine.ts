import { readingsTopic } from '#contract/devices/protocol'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A shell line that sends one reading as this device, ready to be pasted. */
export function publishLine({ host, port, userName, secret }: { host: string; port: number; userName: string; secret: string }): string {
  const [tenantId = '', eui = ''] = userName.split(/\/(.*)/s)
  return [
    `mosquitto_pub -h ${host} -p ${port} -q 1`,
    `-u ${quoted(userName)} -P ${quoted(secret)}`,
    `-t ${quoted(readingsTopic.of({ tenantId, eui }))}`,
    `-m ${quoted('{"temperature":21.4}')}`,
  ].join(' ')
}
