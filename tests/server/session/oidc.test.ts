import { generate } from 'otplib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { corporationCalls } from '#contract/organization/corporation'
import { oauthCalls } from '#contract/session/oauth'
import { oidcCalls } from '#contract/session/oidc'
import { secondFactorCalls } from '#contract/session/secondFactor'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { userCalls } from '#contract/session/user'
import { ATTEMPT_MS } from '#server/session/oidc/attempts'
import { arrange, PASSWORD } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { CLIENT, fakeProvider } from './fakeProvider.ts'

let provider: Awaited<ReturnType<typeof fakeProvider>>
let server: TestServer
/** The same service, whose word on a second factor is taken. */
let trusting: TestServer
let ahead = 0
const REDIRECT = 'http://127.0.0.1:9/login'

beforeAll(async () => {
  provider = await fakeProvider()
  const oidc = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    label: 'The farm union',
    redirectUrl: REDIRECT,
    trustAmr: false,
  }
  server = await startTestServer({ config: { oidc }, clock: () => Date.now() + ahead })
  trusting = await startTestServer({ config: { oidc: { ...oidc, trustAmr: true } } })
})
afterAll(async () => {
  await trusting?.close()
  await server?.close()
  await provider?.close()
})
afterEach(() => {
  provider.say({})
  provider.down(false)
  ahead = 0
})

let nth = 0
const aSubject = () => `subject ${++nth}`
async function aPerson(at = server) {
  const made = arrange(at.owner)
  const tenant = await made.aTenant()
  const user = await made.aUser({ tenantId: tenant.id, codes: ['*'] })
  return { tenant, user, client: await at.signIn(user.login_name) }
}
const password = () => server.encrypt(PASSWORD)
const startLink = async (client: Client, at = server) =>
  (await client.call(oidcCalls.startLink, { body: { password: await at.encrypt(PASSWORD) } })).body
async function linked(at = server) {
  const person = await aPerson(at)
  const subject = aSubject()
  const { url, ticket } = await startLink(person.client, at)
  const { body } = await person.client.call(oidcCalls.link, { body: { ticket, callback: provider.agree(url, subject) } })
  expect(body).toBe(true)
  return { ...person, subject }
}
const begin = async (at = server) => (await at.anonymous.call(oidcCalls.start)).body
const finish = (ticket: string, callback: string, at = server) =>
  at.anonymous.call(oauthCalls.token, {
    body: { grant_type: 'oidc', client_id: CLIENT_ID, client_secret: CLIENT_SECRET, ticket, callback },
  })
async function signInAs(subject: string, at = server) {
  const { url, ticket } = await begin(at)
  return finish(ticket, provider.agree(url, subject), at)
}

