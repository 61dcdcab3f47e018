import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { pool } from '#server/ground/database/open'
import type { Database } from '#server/ground/database/schema'
import { createOutbox, type Door, type Doors, LONGEST_PAUSE_MS, MOST_ATTEMPTS, type Outbox, pauseAfter } from '#server/ground/outbox/outbox'
import { messageTo, post } from '#server/ground/outbox/parcel'
import { type Arrange, arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'

let database: Awaited<ReturnType<typeof startTestDatabase>>
let build: Arrange
beforeAll(async () => {
  database = await startTestDatabase()
  build = arrange(database.owner)
  await database.owner.query('create table furrow.told (word text not null); grant all on furrow.told to public')
})
afterAll(() => database?.close())

let now: number
const opened: { close: () => Promise<void> }[] = []
beforeEach(async () => {
  now = Date.UTC(2026, 10, 22)
  await database.owner.query('delete from furrow.told; delete from furrow.outbox')
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

/** A server's outbox with a pool of its own; `message` tells messages. */
async function anOutbox(message: Door<'message'>['deliver'], deadlineMs?: number): Promise<Outbox & { kill: () => Promise<unknown> }> {
  const own: pg.Pool = pool(database.url, { max: 6, application_name: `outbox ${opened.length}` }, silentLog)
  const pids = new Set<number>()
  own.on('connect', (client) => {
    client.on('error', () => undefined)
    pids.add((client as unknown as { processID: number }).processID)
  })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: own }) })
  const outbox = await createOutbox({
    db,
    pool: own,
    doors: { message: { deliver: message } } as unknown as Doors,
    clock: () => now,
    log: silentLog,
    random: () => 1,
    ...(deadlineMs == null ? {} : { deadlineMs }),
  })
  opened.push({
    async close() {
      await outbox.close()
      await own.end()
    },
  })
  return { ...outbox, kill: () => database.owner.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [[...pids]]) }
}
/** Tells by writing a row in the parcel's own transaction. */
const write: Door<'message'>['deliver'] = async ({ body }, work) => {
  await work
    .insertInto('told' as never)
    .values({ word: body.subject } as never)
    .execute()
}
async function aReader() {
  const tenantId = (await build.aTenant()).id
  const userId = (await build.aUser({ tenantId })).id
  const say = (word: string, key?: string) =>
    post(database.store.serviceDb, [messageTo({ tenantId, userId }, { subject: word, content: '', ...(key == null ? {} : { key }) })], now)
  return { tenantId, userId, say }
}
const told = async (): Promise<string[]> =>
  (await database.owner.query('select word from furrow.told order by word')).rows.map(({ word }) => word)
/** Messages alone: that one was given up is posted as a change. */
const left = async (): Promise<{ attempts: number; dead: boolean; error: string | null }[]> =>
  (
    await database.owner.query('select attempts, dead_at is not null as dead, error from furrow.outbox where kind = $1 order by id', [
      'message',
    ])
  ).rows

