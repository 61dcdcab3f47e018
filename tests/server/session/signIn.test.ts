import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oauthCalls } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { userCalls } from '#contract/session/user'
import { drawCaptcha } from '#server/session/drawCaptcha'
import { type Arrange, arrange, PASSWORD } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
/** The server's clock stands where the tests put it. */
let now = Date.now()
/** How long tries were made to wait, ms. */
const paused: number[] = []

beforeAll(async () => {
  server = await startTestServer({
    clock: () => now,
    config: { trustProxy: ['127.0.0.1'] },
    async pause(ms) {
      now += ms
      paused.push(ms)
    },
  })
  build = arrange(server.owner)
})
afterAll(() => server?.close())

const client = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }
async function tryWith(username: string, password: string, more: Record<string, string> = {}) {
  return server.anonymous.call(oauthCalls.token, {
    body: {
      grant_type: 'password',
      ...client,
      source_type: 'web',
      device_id: '123456',
      username,
      password: await server.encrypt(password),
      ...more,
    },
  })
}
const needsCaptcha = async (username: string) =>
  (await server.anonymous.call(oauthCalls.userParams, { query: { username } })).body.isNeedCaptcha

/** A captcha whose answer is known, as nobody outside can make one: the database keeps its hash. */
async function solvedCaptcha(): Promise<{ captchaKey: string; captcha: string }> {
  const { captchaKey } = (await server.anonymous.call(oauthCalls.captchaCode)).body
  const captcha = 'HKNX'
  const hash = createHash('sha256').update(`${captchaKey} ${captcha}`).digest('hex')
  await server.owner.query('update furrow.captcha set answer_hash = $2 where key = $1', [captchaKey, hash])
  return { captchaKey, captcha }
}
async function failThrice(name: string) {
  for (let at = 0; at < 3; at++) {
    expect((await tryWith(name, 'wrong')).body.code).toBe('error.signIn.wrong')
  }
}

describe('signing in', () => {
  test('a right password opens the session of the default tenant', async () => {
    const [first, second] = [await build.aTenant({ name: 'First' }), await build.aTenant({ name: 'Second' })]
    const user = await build.aUser({ tenantId: first.id, codes: ['*'], default_tenant_id: second.id })
    await build.insert('membership', { tenant_id: second.id, user_id: user.id })
    const signedIn = await server.signIn(user.login_name)
    expect(signedIn.tokens).toMatchObject({ expires_in: 900, token_type: 'bearer' })
    const { body } = await signedIn.call(userCalls.self)
    expect(body).toMatchObject({ id: user.id, tenantId: second.id, loginName: user.login_name })
    expect(body.tenants.map(({ tenantName, defaultTenantId }) => [tenantName, defaultTenantId])).toEqual([
      ['First', second.id],
      ['Second', second.id],
    ])
  })

  test('a password may hold any letter there is', async () => {
    const { hashPassword } = await import('#server/session/password')
    const password = '田园2026 ☀️ é'
    const user = await build.aUser({ password_hash: await hashPassword(password) })
    expect((await tryWith(user.login_name, password)).status).toBe(200)
  })

  test.each([
    ['an unknown grant', { grant_type: 'magic', ...client }, 'error.signIn.grant'],
    ['another client', { grant_type: 'password', client_id: 'other', client_secret: CLIENT_SECRET }, 'error.signIn.client'],
    ['a password in plain text', { grant_type: 'password', ...client, username: 'x', password: PASSWORD }, 'error.secret.cipher'],
    ['no password', { grant_type: 'password', ...client, username: 'x' }, 'error.secret.cipher'],
    ['a made-up refresh token', { grant_type: 'refresh_token', ...client, refresh_token: 'a.b.c' }, 'error.signIn.refreshInvalid'],
  ])('%s is 400 and says which', async (_, body, code) => {
    const answer = await server.anonymous.call(oauthCalls.token, { body })
    expect(answer).toMatchObject({ status: 400, body: { failed: true, code } })
  })

  test('a failure speaks the caller’s language', async () => {
    const ask = async (headers: Record<string, string>, query = '') =>
      (await (await server.anonymous.raw('POST', `/oauth/oauth/token${query}`, { headers })).json()) as { message: string }
    const [chinese, english] = [(await ask({})).message, (await ask({ 'accept-language': 'en-GB,en;q=0.9,zh;q=0.5' })).message]
    expect(chinese).toMatch(/\p{Script=Han}/u)
    expect(english).toMatch(/^[\x20-\x7e]+$/)
    expect((await ask({ 'accept-language': 'zh-CN' }, '?lang=en-US')).message).toBe(english)
  })

  test('an unknown name and a disabled user fail as a wrong password does, and take the real work of a check', async () => {
    const user = await build.aUser({ enabled: false })
    const gone = await tryWith(user.login_name, PASSWORD)
    const unknown = await tryWith(`nobody-${randomBytes(4).toString('hex')}`, PASSWORD)
    expect(gone.body).toEqual(unknown.body)
    expect(unknown.body.code).toBe('error.signIn.wrong')
  })
})

