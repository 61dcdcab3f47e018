import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import approvals from '#locales/en-US/approvals' with { type: 'json' }
import { PeoplePicker, PersonPicker } from '#src/approvals/PersonPicker.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

i18next.addResourceBundle('en-US', 'approvals', approvals)
let asked: (string | null)[]
beforeEach(async () => {
  await signedIn(({ pathname, searchParams }) => {
    if (!pathname.includes('colleagues')) return
    asked.push(searchParams.get('search'))
    return { content: [{ userId: 1, realName: 'Lin', loginName: 'lin' }], number: 1, size: 20, totalElements: 1 }
  })
  asked = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['one', <PersonPicker key="one" label="Who" value={null} onChange={() => undefined} />],
  ['several', <PeoplePicker key="several" label="Who" value={[]} onChange={() => undefined} />],
])('a name of %s that is typed letter by letter is asked for once, when it rests', async (_, picker) => {
  show(picker)
  const box = screen.getByRole('combobox')
  await waitFor(() => expect(asked).toEqual([null]))
  act(() => box.focus())
  for (const value of ['L', 'Li', 'Lin']) fireEvent.change(box, { target: { value } })
  await waitFor(() => expect(asked).toEqual([null, 'Lin']))
  // What was typed stands there still, to be chosen by.
  expect((box as HTMLInputElement).value).toBe('Lin')
})
