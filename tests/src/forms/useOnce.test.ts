import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useOnce } from '#src/forms/useOnce.ts'

test('work is begun once until it has ended, and again after it failed', async () => {
  const { result } = renderHook(useOnce)
  let end: (cause?: Error) => void = () => undefined
  const work = vi.fn(() => new Promise<void>((resolve, reject) => (end = (cause) => (cause ? reject(cause) : resolve()))))
  let first!: Promise<void>
  act(() => {
    first = result.current.once(work)
    void result.current.once(work)
  })
  expect([work.mock.calls.length, result.current.busy]).toEqual([1, true])
  await act(async () => {
    end(new Error('No room'))
    await expect(first).rejects.toThrow('No room')
  })
  expect(result.current.busy).toBe(false)
  await act(async () => {
    const second = result.current.once(work)
    end()
    await second
  })
  expect([work.mock.calls.length, result.current.busy]).toEqual([2, false])
})
