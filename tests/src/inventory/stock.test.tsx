import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import i18next from 'i18next'
import { Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stockCalls } from '#contract/inventory/stock'
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import type { Live } from '#src/live/live.ts'
import { followChanges } from '#src/live/followChanges.ts'
import { ExpiringDays } from '#src/screens/inventory/stock/expiringDays.ts'
import { Expiry } from '#src/screens/inventory/stock/Expiry.tsx'
import StockPage from '#src/screens/inventory/stock/StockPage.tsx'
import { FILTERS, openedIn, spanOf, stockQuery, withOpened } from '#src/screens/inventory/stock/stockAddress.ts'
import { readAddress } from '#src/ui/listAddress.ts'
import { dayText } from '#src/time/moment.ts'
import { queryClient, show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

vi.mock('#src/charts/TrendCanvas.tsx', () => ({ default: ({ label }: { label: string }) => <figure aria-label={label} /> }))

const { stock: words } = inventory
const row = {
  productId: 7,
  productName: 'Urea',
  productCode: 'U-1',
  specification: '46%',
  unitName: 'kg',
  storeId: 3,
  storeName: 'North store',
  areaName: 'North',
  onHand: '1234567.123456',
  reserved: '2.000000',
  available: '1234565.123456',
  transit: '0.000000',
  value: '99.500000',
  unitCost: '0.000081',
  minQuantity: '5.00',
  maxQuantity: null,
  level: 'below' as string | null,
  expiresOn: '2026-12-01',
}
const behind = { formCode: 'warehousing', id: 11, code: 'RK1', title: 'Spring goods', readable: true }
const entry = {
  id: 1,
  document: behind,
  posting: 'post',
  kind: 'move',
  reason: null as string | null,
  userName: 'Sto Re',
  effectiveAt: Date.UTC(2026, 2, 10, 8),
  at: Date.UTC(2026, 2, 10, 8),
  storeName: 'North store',
  areaName: 'North',
  areaAssumed: false,
  lotNo: 'A',
  quantity: '8.500000',
  value: '20.000000',
  balance: '8.500000',
}
const pageOf = (content: readonly unknown[]) => ({ content, number: 1, size: 10, totalElements: content.length })
let answers: { page: () => unknown; entries: () => unknown; correct: () => unknown }
let asked: URL[]
let corrected: unknown[]
const askedOf = (end: string) => asked.filter(({ pathname }) => pathname.endsWith(end))
beforeEach(async () => {
  asked = []
  corrected = []
  answers = {
    correct: () => null,
    page: () => ({ ...pageOf([row]), expiringDays: 14 }),
    entries: () => ({
      ...pageOf([entry]),
      opening: { quantity: '0.000000', value: '0.000000' },
      closing: { quantity: '8.500000', value: '20.000000' },
    }),
  }
  await signedIn((url, body) => {
    asked.push(url)
    const { pathname } = url
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/stock')) return answers.page()
    if (pathname.endsWith('/stock/entries')) return answers.entries()
    if (pathname.endsWith('/stock/lots'))
      return Response.json([
        { lotId: 1, lotNo: 'A', expiresOn: '2026-12-01', onHand: '8.500000' },
        { lotId: null, lotNo: null, expiresOn: null, onHand: '-1.000000' },
      ])
    if (/\/stock\/lots\/\d+$/.test(pathname)) {
      corrected.push(JSON.parse(body))
      return answers.correct()
    }
    if (pathname.endsWith('/stock/promised'))
      return pageOf([
        {
          lineId: 1,
          document: { ...behind, formCode: 'shipment', id: 12, code: 'CK9' },
          applicantName: 'Lin',
          planned: '3.000000',
          done: '1.000000',
          reserved: '2.000000',
        },
      ])
    if (pathname.endsWith('/stock/days'))
      return Response.json([
        { day: '2026-03-09', onHand: '0.000000' },
        { day: '2026-03-10', onHand: '8.500000' },
      ])
    return pageOf([])
  })
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const failure = (status: number, code: string) => Response.json({ failed: true, code, message: 'No' }, { status })

describe('the list', () => {
  test('shows exact figures with their unit, and says in words how they stand', async () => {
    show(<StockPage />)
    expect(await screen.findByText('Urea')).toBeTruthy()
    expect(screen.getByText('1,234,567.123456 kg')).toBeTruthy()
    expect(screen.getByText(words.level.below)).toBeTruthy()
    fireEvent.mouseDown(screen.getByRole('combobox', { name: words.filter.only }))
    // As many days as the tenant says.
    expect(await screen.findByRole('option', { name: 'Expires within 14 days' })).toBeTruthy()
  })

  test.each(['above', 'normal'] as const)('says %s in words', async (level) => {
    answers.page = () => pageOf([{ ...row, level }])
    show(<StockPage />)
    expect(await screen.findByText(words.level[level])).toBeTruthy()
  })

  test('where nothing was ever received says how to begin; where a filter leaves nothing offers to clear it', async () => {
    answers.page = () => pageOf([])
    show(<StockPage />)
    expect(await screen.findByText(words.empty)).toBeTruthy()
    expect((await screen.findByRole('link', { name: words.begin })).getAttribute('href')).toBe('/inventory/prment/warehousing/add')
    cleanup()
    show(<StockPage />, { at: '/?only=below' })
    expect(await screen.findByRole('button', { name: 'Clear filters' })).toBeTruthy()
    expect(screen.queryByText(words.empty)).toBeNull()
  })

  test('without the code says so; of an error offers another try; without a server says that', async () => {
    answers.page = () => failure(403, 'error.permission.denied')
    show(<StockPage />)
    expect(await screen.findByText('You have no access to the page')).toBeTruthy()
    cleanup()
    answers.page = () => failure(500, 'error.server')
    show(<StockPage />)
    expect(await screen.findByText('The server ran into an error')).toBeTruthy()
    answers.page = () => pageOf([row])
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Urea')).toBeTruthy()
    cleanup()
    answers.page = () => Promise.reject(new TypeError('no network'))
    show(<StockPage />)
    expect(await screen.findByText('Network error', {}, { timeout: 8000 })).toBeTruthy()
  }, 15_000)

  test('of a past moment asks for that, says so, and leads back', async () => {
    answers.page = () => pageOf([{ ...row, reserved: null, available: null }])
    const { router } = show(<StockPage />, { at: '/?asOf=1773129600000' })
    expect(await screen.findByText(/^Stock as of 2026-03-10/)).toBeTruthy()
    expect(askedOf('/stock')[0]!.searchParams.get('asOf')).toBe('1773129600000')
    expect(screen.queryByRole('columnheader', { name: words.fields.available })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: words.backToNow }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('goes to paper with its filters, and with what all is worth where nothing was left out', async () => {
    const print = vi.fn(() => document.querySelector('.printed')?.textContent ?? '')
    vi.stubGlobal('print', print)
    i18next.addResourceBundle('en-US', 'documents', documents)
    show(<StockPage />, { at: '/?only=below&asOf=1773129600000&page=3' })
    await screen.findByText('Urea')
    answers.page = () => ({ ...pageOf([row, { ...row, productName: 'Potash', value: '0.500001' }]), expiringDays: 14 })
    const press = async () => fireEvent.click(await screen.findByRole('button', { name: documents.print.act }))
    await press()
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
    expect(Object.fromEntries(askedOf('/stock').at(-1)!.searchParams)).toEqual({
      only: 'below',
      asOf: '1773129600000',
      page: '1',
      size: '1000',
    })
    for (const said of [words.title, 'Standing: Below minimum', 'Stock as of 2026-03-10', 'Urea', 'Potash', '2 rows'])
      expect(print.mock.results[0]!.value).toContain(said)
    expect(document.querySelector('.printed tfoot')!.textContent).toContain('¥100.00')
    answers.page = () => ({ ...pageOf([row]), totalElements: 5000, expiringDays: 14 })
    await press()
    await waitFor(() => expect(print).toHaveBeenCalledTimes(2))
    expect(print.mock.results[1]!.value).toContain('The first 1 of 5000 rows')
    // What a part of it is worth is not what all is.
    expect(document.querySelector('.printed tfoot')).toBeNull()
  })

  test('says in words what has expired, and what soon will', async () => {
    const day = (days: number) => dayText(Date.now() + days * 86_400_000)
    for (const [days, said] of [
      [-1, words.expiry.expired],
      [0, words.expiry.soon],
      [30, words.expiry.soon],
      [31, null],
    ] as const) {
      const shown = show(
        <ExpiringDays value={30}>
          <Expiry day={day(days)} at={undefined} />
        </ExpiringDays>,
      )
      expect(shown.container.textContent).toBe(`${day(days)}${said ?? ''}`)
      cleanup()
    }
  })

  test('is read again once goods moved elsewhere', async () => {
    const moved = new Subject<void>()
    const stop = followChanges(
      { refreshes: (name: string) => (name === 'stock' ? moved : new Subject()) } as unknown as Pick<Live, 'refreshes'>,
      queryClient,
    )
    show(<StockPage />, { at: '/?open=7-3' })
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('RK1')
    answers.page = () => pageOf([{ ...row, productName: 'Urea, sold' }])
    moved.next()
    expect(await dialog.findByText('Urea, sold')).toBeTruthy()
    await waitFor(() => expect(askedOf('/stock/entries').length).toBeGreaterThan(1))
    stop()
  })
})

describe('the panel of a product in a store', () => {
  test('is held by the address; each figure opens its rows, each row its document', async () => {
    const { router } = show(<StockPage />)
    fireEvent.click(await screen.findByText('Urea'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Urea' }))
    expect(router.state.location.search).toBe('?open=7-3')
    expect((await dialog.findByRole('link', { name: 'RK1' })).getAttribute('href')).toBe('/inventory/prment/warehousing/info/11')
    expect(dialog.getByText('+8.5 kg')).toBeTruthy()
    expect(dialog.getByRole('figure', { name: 'On hand in the last 2 days: from 0 kg to 8.5 kg' })).toBeTruthy()

    fireEvent.click(dialog.getByRole('button', { name: /^Promised/ }))
    expect((await dialog.findByRole('link', { name: 'CK9' })).getAttribute('href')).toBe('/inventory/prment/shipment/info/12')
    expect(router.state.location.search).toBe('?open=7-3&part=promised')
    fireEvent.click(dialog.getByRole('button', { name: /^First to expire/ }))
    expect(await dialog.findByText(words.lot.ofNone)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: /^In transit/ }))
    await waitFor(() => expect(askedOf('/stock/entries').at(-1)!.searchParams.get('transit')).toBe('1'))
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('corrects the day of a lot with a reason, where somebody may; of the past it offers none', async () => {
    show(<StockPage />, { at: '/?open=7-3&part=lots' })
    const act = await screen.findByRole('button', { name: `${words.lot.act} · A` })
    expect(screen.getAllByRole('button', { name: new RegExp(words.lot.act) })).toHaveLength(1)
    fireEvent.click(act)
    const window = within(await screen.findByRole('dialog', { name: words.lot.correct.replace('{{lot}}', 'A') }))
    fireEvent.click(window.getByRole('button', { name: 'Save' }))
    expect(await window.findByText('Please fill this in')).toBeTruthy()
    expect(corrected).toEqual([])
    fireEvent.change(window.getByRole('textbox', { name: /Reason/ }), { target: { value: 'A slip' } })
    answers.correct = () => failure(409, 'error.version.stale')
    fireEvent.click(window.getByRole('button', { name: 'Save' }))
    await window.findByText('No')
    answers.correct = () => Response.json({ lotId: 1, lotNo: 'A', expiresOn: '2026-12-01' })
    fireEvent.click(window.getByRole('button', { name: 'Save' }))
    await screen.findByText(words.lot.corrected)
    expect(corrected.at(-1)).toEqual({ expiresOn: '2026-12-01', was: '2026-12-01', reason: 'A slip' })
    cleanup()
    show(<StockPage />, { at: '/?open=7-3&part=lots&asOf=1773100800000' })
    await screen.findByText(words.lot.ofNone)
    expect(screen.queryByRole('button', { name: new RegExp(words.lot.act) })).toBeNull()
  })

  test('opens with the rows of the figure that is pressed in the list', async () => {
    const { router } = show(<StockPage />)
    const grid = await screen.findByRole('grid')
    for (const [figure, part] of [
      ['1,234,565.123456 kg', 'promised'],
      ['2026-12-01', 'lots'],
    ] as const) {
      fireEvent.click(await within(grid).findByRole('button', { name: new RegExp(`^${figure}`) }))
      await screen.findByRole('dialog', { name: 'Urea' })
      expect(router.state.location.search).toBe(`?open=7-3&part=${part}`)
      fireEvent.click(screen.getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  test('of a curve has its figures in a table beside it', async () => {
    show(<StockPage />, { at: '/?open=7-3' })
    const beside = await screen.findByRole('table', { name: words.curveTable })
    expect(
      within(beside)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual([`${words.curveDay}${words.fields.onHand}`, '2026-03-108.5 kg', '2026-03-090 kg'])
  })

  test('of a document that may not be opened shows the number, and no way to it; a reversal says why', async () => {
    answers.entries = () => ({
      ...pageOf([{ ...entry, posting: 'reverse', reason: 'A mistake', document: { ...behind, title: null, readable: false } }]),
      opening: { quantity: '5.000000', value: '0.000000' },
      closing: { quantity: '13.500000', value: '20.000000' },
    })
    show(<StockPage />, { at: '/?open=7-3' })
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('RK1')).toBeTruthy()
    expect(dialog.queryByRole('link', { name: 'RK1' })).toBeNull()
    expect(dialog.getByText(words.unreadable)).toBeTruthy()
    expect(dialog.getByText('Reversed: A mistake')).toBeTruthy()
    expect(dialog.getByText('Opening 5 kg (¥0.00) → closing 13.5 kg (¥20.00)')).toBeTruthy()
  })

  test('that a store came to another base stands in the ledger, with the base of each row, and what of it is assumed', async () => {
    const along = { ...entry, id: 2, kind: 'relocate', quantity: '-8.500000' }
    answers.entries = () => ({
      ...pageOf([
        { ...along, posting: 'relocate', document: null, areaName: 'South', quantity: '8.500000' },
        { ...along, posting: 'relocate', document: null },
        along,
        { ...entry, areaAssumed: true },
      ]),
      opening: { quantity: '0.000000', value: '0.000000' },
      closing: { quantity: '8.500000', value: '20.000000' },
    })
    show(<StockPage />, { at: '/?open=7-3' })
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Store moved (base South)')
    const told = dialog
      .getAllByRole('row')
      .map(({ textContent }) => [...(textContent ?? '').matchAll(/RK1|Store moved \(base \w+\)|Base assumed: North/g)].flat())
    expect(told.filter((words) => words.length > 0)).toEqual([
      ['Store moved (base South)'],
      ['Store moved (base North)'],
      ['RK1', 'Store moved (base North)'],
      ['RK1', 'Base assumed: North'],
    ])
  })

  test('of a product that is not there says so; of a past moment offers no promises and ends its ledger then', async () => {
    answers.page = () => pageOf([])
    show(<StockPage />, { at: '/?open=7-3' })
    expect(await screen.findByText(words.gone)).toBeTruthy()
    cleanup()
    answers.page = () => pageOf([{ ...row, reserved: null, available: null }])
    show(<StockPage />, { at: '/?open=7-3&part=promised&asOf=1773129600000' })
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('RK1')
    expect(dialog.queryByRole('button', { name: /^Promised/ })).toBeNull()
    expect(askedOf('/stock/entries')[0]!.searchParams.get('to')).toBe('1773129600000')
    expect(askedOf('/stock/promised')).toEqual([])
  })
})

describe('what an address says', () => {
  const of = (address: string) => readAddress(new URLSearchParams(address), FILTERS)
  test('is what is asked for; what it says wrongly is left out', () => {
    expect(stockQuery(of('search=urea&areaId=2&storeId=3&only=none&asOf=5&page=2&size=20'))).toEqual({
      page: 2,
      size: 20,
      search: 'urea',
      areaId: 2,
      storeId: 3,
      only: 'none',
      asOf: 5,
    })
    expect(stockQuery(of('areaId=x&storeId=0&only=much&asOf=-1'))).toEqual({ page: 1, size: 10 })
    for (const odd of ['open=7', 'open=7-', 'open=7-3-1', 'open=a-b', 'open=-7-3', ''])
      expect(openedIn(new URLSearchParams(odd))).toBeNull()
  })

  test('is always accepted by the calls', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom('2026-03-08', '2026-02-30', '3', 'below', '99999999999999'),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...FILTERS, 'from', 'to', 'page', 'size'), odd), (given) => {
        const state = of(new URLSearchParams(given).toString())
        expect(stockCalls.page.query.safeParse(stockQuery(state)).success).toBe(true)
        const span = spanOf(given, undefined)
        expect(stockCalls.entries.query.safeParse({ productId: 1, storeId: 1, ...span }).success).toBe(true)
      }),
    )
  })

  test('opens and closes the panel, and leaves what others keep there', () => {
    const open = withOpened(new URLSearchParams('only=below&from=2026-01-01'), { productId: 7, storeId: 3, part: 'lots' })
    expect([open.toString(), openedIn(open)]).toEqual(['only=below&open=7-3&part=lots', { productId: 7, storeId: 3, part: 'lots' }])
    expect(withOpened(open, null).toString()).toBe('only=below')
  })

  test('a span is whole days, and ends no later than the moment that is looked at', () => {
    const at = (day: string) => new Date(`${day}T00:00:00`).getTime()
    expect(spanOf({ from: '2026-03-08', to: '2026-03-08' }, undefined)).toEqual({ from: at('2026-03-08'), to: at('2026-03-09') - 1 })
    expect(spanOf({ to: '2026-03-08' }, at('2026-03-08') + 5)).toEqual({ to: at('2026-03-08') + 5 })
    expect(spanOf({}, undefined)).toEqual({})
  })
})
