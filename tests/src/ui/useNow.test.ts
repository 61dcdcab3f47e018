import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNow } from '#src/ui/useNow.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the time is one timer for all who ask for the same, and stops with the last', () => {
  vi.useFakeTimers()
  const one = renderHook(() => useNow(777))
  const two = renderHook(() => useNow(777))
  expect(vi.getTimerCount()).toBe(1)
  const before = one.result.current
  act(() => void vi.advanceTimersByTime(777))
  expect(one.result.current).toBe(before + 777)
  expect(two.result.current).toBe(before + 777)
  one.unmount()
  two.unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('the time stops while the page is hidden and tells the time at once when it is shown', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => useNow(500))
  const before = result.current
  const show = (state: 'hidden' | 'visible') =>
    act(() => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
    })
  show('hidden')
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(5250)
  expect(result.current).toBe(before)
  show('visible')
  expect(result.current).toBe(before + 5250)
})

test('what is shown for the first time after a while does not begin with the time of the last who asked', () => {
  vi.useFakeTimers()
  renderHook(() => useNow(333)).unmount()
  vi.advanceTimersByTime(3_600_000)
  const drawn: number[] = []
  const { unmount } = renderHook(() => drawn.push(useNow(333)))
  expect(drawn[0]).toBe(Date.now())
  unmount()
})
