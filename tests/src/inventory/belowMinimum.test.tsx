import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aplionform } from '#contract/inventory/aplionform'
import documents from '#locales/en-US/documents' with { type: 'json' }
import frame from '#locales/en-US/frame' with { type: 'json' }
import english from '#locales/en-US/inventory' with { type: 'json' }
import chinese from '#locales/zh-CN/inventory' with { type: 'json' }
import AplionformAddPage from '#src/screens/inventory/aplionform/AplionformAddPage.tsx'
import { DraftApplication } from '#src/screens/inventory/stock/DraftApplication.tsx'
import { Permitted } from '#src/session/Permitted.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const short = [
  { productId: 31, productName: 'Urea', specification: '40 kg', unit: 'bag', quantity: '12', price: '88.50' },
  { productId: 32, productName: 'Film', specification: null, unit: 'roll', quantity: '3', price: null },
]
const offline = () => Response.json({ failed: true, code: 'error.unavailable', message: 'Not now' }, { status: 503 })
/** What the server says is below its minimum: an answer, or one that comes later. */
let below: () => unknown
let refused: Set<string>
let asked: URL[]
let sent: Record<string, unknown>[]
let stored: () => Promise<unknown>
beforeEach(async () => {
  below = () => short
  refused = new Set()
  asked = []
  sent = []
  stored = async () => Response.json({ failed: true, code: 'error.unavailable', message: 'Enough' }, { status: 503 })
  await signedIn((url, body) => {
    const { pathname } = url
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: !refused.has(code) }))
    if (pathname.endsWith('/area/default')) return { areaId: 4, areaName: 'West base' }
    if (pathname.endsWith('/below-minimum')) {
      asked.push(url)
      return below()
    }
    if (pathname.endsWith('/purchase-application') && body !== '') {
      sent.push(JSON.parse(body) as (typeof sent)[0])
      return stored()
    }
    if (pathname.endsWith('/product/options')) return { content: [], number: 1, size: 50, totalElements: 0 }
    return { content: [{ areaId: 4, areaName: 'West base' }], number: 1, size: 10, totalElements: 1 }
  })
  i18next.addResourceBundle('en-US', 'documents', documents)
  i18next.addResourceBundle('en-US', 'inventory', english)
  i18next.addResourceBundle('zh-CN', 'inventory', chinese)
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await i18next.changeLanguage('en-US')
})

const cell = (label: string, row: number) => screen.getByLabelText<HTMLInputElement>(`${label}, line ${row}`, { exact: true })
const words = english.aplionform
const openForm = (at = `${aplionform.page}/add?below=4`) =>
  show(
    <Routes>
      <Route path={`${aplionform.page}/add`} element={<AplionformAddPage />} />
    </Routes>,
    { at },
  )

describe('an application of what is below its minimum', () => {
  test('is waited for, and begins with it: products by their names, and how much of them; nothing is saved by looking', async () => {
    let come: (lines: unknown) => void = () => undefined
    below = () => new Promise((resolve) => (come = resolve))
    openForm()
    await waitFor(() => expect(asked.map(({ searchParams }) => searchParams.get('areaId'))).toEqual(['4']))
    expect(screen.queryByText(words.addTitle)).toBeNull()
    come(short)
    expect(await screen.findByDisplayValue(words.belowTitle)).toBeTruthy()
    expect(screen.getByText(words.belowLead)).toBeTruthy()
    await waitFor(() => expect(cell(words.line.productId, 1).value).toBe('Urea'))
    expect([1, 2].map((row) => [cell(words.line.quantity, row).value, cell(words.line.price, row).value])).toEqual([
      ['12', '88.50'],
      ['3', ''],
    ])
    expect(sent).toEqual([])
  })
  test('of nothing says so, and is no form', async () => {
    below = () => []
    openForm()
    expect(await screen.findByText(words.belowNone)).toBeTruthy()
    expect(screen.queryByRole('button', { name: documents.save })).toBeNull()
  })
  test('says so in Chinese, too', async () => {
    await i18next.changeLanguage('zh-CN')
    below = () => []
    openForm()
    expect(await screen.findByText(chinese.aplionform.belowNone)).toBeTruthy()
    expect(screen.getByText(chinese.aplionform.belowLead)).toBeTruthy()
  })
  test('that cannot be read is asked for again', async () => {
    below = offline
    openForm()
    const again = await screen.findByRole('button', { name: frame.act.retry })
    below = () => short
    fireEvent.click(again)
    expect(await screen.findByDisplayValue(words.belowTitle)).toBeTruthy()
  })
  test('is stored once, however often it is clicked, as what stands in the form', async () => {
    let store: (answer: unknown) => void = () => undefined
    stored = () => new Promise((resolve) => (store = resolve))
    below = () => [short[0]]
    openForm()
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: documents.save })
    await waitFor(() => expect(save.disabled).toBe(false))
    fireEvent.click(save)
    fireEvent.click(save)
    await waitFor(() => expect(sent.length).toBe(1))
    fireEvent.click(save)
    store(offline())
    expect(await screen.findByText('Not now')).toBeTruthy()
    expect(sent).toMatchObject([{ areaId: 4, title: words.belowTitle, lines: [{ productId: 31, quantity: '12.00', price: '88.50' }] }])
    expect(sent.length).toBe(1)
  })
  test('is not stored by who may not make one', async () => {
    refused.add(aplionform.codes.create)
    openForm()
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: documents.save })
    // Its neighbour may be pressed: what may be done is known.
    await screen.findByRole('button', { name: documents.saveSubmit })
    fireEvent.click(save)
    expect([save.disabled, sent]).toEqual([true, []])
  })
  test.each(['', '0', '-1', '1e3', 'x', '9'.repeat(16)])('of the base "%s" is an ordinary new one', async (base) => {
    openForm(`${aplionform.page}/add?below=${base}`)
    expect(await screen.findByText(words.lead)).toBeTruthy()
    expect(asked).toEqual([])
  })
})

describe('the way to it', () => {
  function Where() {
    const { pathname, search } = useLocation()
    return <p>{`at ${pathname}${search}`}</p>
  }
  const openWay = (areaId?: number) =>
    show(
      <>
        <DraftApplication areaId={areaId} />
        <Permitted code={aplionform.codes.read}>may read</Permitted>
        <Where />
      </>,
    )
  test('leads to the base that is looked at, else to the one that is worked in', async () => {
    const { unmount } = openWay(9)
    fireEvent.click(await screen.findByRole('link', { name: english.stock.draft }))
    expect(await screen.findByText(`at ${aplionform.page}/add?below=9`)).toBeTruthy()
    unmount()
    openWay()
    const way = await screen.findByRole('link', { name: english.stock.draft })
    expect(way.getAttribute('href')).toBe(`${aplionform.page}/add?below=4`)
    // To look is not to make one.
    fireEvent.click(way)
    fireEvent.click(way)
    expect(sent).toEqual([])
  })
  test('is not there for who may not make an application', async () => {
    refused.add(aplionform.codes.create)
    openWay(9)
    // What may be done is known.
    await screen.findByText(/may read/)
    expect(screen.queryByRole('link')).toBeNull()
  })
  test('is said in Chinese, too', async () => {
    await i18next.changeLanguage('zh-CN')
    openWay(9)
    expect(await screen.findByRole('link', { name: chinese.stock.draft })).toBeTruthy()
    expect(chinese.stock.draft).not.toBe(english.stock.draft)
  })
})
