import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counted, countMaterials, type Issued, type Used } from '#server/farm/costs/reckon'
import { type Fed, type HerdEvent, herdOf, livingByDay } from '#server/farm/herd/reckon'

const ONE = 1_000_000n
const sum = (rows: readonly Counted[]) => rows.reduce((all, { quantity }) => all + quantity, 0n)
const worth = (rows: readonly Counted[]) => rows.reduce((all, { value }) => all + (value ?? 0n), 0n)
const issue = (given: Partial<Issued> = {}): Issued => ({
  issueId: 1,
  productId: 1,
  batchId: 1,
  quantity: 10n * ONE,
  value: 30n * ONE,
  at: 0,
  ...given,
})
const use = (given: Partial<Used> = {}): Used => ({
  productId: 1,
  batchId: 1,
  issueId: null,
  quantity: 4n * ONE,
  at: 0,
  price: 2n * ONE,
  ...given,
})

describe('what counts for a batch', () => {
  test('is what was issued for it, whether or not an activity of it names some of that', () => {
    expect(worth(countMaterials(1, [issue()], []))).toBe(30n * ONE)
    const named = countMaterials(1, [issue()], [use({ issueId: 1 })])
    expect([sum(named), worth(named)]).toEqual([10n * ONE, 30n * ONE])
  })

  test('is what another batch used of its issue no more, and what it used of the issue of another', () => {
    const used = [use({ issueId: 1, batchId: 2 })]
    expect(worth(countMaterials(1, [issue()], used))).toBe(18n * ONE)
    expect(worth(countMaterials(2, [issue()], used))).toBe(12n * ONE)
  })

  test('is what was used without an issue, at what the stock was worth; unknown where nobody knows', () => {
    expect(countMaterials(1, [], [use()])).toMatchObject([{ quantity: 4n * ONE, value: 8n * ONE }])
    expect(countMaterials(1, [], [use({ price: null })])).toMatchObject([{ quantity: 4n * ONE, value: null }])
    expect(countMaterials(1, [issue({ value: 0n })], [])).toMatchObject([{ value: null }])
  })

  test('is used outside of the books, of an issue that was taken back', () => {
    expect(countMaterials(1, [], [use({ issueId: 1 })])).toMatchObject([{ quantity: 4n * ONE, value: 8n * ONE }])
    const part = countMaterials(1, [issue({ quantity: 3n * ONE, value: 9n * ONE })], [use({ issueId: 1 })])
    expect([sum(part), worth(part)]).toEqual([4n * ONE, 11n * ONE])
  })

  test('counts each quantity once, and each worth once, over all batches: by a model of single grains', () => {
    const batch = fc.option(fc.integer({ min: 1, max: 3 }))
    const grains = fc.integer({ min: 1, max: 6 })
    const issues = fc.array(fc.record({ batchId: batch, grains: fc.integer({ min: 0, max: 8 }), value: fc.bigInt(1n, 10n ** 9n) }), {
      maxLength: 3,
    })
    const lines = fc.array(fc.record({ batchId: batch, issueId: fc.option(fc.integer({ min: 0, max: 2 })), grains }), { maxLength: 8 })
    fc.assert(
      fc.property(issues, lines, (given, named) => {
        const issued = given.flatMap((one, issueId) =>
          one.grains === 0 ? [] : [issue({ issueId, batchId: one.batchId, quantity: BigInt(one.grains) * ONE, value: one.value })],
        )
        const used = named.map((one) => use({ ...one, quantity: BigInt(one.grains) * ONE, price: ONE }))
        // Each grain has an owner: whoever used it, else whom it was issued for.
        const owners = new Map<number | null, { booked: bigint; outside: bigint }>()
        const give = (owner: number | null, what: 'booked' | 'outside') => {
          const has = owners.get(owner) ?? { booked: 0n, outside: 0n }
          owners.set(owner, { ...has, [what]: has[what] + ONE })
        }
        const left = given.map((one) => one.grains)
        for (const one of named)
          for (let grain = 0; grain < one.grains; grain++) {
            const at = one.issueId
            if (at !== null && (left[at] ?? 0) > 0) {
              left[at]!--
              give(one.batchId ?? given[at]!.batchId, 'booked')
            } else give(one.batchId, 'outside')
          }
        given.forEach((one, at) => {
          for (let grain = 0; grain < left[at]!; grain++) give(one.batchId, 'booked')
        })
        const all = [1, 2, 3].map((id) => countMaterials(id, issued, used))
        all.forEach((rows, at) => {
          const { booked, outside } = owners.get(at + 1) ?? { booked: 0n, outside: 0n }
          expect(sum(rows)).toBe(booked + outside)
        })
        // What has an owner among the batches is worth no more than all issues, and exactly that where everything has one.
        const unowned = (owners.get(null)?.booked ?? 0n) > 0n
        const outside = [1, 2, 3].reduce((sum_, id) => sum_ + (owners.get(id)?.outside ?? 0n), 0n)
        const whole = issued.reduce((sum_, { value }) => sum_ + value, 0n)
        const counted = all.reduce((sum_, rows) => sum_ + worth(rows), 0n) - outside
        if (unowned) expect(counted).toBeLessThanOrEqual(whole)
        else expect(counted).toBe(whole)
      }),
      { numRuns: 500 },
    )
  })
})

