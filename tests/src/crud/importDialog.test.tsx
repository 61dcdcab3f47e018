import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { partner } from '#contract/inventory/partner'
import { ImportDialog } from '#src/crud/ImportDialog.tsx'
import { signedIn } from '../signedIn.ts'
import { show } from './showing.tsx'

const report = { rows: 2, created: 2, committed: false, unknownHeads: ['Sort', 'D'], faults: [] }
let sent: { commit: number; leftOut: string[] }[]
beforeEach(async () => {
  sent = []
  await signedIn((url, body) => {
    if (!url.pathname.endsWith('/import')) return
    sent.push(JSON.parse(body))
    return { ...report, committed: sent.at(-1)!.commit === 1 }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('columns that are not known are named, and what is brought says that they are left out', async () => {
  const done = vi.fn()
  show(<ImportDialog of={partner} areaId={undefined} onTemplate={() => undefined} onClose={() => undefined} onImported={done} />)
  await screen.findByRole('dialog')
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], 'partners.xlsx'))
  expect(await screen.findByText(/would be left out: Sort, D\. /)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Import 2' })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Import without these columns' }))
  fireEvent.click(button)
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent.map(({ commit, leftOut }) => [commit, leftOut])).toEqual([
    [0, []],
    [1, ['Sort', 'D']],
  ])
})
