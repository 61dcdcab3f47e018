import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UNDELIVERED_EDIT, type Undelivered, undeliveredCalls } from '#contract/notices/undelivered'
import { queryKeyOf } from '#src/api/useCall.ts'
import UndeliveredPage from '#src/screens/notices/UndeliveredPage.tsx'
import { startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { queryClient, show } from '../crud/showing.tsx'

const dead = (undeliveredId: number, more: Partial<Undelivered> = {}): Undelivered => ({
  undeliveredId,
  kind: 'message',
  what: `Message: frost ${undeliveredId}`,
  to: 'Lin',
  reason: 'It took longer than 5 seconds',
  error: 'it took too long',
  severity: 'critical',
  link: '/web/farm/base',
  attempts: 16,
  createdAt: Date.UTC(2026, 10, 22),
  givenUpAt: Date.UTC(2026, 10, 22, 3),
  ...more,
})
let rows: Undelivered[]
let failing: number | null
let asked: string[]
let held: boolean

beforeEach(() => {
  rows = [dead(2, { to: null, link: null }), dead(1)]
  failing = null
  asked = []
  held = true
  startAnew('')
  const self = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
  session.set({ ...session.get(), status: 'signedIn', self, tenantId: 7 })
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const { pathname } = new URL(address, 'http://farm.example')
    if (pathname.endsWith('/check-resources'))
      return Response.json((JSON.parse(body ?? '[]') as string[]).map((code) => ({ code, approve: held && code === UNDELIVERED_EDIT })))
    if (method !== 'GET') {
      asked.push(`${method} ${pathname.replace(/^.*messages/, '')}`)
      const id = Number(/undelivered\/(\d+)/.exec(pathname)![1])
      rows = rows.filter(({ undeliveredId }) => undeliveredId !== id)
      return Response.json(method === 'POST' ? true : 1)
    }
    if (failing != null) return Response.json({ failed: true, code: 'error.x', message: 'Closed' }, { status: failing })
    return Response.json({ content: rows, number: 1, size: 10, totalElements: rows.length })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const row = (what: string) => screen.findByRole('row', { name: new RegExp(what) })

test('what nobody was told of is listed with its reader and reason, and opened: all that is known, and the page that it is about', async () => {
  show(<UndeliveredPage />)
  expect(within(await row('frost 1')).getByText('Lin')).toBeTruthy()
  expect(within(await row('frost 2')).getByText('Everybody')).toBeTruthy()
  await userEvent.click(within(await row('frost 1')).getByText('Lin'))
  const window = await screen.findByRole('dialog', { name: 'Message: frost 1' })
  for (const said of ['It took longer than 5 seconds', 'it took too long', 'Critical', '16'])
    expect(within(window).getByText(said)).toBeTruthy()
  expect(within(window).getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe('/web/farm/base')
  await userEvent.click(await within(window).findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toEqual(['POST /undelivered/1/retry'])
  await waitFor(() => expect(screen.queryByRole('row', { name: /frost 1/ })).toBeNull())
})

test('it is dropped after one question, and when the last is gone the page says that all were delivered', async () => {
  rows = [dead(3)]
  show(<UndeliveredPage />)
  await userEvent.click(await within(await row('frost 3')).findByRole('button', { name: 'Drop' }))
  const question = await screen.findByRole('dialog', { name: 'Drop "Message: frost 3"?' })
  expect(asked).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Drop' }))
  expect(await screen.findByText('Everything was delivered')).toBeTruthy()
  expect(asked).toEqual(['DELETE /undelivered/3'])
})

test('many are tried again at once', async () => {
  show(<UndeliveredPage />)
  await userEvent.click((await screen.findAllByRole('checkbox', { name: /select all/i }))[0]!)
  const bar = await screen.findByRole('toolbar', { name: 'Bulk actions' })
  await userEvent.click(await within(bar).findByRole('button', { name: 'Try again' }))
  const question = await screen.findByRole('dialog', { name: 'Try 2 selected messages again?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(await screen.findByText('2 messages are being tried again')).toBeTruthy()
})

test('who may only read is offered no act; what changes elsewhere, and a failure, show', async () => {
  held = false
  show(<UndeliveredPage />)
  await row('frost 1')
  expect(screen.queryByRole('button', { name: 'Drop' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  // As the word that the list changed has it read again.
  expect(undeliveredCalls.page.follows).toContain('undelivered')
  rows = [dead(9)]
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(undeliveredCalls.page) }))
  expect(await row('frost 9')).toBeTruthy()
  cleanup()
  failing = 422
  show(<UndeliveredPage />)
  expect(await screen.findByText('The undelivered messages could not be loaded')).toBeTruthy()
  failing = null
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row('frost 9')).toBeTruthy()
})
