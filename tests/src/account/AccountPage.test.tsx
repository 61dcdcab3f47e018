import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import account from '#locales/en-US/account' with { type: 'json' }
import { boot } from '#src/api/boot.ts'
import AccountPage from '#src/screens/account/AccountPage.tsx'
import { session } from '#src/session/session.ts'
import * as wayBack from '#src/session/wayBack.ts'
import { show } from '../crud/showing.tsx'

i18next.addResourceBundle('en-US', 'account', account)
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const self = { id: 1, tenantId: 7, loginName: 'lin', realName: 'Lin', imageUrl: null, tenants: [] }
const sent: { path: string; body: string }[] = []
let answer: () => Response

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('furrow.language', 'en-US')
  localStorage.setItem('furrow.accessToken', 'a')
  Object.assign(boot, { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) })
  session.set({ ...session.get(), status: 'signedIn', self, tenantId: 7 })
  sent.length = 0
  answer = () => Response.json(true)
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    if (address.endsWith('/users/self')) return Response.json(self)
    if (method === 'GET' || address.endsWith('/check-resources')) return Response.json([])
    sent.push({ path: address, body: body ?? '' })
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const decrypted = (cipher: string) =>
  Buffer.from(privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, Buffer.from(cipher, 'base64')).toString(), 'base64').toString()
function change(original: string, fresh: string, again = fresh) {
  for (const [label, value] of [
    ['Current password', original],
    ['New password', fresh],
    ['New password again', again],
  ] as const)
    fireEvent.change(field(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
}

describe('the own account', () => {
  test.each([
    ['info', 'Profile', 'Login name'],
    ['like', 'Preferences', 'Appearance'],
    ['safe', 'Security', 'Signed-in devices'],
    ['nothing', 'Profile', 'Login name'],
  ])('shows the section that the key %s names (ACCOUNT-01)', (key, tab, words) => {
    show(<AccountPage />, { at: `/web/user?key=${key}` })
    expect(screen.getByRole('tab', { name: tab }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByText(words)).toBeTruthy()
  })

  test('does not say that a name is saved where it was not (ERRORS-07)', async () => {
    answer = () =>
      Response.json({ failed: true, code: 'error.x', message: 'The name is too odd', fields: { realName: 'too odd' } }, { status: 400 })
    show(<AccountPage />, { at: '/web/user?key=info' })
    fireEvent.change(field('Name'), { target: { value: 'Lin Mei' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('too odd')).toBeTruthy()
    expect(screen.queryByText('Saved successfully')).toBeNull()
    expect(field('Name').value).toBe('Lin Mei')
  })

  test('changes the real name by its own call, and nothing else with it (ACCOUNT-05)', async () => {
    show(<AccountPage />, { at: '/web/user?key=info' })
    fireEvent.change(field('Name'), { target: { value: 'Lin Mei' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved successfully')).toBeTruthy()
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ realName: 'Lin Mei' }])
  })
})

describe('a change of password', () => {
  test.each(['abc1!', 'abcdefgh', '12345678', '!!!!!!!!', 'aB3$aB3$aB3$aB3$aB3$x'])(
    'to %s is refused by its rule, and not sent (ACCOUNT-02)',
    async (fresh) => {
      show(<AccountPage />, { at: '/web/user?key=safe' })
      change('Furrow2026', fresh)
      expect(
        await screen.findByText('6 to 20 characters with at least two of letters, symbols and digits', { selector: '.Mui-error' }),
      ).toBeTruthy()
      expect(sent).toEqual([])
    },
  )

  test('sends both passwords encrypted with the tenant, says that one must log in again after 2 seconds, and then leaves (ACCOUNT-03, -04)', async () => {
    const left = vi.spyOn(wayBack, 'goToLogin').mockReturnValue()
    show(<AccountPage />, { at: '/web/user?key=safe' })
    change('Furrow2026', 'Fields-27')
    await waitFor(() => expect(sent).toHaveLength(1))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { password, originalPassword, ...rest } = JSON.parse(sent[0]!.body) as Record<string, string>
    expect([decrypted(password!), decrypted(originalPassword!), rest]).toEqual(['Fields-27', 'Furrow2026', { organizationId: 7 }])
    expect(await screen.findByText('Your password was changed. You must log in again after 2 seconds.')).toBeTruthy()
    expect(left).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await waitFor(() => expect(left).toHaveBeenCalledWith('passwordChanged'))
  })
})
