import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SHOWN_AHEAD_MS } from '#server/ground/ingest/ingest'
import { aroundQueries, startIngest, type TestIngest } from './anIngest.ts'

let now = Date.UTC(2026, 5, 1)
let farm: TestIngest
const said: [ts: number, value: number | null][] = []
/** The items of what was said. */
const items: number[] = []
/** While there is one, no statement of the ingest is answered: a disk that stands still. */
let still: PromiseWithResolvers<void> | null = null

beforeAll(async () => {
  farm = await startIngest({
    clock: () => now,
    pool: (pool) => aroundQueries(pool, async (_, send) => (await still?.promise, send())),
    live: (topic, payload) => {
      if (!topic.endsWith('readings')) return
      for (const [item, ts, value] of (JSON.parse(payload) as { v: [number, number, number][] }).v) {
        said.push([ts, value])
        items.push(item)
      }
    },
  })
})
afterAll(() => farm?.close())
beforeEach(() => void (said.length = items.length = 0))

/** A device whose item `t` is known, and shown, at the time `now`. */
async function aKnownDevice() {
  const device = await farm.device()
  await farm.say(device, { t: 1 })
  await vi.waitFor(() => expect(said).toHaveLength(1))
  said.length = 0
  now += 1000
  return device
}
const shown = (...wanted: typeof said) => vi.waitFor(() => expect(said).toEqual(wanted))
function standStill() {
  still = Promise.withResolvers()
  return () => {
    still?.resolve()
    still = null
  }
}

describe('a reading', () => {
  test('is on the page while the disk stands still, acknowledged only after its commit, and not told again', async () => {
    const device = await aKnownDevice()
    const goOn = standStill()
    let acknowledged = false
    const done = farm.say(device, { t: 2 }).then(() => (acknowledged = true))
    await shown([now, 2])
    expect(acknowledged).toBe(false)
    expect(await farm.query('select last_value from furrow.item where device_id = $1', [device.id])).toEqual([{ last_value: 1 }])
    goOn()
    await done
    expect(await farm.query('select last_value from furrow.item where device_id = $1', [device.id])).toEqual([{ last_value: 2 }])
    // What is said later comes alone: nothing was said at the commit.
    now += 1000
    await farm.say(device, { t: 3 })
    await shown([now - 1000, 2], [now, 3])
  })

  test('that was told before somebody began to listen, and stored after that, is told again', async () => {
    const device = await aKnownDevice()
    const goOn = standStill()
    const done = farm.say(device, { t: 2 })
    await shown([now, 2])
    farm.live.joined()
    goOn()
    await done
    await shown([now, 2], [now, 2])
  })

  test('is not shown before it is stored where the database has not answered for long, and is shown once it has', async () => {
    const device = await aKnownDevice()
    const goOn = standStill()
    const first = farm.say(device, { t: 2 })
    await shown([now, 2])
    await vi.waitFor(() => expect(farm.ingest.waitingFor()).toBeGreaterThan(SHOWN_AHEAD_MS))
    now += 1000
    const second = farm.say(device, { t: 3 })
    await new Promise(setImmediate)
    expect(said).toEqual([[now - 1000, 2]])
    goOn()
    await Promise.all([first, second])
    await shown([now - 1000, 2], [now, 3])
  })

  test('of an item that is new is shown once the item is there', async () => {
    const device = await aKnownDevice()
    const goOn = standStill()
    const done = farm.say(device, { u: 7 })
    await new Promise(setImmediate)
    expect(said).toEqual([])
    goOn()
    await done
    await shown([now, 7])
    const rows = await farm.query<{ id: number }>(`select id from furrow.item where device_id = $1 and code = 'u'`, [device.id])
    expect(items.at(-1)).toBe(rows[0]!.id)
  })

  test('that is older than what is shown, or of the same moment, is not shown', async () => {
    const device = await aKnownDevice()
    const ts = now + 5
    await farm.say(device, { ts, values: { t: 5 } })
    await shown([ts, 5])
    await farm.say(device, { ts, values: { t: 6 } })
    await farm.say(device, { ts: ts - 10, values: { t: 7 } })
    now += 1000
    await farm.say(device, { t: 8 })
    await shown([ts, 5], [now, 8])
  })
})
