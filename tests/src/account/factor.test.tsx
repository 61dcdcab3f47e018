import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { generateKeyPairSync } from 'node:crypto'
import { lazy, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import account from '#locales/en-US/account' with { type: 'json' }
import { boot } from '#src/api/boot.ts'
import { ElsewhereSection } from '#src/screens/account/ElsewhereSection.tsx'
import EnrolFirst from '#src/screens/account/EnrolFirst.tsx'
import { FactorSection } from '#src/screens/account/factor/FactorSection.tsx'
import { sayLinked } from '#src/session/elsewhere.ts'
import { session } from '#src/session/session.ts'
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('en-US', 'account', account)
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const SECRET = 'ABCDEFGHIJKLMNOP'
const CODES = Array.from({ length: 10 }, (_, nth) => `code-${nth}`)
const tenants = [7, 8].map((tenantId) => ({ tenantId, tenantName: `Farm ${tenantId}`, tenantNum: '', isDefault: false }))
const self = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: tenants.slice(0, 1) }

/** What the server has of the factor. */
let factor: { on: boolean; demanded: boolean }
let confirmed: () => Response
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('furrow.language', 'en-US')
  localStorage.setItem('furrow.accessToken', 'a')
  Object.assign(boot, { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) })
  session.set({ ...session.get(), status: 'signedIn', self: self as never, tenantId: 7 })
  factor = { on: false, demanded: false }
  confirmed = () => {
    factor.on = true
    return Response.json({ codes: CODES })
  }
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    if (address.endsWith('/users/self')) return Response.json(self)
    if (address.endsWith('/second-factor/offer')) return Response.json({ secret: SECRET, uri: `otpauth://totp/x?secret=${SECRET}` })
    if (address.endsWith('/second-factor') && method === 'PUT') return confirmed()
    if (address.endsWith('/second-factor')) return Response.json({ ...factor, since: factor.on ? 1 : null, codesLeft: factor.on ? 10 : 0 })
    if (address.endsWith('/oidc')) return Response.json({ label: 'Farm union', since: 1 })
    return Response.json([])
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!)
/** From the password to the code of the app. */
async function enrol(code = '123456') {
  fireEvent.change(await screen.findByLabelText('Current password'), { target: { value: 'Furrow2026' } })
  press('Next')
  expect((await screen.findByLabelText('Secret')).textContent).toBe('ABCD EFGH IJKL MNOP')
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: code } })
  press('Switch on two-factor sign-in')
}
const kept = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])

test('the recovery codes are shown once, after a code that was right, and are kept nowhere', async () => {
  const right = confirmed
  confirmed = () =>
    Response.json({ failed: true, code: 'error.input.invalid', message: 'No', fields: { code: 'Not the code' } }, { status: 400 })
  show(<FactorSection />)
  fireEvent.click(await screen.findByRole('button', { name: 'Switch on two-factor sign-in' }))
  await enrol('000000')
  expect(await screen.findByText('Not the code')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull()
  confirmed = right
  press('Switch on two-factor sign-in')
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect([...list.children].map((line) => line.textContent)).toEqual(CODES)
  // Nothing closes it by the way: who has not kept them has lost them.
  fireEvent.keyDown(list, { key: 'Escape' })
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(screen.getByRole('list', { name: 'Recovery codes' })).toBeTruthy()
  press('I have kept them')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull())
  expect(await screen.findByText(/10 recovery codes left/)).toBeTruthy()
  expect(document.body.textContent).not.toContain('code-3')
  for (const secret of [SECRET, ...CODES]) expect(kept()).not.toContain(secret)
})

test('where it is demanded it cannot be switched off, and that is said', async () => {
  factor = { on: true, demanded: true }
  show(<FactorSection />)
  expect(await screen.findByText(account.factor.demanded)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'New recovery codes' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Switch off two-factor sign-in' })).toBeNull()
})

test('whoever lacks a demanded one sees nothing else until the codes were kept, and has the ways out', async () => {
  const hold = vi.fn()
  show(<EnrolFirst hold={hold} />)
  expect(screen.getByText('Farm 7 asks everybody for a second factor. Switch it on, and you can go on.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Go to another enterprise' })).toBeNull()
  // The page hears that the rights have changed before it has the answer: it is held by then, or the codes would be gone.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (address: string, given: { method: string }) => {
    if (address.endsWith('/second-factor') && given.method === 'PUT') await answered
    return fetch(address, given)
  })
  await enrol()
  await waitFor(() => expect(hold.mock.calls).toEqual([[true]]))
  answer()
  await screen.findByRole('list', { name: 'Recovery codes' })
  expect(hold.mock.calls).toEqual([[true]])
  press('I have kept them')
  await waitFor(() => expect(hold.mock.calls).toEqual([[true], [false]]))
  cleanup()
  session.set({ ...session.get(), self: { ...self, tenants } as never })
  show(<EnrolFirst hold={hold} />)
  expect(screen.getByRole('button', { name: 'Go to another enterprise' })).toBeTruthy()
})

test('whose code was wrong is held no longer', async () => {
  const hold = vi.fn()
  confirmed = () => Response.json({ failed: true, code: 'error.secondFactor.code', message: 'Wrong' }, { status: 400 })
  show(<EnrolFirst hold={hold} />)
  await enrol('000000')
  await waitFor(() => expect(hold.mock.calls).toEqual([[true], [false]]))
})

test('that an account elsewhere was linked is said once, however often the page is drawn', async () => {
  sayLinked('')
  const { promise, resolve } = Promise.withResolvers<{ default: () => null }>()
  // What stands beside it is not there yet: its first drawing is thrown away.
  const Late = lazy(() => promise)
  show(
    <Suspense fallback="not yet">
      <ElsewhereSection />
      <Late />
    </Suspense>,
  )
  expect(screen.getByText('not yet')).toBeTruthy()
  await act(async () => resolve({ default: () => null }))
  expect(await screen.findByText('Linked with Farm union')).toBeTruthy()
  cleanup()
  show(<ElsewhereSection />)
  expect(await screen.findByRole('button', { name: 'End the link with Farm union' })).toBeTruthy()
  expect(screen.queryByText('Linked with Farm union')).toBeNull()
})
