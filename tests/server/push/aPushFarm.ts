import { createHmac } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'
import { dataPushCalls } from '#contract/organization/dataPush'
import { arrange, DEVICE_SECRET } from '../arrange.ts'
import { aService, type Call } from '../alarms/otherSide.ts'
import { startTestServer, type TestServerOptions } from '../harness.ts'

/** A server with a receiver of the outside, a tenant, its administrator and a device that is connected. */
export async function aPushFarm(options: TestServerOptions = {}) {
  const service = await aService()
  const server = await startTestServer({ ...options, config: { alarms: { allow: [service.host], smtp: null }, ...options.config } })
  const build = arrange(server.owner)
  const clients: MqttClient[] = []

  async function aTenant() {
    const tenant = await build.aTenant()
    const area = await build.anArea({ tenant_id: tenant.id })
    const user = await build.aUser({ tenantId: tenant.id, codes: ['*'] })
    const admin = await server.signIn(user.login_name)
    return { tenant, area, user, admin }
  }
  async function aDevice(of: { tenant: { id: number }; area: { id: number } }) {
    const row = await build.aDevice({ tenant_id: of.tenant.id, area_id: of.area.id })
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: `${of.tenant.id}/${row.eui}`,
      password: DEVICE_SECRET,
      clientId: row.eui,
      protocolVersion: 4,
    })
    clients.push(client)
    const topic = `furrow/${of.tenant.id}/${row.eui}`
    return {
      ...row,
      say: (values: Record<string, number>, ts?: number) =>
        client.publishAsync(`${topic}/readings`, JSON.stringify(ts === undefined ? values : { ts, values }), { qos: 1 }),
      turn: (circuit: number, status: number) => client.publishAsync(`${topic}/state`, JSON.stringify({ [circuit]: status }), { qos: 1 }),
    }
  }
  const main = await aTenant()
  return {
    service,
    server,
    build,
    aTenant,
    aDevice,
    ...main,
    body: (more: object = {}) => ({
      name: 'Receiver',
      kind: 'webhook',
      address: service.url('/push'),
      sources: ['readings'],
      intervalSeconds: 0,
      enabledFlag: 1,
      ...more,
    }),
    async add(more: object = {}, who = main) {
      const answer = await who.admin.call(dataPushCalls.add, {
        params: { t: who.tenant.id },
        body: { name: 'Receiver', kind: 'webhook', address: service.url('/push'), sources: ['readings'], intervalSeconds: 0, ...more },
      })
      if (answer.status !== 200) throw new Error(`no receiver was made: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    figures: async (id: number, who = main) => {
      const { body } = await who.admin.call(dataPushCalls.figures, { params: { t: who.tenant.id } })
      return body.find((one) => one.id === id)!
    },
    async close() {
      await Promise.all(clients.map((client) => client.endAsync(true)))
      await server.close()
      await service.close()
    },
  }
}
export type PushFarm = Awaited<ReturnType<typeof aPushFarm>>

interface Sent {
  readonly deliveryId: string
  readonly resent?: boolean
  readonly records: readonly Record<string, never>[]
}
export const sentBy = (call: Call) => JSON.parse(call.body) as Sent
export const valuesOf = (calls: readonly Call[]): number[] =>
  calls.flatMap((call) => sentBy(call).records.map(({ value }) => Number(value)))
export const isSigned = ({ headers, body }: Call, secret: string): boolean => {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['furrow-signature'])) ?? []
  return v1 === createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
}
