import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { USERS_CREATE, USERS_READ, USERS_RESET, userManageCalls } from '#contract/organization/user'
import { entryCalls } from '#contract/session/entry'
import { say } from '#server/ground/words'
import { aMailServer } from '../alarms/otherSide.ts'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const MAP = 'wfpf.farm.farm.map'
const HOUR = 3_600_000
const HERE = 'https://farm.example'

let server: TestServer
let build: Arrange
let mail: Awaited<ReturnType<typeof aMailServer>>
let now = Date.now()
let t: number
let boss: Client
/** Everything that the server wrote into its log, at the most talkative level there is. */
let written = ''
/** Everything that it answered. */
let answered = ''
const { fetch: plainFetch } = globalThis
beforeAll(async () => {
  mail = await aMailServer(['gone@'])
  const sink = new Writable({
    write(bytes: Buffer, _, done) {
      written += bytes.toString()
      done()
    },
  })
  server = await startTestServer({
    config: { publicUrl: HERE, alarms: { allow: [], smtp: { url: mail.url, from: 'Furrow <furrow@farm.example>' } } },
    clock: () => now,
    log: pino({ level: 'trace' }, sink),
  })
  build = arrange(server.owner)
  globalThis.fetch = async (...asked: Parameters<typeof plainFetch>) => {
    const answer = await plainFetch(...asked)
    answered += `${JSON.stringify([...answer.headers])}\n${await answer.clone().text()}\n`
    return answer
  }
})
afterAll(async () => {
  globalThis.fetch = plainFetch
  await server?.close()
  await mail?.close()
})
beforeEach(async () => {
  mail.mails.length = 0
  t = (await build.aTenant({ name: '绿野 & Sons <Ltd>' })).id
  const codes = [MAP, USERS_READ, USERS_CREATE, USERS_RESET]
  boss = await server.signIn((await build.aUser({ tenantId: t, codes })).login_name)
})

/** The words of a letter as a mail program shows them (RFC 2045, 2047). */
function read(data: string) {
  const [head = '', ...body] = data.split('\n\n')
  const line = (name: string) => new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replaceAll(/\n[ \t]/g, ' ') ?? ''
  const quoted = (text: string) => {
    const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }
  const word = (_: string, way: string, text: string) =>
    way.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString('utf8') : quoted(text.replaceAll('_', ' '))
  const way = line('Content-Transfer-Encoding').toLowerCase()
  const text = body.join('\n\n')
  return {
    from: line('From'),
    subject: line('Subject')
      .replaceAll(/\?= =\?/g, '?==?')
      .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, word),
    text: (way === 'base64'
      ? Buffer.from(text, 'base64').toString('utf8')
      : way === 'quoted-printable'
        ? quoted(text.replaceAll('=\n', ''))
        : text
    ).trim(),
  }
}
const tokenOf = (text: string) => /#([\w-]+)/.exec(text)![1]!
let names = 0
const anAddress = () => `new.${++names}@farm.example`
const headers = (language: string) => ({ 'accept-language': language, 'x-forwarded-host': 'evil.example', host: 'evil.example' })
const make = (language: string, email: string) =>
  boss.call(
    userManageCalls.create,
    {
      params: { t },
      body: { loginName: `letter-${++names}-${Date.now()}`, realName: "O'Neil <b>王</b>", phone: null, email, roles: [] },
    },
    headers(language),
  )
const reset = (language: string, userId: number) => boss.call(userManageCalls.reset, { params: { t }, body: { userId } }, headers(language))
const look = (token: string) => server.anonymous.call(entryCalls.look, { body: { token } })
const open = async (token: string, password: string) =>
  server.anonymous.call(entryCalls.open, { body: { token, password: await server.encrypt(password) } })

/** The only letter since the last test. */
function theLetter(to: string) {
  expect(mail.mails.map((one) => one.to.replaceAll(/[<>]/g, ''))).toEqual([to])
  return read(mail.mails.pop()!.data)
}

for (const language of ['zh-CN', 'en-US'] as const)
  test(`a first password and another one are chosen by a letter in the words of who sent it, each once and in time (${language})`, async () => {
    const address = anAddress()
    const { body: made } = await make(language, address)
    expect(made.sent).toEqual({ by: 'email', to: 'n***@farm.example', link: null, expiresAt: now + 72 * HOUR })
    const begin = theLetter(address)
    const token = tokenOf(begin.text)
    const said = (hours: number, url: string) => ({ tenantName: '绿野 & Sons <Ltd>', realName: "O'Neil <b>王</b>", hours, url })
    const page = (one: string) => `${HERE}/setPassword#${one}`
    expect(begin).toEqual({
      from: 'Furrow <furrow@farm.example>',
      subject: say(language, 'organization:user.letter.subject', said(72, '')),
      text: say(language, 'organization:user.letter.begin', said(72, page(token))),
    })
    // Nothing of it is written for a page.
    expect(begin.text).toContain("O'Neil <b>王</b>")
    expect((await open(token, 'Field2026')).status).toBe(200)
    expect(await open(token, 'Other2026')).toMatchObject({ status: 409, body: { code: 'error.entry.used' } })

    expect((await reset(language, made.userId)).body).toEqual({
      by: 'email',
      to: 'n***@farm.example',
      link: null,
      expiresAt: now + 24 * HOUR,
    })
    const first = theLetter(address)
    expect(first.text).toBe(say(language, 'organization:user.letter.reset', said(24, page(tokenOf(first.text)))))
    // Only the newest is good, and not for ever.
    await reset(language, made.userId)
    const second = tokenOf(theLetter(address).text)
    expect(await look(tokenOf(first.text))).toMatchObject({ status: 409, body: { code: 'error.entry.expired' } })
    expect((await look(second)).body).toMatchObject({ purpose: 'reset' })
    now += 24 * HOUR
    expect(await open(second, 'Late2026x')).toMatchObject({ status: 409, body: { code: 'error.entry.expired' } })

    await server.signIn((await build.rowOf('app_user', { id: made.userId }))!.login_name, 'Field2026')
    const { rows } = await server.owner.query<{ all: string }>(
      `select coalesce(string_agg(to_jsonb(a)::text, ''), '') || (select string_agg(to_jsonb(l)::text, '') from entry_link l) as all from audit_entry a`,
    )
    for (const one of [token, tokenOf(first.text), second])
      for (const kept of [written, answered, rows[0]!.all]) expect(kept.includes(one)).toBe(false)
    // The log was looked into at all.
    expect(written).toContain('user-manage')
  })

test('where the letter is not taken nobody is shown the link, and it can be sent again', async () => {
  const { body } = await make('en-US', 'gone@farm.example')
  expect(body.sent).toMatchObject({ by: 'failed', to: 'g***@farm.example', link: null })
  const address = anAddress()
  await server.owner.query('update app_user set email = $1 where id = $2', [address, body.userId])
  expect((await reset('en-US', body.userId)).body).toMatchObject({ by: 'email' })
  expect((await look(tokenOf(theLetter(address).text))).body).toMatchObject({ purpose: 'begin' })
})
