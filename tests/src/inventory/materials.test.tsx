import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { createElement, type FunctionComponent } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StockRow } from '#contract/inventory/stock'
import documents from '#locales/en-US/documents' with { type: 'json' }
import farm from '#locales/en-US/farm' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import { HarvestCell } from '#src/screens/farm/HarvestCell.tsx'
import { PlotSafety } from '#src/screens/farm/PlotSafety.tsx'
import MaterialFormPage from '#src/screens/inventory/materials/MaterialFormPage.tsx'
import MaterialPage from '#src/screens/inventory/materials/MaterialPage.tsx'
import MaterialRecordPage from '#src/screens/inventory/materials/MaterialRecordPage.tsx'
import MaterialShipmentAddPage from '#src/screens/inventory/materials/MaterialShipmentAddPage.tsx'
import MaterialShipmentInfoPage from '#src/screens/inventory/materials/MaterialShipmentInfoPage.tsx'
import MaterialShipmentPage from '#src/screens/inventory/materials/MaterialShipmentPage.tsx'
import MaterialStockPage from '#src/screens/inventory/materials/MaterialStockPage.tsx'
import MaterialWarehousingPage from '#src/screens/inventory/materials/MaterialWarehousingPage.tsx'
import { wholeOf } from '#src/screens/inventory/materials/wholeOf.ts'
import { dayText } from '#src/time/moment.ts'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

vi.mock('#src/charts/TrendCanvas.tsx', () => ({ default: ({ label }: { label: string }) => <figure aria-label={label} /> }))

const AT = '/web/farm/agricultural/agricultural-'
const pages: Record<string, FunctionComponent> = {
  [`${AT}manage`]: MaterialPage,
  [`${AT}manage/add`]: MaterialFormPage,
  [`${AT}inventory`]: MaterialStockPage,
  [`${AT}inventory/record/:id`]: MaterialRecordPage,
  [`${AT}warehousing`]: MaterialWarehousingPage,
  [`${AT}shipment`]: MaterialShipmentPage,
  [`${AT}shipment/add`]: MaterialShipmentAddPage,
  [`${AT}shipment/info/:id`]: MaterialShipmentInfoPage,
}
const open = (at: string) =>
  show(
    <Routes>
      {Object.entries(pages).map(([path, page]) => (
        <Route key={path} path={path} element={createElement(page)} />
      ))}
    </Routes>,
    { at: `${AT}${at}` },
  )

