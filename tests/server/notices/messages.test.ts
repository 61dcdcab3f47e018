import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { messageCalls, unreadTopic } from '#contract/notices/message'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

async function aReader(): Promise<{ t: number; userId: number; client: Client }> {
  const { id: t } = await build.aTenant()
  const user = await build.aUser({ tenantId: t, codes: [] })
  return { t, userId: user.id, client: await server.signIn(user.login_name) }
}

describe('messages of a user', () => {
  test('are counted, listed newest first and read in the reader’s language', async () => {
    const { t, userId, client } = await aReader()
    const words = {
      subject_key: 'errors:error.device.euiTaken',
      content_key: 'errors:error.busy',
      params: JSON.stringify({ eui: 'pump-7' }),
    }
    await build.aMessage({ tenant_id: t, user_id: userId, ...words })
    const newest = await build.aMessage({ tenant_id: t, user_id: userId, ...words })
    expect((await client.call(messageCalls.count, { params: { t } })).body).toEqual({ announce: 0, notify: 2 })
    const { body } = await client.call(messageCalls.page, {
      params: { t },
      query: { withContent: 1, userMessageTypeCode: 'NOTICE', readFlag: '' },
    })
    expect(body.content[0]!.userMessageId).toBe(newest.id)
    const read = async (lang: string) =>
      (await client.raw('GET', `/hmsg/v1/${t}/messages/user/${newest.id}?lang=${lang}`)).json() as Promise<{ subject: string }>
    expect((await read('en-US')).subject).toBe('A device with EUI pump-7 already exists')
    expect((await read('zh-CN')).subject).toMatch(/pump-7.*\p{Script=Han}/u)
  })

  test('come without their content where it is not asked for (NOTICES-07)', async () => {
    const { t, userId, client } = await aReader()
    await build.aMessage({ tenant_id: t, user_id: userId })
    const first = async (query: object) => (await client.call(messageCalls.page, { params: { t }, query: { ...query } })).body.content[0]!
    expect(await first({ withContent: 1 })).toHaveProperty('content')
    expect(await first({})).toHaveProperty('content')
    const bare = await first({ withContent: 0 })
    expect(bare).toHaveProperty('subject')
    expect(bare).not.toHaveProperty('content')
  })

  test('are nobody else’s, in the same tenant or another', async () => {
    const { t, userId } = await aReader()
    const { id } = await build.aMessage({ tenant_id: t, user_id: userId })
    const colleague = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
    expect((await colleague.call(messageCalls.get, { params: { t, id } })).status).toBe(404)
    expect((await colleague.call(messageCalls.page, { params: { t } })).body.totalElements).toBe(0)
    expect((await colleague.call(messageCalls.markRead, { params: { t }, body: { ids: [id] } })).body).toBe(0)
  })

  test('are marked read one by one or together, each once', async () => {
    const { t, userId, client } = await aReader()
    const [first] = await Promise.all([1, 2, 3].map(() => build.aMessage({ tenant_id: t, user_id: userId })))
    const mark = async (body: object) => (await client.call(messageCalls.markRead, { params: { t }, body })).body
    expect(await mark({ ids: [first!.id] })).toBe(1)
    expect(await mark({ ids: [first!.id] })).toBe(0)
    expect(await mark({ readAll: 3 })).toBe(2)
    expect((await client.call(messageCalls.count, { params: { t } })).body).toEqual({ announce: 0, notify: 0 })
    expect((await client.call(messageCalls.page, { params: { t }, query: { readFlag: 0 } })).body.totalElements).toBe(0)
  })

  test('move the badge of every open console when they come and when they are read', async () => {
    const { t, userId, client } = await aReader()
    const page = await mqtt.connectAsync(`${server.url.replace('http', 'ws')}/mqtt`, {
      protocolVersion: 4,
      username: 'console',
      password: client.token!,
      reconnectPeriod: 0,
    })
    const heard: unknown[] = []
    page.on('message', (_, payload) => heard.push(unreadTopic.payload.parse(JSON.parse(payload.toString())).counts))
    await page.subscribeAsync(unreadTopic.of({ userId }))
    await server.services.notify({ tenantId: t, userId }, { subject: 'notices:title', content: 'notices:title' })
    await vi.waitFor(() => expect(heard).toEqual([{ announce: 0, notify: 1 }]))
    await client.call(messageCalls.markRead, { params: { t }, body: { readAll: 3 } })
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ announce: 0, notify: 0 }))
    await page.endAsync(true)
  })
})