const on = (day: string, event: HerdEvent['event'], head: number, given: Partial<HerdEvent> = {}): HerdEvent => ({
  day,
  event,
  head,
  meanWeight: null,
  ...given,
})
const grams = (count: number) => BigInt(count) * ONE

describe('a herd', () => {
  const came = on('2026-05-01', 'stocked', 1000, { meanWeight: grams(50) })
  const weighed = on('2026-06-01', 'weighed', 30, { meanWeight: grams(200) })
  const fed: Fed[] = [
    { day: '2026-05-20', kg: 150n * ONE },
    { day: '2026-06-20', kg: 999n * ONE },
  ]

  test('lives as many as came and have not gone', () => {
    const events = [came, on('2026-05-02', 'died', 30), on('2026-05-09', 'removed', 20), on('2026-06-03', 'harvested', 100), weighed]
    expect(herdOf(events, [], 0)).toMatchObject({ stocked: 1000, died: 30, removed: 20, harvested: 100, living: 850, survival: '97.0' })
    expect(livingByDay(events).map(({ living }) => living)).toEqual([1000, 970, 950, 950, 850])
  })

  test('that lost some is never whole, and of which some live is never all dead, however many they are', () => {
    const survival = (stocked: number, died: number) => {
      const one = (event: HerdEvent['event'], head: number): HerdEvent => ({ day: '2026-01-01', event, head, meanWeight: null })
      return herdOf([one('stocked', stocked), ...(died > 0 ? [one('died', died)] : [])], [], 0).survival
    }
    expect(survival(10_000, 1)).toBe('99.9')
    expect(survival(10_000, 9999)).toBe('0.1')
    expect(survival(10_000, 0)).toBe('100.0')
    expect(survival(10_000, 10_000)).toBe('0.0')
    expect(survival(3, 1)).toBe('66.7')
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(), (stocked, some) => {
        const died = some % (stocked + 1)
        const said = survival(stocked, died)
        expect(said === '100.0').toBe(died === 0)
        expect(said === '0.0').toBe(died === stocked)
        expect(Math.abs(Number(said) - ((stocked - died) * 100) / stocked)).toBeLessThanOrEqual(0.100_001)
      }),
    )
  })

  test('gained what it weighs and what was harvested, less what came; only what was fed until then counts', () => {
    // 900 of 200 g and 15 kg harvested, less 50 kg: 145 kg of 150 kg of feed.
    const events = [came, on('2026-05-10', 'died', 20), on('2026-05-30', 'harvested', 80, { kg: 15n * ONE }), weighed]
    expect(herdOf(events, fed, 0)).toMatchObject({ ratio: '1.034483', ratioOn: '2026-06-01', noRatio: null })
  })

  test('counts the day of the weighing with it', () => {
    // 950 of 200 g and 20 kg harvested, less 50 kg: 160 kg of 300 kg of feed.
    const events = [came, on('2026-06-01', 'harvested', 50, { kg: 20n * ONE }), weighed]
    expect(herdOf(events, [...fed, { day: '2026-06-01', kg: 150n * ONE }], 0).ratio).toBe('1.875000')
  })

  test('says why its ratio is unknown', () => {
    const why = (events: HerdEvent[], feed = fed, uncounted = 0) => herdOf(events, feed, uncounted).noRatio
    expect(why([])).toBe('noStocking')
    expect(why([came])).toBe('noWeight')
    expect(why([{ ...came, meanWeight: null }, weighed])).toBe('noStockingWeight')
    expect(why([came, weighed], [])).toBe('noFeed')
    expect(why([came, weighed], fed, 1)).toBe('uncounted')
    expect(why([came, { ...weighed, meanWeight: grams(40) }])).toBe('noGain')
    // Nobody knows what was gained where a harvest was counted in what is no weight; after the last weighing it is no part of the ratio.
    expect(why([came, on('2026-05-30', 'harvested', 80, { kg: null }), weighed])).toBe('noHarvestWeight')
    expect(why([came, weighed, on('2026-06-02', 'harvested', 80, { kg: null })])).toBeNull()
    expect(why([came, weighed])).toBeNull()
  })
})
