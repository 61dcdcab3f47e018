import Dialog from '@mui/material/Dialog'
import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildTheme } from '#src/theme/theme.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a window that is opened anew in the moment its fading ends leaves the page to screen readers when it closes', () => {
  let set: (open: boolean) => void = () => {}
  function Page() {
    const [open, setOpen] = useState(false)
    set = setOpen
    return (
      <>
        <button>page</button>
        <Dialog open={open}>window</Dialog>
      </>
    )
  }
  render(
    <ThemeProvider theme={buildTheme()}>
      <Page />
    </ThemeProvider>,
  )
  const say = (open: boolean) => act(() => set(open))
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms)
    })
  say(true)
  pass(1000)
  expect(screen.queryByRole('button')).toBeNull()
  say(false)
  act(() => {
    // The end of the fading and the opening are drawn at once, as on a busy machine.
    vi.advanceTimersByTime(1000)
    set(true)
  })
  pass(1000)
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  say(false)
  pass(1000)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button')).toBeTruthy()
})
