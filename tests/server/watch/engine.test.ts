import { CompiledQuery } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Condition } from '#contract/watch/condition'
import type { WatchLogic } from '#contract/watch/logic'
import { GRACE_MS, type Heard } from '#server/ground/watch/tenantWatch'
import { createWatchEngine, type WatchEngine } from '#server/ground/watch/engine'
import type { Act, WatchedRule, WatchKind } from '#server/ground/watch/kind'
import { replay } from '#server/ground/watch/replay'
import { readStored } from '#server/ground/watch/rows'
import { arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 5, 1)
let database: Awaited<ReturnType<typeof startTestDatabase>>
beforeAll(async () => {
  database = await startTestDatabase()
  await database.owner.query(
    'create table furrow.told (nr bigint generated always as identity, what text, raised_at bigint, device_id bigint, tenant_id bigint, rule_id bigint)',
  )
  await database.owner.query(`grant all on furrow.told to public`)
  await database.owner.query('select furrow.ensure_reading_partitions($1, $2)', [START - 40 * 86_400_000, START + 86_400_000])
})
afterAll(() => database?.close())

let now: number
let open: WatchEngine[]
let rules: Map<number, WatchedRule[]>
let broken: boolean
let failed: number
/** Commits whose answer the connection does not live to hear. */
let unanswered: number
let unheard: number[]
/** Tenants that were told that rules watch other devices. */
let boundAnew: number[]
let doubts: boolean[]
/** Transactions in which something followed. */
let written: number
beforeEach(() => {
  now = START
  open = []
  rules = new Map()
  broken = false
  failed = 0
  unanswered = 0
  unheard = []
  boundAnew = []
  doubts = []
  written = 0
})
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()))
  await database.owner.query('delete from furrow.watch_state; delete from furrow.told; delete from furrow.reading')
})

/** Writes what it is told, as an area would. */
const kind: WatchKind = {
  name: 'test',
  tells: true,
  rules: (_, tenantId) => Promise.resolve(rules.get(tenantId) ?? []),
  async act(work, tenantId, { acts, doubts: own }) {
    written++
    doubts.push(...own.map(({ unknown }) => unknown))
    for (const act of acts)
      await work.executeQuery(
        CompiledQuery.raw('insert into furrow.told (what, raised_at, device_id, tenant_id, rule_id) values ($1, $2, $3, $4, $5)', [
          act.action.what,
          raisedAt(act),
          act.deviceId,
          tenantId,
          act.ruleId,
        ]),
      )
    if (broken) {
      failed++
      throw new Error('the database is away')
    }
    return () => undefined
  },
  committedUnheard: (tenantId) => void unheard.push(tenantId),
  bound: (tenantId) => void boundAnew.push(tenantId),
}
const raisedAt = ({ action }: Act) => (action.what === 'clear' ? action.raisedAt : action.episode.raisedAt)

/** A process. One that a test leaves alone, and starts another, is dead for it: it hears nothing more, and gives back what it holds at the end. */
async function run(): Promise<WatchEngine> {
  const { serviceDb, servicePool: pool } = database.store
  const transaction = () => ({
    async execute<T>(work: Parameters<ReturnType<typeof serviceDb.transaction>['execute']>[0]) {
      const answer = await serviceDb.transaction().execute(work)
      if (unanswered-- > 0) throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
      return answer as T
    },
  })
  const db = { transaction } as unknown as typeof serviceDb
  const made = createWatchEngine({ kinds: [kind], db, pool, clock: () => now, log: silentLog })
  open.push(made)
  await made.start()
  await made.settled()
  return made
}

const logic = (when: Condition, more: Partial<WatchLogic> = {}): WatchLogic => ({
  scope: { types: null, deviceIds: null, landIds: null },
  when,
  holdSeconds: 0,
  clear: null,
  clearSeconds: 0,
  noData: 'keep',
  during: null,
  ...more,
})
const hot: Condition = { kind: 'compare', code: 'temperature', is: 'above', limit: 30, margin: 0, than: null }

