import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileCalls } from '#contract/media/files'
import { accountCalls, SIGNED_OUT_AFTER_MS } from '#contract/session/account'
import { oauthCalls, type Tokens } from '#contract/session/oauth'
import { CLIENT_ID, CLIENT_SECRET } from '#contract/session/signIn'
import { userCalls } from '#contract/session/user'
import { type Arrange, arrange, PASSWORD } from '../arrange.ts'
import { startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
async function aPerson() {
  const tenant = await build.aTenant()
  const user = await build.aUser({ tenantId: tenant.id, codes: ['*'] })
  return { tenant, user, name: user.login_name, client: await server.signIn(user.login_name) }
}
const renew = ({ refresh_token }: Tokens) =>
  server.anonymous.call(oauthCalls.token, {
    body: { grant_type: 'refresh_token', client_id: CLIENT_ID, client_secret: CLIENT_SECRET, refresh_token },
  })

describe('the own name and picture', () => {
  test('are changed by their own calls, and blanks are no name', async () => {
    const { client, tenant } = await aPerson()
    expect((await client.call(accountCalls.realName, { body: { realName: '  Lin Mei ' } })).body).toBe(true)
    expect((await client.call(accountCalls.realName, { body: { realName: '   ' } })).status).toBe(400)
    const picture = new File([PIXEL], 'me.png')
    const { body: file } = await client.call(fileCalls.upload, { params: { t: tenant.id }, body: { kind: 'image', file: picture } })
    expect((await client.call(accountCalls.avatar, { body: { avatar: file.fileUrl } })).body).toBe(true)
    expect((await client.call(userCalls.self)).body).toMatchObject({ realName: 'Lin Mei', imageUrl: file.fileUrl })
    expect((await client.call(accountCalls.avatar, { body: { avatar: '' } })).body).toBe(true)
    expect((await client.call(userCalls.self)).body.imageUrl).toBeNull()
  })

  test('a picture is one of the own tenants’ images, and no other address', async () => {
    const [{ client, tenant }, other] = [await aPerson(), await aPerson()]
    const upload = async (who: typeof other.client, t: number, file: File) =>
      (await who.call(fileCalls.upload, { params: { t }, body: { file } })).body.fileUrl
    const theirs = await upload(other.client, other.tenant.id, new File([PIXEL], 'a.png'))
    const note = await upload(client, tenant.id, new File(['a note'], 'a.txt'))
    const put = async (avatar: string) => (await client.call(accountCalls.avatar, { body: { avatar } })).status
    expect(await put(theirs)).toBe(404)
    expect(await put(theirs.replace(/\/v1\/\d+\//, `/v1/${tenant.id}/`))).toBe(404)
    expect(await put(note)).toBe(415)
    const elsewhere = await client.call(accountCalls.avatar, { body: { avatar: 'https://example.org/me.png' } })
    expect([elsewhere.status, Object.keys(elsewhere.body.fields ?? {})]).toEqual([400, ['avatar']])
    expect(await put('javascript:alert(1)')).toBe(400)
  })
})

describe('the own sessions', () => {
  test('are listed with device, address and last use, the asking one marked, and nobody else’s', async () => {
    const { client, name } = await aPerson()
    await aPerson()
    const phone = await server.signIn(name)
    const { body } = await client.call(accountCalls.sessions)
    expect(body).toHaveLength(2)
    expect(body.filter(({ current }) => current)).toHaveLength(1)
    for (const one of body) {
      expect(one.address).toBe('127.0.0.1')
      expect(one.device).not.toBe('')
      expect(Date.now() - one.usedAt).toBeLessThan(60_000)
    }
    expect((await phone.call(accountCalls.sessions)).body.find(({ current }) => current)!.key).not.toBe(
      body.find(({ current }) => current)!.key,
    )
    expect(JSON.stringify(body)).not.toContain(phone.tokens.refresh_token)
  })

  test('one that is ended acts no more, with either token', async () => {
    const { client, name } = await aPerson()
    const lost = await server.signIn(name)
    const { body } = await client.call(accountCalls.sessions)
    const { key } = body.find(({ current }) => !current)!
    expect((await client.call(accountCalls.endSession, { params: { key } })).body).toBe(1)
    expect((await lost.call(userCalls.self)).status).toBe(401)
    expect((await renew(lost.tokens)).body.code).toBe('error.signIn.refreshInvalid')
    expect((await client.call(accountCalls.endSession, { params: { key } })).status).toBe(404)
    expect((await client.call(accountCalls.sessions)).body).toHaveLength(1)
  })

  test('of somebody else cannot be ended, and what is no key is not found', async () => {
    const [{ client }, other] = [await aPerson(), await aPerson()]
    const { key } = (await other.client.call(accountCalls.sessions)).body[0]!
    for (const wrong of [key, randomUUID(), 'none', "' or 1=1"])
      expect((await client.call(accountCalls.endSession, { params: { key: wrong } })).status).toBe(404)
    expect((await other.client.call(userCalls.self)).status).toBe(200)
  })

  test('all others are ended at once', async () => {
    const { client, name } = await aPerson()
    const others = [await server.signIn(name), await server.signIn(name)]
    expect((await client.call(accountCalls.endOthers)).body).toBe(2)
    for (const other of others) expect((await other.call(userCalls.self)).status).toBe(401)
    expect((await client.call(userCalls.self)).status).toBe(200)
  })
})

describe('the own password', () => {
  const change = async (client: Awaited<ReturnType<typeof aPerson>>['client'], password: string, originalPassword = PASSWORD, more = {}) =>
    client.call(accountCalls.password, {
      body: { password: await server.encrypt(password), originalPassword: await server.encrypt(originalPassword), ...more },
    })

  test('once changed opens the door alone, ends every other session at once and the own one in a moment', async () => {
    const { client, name, tenant } = await aPerson()
    const other = await server.signIn(name)
    expect((await change(client, 'fresh-one1', PASSWORD, { organizationId: tenant.id })).body).toBe(true)
    expect((await other.call(userCalls.self)).status).toBe(401)
    // Its page still says why for a moment, but the session cannot be prolonged.
    expect((await renew(client.tokens)).body.code).toBe('error.signIn.refreshInvalid')
    await expect(server.signIn(name)).rejects.toThrow('error.signIn.wrong')
    const fresh = await server.signIn(name, 'fresh-one1')
    expect((await fresh.call(userCalls.self)).status).toBe(200)
  })

  test('ends the own session by itself where its page never signs out', async () => {
    const { client, name } = await aPerson()
    await change(client, 'fresh-one1')
    expect((await client.call(userCalls.self)).status).toBe(200)
    await expect.poll(async () => (await client.call(userCalls.self)).status, { timeout: 4 * SIGNED_OUT_AFTER_MS, interval: 200 }).toBe(401)
    expect((await (await server.signIn(name, 'fresh-one1')).call(userCalls.self)).status).toBe(200)
  })

  test('is held to its rule, and a wrong original is said beside its field, in the caller’s language', async () => {
    const { client, name } = await aPerson()
    for (const weak of ['abc12', 'abcdef', '123456', 'has blank 1', 'x'.repeat(20) + '1'])
      expect((await change(client, weak)).body).toMatchObject({ code: 'error.input.invalid', fields: { password: expect.any(String) } })
    const wrong = await change(client, 'fresh-one1', 'not the one')
    expect(wrong).toMatchObject({ status: 400, body: { fields: { originalPassword: expect.any(String) } } })
    expect((await change(client, PASSWORD)).body.fields).toHaveProperty('password')
    expect((await client.call(accountCalls.password, { body: { password: 'plain', originalPassword: 'plain' } })).body.code).toBe(
      'error.secret.cipher',
    )
    expect((await change(client, 'fresh-one1', PASSWORD, { organizationId: (await build.aTenant()).id })).status).toBe(404)
    expect((await (await server.signIn(name)).call(userCalls.self)).status).toBe(200)
  })

  test('cannot be found out with a stolen session: a few wrong originals a minute and no more', async () => {
    const { client } = await aPerson()
    const answers: string[] = []
    for (let at = 0; at < 6; at++) {
      answers.push((await change(client, 'fresh-one1', `guess ${at}`)).body.code!)
    }
    expect(answers.at(-1)).toBe('error.busy')
    expect((await change(client, 'fresh-one1')).body.code).toBe('error.busy')
  })

  test('changed twice at once is changed once', async () => {
    const { client } = await aPerson()
    const answers = await Promise.all([change(client, 'fresh-one1'), change(client, 'fresh-two2')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
