import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDirectory } from '#server/ground/broker/directory'
import { moveHorizon } from '#server/ground/history/horizon'
import { HOUR } from '#server/ground/history/resolution'
import { settleHours } from '#server/ground/history/rollup'
import { startIngest, type TestIngest } from './anIngest.ts'
import { silentLog } from '../database/testDatabase.ts'
import { decodeReadings } from '#server/ground/ingest/decode'
import { createIngest } from '#server/ground/ingest/ingest'

const START = Date.UTC(2026, 2, 1)
const HOURS = 6

let one: TestIngest
beforeAll(async () => {
  one = await startIngest({ clock: () => START + 2 * HOURS * HOUR })
})
afterAll(() => one?.close())

/** Another process that stores readings of the same device, knowing nothing of the first. */
async function anotherWriter(device: { tenantId: number; eui: string }) {
  const pool = one.database.store.servicePool
  const known = (await createDirectory({ pool, clock: () => START }).find(device, 0))!
  const ingest = createIngest({
    pool,
    log: silentLog,
    clock: () => START + 2 * HOURS * HOUR,
    live: one.live,
    store: true,
    retention: 365 * 24 * HOUR,
    onStates: () => undefined,
  })
  const say = (payload: unknown) =>
    new Promise<void>((resolve, reject) =>
      ingest.said(
        known,
        {
          sender: known,
          topic: 'readings',
          payload: Buffer.from(JSON.stringify(payload)),
          done: (failure) => (failure ? reject(failure) : resolve()),
        },
        decodeReadings,
      ),
    )
  return { say, close: () => ingest.close() }
}

/** Hours that are neither marked nor rolled up with all their readings. */
const lostHours = (deviceId: number) =>
  one.query(
    `select r.item_id, r.hour, r.n, h.n as rolled from (
       select item_id, ts / ${HOUR} * ${HOUR} as hour, count(*)::int as n from furrow.reading
       where item_id in (select id from furrow.item where device_id = $1) group by 1, 2) r
     left join furrow.reading_hour h on h.item_id = r.item_id and h.bucket = r.hour
     where h.n is distinct from r.n and not exists (select 1 from furrow.rollup_dirty d where d.item_id = r.item_id and d.hour = r.hour)`,
    [deviceId],
  )

describe('several processes store readings while hours are settled', () => {
  test('and no hour is left with a roll-up that lacks one and no mark', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ by: fc.nat(2), hour: fc.nat(HOURS - 1) }) },
      { weight: 2, arbitrary: fc.record({ settle: fc.integer({ min: 1, max: HOURS }) }) },
      { weight: 2, arbitrary: fc.constant('wait' as const) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 60 }), async (steps) => {
        const device = await one.device()
        const others = await Promise.all([anotherWriter(device), anotherWriter(device)])
        const writers = [(payload: unknown) => one.say(device, payload), ...others.map(({ say }) => say)]
        let settling: Promise<unknown> = Promise.resolve()
        let said: Promise<unknown>[] = []
        let ts = 0
        for (const at of steps) {
          if (at === 'wait') {
            await Promise.all(said)
            said = []
          } else if ('settle' in at)
            settling = settling.then(() => settleHours(one.database.store.servicePool, { before: START + at.settle * HOUR }))
          else said.push(writers[at.by]!({ ts: START + at.hour * HOUR + ts++, values: { a: at.by } }))
        }
        await Promise.all([...said, settling])
        others.forEach(({ close }) => close())
        expect(await lostHours(device.id)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })

  test('the job waits for a batch that trusts its marks, and the next batch is told', async () => {
    const { servicePool } = one.database.store
    const [{ version, hour }] = (await one.query<{ version: number; hour: number }>('select version, hour from furrow.rollup_horizon')) as [
      { version: number; hour: number },
    ]
    const batch = await servicePool.connect()
    await batch.query('begin')
    await batch.query('select trust_marks($1)', [version])
    let isMoved = false
    const moving = moveHorizon(servicePool, hour + HOUR).then(() => (isMoved = true))
    await vi.waitFor(async () =>
      expect(await one.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`)).toHaveLength(1),
    )
    expect(isMoved).toBe(false)
    await batch.query('commit')
    await moving
    await expect(batch.query('select trust_marks($1)', [version])).rejects.toMatchObject({ code: 'FW001' })
    batch.release()
  })

  test('the first batch of a process may hold what was stored before, and that is no fault', async () => {
    const device = await one.device()
    const readings = [0, 1, 2].map((at) => ({ ts: START + at, values: { a: at } }))
    await one.say(device, readings)
    const other = await anotherWriter(device)
    await other.say([...readings, { ts: START + 3, values: { a: 3 } }])
    other.close()
    expect(await one.query('select reason, notes from furrow.rejected_message where device_id = $1', [device.id])).toEqual([])
    expect(
      await one.query('select 1 from furrow.reading where item_id in (select id from furrow.item where device_id = $1)', [device.id]),
    ).toHaveLength(4)
  })

  test('an hour that was settled is marked by each batch that adds to it, however often it is settled again', async () => {
    const device = await one.device()
    for (let ts = START; ts < START + 4; ts++) {
      await one.say(device, { ts, values: { a: 1 } })
      expect(await lostHours(device.id)).toEqual([])
      await settleHours(one.database.store.servicePool, { before: START + 3 * HOUR })
      expect(await lostHours(device.id)).toEqual([])
    }
  })

  test('a job whose clock was years ahead, and is right again, costs no mark', async () => {
    const device = await one.device()
    const { servicePool } = one.database.store
    await one.say(device, { ts: START, values: { a: 1 } })
    await settleHours(servicePool, { before: START + 6 * 365 * 24 * HOUR })
    await one.say(device, { ts: START + 1, values: { a: 1 } })
    await settleHours(servicePool, { before: START + 6 * 365 * 24 * HOUR })
    await settleHours(servicePool, { before: START })
    await one.say(device, { ts: START + 2, values: { a: 1 } })
    expect(await lostHours(device.id)).toEqual([])
    await settleHours(servicePool, { before: START + 6 * 365 * 24 * HOUR })
    await settleHours(servicePool, { before: START })
    await one.say(device, { ts: START + 3, values: { a: 1 } })
    expect(await lostHours(device.id)).toEqual([])
  })
})