async function aFarm() {
  const build = arrange(database.owner)
  const tenant = await build.aTenant()
  const area = await build.anArea({ tenant_id: tenant.id })
  const place = { tenant_id: tenant.id, area_id: area.id }
  const device = await build.aDevice({ ...place, reporting_period: MINUTE })
  const item = await build.anItem({ ...place, device_id: device.id, code: 'temperature' })
  const say = (engine: WatchEngine | null, at: number, value: number | null) => store(engine, item.id, at, value)
  async function store(engine: WatchEngine | null, itemId: number, at: number, value: number | null) {
    await database.owner.query('insert into furrow.reading (item_id, ts, value, tenant_id) values ($1, $2, $3, $4)', [
      itemId,
      at,
      value,
      tenant.id,
    ])
    engine?.hear(tenant.id, [{ itemId, at, place: 0, value }])
  }
  const watch = (wanted: WatchLogic, version = 1) => void rules.set(tenant.id, [{ id: 1, areaId: area.id, version, logic: wanted }])
  const told = async () =>
    (
      await database.owner.query<{ what: string; raised_at: number }>(
        'select what, raised_at from furrow.told where tenant_id = $1 order by nr',
        [tenant.id],
      )
    ).rows.map((row) => [row.what, row.raised_at - START])
  return { tenant, area, place, device, item, say, store, watch, told, build }
}

describe('what is committed is judged', () => {
  test('by the time of the reading, and told once it begins and once it ends', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot))
    const engine = await run()
    now += 10
    await farm.say(engine, START + 5, 31)
    await farm.say(engine, START + 6, 32)
    await engine.settled()
    expect(await farm.told()).toEqual([['raise', 5]])
    now += 10
    await farm.say(engine, START + 15, 29)
    await engine.settled()
    expect(await farm.told()).toEqual([
      ['raise', 5],
      ['clear', 5],
    ])
  })

  test('after a kill between its commit and its judging', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot))
    await run()
    now += 100
    await farm.say(null, START + 50, 35)
    expect(await farm.told()).toEqual([])
    await run()
    expect(await farm.told()).toEqual([['raise', 50]])
  })

  test('once, though a kill came after it was told, and clears under the next process', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot))
    const first = await run()
    now += 100
    await farm.say(first, START + 50, 35)
    await first.settled()
    const second = await run()
    expect(await farm.told()).toEqual([['raise', 50]])
    now += 100
    await farm.say(second, START + 150, 20)
    await second.settled()
    expect(await farm.told()).toEqual([
      ['raise', 50],
      ['clear', 50],
    ])
  })

  test('with a hold that a kill does not begin anew', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot, { holdSeconds: 60 }))
    const first = await run()
    now += 1000
    await farm.say(first, START + 500, 35)
    await first.settled()
    now += 40_000
    await farm.say(null, START + 40_000, 36)
    const second = await run()
    now = START + 62_000
    await farm.say(second, START + 60_900, 36)
    await second.settled()
    expect(await farm.told()).toEqual([['raise', 60_500]])
  })

  test('again where what follows could not be written, and written once', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot))
    const engine = await run()
    broken = true
    now += 10
    await farm.say(engine, START + 5, 31)
    await vi.waitFor(() => expect(failed).toBeGreaterThan(0))
    broken = false
    await vi.waitFor(async () => expect(await farm.told()).toEqual([['raise', 5]]))
  })

  test('once, though a connection ended between the commit of what follows and its answer', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot))
    const engine = await run()
    unanswered = 1
    now += 10
    await farm.say(engine, START + 5, 31)
    await vi.waitFor(() => expect(unanswered).toBeLessThan(1))
    now += 10
    await farm.say(engine, START + 15, 20)
    await engine.settled()
    expect(await farm.told()).toEqual([
      ['raise', 5],
      ['clear', 5],
    ])
    expect(unheard).toEqual([farm.tenant.id])
  })

  test('whether it can be judged again, though a kill came between the reading that says so and its judging', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot))
    const engine = await run()
    now += 10
    await farm.say(engine, START + 5, 31)
    await engine.settled()
    now += 5 * MINUTE
    await vi.waitFor(() => expect(doubts.at(-1)).toBe(true))
    await engine.settled()
    doubts = []
    await farm.say(null, now - 5, 32)
    await run()
    expect(doubts).toEqual([false])
    expect(await farm.told()).toEqual([['raise', 5]])
  })

  test('at once after a rest, and in a storm many with one transaction', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot))
    const engine = await run()
    now += MINUTE
    written = 0
    const began = performance.now()
    for (let nth = 1; nth <= 40; nth++) await farm.say(engine, START + nth, nth % 2 === 1 ? 31 : 20)
    await engine.settled()
    expect((await farm.told()).map(([what]) => what)).toEqual(Array.from({ length: 20 }, () => ['raise', 'clear']).flat())
    expect(written).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 100))
  })

  test('of each tenant by its own rules', async () => {
    const [one, other] = [await aFarm(), await aFarm()]
    one.watch(logic(hot))
    const engine = await run()
    now += 10
    await other.say(engine, START + 5, 31)
    await one.say(engine, START + 5, 31)
    engine.hear(other.tenant.id, [{ itemId: one.item.id, at: START + 6, place: 0, value: 10 }])
    await engine.settled()
    expect(await one.told()).toEqual([['raise', 5]])
    expect(await other.told()).toEqual([])
  })

  test('by its new version from then on; what goes on ends by that, and is not told again', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot))
    const engine = await run()
    now += 10
    await farm.say(engine, START + 5, 35)
    await engine.settled()
    const fingerprint = async () =>
      (await database.owner.query<{ fingerprint: string }>('select fingerprint from furrow.watch_state')).rows[0]!.fingerprint
    const before = await fingerprint()
    farm.watch(logic({ ...hot, limit: 33 }), 2)
    await database.owner.query(`select pg_notify('furrow_watch', $1::text)`, [farm.tenant.id])
    await vi.waitFor(async () => expect(await fingerprint()).not.toBe(before))
    expect(await farm.told()).toEqual([['raise', 5]])
    now += 1000
    await farm.say(engine, START + 900, 32)
    await engine.settled()
    expect(await farm.told()).toEqual([
      ['raise', 5],
      ['clear', 5],
    ])
  })

  test('also where more was heard than can be remembered: it is read again', async () => {
    const farm = await aFarm()
    farm.watch(logic(hot))
    const engine = await run()
    now += 1000
    await farm.say(null, START + 500, 40)
    engine.hear(
      farm.tenant.id,
      Array.from({ length: 200_001 }, () => ({ itemId: farm.item.id, at: START + 1, place: 0, value: 1 })),
    )
    await engine.settled()
    expect(await farm.told()).toEqual([['raise', 500]])
  })

  test('where nothing comes any more: the silence is told by the clock', async () => {
    const farm = await aFarm()
    farm.watch(logic({ kind: 'silent', code: 'temperature', seconds: 60 }))
    const engine = await run()
    await farm.say(engine, START, 20)
    now += 62_000
    await vi.waitFor(async () => expect(await farm.told()).toEqual([['raise', 60_000]]))
    void engine
  })
})

