import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import words from '#locales/en-US/cameras' with { type: 'json' }
import { Timeline } from '#src/cameras/Timeline.tsx'
import type { Zoom } from '#src/cameras/timeScale.ts'
import { keepZone } from '#src/time/moment.ts'
import { show } from '../crud/showing.tsx'

const HOUR = 3_600_000
const DAY = { from: Date.UTC(2026, 10, 23, 16), to: Date.UTC(2026, 10, 24, 16) }
const NOON = DAY.from + 12 * HOUR
const WIDTH = 1000
const seek = vi.fn()
beforeEach(() => {
  keepZone('Asia/Shanghai')
  vi.useFakeTimers()
  seek.mockClear()
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ left: 0, width: WIDTH } as DOMRect)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
  keepZone(null)
})
const spans = [
  { from: DAY.from + 2 * HOUR, to: DAY.from + 4 * HOUR },
  { from: DAY.from + 11 * HOUR, to: DAY.from + 13 * HOUR },
]
const open = (zoom: Zoom = 24) =>
  show(<Timeline day={DAY} spans={spans} motions={[{ from: NOON, to: NOON + 60_000 }]} at={NOON} zoom={zoom} onSeek={seek} />)
const bar = () => screen.getByRole<HTMLInputElement>('slider', { name: words.playback.timeline })
const key = (name: string) => fireEvent.keyDown(bar(), { key: name })
const still = () => act(() => void vi.advanceTimersByTime(300))
const pointer = (kind: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointerout', clientX: number, pointerType = 'mouse') =>
  fireEvent(bar(), Object.assign(new MouseEvent(kind, { bubbles: true, clientX, button: 0 }), { pointerType, pointerId: 1 }))

test('says the moment in the clock of the base, and what is kept and moved in it', () => {
  const { container } = open()
  expect([bar().getAttribute('aria-valuetext'), bar().value]).toEqual(['2026-11-24 12:00:00', String(NOON)])
  expect(container.querySelectorAll('[data-stretch=kept]')).toHaveLength(2)
  expect(container.querySelectorAll('[data-stretch=moved]')).toHaveLength(1)
  expect(container.querySelector('[data-moment=shown]')?.textContent).toBe('12:00:00')
})

test.each([
  ['ArrowRight', NOON + 10_000],
  ['ArrowLeft', NOON - 10_000],
  ['PageUp', NOON + 300_000],
  ['PageDown', NOON - 300_000],
  ['Home', spans[0]!.from],
  ['End', spans[1]!.to - 10_000],
])('%s chooses another moment, which is asked for when the keys are still', (name, to) => {
  open()
  key(name)
  expect(bar().value).toBe(String(to))
  expect(seek).not.toHaveBeenCalled()
  still()
  expect(seek.mock.calls).toEqual([[to]])
})

test('a key that is held asks once, and no key leaves the day', () => {
  open()
  for (let times = 0; times < 4; times++) key('ArrowRight')
  still()
  expect(seek.mock.calls).toEqual([[NOON + 40_000]])
  for (let times = 0; times < 200; times++) key('PageDown')
  still()
  expect(seek).toHaveBeenLastCalledWith(DAY.from)
})

test('shows the time under the pointer, and a click asks for it at once', () => {
  const { container } = open()
  pointer('pointermove', 250)
  expect(container.querySelector('[data-moment=pointed]')?.textContent).toBe('06:00:00')
  pointer('pointerdown', 250)
  pointer('pointerup', 250)
  expect(seek.mock.calls).toEqual([[DAY.from + 6 * HOUR]])
  pointer('pointerout', 250)
  expect(container.querySelector('[data-moment=pointed]')).toBeNull()
})

test('a part of the day shows the moment, is moved by dragging, and chooses nothing by that', () => {
  const { container } = open(6)
  const first = () => screen.getAllByText(/^\d\d:\d\d$/)[0]!.textContent
  // Noon stands a tenth into it; what is not measured yet has a mark an hour.
  expect(first()).toBe('12:00')
  pointer('pointerdown', 500)
  pointer('pointermove', 1000)
  pointer('pointerup', 1000)
  expect(seek).not.toHaveBeenCalled()
  expect(first()).toBe('09:00')
  pointer('pointermove', 0)
  expect(container.querySelector('[data-moment=pointed]')?.textContent).toBe('08:24:00')
})

test('of the whole day a press that moves chooses where it ends, by touch too', () => {
  const { container } = open()
  pointer('pointerdown', 100, 'touch')
  pointer('pointermove', 500, 'touch')
  pointer('pointerup', 500, 'touch')
  expect(seek.mock.calls).toEqual([[NOON]])
  expect(container.querySelector('[data-moment=pointed]')).toBeNull()
})
