import { QueryClient, QueryObserver } from '@tanstack/react-query'
import mqtt from 'mqtt'
import { fromEvent } from 'rxjs'
import { filter, map } from 'rxjs/operators'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CHANGES } from '#contract/areas'
import { collectCalls } from '#contract/devices/collect'
import { deviceCalls } from '#contract/devices/device'
import { changedTopic } from '#contract/session/changed'
import { followChanges } from '#src/live/followChanges.ts'
import { DEVICE_SECRET } from '../arrange.ts'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'

let farm: Farm
let page: mqtt.MqttClient
beforeAll(async () => {
  farm = await startFarm()
  page = await mqtt.connectAsync(`${farm.url.replace('http', 'ws')}/mqtt`, {
    username: 'console',
    password: farm.admin.tokens.access_token,
    protocolVersion: 4,
  })
  await page.subscribeAsync(CHANGES.map((resource) => changedTopic.of({ t: farm.t, resource })))
})
afterAll(async () => {
  await page?.endAsync()
  await farm?.close()
})

test('the first reading of a new item stands in the lists that are open, without a reload', async () => {
  const device = await farm.build.aDevice({ tenant_id: farm.t, area_id: farm.north.id })
  const queries = new QueryClient()
  const refreshes = (name: string) =>
    fromEvent(page, 'message', (topic: string) => topic).pipe(
      filter((topic) => topic === `changed/${farm.t}/${name}`),
      map(() => undefined),
    )
  const stop = followChanges({ refreshes }, queries)
  const open = <Answer>(follows: (typeof collectCalls.collection)['follows'], queryFn: () => Promise<Answer>) => {
    const observer = new QueryObserver(queries, {
      queryKey: [queries.getQueryCache().getAll().length],
      queryFn,
      staleTime: Infinity,
      meta: { follows },
    })
    observer.subscribe(() => undefined)
    return () => observer.getCurrentResult().data
  }
  const items = open(collectCalls.collection.follows, async () => {
    const { body } = await farm.admin.call(collectCalls.collection, { params: { t: farm.t, id: device.id }, query: { page: 0, size: 0 } })
    return body.content.map(({ code, newestData }) => [code, newestData])
  })
  const devices = open(deviceCalls.tenantAll.follows, async () => {
    const { body } = await farm.admin.call(deviceCalls.tenantAll, { params: { t: farm.t }, query: {} })
    return JSON.stringify(body)
  })
  await vi.waitFor(() => expect([items(), typeof devices()]).toEqual([[], 'string']))
  expect(devices()).not.toContain('airTemperature')

  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${farm.mqttPort}`, {
    username: `${farm.t}/${device.eui}`,
    password: DEVICE_SECRET,
    protocolVersion: 4,
  })
  await client.publishAsync(`furrow/${farm.t}/${device.eui}/readings`, '{"airTemperature":21.5}', { qos: 1 })
  await vi.waitFor(() => expect(items()).toEqual([['airTemperature', 21.5]]))
  await vi.waitFor(() => expect(devices()).toContain('airTemperature'))
  await client.endAsync()
  stop()
})
