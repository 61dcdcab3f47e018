import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantSettingCalls } from '#contract/home/tenantSetting'
import { article as articles } from '#contract/news/article'
import { articleCategory } from '#contract/news/category'
import { consultCalls } from '#contract/news/consult'
import { type Arrange, arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

let server: TestServer
let build: Arrange
let t: number
let quiet: number
let editor: Client
let reader: Client
let rival: Client
let shown: number
let draft: number
let silent: number

beforeAll(async () => {
  server = await startTestServer()
  build = arrange(server.owner)
  t = (await build.aTenant()).id
  quiet = (await build.aTenant()).id
  editor = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
  reader = await server.signIn((await build.aUser({ tenantId: t, codes: [] })).login_name)
  rival = await server.signIn((await build.aUser({ tenantId: quiet, codes: ['*'] })).login_name)
  await editor.call(tenantSettingCalls.setConsult, { params: { t }, body: { consultFlag: 1 } })
  const article = async (tenant: number, title: string, more: Record<string, unknown> = {}) =>
    (
      await build.insert('consult', {
        tenant_id: tenant,
        title,
        content: `<p>${title}</p>`,
        upload_date: 1000,
        value_type: 2,
        value_types: '[2]',
        ...more,
      })
    ).id
  shown = await article(t, 'Shown')
  draft = await article(t, 'Draft', { enabled_flag: 0, upload_date: 2000 })
  silent = await article(quiet, 'Silent')
})
afterAll(() => server?.close())

const titles = async (client: Client, tenant: number, query: Record<string, unknown> = {}) =>
  (await client.call(consultCalls.page, { params: { t: tenant }, query })).body.content.map(({ title }) => title)
const read = async (client: Client, id: number) => (await client.call(consultCalls.get, { params: { id } })).status

describe('articles', () => {
  test('of a tenant that publishes are read by anybody, only the enabled ones (TENANT-05, PERMISSIONS-26)', async () => {
    expect(await titles(server.anonymous, t)).toEqual(['Shown'])
    expect(await titles(rival, t)).toEqual(['Shown'])
    expect(await titles(reader, t)).toEqual(['Shown'])
    expect(await titles(server.anonymous, t, { enabledFlag: 0 })).toEqual([])
    expect([await read(server.anonymous, shown), await read(server.anonymous, draft)]).toEqual([200, 404])
  })

  test('of a tenant that publishes none are seen by nobody but who manages them (TENANT-05)', async () => {
    expect(await titles(server.anonymous, quiet)).toEqual([])
    expect(await titles(editor, quiet)).toEqual([])
    expect([await read(server.anonymous, silent), await read(editor, silent), await read(rival, silent)]).toEqual([404, 404, 200])
    expect(await titles(rival, quiet)).toEqual(['Silent'])
  })

  test('that are not published are seen by who manages them, newest first', async () => {
    expect(await titles(editor, t, { size: 0 })).toEqual(['Draft', 'Shown'])
    expect(await read(editor, draft)).toBe(200)
    expect(await read(reader, draft)).toBe(404)
  })

  test('are cleaned of everything that could act in a reader, and keep their form', async () => {
    const content =
      '<p onclick="x()">Fine <b>words</b><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">here</a></p><iframe src="//evil.example"></iframe>'
    const { body: made } = await editor.call(articles.calls.create, { params: { t }, body: { title: 'Careful', content, enabledFlag: 0 } })
    expect(made.content).not.toMatch(/script|onclick|onerror|iframe|javascript/i)
    expect(made.content).toContain('<b>words</b>')
    const outside = '<a href="https://elsewhere.example">there</a>'
    const body = { ...made, content: outside }
    const { body: changed } = await editor.call(articles.calls.update, { params: { t }, body })
    expect(changed.content).toBe('<a href="https://elsewhere.example" target="_blank" rel="noopener noreferrer">there</a>')
    expect((await editor.call(articles.calls.update, { params: { t }, body })).status).toBe(409)
  })

  test('begin in a list with their words, without markup', async () => {
    const content = `<h1>Head</h1><p>5 &lt; 6 &amp; more</p>${'<p>word</p>'.repeat(100)}`
    await build.insert('consult', { tenant_id: t, title: 'Long', content, upload_date: 3000, value_type: 1, value_types: '[1]' })
    const { body } = await server.anonymous.call(consultCalls.page, { params: { t }, query: { valueType: 1 } })
    expect(body.content[0]!.content).toMatch(/^Head 5 < 6 & more word word/)
    expect(body.content[0]!.content.length).toBeLessThanOrEqual(200)
  })

  test('are listed at once however long they are: a list that anybody may ask for reads their beginnings alone', async () => {
    const { id: long } = await build.aTenant()
    await build.insert('tenant_setting', { tenant_id: long, consult_flag: 1 })
    // Wherever the beginning ends, no half of a tag or of a sign stands there.
    for (let cut = 0; cut < 40; cut++) {
      const content = `${'<i></i>'.repeat(563)}${' '.repeat(cut)}begin <b title="a > b">bold</b> &amp; ${'<p>word</p>'.repeat(16_000)}`
      await build.insert('consult', { tenant_id: long, title: 'Long', content, upload_date: 1 })
    }
    const started = performance.now()
    const { body } = await server.anonymous.call(consultCalls.page, { params: { t: long }, query: { size: 0 } })
    expect(performance.now() - started).toBeLessThan(1500)
    expect(body.content).toHaveLength(40)
    for (const { content } of body.content) expect('begin bold & word word').toContain(content.replace(/…$/, ''))
    expect(new Set(body.content.map(({ content }) => content)).size).toBeGreaterThan(5)
  })
})

test('a category has one name in its tenant, and a stale one is not changed', async () => {
  const make = (categoryName: string) => editor.call(articleCategory.calls.create, { params: { t }, body: { categoryName } })
  const { body: category } = await make('Ponds')
  expect((await make('Ponds')).status).toBe(409)
  const update = (more: Record<string, unknown>) =>
    editor.call(articleCategory.calls.update, { params: { t }, body: { ...category, ...more } })
  expect((await update({ categoryName: 'Fish ponds', enabledFlag: 0 })).status).toBe(200)
  expect((await update({})).status).toBe(409)
  expect((await server.anonymous.call(consultCalls.categories, { params: { t } })).body).toEqual([])
  expect((await editor.call(consultCalls.categories, { params: { t } })).body).toMatchObject([{ categoryName: 'Fish ponds' }])
})