describe('signing in by another service', () => {
  test('opens the session of the user who linked the account, with state, nonce and PKCE, to the configured address alone', async () => {
    const { subject, user } = await linked()
    const { url } = await begin()
    const asked = new URL(url).searchParams
    expect(asked.get('redirect_uri')).toBe(REDIRECT)
    expect([asked.get('code_challenge_method'), asked.get('scope')]).toEqual(['S256', 'openid'])
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)!.length).toBeGreaterThan(30)
    const { status, body } = await signInAs(subject)
    expect(status).toBe(200)
    expect((await server.clientOf('access_token' in body ? body.access_token : '').call(userCalls.self)).body.id).toBe(user.id)
  })

  test('an account that nobody linked opens nothing, whatever name or address it says it has', async () => {
    const { user } = await aPerson()
    provider.say({ claims: { preferred_username: user.login_name, email: 'lin@farm.example', email_verified: true } })
    expect((await signInAs(aSubject())).body.code).toBe('error.signIn.notLinked')
  })

  test.each([
    ['another nonce', { claims: { nonce: 'another' } }],
    ['another audience', { claims: { aud: 'somebody else' } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['a time that is over', { claims: { exp: Math.floor(Date.now() / 1000) - 600 } }],
    ['no signature', { unsigned: true }],
    ['the signature of a stranger', { forged: true }],
  ])('%s in the ID token is not believed', async (_, saying) => {
    const { subject } = await linked()
    provider.say(saying)
    expect(await signInAs(subject)).toMatchObject({ status: 400, body: { code: 'error.signIn.providerRefused' } })
    provider.say({})
    expect((await signInAs(subject)).status).toBe(200)
  })

  test('a callback is good once, soon, and in the browser that began', async () => {
    const { subject } = await linked()
    const one = await begin()
    const callback = provider.agree(one.url, subject)
    const other = await begin()
    expect((await finish(other.ticket, callback)).body.code).toBe('error.signIn.providerRefused')
    expect((await finish(one.ticket, callback)).status).toBe(200)
    expect((await finish(one.ticket, callback)).body.code).toBe('error.signIn.providerRefused')
    expect((await finish(other.ticket, new URLSearchParams({ code: 'x', state: 'made up' }).toString())).status).toBe(400)
    const late = await begin()
    ahead = ATTEMPT_MS
    expect((await finish(late.ticket, provider.agree(late.url, subject))).body.code).toBe('error.signIn.providerRefused')
    const both = await begin()
    const again = provider.agree(both.url, subject)
    const answers = await Promise.all([finish(both.ticket, again), finish(both.ticket, again)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a refusal there, and text without end, are refused here', async () => {
    const { url, ticket } = await begin()
    const state = new URL(url).searchParams.get('state')!
    const refused = await finish(ticket, new URLSearchParams({ error: 'access_denied', state }).toString())
    expect(refused.body.code).toBe('error.signIn.providerRefused')
    expect((await finish(ticket, 'x'.repeat(100_000))).status).toBe(400)
  })

  test('new keys are read when they sign', async () => {
    const { subject } = await linked()
    expect((await signInAs(subject)).status).toBe(200)
    await provider.rotate()
    expect((await signInAs(subject)).status).toBe(200)
  })

  test('while the service is down that is said, and the password opens as before', async () => {
    const { subject, user } = await linked()
    const { url, ticket } = await begin()
    const callback = provider.agree(url, subject)
    provider.down(true)
    expect(await finish(ticket, callback)).toMatchObject({ status: 503, body: { code: 'error.signIn.providerDown' } })
    // What it says of itself was read some time ago.
    ahead = 60 * 60_000
    expect(await server.anonymous.call(oidcCalls.start)).toMatchObject({ status: 503, body: { code: 'error.signIn.providerDown' } })
    expect((await (await server.signIn(user.login_name)).call(userCalls.self)).status).toBe(200)
  })

  test('who may not sign in does not come in by it', async () => {
    const { subject, user } = await linked()
    await server.owner.query('update furrow.app_user set enabled = false where id = $1', [user.id])
    expect((await signInAs(subject)).body.code).toBe('error.signIn.notLinked')
  })
})

describe('the second factor', () => {
  test('of this product is asked for after the other service, whatever that says of its own', async () => {
    const { subject, client } = await linked()
    const { body: offer } = await client.call(secondFactorCalls.offer, { body: { password: await password() } })
    const { body } = await client.call(secondFactorCalls.confirm, { body: { code: await generate({ secret: offer.secret }) } })
    provider.say({ claims: { amr: ['pwd', 'mfa'] } })
    const { body: first } = await signInAs(subject)
    expect(Object.keys(first).toSorted()).toEqual(['challenge', 'expires_in'])
    const second = await server.anonymous.call(oauthCalls.token, {
      body: {
        grant_type: 'second_factor',
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        challenge: 'challenge' in first ? first.challenge : '',
        code: body.codes[0],
      },
    })
    expect(second.body).toHaveProperty('access_token')
  })

  test('of a service that is trusted with it is enough, where it says that it asked', async () => {
    const { subject, tenant } = await linked(trusting)
    await trusting.owner.query('update furrow.tenant set demands_second_factor = true where id = $1', [tenant.id])
    const read = async (body: object) =>
      (await trusting.clientOf((body as { access_token: string }).access_token).call(corporationCalls.get, { params: { t: tenant.id } }))
        .status
    const { body: without } = await signInAs(subject, trusting)
    await expect.poll(() => read(without)).toBe(403)
    provider.say({ claims: { amr: ['pwd', 'mfa'] } })
    const { body: withOne } = await signInAs(subject, trusting)
    expect(await read(withOne)).toBe(200)
  })
})

describe('linking', () => {
  test('takes the password, is of one user alone, is in the trail without the subject, and ends by the password', async () => {
    const { client, subject, tenant } = await linked()
    const wrong = await client.call(oidcCalls.startLink, { body: { password: await server.encrypt('no') } })
    expect(wrong.body.fields).toHaveProperty('password')
    expect((await client.call(oidcCalls.state)).body).toMatchObject({ label: 'The farm union', since: expect.any(Number) as number })
    const other = await aPerson()
    const { url, ticket } = await startLink(other.client)
    expect((await other.client.call(oidcCalls.link, { body: { ticket, callback: provider.agree(url, subject) } })).body.code).toBe(
      'error.signIn.linkTaken',
    )
    const { rows } = await server.owner.query(
      `select changes::text from furrow.audit_entry where tenant_id = $1 and kind = 'externalLogin'`,
      [tenant.id],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(subject)
    expect((await client.call(oidcCalls.unlink, { body: { password: await password() } })).body).toBe(true)
    expect((await signInAs(subject)).body.code).toBe('error.signIn.notLinked')
  })

  test('an attempt to sign in links nobody, nor does one of somebody else, and one to link signs nobody in', async () => {
    const [one, other] = [await aPerson(), await aPerson()]
    const link = (client: Client, ticket: string, callback: string) => client.call(oidcCalls.link, { body: { ticket, callback } })
    const anonymous = await begin()
    expect((await link(one.client, anonymous.ticket, provider.agree(anonymous.url, aSubject()))).status).toBe(400)
    const theirs = await startLink(other.client)
    expect((await link(one.client, theirs.ticket, provider.agree(theirs.url, aSubject()))).status).toBe(400)
    expect((await finish(theirs.ticket, provider.agree(theirs.url, aSubject()))).status).toBe(400)
  })
})

test('a server that knows no such service has none of it', async () => {
  const plain = await startTestServer({})
  try {
    expect((await plain.anonymous.call(oidcCalls.start)).status).toBe(404)
    expect((await finish('x', 'state=y', plain)).body.code).toBe('error.signIn.grant')
  } finally {
    await plain.close()
  }
})
