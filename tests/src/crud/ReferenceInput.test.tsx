import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reference } from '#contract/core/field'
import { ReferenceInput } from '#src/crud/fieldKinds.tsx'
import { signedIn } from '../signedIn.ts'
import { show } from './showing.tsx'

let asked: (string | null)[]
beforeEach(async () => {
  await signedIn(({ pathname, searchParams }) => {
    if (!pathname.endsWith('/options')) return
    asked.push(searchParams.get('search'))
    const content = [
      { id: 7, title: 'East base', enabledFlag: 1 },
      { id: 8, title: 'West base', enabledFlag: 1 },
    ]
    return { content: content.slice(searchParams.has('search') ? 1 : 0), number: 1, size: 50, totalElements: 2 }
  })
  asked = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('another record is searched for by typing over the chosen one: its name waits, and is asked for once, when typing rests', async () => {
  const field = { name: 'areaId', label: 'Base', field: reference('area'), options: [], fault: undefined, disabled: false }
  show(<ReferenceInput {...field} value={7} onChange={() => undefined} onBlur={() => undefined} />)
  const box = screen.getByRole<HTMLInputElement>('combobox')
  await waitFor(() => expect(box.value).toBe('East base'))
  act(() => box.focus())
  for (const value of ['W', 'We', 'West']) fireEvent.change(box, { target: { value } })
  await waitFor(() => expect(asked).toEqual([null, 'West']))
  expect(await screen.findByRole('option', { name: 'West base' })).toBeTruthy()
  expect(box.value).toBe('West')
})