const offline: Condition = { kind: 'offline' }
const night: Condition = { kind: 'hours', from: 1200, to: 300, days: [1, 2, 3, 4, 5, 6, 7] }
test.each<[string, Partial<WatchLogic>, boolean]>([
  ['a device that is lost', { when: offline }, true],
  ['a device that is lost or hot', { when: { kind: 'any', of: [hot, offline] } }, true],
  ['a device that is lost at night', { when: { kind: 'all', of: [night, offline] } }, false],
  ['a device that is lost, at night only', { when: offline, during: { from: 1200, to: 300, days: [1] } }, false],
  ['a device that is hot and there', { when: { kind: 'all', of: [hot, { kind: 'not', of: offline }] } }, false],
  ['a device that is hot', { when: hot }, false],
])('of %s it is kept whether it tells of every loss', async (_, more, tells) => {
  const farm = await aFarm()
  farm.watch(logic(hot, more))
  await run()
  await vi.waitFor(async () => {
    const { rows } = await database.owner.query('select tells_loss as tells from furrow.watch_state where tenant_id = $1', [farm.tenant.id])
    expect(rows).toEqual([{ tells }])
  })
})

test('what is read again is read from each one’s own moment on: one that was away for long costs the others nothing', async () => {
  const farm = await aFarm()
  const other = await farm.build.aDevice({ ...farm.place, reporting_period: MINUTE })
  const item = await farm.build.anItem({ ...farm.place, device_id: other.id, code: 'temperature' })
  for (const at of [1, 2, 3]) {
    await farm.say(null, START + at, at)
    await farm.store(null, item.id, START + at, at)
  }
  const { readings } = await readStored(database.store.servicePool, {
    tenantId: farm.tenant.id,
    items: new Map([
      [farm.item.id, START],
      [item.id, START + 2],
    ]),
    devices: new Map(),
    to: START + 3,
  })
  expect([readings.get(farm.item.id)?.length, readings.get(item.id)?.length]).toEqual([3, 1])
})

