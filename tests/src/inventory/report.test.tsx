import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import crud from '#locales/en-US/crud' with { type: 'json' }
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import {
  byIn,
  daysIn,
  narrowingIn,
  openedFigureIn,
  presetDays,
  standingDays,
  tabIn,
  withBy,
  withinGroup,
  withOpenedFigure,
} from '#src/screens/inventory/report/reportAddress.ts'
import ReportPage from '#src/screens/inventory/report/ReportPage.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

vi.mock('#src/charts/TrendCanvas.tsx', () => ({ default: ({ label }: { label: string }) => <figure aria-label={label} /> }))

const { report: words, stock } = inventory
const level = (quantity: string | null, value: string) => ({ quantity, value })
const figures = {
  unitName: 'kg' as string | null,
  opening: level('100.000000', '200.000000'),
  received: level('10.000000', '20.000000'),
  issued: level('-4.500000', '-9.000000'),
  returned: level('0.000000', '0.000000'),
  transferred: level('-20.000000', '-40.000000'),
  counted: level('-1234567.123456', '-2.000000'),
  adjusted: '0.010000',
  closing: level('85.500000', '169.010000'),
  transit: level('5.000000', '10.000000'),
}
const row = {
  ...figures,
  productId: 7 as number | null,
  productName: 'Urea' as string | null,
  productCode: 'U-1',
  specification: '46%',
  storeId: 3 as number | null,
  storeName: 'North store' as string | null,
  areaId: 5 as number | null,
  areaName: 'North',
  category: null as string | null,
}
const nobody = {
  productId: null,
  productName: null,
  productCode: null,
  specification: null,
  storeId: null,
  storeName: null,
  areaId: null,
  areaName: null,
}
const lying = {
  productId: 7,
  productName: 'Urea',
  productCode: 'U-1',
  specification: null,
  unitName: 'kg',
  storeId: 3,
  storeName: 'North store',
  areaName: 'North',
  onHand: '8.500000',
  value: '99.500000',
}
const moved = {
  id: 1,
  document: { formCode: 'shipment', id: 11, code: 'CK1', title: 'Spring goods', readable: true },
  posting: 'post',
  kind: 'move',
  reason: null,
  userName: 'Sto Re',
  effectiveAt: Date.UTC(2026, 2, 9, 16),
  at: Date.UTC(2026, 2, 9, 16),
  storeName: 'North store',
  areaName: 'North',
  areaAssumed: false,
  lotNo: null,
  quantity: '-4.500000',
  value: '-9.000000',
}
const SPAN = { from: Date.UTC(2026, 2, 9, 16), to: Date.UTC(2026, 2, 10, 16) - 1 }
const pageOf = (content: readonly unknown[]) => ({ content, number: 1, size: 10, totalElements: content.length })
let asked: URL[]
let period: () => unknown
let sheet: () => unknown
let codes: (code: string) => boolean
const askedOf = (end: string) => asked.filter(({ pathname }) => pathname.endsWith(end))
const last = (end: string) => Object.fromEntries(askedOf(end).at(-1)!.searchParams)
beforeEach(async () => {
  asked = []
  codes = () => true
  sheet = () => new Response('sheet', { headers: { 'content-length': '5' } })
  period = () => ({ ...pageOf([row]), totals: figures, span: SPAN })
  i18next.addResourceBundle('en-US', 'documents', documents)
  await signedIn((url, body) => {
    asked.push(url)
    const { pathname } = url
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: codes(code) }))
    if (pathname.endsWith('/stock-report')) return period()
    if (pathname.endsWith('/export')) return sheet()
    if (pathname.endsWith('/stock-report/entries'))
      return {
        ...pageOf([
          { ...moved, productId: 7, productName: 'Urea', unitName: 'kg' },
          { ...moved, id: 2, kind: 'revalue', quantity: '0.000000', value: '0.010000', productId: 7, productName: 'Urea', unitName: 'kg' },
        ]),
        sum: level('-4.500000', '-8.990000'),
        unitName: 'kg',
      }
    if (pathname.endsWith('/stock-report/days'))
      return Response.json({
        bucket: 'week',
        content: [
          { from: '2026-03-09', came: '20.000000', left: '9.000000' },
          { from: '2026-03-16', came: '0.000000', left: '1.000000' },
        ],
      })
    if (pathname.endsWith('/stock-report/slow'))
      return { ...pageOf([{ ...lying, lastIssue: null, lastMove: SPAN.from }]), totals: { value: '99.500000' } }
    if (pathname.endsWith('/stock-report/expiring'))
      return {
        ...pageOf([{ ...lying, lotId: 1, lotNo: 'L-1', expiresOn: '2020-03-09', expired: true }]),
        days: 14,
        totals: { value: '99.500000' },
      }
    if (pathname.endsWith('/stock/entries'))
      return {
        ...pageOf([{ ...moved, balance: '85.500000' }]),
        opening: level('100.000000', '200.000000'),
        closing: level('85.500000', '169.010000'),
      }
    return pageOf([])
  })
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const failure = (status: number, code: string) => Response.json({ failed: true, code, message: 'No' }, { status })

