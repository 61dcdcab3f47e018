import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import crud from '#locales/en-US/crud' with { type: 'json' }
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { OpeningStock } from '#src/screens/inventory/base/OpeningStock.tsx'
import { Permitted } from '#src/session/Permitted.tsx'
import { show } from '../crud/showing.tsx'
import { FakeUpload, ID } from '../files/fakeUploads.ts'
import { signedIn } from '../signedIn.ts'

const { openingStock: words } = inventory
const FILE = ID(1)
const clean = {
  rows: 2,
  counts: { new: 2, changed: 0, same: 0, duplicates: 0 },
  duplicates: [],
  committed: false,
  unknownHeads: [],
  faults: [],
  hasStock: true,
  documents: [],
}
const receipt = { id: 7, code: 'SI7', lineCount: 3, auditStatus: 'approved', progress: 'full' }
let refused: Set<string>
let checked: unknown
let brought: unknown
let sent: unknown[]

beforeEach(async () => {
  refused = new Set()
  checked = clean
  brought = { ...clean, committed: true, documents: [receipt] }
  sent = []
  FakeUpload.all.length = 0
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  await signedIn((url, body) => {
    const { pathname } = url
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: !refused.has(code) }))
    if (pathname.endsWith(`/opening-stock/${FILE}`)) return checked
    if (pathname.endsWith('/opening-stock')) {
      sent.push(JSON.parse(body))
      return brought
    }
    return []
  })
  i18next.addResourceBundle('en-US', 'inventory', inventory)
  i18next.addResourceBundle('en-US', 'documents', documents)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function choose() {
  show(<OpeningStock storeId={3} name="North store" />)
  fireEvent.click(await screen.findByRole('button', { name: words.open }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File(['x'], 'opening.xlsx'))
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1))
  FakeUpload.all[0]!.keep(FILE)
}

test('is checked, brought, and says which receipts were made of it', async () => {
  await choose()
  expect(await screen.findByText('Nothing is written yet.')).toBeTruthy()
  expect(screen.getByText(words.hasStock)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Bring 2 rows' }))
  expect(await screen.findByText(words.posted)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'SI7' }).getAttribute('href')).toBe('/inventory/prment/warehousing/info/7')
  expect(sent).toEqual([{ fileId: FILE, storeId: 3, leftOut: [] }])
})

test('asks about columns that are not known before anything is brought, and says which are left out', async () => {
  checked = { ...clean, unknownHeads: ['Value', 'Remark'] }
  await choose()
  const button = await screen.findByRole('button', { name: 'Bring 2 rows' })
  expect(screen.getByText(/These columns are not known and would be left out: Value, Remark\. /)).toBeTruthy()
  expect(button).toHaveProperty('disabled', true)
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Import without these columns' }))
  expect(button).toHaveProperty('disabled', false)
  fireEvent.click(button)
  expect(await screen.findByText(words.posted)).toBeTruthy()
  expect(sent).toEqual([{ fileId: FILE, storeId: 3, leftOut: ['Value', 'Remark'] }])
})

test.each([
  ['submitted', words.waits],
  ['draft', words.draft],
])('says of receipts that are %s that the goods are not there yet', async (auditStatus, said) => {
  brought = { ...clean, committed: true, documents: [{ ...receipt, auditStatus, progress: null }] }
  await choose()
  fireEvent.click(await screen.findByRole('button', { name: 'Bring 2 rows' }))
  expect(await screen.findByText(said)).toBeTruthy()
})

test('where something else is at fault, columns that are not known are named and not asked about', async () => {
  checked = {
    ...clean,
    counts: { new: 0, changed: 0, same: 0, duplicates: 0 },
    duplicates: [],
    unknownHeads: ['Value'],
    faults: [{ row: 2, field: 'quantity', message: 'Wrong' }],
  }
  await choose()
  expect(await screen.findByText(/would be left out: Value\. /)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('shows each fault beside its row and column, and brings nothing', async () => {
  const faults = Array.from({ length: 37 }, (_, at) => ({ row: at + 2, field: 'quantity', message: `Fault ${at + 1}` }))
  checked = { ...clean, rows: 40, counts: { new: 3, changed: 0, same: 0, duplicates: 0 }, duplicates: [], faults }
  await choose()
  expect(await screen.findByText('Rows: 40. Rows with faults: 37 (faults: 37). Nothing is written yet')).toBeTruthy()
  expect(screen.getAllByText(/^Fault \d+$/)).toHaveLength(37)
  expect(screen.getAllByText(words.fields.quantity)).toHaveLength(37)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: crud.import }).disabled).toBe(true)
})

test('is offered to nobody who may not post receipts', async () => {
  refused.add('wfpf.inventory.prment.warehousing.ps.post')
  show(
    <>
      <OpeningStock storeId={3} name="North store" />
      <Permitted code="wfpf.inventory.prment.warehousing.ps.create">known</Permitted>
    </>,
  )
  expect(await screen.findByText('known')).toBeTruthy()
  expect(screen.queryByRole('button', { name: words.open })).toBeNull()
})
