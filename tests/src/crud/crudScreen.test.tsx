import { cleanup, screen, waitFor } from '@testing-library/react'
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