const row: StockRow = {
  productId: 7,
  productName: 'Pyraclostrobin',
  productCode: 'NY-1',
  specification: '500 mL',
  unitName: 'L',
  storeId: 3,
  storeName: 'North store',
  areaName: 'North base',
  onHand: '8.500000',
  reserved: '2.000000',
  available: '6.500000',
  transit: '0.000000',
  value: '100.000000',
  unitCost: '11.764706',
  minQuantity: null,
  maxQuantity: null,
  level: null,
  expiresOn: '2027-05-01',
}
const south: StockRow = {
  ...row,
  storeId: 4,
  storeName: 'South store',
  areaName: 'South base',
  onHand: '1.500001',
  reserved: '0.000000',
  available: '1.500001',
  value: '20.000000',
  expiresOn: '2027-01-01',
}
const behind = { formCode: 'materialShipment', id: 21, code: 'MO21', title: 'Spraying', readable: true }
const safety = (more: object = {}) => ({
  id: 1,
  landId: 9,
  productId: 7,
  productName: 'Pyraclostrobin',
  document: behind,
  intervalDays: 21,
  effectiveAt: new Date('2026-03-10T12:00:00').getTime(),
  safeFrom: '2026-03-31',
  isAhead: true,
  ...more,
})
const issue = {
  id: 21,
  code: 'MO21',
  areaId: 1,
  areaName: 'North base',
  title: 'Spraying',
  remark: null,
  applicantId: 1,
  applicantName: 'X',
  auditStatus: 'approved',
  createdAt: 1,
  submittedAt: 2,
  updatedAt: 3,
  lineCount: 1,
  total: null,
  processId: null,
  progress: 'full',
  arrived: null,
  closeReason: null,
  sourceId: null,
  source: null,
  made: [],
  attachments: [],
  actions: [],
  objectVersionNumber: 2,
  landId: 9,
  batchId: 5,
  storeId: 3,
  labels: { landId: 'East field', storeId: 'North store' },
  lines: [],
}
const pageOf = (content: readonly unknown[]) => ({ content, number: 1, size: 10, totalElements: content.length })
let asked: URL[]
let sent: Record<string, unknown>[]
let rows: readonly StockRow[]
let plot: object
let remembered: object
const askedOf = (end: string) => asked.filter(({ pathname }) => pathname.endsWith(end))
const last = (end: string) => Object.fromEntries(askedOf(end).at(-1)!.searchParams)
beforeEach(async () => {
  asked = []
  sent = []
  rows = [row, south]
  plot = {
    period: { id: 5, varietyName: 'Guiwei', startedAt: new Date('2026-01-02T12:00:00').getTime(), endedAt: null },
    safety: [safety()],
  }
  remembered = pageOf([
    safety(),
    safety({ id: 2, productName: 'Lime', isAhead: false, document: { ...behind, readable: false, title: null } }),
  ])
  await signedIn((url, body) => {
    asked.push(url)
    const { pathname } = url
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: true }))
    if (pathname.endsWith('/area/default')) return { areaId: 1, areaName: 'North base' }
    if (body !== '') {
      sent.push(JSON.parse(body) as Record<string, unknown>)
      return issue
    }
    if (pathname.endsWith('/stock')) return pageOf(rows)
    if (pathname.endsWith('/stock/entries'))
      return {
        ...pageOf([
          {
            id: 1,
            document: behind,
            posting: 'post',
            kind: 'move',
            reason: null,
            userName: 'Sto Re',
            effectiveAt: 1,
            at: 1,
            storeName: 'South store',
            lotNo: null,
            quantity: '-1.000000',
            value: '-2.000000',
            balance: '10.000001',
          },
        ]),
        opening: { quantity: '0.000000', value: '0.000000' },
        closing: { quantity: '10.000001', value: '120.000000' },
      }
    if (pathname.endsWith('/stock/days')) return Response.json([{ day: '2026-03-10', onHand: '10.000001' }])
    if (pathname.endsWith('/stock/lots')) return Response.json([{ lotId: 1, lotNo: 'A7', expiresOn: null, onHand: '10.000001' }])
    if (pathname.endsWith('/21/plot')) return plot
    if (pathname.endsWith('/material-shipment/21')) return issue
    if (pathname.endsWith('/postings')) return Response.json([])
    if (pathname.endsWith('/land-safety')) return remembered
    if (pathname.endsWith('/default-store')) return Response.json([])
    if (pathname.endsWith('/options')) return pageOf([{ id: 9, title: `${pathname.split('/').at(-2)} nine`, enabledFlag: 1 }])
    if (pathname.endsWith('/land/9'))
      return {
        landId: 9,
        batches: ['Early', 'Late'].map((batchName, at) => ({
          batchId: at + 1,
          batchName,
          varietyName: 'Guiwei',
          part: null,
          batchState: 'growing',
          startedAt: at,
        })),
      }
    if (pathname.endsWith('/area')) return pageOf([{ areaId: 1, areaName: 'North base' }])
    return pageOf([])
  })
  for (const [name, words] of Object.entries({ inventory, documents, farm })) i18next.addResourceBundle('en-US', name, words)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the materials', () => {
  test('are the agricultural products alone, under a name of their own, with forms of their own', async () => {
    open('manage')
    expect(await screen.findByRole('heading', { name: inventory.material.title })).toBeTruthy()
    await waitFor(() => expect(last('/product')).toMatchObject({ productType: 'agricultural' }))
    const add = await screen.findAllByRole('link', { name: 'Add' })
    expect(new Set(add.map((link) => link.getAttribute('href')))).toEqual(new Set([`${AT}manage/add`]))
  })

  test('are made as agricultural products, and lead back to their list', async () => {
    const { router } = open('manage/add')
    expect(await screen.findByRole('heading', { name: inventory.material.addTitle })).toBeTruthy()
    await userEvent.type(await screen.findByLabelText(/^Name/), 'Lime')
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: /^Stock unit/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'measure-unit nine' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${AT}manage`))
    expect(sent).toMatchObject([{ name: 'Lime', productType: 'agricultural', stockUnitId: 9 }])
  })
})

describe('what is in stock', () => {
  test('is that of the base that is worked in, with no choice of another, and leads to the record of a product', async () => {
    const { router } = open('inventory')
    expect(await screen.findByRole('heading', { name: inventory.materialStock.title })).toBeTruthy()
    expect(await screen.findAllByText('Pyraclostrobin')).toHaveLength(2)
    expect(last('/stock')).toMatchObject({ areaId: '1', productType: 'agricultural' })
    expect(screen.queryByLabelText(inventory.stock.filter.areaId)).toBeNull()
    fireEvent.click(screen.getAllByRole('button', { name: new RegExp(inventory.materialStock.record) })[0]!)
    await waitFor(() => expect(router.state.location.pathname).toBe(`${AT}inventory/record/7`))
  })

  test('says what to do first where nothing has come yet', async () => {
    rows = []
    open('inventory')
    expect(await screen.findByText(inventory.materialStock.empty)).toBeTruthy()
    expect((await screen.findByRole('link', { name: inventory.materialStock.begin })).getAttribute('href')).toBe(`${AT}warehousing/add`)
  })
})

describe('the record of a product', () => {
  test('is that of all stores: their sum to the last digit, and rows that name their store and lead to their document', async () => {
    open('inventory/record/7')
    expect(await screen.findByRole('heading', { name: `${inventory.materialStock.recordTitle} Pyraclostrobin` })).toBeTruthy()
    expect(last('/stock')).toMatchObject({ productId: '7', size: '0' })
    expect(await screen.findByRole('button', { name: /On hand.*10\.000001 L/ })).toBeTruthy()
    const rowsOf = await screen.findByRole('table', { name: inventory.stock.part.entries })
    expect(within(rowsOf).getByText('South store')).toBeTruthy()
    expect(within(rowsOf).getByRole('link', { name: 'MO21' }).getAttribute('href')).toBe(`${AT}shipment/info/21`)
    expect(last('/stock/entries')).not.toHaveProperty('storeId')
    expect(last('/stock/days')).toEqual({ productId: '7' })
    expect(await screen.findByRole('figure')).toBeTruthy()
    const stores = screen.getByRole('table', { name: inventory.materialStock.stores })
    expect(within(stores).getAllByRole('row')).toHaveLength(3)
  })

  test('opens its lots in the address', async () => {
    const { router } = open('inventory/record/7')
    fireEvent.click(await screen.findByRole('button', { name: /First to expire.*2027-01-01/ }))
    expect(await screen.findByText('A7')).toBeTruthy()
    expect(router.state.location.search).toBe('?part=lots')
    expect(last('/stock/lots')).toEqual({ productId: '7' })
  })

  test('says that nothing moved, and that there is no such page', async () => {
    rows = []
    open('inventory/record/7')
    expect(await screen.findByText(inventory.materialStock.none)).toBeTruthy()
    cleanup()
    asked = []
    open('inventory/record/x')
    await waitFor(() => expect(document.body.textContent).not.toBe(''))
    expect(askedOf('/stock')).toEqual([])
  })

  test('one row says what several come to', () => {
    expect(wholeOf([])).toBeNull()
    expect(wholeOf([row, south])).toMatchObject({
      onHand: '10.000001',
      reserved: '2.000000',
      available: '8.000001',
      value: '120.000000',
      unitCost: '11.999999',
      expiresOn: '2027-01-01',
    })
    expect(wholeOf([{ ...row, onHand: '-1.000000', value: '0.000000', expiresOn: null }])).toMatchObject({
      unitCost: null,
      expiresOn: null,
    })
  })
})

describe('receipts and issues of materials', () => {
  test.each(['warehousing', 'shipment'] as const)('%s lists those of the base that is worked in', async (kind) => {
    open(kind)
    const { title, empty } = inventory[kind === 'shipment' ? 'materialShipment' : 'materialWarehousing']
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(await screen.findByText(empty)).toBeTruthy()
    expect(last(`/material-${kind}`)).toMatchObject({ areaId: '1' })
    expect(screen.queryByLabelText(documents.fields.areaId)).toBeNull()
  })

  test('the list of issues is narrowed by a plot of the base', async () => {
    open('shipment?landId=9')
    await waitFor(() => expect(last('/material-shipment')).toMatchObject({ landId: '9', areaId: '1' }))
    await waitFor(() => expect(last('/land/options')).toMatchObject({ areaId: '1' }))
  })

  test('an issue offers plots and stores of its base, and agricultural products alone', async () => {
    open('shipment/add')
    expect(await screen.findByRole('combobox', { name: /^Plot/ })).toBeTruthy()
    await waitFor(() => expect(last('/land/options')).toMatchObject({ areaId: '1' }))
    expect(last('/store/options')).toMatchObject({ areaId: '1' })
    await waitFor(() => expect(last('/product/options')).toMatchObject({ productType: 'agricultural' }))
  })

  test('an issue names one of the batches that stand on its plot, with the plot that is chosen', async () => {
    open('shipment/add')
    const box = () => screen.getByRole('combobox', { name: new RegExp(`^${inventory.materialShipment.fields.batchId}`) })
    await screen.findByRole('combobox', { name: new RegExp(`^${inventory.materialShipment.fields.landId}`) })
    expect(box().getAttribute('aria-disabled')).toBe('true')
    fireEvent.mouseDown(screen.getByRole('combobox', { name: new RegExp(`^${inventory.materialShipment.fields.landId}`) }))
    fireEvent.click(await screen.findByRole('option', { name: 'land nine' }))
    await waitFor(() => expect(box().getAttribute('aria-disabled')).toBeNull())
    fireEvent.mouseDown(box())
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['--', 'Early', 'Late'])
    fireEvent.click(screen.getByRole('option', { name: 'Late' }))
    await waitFor(() => expect(box().textContent).toBe('Late'))
  })

  test('an issue says what stood on its plot, and from which day it may be harvested', async () => {
    open('shipment/info/21')
    expect(await screen.findByText('East field')).toBeTruthy()
    expect(await screen.findByText('Guiwei, since 2026-01-02')).toBeTruthy()
    expect(screen.getByText('Harvest from 2026-03-31: Pyraclostrobin')).toBeTruthy()
    expect(screen.getByText(/Issued on 2026-03-10, safety interval 21 d/)).toBeTruthy()
    cleanup()
    plot = { period: null, safety: [] }
    open('shipment/info/21')
    expect(await screen.findByText(inventory.materialShipment.plot.free)).toBeTruthy()
    expect(screen.getByText(inventory.landSafety.none)).toBeTruthy()
    cleanup()
    plot = { period: { id: 5, varietyName: 'Guiwei', startedAt: 0, endedAt: 86_400_000 }, safety: [] }
    open('shipment/info/21')
    expect(await screen.findByText(`Guiwei, ${dayText(0)} to ${dayText(86_400_000)}`)).toBeTruthy()
  })
})

describe('a plot', () => {
  test('says from which day it may be harvested, with the way to each document that may be read', async () => {
    show(<PlotSafety landId={9} />)
    expect(await screen.findByText('Harvest from 2026-03-31: Lime')).toBeTruthy()
    expect(last('/land-safety')).toMatchObject({ landId: '9' })
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`${AT}shipment/info/21`])
    expect(screen.getAllByText(inventory.landSafety.ahead)).toHaveLength(1)
  })

  test('says how many it does not list', async () => {
    remembered = { ...pageOf([safety()]), totalElements: 23 }
    show(<PlotSafety landId={9} />)
    expect(await screen.findByText('3 older ones are not listed')).toBeTruthy()
  })

  test('is marked in the list while the day is still to come', () => {
    const today = dayText(Date.now())
    show(<HarvestCell value="2999-01-01" />)
    expect(screen.getByText(farm.land.safetyAhead)).toBeTruthy()
    cleanup()
    for (const value of [today, '2026-01-01', null]) {
      show(<HarvestCell value={value} />)
      expect(screen.queryByText(farm.land.safetyAhead)).toBeNull()
      cleanup()
    }
  })
})
