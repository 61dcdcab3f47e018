import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { TriedRows } from '#src/watch/trial/TriedRows.tsx'
import { show } from '../crud/showing.tsx'

afterEach(cleanup)
const rows = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1)
const showRows = (of: readonly number[], count: number) =>
  show(
    <TriedRows of={of} count={count} words="alarms:trial" label="Found" heads={['Number']}>
      {(row) => (
        <tr key={row}>
          <td>{row}</td>
        </tr>
      )}
    </TriedRows>,
  )
const shown = () =>
  within(screen.getByRole('region', { name: 'Found' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

test('ten of what was found are shown at a time, and it is said where not all is listed', async () => {
  showRows(rows(12), 30)
  expect(screen.getByText('The first 12 of 30')).toBeTruthy()
  expect(shown()).toEqual(rows(10).map(String))
  await userEvent.click(screen.getByRole('button', { name: /next page/i }))
  expect(shown()).toEqual(['11', '12'])
})

test('what is listed as a whole is said to be nothing else, and none is said in the words of its kind', () => {
  showRows(rows(3), 3)
  expect(screen.queryByText(/The first/)).toBeNull()
  expect(screen.queryByRole('button', { name: /next page/i })).toBeNull()
  cleanup()
  showRows([], 0)
  expect(screen.getByText('No alarms')).toBeTruthy()
})
