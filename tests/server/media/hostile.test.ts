import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { banner } from '#contract/home/banner'
import { fileCalls } from '#contract/media/files'
import { pictureCalls } from '#contract/media/picture'
import { pictureFolder } from '#contract/media/pictureFolder'
import { promoVideoCalls } from '#contract/media/promoVideo'
import { article } from '#contract/news/article'
import { articleCategory } from '#contract/news/category'
import { noticeCalls } from '#contract/notices/notice'
import { simCard } from '#contract/organization/simCard'
import { simSourceCalls } from '#contract/organization/simSource'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { noise, uploaded } from '../farm/aSeed.ts'

let farm: Farm
beforeAll(async () => {
  farm = await startFarm()
})
afterAll(() => farm?.close())

const here = (rest: object = {}) => ({ params: { t: farm.t }, ...rest }) as never
const MB = 1024 * 1024
const kept = async () => (await farm.owner.query('select from furrow.file where tenant_id = $1', [farm.t])).rowCount

describe('a film', () => {
  test('of 30 MB, or that is a page of the web whatever it is called, is refused and leaves nothing behind', async () => {
    const before = await kept()
    const send = (bytes: BlobPart, name: string) =>
      farm.admin.call(promoVideoCalls.upload, here({ body: { file: new File([bytes], name, { type: 'video/mp4' }) } }))
    const large = Buffer.alloc(30 * MB)
    large.write('\0\0\0\x18ftypmp42', 'latin1')
    const page = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>'
    for (const [bytes, name, code] of [
      [large, 'a.mp4', 'videoTooBig'],
      [page, 'page.mp4', 'notVideo'],
    ] as const)
      expect((await send(bytes, name)).body).toMatchObject({ code: `error.file.${code}` })
    expect(await kept()).toBe(before)
  })
})

describe('a picture of the library', () => {
  test('is no drawing with script, no film and no text, whatever it is called', async () => {
    const before = await kept()
    const send = async (bytes: BlobPart, name: string) =>
      (await farm.admin.call(fileCalls.upload, here({ body: { kind: 'image', file: new File([bytes], name, { type: 'image/png' }) } })))
        .body
    for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', '\0\0\0\x18ftypmp42', '<html></html>'])
      expect(await send(bytes, 'innocent.png')).toMatchObject({ code: 'error.file.notImage' })
    expect(await kept()).toBe(before)
  })

  test.each([
    ['a way up', '../../etc/passwd.png', 'passwd.png'],
    ['a drive', 'C:\\Users\\me\\photo.png', 'photo.png'],
    ['control signs', 'a\u0000b\u0007\u001bc.png', 'abc.png'],
    ['signs that turn the reading', 'invoice\u202Egnp.exe', 'invoicegnp.exe'],
    ['300 letters', `${'长'.repeat(300)}.png`, '长'.repeat(255)],
  ])('whose name has %s is kept under one that can be trusted', async (_, fileName, plain) => {
    const file = await noise(20, 20)
    const { status, body } = await farm.admin.call(
      fileCalls.upload,
      here({ body: { kind: 'image', file: new File([await file.arrayBuffer()], fileName) } }),
    )
    expect([status, body.fileName]).toEqual([200, plain])
    const answer = await farm.admin.raw('GET', body.fileUrl)
    expect([answer.status, answer.headers.get('content-disposition')?.includes('\n') ?? false]).toEqual([200, false])
    await answer.arrayBuffer()
  })
})

const LONG = '长'.repeat(100_000)
const source = {
  address: '',
  method: 'GET',
  headerName: '',
  usedPath: '',
  allowancePath: '',
  statePath: '',
  expiryPath: '',
  unit: 'MB',
  states: [],
}
const notice = { title: 'A', noticeContent: { noticeBody: '<p>a</p>' }, statusCode: 'DRAFT' }
type Create = Readonly<Record<string, unknown>>
const crud = (of: { calls: { create: unknown } }) => of.calls.create
const writing: readonly (readonly [name: string, call: unknown, lawful: Create, fields: readonly string[]])[] = [
  ['a banner', crud(banner), { title: 'A' }, ['title', 'content', 'imageAddress']],
  ['a folder', crud(pictureFolder), { folderName: 'A' }, ['folderName']],
  ['a picture', pictureCalls.add, { pictureName: 'A', fileUrl: '' }, ['pictureName', 'fileUrl', 'tags']],
  ['a video', promoVideoCalls.edit, { videoId: 1, objectVersionNumber: 1, title: 'A', enabledFlag: 0 }, ['title']],
  ['a notice', noticeCalls.create, notice, ['title', 'noticeContent']],
  ['an article', crud(article), { title: 'A' }, ['title', 'label', 'articleSource', 'content', 'coverPicture']],
  ['a category', crud(articleCategory), {}, ['categoryName']],
  ['a SIM card', crud(simCard), { iccid: '89860012345678901234' }, ['iccid', 'msisdn', 'carrier', 'planName', 'deviceEui', 'remark']],
  [
    'how a carrier is asked',
    simSourceCalls.save,
    { ...source, enabledFlag: 0, secret: null, objectVersionNumber: 0 },
    ['address', 'headerName', 'usedPath', 'allowancePath', 'statePath', 'expiryPath', 'states', 'secret'],
  ],
]
/** A field as long as nobody writes it: lists of words have it as their only one. */
const longOf = (name: string) => {
  if (name === 'tags') return [LONG]
  if (name === 'states') return [{ from: LONG, to: 'active' }]
  if (name === 'noticeContent') return { noticeBody: `${LONG}${LONG}` }
  return name === 'content' ? `${LONG}${LONG}${LONG}` : LONG
}
test.each(writing)('100,000 letters in any text of %s are refused beside it, and kept nowhere', async (_, call, lawful, fields) => {
  for (const name of fields) {
    const { status, body } = await farm.admin.call(call as never, here({ body: { ...lawful, [name]: longOf(name) } }))
    const said = (body as { fields?: Record<string, string> }).fields ?? {}
    expect([name, status, said[name] === undefined ? Object.keys(said) : name]).toEqual([name, 400, name])
    expect(JSON.stringify(body).length).toBeLessThan(2000)
  }
})

test('what two tabs save is saved by the first, and the second is told and loses nothing that it did not send', async () => {
  const fileUrl = await uploaded(farm.admin, farm.t, await noise(30, 20))
  const made = async (of: { calls: { create: unknown } }, body: object) =>
    (await farm.admin.call(of.calls.create as never, here({ body }))).body as unknown as Record<string, unknown>
  const one = await made(banner, { title: 'Harvest', imageAddress: fileUrl })
  const other = await made(article, { title: 'Spring', content: '<p>rain</p>' })
  for (const [of, record] of [
    [banner, one],
    [article, other],
  ] as const) {
    const save = (title: string) => farm.admin.call(of.calls.update as never, here({ body: { ...record, title } }))
    const both = await Promise.all([save('First tab'), save('Second tab')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((both.find(({ status }) => status === 409)!.body as unknown as { code: string }).code).toBe('error.version.stale')
  }
})
