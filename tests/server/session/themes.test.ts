import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultTheme } from '#contract/session/look'
import { readTheme, themeCalls } from '#contract/session/theme'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
})
afterAll(() => server?.close())

async function aPerson(
  codes = ['wfpf.farm.user.ps.themeConfig'],
  tenantId?: number,
): Promise<{ t: number; userId: number; client: Client }> {
  const t = tenantId ?? (await build.aTenant()).id
  const user = await build.aUser({ tenantId: t, codes })
  return { t, userId: user.id, client: await server.signIn(user.login_name) }
}
const read = async ({ t, userId, client }: Awaited<ReturnType<typeof aPerson>>) =>
  (await client.call(themeCalls.get, { params: { t, userId } })).body
const save = ({ t, userId, client }: Awaited<ReturnType<typeof aPerson>>, theme: string, open = 1) =>
  client.call(themeCalls.save, { params: { t }, body: { userId, open, theme } })

describe('how a console looks', () => {
  test('is nothing of its own until it was saved, and then what was saved last', async () => {
    const person = await aPerson()
    expect(await read(person)).toEqual({ open: 1, userId: person.userId, theme: '' })
    await save(person, JSON.stringify({ ...defaultTheme, layout: 'crosswise' }))
    await save(person, JSON.stringify({ ...defaultTheme, layout: 'synthesis', themeColor: '1F6FB2' }), 0)
    const kept = await read(person)
    expect(kept.open).toBe(0)
    expect(JSON.parse(kept.theme)).toEqual({ ...defaultTheme, layout: 'synthesis', themeColor: '#1f6fb2' })
  })
  test('keeps only what the contract knows, with its default in the place of what cannot be', async () => {
    const person = await aPerson()
    await save(person, JSON.stringify({ layout: 'upside-down', menuWidth: 266, script: '<script>' }))
    expect(JSON.parse((await read(person)).theme)).toEqual({ ...defaultTheme, menuWidth: 266 })
  })
  test('is refused where it is no JSON object', async () => {
    const person = await aPerson()
    for (const theme of ['', 'no json', '[]', 'null', '3']) expect((await save(person, theme)).status).toBe(400)
  })
  test('is each person’s own, in the same tenant too', async () => {
    const person = await aPerson()
    const colleague = await aPerson(['*'], person.t)
    await save(person, JSON.stringify({ layout: 'subfield' }))
    expect((await colleague.client.call(themeCalls.get, { params: { t: person.t, userId: person.userId } })).status).toBe(404)
    expect((await save({ ...colleague, userId: person.userId }, '{}')).status).toBe(404)
    expect((await read(colleague)).theme).toBe('')
  })
  test('may be saved only by who holds its code', async () => {
    expect((await save(await aPerson([]), '{}')).status).toBe(403)
  })
})

test('a theme is read out of whatever text there is', () => {
  for (const text of ['', 'x', 'null', '[]', '"a"', '{"layout":3}']) expect(readTheme(text)).toEqual(defaultTheme)
})
