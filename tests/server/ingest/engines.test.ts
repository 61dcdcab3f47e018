import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createEventQueue } from '#server/ground/ingest/eventQueue'
import { createSparingLog } from '#server/ground/sparingLog'
import { silentLog } from '../database/testDatabase.ts'
import { startIngest, type TestIngest } from './anIngest.ts'

const heard: number[] = []
let failing = false
let ingest: TestIngest
beforeAll(async () => {
  ingest = await startIngest({
    clock: Date.now,
    onStates(states) {
      if (failing) throw new Error('an engine that is not written well')
      heard.push(...states.map(({ status }) => status))
    },
  })
})
afterAll(() => ingest?.close())

const counted = async (name: string, engine: string) =>
  (await register.getSingleMetric(name)!.get()).values.find(({ labels }) => labels['engine'] === engine)?.value ?? 0

test('an engine that throws at a state stops nobody: what was committed is acknowledged once, its fault is counted, the next is heard', async () => {
  const [device, other] = [await ingest.device(), await ingest.device()]
  const before = await counted('furrow_feed_faults_total', 'commands')
  failing = true
  await Promise.all([ingest.sayState(device, { 1: 1 }), ingest.say(device, { flow: 1 }), ingest.say(other, { flow: 1 })])
  await vi.waitFor(async () => expect(await counted('furrow_feed_faults_total', 'commands')).toBe(before + 1))
  failing = false
  await ingest.sayState(device, { 1: 2 })
  await ingest.say(other, { flow: 2 })
  await vi.waitFor(() => expect(heard).toEqual([2]))
  expect(await ingest.query('select count(*)::int as n from furrow.reading')).toEqual([{ n: 3 }])
})

test('an engine is told in order and outside the act that tells; what it leaves lying has a bound, and the oldest goes first', async () => {
  const got: number[] = []
  const feed = createEventQueue<number>({
    engine: 'slow',
    hear: (events) => got.push(...events),
    sparing: createSparingLog(silentLog),
    most: 1000,
  })
  feed.offer(Array.from({ length: 700 }, (_, at) => at))
  feed.offer(Array.from({ length: 700 }, (_, at) => 700 + at))
  expect(got).toEqual([])
  await vi.waitFor(() => expect(got).toHaveLength(1000))
  expect(got).toEqual(Array.from({ length: 1000 }, (_, at) => 400 + at))
  expect(await counted('furrow_feed_dropped_total', 'slow')).toBe(400)
})
