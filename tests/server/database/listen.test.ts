import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from '#server/ground/database/listen'
import { silentLog } from './testDatabase.ts'

/** A connection as the driver has it: one that is lost says so before its statement fails. */
class Lent extends EventEmitter {
  readonly release = vi.fn<(end: boolean) => void>()
  isLost = false
  async query() {
    if (!this.isLost) return
    const cause = new Error('Connection terminated unexpectedly')
    this.emit('error', cause)
    this.emit('end')
    throw cause
  }
  lose() {
    this.emit('error', new Error('terminating connection due to administrator command'))
    this.emit('end')
  }
}
let lent: Lent[]
let losing: number
const pool = {
  async connect() {
    const made = new Lent()
    made.isLost = losing-- > 0
    lent.push(made)
    return made
  },
} as unknown as pg.Pool
const out = () => lent.filter(({ release }) => release.mock.calls.length === 0)
const hear = async (
  onHearing = vi.fn<(hearing: boolean) => void>(),
  channel = 'somewhere',
  onNotice = vi.fn<(payload: string) => void>(),
) => listen({ pool, channel, log: silentLog, onNotice, onHearing })

beforeEach(() => {
  lent = []
  losing = 0
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

test.each([1, 2, 5])('a connection that is lost %i times as it begins to listen is made anew as often, and one is held', async (times) => {
  losing = times
  const heard = vi.fn<(hearing: boolean) => void>()
  const hearing = await hear(heard)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(lent).toHaveLength(times + 1)
  expect(out()).toHaveLength(1)
  expect(heard.mock.lastCall).toEqual([true])
  for (const one of lent) expect(one.release.mock.calls.length).toBeLessThanOrEqual(1)
  hearing.close()
  // The pool waits, when it ends, for every connection that it gave out.
  expect(out()).toEqual([])
})

test('one that is lost while it listens is given back once, and the next one is lost and made anew as well', async () => {
  const hearing = await hear()
  losing = 1
  lent[0]!.lose()
  await vi.advanceTimersByTimeAsync(5000)
  expect(lent.map(({ release }) => release.mock.calls.length)).toEqual([1, 1, 0])
  hearing.close()
  await vi.advanceTimersByTimeAsync(5000)
  expect(lent).toHaveLength(3)
  expect(out()).toEqual([])
})

test('all channels are heard on one connection, each by its own; that it is lost and made anew is told to all', async () => {
  const [heard, notices] = [
    new Map<string, ReturnType<typeof vi.fn<(hearing: boolean) => void>>>(),
    new Map<string, ReturnType<typeof vi.fn<(payload: string) => void>>>(),
  ]
  const channels = ['one', 'two', 'three']
  const hearing = await Promise.all(
    channels.map((channel) => {
      heard.set(channel, vi.fn<(hearing: boolean) => void>())
      notices.set(channel, vi.fn<(payload: string) => void>())
      return hear(heard.get(channel), channel, notices.get(channel))
    }),
  )
  expect(lent).toHaveLength(1)
  expect([...heard.values()].map(({ mock }) => mock.calls)).toEqual([[[true]], [[true]], [[true]]])
  lent[0]!.emit('notification', { channel: 'two', payload: 'said' })
  expect([...notices.values()].map(({ mock }) => mock.calls)).toEqual([[], [['said']], []])

  losing = 1
  lent[0]!.lose()
  await vi.advanceTimersByTimeAsync(5000)
  for (const { mock } of heard.values()) expect(mock.calls.flat()).toEqual([true, false, false, true])
  expect(out()).toHaveLength(1)

  hearing[0]!.close()
  lent.at(-1)!.emit('notification', { channel: 'one', payload: 'too late' })
  lent.at(-1)!.emit('notification', { channel: 'three', payload: 'in time' })
  expect([notices.get('one')!.mock.calls, notices.get('three')!.mock.calls]).toEqual([[], [['in time']]])
  expect(out()).toHaveLength(1)
  hearing[1]!.close()
  hearing[2]!.close()
  expect(out()).toEqual([])
  await vi.advanceTimersByTimeAsync(5000)
  expect(out()).toEqual([])
  // Somebody who comes after the last has gone is heard again.
  const late = await hear()
  expect(out()).toHaveLength(1)
  late.close()
  expect(out()).toEqual([])
})
