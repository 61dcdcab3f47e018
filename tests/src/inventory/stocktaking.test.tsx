import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { useForm } from 'react-hook-form'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import documents from '#locales/en-US/documents' with { type: 'json' }
import frame from '#locales/en-US/frame' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import type { Draft } from '#src/documents/draft.ts'
import { FillFromStore } from '#src/screens/inventory/inventoryForm/FillFromStore.tsx'
import SettlePage from '#src/screens/inventory/inventoryForm/SettlePage.tsx'
import { screens } from '#src/screens/inventory/inventoryForm/inventoryForm.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const { settle, differences } = inventory.inventory_form
const exact = (count: number) => count.toFixed(6)
const line = (lineId: number, book: number, counted: number, current: number | null = book) => ({
  lineId,
  productId: lineId,
  productName: `Product ${lineId}`,
  unitName: 'kg',
  lotNo: null as string | null,
  counted: exact(counted),
  book: exact(book),
  bookAt: Date.UTC(2026, 2, 10, 8),
  current: current === null ? null : exact(current),
  value: exact((counted - book) * 3),
})
const form = {
  id: 9,
  code: 'IC1',
  areaId: 1,
  areaName: 'North',
  storeId: 3,
  blindFlag: 0,
  title: 'Count',
  remark: null,
  applicantId: 1,
  applicantName: 'A',
  auditStatus: 'approved',
  createdAt: 1,
  submittedAt: 1,
  updatedAt: 1,
  lineCount: 1,
  total: null,
  processId: null,
  progress: 'none' as string,
  arrived: null,
  closeReason: null,
  sourceId: null,
  actions: ['post', 'close'],
  objectVersionNumber: 4,
  lines: [] as unknown[],
  source: null,
  made: [] as unknown[],
  attachments: [] as unknown[],
  labels: { storeId: 'North store' },
}
let found: { blind: boolean; lines: unknown[] }
let sent: unknown[]
let answer: () => unknown
let sheet: unknown
beforeEach(async () => {
  found = { blind: false, lines: [line(1, 10, 12), line(2, 10, 7, 4)] }
  sent = []
  answer = () => ({ ...form, progress: 'full' })
  sheet = { lines: [], left: 0, elsewhere: 0 }
  await signedIn((url, body) => {
    const { pathname } = url
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/differences')) return found
    if (pathname.endsWith('/sheet')) return sheet
    if (pathname.endsWith('/settle')) {
      sent.push(JSON.parse(body))
      return answer()
    }
    if (pathname.endsWith('/inventory-form/9')) return form
    return { content: [], number: 1, size: 10, totalElements: 0 }
  })
  i18next.addResourceBundle('en-US', 'inventory', inventory)
  i18next.addResourceBundle('en-US', 'documents', documents)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const settling = () =>
  show(
    <Routes>
      <Route path="/convert/:id" element={<SettlePage />} />
      <Route path="/inventory/prment/inventory_form/info/:id" element={<p>Settled it is</p>} />
    </Routes>,
    { at: '/convert/9' },
  )
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!)
const choose = async (name: string, words: string) => {
  fireEvent.mouseDown((await rowOf(name)).getByRole('combobox'))
  fireEvent.click(await screen.findByRole('option', { name: words }))
}
const press = () => fireEvent.click(screen.getByRole('button', { name: settle.act }))

/** The tool of a form of lines, with the store chosen. */
function Filling({ lines }: { lines: readonly object[] }) {
  const form = useForm<Draft>({ defaultValues: { storeId: 3, lines: lines as never } as never })
  return <FillFromStore form={form} titles={{ learn: () => undefined } as never} />
}
const places = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ productId: from + at, productName: `Product ${from + at}`, unitName: 'kg', lotNo: null }))

test.each([
  ['what is left beyond a document', { lines: places(1, 200), left: 30, elsewhere: 0 }, /Lines added: 199. 31 more places/],
  ['all of it', { lines: places(1, 3), left: 0, elsewhere: 0 }, /3 lines added/],
  ['that another counts the rest', { lines: [], left: 0, elsewhere: 4 }, inventory.inventory_form.fillElsewhere],
  ['that nothing is left', { lines: [], left: 0, elsewhere: 0 }, inventory.inventory_form.fillNone],
])('filling from the store says %s', async (_, answered, words) => {
  sheet = answered
  show(<Filling lines={[{ productId: 1000, lotNo: null }]} />)
  fireEvent.click(await screen.findByRole('button', { name: inventory.inventory_form.fill }))
  await screen.findByText(words)
})

describe('settling', () => {
  test('asks of each line whose goods moved what holds, shows by how much it is adjusted, and sends that', async () => {
    settling()
    expect((await rowOf('Product 1')).queryByRole('combobox')).toBeNull()
    expect((await rowOf('Product 1')).getAllByText('+2')).toHaveLength(2)
    press()
    expect(sent).toEqual([])
    expect(screen.getByText(settle.moved_one.replace('{{count}}', '1'))).toBeTruthy()
    await choose('Product 2', differences.byCount)
    expect((await rowOf('Product 2')).getByText('+3')).toBeTruthy()
    await choose('Product 2', differences.byDifference)
    expect((await rowOf('Product 2')).getAllByText('-3')).toHaveLength(2)
    press()
    await screen.findByText('Settled it is')
    expect(sent).toEqual([{ objectVersionNumber: 4, keep: [{ lineId: 2, holds: 'difference' }] }])
  })

  test('reads again where goods moved while it was looked at, and says what the server refused', async () => {
    found.lines = [line(1, 10, 12)]
    answer = () => {
      found = { blind: false, lines: [line(1, 10, 12, 6)] }
      return Response.json({ failed: true, code: 'error.stock.moved', message: 'Goods moved' }, { status: 409 })
    }
    settling()
    await screen.findByText('Product 1')
    press()
    await screen.findByText('Goods moved')
    await waitFor(async () => expect((await rowOf('Product 1')).getByText('-4')).toBeTruthy())
    expect((await rowOf('Product 1')).getByRole('combobox')).toBeTruthy()
  })

  test('says that nobody answered, where nobody did', async () => {
    found.lines = [line(1, 10, 12)]
    answer = () => Response.error()
    settling()
    await screen.findByText('Product 1')
    press()
    expect(await screen.findByText(frame.tip.network)).toBeTruthy()
  })
})

test('what is counted blind shows nothing of the ledger', async () => {
  found = { blind: true, lines: [] }
  const Beside = screens.kind.arrangement.beside!
  show(<Beside of={form as never} />)
  await screen.findByText(differences.blind)
  expect(screen.queryByRole('table')).toBeNull()
})
