import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SmallTable } from '#src/ui/SmallTable.tsx'

afterEach(cleanup)

test('a small table is called by its label, is reached by keyboard, and shows its heads over its rows', () => {
  render(
    <SmallTable label="Ponds" heads={['Name', { words: 'Fish', right: true }]}>
      <TableRow>
        <TableCell>North</TableCell>
        <TableCell align="right">40</TableCell>
      </TableRow>
    </SmallTable>,
  )
  const part = screen.getByRole('region', { name: 'Ponds' })
  expect(part.tabIndex).toBe(0)
  const [name, fish] = within(part).getAllByRole('columnheader')
  expect([name!.textContent, fish!.textContent]).toEqual(['Name', 'Fish'])
  expect(getComputedStyle(name!).textAlign).toBe('left')
  expect(getComputedStyle(fish!).textAlign).toBe('right')
  expect(within(part).getByRole('row', { name: 'North 40' })).toBeTruthy()
})

test('one that may only be so high scrolls under its heads', () => {
  render(
    <SmallTable label="Ponds" heads={['Name']} maxHeight={300}>
      <></>
    </SmallTable>,
  )
  expect(getComputedStyle(screen.getByRole('region', { name: 'Ponds' })).maxHeight).toBe('300px')
  expect(getComputedStyle(screen.getByRole('columnheader')).position).toBe('sticky')
})