describe('the period', () => {
  test('shows exact figures with their signs, what all comes to, what is on its way, and how it went', async () => {
    show(<ReportPage />)
    const grid = await screen.findByRole('grid', { name: words.title })
    expect(await within(grid).findByText('Urea')).toBeTruthy()
    const totals = screen.getByRole('region', { name: /^All together/ })
    expect(within(totals).getByText('-4.5 kg')).toBeTruthy()
    expect(within(totals).getByText('+10 kg')).toBeTruthy()
    expect(within(totals).getByText('-1,234,567.123456 kg')).toBeTruthy()
    expect(within(totals).getByText('¥169.01')).toBeTruthy()
    expect(within(totals).getByText(words.fields.adjusted)).toBeTruthy()
    expect(within(totals).getByText(/^On its way at the end, and in no store: 5 kg · ¥10\.00/)).toBeTruthy()
    expect(await screen.findByRole('figure', { name: words.curve.week })).toBeTruthy()
    expect(last('/stock-report')).toMatchObject({ by: 'place', page: '1', size: '10' })
    expect(last('/stock-report').from).toMatch(/-01$/)
  })

  test('a row opens the rows of the ledger of exactly that time, down to their documents', async () => {
    show(<ReportPage />, { at: '/?since=2026-03-10&until=2026-03-10' })
    fireEvent.click(await screen.findByText('Urea'))
    const panel = await screen.findByRole('dialog', { name: 'Urea' })
    const [link] = await within(panel).findAllByRole('link', { name: 'CK1' })
    expect(link!.getAttribute('href')).toBe('/inventory/prment/shipment/info/11')
    expect(within(panel).getByText('2026-03-10 to 2026-03-10')).toBeTruthy()
    // What is on its way has its own rows.
    expect(within(panel).getByRole('region', { name: stock.part.transit })).toBeTruthy()
    const rows = askedOf('/stock/entries').map(({ searchParams }) => Object.fromEntries(searchParams))
    expect(rows).toEqual([
      expect.objectContaining({ productId: '7', storeId: '3', from: String(SPAN.from), to: String(SPAN.to) }),
      expect.objectContaining({ transit: '1', from: String(SPAN.from), to: String(SPAN.to) }),
    ])
    expect(within(panel).queryByLabelText(stock.entry.from)).toBeNull()
    fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a group has values where it is counted in several units, and narrows the report to itself', async () => {
    const mixed = Object.fromEntries(
      Object.entries(figures).map(([name, of]) => [name, of instanceof Object ? { ...of, quantity: null } : of]),
    )
    period = () => ({
      ...pageOf([{ ...nobody, ...mixed, unitName: null, category: 'none' }]),
      totals: { ...mixed, unitName: null },
      span: SPAN,
    })
    const { router } = show(<ReportPage />, { at: '/?by=category&page=2' })
    fireEvent.click(await screen.findByRole('gridcell', { name: words.noCategory }))
    await waitFor(() => expect(router.state.location.search).toBe('?by=product&category=none'))
    await waitFor(() => expect(last('/stock-report')).toMatchObject({ by: 'product', category: 'none', page: '1' }))
    expect(screen.queryByText(/kg/)).toBeNull()
  })

  test('a preset is a span of days in the address; one product is narrowed to until it is taken away', async () => {
    const { router } = show(<ReportPage />, { at: '/?productId=7&page=3' })
    expect((await screen.findByRole('button', { name: words.preset.month })).getAttribute('aria-pressed')).toBe('true')
    const { from, to } = presetDays('lastMonth', Date.now())
    fireEvent.click(screen.getByRole('button', { name: words.preset.lastMonth }))
    await waitFor(() => expect(last('/stock-report')).toMatchObject({ from, to, productId: '7', page: '1' }))
    await waitFor(() => expect(last('/stock-report/days')).toMatchObject({ from, to, productId: '7' }))
    expect(screen.getByRole('button', { name: words.preset.lastMonth }).getAttribute('aria-pressed')).toBe('true')
    const chip = (await screen.findByText('Product: Urea')).parentElement!
    fireEvent.click(within(chip).getByTestId('CancelIcon'))
    await waitFor(() => expect(router.state.location.search).toBe(`?since=${from}&until=${to}`))
  })

  test('without anything says what will stand here; without the code says so and offers no spreadsheet; of an error offers another try', async () => {
    period = () => ({ ...pageOf([]), totals: figures, span: SPAN })
    show(<ReportPage />)
    expect(await screen.findByText(words.empty)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy()
    cleanup()
    codes = () => false
    period = () => failure(403, 'error.permission.denied')
    show(<ReportPage />)
    expect(await screen.findByText('You have no access to the page')).toBeTruthy()
    cleanup()
    period = () => failure(500, 'error.server')
    show(<ReportPage />)
    expect(await screen.findByText('The server ran into an error')).toBeTruthy()
    period = () => ({ ...pageOf([row]), totals: figures, span: SPAN })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Urea')).toBeTruthy()
  })
})

describe('a figure', () => {
  const entries = () => last('/stock-report/entries')
  test('of all rows opens the rows behind it alone, each with its document, and what they come to', async () => {
    const { router } = show(<ReportPage />, { at: '/?since=2026-03-10&until=2026-03-10&storeId=3' })
    const totals = await screen.findByRole('region', { name: /^All together/ })
    fireEvent.click(await within(totals).findByRole('button', { name: /^Issued/ }))
    const panel = await screen.findByRole('dialog', { name: words.all })
    const rows = await within(panel).findByRole('region', { name: 'Movements: Issued' })
    expect(await within(rows).findByText('Issued: -4.5 kg · -¥8.99')).toBeTruthy()
    expect(within(rows).getAllByRole('link', { name: 'CK1' })[0]!.getAttribute('href')).toBe('/inventory/prment/shipment/info/11')
    expect(within(rows).getAllByText('North store · North').length).toBe(2)
    // What was set right in value has no quantity.
    expect(within(rows).queryByText('0 kg')).toBeNull()
    expect(within(rows).getByText('¥0.01')).toBeTruthy()
    expect(entries()).toMatchObject({ figure: 'issued', storeId: '3', from: '2026-03-10', to: '2026-03-10' })
    expect(router.state.location.search).toContain('open=all&figure=issued')
    expect(
      within(panel)
        .getByRole('button', { name: /^Issued/ })
        .getAttribute('aria-pressed'),
    ).toBe('true')
    for (const [name, figure] of [
      [/^Opening/, 'opening'],
      [/^Closing/, 'closing'],
      [/^In transit/, 'transit'],
      [/^Value adjusted/, 'adjusted'],
    ] as const) {
      fireEvent.click(within(panel).getByRole('button', { name }))
      await waitFor(() => expect(entries()).toMatchObject({ figure }))
    }
    // Pressed once more, it is all that moved.
    fireEvent.click(within(panel).getByRole('button', { name: /^Value adjusted/ }))
    await waitFor(() => expect(entries()).not.toHaveProperty('figure'))
  })

  test('of a row opens its own rows instead of the row, by a click or Enter', async () => {
    const { router } = show(<ReportPage />, { at: '/?since=2026-03-10&until=2026-03-10' })
    const grid = await screen.findByRole('grid', { name: words.title })
    fireEvent.click(await within(grid).findByRole('button', { name: /^-4\.5 kg/ }))
    const panel = await screen.findByRole('dialog', { name: 'Urea' })
    await within(panel).findByRole('region', { name: 'Movements: Issued' })
    expect(entries()).toMatchObject({ figure: 'issued', productId: '7', storeId: '3', areaId: '5' })
    expect(router.state.location.search).toContain('open=7-3-5&figure=issued')
    // The place stands above: it is not said again in every row.
    expect(within(panel).queryByRole('columnheader', { name: words.name })).toBeNull()
    expect(askedOf('/stock/entries')).toEqual([])
    fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const cell = within(grid)
      .getByRole('button', { name: /^\+10 kg/ })
      .closest('[role=gridcell]')!
    fireEvent.keyDown(cell, { key: 'Enter' })
    await screen.findByRole('region', { name: 'Movements: Received' })
    expect(router.state.location.search).toContain('open=7-3-5&figure=received')
  })

  test('of a category opens the rows of all its products', async () => {
    period = () => ({ ...pageOf([{ ...figures, ...nobody, category: 'none' }]), totals: figures, span: SPAN })
    const { router } = show(<ReportPage />, { at: '/?by=category&search=u' })
    const grid = await screen.findByRole('grid', { name: words.title })
    fireEvent.click(await within(grid).findByRole('button', { name: /^\+10 kg/ }))
    const panel = await screen.findByRole('dialog', { name: words.noCategory })
    expect(await within(panel).findByRole('columnheader', { name: words.name })).toBeTruthy()
    expect(entries()).toMatchObject({ figure: 'received', category: 'none', search: 'u' })
    expect(last('/stock-report')).toMatchObject({ by: 'category', category: 'none', size: '1' })
    expect(router.state.location.search).toContain('open=none&figure=received')
  })

  test('of the curve stands beside it, and a piece of time narrows the report to itself', async () => {
    const { router } = show(<ReportPage />, { at: '/?since=2026-03-09&until=2026-03-20' })
    const beside = within(await screen.findByRole('table', { name: words.curve.table }))
    expect(beside.getAllByRole('row').map((one) => one.textContent)).toEqual([
      `${words.curve.when.week}${words.curve.came}${words.curve.left}`,
      '2026-03-16¥0.00¥1.00',
      '2026-03-09¥20.00¥9.00',
    ])
    fireEvent.click(beside.getByRole('button', { name: 'Only from 2026-03-09 to 2026-03-15' }))
    await waitFor(() => expect(router.state.location.search).toBe('?since=2026-03-09&until=2026-03-15'))
  })
})

describe('the paper', () => {
  const printed = (print: { mock: { results: { value: unknown }[] } }) => print.mock.results.at(-1)!.value as string
  const onPaper = () => {
    const print = vi.fn(() => document.querySelector('.printed')?.textContent ?? '')
    vi.stubGlobal('print', print)
    return print
  }
  const press = async () => fireEvent.click(await screen.findByRole('button', { name: documents.print.act }))

  test('has its time, its filters, the rows of all pages and what they come to; where rows were left out it says so', async () => {
    const print = onPaper()
    show(<ReportPage />, { at: '/?since=2026-03-10&until=2026-03-11&search=ur&category=none&page=2' })
    await screen.findByText('Urea')
    period = () => ({ ...pageOf([row, { ...row, productName: 'Potash' }]), totals: figures, span: SPAN, totalElements: 1200 })
    await press()
    await waitFor(() => expect(print).toHaveBeenCalled())
    expect(last('/stock-report')).toMatchObject({ page: '1', size: '1000', search: 'ur', category: 'none', by: 'place' })
    const text = printed(print)
    for (const said of [
      words.title,
      '2026-03-10 to 2026-03-11',
      words.by.place,
      `Category: ${words.noCategory}`,
      ': ur',
      'Urea',
      'Potash',
      '1200 rows',
    ])
      expect(text).toContain(said)
    expect(text).toContain('The first 2 of 1200 rows')
    const paper = document.querySelector('.printed')!
    const foot = paper.querySelector('tfoot')!.textContent
    for (const said of ['All together', '100 kg¥200.00', '-4.5 kg-¥9.00', '¥0.01', '85.5 kg¥169.01', '5 kg¥10.00'])
      expect(foot).toContain(said)
    // Every column stands on paper, whatever the screen leaves out.
    expect(paper.querySelectorAll('thead th').length).toBe(10)
    expect(paper.querySelectorAll('button').length).toBe(0)
    fireEvent(window, new Event('afterprint'))
    expect(document.querySelector('.printed')).toBeNull()
    // By the browser's own menu it is what the screen shows, and says so.
    period = () => ({ ...pageOf([row]), number: 2, totalElements: 12, totals: figures, span: SPAN })
    cleanup()
    show(<ReportPage />, { at: '/?page=2' })
    await screen.findByText('Urea')
    fireEvent(window, new Event('beforeprint'))
    expect(document.querySelector('.printed')!.textContent).toContain('Rows 11 to 11 of 12')
  })

  test.each([
    ['slow', '/stock-report/slow', 'Not issued for 30 days'],
    ['expiring', '/stock-report/expiring', 'Expired, or expires within 14 days'],
  ] as const)('of what is %s says within which days, and what it is worth', async (tab, end, within_) => {
    const print = onPaper()
    show(<ReportPage />, { at: `/?tab=${tab}${tab === 'slow' ? '&days=30' : ''}` })
    await screen.findByText('Urea')
    expect(screen.getByText('All together: ¥99.50')).toBeTruthy()
    await press()
    await waitFor(() => expect(print).toHaveBeenCalled())
    expect(last(end)).toMatchObject({ page: '1', size: '1000' })
    for (const said of [words.tab[tab], within_, 'Urea', '1 row']) expect(printed(print)).toContain(said)
    expect(document.querySelector('.printed tfoot')!.textContent).toContain('¥99.50')
  })

  test('that cannot be read is not printed', async () => {
    const print = onPaper()
    show(<ReportPage />)
    await screen.findByText('Urea')
    period = () => failure(500, 'error.server')
    await press()
    await waitFor(() => expect(last('/stock-report')).toMatchObject({ size: '1000' }))
    await waitFor(() => expect(screen.getByRole('button', { name: documents.print.act }).hasAttribute('disabled')).toBe(false))
    expect(print).not.toHaveBeenCalled()
  })
})

describe('the spreadsheet', () => {
  const { takeAlong } = crud
  test('says how far it is, and is saved; what is given up or fails is not', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    let rest: ReadableStreamDefaultController<Uint8Array>
    let answered: (answer: unknown) => void
    sheet = () => new Promise((resolve) => (answered = resolve))
    show(<ReportPage />, { at: '/?tab=slow&days=30' })
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
    const dialog = await screen.findByRole('dialog', { name: `Export: ${words.tab.slow}` })
    expect(within(dialog).getByText(takeAlong.making)).toBeTruthy()
    expect(within(dialog).getByText('1 row, of all pages of what is filtered')).toBeTruthy()
    expect(last('/stock-report/slow/export')).toEqual({ days: '30' })
    answered!(
      new Response(new ReadableStream({ start: (controller) => void (rest = controller) }), { headers: { 'content-length': '2000' } }),
    )
    await within(dialog).findByText('Loading: 0 B · 0%')
    rest!.enqueue(new Uint8Array(500))
    expect(await within(dialog).findByText('Loading: 500 B · 25%')).toBeTruthy()
    expect(within(dialog).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    rest!.enqueue(new Uint8Array(1500))
    rest!.close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved).toHaveBeenCalledTimes(1)
    expect(await screen.findByText(`Saved as ${words.tab.slow}.xlsx`)).toBeTruthy()

    sheet = () => Response.json({ failed: true, code: 'error.page.tooMany', message: 'Too many rows' }, { status: 409 })
    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    const again = await screen.findByRole('dialog')
    expect(await within(again).findByText('Too many rows')).toBeTruthy()
    sheet = () => new Promise(() => undefined)
    fireEvent.click(within(again).getByRole('button', { name: takeAlong.again }))
    expect(await within(again).findByText(takeAlong.making)).toBeTruthy()
    fireEvent.click(within(again).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved).toHaveBeenCalledTimes(1)
  })
})

