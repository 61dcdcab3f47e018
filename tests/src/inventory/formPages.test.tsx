import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import i18next from 'i18next'
import { createElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { product } from '#contract/inventory/product'
import crud from '#locales/en-US/crud' with { type: 'json' }
import frame from '#locales/en-US/frame' with { type: 'json' }
import inventory from '#locales/en-US/inventory' with { type: 'json' }
import AgriculturalProductPage from '#src/screens/inventory/base/AgriculturalProductPage.tsx'
import GeneralProductPage from '#src/screens/inventory/base/GeneralProductPage.tsx'
import ProductPage from '#src/screens/inventory/base/ProductPage.tsx'
import ShopFormPage from '#src/screens/inventory/base/ShopFormPage.tsx'
import StorePage from '#src/screens/inventory/base/StorePage.tsx'
import { show } from '../crud/showing.tsx'
import { signedIn } from '../signedIn.ts'

const LIST = '/inventory/base/product'
const { product: words } = inventory
const record = (given: object) => ({
  ...product.create.parse({ name: 'Rice seed', stockUnitId: 1 }),
  productId: 5,
  objectVersionNumber: 3,
  labels: { stockUnitId: 'kg' },
  ...given,
})
const areas = [
  { areaId: 1, areaName: 'North base' },
  { areaId: 2, areaName: 'South base' },
]
let kept: object
let refused: Set<string>
let sent: { path: string; body: Record<string, unknown> }[]
let listed: URL[]
let answer: (body: Record<string, unknown>) => Response

beforeEach(async () => {
  kept = record({})
  refused = new Set()
  sent = []
  listed = []
  answer = (body) => Response.json({ ...kept, ...body })
  await signedIn((url, body) => {
    const { pathname } = url
    if (pathname.endsWith('/self')) return
    if (pathname.endsWith('/check-resources')) return (JSON.parse(body) as string[]).map((code) => ({ code, approve: !refused.has(code) }))
    if (pathname.endsWith('/area/default')) return areas[0]
    if (/\/product\/\d+$/.test(pathname)) return kept instanceof Response ? kept.clone() : kept
    if (body !== '') {
      const given = JSON.parse(body) as Record<string, unknown>
      sent.push({ path: pathname, body: given })
      return answer(given)
    }
    if (pathname.endsWith('/area/options'))
      return { content: [{ id: 1, title: 'North base', enabledFlag: 1 }], number: 1, size: 10, totalElements: 1 }
    if (pathname.endsWith('/store')) listed.push(url)
    return { content: pathname.endsWith('/area') ? areas : [], number: 1, size: 10, totalElements: 0 }
  })
  i18next.addResourceBundle('en-US', 'inventory', inventory)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pages = {
  [LIST]: ProductPage,
  [`${LIST}/add`]: GeneralProductPage,
  [`${LIST}/edit/:id`]: GeneralProductPage,
  [`${LIST}/agricultural/add`]: AgriculturalProductPage,
  [`${LIST}/agricultural/edit/:id`]: AgriculturalProductPage,
  '/inventory/base/shops/add': ShopFormPage,
}
const open = (at: string) =>
  show(
    <Routes>
      {Object.entries(pages).map(([path, page]) => (
        <Route key={path} path={path} element={createElement(page)} />
      ))}
    </Routes>,
    { at },
  )
const input = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save' }))

describe('the list of products', () => {
  test('sends to a form page for each type, and to the page that edits a record of its type', async () => {
    open(LIST)
    // In the head of the page, and below the sentence that there is none.
    for (const [name, path] of [
      [words.addGeneral, `${LIST}/add`],
      [words.addAgricultural, `${LIST}/agricultural/add`],
    ] as const)
      await waitFor(() => expect(screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'))).toEqual([path, path]))
    cleanup()
    kept = record({ productType: 'agricultural' })
    const { router } = open(`${LIST}?open=5`)
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${LIST}/agricultural/edit/5`))
    expect((await input(words.fields.name)).value).toBe('Rice seed')
  })

  test('offers no form page to who may not make one', async () => {
    refused.add(product.codes.create)
    open(LIST)
    expect(await screen.findByText('Sorry, you have no data')).toBeTruthy()
    expect(screen.queryByRole('link', { name: words.addGeneral })).toBeNull()
  })
})

describe('a form page', () => {
  test('edits the version that it opened with, and leads back to the list', async () => {
    const { router } = open(`${LIST}/edit/5`)
    await userEvent.type(await input(words.fields.name), ' 2')
    await save()
    await waitFor(() => expect(router.state.location.pathname).toBe(LIST))
    expect(sent).toHaveLength(1)
    expect(sent[0]!.body).toMatchObject({ productId: 5, objectVersionNumber: 3, name: 'Rice seed 2', productType: 'general' })
    expect(await screen.findByText(crud.saved)).toBeTruthy()
  })

  test('makes a record of its type; an agricultural one has more inputs', async () => {
    open(`${LIST}/add`)
    await input(words.fields.name)
    expect(screen.queryByLabelText(new RegExp(`^${words.fields.registrationNo}`))).toBeNull()
    cleanup()
    open(`${LIST}/agricultural/add`)
    expect(await screen.findByRole('heading', { name: words.addAgriculturalTitle })).toBeTruthy()
    expect(await input(words.fields.registrationNo)).toBeTruthy()
    await userEvent.type(await input(words.fields.name), 'Imidacloprid')
    await save()
    expect(await screen.findByText('Please fill this in')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test.each([`${LIST}/edit/none`, `${LIST}/edit/0`, `${LIST}/edit/5x`])('is none at the wrong address %s', async (at) => {
    open(at)
    expect(await screen.findByRole('link', { name: crud.toList })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('edits no product of the other type', async () => {
    open(`${LIST}/agricultural/edit/5`)
    expect(await screen.findByRole('link', { name: crud.toList })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test.each([
    [`${LIST}/add`, product.codes.create],
    [`${LIST}/edit/5`, product.codes.edit],
  ])('is closed to who may not: %s', async (at, code) => {
    refused.add(code)
    open(at)
    expect(await screen.findByText(frame.empty.pageNoPower)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  test('keeps what was typed over a version that somebody else changed, and lays it over the newest when asked', async () => {
    answer = () => Response.json({ failed: true, code: 'error.version.stale', message: 'Changed' }, { status: 409 })
    const { router } = open(`${LIST}/edit/5`)
    await userEvent.type(await input(words.fields.name), ' mine')
    await save()
    expect(await screen.findByText(crud.stale)).toBeTruthy()
    expect((await input(words.fields.name)).value).toBe('Rice seed mine')
    expect(router.state.location.pathname).toBe(`${LIST}/edit/5`)
    kept = record({ name: 'Theirs', objectVersionNumber: 4 })
    fireEvent.click(screen.getByRole('button', { name: crud.reload }))
    await waitFor(() => expect(screen.queryByText(crud.stale)).toBeNull())
    expect((await input(words.fields.name)).value).toBe('Rice seed mine')
    answer = (body) => Response.json({ ...kept, ...body })
    await save()
    await waitFor(() => expect(router.state.location.pathname).toBe(LIST))
    expect(sent.map(({ body }) => body.objectVersionNumber)).toEqual([3, 4])
  })

  test('asks before typed text is lost', async () => {
    const { router } = open(`${LIST}/edit/5`)
    await userEvent.type(await input(words.fields.name), ' 2')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(router.state.location.pathname).toBe(`${LIST}/edit/5`)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(LIST))
    expect(sent).toEqual([])
  })

  test('says why a record cannot be read, and reads it again when asked', async () => {
    kept = Response.json({ failed: true, code: 'error.notFound', message: 'Not there' }, { status: 404 })
    open(`${LIST}/edit/5`)
    expect(await screen.findByText(frame.empty.pageNoPage)).toBeTruthy()
    kept = record({})
    fireEvent.click(screen.getByRole('button', { name: frame.act.retry }))
    await waitFor(async () => expect((await input(words.fields.name)).value).toBe('Rice seed'))
  })

  test('begins in the base that is worked in', async () => {
    open('/inventory/base/shops/add')
    await waitFor(async () => expect((await input(inventory.shop.fields.areaId)).value).toBe('North base'))
  })
})

test('the list of stores is of every base that one sees, narrowed to one when asked', async () => {
  show(<StorePage />, { at: '/?areaId=2' })
  await waitFor(() => expect(listed.at(-1)?.searchParams.get('areaId')).toBe('2'))
  cleanup()
  listed = []
  show(<StorePage />)
  await waitFor(() => expect(listed).not.toEqual([]))
  expect(listed.map(({ searchParams }) => searchParams.get('areaId'))).toEqual(listed.map(() => null))
})
