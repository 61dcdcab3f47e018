import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import { screens } from '#src/screens/inventory/shipment/shipment.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const offers = [
  { lotNo: 'OLD', expiresOn: '2020-01-01', expired: true, onHand: '5.000000', free: '5.000000', first: false },
  { lotNo: 'A1', expiresOn: '2031-05-01', expired: false, onHand: '12.500000', free: '2.000000', first: true },
  { lotNo: 'B2', expiresOn: null, expired: false, onHand: '7.000000', free: '7.000000', first: false },
]
let asked: URL[]
let sent: { lines: { lotNo: string | null }[] }[]
beforeEach(async () => {
  asked = []
  sent = []
  const page = (content: readonly unknown[]) => ({ content, number: 1, size: 50, totalElements: content.length })
  await signedIn((url, body) => {
    const { pathname } = url
    asked.push(url)
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/product/options')) return page([{ id: 3, title: 'Urea', enabledFlag: 1 }])
    if (pathname.endsWith('/store/options')) return page([{ id: 7, title: 'Main store', enabledFlag: 1 }])
    if (pathname.endsWith('/default-store')) return [{ areaId: 1, areaName: 'Home base', storeId: 7, storeName: 'Main store' }]
    if (pathname.endsWith('/lot-offers')) return offers
    if (pathname.endsWith('/shipment') && body !== '') {
      sent.push(JSON.parse(body) as (typeof sent)[0])
      return Response.json({ failed: true, code: 'error.unavailable', message: 'Enough' }, { status: 503 })
    }
    return page([{ areaId: 1, areaName: 'Home base' }])
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const cell = (label: string) => screen.getByLabelText<HTMLInputElement>(`${label}, line 1`, { exact: true })

test('a line is offered the lots of the store, what expires first at the head, and takes any other that is typed', async () => {
  show(<DocumentForm kind={screens.kind} record={null} areaId={1} />)
  const lot = () => cell('Lot no.')
  await waitFor(() => expect(lot()).toBeTruthy())
  // Of no product there are none.
  expect([lot().placeholder, asked.some(({ pathname }) => pathname.endsWith('/lot-offers'))]).toEqual(['', false])
  fireEvent.change(cell('Product'), { target: { value: 'Ur' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Urea' }))
  await waitFor(() => expect(lot().placeholder).toBe(inventory.lot.proposed.replace('{{lot}}', 'A1')))
  expect(asked.find(({ pathname }) => pathname.endsWith('/lot-offers'))!.search).toBe('?storeId=7&productId=3')

  act(() => lot().focus())
  fireEvent.keyDown(lot(), { key: 'ArrowDown' })
  const said = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(said).toEqual(['OLD5 on hand · expired 2020-01-01', 'A1 · taken first12.5 on hand · 2 free · expires 2031-05-01', 'B27 on hand'])
  fireEvent.click(screen.getByRole('option', { name: /^B2/ }))
  expect(lot().value).toBe('B2')
  fireEvent.change(lot(), { target: { value: 'OTHER' } })
  fireEvent.blur(lot())
  expect(lot().value).toBe('OTHER')
  fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: 'Out' } })
  fireEvent.change(cell('Quantity'), { target: { value: '1' } })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: documents.save }).disabled).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: documents.save }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.lines[0]!.lotNo).toBe('OTHER')
})
