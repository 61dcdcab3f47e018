import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import { copyText } from '#src/ui/copyText.ts'
import { show } from '../crud/showing.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['Copied', () => Promise.resolve()],
  ['Not copied', () => Promise.reject(new Error('no leave'))],
])('says whether it went: %s', async (said, writeText) => {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  show(
    <button type="button" onClick={() => void copyText('http://farm.example', 'Copied', 'Not copied')}>
      Copy
    </button>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByText(said)
})
