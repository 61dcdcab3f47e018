import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_BACKFILL, MAX_PACKET_BYTES } from '#contract/devices/protocol'
import { Outbox, type Report } from '#simulator/outbox'

const report = (ts: number, count = 1): Report => ({
  ts,
  values: Object.fromEntries(Array.from({ length: count }, (_, at) => [`item${at}`, ts + at])),
})
const read = (payload: string): Report[] => [JSON.parse(payload) as Report | Report[]].flat()

describe('an outbox', () => {
  test('sends one report as an object and what piled up as an array, oldest first', async () => {
    const sent: string[] = []
    const outbox = new Outbox((payload) => Promise.resolve(sent.push(payload) > 0))
    outbox.add(report(1))
    await outbox.flush()
    outbox.add(report(2))
    outbox.add(report(3))
    await outbox.flush()
    expect(sent.map((payload) => JSON.parse(payload) as unknown)).toEqual([report(1), [report(2), report(3)]])
    expect(outbox.size).toBe(0)
  })
  test('keeps what was not acknowledged, and sends it again with the same time', async () => {
    let listening = false
    const sent: number[] = []
    const outbox = new Outbox((payload) => {
      sent.push(...read(payload).map(({ ts }) => ts))
      return Promise.resolve(listening)
    })
    outbox.add(report(1))
    await outbox.flush()
    expect(outbox.size).toBe(1)
    listening = true
    outbox.add(report(2))
    await outbox.flush()
    expect(sent).toEqual([1, 1, 2])
    expect(outbox.size).toBe(0)
  })
  test('keeps the newest where nobody hears it for long', async () => {
    const sent: number[] = []
    let listening = false
    const outbox = new Outbox((payload) => {
      if (listening) sent.push(...read(payload).map(({ ts }) => ts))
      return Promise.resolve(listening)
    }, 5)
    for (let ts = 1; ts <= 12; ts++) outbox.add(report(ts))
    await outbox.flush()
    listening = true
    await outbox.flush()
    expect(sent).toEqual([8, 9, 10, 11, 12])
  })
  test('never makes a packet that the protocol forbids, and loses and doubles nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 1500 }),
        fc.integer({ min: 1, max: 9 }),
        async (sizes, failEvery) => {
          const acknowledged: number[] = []
          let tries = 0
          const outbox = new Outbox((payload) => {
            expect(Buffer.byteLength(payload)).toBeLessThan(MAX_PACKET_BYTES)
            expect(read(payload).length).toBeLessThanOrEqual(MAX_BACKFILL)
            if (++tries % (failEvery + 1) === 0) return Promise.resolve(false)
            acknowledged.push(...read(payload).map(({ ts }) => ts))
            return Promise.resolve(true)
          }, 2000)
          sizes.forEach((size, ts) => {
            outbox.add(report(ts, size))
          })
          while (outbox.size > 0) await outbox.flush()
          expect(acknowledged).toEqual(sizes.map((_, ts) => ts))
        },
      ),
      { numRuns: 20 },
    )
  })
  test('sends one packet at a time', async () => {
    let open = 0
    const outbox = new Outbox(async () => {
      expect(++open).toBe(1)
      await Promise.resolve()
      open--
      return true
    })
    outbox.add(report(1))
    const first = outbox.flush()
    outbox.add(report(2))
    await Promise.all([first, outbox.flush()])
    expect(outbox.size).toBe(0)
  })
})
