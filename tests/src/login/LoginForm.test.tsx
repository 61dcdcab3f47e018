import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import english from '#locales/en-US/session' with { type: 'json' }

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const script = document.createElement('script')
script.type = 'application/json'
script.id = 'boot'
script.textContent = JSON.stringify({ publicKey: publicKey.export({ type: 'spki', format: 'pem' }), demo: false })
document.head.append(script)
// The page reads its boot script when it is loaded.
const { LoginForm } = await import('#src/login/LoginForm.tsx')

interface Reply {
  readonly status: number
  readonly body: unknown
}
// The first test of a busy machine carries the cost of loading the page.
vi.setConfig({ testTimeout: 20_000 })

let captchaNeeded = false
let answerToken: (form: URLSearchParams) => Reply
const asked: string[] = []
const forms: URLSearchParams[] = []
const onSignedIn = vi.fn()

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('furrow.language', 'en-US')
  asked.length = 0
  forms.length = 0
  captchaNeeded = false
  onSignedIn.mockClear()
  answerToken = () => ({ status: 200, body: { access_token: 'access', refresh_token: 'refresh', expires_in: 900, token_type: 'bearer' } })
  let captchas = 0
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string }) => {
    asked.push(address)
    let reply: Reply
    if (address.startsWith('/oauth/login/user-params')) reply = { status: 200, body: { isNeedCaptcha: captchaNeeded } }
    else if (address === '/oauth/public/captcha-code') reply = { status: 200, body: { captchaKey: `captcha-${++captchas}` } }
    else {
      const form = new URLSearchParams(body)
      forms.push(form)
      reply = answerToken(form)
    }
    return Promise.resolve(
      new Response(JSON.stringify(reply.body), { status: reply.status, headers: { 'content-type': 'application/json' } }),
    )
  })
})
afterEach(cleanup)

const show = (link: Parameters<typeof LoginForm>[0]['link'] = null) =>
  render(
    <StrictMode>
      <LoginForm words={english} says={null} link={link} onSignedIn={onSignedIn} />
    </StrictMode>,
  )
// A name's field is left when the next one is entered: that is when the server is asked about a captcha.
const type = (userName: string, password: string) => {
  const name = screen.getByLabelText('User name')
  fireEvent.change(name, { target: { value: userName } })
  fireEvent.blur(name)
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
const decrypted = (form: URLSearchParams) => {
  const plain = privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, Buffer.from(form.get('password') ?? '', 'base64'))
  return Buffer.from(plain.toString(), 'base64').toString()
}
const wrong = { status: 400, body: { failed: true, code: 'error.signIn.wrong', message: 'Wrong user name or password' } }

