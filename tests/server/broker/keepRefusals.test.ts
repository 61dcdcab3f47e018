import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KnownDevice } from '#server/ground/broker/knownDevice'
import { createRefusals, type Refusal, REFUSALS_PAUSE_MS } from '#server/ground/broker/keepRefusals'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a flood of refusals of a device is one row at once and one a minute with its number, and none is left untold', () => {
  const rows: [number, string, number][] = []
  const refusals = createRefusals((device, { topic }, count) => rows.push([device.id, topic, count]))
  const device = (id: number) => ({ id }) as KnownDevice
  const wrong = (topic: string): Refusal => ({ reason: 'wrongPassword', topic, address: '' })
  for (let at = 0; at < 500; at++) refusals.refused(device(1), wrong(`t${at}`))
  refusals.refused(device(2), wrong('other'))
  expect(rows).toEqual([
    [1, 't0', 1],
    [2, 'other', 1],
  ])
  vi.advanceTimersByTime(REFUSALS_PAUSE_MS)
  expect(rows.slice(2)).toEqual([[1, 't499', 499]])
  refusals.refused(device(1), { ...wrong('a topic'), reason: 'forbiddenTopic' })
  refusals.refused(device(1), wrong('again'))
  expect(rows.slice(3)).toEqual([[1, 'a topic', 1]])
  vi.advanceTimersByTime(REFUSALS_PAUSE_MS)
  expect(rows.slice(4)).toEqual([[1, 'again', 1]])
  refusals.refused(device(1), wrong('held'))
  refusals.close()
  expect(vi.getTimerCount()).toBe(0)
})
