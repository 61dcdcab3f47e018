import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KnownDevice, knownClock } from '#server/ground/broker/knownDevice'
import { emptyBatch } from '#server/ground/ingest/batch'
import { createIntake } from '#server/ground/ingest/intake'
import { startIngest, type TestIngest } from './anIngest.ts'

let ingest: TestIngest
beforeAll(async () => {
  ingest = await startIngest({ clock: () => Date.UTC(2026, 6, 1) })
})
afterAll(() => ingest?.close())

test('a device that says readings beside what another company’s says of its switches has no switch by that', async () => {
  const [one, other] = [await ingest.device(), await ingest.device()]
  await Promise.all([ingest.say(one, { temperature: 20 }), ingest.sayState(other, { 1: 1 }), ingest.say(one, { temperature: 21 })])
  const rows = await ingest.query('select device_id, circuit, status from furrow.switch where device_id = any($1)', [[one.id, other.id]])
  expect(rows).toEqual([{ device_id: other.id, circuit: 1, status: 1 }])
})

const DEVICES = 3
const said = fc.record({
  by: fc.nat({ max: DEVICES - 1 }),
  readings: fc.array(fc.integer(), { maxLength: 2 }),
  states: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 2 })), { maxLength: 2 }),
  words: fc.array(fc.string(), { maxLength: 2 }),
  faults: fc.nat({ max: 1 }),
})

test('whatever messages stand in one batch, each says what its device said and nothing of another', () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 20 }), (messages) => {
      const intake = createIntake({ retention: 1000 })
      const batch = emptyBatch()
      const devices = Array.from(
        { length: DEVICES },
        (_, id) => ({ id, items: new Map(), calculations: [], clock: knownClock() }) as unknown as KnownDevice,
      )
      const taken = messages.map((message) =>
        intake.read(batch, devices[message.by]!, '', 5000, (_, sink) => {
          for (const value of message.readings) sink.reading('load', null, value)
          for (const [circuit, status] of message.states) sink.state(circuit, null, status)
          for (const value of message.words) sink.word('telemetry', 'name', null, value)
          if (message.faults > 0) sink.fault('circuit', { code: 'circuit', name: '0', limit: 1 })
        }),
      )
      // Read at the end: what was handed out must not grow by what comes after it.
      expect(taken.map(({ states, words, faults }) => [states, words.map(({ value }) => value), faults.length])).toEqual(
        messages.map(({ states, words, faults }) => [states, words, faults]),
      )
      expect(batch.items.map(({ device }) => device.id)).toEqual(messages.flatMap(({ by, readings }) => readings.map(() => by)))
    }),
  )
})
