import { generate } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corporationCalls } from '#contract/organization/corporation'
import { factorRuleCalls, USER_RESET } from '#contract/organization/factorRule'
import { oauthCalls } from '#contract/session/oauth'
import { RECOVERY_CODES, secondFactorCalls } from '#contract/session/secondFactor'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { userCalls } from '#contract/session/user'
import { CHALLENGE_TRIES } from '#server/session/challenges'
import { secondFactors } from '#server/session/secondFactors'
import { type Arrange, arrange, PASSWORD } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
/** The server's clock stands where the tests put it. */
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ clock: () => now, pause: async (ms) => void (now += ms) })
  build = arrange(server.owner)
})
afterAll(() => server?.close())

const STEP = 30_000
const codeAt = (secret: string, ms = now) => generate({ secret, epoch: Math.floor(ms / 1000) })
/** A later step: the last code was used. */
const wait = (steps = 1) => void (now += steps * STEP)

async function aPerson(codes = ['*']) {
  const tenant = await build.aTenant()
  const user = await build.aUser({ tenantId: tenant.id, codes })
  return { tenant, user, name: user.login_name, client: await server.signIn(user.login_name) }
}
const encrypted = () => server.encrypt(PASSWORD)
async function enrol(client: Client) {
  const { body: offer } = await client.call(secondFactorCalls.offer, { body: { password: await encrypted() } })
  const { body } = await client.call(secondFactorCalls.confirm, { body: { code: await codeAt(offer.secret) } })
  return { secret: offer.secret, uri: offer.uri, codes: body.codes }
}
async function enrolled(codes?: string[]) {
  const person = await aPerson(codes)
  return { ...person, ...(await enrol(person.client)) }
}
const token = (body: Record<string, string>) =>
  server.anonymous.call(oauthCalls.token, { body: { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, ...body } })
async function firstStep(name: string) {
  const { body } = await token({ grant_type: 'password', username: name, password: await encrypted() })
  return 'challenge' in body ? body.challenge : null
}
const answer = (challenge: string | null, code: string) => token({ grant_type: 'second_factor', challenge: challenge ?? '', code })
const opened = (body: object) => ('access_token' in body ? server.clientOf(body.access_token as string) : null)

