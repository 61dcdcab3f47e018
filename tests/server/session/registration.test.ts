import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredCodes } from '#contract/organization/roleMatrix'
import { oauthCalls } from '#contract/session/oauth'
import { isAccountPassword, isPhone, isRegistrationPassword } from '#contract/session/registration'
import { tenantCalls } from '#contract/session/tenant'
import { userCalls } from '#contract/session/user'
import type { Asking } from '#server/ground/http/handler'
import { CODE_MS, CODE_TRIES, type PhoneCodes } from '#server/session/phoneCodes'
import { registrationHandlers } from '#server/session/registration'
import { tryLimits } from '#server/session/tryLimits'
import { smsDoor } from '#server/ground/sms'
import { type Arrange, arrange } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let now = Date.now()
const MINUTE = 60_000

/** The operator's SMS service: keeps what it was given, and fails when told to. */
const texts: { phone: string; code: string; text: string; key: string | undefined }[] = []
let refuses = false
const service = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    if (!refuses) texts.push({ ...(JSON.parse(body) as (typeof texts)[number]), key: request.headers.authorization })
    response.writeHead(refuses ? 503 : 204).end()
  })
})

beforeAll(async () => {
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/send`
  server = await startTestServer({ clock: () => now, config: { sms: { url, key: 'a-key' } } })
  build = arrange(server.owner)
})
afterAll(async () => {
  await server?.close()
  service.close()
})

let phones = 13_000_000_000
const aPhone = () => String(++phones)
const ask = (phone: string) => {
  // An address may ask for few codes an hour.
  now += 3 * MINUTE
  return server.anonymous.call(oauthCalls.sendPhoneCaptcha, { query: { phone } })
}
async function aCode(phone: string) {
  const { status, body } = await ask(phone)
  expect({ status, success: body.success, demoCode: body.demoCode }).toEqual({ status: 200, success: true, demoCode: null })
  return { captchaKey: body.captchaKey!, captcha: texts.at(-1)!.code }
}
/** A captcha whose answer is known: the database keeps its hash. */
async function solvedCaptcha(): Promise<{ captchaKey: string; captcha: string }> {
  const { captchaKey } = (await server.anonymous.call(oauthCalls.captchaCode)).body
  const hash = createHash('sha256').update(`${captchaKey} HKNX`).digest('hex')
  await server.owner.query('update furrow.captcha set answer_hash = $2 where key = $1', [captchaKey, hash])
  return { captchaKey, captcha: 'hknx' }
}
async function register(phone: string, more: Record<string, string> = {}, password = 'Farm2026x') {
  return server.anonymous.call(tenantCalls.register, {
    body: {
      realName: 'Lin',
      tenantName: 'Lin Farms',
      phone,
      captcha: '000000',
      captchaKey: 'none',
      password: await server.encrypt(password),
      ...more,
    },
  })
}

describe('a code', () => {
  test('of six digits goes to the phone by the configured service, with its key', async () => {
    const phone = aPhone()
    const { captcha } = await aCode(phone)
    expect(captcha).toMatch(/^\d{6}$/)
    expect(texts.at(-1)).toMatchObject({ phone, key: 'Bearer a-key' })
    expect(texts.at(-1)!.text).toContain(captcha)
  })

  test('is refused to what is no phone', async () => {
    for (const phone of ['', '1380000000', '23800000000', '138000000000', '1380000000a'])
      expect((await server.anonymous.call(oauthCalls.sendPhoneCaptcha, { query: { phone } })).status).toBe(400)
  })

  test('that could not be sent is said, and another may be asked for at once', async () => {
    const phone = aPhone()
    refuses = true
    const { status, body } = await ask(phone)
    refuses = false
    expect({ status, body }).toMatchObject({ status: 200, body: { success: false, captchaKey: null } })
    expect(body.message).not.toBe('')
    await aCode(phone)
  })

  test('is asked for once a minute and ten times a day by a phone, however many ask at once', async () => {
    const phone = aPhone()
    now += 3 * MINUTE
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => server.anonymous.call(oauthCalls.sendPhoneCaptcha, { query: { phone } })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429])
    for (let at = 1; at < 10; at++) expect((await ask(phone)).status).toBe(200)
    expect((await ask(phone)).status).toBe(429)
  })

  test('is asked for with a solved captcha from the thirtieth an hour of an address on, and refused to nobody who has one', async () => {
    const from = (captcha: { captchaKey?: string; captcha?: string } = {}, phone = aPhone()) =>
      server.anonymous.call(oauthCalls.sendPhoneCaptcha, { query: { phone, ...captcha } })
    now += 61 * MINUTE
    for (let at = 0; at < 30; at++) expect((await from()).status).toBe(200)
    expect(await from()).toMatchObject({ status: 400, body: { code: 'error.register.captchaNeeded' } })
    for (let at = 0; at < 5; at++) expect((await from(await solvedCaptcha())).body).toMatchObject({ success: true })
    const solved = await solvedCaptcha()
    expect((await from({ ...solved, captcha: '0000' })).body.code).toBe('error.register.captchaWrong')
    expect((await from(solved)).body.code).toBe('error.register.captchaWrong')
    // A captcha is no way around what protects a phone.
    const phone = aPhone()
    expect((await from(await solvedCaptcha(), phone)).status).toBe(200)
    expect((await from(await solvedCaptcha(), phone)).status).toBe(429)
    now += 61 * MINUTE
    expect((await from()).status).toBe(200)
    now += 61 * MINUTE
  })

  test('is kept as a keyed hash', async () => {
    const { captchaKey, captcha } = await aCode(aPhone())
    const { rows } = await server.owner.query('select * from phone_code where key = $1', [captchaKey])
    expect(JSON.stringify({ ...rows[0], phone: '', key: '', sent_at: 0, expires_at: 0 })).not.toContain(captcha)
  })
})

describe('registration', () => {
  test('founds a novice organisation whose administrator signs in with the phone and may do everything there', async () => {
    const phone = aPhone()
    const { status, body } = await register(phone, { ...(await aCode(phone)), tenantName: '  Green Valley  ' })
    expect({ status, body }).toEqual({ status: 200, body: true })
    const client = await server.signIn(phone, 'Farm2026x')
    const { body: self } = await client.call(userCalls.self)
    expect(self).toMatchObject({ loginName: phone, realName: 'Lin', tenants: [{ tenantName: 'Green Valley' }] })
    const codes = [...declaredCodes.slice(0, 60), 'wfpf.anything.at.all']
    expect((await client.call(userCalls.checkResources, { body: codes })).body).toEqual(
      // What nobody declares is nobody's.
      codes.map((code) => ({ code, approve: code !== 'wfpf.anything.at.all' })),
    )
    const { rows } = await server.owner.query<{ novice: boolean }>('select novice from tenant where id = $1', [self.tenantId])
    expect(rows).toEqual([{ novice: true }])
  })

  test('of a phone that is registered already fails, and so does one whose login name is taken', async () => {
    const phone = aPhone()
    await register(phone, await aCode(phone))
    expect((await register(phone, await aCode(phone))).body.code).toBe('error.register.phoneRegistered')
    const taken = aPhone()
    await build.aUser({ login_name: taken })
    expect(await register(taken, await aCode(taken))).toMatchObject({ status: 409, body: { code: 'error.register.loginNameExists' } })
  })

  test('twice at once founds one organisation', async () => {
    const phone = aPhone()
    const code = await aCode(phone)
    const answers = await Promise.all([register(phone, code), register(phone, code), register(phone, code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 400, 409]).toContain(status)
    const { rows } = await server.owner.query('select id from app_user where login_name = $1', [phone])
    expect(rows).toHaveLength(1)
  })

  test('does not tell who has no right code whether a phone is registered', async () => {
    const phone = aPhone()
    await register(phone, await aCode(phone))
    const [known, unknown] = [await register(phone), await register(aPhone())]
    expect(known.body).toEqual(unknown.body)
    expect(known.body.code).toBe('error.register.codeWrong')
  })

  test('takes a code for five minutes, for its own phone, until a newer one is asked for, and once', async () => {
    const phone = aPhone()
    const old = await aCode(phone)
    expect((await register(aPhone(), old)).body.code).toBe('error.register.codeWrong')
    const fresh = await aCode(phone)
    expect((await register(phone, old)).body.code).toBe('error.register.codeWrong')
    now += CODE_MS
    expect((await register(phone, fresh)).body.code).toBe('error.register.codeWrong')
    const last = await aCode(phone)
    expect((await register(phone, last)).status).toBe(200)
    await server.owner.query(`update app_user set login_name = 'someone else', phone = null where phone = $1`, [phone])
    expect((await register(phone, last)).body.code).toBe('error.register.codeWrong')
  })

  test('takes a code no more after a few wrong tries, even the right one', async () => {
    const phone = aPhone()
    const code = await aCode(phone)
    const wrong = code.captcha === '111111' ? '222222' : '111111'
    for (let at = 0; at < CODE_TRIES; at++)
      expect((await register(phone, { ...code, captcha: wrong })).body.code).toBe('error.register.codeWrong')
    expect((await register(phone, code)).body.code).toBe('error.register.codeWrong')
  })

  test('holds the password to its rule, in the caller’s language, before the code is used', async () => {
    const phone = aPhone()
    const code = await aCode(phone)
    for (const password of ['short1', 'lettersonly', '12345678', 'letters and 1', 'symbols-123'])
      expect((await register(phone, code, password)).body).toMatchObject({
        code: 'error.input.invalid',
        fields: { password: expect.any(String) },
      })
    expect((await register(phone, code)).status).toBe(200)
  })

  test('refuses blanks and a password in no cipher', async () => {
    const phone = aPhone()
    expect((await register(phone, { realName: '   ' })).body.fields).toHaveProperty('realName')
    expect((await register(phone, { tenantName: '' })).body.fields).toHaveProperty('tenantName')
    expect((await register(phone, { phone: '123' })).body.fields).toHaveProperty('phone')
    expect((await register(phone, { password: 'Farm2026x' })).body.code).toBe('error.secret.cipher')
  })
})

describe('without an SMS service', () => {
  test.each([true, false])('with the demo %s, the code is in the log, and only the demo’s page gets it', async (demo) => {
    const lines: { phone?: string; code?: string }[] = []
    const log = { warn: (line: (typeof lines)[number]) => void lines.push(line) } as unknown as Logger
    const codes = { make: async () => ({ key: 'a key', code: '246810' }) } as unknown as PhoneCodes
    const { sendPhoneCaptcha } = registrationHandlers({
      db: null as never,
      keys: null as never,
      codes,
      captchas: null as never,
      sms: smsDoor({ url: null, key: null, log }),
      demo,
      limits: tryLimits(null as never, Date.now),
    })
    const asking = { address: '127.0.0.1', language: 'en-US' } as Asking
    const answer = await sendPhoneCaptcha({ params: {}, query: { phone: '13800000000' }, body: undefined }, asking)
    expect(answer).toMatchObject({ success: true, captchaKey: 'a key', demoCode: demo ? '246810' : null })
    expect(lines).toEqual([{ phone: '13800000000', code: '246810' }])
  })
})

describe('rules of what is typed', () => {
  test('a registration password has 8 letters and digits or more, both kinds, nothing else', () => {
    expect(['abcdefg1', 'A1234567', 'Furrow2026'].map(isRegistrationPassword)).toEqual([true, true, true])
    expect(['abcdef1', 'abcdefgh', '12345678', 'abc 12345', 'abc-12345', `a1${'x'.repeat(63)}`].some(isRegistrationPassword)).toBe(false)
  })
  test('an account password has 6 to 20 characters of two kinds', () => {
    expect(['abc123', 'abc-!?', '123!!!', 'aB3$aB3$aB3$aB3$aB3$'].map(isAccountPassword)).toEqual([true, true, true, true])
    expect(['abc12', 'abcdef', '123456', '!!!!!!', 'abc 123', 'aB3$aB3$aB3$aB3$aB3$x'].some(isAccountPassword)).toBe(false)
  })
  test('a phone has 11 digits and begins with 1', () => {
    expect(isPhone('13800000000')).toBe(true)
    expect(['', '1380000000', '03800000000', '138 0000 0000', '+8613800000000'].some(isPhone)).toBe(false)
  })
})
