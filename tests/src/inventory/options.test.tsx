import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inventoryOption, inventoryOptionCalls } from '#contract/inventory/inventoryOption'
import crud from '#locales/en-US/crud' with { type: 'json' }
import documents from '#locales/en-US/documents' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import zhCN from '#locales/zh-CN/inventory' with { type: 'json' }
import { queryKeyOf } from '#src/api/useCall.ts'
import { DocumentForm } from '#src/documents/DocumentForm.tsx'
import OptionPage from '#src/screens/inventory/config/OptionPage.tsx'
import { screens } from '#src/screens/inventory/warehousing/warehousing.ts'
import { queryClient, show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const { inventoryOption: words } = inventory
const areas = [
  { areaId: 1, areaName: 'North base' },
  { areaId: 2, areaName: 'South base' },
]
const stores = { 1: { id: 11, title: 'North store', enabledFlag: 1 }, 2: { id: 22, title: 'South store', enabledFlag: 1 } }
const defaults = [
  { areaId: 1, areaName: 'North base', storeId: 11, storeName: 'North store' },
  { areaId: 2, areaName: 'South base', storeId: 22, storeName: 'South store' },
]
let kept: object | Response
let mayEdit: boolean
let given: readonly object[]
let sent: Record<string, unknown>[]
let answer: (body: Record<string, unknown>) => unknown

beforeEach(async () => {
  kept = { ...inventoryOption.create.parse({}), defaultStores: [defaults[0]], objectVersionNumber: 3 }
  mayEdit = true
  given = defaults
  sent = []
  answer = (body) => ({ ...body, defaultStores: given, objectVersionNumber: 4 })
  await signedIn((url, body) => {
    const { pathname, searchParams } = url
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: mayEdit }))
    if (pathname.endsWith('/inventory-option') && body !== '') {
      sent.push(JSON.parse(body) as Record<string, unknown>)
      return answer(sent.at(-1)!)
    }
    if (pathname.endsWith('/inventory-option')) return kept instanceof Response ? kept.clone() : kept
    if (pathname.endsWith('/default-store')) return Response.json(given)
    if (pathname.endsWith('/store/options'))
      return pageOf(
        [stores[Number(searchParams.get('areaId') ?? 1) as 1]].filter((one) => one.title.includes(searchParams.get('search') ?? '')),
      )
    return pageOf(pathname.endsWith('/area') ? areas : [])
  })
  i18next.addResourceBundle('en-US', 'inventory', inventory)
  i18next.addResourceBundle('en-US', 'documents', documents)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const pageOf = (content: readonly unknown[]) => ({ content, number: 1, size: 10, totalElements: content.length })
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: false })
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
async function opened() {
  show(<OptionPage />)
  await screen.findByRole('button', { name: crud.save })
  await waitFor(() => expect(box('North base').value).toBe('North store'))
}

