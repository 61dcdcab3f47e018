import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ListState } from '#src/ui/listAddress.ts'
import { ListTable } from '#src/ui/ListTable.tsx'
import { useState } from 'react'
import { userEvent } from '@testing-library/user-event'
import { show } from '../crud/showing.tsx'

afterEach(cleanup)
const columns = [{ name: 'name', label: 'Name', cell: () => null }]
const state: ListState = { filters: {}, page: 1, size: 10, sort: null }

/** An empty list whose next step draws the page anew, as every live change does. */
function Empty() {
  const [clicks, count] = useState(0)
  return (
    <ListTable
      name="rows"
      label="Rows"
      userId={1}
      rows={[]}
      total={0}
      rowId={() => 0}
      columns={columns}
      actions={[]}
      state={state}
      onState={() => undefined}
      empty={<button onClick={() => count(clicks + 1)}>{`Add one ${clicks}`}</button>}
    />
  )
}

test('the next step of an empty list keeps the focus while the page is drawn anew', async () => {
  show(<Empty />)
  const button = await screen.findByText('Add one 0')
  await userEvent.click(button)
  expect((await screen.findByText('Add one 1')).isSameNode(button)).toBe(true)
  expect(document.activeElement).toBe(button)
})
