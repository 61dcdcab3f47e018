import { afterEach, expect, test, vi } from 'vitest'
import type { Stand } from '#streams/session/changes'
import { aLiveFarm } from './aLiveFarm.tsx'

const LAND = 'changed/1/land'
const CROP = 'changed/1/crop'
afterEach(() => vi.unstubAllGlobals())

/** A live layer that follows two names, on a server that has counted so far. */
function following(counted: Record<string, number>) {
  const server = { start: 1, seq: counted, asked: 0 }
  vi.stubGlobal('fetch', (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://furrow.test')
    expect(pathname).toBe('/wfpf/v1/1/changes')
    server.asked++
    return Promise.resolve(Response.json({ start: server.start, seq: server.seq }))
  })
  const farm = aLiveFarm()
  const read: string[] = []
  const began: Stand[] = []
  farm.live.refreshes('land', (stand) => began.push(stand)).subscribe(() => read.push('land'))
  farm.live.refreshes('crop').subscribe(() => read.push('crop'))
  const both = (kind: 'subscribed' | 'paused') => [LAND, CROP].forEach((name) => farm.hear(name, { kind }))
  /** Until the answer to the call of this number has been used. */
  const answered = async (count: number) => {
    await vi.waitFor(() => expect(server.asked).toBe(count))
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
  }
  return { farm, server, read, began, both, answered }
}

test('after an absence one small call says what moved, and only that is read again', async () => {
  const { farm, server, read, both, answered } = following({ land: 3 })
  await vi.waitFor(() => expect(farm.listeners(CROP)).toBe(1))
  both('subscribed')
  await answered(1)
  both('paused')
  both('subscribed')
  await answered(2)
  expect(read).toEqual([])
  both('paused')
  server.seq = { land: 3, crop: 1 }
  both('subscribed')
  await vi.waitFor(() => expect(read).toEqual(['crop']))
  await answered(3)
  expect(read).toEqual(['crop'])
})

test('where a name stands is told once, when it is first listened to', async () => {
  const { farm, began, both, answered } = following({ land: 3 })
  await vi.waitFor(() => expect(farm.listeners(CROP)).toBe(1))
  both('subscribed')
  await answered(1)
  both('paused')
  both('subscribed')
  await answered(2)
  expect(began).toEqual([{ start: 1, seq: 3 }])
})

test('after a restart of the server everything is read again', async () => {
  const { farm, server, read, both, answered } = following({ land: 3 })
  await vi.waitFor(() => expect(farm.listeners(CROP)).toBe(1))
  both('subscribed')
  await answered(1)
  both('paused')
  server.start = 2
  both('subscribed')
  await vi.waitFor(() => expect(read).toEqual(['land', 'crop']))
})
