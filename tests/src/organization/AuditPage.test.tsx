import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AUDIT_EXPORT, type AuditEntry } from '#contract/organization/audit'
import AuditPage from '#src/screens/organization/AuditPage.tsx'
import { belongings, startAnew } from '#src/session/belongings.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  auditId: 1,
  at: new Date(2026, 10, 22, 9).getTime(),
  userId: 5,
  userName: 'Lin Yue',
  address: '10.1.2.3',
  device: 'Mozilla/5.0 (Macintosh) Firefox/140.0',
  act: 'gateway.update',
  kind: 'device',
  verb: 'changed',
  title: 'Pump house',
  changes: [
    { label: 'Base', before: ['North'], after: ['South'], secret: false },
    { label: 'Secret', before: [], after: [], secret: true },
  ],
  ...more,
})
let entries: AuditEntry[]
let failing: boolean
let asked: URLSearchParams[]
let mayExport: boolean

beforeEach(() => {
  entries = [entry(), entry({ auditId: 2, userId: null, userName: null, address: null, device: null, act: null, verb: 'deleted' })]
  failing = false
  asked = []
  mayExport = false
  startAnew('')
  const self = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
  session.set({ ...session.get(), status: 'signedIn', self, tenantId: 7 })
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    const { pathname, searchParams } = new URL(address, 'http://farm.example')
    if (pathname.endsWith('/check-resources'))
      return Response.json((JSON.parse(body ?? '[]') as string[]).map((code) => ({ code, approve: mayExport && code === AUDIT_EXPORT })))
    if (pathname.endsWith('/people')) return Response.json([{ userId: 5, realName: 'Lin Yue' }])
    asked.push(searchParams)
    if (failing) return Response.json({ failed: true, code: 'error.x', message: 'Closed for today' }, { status: 422 })
    return Response.json({ content: entries, number: 1, size: 10, totalElements: entries.length })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('an entry opens with who, when, from where, and what was before and after', async () => {
  show(<AuditPage />)
  await userEvent.click((await screen.findAllByText('Pump house'))[0]!)
  const opened = await screen.findByRole('dialog', { name: /Device changed.*Pump house/ })
  for (const said of ['Lin Yue', '2026-11-22 09:00:00', '10.1.2.3', 'Firefox · macOS', 'gateway.update'])
    expect(opened.textContent).toContain(said)
  const [base, secret] = within(opened).getAllByRole('listitem')
  expect(base!.textContent).toBe('BaseBeforeNorthAfterSouth')
  expect(secret!.textContent).toContain('is not shown')
})

test('what the server did in nobody’s name is said to be its own, and of what is gone there is no after', async () => {
  entries = entries.slice(1)
  show(<AuditPage />)
  await userEvent.click(await screen.findByText('Pump house'))
  const opened = await screen.findByRole('dialog', { name: /Device deleted/ })
  expect(opened.textContent).toContain('The server')
  expect(within(opened).getAllByRole('listitem')[0]!.textContent).toBe('BaseBeforeNorth')
})

test('the address narrows the list', async () => {
  show(<AuditPage />, { at: '/?kind=device&userId=5&from=2026-11-01&page=2' })
  await screen.findAllByText('Pump house')
  expect(Object.fromEntries(asked[0]!)).toMatchObject({ kind: 'device', userId: '5', from: '2026-11-01', page: '2' })
})

test('an empty trail says so, one that cannot be read says why', async () => {
  entries = []
  show(<AuditPage />)
  expect(await screen.findByText('Nothing has been recorded yet')).toBeTruthy()
  cleanup()
  failing = true
  startAnew('')
  show(<AuditPage />)
  expect(await screen.findByText('Closed for today')).toBeTruthy()
})

test('it leaves as a spreadsheet only for who may take it away', async () => {
  show(<AuditPage />)
  await screen.findAllByText('Pump house')
  await waitFor(() => expect(belongings.get().permissions.get(AUDIT_EXPORT)).toBe(false))
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  cleanup()
  startAnew('')
  mayExport = true
  show(<AuditPage />)
  expect(await screen.findByRole('button', { name: 'Export' })).toBeTruthy()
})