describe('enrolling', () => {
  test('takes the password again and a code of the secret; only then it counts', async () => {
    const { client, name } = await aPerson()
    const wrong = await client.call(secondFactorCalls.offer, { body: { password: await server.encrypt('no') } })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['password']])
    const { body: offer } = await client.call(secondFactorCalls.offer, { body: { password: await encrypted() } })
    expect(offer.uri).toContain(`secret=${offer.secret}`)
    // Not confirmed: the password still is enough.
    expect(await firstStep(name)).toBeNull()
    expect((await client.call(secondFactorCalls.confirm, { body: { code: '000000' } })).body.fields).toHaveProperty('code')
    const { body } = await client.call(secondFactorCalls.confirm, { body: { code: await codeAt(offer.secret) } })
    expect(new Set(body.codes).size).toBe(RECOVERY_CODES)
    expect((await client.call(secondFactorCalls.state)).body).toEqual({ on: true, since: now, codesLeft: RECOVERY_CODES, demanded: false })
    expect(await firstStep(name)).not.toBeNull()
  })

  test('ends the other sessions, which a password alone had opened, and not the own', async () => {
    const { client, name } = await aPerson()
    const other = await server.signIn(name)
    await enrol(client)
    expect((await other.call(userCalls.self)).status).toBe(401)
    expect((await client.call(userCalls.self)).status).toBe(200)
  })

  test('keeps neither the secret nor the codes as they are, and the trail tells neither', async () => {
    const { secret, codes, tenant } = await enrolled()
    const { rows } = await server.owner.query('select (select json_agg(f) from furrow.second_factor f)::text as factors')
    const { rows: trail } = await server.owner.query('select kind, verb, changes::text from furrow.audit_entry where tenant_id = $1', [
      tenant.id,
    ])
    expect(trail.filter(({ kind }) => kind === 'secondFactor')).toHaveLength(1)
    const kept = JSON.stringify([rows, trail])
    for (const word of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) expect(kept).not.toContain(word)
  })

  test('an offer is good for a quarter of an hour, and once: of two that confirm at once one does', async () => {
    const { client, name } = await aPerson()
    const offered = async (who: Client) => (await who.call(secondFactorCalls.offer, { body: { password: await encrypted() } })).body.secret
    const confirm = (who: Client, code: string) => who.call(secondFactorCalls.confirm, { body: { code } })
    const late = await offered(client)
    now += 15 * 60_000
    const again = await server.signIn(name)
    expect((await confirm(again, await codeAt(late))).body.code).toBe('error.secondFactor.offerOver')
    const code = await codeAt(await offered(again))
    const both = await Promise.all([confirm(again, code), confirm(again, code)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('says by how much the clock of a phone is off', async () => {
    const { client } = await aPerson()
    const { body: offer } = await client.call(secondFactorCalls.offer, { body: { password: await encrypted() } })
    const ahead = await client.call(
      secondFactorCalls.confirm,
      { body: { code: await codeAt(offer.secret, now + 3_600_000) } },
      { 'accept-language': 'en' },
    )
    expect(ahead.body.fields?.['code']).toContain('60 minutes ahead')
    const behind = await client.call(
      secondFactorCalls.confirm,
      { body: { code: await codeAt(offer.secret, now - 3_600_000) } },
      { 'accept-language': 'en' },
    )
    expect(behind.body.fields?.['code']).toContain('60 minutes behind')
  })

  test('another phone takes a code of the one before', async () => {
    const { client, secret, name } = await enrolled()
    const password = await encrypted()
    expect((await client.call(secondFactorCalls.offer, { body: { password } })).body.fields).toHaveProperty('code')
    wait()
    const { body: offer } = await client.call(secondFactorCalls.offer, { body: { password, code: await codeAt(secret) } })
    wait()
    // The one before is in force until the new one is confirmed.
    expect(opened((await answer(await firstStep(name), await codeAt(secret))).body)).not.toBeNull()
    wait()
    expect((await client.call(secondFactorCalls.confirm, { body: { code: await codeAt(offer.secret) } })).status).toBe(200)
    wait()
    expect((await answer(await firstStep(name), await codeAt(secret))).body.code).toBe('error.signIn.codeWrong')
    expect(opened((await answer(await firstStep(name), await codeAt(offer.secret))).body)).not.toBeNull()
  })
})

describe('signing in with a second factor', () => {
  test('the first step answers a challenge and no token, the second one tokens', async () => {
    const { name, secret, user } = await enrolled()
    wait()
    const { status, body } = await token({ grant_type: 'password', username: name, password: await encrypted() })
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['challenge', 'expires_in']])
    const done = await answer('challenge' in body ? body.challenge : '', await codeAt(secret))
    expect((await opened(done.body)!.call(userCalls.self)).body.id).toBe(user.id)
  })

  test.each([
    ['before', -1, true],
    ['after', 1, true],
    ['two before', -2, false],
    ['two after', 2, false],
  ])('a code of the step %s', async (_, steps, good) => {
    const { name, secret } = await enrolled()
    wait(5)
    const { body } = await answer(await firstStep(name), await codeAt(secret, now + steps * STEP))
    expect(opened(body) !== null).toBe(good)
  })

  test('a clock that is an hour wrong opens nothing, and says no more than a wrong code; a recovery code still does', async () => {
    const { name, secret, codes } = await enrolled()
    const { body } = await answer(await firstStep(name), await codeAt(secret, now + 3_600_000))
    expect(body.code).toBe('error.signIn.codeWrong')
    expect(opened((await answer(await firstStep(name), codes[0]!)).body)).not.toBeNull()
  })

  test('a code is good once, also for two at once', async () => {
    const { name, secret } = await enrolled()
    wait()
    const code = await codeAt(secret)
    const [one, other] = [await firstStep(name), await firstStep(name)]
    const both = await Promise.all([answer(one, code), answer(other, code)])
    expect(both.filter(({ body }) => 'access_token' in body)).toHaveLength(1)
    expect((await answer(await firstStep(name), code)).body.code).toBe('error.signIn.codeWrong')
    // Nor is one of an older step, that was not used.
    expect((await answer(await firstStep(name), await codeAt(secret, now - STEP))).body.code).toBe('error.signIn.codeWrong')
  })

  test('a code is good once, also for two servers on one database', async () => {
    const { secret, user } = await enrolled()
    wait()
    const code = await codeAt(secret)
    const servers = Array.from({ length: 8 }, () => secondFactors(server.services.serviceDb, new Uint8Array(32), () => now))
    const proven = await Promise.all(servers.map((one) => one.proves(user.id, code, '127.0.0.1')))
    expect(proven.filter(Boolean)).toHaveLength(1)
  })

  test('a recovery code is good once, as it is typed, also for two at once', async () => {
    const { name, client, codes, tenant } = await enrolled()
    const typed = ` ${codes[0]!.toUpperCase().replaceAll('-', ' ')} `
    const challenges = [await firstStep(name), await firstStep(name)]
    const both = await Promise.all(challenges.map((one) => answer(one, typed)))
    expect(both.filter(({ body }) => 'access_token' in body)).toHaveLength(1)
    expect((await client.call(secondFactorCalls.state)).body.codesLeft).toBe(RECOVERY_CODES - 1)
    const { rows } = await server.owner.query(
      `select act, user_name from furrow.audit_entry where tenant_id = $1 and kind = 'secondFactor' and verb = 'changed'`,
      [tenant.id],
    )
    expect(rows).toMatchObject([{ act: 'oauth.token' }])
  })

  test('a challenge is good for one sign-in, five codes and five minutes, and ends with the password', async () => {
    const { name, secret, codes, user } = await enrolled()
    const used = await firstStep(name)
    await answer(used, codes[0]!)
    expect((await answer(used, codes[1]!)).body.code).toBe('error.signIn.challengeOver')
    const late = await firstStep(name)
    now += 5 * 60_000
    expect((await answer(late, await codeAt(secret))).body.code).toBe('error.signIn.challengeOver')
    const changed = await firstStep(name)
    await server.owner.query(`update furrow.app_user set password_hash = 'another' where id = $1`, [user.id])
    expect((await answer(changed, await codeAt(secret))).body.code).toBe('error.signIn.challengeOver')
    expect((await answer('made up', '123456')).body.code).toBe('error.signIn.challengeOver')
  })

  test('a challenge is good for five codes however slowly they come: the sixth, a right one, is too late', async () => {
    const { name, secret } = await enrolled()
    const challenge = await firstStep(name)
    for (let nth = 0; nth < 5; nth++) {
      expect((await answer(challenge, '000000')).body.code).toBe('error.signIn.codeWrong')
      now += 50_000
    }
    expect((await answer(challenge, await codeAt(secret))).body.code).toBe('error.signIn.challengeOver')
  })

  test('codes cannot be guessed: five a minute, however many challenges, and then the password costs a captcha', async () => {
    const { name, secret } = await enrolled()
    const challenges = [await firstStep(name), await firstStep(name)]
    const tries = await Promise.all(
      Array.from({ length: 2 * CHALLENGE_TRIES }, (_, at) => answer(challenges[at % 2]!, String(100_000 + at))),
    )
    const said = tries.map(({ body }) => body.code)
    expect(said.filter((code) => code === 'error.signIn.codeWrong').length).toBeLessThanOrEqual(CHALLENGE_TRIES)
    expect(said).toContain('error.signIn.locked')
    expect((await answer(challenges[0]!, await codeAt(secret))).status).not.toBe(200)
    const again = await token({ grant_type: 'password', username: name, password: await encrypted() })
    expect(again.body.code).toBe('error.signIn.captchaNeeded')
  })

  test('no other grant goes round it: a refresh token renews only what was opened with it', async () => {
    const { name, secret } = await enrolled()
    wait()
    const challenge = await firstStep(name)
    for (const grant_type of ['refresh_token', 'password', 'authorization_code', 'phone', ''])
      expect((await token({ grant_type, challenge: challenge!, refresh_token: challenge!, code: '1', username: name })).status).toBe(400)
    const { body } = await answer(challenge, await codeAt(secret))
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: 'refresh_token' in body ? body.refresh_token : '' })
    expect(opened(renewed.body)).not.toBeNull()
  })

  test('text without end, of any letters, is refused and harms nothing', async () => {
    const { name, client } = await enrolled()
    for (const code of ['１２３４５６', 'x'.repeat(100_000), '\u{0}', '田'.repeat(40), ' ']) {
      const { status } = await answer(await firstStep(name), code)
      expect([400, 413, 429]).toContain(status)
    }
    expect((await client.call(secondFactorCalls.state)).body.codesLeft).toBe(RECOVERY_CODES)
  })
})

