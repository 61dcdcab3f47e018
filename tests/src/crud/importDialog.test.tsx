import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ImportReport } from '#contract/core/resource'
import { partner } from '#contract/inventory/partner'
import { ImportDialog } from '#src/crud/ImportDialog.tsx'
import { signedIn } from '../signedIn.ts'
import { show } from './showing.tsx'

const clean = {
  rows: 2,
  counts: { new: 2, changed: 0, same: 0, duplicates: 0 },
  duplicates: [],
  committed: false,
  unknownHeads: [],
  faults: [],
}
let sent: { commit: number; leftOut: string[] }[]
let report: ImportReport
beforeEach(async () => {
  sent = []
  report = clean
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

async function choose() {
  const done = vi.fn()
  show(<ImportDialog of={partner} areaId={undefined} onTemplate={() => undefined} onClose={() => undefined} onImported={done} />)
  await screen.findByRole('dialog')
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], 'partners.xlsx'))
  return done
}
const shown = () => [...document.querySelectorAll('dl dt')].map((name) => `${name.textContent}: ${name.nextElementSibling!.textContent}`)

test('columns that are not known are named, and what is brought says that they are left out', async () => {
  report = { ...clean, unknownHeads: ['Sort', 'D'] }
  const done = await choose()
  expect(await screen.findByText(/would be left out: Sort, D\. /)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Import 2 new' })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Import without these columns' }))
  fireEvent.click(button)
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(sent.map(({ commit, leftOut }) => [commit, leftOut])).toEqual([
    [0, []],
    [1, ['Sort', 'D']],
  ])
})

test.each([
  [{ new: 3, changed: 2 }, 'Import 3 new, change 2', 'New records: 3, changed: 2'],
  [{ new: 3, changed: 0 }, 'Import 3 new', 'New records: 3'],
  [{ new: 0, changed: 2 }, 'Change 2', 'Records changed: 2'],
])('the four counts stand there before anything is written, and the button says what will be: %j', async (written, words, told) => {
  report = { ...clean, rows: 16, counts: { ...written, same: 10, duplicates: 1 }, duplicates: [{ row: 4, title: 'Agri', ofRow: 3 }] }
  const done = await choose()
  const button = await screen.findByRole('button', { name: words })
  expect(shown()).toEqual([`New: ${written.new}`, `Changed: ${written.changed}`, 'Unchanged: 10', 'Duplicates, not imported: 1'])
  expect(screen.getByText('Nothing is written yet.')).toBeTruthy()
  expect(screen.getByRole('row', { name: '4 "Agri" is in row 3 already' })).toBeTruthy()
  expect(sent.map(({ commit }) => commit)).toEqual([0])
  fireEvent.click(button)
  expect(await screen.findByText(told)).toBeTruthy()
  expect(done).toHaveBeenCalledTimes(1)
})

test('where all of it is there already the button is disabled and says why', async () => {
  report = { ...clean, counts: { new: 0, changed: 0, same: 1, duplicates: 1 }, duplicates: [{ row: 3, title: 'Agri', ofRow: null }] }
  await choose()
  const why = await screen.findByText('Nothing to import: all of it is there already.')
  const button = screen.getByRole('button', { name: 'Import' })
  expect(button).toHaveProperty('disabled', true)
  expect(document.querySelector(`[id="${button.getAttribute('aria-describedby')}"]`)!.contains(why)).toBe(true)
  expect(screen.getByRole('row', { name: '3 "Agri" is there already' })).toBeTruthy()
})

test('what somebody else has brought in the meantime is told, and the window stays', async () => {
  await signedIn((url, body) => {
    if (!url.pathname.endsWith('/import')) return
    const { commit } = JSON.parse(body) as { commit: number }
    if (commit === 0) return clean
    return { ...clean, committed: true, counts: { new: 0, changed: 0, same: 0, duplicates: 2 } }
  })
  const done = await choose()
  fireEvent.click(await screen.findByRole('button', { name: 'Import 2 new' }))
  expect(await screen.findByText('Nothing to import: all of it is there already.')).toBeTruthy()
  expect(done).not.toHaveBeenCalled()
})

test('a fault beside the key of a row has the words of its column', async () => {
  report = { ...clean, counts: { new: 0, changed: 0, same: 1, duplicates: 0 }, faults: [{ row: 2, field: 'recordKey', message: 'Gone' }] }
  await choose()
  expect(await screen.findByRole('row', { name: '2 Record no. (do not change) Gone' })).toBeTruthy()
  expect(screen.getByText('Rows: 2. Rows with faults: 1 (faults: 1). Nothing is written yet')).toBeTruthy()
})