describe('what leaves a transaction', () => {
  test('is told after the commit and not without it', async () => {
    const reader = await aReader()
    await anOutbox(write)
    await database.store.serviceDb
      .transaction()
      .execute(async (work) => {
        await post(work, [messageTo(reader, { subject: 'undone', content: '' })], now)
        throw new Error('undone')
      })
      .catch(() => undefined)
    await reader.say('done')
    await vi.waitFor(async () => expect(await told()).toEqual(['done']))
    expect(await left()).toEqual([])
  })

  test('and fails goes aside while the others go on, is tried again after a growing pause, and told once', async () => {
    const [barred, free] = [await aReader(), await aReader()]
    let isAway = true
    const outbox = await anOutbox(async (parcel, work, signal) => {
      await write(parcel, work, signal)
      if (isAway && parcel.body.subject === 'barred') throw new Error('away')
    })
    await barred.say('barred')
    await barred.say('next')
    await free.say('free')
    await vi.waitFor(async () => expect(await told()).toEqual(['free', 'next']))
    expect(await left()).toEqual([{ attempts: 1, dead: false, error: 'away' }])
    await outbox.flush()
    expect((await left())[0]!.attempts).toBe(1)
    now += 2000
    await outbox.flush()
    now += 2000
    await outbox.flush()
    expect((await left())[0]!.attempts).toBe(2)
    isAway = false
    now += 2000
    await outbox.flush()
    expect(await told()).toEqual(['barred', 'free', 'next'])
    expect(await left()).toEqual([])
  })

  test('and never can be told is given up and kept, and a clock that was ahead delays nothing', async () => {
    const reader = await aReader()
    const outbox = await anOutbox(() => Promise.reject(new Error('never')))
    await reader.say('poison')
    for (let at = 0; at < MOST_ATTEMPTS; at++) {
      // Behind by a year in the middle: a pause that was counted from the later clock is over.
      now += at === 5 ? -365 * 86_400_000 : LONGEST_PAUSE_MS
      await outbox.flush()
    }
    expect(await left()).toEqual([{ attempts: MOST_ATTEMPTS, dead: true, error: 'never' }])
    now += 365 * 86_400_000
    await outbox.flush()
    expect((await left())[0]!.attempts).toBe(MOST_ATTEMPTS)
  })

  test('and hangs holds up neither other tenants nor, for long, its own', async () => {
    const [stuck, free] = [await aReader(), await aReader()]
    await anOutbox(async (parcel, work, signal) => {
      if (parcel.body.subject.startsWith('hang')) await new Promise(() => undefined)
      await write(parcel, work, signal)
    }, 300)
    await Promise.all(['hang 1', 'hang 2'].map((word) => stuck.say(word)))
    await stuck.say('later')
    await free.say('free')
    await vi.waitFor(async () => expect(await told()).toEqual(['free', 'later']), { timeout: 10_000 })
    expect((await left()).map(({ error }) => error)).toEqual(['it took too long', 'it took too long'])
  })

  test('with a key is taken once while it waits', async () => {
    const [reader, other] = [await aReader(), await aReader()]
    await Promise.all([reader.say('a', 'one'), reader.say('a', 'one'), other.say('a', 'one'), reader.say('a'), reader.say('a')])
    await anOutbox(write)
    await vi.waitFor(async () => expect(await told()).toEqual(['a', 'a', 'a', 'a']))
  })

  test('is told once by two servers, whatever fails and whichever of their connections end', { timeout: 120_000 }, async () => {
    const readers = await Promise.all([aReader(), aReader(), aReader()])
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ of: fc.nat(2), fails: fc.nat(2) }), { minLength: 1, maxLength: 25 }),
        fc.array(fc.constantFrom('post', 'kill first', 'kill second', 'both look'), { minLength: 1, maxLength: 8 }),
        async (parcels, steps) => {
          const mark = ++run
          await database.owner.query('delete from furrow.told')
          const fails = new Map(parcels.map(({ fails: times }, at) => [`${mark} ${at}`, times]))
          const door: Door<'message'>['deliver'] = async (parcel, work, signal) => {
            await write(parcel, work, signal)
            const still = fails.get(parcel.body.subject) ?? 0
            fails.set(parcel.body.subject, still - 1)
            if (still > 0) throw new Error('not yet')
          }
          const servers = [await anOutbox(door), await anOutbox(door)]
          let posted = 0
          const some = async (until: number) => {
            for (; posted < until; posted++) {
              await readers[parcels[posted]!.of]!.say(`${mark} ${posted}`)
            }
          }
          for (const step of steps) {
            if (step === 'post') await some(Math.min(parcels.length, posted + Math.ceil(parcels.length / 4)))
            else if (step === 'kill first') await servers[0]!.kill()
            else if (step === 'kill second') await servers[1]!.kill()
            else await Promise.all(servers.map((one) => one.flush()))
          }
          await some(parcels.length)
          for (let at = 0; at < 6; at++) {
            now += LONGEST_PAUSE_MS
            await Promise.all(servers.map((one) => one.flush()))
          }
          await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 5000 })
          expect(await told()).toEqual(parcels.map((_, at) => `${mark} ${at}`).toSorted())
          await Promise.all(opened.splice(0).map((one) => one.close()))
        },
      ),
      { numRuns: 25 },
    )
  })

  test('survives a kill -9 between telling and the commit, and is then told once', { timeout: 60_000 }, async () => {
    const reader = await aReader()
    const child = fork(fileURLToPath(new URL('teller.ts', import.meta.url)), [database.url], { execArgv: [] })
    await reader.say('word')
    expect((await once(child, 'message'))[0]).toBe('word')
    expect(await told()).toEqual([])
    const another = await anOutbox(write)
    await another.flush()
    expect(await told()).toEqual([])
    child.kill('SIGKILL')
    await once(child, 'exit')
    await vi.waitFor(async () => expect(await told()).toEqual(['word']), { timeout: 10_000 })
    expect(await left()).toEqual([])
  })
})

test('pauses grow to the longest and never end together', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempts, random) => {
      const pause = pauseAfter(attempts, () => random)
      expect(pause).toBeGreaterThanOrEqual(pauseAfter(attempts, () => 0))
      expect(pause).toBeGreaterThanOrEqual(1000)
      expect(pause).toBeLessThanOrEqual(LONGEST_PAUSE_MS)
      expect(pauseAfter(attempts + 1, () => random)).toBeGreaterThanOrEqual(pause)
    }),
  )
})
