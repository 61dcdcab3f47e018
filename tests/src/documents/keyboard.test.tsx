import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import { screens } from '#src/screens/inventory/warehousing/warehousing.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

/** As many lines are pasted. */
const LINES = 100
/** As many are typed: this window takes longer with every line, so that a browser types the hundred (e2e/documentKeyboard.spec.ts). */
const TYPED = 12
const products = Array.from({ length: LINES }, (_, at) => ({
  id: 100 + at,
  title: `Product ${at + 1}`,
  enabledFlag: 1,
  codes: [`P-${at + 1}`],
}))
const stores = [{ id: 7, title: 'Main store', enabledFlag: 1 }]
let sent: { lines: { productId: number; unitKind: string; quantity: string; price: string }[] }[]
beforeEach(async () => {
  sent = []
  const page = (content: readonly unknown[]) => ({ content, number: 1, size: 50, totalElements: content.length })
  await signedIn(({ pathname, searchParams }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/product/options')) {
      const [search, named] = [searchParams.get('search') ?? '', searchParams.get('named')]
      const fits = ({ title, codes }: (typeof products)[number]) =>
        [title, ...codes].some((one) => (named === null ? one.includes(search) : one === named))
      // A few: to draw fifty at each letter takes this window longer than a browser.
      return page(products.filter(fits).slice(0, 3))
    }
    if (pathname.endsWith('/store/options')) return page(stores)
    if (pathname.endsWith('/warehousing') && body !== '') {
      sent.push(JSON.parse(body) as (typeof sent)[0])
      return Response.json({ failed: true, code: 'error.unavailable', message: 'Enough' }, { status: 503 })
    }
    if (pathname.includes('default-store')) return []
    return page([{ areaId: 1, areaName: 'Home base' }])
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// Without the pickers of days, a hundred of which take this window seconds to make.
const { kind } = screens
const widths = { productId: 220, unitKind: 110, quantity: 110, price: 110 }
const shortened = { ...kind, arrangement: { ...kind.arrangement, line: { ...kind.arrangement.line, widths } } }
const at = (row: number, name: keyof typeof widths) =>
  document.querySelector<HTMLInputElement>(`[data-place="${row}.${name}"] ${name === 'unitKind' ? '[role=combobox]' : 'input'}`)!
async function open() {
  show(<DocumentForm kind={shortened} record={null} areaId={1} />)
  await waitFor(() => expect(at(0, 'productId')).toBeTruthy())
  fireEvent.change(screen.getByLabelText(/^Title/), { target: { value: 'A hundred lines' } })
  const store = screen.getByRole('combobox', { name: /^Store/ })
  fireEvent.change(store, { target: { value: 'Main' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Main store' }))
}
const expected = products.map(({ id }, nr) => [id, 'stock', `${nr + 1}.00`, '2.50'])
async function saved() {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: documents.save }).disabled).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: documents.save }))
  await waitFor(() => expect(sent.length).toBe(1))
  return sent[0]!.lines.map(({ productId, unitKind, quantity, price }) => [productId, unitKind, quantity, price])
}

test('lines are typed by keyboard alone: a code, a quantity, a price, and Enter', async () => {
  await open()
  const user = userEvent.setup({ delay: null })
  act(() => at(0, 'productId').focus())
  for (const [row, { codes }] of products.slice(0, TYPED).entries()) {
    expect(document.activeElement).toBe(at(row, 'productId'))
    await user.keyboard(codes[0]!)
    await user.tab()
    expect(document.activeElement).toBe(at(row, 'unitKind'))
    await user.tab()
    await user.keyboard(String(row + 1))
    await user.tab()
    await user.keyboard('2.5')
    if (row === TYPED - 1) break
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(at(row + 1, 'productId')))
  }
  // Nobody waited for a list.
  await waitFor(() => expect(at(TYPED - 1, 'productId').value).toBe(`Product ${TYPED}`))
  expect(await saved()).toEqual(expected.slice(0, TYPED))
}, 60_000)

test('a hundred lines are pasted, their products by code', async () => {
  await open()
  const text = products.map(({ codes }, nr) => [codes[0], '', nr + 1, '2.5'].join('\t')).join('\n')
  fireEvent.paste(at(0, 'productId'), { clipboardData: { getData: () => text } })
  await waitFor(() => expect(at(LINES - 1, 'productId')?.value).toBe(`Product ${LINES}`), { timeout: 20_000 })
  expect(await saved()).toEqual(expected)
}, 60_000)
