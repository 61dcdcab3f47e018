import mqtt, { type MqttClient } from 'mqtt'
import { of } from 'rxjs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Broker, openBroker } from '#streams/broker'
import type { ConnectionStatus } from '#streams/connection'
import { livePresence, liveReadings } from '#contract/devices/live'
import { collectCalls } from '#contract/devices/collect'
import { readings, readReadingsFrame, type ReadingChange } from '#streams/devices/readings'
import type { Heard } from '#streams/heard'
import { arrange, DEVICE_SECRET } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

// The console's own connection and table, against the whole server: what the browser does, without a browser.
let server: TestServer
let device: MqttClient
let broker: Broker | null = null
const known = { tenant: 0, area: 0, otherArea: 0, eui: '', name: '' }

beforeAll(async () => {
  server = await startTestServer()
  const make = arrange(server.owner)
  const tenant = await make.aTenant()
  const area = await make.anArea({ tenant_id: tenant.id })
  const other = await make.anArea({ tenant_id: (await make.aTenant()).id })
  const user = await make.aUser({ tenantId: tenant.id, codes: ['*'] })
  const gateway = await make.aDevice({ tenant_id: tenant.id, area_id: area.id })
  Object.assign(known, { tenant: tenant.id, area: area.id, otherArea: other.id, eui: gateway.eui, name: user.login_name })
  device = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: `${known.tenant}/${known.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
  })
})
afterAll(async () => {
  broker?.close()
  await device?.endAsync()
  await server?.close()
})

async function aPage() {
  const client = await server.signIn(known.name)
  const made = openBroker({
    url: `${server.url.replace('http', 'ws')}/mqtt`,
    accessToken: () => Promise.resolve(client.tokens.access_token),
    visible$: of(true),
  })
  broker = made
  return { made, client }
}

describe('the console at the real server', () => {
  test('reads the snapshot, then sees what a device publishes, after it was stored', async () => {
    const { made, client } = await aPage()
    const statuses: ConnectionStatus[] = []
    made.status$.subscribe((status) => statuses.push(status))
    const params = { t: known.tenant, areaId: known.area }
    const snapshot = async (): Promise<ReadingChange[]> => {
      const { body } = await client.call(collectCalls.areaCollection, {
        params: { t: known.tenant },
        query: { areaId: known.area, size: 0 },
      })
      return body.content.flatMap(({ id, newestTime, newestData }) => (newestTime === null ? [] : [[id, newestTime, newestData]]))
    }
    const table = readings({
      heard$: made.listen(liveReadings, params, readReadingsFrame),
      snapshot,
      frames: {
        request(flush) {
          const timer = setTimeout(flush, 1)
          return () => clearTimeout(timer)
        },
      },
    })
    const fresh: string[] = []
    table.status$.subscribe((status) => fresh.push(status))
    await vi.waitFor(() => expect(fresh.at(-1)).toBe('fresh'), { timeout: 10_000 })
    expect(statuses).toEqual(['connecting', 'online'])

    const topic = `furrow/${known.tenant}/${known.eui}/readings`
    for (let value = 1; value <= 50; value++) await device.publishAsync(topic, JSON.stringify({ temperature: value }), { qos: 1 })
    const last = () => [...table.entries()].map(([, reading]) => reading.value)
    await vi.waitFor(() => expect(last()).toEqual([50]), { timeout: 10_000 })
    expect(made.counts().malformed).toBe(0)
    const stored = await snapshot()
    expect(stored.map(([id, ts, value]) => [id, { ts, value }])).toEqual([...table.entries()])
  })

  test("a base of another tenant is refused, without the page's own topics suffering", async () => {
    const { made } = await aPage()
    const mine: string[] = []
    const theirs: string[] = []
    const note = (into: string[]) => (heard: Heard<unknown>) => void into.push(heard.kind)
    made.listen(livePresence, { t: known.tenant, areaId: known.area }).subscribe(note(mine))
    made.listen(livePresence, { t: known.tenant, areaId: known.otherArea }).subscribe(note(theirs))
    await vi.waitFor(() => expect([mine[0], theirs[0]]).toEqual(['subscribed', 'refused']), { timeout: 10_000 })
    made.close()
  })
})
