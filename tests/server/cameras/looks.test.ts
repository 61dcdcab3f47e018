import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLooks } from '#server/cameras/looks'

const LOOK_MS = 20
const still = new AbortController().signal

test('a thousand silent cameras hold up no turn, the others come first, and each has its turn', async () => {
  const silent = Array.from({ length: 1000 }, (_, id) => ({ id, isSilent: true }))
  const there = [1001, 1002].map((id) => ({ id, isSilent: false }))
  const looks = createLooks({ atOnce: 50, turnMs: 150 })
  const seen: number[] = []
  let under = 0
  let most = 0
  const look = async ({ id, isSilent }: { id: number; isSilent: boolean }) => {
    seen.push(id)
    most = Math.max(most, ++under)
    if (isSilent) await sleep(LOOK_MS)
    under--
  }
  const silentSeen = () => seen.filter((id) => id < 1000)
  for (let turns = 0; silentSeen().length < 1000; turns++) {
    expect(turns).toBeLessThan(40)
    const before = seen.length
    const began = performance.now()
    await looks([...silent, ...there], look, still)
    // The last looks begin before the turn is over.
    expect(performance.now() - began).toBeLessThan(150 + 40 * LOOK_MS)
    expect(seen.slice(before, before + 2)).toEqual(expect.arrayContaining([1001, 1002]))
    expect(seen.length - before).toBeLessThan(1000)
  }
  // Nobody twice before everybody once.
  expect(new Set(silentSeen().slice(0, 1000)).size).toBe(1000)
  expect(most).toBe(50)
})

test('a turn that is given up begins no look any more', async () => {
  const stop = new AbortController()
  const seen: number[] = []
  const one = async ({ id }: { id: number }) => {
    seen.push(id)
    if (id === 3) stop.abort()
  }
  await createLooks({ atOnce: 1, turnMs: 10_000 })(
    [1, 2, 3, 4].map((id) => ({ id, isSilent: false })),
    one,
    stop.signal,
  )
  expect(seen).toEqual([1, 2, 3])
})
