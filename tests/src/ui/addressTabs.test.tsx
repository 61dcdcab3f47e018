import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { AddressTabs } from '#src/ui/AddressTabs.tsx'
import { show } from '../crud/showing.tsx'

const open = (at: string) =>
  show(
    <AddressTabs
      id="pond"
      label="Pond"
      words={[
        ['fish', 'Fish'],
        ['water', 'Water'],
      ]}
    >
      {(tab) => <p>all about {tab}</p>}
    </AddressTabs>,
    { at },
  )
afterEach(cleanup)

test('shows the tab that the address names, else the first', async () => {
  open('/?tab=water')
  expect((await screen.findByRole('tabpanel', { name: 'Water' })).textContent).toBe('all about water')
  cleanup()
  open('/?tab=air')
  expect((await screen.findByRole('tabpanel', { name: 'Fish' })).textContent).toBe('all about fish')
})

test('writes a tab into the address in place of what another one had there; the first needs none', async () => {
  const { router } = open('/?page=3')
  fireEvent.click(await screen.findByRole('tab', { name: 'Water' }))
  expect(router.state.location.search).toBe('?tab=water')
  expect(router.state.historyAction).toBe('REPLACE')
  fireEvent.click(screen.getByRole('tab', { name: 'Fish' }))
  expect(router.state.location.search).toBe('')
})
