import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { crop } from '#contract/organization/crop'
import CropPage from '#src/screens/organization/CropPage.tsx'
import { belongings, startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { show } from './showing.tsx'

const held = new Set<string>()
const MINE = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
let list: () => Response

beforeEach(() => {
  held.clear()
  startAnew('')
  session.set({ ...session.get(), status: 'signedIn', self: MINE, tenantId: 7 })
  list = () => Response.json({ content: [], number: 1, size: 10, totalElements: 0 })
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) =>
    address.endsWith('/check-resources')
      ? Response.json((JSON.parse(body ?? '[]') as string[]).map((code) => ({ code, approve: held.has(code) })))
      : list(),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a list of records', () => {
  test('that is empty says so, and offers to add one only to who holds the code (EMPTY-02, -04)', async () => {
    show(<CropPage />)
    expect(await screen.findByText('Sorry, you have no data')).toBeTruthy()
    await waitFor(() => expect(belongings.get().permissions.get(crop.codes.create)).toBe(false))
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
    cleanup()
    startAnew('')
    held.add(crop.codes.create)
    show(<CropPage />)
    // One in the head of the page, one below the sentence.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Add' })).toHaveLength(2))
    expect(screen.getByText('Sorry, you have no data')).toBeTruthy()
  })

  test.each([
    [422, 'Closed for today', 'Closed for today'],
    [503, 'x', 'Service invalid, contact administrator'],
  ])('that cannot be read says why, and is read again when asked (ERRORS-14): %i', async (status, message, words) => {
    list = () => Response.json({ failed: true, code: 'error.x', message }, { status })
    show(<CropPage />)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the title of the window', () => {
  const titled = (title: string) => waitFor(() => expect(document.title).toBe(title))
  const record = (cropId: number, cropName: string) => ({
    ...crop.create.parse({ cropName, cropKind: 'fruit' }),
    cropId,
    objectVersionNumber: 1,
  })

  test('is the list, and before it the record that is open: two of a kind are told apart, and the list from both', async () => {
    held.add(crop.codes.edit)
    const others = fetch
    vi.stubGlobal('fetch', async (address: string, init: { body?: string }) => {
      const id = /\/crop\/(\d+)$/.exec(new URL(address, 'http://furrow.test').pathname)?.[1]
      return id ? Response.json(record(Number(id), id === '1' ? 'Lychee' : 'Longan')) : others(address, init)
    })
    const { router } = show(<CropPage />, { at: '/?open=1' })
    await titled('Lychee · Crops')
    await act(() => router.navigate('/?open=2'))
    await titled('Longan · Crops')
    await act(() => router.navigate('/?edit=2'))
    await titled('Longan · Edit the crop · Crops')
    await act(() => router.navigate('/'))
    await titled('Crops')
  })
})

describe('who wrote a record', () => {
  const at = (minute: number) => new Date(2026, 10, 22, 9, minute).getTime()
  test.each([
    [
      { madeBy: 'Chen Yun', madeAt: at(1), changedBy: 'Li Na', changedAt: at(2) },
      'Made by Chen Yun at 2026-11-22 09:01:00, changed by Li Na at 2026-11-22 09:02:00',
    ],
    [{ madeBy: 'Chen Yun', madeAt: at(1), changedBy: null, changedAt: null }, 'Made by Chen Yun at 2026-11-22 09:01:00'],
    [{ madeBy: null, madeAt: at(1), changedBy: null, changedAt: at(2) }, 'Made at 2026-11-22 09:01:00, changed at 2026-11-22 09:02:00'],
    [{ madeBy: null, madeAt: null, changedBy: 'Li Na', changedAt: at(2) }, 'Changed by Li Na at 2026-11-22 09:02:00'],
  ])('stands beside it and above its form, as far as it is known (%#)', async (byline, sentence) => {
    held.add(crop.codes.edit)
    const record = { ...crop.create.parse({ cropName: 'Lychee', cropKind: 'fruit' }), cropId: 1, objectVersionNumber: 1, byline }
    const others = fetch
    vi.stubGlobal('fetch', async (address: string, init: { body?: string }) =>
      address.includes('/crop/1') ? Response.json(record) : others(address, init),
    )
    const { router } = show(<CropPage />, { at: '/?open=1' })
    const says = (_: string, element: Element | null) => element?.tagName === 'P' && element.textContent === sentence
    expect(await screen.findByText(says)).toBeTruthy()
    await act(() => router.navigate('/?edit=1'))
    const form = await screen.findByRole('dialog', { name: 'Edit the crop' })
    expect(await within(form).findByText(says)).toBeTruthy()
  })
})

describe('many records', () => {
  const rows = ['Lychee', 'Longan', 'Mango'].map((cropName, at) => ({
    ...crop.create.parse({ cropName, cropKind: 'fruit' }),
    cropId: at + 1,
    objectVersionNumber: 4,
  }))
  let left: typeof rows
  let asked: string[]
  beforeEach(() => {
    left = rows
    asked = []
    held.add(crop.codes.delete)
    const others = fetch
    vi.stubGlobal('fetch', async (address: string, init: { method: string; body: string }) => {
      if (init.method !== 'DELETE') return others(address, init)
      asked.push(init.body)
      const { cropId } = JSON.parse(init.body) as { cropId: number }
      if (cropId === 2)
        return Response.json({ failed: true, code: 'error.record.used', message: 'A variety is one of it' }, { status: 409 })
      left = left.filter((row) => row.cropId !== cropId)
      return Response.json(1)
    })
    list = () => Response.json({ content: left, number: 1, size: 10, totalElements: left.length })
  })
  const boxes = () => screen.findAllByRole('checkbox', { name: /select row/i })

  test('are chosen and deleted by one answer to one question that names them, and what the server refused is named with its reason', async () => {
    show(<CropPage />)
    const [, longan, mango] = await boxes()
    await userEvent.click(longan!)
    await userEvent.click(mango!)
    expect(screen.getByText('2 selected')).toBeTruthy()
    await userEvent.click(within(screen.getByRole('toolbar', { name: 'Bulk actions' })).getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('dialog', { name: 'Delete 2 selected items?' })
    expect(
      within(question)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Longan', 'Mango'])
    expect(asked).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Longan: A variety is one of it')).toBeTruthy()
    expect(screen.getByText('1 deleted')).toBeTruthy()
    expect(asked.map((body) => JSON.parse(body) as object)).toEqual([2, 3].map((cropId) => ({ cropId, objectVersionNumber: 4 })))
    // What is gone is gone from the list; what was refused stays, and stays chosen.
    await waitFor(() => expect(screen.queryByText('Mango')).toBeNull())
    expect(screen.getByText('1 selected')).toBeTruthy()
  })

  test('are not touched where the question is answered no, and not offered without the code', async () => {
    show(<CropPage />)
    await userEvent.click((await boxes())[0]!)
    await userEvent.click(within(screen.getByRole('toolbar', { name: 'Bulk actions' })).getByRole('button', { name: 'Delete' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(asked).toEqual([])
    cleanup()
    startAnew('')
    held.clear()
    show(<CropPage />)
    expect(await screen.findByText('Mango')).toBeTruthy()
    await waitFor(() => expect(belongings.get().permissions.get(crop.codes.delete)).toBe(false))
    expect(screen.queryByRole('checkbox', { name: /select row/i })).toBeNull()
  })

  test('are found as one types, without a button, and the answer to what was typed before is not shown', async () => {
    const waiting = new Map<string, (found: Response) => void>()
    const others = fetch
    vi.stubGlobal('fetch', async (address: string, init: { method: string; body: string }) => {
      const search = new URL(address, 'http://furrow.test').searchParams.get('search')
      return search === null ? others(address, init) : new Promise<Response>((found) => waiting.set(search, found))
    })
    const answer = (search: string, at: number) =>
      act(async () => waiting.get(search)!(Response.json({ content: [rows[at]], number: 1, size: 10, totalElements: 1 })))
    const { router } = show(<CropPage />)
    const field = await screen.findByRole('textbox', { name: 'Crop name / English name' })
    await userEvent.type(field, 'l')
    await waitFor(() => expect([...waiting.keys()]).toEqual(['l']))
    await userEvent.type(field, 'on')
    await waitFor(() => expect([...waiting.keys()].at(-1)).toBe('lon'))
    expect(router.state.location.search).toBe('?search=lon')
    await answer('lon', 1)
    await waitFor(() => expect(screen.queryByText('Lychee')).toBeNull())
    await answer('l', 0)
    expect(screen.getByText('Longan')).toBeTruthy()
    expect(screen.queryByText('Lychee')).toBeNull()
    expect((field as HTMLInputElement).value).toBe('lon')
  })

  test('of a far page are gone to by its number', async () => {
    list = () => Response.json({ content: rows, number: 1, size: 10, totalElements: 95 })
    const { router } = show(<CropPage />)
    const page = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Go to page (of 10)' })
    await userEvent.clear(page)
    await userEvent.type(page, '7{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?page=7'))
    await userEvent.clear(page)
    await userEvent.type(page, '99{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?page=10'))
    await userEvent.clear(page)
    await userEvent.type(page, 'x{Enter}')
    expect(page.value).toBe('10')
    expect(router.state.location.search).toBe('?page=10')
  })
})

describe('a record', () => {
  const stored = { ...crop.create.parse({ cropName: 'Lychee', cropKind: 'fruit' }), cropId: 3, objectVersionNumber: 1 }
  let record: typeof stored
  let sent: { objectVersionNumber: number; cropName: string }[]

  beforeEach(() => {
    record = stored
    sent = []
    held.add(crop.codes.edit)
    const others = fetch
    vi.stubGlobal('fetch', async (address: string, init: { method: string; body: string }) => {
      if (init.method === 'PUT') {
        const body = JSON.parse(init.body) as typeof stored
        sent.push(body)
        if (body.objectVersionNumber === record.objectVersionNumber) return Response.json(body)
        return Response.json({ failed: true, code: 'error.version.stale', message: 'Changed, refresh' }, { status: 409 })
      }
      return address.endsWith('/crop/3') ? Response.json(record) : others(address, init)
    })
    list = () => Response.json({ content: [record], number: 1, size: 10, totalElements: 1 })
  })
  const name = () => screen.findByLabelText<HTMLInputElement>(/^Crop name\s\*/)
  const press = async (word: string) => userEvent.click(await screen.findByRole('button', { name: word }))

  test('is edited as the server has it now, not as it was when it was last looked at', async () => {
    const { router } = show(<CropPage />, { at: '/?edit=3' })
    expect((await name()).value).toBe('Lychee')
    await press('Cancel')
    record = { ...stored, cropName: 'Longan', objectVersionNumber: 2 }
    await act(() => router.navigate('/?edit=3'))
    await waitFor(async () => expect((await name()).value).toBe('Longan'))
    await userEvent.type(await name(), ' tree')
    await press('Save')
    await waitFor(() => expect(sent).toMatchObject([{ cropName: 'Longan tree', objectVersionNumber: 2 }]))
  })

  test('that somebody else has changed says so once, and the newest version takes over what was typed', async () => {
    show(<CropPage />, { at: '/?edit=3' })
    await userEvent.type(await name(), ' tree')
    record = { ...stored, description: 'Red', objectVersionNumber: 2 }
    await press('Save')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('What you typed is kept')
    expect(screen.queryByText('Changed, refresh')).toBeNull()
    await press('Load what is there now')
    await waitFor(() => expect(screen.queryByText(/What you typed is kept/)).toBeNull())
    await press('Save')
    await waitFor(() =>
      expect(sent).toMatchObject([{ objectVersionNumber: 1 }, { cropName: 'Lychee tree', description: 'Red', objectVersionNumber: 2 }]),
    )
  })

  test('that was closed is not opened again by the way back', async () => {
    const { router } = show(<CropPage />, { at: '/' })
    await act(() => router.navigate('/?open=3'))
    await press('Close')
    expect(router.state.location.search).toBe('')
    await act(() => router.navigate(-1))
    expect(router.state.location.search).toBe('')
    await act(() => router.navigate('/?open=3'))
    await act(() => router.navigate(-1))
    expect(router.state.location.search).toBe('')
  })
})
