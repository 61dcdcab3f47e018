import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { KnownDevice } from '#server/ground/broker/knownDevice'
import { forgetOldLogs } from '#server/ground/history/retention'
import { aroundQueries, startIngest, type TestIngest } from './anIngest.ts'

const START = Date.UTC(2026, 6, 1)
let now = START
/** Whether the answer to the next statement is lost, though the database did it. */
let loses: () => boolean = () => false
/** Whether that statement is a commit. */
let commits = false
let ingest: TestIngest
const losing = (pool: pg.Pool): pg.Pool =>
  aroundQueries(pool, async (text, send) => {
    commits = text === 'commit'
    const answer = await send()
    if (loses()) throw new Error('Connection terminated unexpectedly')
    return answer
  })
beforeAll(async () => {
  ingest = await startIngest({ clock: () => now, pool: losing })
})
afterAll(() => ingest?.close())
beforeEach(() => {
  now = START
  loses = () => false
})

interface Word {
  readonly at: number
  readonly status: number
}
const kept = async (device: KnownDevice, circuit = 1): Promise<Word[]> =>
  ingest.query<Word & object>(
    `select c.at - $3::bigint as at, c.status from furrow.switch_change c join furrow.switch s on s.id = c.switch_id
     where s.device_id = $1 and s.circuit = $2 order by c.at, c.id`,
    [device.id, circuit, START],
  )
/** Said in this order while the server's clock shows these times; those of one group arrive together. Resolves when all are acknowledged. */
async function say(device: KnownDevice, groups: readonly (readonly Word[])[]): Promise<void> {
  for (const group of groups) {
    await Promise.all(
      group.map(({ at, status }) => {
        now = START + at
        return ingest.sayState(device, { 1: status })
      }),
    )
  }
}
/** The rule in plain words, one word after the other. */
function keptOf(words: readonly Word[]): Word[] {
  const changes: Word[] = []
  for (const word of words) {
    const place = changes.findLastIndex(({ at }) => at <= word.at) + 1
    if (changes[place - 1]?.status === word.status) continue
    // What it says was said before that: it changes nothing any more.
    changes.splice(place, changes[place]?.status === word.status ? 1 : 0, word)
  }
  return changes
}
const changesIn = (words: readonly Word[]) => words.filter(({ status }, at) => words[at - 1]?.status !== status)

const word = fc.record({ at: fc.nat(12).map((n) => n * 1000), status: fc.nat(2) })
const groups = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })

describe('what is kept of a switch', () => {
  test('is every change and nothing else, however often what is so is said again', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (given) => {
        const times = given
          .flat()
          .map(({ at }) => at)
          .toSorted((one, other) => one - other)
        const said = given.map((group) => group.map(({ status }) => ({ at: times.shift()!, status })))
        const device = await ingest.device()
        await say(device, said)
        expect(await kept(device)).toEqual(changesIn(said.flat()))
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  test('under a clock that is set to and fro is in order of time, each said at its time, no two neighbours alike, and nothing is forgotten by what comes again', async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (said) => {
        const device = await ingest.device()
        await say(device, said)
        const changes = await kept(device)
        const words = said.flat()
        expect(changes).toEqual(keptOf(words))
        expect(changesIn(changes)).toEqual(changes)
        for (const change of changes) expect(words).toContainEqual(change)
        // The last word holds at its time.
        const last = words.at(-1)!
        expect(changes.findLast(({ at }) => at <= last.at)?.status).toBe(last.status)
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  test('is kept once, also where answers of the database are lost and batches are given again', async () => {
    await fc.assert(
      fc.asyncProperty(groups, fc.array(fc.nat(3), { minLength: 4, maxLength: 20 }), async (said, luck) => {
        const device = await ingest.device()
        // Of the first statements some; each costs the pause before the next try.
        const lost = [...luck]
        loses = () => lost.pop() === 0
        await say(device, said)
        loses = () => false
        expect(await kept(device)).toEqual(keptOf(said.flat()))
      }),
      { numRuns: 8 },
    )
  }, 60_000)

  test('is kept once where the answer to a commit is lost, also of words of one moment', async () => {
    const device = await ingest.device()
    const words = [0, 1, 2, 0].map((status) => ({ at: 1000, status }))
    await say(device, [[{ at: 0, status: 2 }]])
    const lost = [true]
    loses = () => commits && lost.pop() === true
    await say(device, [words])
    expect(lost).toEqual([])
    expect(await kept(device)).toEqual([{ at: 0, status: 2 }, ...words])
  })

  test('is forgotten by age, but never what was in force then', async () => {
    await ingest.query('delete from furrow.switch_change')
    const device = await ingest.device()
    await say(device, [[{ at: 0, status: 0 }], [{ at: 1000, status: 1 }], [{ at: 2000, status: 2 }], [{ at: 3000, status: 1 }]])
    const still = await ingest.device()
    await say(still, [[{ at: 0, status: 1 }]])
    const pool = ingest.database.store.servicePool
    const forget = (changes: number, span?: number) =>
      forgetOldLogs(pool, { logs: 0, messages: 0, changes: START + changes, audit: 0, alarms: 0 }, span === undefined ? {} : { span })
    expect((await forget(2500, 500)).changes).toBeGreaterThan(0)
    expect((await kept(device)).map(({ at }) => at)).toEqual([1000, 2000, 3000])
    await forget(2500, 500)
    expect((await kept(device)).map(({ at }) => at)).toEqual([2000, 3000])
    expect((await forget(2500)).changes).toBe(0)
    await forget(3600_000)
    expect(await kept(device)).toEqual([{ at: 3000, status: 1 }])
    expect(await kept(still)).toEqual([{ at: 0, status: 1 }])
    // So the same word again is no change, years later.
    await say(still, [[{ at: 7200_000, status: 1 }]])
    expect(await kept(still)).toHaveLength(1)
  })
})
