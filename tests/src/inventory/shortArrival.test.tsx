import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnyDocumentFull } from '#contract/core/document'
import { shipment } from '#contract/inventory/shipment'
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { progressColumns } from '#src/screens/inventory/progressColumns.tsx'
import { ShipmentWays } from '#src/screens/inventory/shipment/ShipmentWays.tsx'
import { show } from '../crud/showing.tsx'
import { aLine, aTrial } from '../documents/trial.tsx'
import { signedIn } from '../signedIn.ts'

const words = inventory.shipment
let sent: { pathname: string; body: unknown }[]
let codes: (code: string) => boolean
beforeEach(async () => {
  sent = []
  codes = () => true
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: codes(code) }))
    if (pathname.endsWith('/write-off')) {
      sent.push({ pathname, body: JSON.parse(body) })
      return shipped({ lines: [aLine(1, { done: '4.000000', taken: '4.000000', lost: '1.000000' })] })
    }
    return []
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const line = (id: number, name: string, more: object) =>
  aLine(id, { planned: '4.000000', stockUnit: 'kg', labels: { productId: name }, ...more })
const shipped = (more: object = {}): AnyDocumentFull =>
  aTrial([line(1, 'Urea', { done: '4.000000', taken: '3.000000' }), line(2, 'Lime', { done: '2.500000' })], {
    auditStatus: 'approved',
    progress: 'full',
    toStoreId: 8,
    objectVersionNumber: 7,
    labels: { toStoreId: 'South store' },
    ...more,
  })

test('what has not arrived is named and written off with a reason, by the version that is shown', async () => {
  show(<ShipmentWays of={shipped()} />)
  fireEvent.click(await screen.findByRole('button', { name: words.writeOff }))
  const dialog = within(await screen.findByRole('dialog', { name: words.writeOffTitle }))
  expect(dialog.getByText(/^Sent and not arrived: Urea 1 kg and Lime 2\.5 kg\. .* loss of South store/)).toBeTruthy()
  const act = dialog.getByRole('button', { name: words.writeOff })
  fireEvent.click(act)
  expect(sent).toEqual([])
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: ' Fell off ' } })
  fireEvent.click(act)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ body: { objectVersionNumber: 7, reason: 'Fell off' } })
  expect(sent[0]!.pathname).toContain('/shipment/5/write-off')
})

test.each([
  ['all of it arrived', shipped({ lines: [line(1, 'Urea', { done: '4.000000', taken: '4.000000' })] }), true],
  ['it was sent to no store', shipped({ toStoreId: null }), true],
  ['somebody may not post', shipped(), false],
])('is not offered where %s', async (_, of, may) => {
  codes = (code) => may || code !== shipment.codes.post
  show(<ShipmentWays of={of} />)
  if (of['toStoreId'] === null || !may) await screen.findByRole('link', { name: words.toReturn })
  expect(screen.queryByRole('button', { name: words.writeOff })).toBeNull()
})

test('what was lost stands apart from what arrived, where anything was', async () => {
  const Beside = progressColumns(shipment)
  const lost = line(1, 'Urea', { done: '4.000000', taken: '4.000000', lost: '1.000000' })
  const { unmount } = show(<Beside of={shipped({ lines: [lost] })} />)
  const cells = () => screen.getAllByRole('row').map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))
  const heads = [documents.progress.product, documents.progress.planned, documents.progress.outbound.done, documents.progress.taken]
  expect(cells()).toEqual([
    [...heads, documents.progress.lost, documents.progress.open],
    ['Urea', '4 kg', '4', '3', '1', '0'],
  ])
  unmount()
  show(<Beside of={shipped({ lines: [line(1, 'Urea', { done: '4.000000', taken: '3.000000' })] })} />)
  expect(cells()[0]).toEqual([...heads, documents.progress.open])
})