describe('the page', () => {
  test('shows what is obeyed, with what each option does', async () => {
    await opened()
    expect(box(words.fields.overReceiptPercent).value).toBe('0')
    for (const hint of Object.values(words.hints)) expect(screen.getByText(hint)).toBeTruthy()
    expect(Object.keys(words.hints)).toEqual(Object.keys(zhCN.inventoryOption.hints))
    expect(box('South base').value).toBe('')
  })

  test('saves all of it with its version, and goes on from what was answered', async () => {
    await opened()
    type(words.fields.overReceiptPercent, '5')
    fireEvent.click(box(words.fields.expiredFlag))
    const south = box('South base')
    await userEvent.click(south)
    await userEvent.click(await screen.findByRole('option', { name: 'South store' }))
    press(crud.save)
    await screen.findByText(words.saved)
    expect(sent).toEqual([
      expect.objectContaining({
        overReceiptPercent: 5,
        expiredFlag: 0,
        negativeFlag: 1,
        objectVersionNumber: 3,
        defaultStores: [expect.objectContaining({ areaId: 1, storeId: 11 }), { areaId: 2, storeId: 22 }],
      }),
    ])
    await waitFor(() => expect(box('South base').value).toBe('South store'))
    press(crud.save)
    await waitFor(() => expect(sent.at(-1)!['objectVersionNumber']).toBe(4))
  })

  test('says beside its input what the contract, and what the server refuses', async () => {
    await opened()
    type(words.fields.expiringDays, '366')
    press(crud.save)
    await screen.findByText('Must be at most 365')
    expect(sent).toEqual([])
    type(words.fields.expiringDays, '40')
    answer = () =>
      Response.json(
        { failed: true, code: 'error.input.invalid', message: 'No', fields: { 'defaultStores.0.storeId': 'It is off' } },
        { status: 400 },
      )
    press(crud.save)
    await screen.findByText('It is off')
    expect(box(words.fields.expiringDays).value).toBe('40')
  })

  test('keeps what was typed where somebody else saved, and lays it over theirs when asked to', async () => {
    await opened()
    type(words.fields.overReceiptPercent, '7')
    kept = { ...(kept as object), overReceiptPercent: 9, expiringDays: 50, objectVersionNumber: 5 }
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(inventoryOptionCalls.get) }))
    await screen.findByText(crud.stale)
    expect(box(words.fields.overReceiptPercent).value).toBe('7')
    press(crud.reload)
    await waitFor(() => expect(box(words.fields.expiringDays).value).toBe('50'))
    expect(box(words.fields.overReceiptPercent).value).toBe('7')
    press(crud.cancel)
    fireEvent.click(await screen.findByRole('button', { name: crud.leave.leave }))
    await waitFor(() => expect(box(words.fields.overReceiptPercent).value).toBe('9'))
    // While nothing is typed it follows.
    kept = { ...(kept as object), overReceiptPercent: 11, objectVersionNumber: 6 }
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(inventoryOptionCalls.get) }))
    await waitFor(() => expect(box(words.fields.overReceiptPercent).value).toBe('11'))
    expect(screen.queryByText(crud.stale)).toBeNull()
  })

  test('is read by who may not change it', async () => {
    mayEdit = false
    show(<OptionPage />)
    await screen.findByText(words.readOnly)
    expect(box(words.fields.overReceiptPercent).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: crud.save })).toBeNull()
  })

  test('says that it could not be read', async () => {
    kept = Response.json({ failed: true, code: 'error.internal', message: 'Broken' }, { status: 500 })
    show(<OptionPage />)
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(screen.queryByRole('button', { name: crud.save })).toBeNull()
  })
})

describe('a new document of goods', () => {
  const begin = async () => {
    show(<DocumentForm kind={screens.kind} record={null} areaId={1} />)
    await waitFor(() => expect(box(inventory.warehousing.fields.storeId).value).toBe('North store'))
  }
  const chooseBase = async (name: string) => {
    fireEvent.mouseDown(screen.getByRole('combobox', { name: new RegExp(documents.fields.areaId) }))
    await userEvent.click(await screen.findByRole('option', { name }))
  }

  test('begins with the default store of its base, and another base with its own', async () => {
    await begin()
    await chooseBase('South base')
    await waitFor(() => expect(box(inventory.warehousing.fields.storeId).value).toBe('South store'))
  })

  test('has no store in a base without a default one, though the base before had one', async () => {
    given = [defaults[0]!]
    await begin()
    await chooseBase('South base')
    await waitFor(() => expect(box(inventory.warehousing.fields.storeId).value).toBe(''))
  })

  test('stays without a store where it was emptied', async () => {
    await begin()
    await userEvent.clear(box(inventory.warehousing.fields.storeId))
    await waitFor(() => expect(box(inventory.warehousing.fields.storeId).value).toBe(''))
    await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(inventoryOptionCalls.defaultStores) }))
    expect(box(inventory.warehousing.fields.storeId).value).toBe('')
  })
})
