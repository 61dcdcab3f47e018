import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { livePresence, liveReadings, liveSwitches } from '#contract/devices/live'
import { createPublisher, CROWDED, CROWDED_PACE_MS, PACE_MS } from '#server/ground/live/publisher'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date', 'queueMicrotask'] }))
afterEach(() => void vi.useRealTimers())

interface Said {
  topic: string
  at: number
  frame: { seq: number; start: number; v: [number, number, unknown][]; c?: unknown[][] }
}
function aPublisher() {
  const said: Said[] = []
  const publisher = createPublisher({
    clock: Date.now,
    say: (topic, payload) => said.push({ topic, at: Date.now(), frame: JSON.parse(payload) as Said['frame'] }),
  })
  return { publisher, said }
}

describe('live frames', () => {
  test('a quiet base is told within the turn; what follows within the pace comes in one frame', () => {
    const { publisher, said } = aPublisher()
    publisher.readings(1, 2, [[10, 100, 1]])
    publisher.readings(1, 2, [[11, 100, 5]])
    vi.advanceTimersByTime(0)
    expect(said.map(({ frame }) => frame.v)).toEqual([
      [
        [10, 100, 1],
        [11, 100, 5],
      ],
    ])
    for (let step = 1; step <= 10; step++) {
      vi.advanceTimersByTime(1)
      publisher.readings(1, 2, [[10, 100 + step, step]])
    }
    expect(said).toHaveLength(1)
    vi.advanceTimersByTime(PACE_MS - 10)
    expect(said.map(({ frame }) => frame.v)).toEqual([expect.anything(), [[10, 110, 10]]])
    expect(said.map(({ frame }) => frame.seq)).toEqual([1, 2])
  })

  test('after a frame with very many keys the next waits for two frames of a screen, after a smaller one for one', () => {
    const { publisher, said } = aPublisher()
    const rows = (ts: number, count: number) => Array.from({ length: count }, (_, at) => [at, ts, ts] as [number, number, number])
    const lengths = () => said.map(({ frame }) => frame.v.length)
    publisher.readings(1, 2, rows(1, CROWDED - 1))
    vi.advanceTimersByTime(1)
    publisher.readings(1, 2, rows(2, CROWDED))
    vi.advanceTimersByTime(PACE_MS - 1)
    expect(lengths()).toEqual([CROWDED - 1, CROWDED])
    publisher.readings(1, 2, rows(3, 1))
    vi.advanceTimersByTime(CROWDED_PACE_MS - 1)
    expect(lengths()).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(lengths()).toEqual([CROWDED - 1, CROWDED, 1])
    publisher.readings(1, 2, rows(4, 1))
    vi.advanceTimersByTime(PACE_MS)
    expect(lengths()).toHaveLength(4)
  })

  test('knows whether a console began to listen since a moment', () => {
    const { publisher } = aPublisher()
    expect(publisher.joinedSince(0)).toBe(false)
    vi.advanceTimersByTime(5)
    publisher.joined()
    expect(publisher.joinedSince(performance.now())).toBe(true)
    expect(publisher.joinedSince(performance.now() + 1)).toBe(false)
  })

  test('bases and topics do not wait for each other, and count for themselves', () => {
    const { publisher, said } = aPublisher()
    publisher.readings(1, 2, [[10, 1, 1]])
    publisher.readings(1, 3, [[20, 1, 1]])
    publisher.presence(1, 2, [[5, 1, 'online']])
    publisher.switches(1, 2, [[7, 1, 0]])
    vi.advanceTimersByTime(0)
    expect(said.map(({ topic, frame }) => [topic, frame.seq])).toEqual([
      ['live/1/2/readings', 1],
      ['live/1/3/readings', 1],
      ['live/1/2/presence', 1],
      ['live/1/2/switches', 1],
    ])
  })

  test('the rungs of a command within a frame: the last one is told, beside the states', () => {
    const { publisher, said } = aPublisher()
    publisher.command(1, 2, [7, 'c', 'queued', 1, 1, null])
    publisher.command(1, 2, [7, 'c', 'sent', 2, 1, null])
    publisher.switches(1, 2, [[7, 3, 1]])
    vi.advanceTimersByTime(0)
    expect(said[0]!.frame).toMatchObject({ v: [[7, 3, 1]], c: [[7, 'c', 'sent', 2, 1, null]] })
  })

  test('every frame is what its topic declares', () => {
    const { publisher, said } = aPublisher()
    publisher.readings(1, 2, [[1, 1, null]])
    publisher.switches(1, 2, [[1, 1, 2]])
    publisher.command(1, 2, [1, 'c', 'silent', 1, 1, 'notices:x'])
    publisher.presence(1, 2, [[1, 1, 'unknown']])
    vi.advanceTimersByTime(0)
    const topics = [liveReadings, liveSwitches, livePresence]
    for (const { topic, frame } of said) topics.find((one) => one.match(topic))!.payload.parse(frame)
    expect(said).toHaveLength(3)
  })

  test('whatever comes when: frames keep the pace, none is empty, and the newest value of each key is told last', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 50 })), {
          maxLength: 40,
        }),
        (steps) => {
          const { publisher, said } = aPublisher()
          const newest = new Map<number, number>()
          for (const [wait, key, ts] of steps) {
            vi.advanceTimersByTime(wait)
            // The ingest hands over only what is newer than what it handed over before.
            if ((newest.get(key) ?? -1) >= ts) continue
            newest.set(key, ts)
            publisher.readings(1, 2, [[key, ts, ts]])
          }
          vi.advanceTimersByTime(20)
          const shown = new Map<number, number>()
          for (const { frame } of said) for (const [key, ts] of frame.v) shown.set(key, ts)
          expect(shown).toEqual(newest)
          for (let at = 1; at < said.length; at++) expect(said[at]!.at - said[at - 1]!.at).toBeGreaterThanOrEqual(PACE_MS)
          for (const { frame } of said) expect(frame.v.length).toBeGreaterThan(0)
        },
      ),
    )
  })
})
