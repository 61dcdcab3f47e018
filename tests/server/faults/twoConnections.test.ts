import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createDirectory } from '#server/ground/broker/directory'
import { decodeReadings } from '#server/ground/ingest/decode'
import { createIngest, type Ingest } from '#server/ground/ingest/ingest'
import { createPublisher } from '#server/ground/live/publisher'
import { arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'

let database: Awaited<ReturnType<typeof startTestDatabase>>
let ingest: Ingest
beforeAll(async () => {
  database = await startTestDatabase()
  ingest = createIngest({
    pool: database.store.servicePool,
    log: silentLog,
    clock: Date.now,
    live: createPublisher({ say: () => undefined, clock: Date.now }),
    store: true,
    retention: 86_400_000,
    onStates: () => undefined,
  })
})
afterAll(async () => {
  ingest?.close()
  await database?.close()
})

test.each([
  ['items that nobody has seen', false],
  ['items that are known', true],
])('messages of a device before and after it was dropped are committed together: %s', async (_, isKnown) => {
  const build = arrange(database.owner)
  const tenant = await build.aTenant()
  const area = await build.anArea({ tenant_id: tenant.id })
  const row = await build.aDevice({ tenant_id: tenant.id, area_id: area.id })
  const place = { tenant_id: tenant.id, device_id: row.id, area_id: area.id }
  if (isKnown) for (const code of ['a', 'b']) await build.anItem({ ...place, code })
  const name = { tenantId: tenant.id, eui: row.eui }
  const directory = createDirectory({ pool: database.store.servicePool, clock: Date.now })
  const before = (await directory.find(name, 0))!
  // What `dropDevice` does where a secret or a base changes: the device comes back as another object of the same row.
  directory.forget(name)
  const after = (await directory.find(name, 0))!
  expect(after).not.toBe(before)

  const acknowledged: (Error | undefined)[] = []
  const say = (device: typeof before, payload: object) =>
    ingest.said(
      device,
      {
        sender: device,
        topic: 'readings',
        payload: Buffer.from(JSON.stringify(payload)),
        done: (failure) => acknowledged.push(failure),
      },
      decodeReadings,
    )
  const ts = Date.now()
  say(before, { ts, values: { a: 1, b: 1 } })
  say(after, { ts: ts + 1, values: { a: 2, b: 2 } })
  say(before, { ts: ts + 2, values: { b: 3 } })
  say(after, { ts, values: { b: 4 } })
  await vi.waitFor(() => expect(acknowledged).toEqual([undefined, undefined, undefined, undefined]), { timeout: 5000 })
  const { rows } = await database.owner.query(
    'select i.code, r.ts - $2::bigint as at, r.value, i.last_value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1 order by 1, 2',
    [row.id, ts],
  )
  expect(rows).toEqual([
    { code: 'a', at: 0, value: 1, last_value: 2 },
    { code: 'a', at: 1, value: 2, last_value: 2 },
    { code: 'b', at: 0, value: 1, last_value: 3 },
    { code: 'b', at: 1, value: 2, last_value: 3 },
    { code: 'b', at: 2, value: 3, last_value: 3 },
  ])
})