describe('afterwards', () => {
  test('new codes end those before, by password and code', async () => {
    const { client, name, codes, secret } = await enrolled()
    wait()
    const password = await encrypted()
    expect((await client.call(secondFactorCalls.renewCodes, { body: { password, code: '000000' } })).body.fields).toHaveProperty('code')
    const { body } = await client.call(secondFactorCalls.renewCodes, { body: { password, code: await codeAt(secret) } })
    expect((await answer(await firstStep(name), codes[0]!)).body.code).toBe('error.signIn.codeWrong')
    expect(opened((await answer(await firstStep(name), body.codes[0]!)).body)).not.toBeNull()
  })

  test('it is switched off by password and code alone, and then the password is enough', async () => {
    const { client, name, codes } = await enrolled()
    const off = async (password: string, code: string) =>
      (await client.call(secondFactorCalls.switchOff, { body: { password: await server.encrypt(password), code } })).status
    expect(await off('no', codes[0]!)).toBe(400)
    expect(await off(PASSWORD, '000000')).toBe(400)
    const waiting = await firstStep(name)
    expect(await off(PASSWORD, codes[0]!)).toBe(200)
    expect((await answer(waiting, codes[1]!)).body.code).toBe('error.signIn.challengeOver')
    expect(await firstStep(name)).toBeNull()
    expect(await off(PASSWORD, codes[1]!)).toBe(409)
  })

  test('whoever may reset switches off what somebody has lost, in the trail, not the own one, nor where others are concerned', async () => {
    const { client: admin, tenant, user: administrator } = await enrolled()
    const person = await build.aUser({ tenantId: tenant.id, codes: [] })
    await enrol(await server.signIn(person.login_name))
    const helper = await build.aUser({ tenantId: tenant.id, codes: ['wfpf.company.config.user'] })
    const off = (client: Client, id: number) => client.call(factorRuleCalls.switchOff, { params: { t: tenant.id, id } })
    expect((await off(await server.signIn(helper.login_name), person.id)).status).toBe(403)
    expect((await off(admin, administrator.id)).status).toBe(403)
    const elsewhere = await build.aTenant()
    await build.insert('membership', { tenant_id: elsewhere.id, user_id: person.id })
    await expect.poll(async () => (await off(admin, person.id)).body.code).toBe('error.secondFactor.elsewhere')
    await server.owner.query('delete from furrow.membership where tenant_id = $1', [elsewhere.id])
    expect((await admin.call(factorRuleCalls.ofUser, { params: { t: tenant.id, id: person.id } })).body.on).toBe(true)
    expect((await off(admin, person.id)).body).toBe(1)
    expect((await off(admin, person.id)).status).toBe(409)
    expect(await firstStep(person.login_name)).toBeNull()
    const { rows } = await server.owner.query(
      `select user_id, act from furrow.audit_entry where tenant_id = $1 and kind = 'secondFactor' and thing = $2 and verb = 'deleted'`,
      [tenant.id, String(person.id)],
    )
    expect(rows).toEqual([{ user_id: administrator.id, act: 'factorRule.switchOff' }])
    expect((await off((await aPerson()).client, person.id)).status).toBe(404)
    expect(USER_RESET).toBe('wfpf.company.config.user.ps.reset')
  })
})

