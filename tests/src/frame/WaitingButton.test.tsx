import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoticePartsProvider } from '#src/frame/MessageBell.tsx'
import { WaitingButton } from '#src/frame/WaitingButton.tsx'
import { mayWait } from '#src/kept/queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the list of what waits is fetched ahead where something may wait, and nowhere else', () => {
  mayWait.set(false)
  const ahead = vi.fn()
  const parts = { Waiting: Object.assign(() => null, { ahead }), Bell: () => null, ApprovalPanel: () => null }
  render(
    <NoticePartsProvider value={parts}>
      <WaitingButton />
    </NoticePartsProvider>,
  )
  vi.advanceTimersByTime(60_000)
  expect(ahead).not.toHaveBeenCalled()
  act(() => mayWait.set(true))
  vi.advanceTimersByTime(3000)
  expect(ahead).toHaveBeenCalledTimes(1)
})