describe('the sign-in form', () => {
  test('has name, password, the way to a forgotten one, and a button that says when it signs in; a captcha only where one is needed (LOGIN-01, -02)', async () => {
    show()
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgetPassword')
    type('operator', 'Furrow2026')
    await waitFor(() => expect(asked).toContain('/oauth/login/user-params?username=operator'))
    expect(screen.queryByLabelText('Captcha')).toBeNull()
    submit()
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /Signing in/ })).disabled).toBe(true)
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
    expect(asked).not.toContain('/oauth/public/captcha-code')
  })

  test('says beside each field what is missing, and sends nothing', () => {
    show()
    submit()
    expect(screen.getByText('Please enter user name')).toBeTruthy()
    expect(screen.getByText('Please enter password')).toBeTruthy()
    expect(forms).toHaveLength(0)
  })

  test('refuses blanks alone', async () => {
    show()
    type('   ', '   ')
    submit()
    expect(await screen.findAllByText('Cannot enter only spaces')).toHaveLength(2)
    expect(forms).toHaveLength(0)
  })

  test('sends the password only encrypted, with the fixed fields, and keeps the tokens', async () => {
    show()
    type('operator', 'Furrow2026 密码')
    submit()
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
    const form = forms[0]!
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'password',
      client_id: 'furrow-web',
      client_secret: 'furrow-web',
      source_type: 'web',
      username: 'operator',
    })
    expect(form.get('device_id')).toMatch(/^\d{6}$/)
    expect(decrypted(form)).toBe('Furrow2026 密码')
    expect(localStorage.getItem('furrow.accessToken')).toBe('access')
    expect(localStorage.getItem('furrow.refreshToken')).toBe('refresh')
  })

  test("shows the server's message after a failure, and a fresh captcha each time one is needed", async () => {
    captchaNeeded = true
    answerToken = () => wrong
    show()
    type('operator', 'guess')
    submit()
    const captcha = await screen.findByLabelText('Captcha')
    fireEvent.change(captcha, { target: { value: 'abcd' } })
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('/oauth/public/captcha/captcha-1'))
    submit()
    expect(await screen.findByText('Wrong user name or password')).toBeTruthy()
    expect(forms[0]!.get('captchaKey')).toBe('captcha-1')
    expect(forms[0]!.get('captcha')).toBe('abcd')
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('/oauth/public/captcha/captcha-2'))
    expect(screen.getByLabelText<HTMLInputElement>('User name').value).toBe('operator')
  })

  test('wants the captcha that is shown, and not blanks in its place (LOGIN-07)', async () => {
    captchaNeeded = true
    show()
    type('operator', 'x')
    const captcha = await screen.findByLabelText('Captcha')
    await waitFor(() => expect(document.querySelector('img')).toBeTruthy())
    submit()
    expect(await screen.findByText('Please enter captcha')).toBeTruthy()
    fireEvent.change(captcha, { target: { value: '  ' } })
    submit()
    expect(await screen.findByText('Cannot enter only spaces')).toBeTruthy()
    expect(forms).toHaveLength(0)
  })

  test('asks for another picture when the picture is clicked', async () => {
    captchaNeeded = true
    show()
    type('operator', 'x')
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toContain('captcha-1'))
    fireEvent.click(screen.getByRole('button', { name: 'Captcha picture, click for another one' }))
    await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toContain('captcha-2'))
  })

  test('signs in once by itself with credentials that the address brought', async () => {
    show({ kind: 'credentials', userName: 'viewer', password: 'Furrow2026' })
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
    expect(forms).toHaveLength(1)
    expect(decrypted(forms[0]!)).toBe('Furrow2026')
  })

  test('sends nothing where the password does not fit under the key', async () => {
    show()
    type('operator', 'x'.repeat(200))
    submit()
    expect(await screen.findByText('Sign-in failed, please try again later')).toBeTruthy()
    expect(forms).toHaveLength(0)
  })

  test('says that the network failed where nobody answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    show()
    type('operator', 'x')
    submit()
    expect(await screen.findByText('Network error. Check your connection.')).toBeTruthy()
  })

  test('says that there is no network where a kept page was drawn without one, until it is back', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    show()
    expect((await screen.findByRole('status')).textContent).toBe(english.login.noNetwork)
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
    online.mockRestore()
  })
})

test('who has a second factor is asked for its code, and signs in by that; a recovery code goes the same way', async () => {
  answerToken = (form) =>
    form.get('grant_type') === 'password'
      ? { status: 200, body: { challenge: 'the challenge', expires_in: 300 } }
      : form.get('code') === '123456'
        ? { status: 200, body: { access_token: 'access', refresh_token: 'refresh', expires_in: 900, token_type: 'bearer' } }
        : { status: 400, body: { failed: true, code: 'error.signIn.codeWrong', message: 'Wrong code' } }
  show({ kind: 'credentials', userName: 'operator', password: 'Furrow2026' })
  const code = await screen.findByLabelText(english.login.code.app)
  expect(localStorage.getItem('furrow.accessToken')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: english.login.code.lost }))
  fireEvent.change(screen.getByLabelText(english.login.code.recovery), { target: { value: 'aaaa' } })
  fireEvent.submit(screen.getByLabelText(english.login.code.recovery))
  await screen.findByText('Wrong code')
  expect(code.isConnected).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: english.login.code.found }))
  fireEvent.change(screen.getByLabelText(english.login.code.app), { target: { value: '123456' } })
  fireEvent.submit(screen.getByLabelText(english.login.code.app))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  expect(Object.fromEntries(forms.at(-1)!)).toMatchObject({ grant_type: 'second_factor', challenge: 'the challenge', code: '123456' })
  expect(localStorage.getItem('furrow.accessToken')).toBe('access')
})
