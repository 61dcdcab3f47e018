import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountCalls } from '#contract/session/account'
import { oauthCalls } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { tenantCalls } from '#contract/session/tenant'
import { userCalls } from '#contract/session/user'
import { arrange, PASSWORD } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let folder: string
/** Everything the server wrote, at the most talkative level there is. */
let written = ''
const sink = new Writable({
  write(bytes: Buffer, _, done) {
    written += bytes.toString()
    done()
  },
})
/** Every answer and every header that the server gave. */
let answered = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'furrow-pages-'))
  const page = '<html><script type="application/json" id="boot">{}</script></html>'
  await Promise.all(['index.html', 'login.html'].map((name) => writeFile(join(folder, name), page)))
  server = await startTestServer({ log: pino({ level: 'trace' }, sink), consoleFolder: folder })
  const { fetch: plainFetch } = globalThis
  globalThis.fetch = async (...asked: Parameters<typeof plainFetch>) => {
    const answer = await plainFetch(...asked)
    answered += `${JSON.stringify([...answer.headers])}\n${await answer.clone().text()}\n`
    return answer
  }
  return () => {
    globalThis.fetch = plainFetch
  }
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a password stands in no log line, no address and no answer, whatever was done with it', async () => {
  const passwords = {
    wrong: 'Wr0ng-Secret',
    fresh: 'Fresh-Secret9',
    link: 'Link-Secret7',
    register: 'RegisterSecret5',
    weak: 'weaksecret',
    late: 'Late-Secret3',
  }
  const build = arrange(server.owner)
  const tenant = await build.aTenant()
  const { login_name: name } = await build.aUser({ tenantId: tenant.id, codes: ['*'] })
  const client = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, source_type: 'web', device_id: '123456' }
  const signIn = async (username: string, password: string) =>
    server.anonymous.call(oauthCalls.token, {
      body: { grant_type: 'password', ...client, username, password: await server.encrypt(password) },
    })

  // Signing in: rightly, wrongly, under a name that nobody has, and with a password in no cipher.
  expect((await signIn(name, PASSWORD)).status).toBe(200)
  expect((await signIn(name, passwords.wrong)).status).toBe(400)
  expect((await signIn('nobody', passwords.wrong)).status).toBe(400)
  const plain = await server.anonymous.call(oauthCalls.token, {
    body: { grant_type: 'password', ...client, username: name, password: passwords.wrong },
  })
  expect(plain.status).toBe(400)
  await server.anonymous.raw('POST', oauthCalls.token.path, {
    body: `{"password":"${passwords.wrong}"`,
    headers: { 'content-type': 'application/json' },
  })

  // Link sign-in and a token in the address, of every page and of calls that do not exist.
  const { access_token: token } = (await server.signIn(name)).tokens
  for (const path of ['/', '/login', '/register', '/web/farm/home', '/nothing', '/oauth/nothing', '/oauth/login/user-params']) {
    const answer = await server.anonymous.raw('GET', `${path}?u=${name}&p=${passwords.link}&access_token=address-${token}`)
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('location')).toBeNull()
  }

  // Registration and a change of password, refused and done.
  const registration = { realName: 'A', tenantName: 'A', phone: '13800000001', captcha: '000000', captchaKey: 'none' }
  for (const password of [passwords.register, passwords.weak]) {
    await server.anonymous.call(tenantCalls.register, { body: { ...registration, password: await server.encrypt(password) } })
    await server.anonymous.call(tenantCalls.register, { body: { ...registration, phone: '', password } })
  }
  const own = await server.signIn(name)
  for (const [password, originalPassword] of [
    [passwords.weak, PASSWORD],
    [passwords.fresh, passwords.wrong],
    [passwords.fresh, PASSWORD],
  ] as const) {
    const body = { password: await server.encrypt(password), originalPassword: await server.encrypt(originalPassword) }
    await own.call(accountCalls.password, { body })
  }
  expect((await (await server.signIn(name, passwords.fresh)).call(userCalls.self)).status).toBe(200)

  // A fault of the database in the middle of a sign-in is logged without what was typed.
  await server.owner.query('alter table sign_in_failure rename to gone')
  expect((await signIn(name, passwords.late)).status).toBe(500)
  await server.owner.query('alter table gone rename to sign_in_failure')

  expect(written).toContain('answered')
  expect(written).toContain('a call failed')
  expect(answered).toContain('access_token')
  for (const secret of [PASSWORD, ...Object.values(passwords), `address-${token}`]) {
    expect(written.includes(secret), `the log holds ${secret}`).toBe(false)
    expect(answered.includes(secret), `an answer holds ${secret}`).toBe(false)
    // Nor in the shapes in which it travels.
    const inner = Buffer.from(secret).toString('base64').replace(/=+$/, '')
    expect(written.includes(inner) || answered.includes(inner)).toBe(false)
  }
  // Tokens are answers to who signs in, and nothing for a log.
  expect(written).not.toContain(token)
  const { rows } = await server.owner.query<{ password_hash: string }>('select password_hash from app_user')
  for (const { password_hash: hash } of rows) expect(`${written}${answered}`).not.toContain(hash)
})