test('whose rules watch other devices than before is told so once it is so, and not where nothing changed', async () => {
  const farm = await aFarm()
  const engine = await run()
  expect([boundAnew, engine.standing('test', farm.tenant.id, 1).watched]).toEqual([[], 0])
  // Of a tenant that came after the engine had begun, too.
  const later = await aFarm()
  later.watch(logic(hot))
  await database.owner.query(`select pg_notify('furrow_watch', $1)`, [String(later.tenant.id)])
  await vi.waitFor(() => expect(boundAnew).toEqual([later.tenant.id]))
  boundAnew = []
  const readAnew = () => database.owner.query(`select pg_notify('furrow_watch', $1)`, [String(farm.tenant.id)])
  farm.watch(logic(hot))
  await readAnew()
  await vi.waitFor(() => expect([boundAnew, engine.standing('test', farm.tenant.id, 1).watched]).toEqual([[farm.tenant.id], 1]))
  farm.watch(logic(hot), 2)
  await readAnew()
  rules.set(farm.tenant.id, [])
  await readAnew()
  await vi.waitFor(() => expect([boundAnew.length, engine.standing('test', farm.tenant.id, 1).watched]).toEqual([2, 0]))
})

test('a tenant of whom more was heard than can be judged is read again from what is stored, and no other with it', async () => {
  const storming = await aFarm()
  const quiet = await aFarm()
  for (const farm of [storming, quiet]) farm.watch(logic(hot))
  const engine = await run()
  await storming.say(null, START + 1000, 40)
  // What is not stored is known to who kept what was heard alone.
  engine.hear(quiet.tenant.id, [{ itemId: quiet.item.id, at: START + 1000, place: 0, value: 40 }])
  const flood = Array.from({ length: 200_000 }, (_, nth) => ({ itemId: storming.item.id, at: START + 1000, place: nth + 1, value: 10 }))
  engine.hear(storming.tenant.id, flood)
  now = START + GRACE_MS + 2000
  await engine.settled()
  await vi.waitFor(async () => expect(await storming.told()).toEqual([['raise', 1000]]))
  expect(await quiet.told()).toEqual([['raise', 1000]])
})

test('a rule that is switched on where its condition holds already raises at once', async () => {
  const farm = await aFarm()
  await farm.say(null, START - 1000, 40)
  farm.watch(logic(hot))
  await run()
  now += 3000
  await vi.waitFor(async () => expect(await farm.told()).toEqual([['raise', 0]]))
})