describe('what lies there', () => {
  test('moves slowly, or expires; the days that are asked for stand in the address', async () => {
    const { router } = show(<ReportPage />, { at: '/?tab=slow&days=30' })
    expect(await screen.findByText('Urea')).toBeTruthy()
    expect(screen.getByText(words.never)).toBeTruthy()
    expect(last('/stock-report/slow')).toMatchObject({ days: '30' })
    expect([askedOf('/stock-report').length, askedOf('/stock-report/expiring').length]).toEqual([0, 0])
    fireEvent.click(screen.getByRole('tab', { name: words.tab.expiring }))
    expect(await screen.findByText('L-1')).toBeTruthy()
    expect(screen.getByText(stock.expiry.expired)).toBeTruthy()
    expect(router.state.location.search).toBe('?tab=expiring')
    // As many days as the tenant says, unless one asks for others.
    expect(last('/stock-report/expiring')).not.toHaveProperty('days')
    expect(screen.getByLabelText('Expires within days (14 now)')).toBeTruthy()
  })
})

describe('the address', () => {
  const at = (text: string) => Object.fromEntries(new URLSearchParams(text)) as Record<string, string>
  test('what it says wrongly is left out', () => {
    const now = new Date(2026, 2, 10, 8).getTime()
    expect(daysIn({ filters: at('since=2026-13-01&until=x') }, now)).toEqual({ from: '2026-03-01', to: '2026-03-10' })
    expect(daysIn({ filters: at('since=2026-01-01&until=2026-02-01') }, now)).toEqual({ from: '2026-01-01', to: '2026-02-01' })
    expect(narrowingIn({ filters: at('storeId=0&areaId=x&productId=9&category=gold&search=a') })).toEqual({ productId: 9, search: 'a' })
    expect([0, 1].map((least) => standingDays({ filters: at('days=0') }, least as 0))).toEqual([{ days: 0 }, {}])
    expect(['-1', '3661', 'x', '1.5', '3660'].map((days) => standingDays({ filters: { days } }, 1))).toEqual([
      {},
      {},
      {},
      {},
      { days: 3660 },
    ])
    expect([tabIn(new URLSearchParams('tab=x')), byIn(new URLSearchParams('by=x'))]).toEqual(['period', 'place'])
  })

  test('says whose panel is open, and of which figure', () => {
    const opened = (text: string) => openedFigureIn(new URLSearchParams(text))
    const kept: [string, ReturnType<typeof opened>][] = [
      ['open=all&figure=issued', { of: {}, figure: 'issued' }],
      ['open=7-3', { of: { productId: 7, storeId: 3 }, figure: null }],
      ['open=7-3-5', { of: { productId: 7, storeId: 3, areaId: 5 }, figure: null }],
      ['open=-3-5', { of: { storeId: 3, areaId: 5 }, figure: null }],
      ['open=7-&figure=opening', { of: { productId: 7 }, figure: 'opening' }],
      ['open=-3&figure=transit', { of: { storeId: 3 }, figure: 'transit' }],
      ['open=feed&figure=closing', { of: { category: 'feed' }, figure: 'closing' }],
    ]
    for (const [text, said] of kept) {
      expect(opened(text)).toEqual(said)
      expect(`${withOpenedFigure(new URLSearchParams(), said)}`).toBe(text)
    }
    for (const odd of ['', 'open=', 'open=-', 'open=7', 'open=a-b', 'open=0-3', 'open=7-3-1-1', 'open=7-3-x', 'open=--', 'open=gold'])
      expect(opened(odd)).toBeNull()
    expect(opened('open=all&figure=gold')).toEqual({ of: {}, figure: null })
    expect(`${withOpenedFigure(new URLSearchParams('page=2&open=7-3&figure=issued'), null)}`).toBe('page=2')
  })

  test('presets are whole calendars up to today', () => {
    const days = (...date: [number, number, number]) =>
      (['month', 'lastMonth', 'quarter', 'year'] as const).map((name) => Object.values(presetDays(name, new Date(...date, 12).getTime())))
    expect(days(2026, 0, 31)).toEqual([
      ['2026-01-01', '2026-01-31'],
      ['2025-12-01', '2025-12-31'],
      ['2026-01-01', '2026-01-31'],
      ['2026-01-01', '2026-01-31'],
    ])
    expect(days(2026, 4, 1).slice(1, 3)).toEqual([
      ['2026-04-01', '2026-04-30'],
      ['2026-04-01', '2026-05-01'],
    ])
  })

  test('a group leads to its rows, with what it was narrowed by before', () => {
    const from = new URLSearchParams('by=product&search=a&page=4')
    expect(`${withinGroup(from, { ...row, storeId: null } as never)}`).toBe('search=a&productId=7')
    expect(`${withinGroup(from, { ...row, productId: null } as never)}`).toBe('search=a&storeId=3')
    expect(`${withBy(from, 'store')}`).toBe('by=store&search=a')
  })
})
