import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListState } from '#src/ui/listAddress.ts'
import { ActButtons } from '#src/ui/ActButtons.tsx'
import { ListTable, type RowAction } from '#src/ui/ListTable.tsx'
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

const pump = { id: 1, name: 'Pump' }
const act = (name: string, more: Partial<RowAction<typeof pump>> = {}): RowAction<typeof pump> => ({
  name,
  label: name,
  icon: <i />,
  run: () => undefined,
  ...more,
})
const list = (actions: readonly RowAction<typeof pump>[]) =>
  show(
    <ListTable
      name="rows"
      label="Rows"
      userId={1}
      rows={[pump]}
      total={1}
      rowId={({ id }) => id}
      columns={columns}
      actions={actions}
      state={state}
      onState={() => undefined}
    />,
  )

test('an act is offered to who may, in the row and for many by the right of each', async () => {
  const open = vi.fn()
  list([
    act('edit'),
    act('delete', { may: false }),
    act('move', { may: false, many: { may: true, open } }),
    act('print', { many: { may: false, open } }),
    act('close', { may: false, many: { open } }),
  ])
  const row = (await screen.findAllByRole('row')).at(-1)!
  expect(within(row).getByTitle('edit')).toBeTruthy()
  expect(within(row).getByTitle('print')).toBeTruthy()
  for (const name of ['delete', 'move', 'close']) expect(within(row).queryByTitle(name)).toBeNull()
  fireEvent.click(within(row).getByRole('checkbox'))
  const bar = within(screen.getByRole('toolbar', { name: 'Bulk actions' }))
  expect(bar.queryByRole('button', { name: 'print' })).toBeNull()
  expect(bar.queryByRole('button', { name: 'close' })).toBeNull()
  fireEvent.click(bar.getByRole('button', { name: 'move' }))
  expect(open).toHaveBeenCalledExactlyOnceWith([pump])
})

test('rows are not chosen where nothing is done with many', async () => {
  list([act('edit'), act('delete', { may: false, many: { open: () => undefined } })])
  await screen.findAllByRole('row')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('the buttons of one record are those that the reader may use and that it takes now', () => {
  const run = vi.fn()
  const acts = [act('edit', { run, color: 'error' }), act('delete', { may: false }), act('open', { shown: ({ id }) => id === 2 })]
  show(<ActButtons acts={acts} of={pump} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['edit'])
  expect(screen.getByRole('button').className).toContain('colorError')
  fireEvent.click(screen.getByRole('button'))
  expect(run).toHaveBeenCalledExactlyOnceWith(pump)
})
