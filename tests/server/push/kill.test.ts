import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dataPushCalls } from '#contract/organization/dataPush'
import { pool } from '#server/ground/database/open'
import { aService } from '../alarms/otherSide.ts'
import { emptyDatabase, silentLog } from '../database/testDatabase.ts'
import { type ChildServer, childServer, peopleAndDevice } from '../faults/childServer.ts'
import { sentBy } from './aPushFarm.ts'
import { KILLS } from '../faults/kills.ts'

/** Acknowledged between two kills. */
const PER_LIFE = 40

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Pool
let service: Awaited<ReturnType<typeof aService>>
let child: ChildServer
beforeAll(async () => {
  database = await emptyDatabase()
  owner = pool(database.url, { max: 2 }, silentLog)
  service = await aService()
})
afterAll(async () => {
  await child?.stop('SIGKILL')
  await owner?.end()
  await database?.drop()
  await service?.close()
})
const start = () => childServer(database.url, { ALARM_WEBHOOK_ALLOW: service.host })

test(
  `${KILLS} times kill -9 while deliveries are under way: the receiver has every acknowledged reading, in order`,
  { timeout: 60_000 + KILLS * 30_000 },
  async () => {
    await child?.stop('SIGKILL')
    child = await start()
    const { tenant, user, device, topic } = await peopleAndDevice(owner)
    const token = await child.signIn(user.login_name)
    const made = await fetch(`${child.url}${dataPushCalls.add.path.replace('{t}', String(tenant.id))}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        name: 'Receiver',
        kind: 'webhook',
        address: service.url('/push'),
        sources: ['readings'],
        batchSize: 7,
        intervalSeconds: 0,
      }),
    })
    expect(made.status).toBe(200)
    // Each second delivery fails at first, so that some wait when the server dies.
    let calls = 0
    service.reply = () => (calls++ % 2 === 0 ? {} : { status: 503 })

    const base = Date.now() - 3_600_000
    const acknowledged: number[] = []
    let next = 0
    for (let life = 0; life <= KILLS; life++) {
      // Of this life: all may be delivered before the last reading is said.
      const before = service.calls.length
      const client = await child.device({ tenant_id: tenant.id, eui: device.eui })
      for (let said = 0; said < PER_LIFE; said++) {
        const number = next++
        await client.publishAsync(topic, JSON.stringify({ ts: base + number, values: { load: number } }), { qos: 1 })
        acknowledged.push(number)
      }
      if (life === KILLS) break
      await vi.waitFor(() => expect(service.calls.length).toBeGreaterThan(before), { timeout: 20_000, interval: 5 })
      await child.stop('SIGKILL')
      child = await start()
    }
    // What waits is many deliveries: from now on none fails.
    service.reply = () => ({})
    const got = () => service.calls.flatMap((call) => sentBy(call).records.map(({ value }) => Number(value)))
    await vi.waitFor(() => expect(new Set(got())).toEqual(new Set(acknowledged)), { timeout: 60_000, interval: 50 })
    // Doubles are dropped by the delivery's id; what is left is in order.
    const seen = new Set<string>()
    const once = service.calls.filter((call) => !seen.has(sentBy(call).deliveryId) && seen.add(sentBy(call).deliveryId))
    const values = once.flatMap((call) => sentBy(call).records.map(({ value }) => Number(value)))
    expect(values).toEqual(values.toSorted((one, other) => one - other))
    const { rows } = await owner.query(`select count(*)::int as n from furrow.push_delivery where state = 'dead'`)
    expect(rows).toEqual([{ n: 0 }])
  },
)