describe('the captcha', () => {
  test('is asked for after three failures of a name, and a right password alone does not pass then', async () => {
    const user = await build.aUser()
    expect(await needsCaptcha(user.login_name)).toBe(false)
    await failThrice(user.login_name)
    expect(await needsCaptcha(user.login_name)).toBe(true)
    expect(await needsCaptcha(user.login_name.toUpperCase())).toBe(true)
    expect((await tryWith(user.login_name, PASSWORD)).body.code).toBe('error.signIn.captchaNeeded')
  })

  test('answered rightly with the right password signs in and clears the name', async () => {
    const user = await build.aUser()
    await failThrice(user.login_name)
    const { captchaKey, captcha } = await solvedCaptcha()
    expect((await tryWith(user.login_name, PASSWORD, { captchaKey, captcha: captcha.toLowerCase() })).status).toBe(200)
    expect(await needsCaptcha(user.login_name)).toBe(false)
  })

  test('is good for one try', async () => {
    const user = await build.aUser()
    await failThrice(user.login_name)
    const solved = await solvedCaptcha()
    expect((await tryWith(user.login_name, PASSWORD, { ...solved, captcha: '0000' })).body.code).toBe('error.signIn.captchaWrong')
    expect((await tryWith(user.login_name, PASSWORD, solved)).body.code).toBe('error.signIn.captchaWrong')
    expect((await server.anonymous.call(oauthCalls.captchaImage, { params: { key: solved.captchaKey } })).status).toBe(404)
  })

  test('is good for five minutes', async () => {
    const user = await build.aUser()
    await failThrice(user.login_name)
    const solved = await solvedCaptcha()
    now += 5 * 60_000 + 1
    expect((await tryWith(user.login_name, PASSWORD, solved)).body.code).toBe('error.signIn.captchaWrong')
  })

  test('is no longer asked for a quarter of an hour after the failures', async () => {
    const user = await build.aUser()
    await failThrice(user.login_name)
    now += 15 * 60_000 + 1
    expect(await needsCaptcha(user.login_name)).toBe(false)
  })

  test('a flood of tries under a name does not keep its owner out', async () => {
    const user = await build.aUser()
    await failThrice(user.login_name)
    const solved = await solvedCaptcha()
    const flood = Array.from({ length: 60 }, () => tryWith(user.login_name, 'guess'))
    expect((await tryWith(user.login_name, PASSWORD, solved)).status).toBe(200)
    const codes = new Set((await Promise.all(flood)).map(({ body }) => body.code))
    expect([...codes].every((code) => ['error.signIn.captchaNeeded', 'error.signIn.locked', 'error.signIn.wrong'].includes(code!))).toBe(
      true,
    )
  })

  test('tries at once cannot outrun the count of failures', async () => {
    const user = await build.aUser()
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryWith(user.login_name, 'guess')))
    expect(answers.filter(({ body }) => body.code === 'error.signIn.wrong').length).toBeLessThanOrEqual(3)
  })

  test('is a picture of pixels only, and the same key shows the same one', async () => {
    const { captchaKey } = (await server.anonymous.call(oauthCalls.captchaCode)).body
    const path = oauthCalls.captchaImage.path.replace('{key}', captchaKey)
    const [first, second] = await Promise.all([server.anonymous.raw('GET', path), server.anonymous.raw('GET', path)])
    expect(first.headers.get('content-type')).toBe('image/png')
    const png = Buffer.from(await first.arrayBuffer())
    expect(png.equals(Buffer.from(await second.arrayBuffer()))).toBe(true)
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', space: 'b-w', hasAlpha: false })
    const seed = new Uint8Array(randomBytes(32))
    expect(drawCaptcha('ACEH7', seed).equals(drawCaptcha('ACEHK', seed))).toBe(false)
  })

  test('is drawn 120 times a minute for one address, the same one too, and then again', async () => {
    const before = now
    now += 3_600_000
    const { captchaKey } = (await server.anonymous.call(oauthCalls.captchaCode)).body
    const path = oauthCalls.captchaImage.path.replace('{key}', captchaKey)
    const asked: number[] = []
    for (let at = 0; at < 121; at++) asked.push((await server.anonymous.raw('GET', path)).status)
    expect(asked.filter((status) => status === 200)).toHaveLength(120)
    expect(asked.at(-1)).toBe(429)
    now += 60_000
    expect((await server.anonymous.raw('GET', path)).status).toBe(200)
    now = before + 2 * 3_600_000
  })
})

