import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type BatchCost, batchCost, batchCostCalls } from '#contract/farm/batchCost'
import { BookSection } from '#src/screens/farm/BookSection.tsx'
import farm from '#locales/en-US/farm' with { type: 'json' }
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const sent: { readonly path: string; readonly body: object }[] = []
const changed = vi.fn<() => void>()
const row = (id: number, what: string) =>
  ({ id, batchId: 5, objectVersionNumber: 3, spentOn: '2026-03-02', costKind: 'other', what, amount: '12.5' }) as unknown as BatchCost
const content = [row(1, 'Diesel'), row(2, 'Rent')]

function Book({ mayWrite = true }: { mayWrite?: boolean }) {
  return (
    <BookSection
      name="batchCost"
      owner={{ batchId: 5 }}
      read={{ data: { content }, isError: false, error: null, refetch: () => undefined }}
      calls={batchCostCalls}
      mayWrite={mayWrite}
      mayChange={({ id }) => id === 1}
      onChanged={changed}
      row={({ what }) => what}
      called={({ what }) => ({ what })}
      form={() => ({ of: batchCost, initial: { spentOn: '2026-03-02' }, layout: [['spentOn', 'costKind'], ['what'], ['amount']] })}
    />
  )
}
const button = (name: string) => screen.findByRole('button', { name })

beforeAll(() => {
  i18next.addResourceBundle('en-US', 'farm', farm)
})
beforeEach(async () => {
  sent.length = 0
  changed.mockClear()
  await signedIn(({ pathname }, body) => {
    if (!pathname.includes('/batch/cost')) return []
    sent.push({ path: pathname, body: JSON.parse(body) as object })
    return { id: 1 }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('who may write adds a row, and changes those that may be changed; who may not sees them', async () => {
  show(<Book />)
  const section = within(await screen.findByRole('region', { name: 'Costs' }))
  expect(section.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'Write down a cost',
    'Edit "Diesel"',
    'Delete "Diesel"',
  ])
  cleanup()
  show(<Book mayWrite={false} />)
  const read = within(await screen.findByRole('region', { name: 'Costs' }))
  expect(read.getByText('Rent')).toBeTruthy()
  expect(read.queryByRole('button')).toBeNull()
})

test('a row is saved as what it was when it was opened, in the book of its batch, and all is read again', async () => {
  show(<Book />)
  await userEvent.click(await button('Edit "Diesel"'))
  const window = within(await screen.findByRole('dialog', { name: 'Edit the cost' }))
  fireEvent.change(await window.findByLabelText(/^What it was/), { target: { value: 'Petrol' } })
  await userEvent.click(window.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(changed).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
  expect(sent[0]!.body).toMatchObject({ id: 1, objectVersionNumber: 3, batchId: 5, what: 'Petrol' })
  await screen.findByText('The cost is written down')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a new row begins as its book says and is written into it', async () => {
  show(<Book />)
  await userEvent.click(await button('Write down a cost'))
  const window = within(await screen.findByRole('dialog', { name: 'Write down a cost' }))
  expect(await window.findByDisplayValue('2026-03-02')).toBeTruthy()
  fireEvent.change(await window.findByLabelText(/^What it was/), { target: { value: 'Seedlings' } })
  fireEvent.change(await window.findByLabelText(/^Amount/), { target: { value: '7' } })
  await userEvent.click(window.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(changed).toHaveBeenCalledOnce())
  expect(sent[0]!.body).toMatchObject({ id: null, objectVersionNumber: null, batchId: 5, what: 'Seedlings' })
})

test('a row is deleted after a question, and not without a yes', async () => {
  show(<Book />)
  await userEvent.click(await button('Delete "Diesel"'))
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Delete "Diesel"?' })).getByRole('button', { name: 'Cancel' }))
  expect([sent.length, changed.mock.calls.length]).toEqual([0, 0])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(await button('Delete "Diesel"'))
  await userEvent.click(within(await screen.findByRole('dialog', { name: 'Delete "Diesel"?' })).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(changed).toHaveBeenCalledOnce())
  expect(sent.map(({ body }) => body)).toEqual([{ id: 1, objectVersionNumber: 3 }])
  await screen.findByText('The cost is deleted')
})
