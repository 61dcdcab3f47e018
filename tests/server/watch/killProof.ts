import type pg from 'pg'
import { expect, vi } from 'vitest'
import { aGateway } from './gateways.ts'
import { DRY, type KillFarm, ORIGINS, RUN_SECONDS, WET } from './killFarm.ts'
import type { Opened } from './stations.ts'
import { recordsOf } from './killRecords.ts'

const WORD_MS = 250
/** A stop that is due is seen, recorded, sent and done within so long; one of them may be cut off on its way once, and is said again. */
const CLOSING_MS = 15_000

const chance = (of: number) => Math.random() < of
export const soon = <T>(look: () => Promise<T> | T, timeout = 60_000) => vi.waitFor(look, { timeout, interval: 250 })

/** Starts the flows, lets every alarm come, and lets them come and go until `end`. `mqttPort` is that of the server that is there. */
export async function comeAndGo(owner: pg.Pool, farm: KillFarm, mqttPort: () => number) {
  const records = recordsOf(owner, farm)
  const gateways = farm.groups.map(({ gateway, children }) => ({
    children,
    ...aGateway({ tenantId: farm.tenant.id, eui: gateway.eui }, mqttPort),
  }))
  const sayAll = (value: number) => {
    for (const { children, say } of gateways) for (const { eui } of children) say(eui, Date.now(), { soilMoisture: value })
  }
  const [first] = gateways as [(typeof gateways)[number]]
  const quiet = first.children.at(-1)!

  const begin = Date.now()
  sayAll(WET)
  await soon(async () => expect(await records.watched()).toBe(farm.watches))
  await farm.startAll(begin)
  sayAll(DRY)
  await soon(async () => expect((await records.raised()).length).toBeGreaterThanOrEqual(ORIGINS))
  sayAll(WET)
  const speaking = setInterval(() => {
    for (const { children, say } of gateways)
      for (const { eui } of children)
        if (eui !== quiet.eui && chance(0.25)) say(eui, Date.now(), { soilMoisture: chance(0.6) ? WET : DRY + Math.random() * 16 })
  }, WORD_MS)
  const running: number[] = []
  return {
    begin,
    records,
    /** Says nothing more by itself until the end. */
    quiet,
    sayQuietly: (value: number, at: number) => first.say(quiet.eui, at, { soilMoisture: value }),
    /** Resolves at some moment: also after a commit and before what follows from it. */
    async anyMoment() {
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 2500))
      running.push(await records.openRuns())
    },
    /** How many runs were open at each of these moments. */
    running,
    /** Resolves once all that was said is stored; answers when. */
    async end() {
      clearInterval(speaking)
      sayAll(WET)
      await Promise.all(gateways.map((one) => one.stop()))
      return Date.now()
    },
  }
}
export type ComingAndGoing = Awaited<ReturnType<typeof comeAndGo>>

/** While something that closes valves was not there, ms UTC. */
export interface Away {
  readonly from: number
  to: number
}
/** How much of a time somebody was there, ms. */
const whileThere = (from: number, to: number, away: readonly Away[]) =>
  Math.max(0, to - from) - away.reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)), 0)

/**
 * That of all that the stored readings raise no alarm is lost and none told twice, and that no valve stayed open past the end of its running time for
 * longer than it takes to close it by who is there. `rounds`: so often each flow opened its circuit. Answers figures.
 */
export async function prove(
  farm: KillFarm,
  { begin, records }: Pick<ComingAndGoing, 'begin' | 'records'>,
  { to, rounds, away }: { to: number; rounds: number; away: readonly Away[] },
): Promise<string> {
  const wanted = await farm.raisedBy(begin - 1, to)
  expect(new Set(wanted.map((one) => one.slice(0, one.lastIndexOf('/')))).size).toBe(ORIGINS)
  await soon(async () => expect((await records.raised()).length).toBeGreaterThanOrEqual(wanted.length), 20_000).catch(() => undefined)
  const got = await records.raised()
  const [all, there] = [new Set(wanted), new Set(got)]
  expect({ lost: wanted.filter((one) => !there.has(one)), extra: got.filter((one) => !all.has(one)) }).toEqual({ lost: [], extra: [] })
  expect(got).toHaveLength(wanted.length)
  // What still flaps is over, and waits for its calm.
  expect(await records.active()).toBe(0)

  await soon(async () => expect(await records.waiting()).toEqual({ due: 0, posted: 0, deliveries: 0 }))
  expect(await records.toldTwice()).toEqual([])
  // Those that were told together have one message, and it came once.
  const { messages, tellings } = await records.told()
  expect(messages).toBe(tellings)
  expect(messages).toBeGreaterThan(0)
  const calls = Map.groupBy(farm.service.calls, ({ headers }) => headers['idempotency-key'] as string)
  expect([...calls.keys()].toSorted()).toEqual(await records.deliveryKeys())
  for (const same of calls.values()) expect(new Set(same.map(({ body }) => body)).size).toBe(1)
  const named = [...calls.values()].flatMap(([call]) => (JSON.parse(call!.body) as { alarmIds: number[] }).alarmIds)
  expect(named).toHaveLength(new Set(named).size)

  await soon(async () => expect(await records.openRuns()).toBe(0), 120_000 + rounds * 30_000)
  const opened = () => farm.stations.flatMap((station) => station.opened)
  await soon(() => expect(opened().filter(({ closedAt }) => closedAt === null)).toEqual([]), (RUN_SECONDS + 30) * 1000)
  const late = ({ at, closedAt }: Opened) => whileThere(at + RUN_SECONDS * 1000, closedAt!, away)
  expect(opened().filter((one) => late(one) > CLOSING_MS)).toEqual([])
  const ends = await records.ends()
  // A command that was under way at a kill may fail; then its run says so and is made safe.
  expect(ends.filter(({ state, reason }) => state !== 'success' && reason !== 'commandFailed')).toEqual([])
  expect(ends.find(({ state }) => state === 'success')!.n).toBeGreaterThan(farm.flows.length / 2)
  expect(await records.askedTwice(rounds)).toEqual([])
  expect(await records.claims()).toBe(0)
  const starts = await farm.startedBy(begin - 1, to)
  await soon(async () => expect(await records.starts()).toBe(starts), 20_000)
  const latest = Math.max(...opened().map(late))
  return (
    `${wanted.length} times an alarm, ${messages} messages, ${calls.size} webhooks sent ${farm.service.calls.length} times; ` +
    `${opened().length} openings, the latest closed ${latest} ms after its end, ${starts} starts by readings, ${JSON.stringify(ends)}`
  )
}
