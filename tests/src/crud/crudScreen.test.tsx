import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { crop } from '#contract/organization/crop'
import CropPage from '#src/screens/organization/CropPage.tsx'
import { permissions } from '#src/session/permissions.ts'
import { session$ } from '#src/session/session.ts'
import { show } from './showing.tsx'

const held = new Set<string>()
const MINE = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
let list: () => Response

beforeEach(() => {
  held.clear()
  permissions.forget()
  session$.next({ ...session$.value, status: 'signedIn', self: MINE, tenantId: 7 })
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
    await waitFor(() => expect(permissions.get(crop.codes.create)).toBe(false))
    expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
    cleanup()
    permissions.forget()
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
