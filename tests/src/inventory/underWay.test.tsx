import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aplionform } from '#contract/inventory/aplionform'
import { warehousing } from '#contract/inventory/warehousing'
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { SubmitDialog } from '#src/documents/SubmitDialog.tsx'
import { ApplicationWays } from '#src/screens/inventory/aplionform/ApplicationWays.tsx'
import ConvertPurchasePage from '#src/screens/inventory/warehousing/ConvertPurchasePage.tsx'
import { show } from '../crud/showing.tsx'
import { aLine, aTrial } from '../documents/trial.tsx'
import { signedIn } from '../signedIn.ts'

/** A line of an application of 10 kg, of which so much is under way. */
const asked = (id: number, underWay: string, done = '0.000000') =>
  aLine(id, {
    productId: 30 + id,
    productName: `Urea ${id}`,
    specification: null,
    unit: 'kg',
    quantity: '10.00',
    price: '3.00',
    planned: '10.000000',
    done,
    pending: underWay,
    underWay,
    unitName: 'kg',
    stockUnit: 'kg',
    labels: { productId: `Urea ${id}` },
  })
let lines: ReturnType<typeof asked>[]
const application = () => aTrial(lines, { auditStatus: 'approved', progress: 'partial', title: 'Urea', neededBy: null })
beforeEach(async () => {
  await signedIn(({ pathname }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/purchase-application/5')) return application()
    if (pathname.endsWith('/flow') || pathname.includes('default-store')) return []
    if (pathname.endsWith('/submit')) {
      const fields = { 'lines.1.quantity': 'Ten of it are under way' }
      return Response.json({ failed: true, code: 'error.document.tooMuch', message: 'Too much', fields }, { status: 409 })
    }
    return { content: [{ areaId: 1, areaName: 'Home base' }], number: 1, size: 10, totalElements: 1 }
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const quantity = (row: number) => screen.getByLabelText<HTMLInputElement>(`${inventory.warehousing.line.quantity}, line ${row}`)
const convert = () =>
  show(
    <Routes>
      <Route path="/convert/:id" element={<ConvertPurchasePage />} />
    </Routes>,
    { at: '/convert/5' },
  )

test('what is under way stands beside the line; where nothing else is open, 0 is offered, and that is no amount to save', async () => {
  lines = [asked(1, '4.000000'), asked(2, '10.000000'), asked(3, '0.000000'), asked(4, '0.000000', '10.000000')]
  convert()
  await waitFor(() => expect(quantity(1).value).toBe('6'))
  expect([2, 3].map((row) => quantity(row).value)).toEqual(['0', '10'])
  // What is done is not offered.
  expect(screen.queryByLabelText(`${inventory.warehousing.line.quantity}, line 4`)).toBeNull()
  const cells = [1, 2, 3].map((row) => quantity(row).closest('tr')!.textContent)
  const all = documents.convert.allUnderWay.replace('{{count}}', '10 kg')
  expect([cells[0]!.includes('4 kg'), cells[1]!.includes(all), cells[2]!.includes('kg')]).toEqual([true, true, false])
  expect(screen.getByRole('columnheader', { name: documents.line.underWay })).toBeTruthy()

  const save = await screen.findByRole<HTMLButtonElement>('button', { name: documents.save })
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.click(save)
  await waitFor(() => expect(quantity(2).getAttribute('aria-invalid')).toBe('true'))
})

test('without anything under way there is no such column', async () => {
  lines = [asked(1, '0.000000')]
  convert()
  await waitFor(() => expect(quantity(1).value).toBe('10'))
  expect(screen.queryByText(documents.line.underWay)).toBeNull()
})

test.each([
  ['wholly under way', '10.000000', '0.000000', true],
  ['done', '0.000000', '10.000000', false],
])('the way to make another is there of what is %s: %s', async (_, underWay, done, isThere) => {
  lines = [asked(1, underWay, done)]
  show(
    <>
      <ApplicationWays of={application()} />
      <SubmitDialog document={aplionform} of={{ ...application(), actions: ['submit'] }} onClose={() => undefined} />
    </>,
  )
  await screen.findByText(documents.flow.none)
  const ways = () => screen.queryAllByRole('link', { hidden: true }).filter((link) => link.getAttribute('href')?.includes('/convert'))
  await waitFor(() => expect(ways().length).toBe(isThere ? 2 : 0))
})

test('a submission that is refused says beside which line', async () => {
  lines = [asked(1, '0.000000'), asked(2, '0.000000')]
  show(<SubmitDialog document={warehousing} of={{ ...application(), actions: ['submit'] }} onClose={() => undefined} />)
  await screen.findByText(documents.flow.none)
  fireEvent.click(screen.getByRole('button', { name: documents.flow.send }))
  expect(await screen.findByText('Line 2: Ten of it are under way')).toBeTruthy()
  expect(screen.getByText('Too much')).toBeTruthy()
})
