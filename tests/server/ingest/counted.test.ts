import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLOCK_TOLERANCE_MS } from '#machines/devices/deviceClock'
import { isStamped } from '#server/ground/ingest/batch'
import { startIngest, type TestIngest } from './anIngest.ts'

const HOUR = 3_600_000
const FIVE_MINUTES = 300_000
const RETENTION = 400 * 24 * HOUR
const START = Date.UTC(2026, 5, 30, 23, 50)

let now = START
let ingest: TestIngest
beforeAll(async () => {
  ingest = await startIngest({ clock: () => now, retention: RETENTION })
})
afterAll(() => ingest?.close())

/** A value as a device says it; text is none. */
type Said = number | null | 'warm'
interface Entry {
  /** Milliseconds from the server's clock; null gives no time. */
  after: number | null
  item: string
  value: Said
}
interface Told {
  entries: Entry[]
  form: 'array' | 'single'
  again: number
  /** How the server's clock moves before the message. */
  clock: number
}

const entryOf = (...ahead: number[]) =>
  fc.record({
    after: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      ahead.length === 0
        ? { weight: 3, arbitrary: fc.constantFrom(0, 0, -1, -2, -HOUR) }
        : { weight: 5, arbitrary: fc.constantFrom(...ahead) },
      { weight: 1, arbitrary: fc.constant(-RETENTION - 1) },
    ),
    item: fc.constantFrom('a', 'b', 'no name'),
    value: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 0, max: 2 }) },
      { weight: 1, arbitrary: fc.constantFrom(null, 'warm' as const) },
    ),
  })
