import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import english from '#locales/en-US/session' with { type: 'json' }
import { boot } from '#src/api/boot.ts'
import { RegisterForm } from '#src/login/RegisterForm.tsx'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PHONE = '13800000000'
let codeAnswer: () => Response
let registerAnswer: () => Response
const sent: { address: string; body: Record<string, string> | null }[] = []
const onDone = vi.fn()
const refused =
  (code: string, message: string, status = 409) =>
  () =>
    Response.json({ failed: true, code, message }, { status })

beforeEach(() => {
  localStorage.setItem('furrow.language', 'en-US')
  Object.assign(boot, { publicKey: publicKey.export({ type: 'spki', format: 'pem' }) })
  sent.length = 0
  onDone.mockClear()
  codeAnswer = () => Response.json({ success: true, message: 'sent', captchaKey: 'a key', demoCode: null })
  registerAnswer = () => Response.json(true)
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    sent.push({ address, body: body == null ? null : (JSON.parse(body) as Record<string, string>) })
    if (address.includes('/captcha-code')) return Response.json({ captchaKey: `picture ${sent.length}` })
    return address.includes('/register') ? registerAnswer() : codeAnswer()
  })
  render(<RegisterForm words={english} onDone={onDone} />)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const codeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Send code|Sending|Again in \d+ s)/ })
const submit = () => press('Apply for an account')
async function askForCode() {
  type('Mobile number', PHONE)
  press('Send code')
  await screen.findByText(`The code was sent to ${PHONE}`)
}
function fillIn(password = 'Farm2026x') {
  type('Your name', 'Lin')
  type('Enterprise name', 'Green Valley')
  type('Phone code', '123456')
  type('Password', password)
}

describe('the registration form', () => {
  test('says that the phone will be the user name', () => {
    expect(screen.getByText('This number will be your user name')).toBeTruthy()
  })

  test('has its five fields, a button for the code, one that applies, and a way back to sign-in (REGISTER-01, -11)', () => {
    expect(['Your name', 'Enterprise name', 'Mobile number', 'Phone code', 'Password'].map((label) => field(label).value)).toEqual([
      '',
      '',
      '',
      '',
      '',
    ])
    expect(codeButton().disabled).toBe(false)
    expect(screen.getByRole('button', { name: 'Apply for an account' }).getAttribute('type')).toBe('submit')
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/login')
  })

  test('says beside each field what is missing, the code first of all, and sends nothing (REGISTER-02, -07)', async () => {
    submit()
    for (const words of [
      'Please enter your name',
      'Please enter the enterprise name',
      'Please enter phone number',
      'Please enter password',
    ])
      expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByText('Please send the verification code')).toBeTruthy()
    expect(sent).toEqual([])
    await askForCode()
    submit()
    expect(screen.getByText('Please enter the phone code')).toBeTruthy()
    expect(sent).toHaveLength(1)
  })

  test('shows a captcha where the server wants one, and sends what was read with the next asking', async () => {
    expect(screen.queryByLabelText('Captcha')).toBeNull()
    codeAnswer = refused('error.register.captchaNeeded', 'Many codes were asked for', 400)
    type('Mobile number', PHONE)
    press('Send code')
    await screen.findByText('Many codes were asked for')
    const image = () => screen.getByRole('button', { name: english.login.captchaImage }).querySelector('img')?.getAttribute('src')
    await waitFor(() => expect(image()).toBe('/oauth/public/captcha/picture%202'))
    press('Send code')
    expect(screen.getByText('Please enter captcha')).toBeTruthy()
    expect(sent).toHaveLength(2)
    codeAnswer = refused('error.register.captchaWrong', 'Wrong captcha', 400)
    type('Captcha', 'HKNX')
    press('Send code')
    await screen.findByText('Wrong captcha')
    await waitFor(() => expect(image()).toBe('/oauth/public/captcha/picture%204'))
    expect(field('Captcha').value).toBe('')
    expect(sent[2]!.address).toContain('captchaKey=picture+2&captcha=HKNX')
    codeAnswer = () => Response.json({ success: true, message: 'sent', captchaKey: 'a key', demoCode: null })
    type('Captcha', 'MKXA')
    press('Send code')
    await screen.findByText(`The code was sent to ${PHONE}`)
    expect(screen.queryByLabelText('Captcha')).toBeNull()
  })

  test.each(['short1', 'lettersonly', '12345678', 'symbols-123'])('refuses the password %s by its rule (REGISTER-03)', async (password) => {
    await askForCode()
    fillIn(password)
    submit()
    expect(screen.getByText(/at least 8 characters/i, { selector: '.Mui-error' })).toBeTruthy()
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['', 'Please enter phone number'],
    ['23800000000', 'Enter the correct phone number'],
    ['1380000000', 'Enter the correct phone number'],
  ])('sends no code to the phone "%s", and says why (REGISTER-04, -05)', (phone, words) => {
    type('Mobile number', phone)
    press('Send code')
    expect(screen.getByText(words)).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('lets no second code be asked for from the moment of asking until a minute is over (REGISTER-06)', async () => {
    type('Mobile number', PHONE)
    press('Send code')
    expect(codeButton().disabled).toBe(true)
    await screen.findByText(`The code was sent to ${PHONE}`)
    expect(codeButton().disabled).toBe(true)
    expect(codeButton().textContent).toMatch(/^Again in (60|59|58) s$/)
  })

  test('may ask again at once where the code was not sent, and says the words of the server (REGISTER-09)', async () => {
    codeAnswer = refused('error.busy', 'Ten codes a day are enough', 429)
    type('Mobile number', PHONE)
    press('Send code')
    expect(await screen.findByText('Ten codes a day are enough')).toBeTruthy()
    expect(codeButton().disabled).toBe(false)
  })

  test('sends what was typed with the key of the code, the password encrypted, and is done (REGISTER-01, -08)', async () => {
    await askForCode()
    fillIn()
    submit()
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
    const { password, ...rest } = sent.at(-1)!.body!
    expect(rest).toEqual({ realName: 'Lin', tenantName: 'Green Valley', phone: PHONE, captcha: '123456', captchaKey: 'a key' })
    const plain = privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, Buffer.from(password!, 'base64')).toString()
    expect(Buffer.from(plain, 'base64').toString()).toBe('Farm2026x')
  })

  test.each([
    ['error.register.loginNameExists', 'Mobile number'],
    ['error.register.phoneRegistered', 'Mobile number'],
    ['error.register.codeWrong', 'Phone code'],
  ])('says %s beside its field and keeps what was typed (REGISTER-09)', async (code, label) => {
    registerAnswer = refused(code, 'the words of the server')
    await askForCode()
    fillIn()
    submit()
    await waitFor(() =>
      expect(document.getElementById(field(label).getAttribute('aria-describedby')!)?.textContent).toBe('the words of the server'),
    )
    expect(field('Enterprise name').value).toBe('Green Valley')
    expect(onDone).not.toHaveBeenCalled()
  })

  test('says any other failure above its button (REGISTER-09)', async () => {
    registerAnswer = refused('error.busy', 'Too many requests', 429)
    await askForCode()
    fillIn()
    submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Too many requests')
  })
})
