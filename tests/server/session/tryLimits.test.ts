import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryLimits } from '#server/session/tryLimits'
import { startTestDatabase } from '../database/testDatabase.ts'

const MINUTE = 60_000
let database: Awaited<ReturnType<typeof startTestDatabase>>
let now = Date.UTC(2026, 2, 1)
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.close())

/** As a server of its own has them. */
const ofAServer = () => tryLimits(database.store.serviceDb, () => now)
let nth = 0
const aSubject = () => `user ${nth++}`

describe('tries', () => {
  test('of several servers at once are taken from one store, and each once', async () => {
    const subject = aSubject()
    const [one, other] = [ofAServer().of('sign', 10), ofAServer().of('sign', 10)]
    const taken = await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other).take(subject)))
    expect(taken.filter(Boolean)).toHaveLength(10)
    expect(await one.isEmpty(subject)).toBe(true)
    expect(await other.isEmpty(aSubject())).toBe(false)
    expect(await ofAServer().of('other kind', 10).take(subject)).toBe(true)
  })

  test('come back with time as a bucket that is refilled steadily, whenever they are swept', async () => {
    const perMinute = 6
    const step = fc.oneof(fc.constant('take' as const), fc.constant('sweep' as const), fc.integer({ min: 0, max: 90_000 }))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const limits = ofAServer()
        const [limit, subject] = [limits.of('model', perMinute), aSubject()]
        let model = { tries: perMinute, at: now }
        for (const at of steps) {
          if (typeof at === 'number') now += at
          else if (at === 'sweep') await limits.sweep()
          else {
            const level = Math.min(perMinute, model.tries + ((now - model.at) / MINUTE) * perMinute)
            // At the very edge the two kinds of arithmetic may differ.
            if (Math.abs(level - 1) < 1e-6) continue
            expect(await limit.isEmpty(subject)).toBe(level < 1)
            expect(await limit.take(subject)).toBe(level >= 1)
            if (level >= 1) model = { tries: level - 1, at: now }
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  test('are those of a network where the subject is an address of IPv6, and a clock that is set back gives none', async () => {
    const limit = ofAServer().of('network', 1)
    expect(await limit.take('2001:db8:1:2::1')).toBe(true)
    expect(await limit.take('2001:db8:1:2:ffff::9')).toBe(false)
    now -= 10 * MINUTE
    expect(await limit.isEmpty('2001:db8:1:2::1')).toBe(true)
    now += 10 * MINUTE
  })

  test('of subjects that have all of theirs again are forgotten', async () => {
    const limits = ofAServer()
    const subject = aSubject()
    await limits.of('sign', 10).take(subject)
    const rows = async () =>
      (await database.owner.query('select 1 from furrow.try_limit where subject = $1', [`sign ${subject}`])).rows.length
    await limits.sweep()
    expect(await rows()).toBe(1)
    now += MINUTE + 1
    await limits.sweep()
    expect(await rows()).toBe(0)
  })
})