const plain = entryOf()
const told: fc.Arbitrary<Told> = fc.record({
  entries: fc.oneof(
    { weight: 3, arbitrary: fc.array(plain, { maxLength: 6 }) },
    { weight: 2, arbitrary: fc.array(entryOf(HOUR, HOUR + 1), { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(entryOf(FIVE_MINUTES, FIVE_MINUTES + 1), { maxLength: 6 }) },
    // Some of which may be odd: of those only the sums are known.
    { weight: 1, arbitrary: fc.array(entryOf(0, HOUR, FIVE_MINUTES + 1), { maxLength: 6 }) },
    // A burst: more of one millisecond than any stamp could run ahead of.
    { weight: 1, arbitrary: fc.tuple(plain, fc.integer({ min: 900, max: 1002 })).map(([one, n]) => Array.from({ length: n }, () => one)) },
  ),
  form: fc.constantFrom('array', 'single'),
  again: fc.constantFrom(0, 0, 1, 3),
  clock: fc.constantFrom(0, 0, 0, 1, 7, 30_000, HOUR, -1, -7, -HOUR),
})

/** What must stand in the database, and what must be counted, by the rules of docs/device-protocol.md. */
class Expected {
  said = 0
  readonly untimed = new Map<string, number>()
  /** By item and the time that the device gave: its values, of which there are several only of a whole second. */
  readonly timed = new Map<string, (number | null)[]>()
  /** Said as of longer ago than is kept: whether it is too old hangs on the device's clock. */
  old = 0
  readonly counted = new Map<string, number>()
  repeats = 0

  count(reason: string, n = 1): void {
    const key = `${reason} ${now - (now % HOUR)}`
    this.counted.set(key, (this.counted.get(key) ?? 0) + n)
  }
  message(entries: readonly Entry[]): void {
    this.said += entries.length
    if (entries.length > 1000) this.count('tooMany', entries.length)
    else for (const one of entries) this.entry(one)
  }
  private entry({ after, item, value }: Entry): void {
    if (value === 'warm') this.count('notNumber')
    else if (item === 'no name') this.count('itemName')
    else if (after === null) {
      const key = `${item} ${value}`
      this.untimed.set(key, (this.untimed.get(key) ?? 0) + 1)
    } else if (after < -RETENTION) this.old++
    else {
      const sent = now + after
      const key = `${item} ${sent}`
      const values = this.timed.get(key) ?? []
      this.timed.set(key, values)
      if (values.includes(value)) this.repeats++
      else if (values.length === 0 || sent % 1000 === 0) values.push(value)
      else this.count('duplicate')
    }
  }
  get sums(): number {
    const sum = (of: Iterable<number>) => [...of].reduce((all, n) => all + n, 0)
    return sum(this.untimed.values()) + [...this.timed.values()].flat().length + this.old + this.repeats + sum(this.counted.values())
  }
}

const byValue = (one: number | null, other: number | null) => (one ?? -1) - (other ?? -1)
const payloadOf = ({ after, item, value }: Entry) => (after === null ? { [item]: value } : { ts: now + after, values: { [item]: value } })

test(
  'every acknowledged reading is stored or counted as rejected: any rate, clock, form and repetition',
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 12 }), fc.boolean(), async (messages, waits) => {
        now = START
        let latest = START
        const device = await ingest.device()
        const expected = new Expected()
        let acknowledged = 0
        const open: Promise<void>[] = []
        for (const { entries, form, again, clock } of messages) {
          now += clock
          latest = Math.max(latest, now)
          for (let time = 0; time <= again; time++) {
            for (const said of form === 'array' ? [entries] : entries.map((one) => [one])) {
              expected.message(said)
              const payload = form === 'array' ? said.map(payloadOf) : payloadOf(said[0]!)
              open.push(ingest.say(device, payload).then(() => void (acknowledged += said.length)))
            }
          }
          if (waits) await Promise.all(open.splice(0))
        }
        await Promise.all(open)
        const rows = await ingest.query<{ code: string; ts: number; sent: number; place: number; value: number | null }>(
          'select i.code, r.ts, coalesce(r.sent, r.ts) as sent, r.place, r.value from furrow.reading r join furrow.item i on i.id = r.item_id where i.device_id = $1',
          [device.id],
        )
        const counted = await ingest.query<{ key: string; n: number }>(
          `select reason || ' ' || hour as key, n from furrow.rejected_count where device_id = $1`,
          [device.id],
        )
        const untimed = new Map<string, number>()
        for (const { code, value } of rows.filter(({ place }) => isStamped(place)))
          untimed.set(`${code} ${value}`, (untimed.get(`${code} ${value}`) ?? 0) + 1)
        expect(acknowledged).toBe(expected.said)
        expect(expected.sums).toBe(acknowledged)
        expect(untimed).toEqual(expected.untimed)
        const old = START - RETENTION / 2
        const dated = rows.filter(({ place, sent }) => !isStamped(place) && sent > old)
        const found = Map.groupBy(dated, ({ code, sent }) => `${code} ${sent}`)
        const countedAs = (reason: string) => counted.reduce((sum, { key, n }) => (key.startsWith(reason) ? sum + n : sum), 0)
        const odd = countedAs('ahead')
        const stored = new Map([...found].map(([key, all]) => [key, all.map(({ value }) => value).toSorted(byValue)]))
        const wanted = new Map([...expected.timed].map(([key, values]) => [key, values.toSorted(byValue)]))
        if (odd === 0) expect(stored).toEqual(wanted)
        else {
          for (const key of stored.keys()) expect(wanted.has(key)).toBe(true)
          const lacking = [...wanted].reduce((sum, [key, values]) => sum + Math.max(0, values.length - (stored.get(key)?.length ?? 0)), 0)
          expect(lacking).toBeLessThanOrEqual(odd)
        }
        // Moved as they are, none comes from the future.
        for (const { ts, place } of rows) if (!isStamped(place)) expect(ts).toBeLessThanOrEqual(latest + CLOCK_TOLERANCE_MS)
        const exact = (all: Iterable<readonly [string, number]>) =>
          new Map([...all].filter(([key]) => !/^(tooOld|duplicate|ahead)/.test(key)))
        expect(exact(counted.map(({ key, n }) => [key, n] as const))).toEqual(exact(expected.counted))
        // Of what was said as of too long ago each is kept, too old, or the second value of its moment.
        const duplicates = [...expected.counted].reduce((sum, [key, n]) => (key.startsWith('duplicate') ? sum + n : sum), 0)
        const kept = rows.filter(({ place, sent }) => !isStamped(place) && sent <= old).length
        const ofOld = kept + countedAs('tooOld') + countedAs('duplicate') - duplicates
        expect(countedAs('duplicate') + odd).toBeGreaterThanOrEqual(duplicates)
        expect(ofOld).toBeLessThanOrEqual(expected.old)
        expect(ofOld > 0).toBe(expected.old > 0)
        // Every hour of a reading is marked, so that no roll-up misses it.
        const [unmarked] = await ingest.query<{ n: number }>(
          `select count(*)::int as n from furrow.reading r join furrow.item i on i.id = r.item_id
           where i.device_id = $1 and not exists (select 1 from furrow.rollup_dirty d where d.item_id = r.item_id and d.hour = r.ts / ${HOUR} * ${HOUR})`,
          [device.id],
        )
        expect(unmarked!.n).toBe(0)
      }),
      { numRuns: Number(process.env['RUNS'] ?? 40) },
    )
  },
)
