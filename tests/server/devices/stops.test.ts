import { expect, test, vi } from 'vitest'
import { DOSING } from '#contract/devices/interlock'
import { createStops } from '#server/devices/stops'
import type { Wish } from '#server/ground/commandDesk'

/** A desk whose answers the test gives, and what it was asked for. */
function aDesk() {
  const asked: Wish<object, string>[] = []
  const ends: ((cause?: Error) => void)[] = []
  const request = vi.fn((wish: Wish<object, string>) => {
    asked.push(wish)
    return new Promise((resolve, reject) => ends.push((cause) => (cause ? reject(cause) : resolve({ result: 1 }))))
  })
  const log = { error: vi.fn(), warn: vi.fn(), info: vi.fn() }
  const stop = createStops({ desk: { request } as never, log: log as never }, 'interlock', 'could not be stopped')
  return { asked, ends, log, stop }
}
const pump = { tenantId: 1, deviceId: 2, runs: 3, name: 'Flow' }

test('a circuit is turned to what is safe for it, a dose is ended, and nothing outranks or withdraws the wish', async () => {
  const { asked, ends, stop } = aDesk()
  const all = [stop(pump), stop({ ...pump, runs: 4, rest: 1 }), stop({ ...pump, runs: DOSING })]
  expect(asked.map(({ args }) => args)).toEqual([{ circuit: 3, status: 0 }, { circuit: 4, status: 1 }, { dose: null }])
  for (const wish of asked)
    expect(wish).toMatchObject({ tenantId: 1, deviceId: 2, asker: { by: 'interlock', name: 'Flow' }, priority: 'interlock', waits: true })
  for (const end of ends) end()
  await Promise.all(all)
})

test('what is being asked for is not asked for again until it has ended, whichever way', async () => {
  const { asked, ends, log, stop } = aDesk()
  const first = stop(pump)
  await stop(pump)
  expect(asked).toHaveLength(1)
  ends[0]!(new Error('The database is away'))
  await first
  expect(log.error.mock.calls.map(([, words]: unknown[]) => words)).toEqual(['could not be stopped'])
  const again = stop(pump)
  expect(asked).toHaveLength(2)
  ends[1]!()
  await again
})