describe('an enterprise that demands it', () => {
  test('lets whoever has none do nothing else until there is one, in every open console', async () => {
    const { client: admin, tenant } = await enrolled()
    const person = await build.aUser({ tenantId: tenant.id, codes: ['*'] })
    const client = await server.signIn(person.login_name)
    const read = async (who: Client) => (await who.call(corporationCalls.get, { params: { t: tenant.id } })).body.code
    expect(await read(client)).toBeUndefined()
    const set = (who: Client, demanded: boolean) => who.call(factorRuleCalls.set, { params: { t: tenant.id }, body: { demanded } })
    expect((await set(client, true)).body.code).toBe('error.secondFactor.ownFirst')
    expect((await set(admin, true)).body).toEqual({ demanded: true })
    await expect.poll(() => read(client)).toBe('error.permission.secondFactor')
    expect(await read(admin)).toBeUndefined()
    const { rows: told } = await server.owner.query(
      `select act from furrow.audit_entry where tenant_id = $1 and kind = 'tenant' and changes ? 'demands_second_factor'`,
      [tenant.id],
    )
    expect(told).toEqual([{ act: 'factorRule.set' }])
    expect((await client.call(userCalls.self)).body.lacksSecondFactor).toBe(true)
    expect((await client.call(userCalls.checkResources, { body: ['wfpf.farm.farm.map'] })).body.code).toBe('error.permission.secondFactor')
    // Signing in anew changes nothing.
    expect(await read(await server.signIn(person.login_name))).toBe('error.permission.secondFactor')
    const { codes } = await enrol(client)
    await expect.poll(() => read(client)).toBeUndefined()
    expect((await client.call(userCalls.self)).body.lacksSecondFactor).toBe(false)
    const off = { body: { password: await encrypted(), code: codes[0]! } }
    expect((await client.call(secondFactorCalls.switchOff, off)).body.code).toBe('error.secondFactor.demanded')
    // Lost, and switched off by the administrator: it is asked for again.
    expect((await admin.call(factorRuleCalls.switchOff, { params: { t: tenant.id, id: person.id } })).body).toBe(1)
    await expect.poll(() => read(client)).toBe('error.permission.secondFactor')
    expect((await set(admin, false)).body).toEqual({ demanded: false })
    await expect.poll(() => read(client)).toBeUndefined()
  })

  test('demands nothing for another enterprise of the same person', async () => {
    const [{ client: admin, tenant }, elsewhere] = [await enrolled(), await build.aTenant()]
    const person = await build.aUser({ tenantId: elsewhere.id, codes: ['*'], current_tenant_id: elsewhere.id })
    await build.insert('membership', { tenant_id: tenant.id, user_id: person.id })
    await admin.call(factorRuleCalls.set, { params: { t: tenant.id }, body: { demanded: true } })
    const client = await server.signIn(person.login_name)
    expect((await client.call(corporationCalls.get, { params: { t: elsewhere.id } })).status).toBe(200)
    expect((await client.call(userCalls.switchTenant, { body: { tenantId: tenant.id } })).body).toBe(true)
    await expect.poll(async () => (await client.call(userCalls.self)).body.lacksSecondFactor).toBe(true)
    expect((await client.call(userCalls.switchTenant, { body: { tenantId: elsewhere.id } })).body).toBe(true)
  })
})
