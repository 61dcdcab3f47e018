import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import type { TextFieldProps } from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import { LotInput } from '#src/screens/inventory/LotInput.tsx'
import { screens } from '#src/screens/inventory/warehousing/warehousing.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

/** How often each text box was drawn, by what it is called. */
const drawn = vi.hoisted(() => new Map<string, number>())
vi.mock('@mui/material/TextField', async (load) => {
  const { default: TextField } = (await load()) as { default: (props: TextFieldProps) => ReactNode }
  interface Slots {
    readonly htmlInput?: { readonly 'aria-label'?: string }
    readonly select?: { readonly SelectDisplayProps?: { readonly 'aria-label'?: string } }
  }
  return {
    default: function Counted(props: TextFieldProps) {
      const { htmlInput, select } = (props.slotProps ?? {}) as Slots
      const called =
        htmlInput?.['aria-label'] ?? select?.SelectDisplayProps?.['aria-label'] ?? (typeof props.label === 'string' ? props.label : '')
      drawn.set(called, (drawn.get(called) ?? 0) + 1)
      return <TextField {...props} />
    },
  }
})

const LINES = 100
const products = Array.from({ length: LINES }, (_, at) => ({
  id: 100 + at,
  title: `Product ${at + 1}`,
  enabledFlag: 1,
  codes: [`P-${at + 1}`],
}))
beforeEach(async () => {
  const page = (content: readonly unknown[]) => ({ content, number: 1, size: 50, totalElements: content.length })
  await signedIn(({ pathname, searchParams }, body) => {
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/product/options')) {
      const named = searchParams.get('named')
      return page(products.filter(({ codes }) => named === null || codes.includes(named)).slice(0, 3))
    }
    if (pathname.endsWith('/store/options')) return page([{ id: 7, title: 'Main store', enabledFlag: 1 }])
    if (pathname.includes('default-store') || pathname.endsWith('/lots')) return []
    return page([{ areaId: 1, areaName: 'Home base' }])
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Every sort of cell: a reference, a choice, amounts, an input of the kind's own, and a column that nobody types. */
const { kind } = screens
const widths = { productId: 220, unitKind: 110, quantity: 110, price: 110, lotNo: 120 }
const seen = vi.fn<(row: unknown) => void>()
const twice = {
  name: 'twice',
  after: 'quantity',
  width: 90,
  Cell: ({ line }: { line: Readonly<Record<string, unknown>> }) => {
    seen(line['quantity'])
    return <i>{String(line['quantity'])}</i>
  },
}
const shortened = {
  ...kind,
  arrangement: {
    ...kind.arrangement,
    line: { ...kind.arrangement.line, widths },
    lineColumns: [twice],
    inputs: { ...kind.arrangement.inputs, line: { lotNo: LotInput } },
  },
}
const at = (row: number, name: keyof typeof widths) => document.querySelector<HTMLInputElement>(`[data-place="${row}.${name}"] input`)!
/** The lines of which anything was drawn since the last time, and how much; what belongs to none is under its own name. */
function drawnSince() {
  const rows = new Map<string, number>()
  for (const [called, count] of drawn) {
    const row = called.split(', line ')[1] ?? called
    rows.set(row, (rows.get(row) ?? 0) + count)
  }
  // What a store is chosen by looks at the whole form, and is one.
  rows.delete('Store')
  const derived = seen.mock.calls.length
  drawn.clear()
  seen.mockClear()
  return { rows: Object.fromEntries(rows), derived }
}
async function open() {
  show(<DocumentForm kind={shortened} record={null} areaId={1} />)
  await waitFor(() => expect(at(0, 'productId')).toBeTruthy())
  const text = products.map(({ codes }, nr) => [codes[0], '', nr + 1, '2.5'].join('\t')).join('\n')
  fireEvent.paste(at(0, 'productId'), { clipboardData: { getData: () => text } })
  await waitFor(() => expect(at(LINES - 1, 'productId')?.value).toBe(`Product ${LINES}`), { timeout: 20_000 })
  await waitFor(() => expect(document.querySelector('output')!.textContent).toContain('12,625.00'))
}

test('a key in one of a hundred lines draws that line and the totals; a new line draws itself', async () => {
  await open()
  const user = userEvent.setup({ delay: null })
  await user.click(at(3, 'quantity'))
  drawnSince()
  await user.keyboard('7')
  expect(at(3, 'quantity').value).toBe('47')
  await waitFor(() => expect(document.querySelector('output')!.textContent).toContain('12,732.50'))
  // The letter is the browser's own; what is made of it is drawn once.
  expect(drawnSince()).toEqual({ rows: {}, derived: 1 })

  act(() => at(LINES - 1, 'price').focus())
  drawnSince()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(at(LINES, 'productId')))
  await user.keyboard('P-4')
  await user.tab()
  await waitFor(() => expect(at(LINES, 'productId').value).toBe('Product 4'))
  const { rows, derived } = drawnSince()
  expect(Object.keys(rows)).toEqual([String(LINES + 1)])
  expect(derived).toBeLessThan(5)

  // What moves up keeps what it holds, and is drawn under its new number; what stood above stays as it was.
  fireEvent.click(document.querySelector(`[aria-label="${documents.line.remove.replace('{{row}}', '99')}"]`)!)
  await waitFor(() => expect(at(LINES, 'productId')).toBeNull())
  expect([at(98, 'productId').value, at(98, 'quantity').value, at(99, 'productId').value]).toEqual(['Product 100', '100', 'Product 4'])
  expect(Object.keys(drawnSince().rows).filter((row) => Number(row) < 99)).toEqual([])
}, 60_000)

test('a fault stands beside its own input, also when a line above it is taken away, and draws no other line', async () => {
  await open()
  const user = userEvent.setup({ delay: null })
  await user.click(at(50, 'quantity'))
  drawnSince()
  await user.keyboard('x')
  await user.tab()
  await waitFor(() => expect(at(50, 'quantity').getAttribute('aria-invalid')).toBe('true'))
  expect(Object.keys(drawnSince().rows)).toEqual(['51'])
  fireEvent.click(document.querySelector(`[aria-label="${documents.line.remove.replace('{{row}}', '10')}"]`)!)
  await waitFor(() => expect(at(49, 'quantity').getAttribute('aria-invalid')).toBe('true'))
  expect(at(50, 'quantity').getAttribute('aria-invalid')).toBe('false')
}, 60_000)
