import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Device } from '#contract/devices/device'
import { ShownText } from '#src/screens/devices/page/ShownText.tsx'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'

let held: unknown
beforeEach(() => {
  session.set({
    status: 'signedIn',
    self: { id: 9, tenantId: 1, loginName: 'o', realName: 'O', imageUrl: null, tenants: [] },
    tenantId: 1,
    accessToken: () => Promise.resolve('t'),
  })
  vi.stubGlobal('fetch', async () => Response.json(held))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const asked = { values: { shownText: 'Asked' }, at: 2, state: 'sent', message: null, author: 'O' }
const open = () => show(<ShownText device={{ id: 4 } as Device} />)

test('a screen shows what it confirmed, never what was only asked of it', async () => {
  held = { confirmed: { values: { shownText: 'Spraying until 18:00', shownLevel: 40 }, at: 1 }, asked }
  open()
  expect(await screen.findByText('Spraying until 18:00')).toBeDefined()
  expect(screen.queryByText('Asked')).toBeNull()
})

test('a screen that confirmed nothing, or an empty text, is said to show none', async () => {
  held = { confirmed: null, asked }
  open()
  expect(await screen.findByText('The screen has not confirmed any text yet')).toBeDefined()
  cleanup()
  held = { confirmed: { values: { shownText: null, shownLevel: null }, at: 1 }, asked: null }
  open()
  expect(await screen.findByText('Nothing is on the screen')).toBeDefined()
})
