import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { area } from '#contract/farm/area'
import { fileCalls } from '#contract/media/files'
import { article } from '#contract/news/article'
import { crop } from '#contract/organization/crop'
import { accountCalls } from '#contract/session/account'
import { noticeCalls } from '#contract/notices/notice'
import { arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { lawful } from '../crud/lawful.ts'
import { nowhere } from '../crud/places.ts'

let server: TestServer
let member: Client
let t: number
beforeAll(async () => {
  server = await startTestServer()
  const build = arrange(server.owner)
  t = (await build.aTenant()).id
  member = await server.signIn((await build.aUser({ tenantId: t, codes: ['*'] })).login_name)
})
afterAll(() => server?.close())

async function keep(attachmentUuid?: string) {
  const png = await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const file = new File([png as BlobPart], 'a.png')
  const { body } = await member.call(fileCalls.upload, { params: { t }, body: { file, ...(attachmentUuid ? { attachmentUuid } : {}) } })
  return body
}
const usedBy = async (holder: string, id: number) =>
  (
    await server.owner.query<{ used: string }>(
      'select coalesce(file_id, attachment_id) as used from file_use where holder = $1 and holder_id = $2',
      [holder, id],
    )
  ).rows
    .map(({ used }) => used)
    .toSorted()

test('a record uses its pictures from when it is saved until it names others, or is removed', async () => {
  const [one, two] = [await keep(), await keep()]
  const made = (await member.call(crop.calls.create, { params: { t }, body: { ...lawful.crop(nowhere), cropImage: one.fileUrl } })).body
  expect(await usedBy('crop', made.cropId)).toEqual([one.id])
  const next = (
    await member.call(crop.calls.update, { params: { t }, body: { ...lawful.crop(nowhere), ...made, cropImage: two.fileUrl } as never })
  ).body
  expect(await usedBy('crop', made.cropId)).toEqual([two.id])
  await member.call(crop.calls.remove, {
    params: { t, id: made.cropId },
    body: { cropId: made.cropId, objectVersionNumber: next.objectVersionNumber } as never,
    query: { objectVersionNumber: next.objectVersionNumber },
  })
  expect(await usedBy('crop', made.cropId)).toEqual([])

  const base = (
    await member.call(area.calls.create, {
      params: { t },
      body: { ...lawful.area(nowhere), areaCover: one.fileUrl, sceneImages: [two.fileUrl, one.fileUrl] },
    })
  ).body
  expect(await usedBy('area', base.areaId)).toEqual([one.id, two.id].toSorted())
})

test('an article uses what its cover and its words show', async () => {
  const [cover, shown, later] = [await keep(), await keep(), await keep()]
  const body = {
    title: 'A',
    categoryId: null,
    coverPicture: cover.fileUrl,
    content: `<p><img src="${shown.fileUrl}"></p>`,
    label: null,
    articleSource: null,
    valueType: null,
    enabledFlag: 1,
  }
  const made = (await member.call(article.calls.create, { params: { t }, body: body as never })).body
  expect(await usedBy('consult', made.consultId)).toEqual([cover.id, shown.id].toSorted())
  await member.call(article.calls.update, {
    params: { t },
    body: { ...body, consultId: made.consultId, objectVersionNumber: made.objectVersionNumber, coverPicture: later.fileUrl } as never,
  })
  expect(await usedBy('consult', made.consultId)).toEqual([later.id, shown.id].toSorted())
})

test('a notice uses what is attached to it, and a person the picture of the own face', async () => {
  const group = randomUUID()
  await keep(group)
  const body = { title: 'A', noticeContent: { noticeBody: '<p>a</p>' }, statusCode: 'PUBLISHED', attachmentUuid: group }
  const made = (await member.call(noticeCalls.create, { params: { t }, body: body as never })).body
  expect(await usedBy('notice', made.noticeId)).toEqual([group])
  const at = { params: { t, id: made.noticeId } }
  await member.call(noticeCalls.withdraw, { ...at, body: { objectVersionNumber: 1 } })
  expect(await usedBy('notice', made.noticeId)).toEqual([group])
  await member.call(noticeCalls.remove, at)
  expect(await usedBy('notice', made.noticeId)).toEqual([])

  const [face, other] = [await keep(), await keep()]
  const { rows } = await server.owner.query<{ id: number }>('select user_id as id from membership where tenant_id = $1', [t])
  for (const { fileUrl, id } of [face, other]) {
    expect((await member.call(accountCalls.avatar, { body: { avatar: fileUrl } })).status).toBe(200)
    expect(await usedBy('app_user', rows[0]!.id)).toEqual([id])
  }
})

test('no row of any table names a file of which it is not said that this row uses it', async () => {
  const { rows: tables } = await server.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'int8'::regtype
     where c.relnamespace = 'furrow'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    // It tells what a row named once, and keeps no file for that.
    if (name === 'audit_entry') continue
    const { rows } = await server.owner.query(
      `select $1 as holder, h.id, m[1] as file from ${name} h cross join lateral regexp_matches(h::text, '/files/([0-9a-f-]{36})', 'g') m
       where not exists (select from file_use u where u.holder = $1 and u.holder_id = h.id and u.file_id = m[1]::uuid)`,
      [name],
    )
    expect(rows).toEqual([])
  }
})