describe('an address', () => {
  test('that failed a hundred times must answer captchas, whatever the name', async () => {
    const before = now
    now += 3_600_000
    await server.owner.query(`insert into sign_in_failure (subject, at) select 'address 127.0.0.1', $1 from generate_series(1, 100)`, [now])
    expect(await needsCaptcha('somebody')).toBe(true)
    const user = await build.aUser()
    expect((await tryWith(user.login_name, PASSWORD)).body.code).toBe('error.signIn.captchaNeeded')
    expect((await tryWith(user.login_name, PASSWORD, await solvedCaptcha())).status).toBe(200)
    now = before + 2 * 3_600_000
  })
})

describe('guessing with a script that solves captchas', () => {
  /** A try with a solved captcha from an address of its own. */
  const guess = async (username: string, password: string, from: string) => {
    const body = new URLSearchParams({
      grant_type: 'password',
      ...client,
      username,
      password: await server.encrypt(password),
      ...(await solvedCaptcha()),
    })
    const answer = await server.anonymous.raw('POST', oauthCalls.token.path, { body, headers: { 'x-forwarded-for': from } })
    return { status: answer.status, code: ((await answer.json()) as { code?: string }).code }
  }
  const signInFrom = async (username: string, from: string) => {
    const body = new URLSearchParams({ grant_type: 'password', ...client, username, password: await server.encrypt(PASSWORD) })
    return (await server.anonymous.raw('POST', oauthCalls.token.path, { body, headers: { 'x-forwarded-for': from } })).status
  }

  test('takes twenty seconds a guess before long, and keeps the owner out nowhere', { timeout: 120_000 }, async () => {
    now += 3_600_000
    const user = await build.aUser()
    const [home, hotel, thief] = ['198.51.100.1', '198.51.100.2', '203.0.113.9']
    expect(await signInFrom(user.login_name, home)).toBe(200)
    const begun = now
    paused.length = 0
    for (let at = 0; at < 38; at++) {
      expect((await guess(user.login_name, 'a guess', thief)).code).toBe('error.signIn.wrong')
    }
    expect(paused.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 16_000, 20_000])
    expect(now - begun).toBeGreaterThan(10 * 60_000)
    // At home the owner waits for nobody; elsewhere at most one pause.
    paused.length = 0
    expect((await guess(user.login_name, PASSWORD, home)).status).toBe(200)
    expect(paused).toEqual([0])
    for (let at = 0; at < 8; at++) {
      await guess(user.login_name, 'a guess', thief)
    }
    expect((await guess(user.login_name, PASSWORD, hotel)).status).toBe(200)
    expect(paused.at(-1)).toBeLessThanOrEqual(20_000)
  })

  test('at many names slows the network that does it, and nobody of another', { timeout: 120_000 }, async () => {
    now += 3_600_000
    const thief = '203.0.113.77'
    await server.owner.query(`insert into sign_in_failure (subject, at) select $2, $1 from generate_series(1, 150)`, [
      now,
      `address ${thief}`,
    ])
    paused.length = 0
    await Promise.all(Array.from({ length: 10 }, async () => guess((await build.aUser()).login_name, 'a guess', thief)))
    expect(paused).toHaveLength(10)
    expect(Math.min(...paused)).toBeGreaterThanOrEqual(5000)
    paused.length = 0
    expect((await guess((await build.aUser()).login_name, PASSWORD, '198.51.100.3')).status).toBe(200)
    expect(paused).toEqual([])
  })
})
