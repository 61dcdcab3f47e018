import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSteadiness } from '#server/ground/push/steadiness'
import { aPushFarm, type PushFarm, valuesOf } from './aPushFarm.ts'

const HOUR = 3_600_000
const YEARS = 6 * 365 * 24 * HOUR

test('a clock that was set by more than an hour is not trusted for an hour, nor one that starts far past what was known', () => {
  let [at, ran] = [1_000 * HOUR, 0]
  const run = (ms: number) => {
    at += ms
    ran += ms
  }
  const of = (last: number | null) => createSteadiness({ clock: () => at, last, monotonic: () => ran })
  const one = of(at - HOUR / 2)
  expect(one.isSteady()).toBe(true)
  run(10 * HOUR)
  expect(one.isSteady()).toBe(true)
  at += HOUR / 2
  expect(one.isSteady()).toBe(true)
  for (const set of [YEARS, -YEARS]) {
    at += set
    expect(one.isSteady()).toBe(false)
    run(HOUR - 1)
    expect(one.isSteady()).toBe(false)
    run(1)
    expect(one.isSteady()).toBe(true)
  }
  const late = of(at - 2 * HOUR)
  expect(late.isSteady()).toBe(false)
  run(HOUR)
  expect(late.isSteady()).toBe(true)
  expect(of(null).isSteady()).toBe(true)
})

let farm: PushFarm
let offset = 0
beforeAll(async () => {
  farm = await aPushFarm({ clock: () => Date.now() + offset })
})
afterAll(() => farm?.close())

const stands = async (id: number) =>
  (
    await farm.server.owner.query<{ dropped: number; delivered: number; error_at: number | null }>(
      'select dropped, delivered, error_at from furrow.push_progress where target_id = $1',
      [id],
    )
  ).rows[0]!

test('what a clock that was ahead has dated is dated anew, and so grows old', { timeout: 60_000 }, async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add({ name: 'Later', batchSize: 1, retentionHours: 1 })
  farm.service.reply = () => ({ status: 503 })
  for (const value of [4, 5]) await device.say({ load: value })
  await vi.waitFor(async () => expect((await stands(target.id)).error_at).not.toBeNull(), { timeout: 10_000 })
  await farm.server.owner.query('update furrow.push_feed set at = at + $1', [YEARS])
  await vi.waitFor(
    async () => {
      const { rows } = await farm.server.owner.query<{ at: number }>('select at from furrow.push_feed where tenant_id = $1', [
        farm.tenant.id,
      ])
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.every(({ at }) => at < Date.now() + HOUR)).toBe(true)
    },
    { timeout: 20_000 },
  )
  await farm.server.owner.query('delete from furrow.push_target where id = $1', [target.id])
  farm.service.calls.length = 0
})

test('a clock that is six years ahead for a while drops nothing that waits', { timeout: 60_000 }, async () => {
  const device = await farm.aDevice(farm)
  const target = await farm.add({ batchSize: 1, retentionHours: 1 })
  farm.service.reply = () => ({ status: 503 })
  for (const value of [1, 2, 3]) await device.say({ load: value })
  await vi.waitFor(async () => expect((await stands(target.id)).error_at).not.toBeNull(), { timeout: 10_000 })
  offset = YEARS
  // It was tried by that clock, and twice, so that it was looked at what is too old.
  const tries = farm.service.calls.length
  await vi.waitFor(
    async () => {
      expect((await stands(target.id)).error_at).toBeGreaterThan(Date.now() + YEARS / 2)
      expect(farm.service.calls.length).toBeGreaterThan(tries + 1)
    },
    { timeout: 20_000 },
  )
  expect((await stands(target.id)).dropped).toBe(0)
  offset = 0
  farm.service.reply = () => ({})
  await vi.waitFor(async () => expect((await stands(target.id)).delivered).toBe(3), { timeout: 20_000 })
  expect((await stands(target.id)).dropped).toBe(0)
  const taken = valuesOf(farm.service.calls).filter((value, at, all) => all[at - 1] !== value)
  expect(taken).toEqual([1, 2, 3])
})
