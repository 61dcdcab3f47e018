import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SEARCH_DELAY_MS, useSearch } from '#src/ui/useSearch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a name that is typed letter by letter is searched for once, when it rests, and nothing is searched for at once', () => {
  const searched: string[] = []
  const { rerender } = renderHook(({ typed }) => searched.push(useSearch(typed)), { initialProps: { typed: '' } })
  for (const typed of ['n', 'no', 'nor', 'nort', 'north ']) {
    rerender({ typed })
    act(() => void vi.advanceTimersByTime(SEARCH_DELAY_MS - 1))
  }
  expect(new Set(searched)).toEqual(new Set(['']))
  act(() => void vi.advanceTimersByTime(1))
  expect(new Set(searched)).toEqual(new Set(['', 'north']))
  rerender({ typed: '' })
  expect(searched.at(-1)).toBe('')
})
