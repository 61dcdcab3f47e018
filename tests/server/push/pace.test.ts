import { expect, test } from 'vitest'
import { createPressure } from '#server/ground/ingest/pressure'
import { createPace } from '#server/ground/push/pace'

function aPace() {
  const world = { at: 0, isPressed: false, share: 0 }
  const rests: number[] = []
  const pace = createPace({
    isPressed: () => world.isPressed,
    signal: new AbortController().signal,
    now: () => world.at,
    busyShare: () => world.share,
    rest: (ms) => Promise.resolve(rests.push(ms)),
  })
  const pay = async (ms: number) => {
    await pace.pay(ms)
    return rests.splice(0)[0] ?? 0
  }
  return { world, pay }
}

test('sending rests for nobody while the server has time, thirty times its work while devices fill it, and comes back by halves', async () => {
  const { world, pay } = aPace()
  expect(await pay(10)).toBe(0)
  world.at = 1000
  world.isPressed = true
  expect(await pay(10)).toBe(300)
  world.at = 2000
  world.isPressed = false
  expect(await pay(10)).toBe(150)
  for (let round = 0; round < 6; round++) {
    world.at += 1000
    await pay(1)
  }
  expect(await pay(10)).toBe(0)
})

test('all receivers pay into one account: many of them slow no more than one', async () => {
  const { world, pay } = aPace()
  world.isPressed = true
  expect([await pay(10), await pay(10), await pay(10)]).toEqual([300, 600, 900])
})

test('a thread that is as good as always busy leaves sending a quarter; no pause is longer than five seconds', async () => {
  const { world, pay } = aPace()
  world.share = 0.9
  expect(await pay(10)).toBe(30)
  world.at = 1000
  world.isPressed = true
  expect(await pay(60_000)).toBe(5000)
})

/** A writer whose commits take so long for themselves and for each reading, given so many readings a second. */
function pressureOf({ bareMs, eachMs, perSecond, most = Infinity }: { bareMs: number; eachMs: number; perSecond: number; most?: number }) {
  let at = 0
  const pressure = createPressure(() => at)
  const commit = (count: number) => {
    const took = bareMs + count * eachMs
    at += took
    pressure.committed(count, took)
    return took
  }
  for (let round = 0; round < 200; round++) commit(1)
  for (let took = 1, round = 0; round < 200; round++) took = commit(Math.min(most, Math.max(1, Math.round((took * perSecond) / 1000))))
  return { pressure, later: (ms: number) => (at += ms) }
}

test.each([
  ['a farm that says a little', { bareMs: 1, eachMs: 0.01, perSecond: 1000 }, false],
  ['half of what can be stored', { bareMs: 1, eachMs: 0.01, perSecond: 50_000 }, false],
  ['as much as can be stored', { bareMs: 1, eachMs: 0.01, perSecond: 99_000, most: 5000 }, true],
  ['a slow disk under little', { bareMs: 20, eachMs: 0.01, perSecond: 10_000 }, false],
  ['a slow disk under as much as it takes', { bareMs: 20, eachMs: 0.01, perSecond: 99_000, most: 20_000 }, true],
  ['one device that says all it can in turn', { bareMs: 1, eachMs: 0.5, perSecond: 20_000, most: 10 }, false],
])('%s', (_, writer, isHigh) => {
  const { pressure, later } = pressureOf(writer)
  expect(pressure.isHigh()).toBe(isHigh)
  later(2000)
  expect(pressure.isHigh()).toBe(false)
})