describe('a dry run', () => {
  const given = (farm: Awaited<ReturnType<typeof aFarm>>, wanted: WatchLogic, more: { signal?: AbortSignal } = {}) =>
    replay({
      pool: database.store.servicePool,
      tenantId: farm.tenant.id,
      areaId: farm.area.id,
      logic: wanted,
      from: START,
      to: START + 3_600_000,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...more,
    })

  /** An hour of a farm as it was said live, minute by minute: values, nulls and gaps, a circuit that is turned, a gateway that is lost; seeded. */
  async function anHour(farm: Awaited<ReturnType<typeof aFarm>>, engine: WatchEngine, first: number) {
    const other = await farm.build.aSwitch({ ...farm.place, device_id: farm.device.id, circuit: 1, status: 0, status_at: 1 })
    const tell = async (at: number, happening: Heard & { happening: unknown }, write: Promise<unknown>) => {
      await write
      engine.hear(farm.tenant.id, [happening])
      await engine.settled()
      expect(at).toBeLessThanOrEqual(now)
    }
    let seed = first
    const chance = (of: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % of
    let [status, presence] = [0, 'online' as 'online' | 'offline']
    const turns = async (at: number) => {
      status = 1 - status
      const row = { tenant_id: farm.tenant.id, switch_id: other.id, status, at }
      await tell(
        at,
        { deviceId: farm.device.id, happening: { kind: 'circuit', at, circuit: 1, status } },
        farm.build.insert('switch_change', row),
      )
    }
    const comesOrGoes = async (at: number) => {
      presence = presence === 'online' ? 'offline' : 'online'
      const row = { tenant_id: farm.tenant.id, device_id: farm.device.id, at, presence }
      await tell(at, { deviceId: farm.device.id, happening: { kind: 'presence', at, presence } }, farm.build.insert('online_log', row))
    }
    for (let minute = 1; minute < 59; minute++) {
      const at = START + minute * MINUTE
      now = at + 20
      if (chance(6) > 0) await farm.say(engine, at, chance(9) === 0 ? null : 26 + chance(9))
      await engine.settled()
      if (chance(9) === 0) await turns(at + 5)
      if (chance(11) === 0) await comesOrGoes(at + 10)
    }
    now = START + 3_600_000
  }
  const all = (...of: Condition[]): Condition => ({ kind: 'all', of })
  const rising: Condition = { kind: 'rate', code: 'temperature', is: 'rising', by: 5, seconds: 300 }
  const silent: Condition = { kind: 'silent', code: 'temperature', seconds: 100 }
  const on: Condition = { kind: 'circuit', circuit: 1, is: 'on' }
  const warm: Condition = { kind: 'compare', code: 'temperature', is: 'above', limit: 28, margin: 1, than: null }

  test.each<[string, WatchLogic]>([
    ['a limit with holds', logic(hot, { holdSeconds: 60, clearSeconds: 90 })],
    ['a limit with a margin and a condition of its own for the end', logic(hot, { clear: { kind: 'not', of: warm }, clearSeconds: 30 })],
    ['a rate', logic(rising, { clearSeconds: 60 })],
    ['silence', logic(silent)],
    ['what is not known and is to be told', logic(hot, { noData: 'raise', holdSeconds: 30 })],
    ['a circuit', logic(on, { holdSeconds: 90 })],
    ['a device that is lost', logic(offline, { holdSeconds: 120 })],
    ['a circuit that is on though it is cool, or is not known to be off', logic(all(on, { kind: 'not', of: warm }))],
    ['any of three', logic({ kind: 'any', of: [rising, silent, all(offline, hot)] }, { holdSeconds: 45 })],
    ['some hours of the day alone', logic(warm, { during: { from: 8 * 60 + 10, to: 8 * 60 + 40, days: [1, 2, 3, 4, 5, 6, 7] } })],
  ])('answers what was told live of %s, where all came in time and in order; twice the same bytes', async (_, wanted) => {
    let found = 0
    for (const first of [7, 1234]) {
      now = START
      const farm = await aFarm()
      farm.watch(wanted)
      const engine = await run()
      await anHour(farm, engine, first)
      await engine.settled()
      const [one, two] = [await given(farm, wanted), await given(farm, wanted)]
      expect(JSON.stringify(two)).toBe(JSON.stringify(one))
      found += one.found.length
      // One that was over before anybody could be told is told as over: the clock goes by the minute here.
      const isOver = new Map<number, boolean>()
      await vi.waitFor(async () => {
        for (const [what, raised] of (await farm.told()) as [string, number][]) isOver.set(raised, what !== 'raise')
        expect([...isOver].toSorted(([x], [y]) => x - y)).toEqual(
          one.found
            .map(({ episode }) => [episode.raisedAt - START, episode.cleared !== null])
            .toSorted(([x], [y]) => Number(x) - Number(y)),
        )
      })
      await engine.close()
    }
    expect(found).toBeGreaterThan(0)
  })

  test('tells nobody, ends where it is asked to, and says since when it knows', async () => {
    const farm = await aFarm()
    await farm.say(null, START + 1_800_000, 40)
    const { found, knownSince } = await given(farm, logic(hot))
    expect(knownSince).toBe(START + 1_800_000)
    expect(found.map(({ episode }) => episode.raisedAt)).toEqual([START + 1_800_000])
    expect(await farm.told()).toEqual([])
    await expect(given(farm, logic(hot), { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })
})
