import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Failure } from '#contract/core/failure'
import { fileCalls, type FileKind, parseFileUrl, type StoredFile } from '#contract/media/files'
import { intake } from '#server/ground/files/intake'
import { LINK_MS } from '#server/ground/files/links'
import { arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'

const MB = 1024 * 1024
const QUOTA_MB = 300

let server: TestServer
let dataDir: string
let tenantId: number
let member: Client
let colleague: Client
let rival: Client
let rivalTenant: number
let jpeg: Buffer
let png: Buffer
let now = Date.now()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'furrow-files-'))
  server = await startTestServer({ config: { dataDir, files: { panoramaMaxMb: 8, quotaMb: QUOTA_MB, s3: null } }, clock: () => now })
  const build = arrange(server.owner)
  tenantId = (await build.aTenant()).id
  rivalTenant = (await build.aTenant()).id
  member = await server.signIn((await build.aUser({ tenantId })).login_name)
  colleague = await server.signIn((await build.aUser({ tenantId })).login_name)
  rival = await server.signIn((await build.aUser({ tenantId: rivalTenant })).login_name)
  const plain = sharp({ create: { width: 600, height: 300, channels: 3, background: '#1b9961' } })
  jpeg = await plain.clone().jpeg().toBuffer()
  png = await plain.clone().png().toBuffer()
})
afterAll(async () => {
  await server?.close()
  await rm(dataDir, { recursive: true, force: true })
})

interface Given {
  readonly kind?: FileKind
  readonly name?: string
  readonly client?: Client
  readonly fields?: Record<string, string>
  /** The file part stands before the fields. */
  readonly fileFirst?: boolean
}
async function send(bytes: Uint8Array | string, { kind, name = 'a.bin', client = member, fields = {}, fileFirst = false }: Given = {}) {
  const file = new File([bytes as BlobPart], name)
  const rest = { ...(kind ? { kind } : {}), ...fields }
  const body = fileFirst ? { file, ...rest } : { ...rest, file }
  return client.call(fileCalls.upload, { params: { t: tenantId }, body })
}
async function keep(bytes: Uint8Array | string, given: Given = {}): Promise<StoredFile> {
  const { status, body } = await send(bytes, given)
  expect({ status, code: body.code }).toEqual({ status: 200, code: undefined })
  return body
}
const padded = (head: Uint8Array, bytes: number) => Buffer.concat([head, Buffer.alloc(bytes - head.length)])
const mp4 = (bytes: number) => padded(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'), bytes)
const box = (name: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}
/** A film that says how long it lasts; its header stands behind its pictures, as a camera writes it. */
function mp4Of(seconds: number) {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(seconds * 1000, 16)
  return Buffer.concat([mp4(24), box('mdat', randomBytes(5000)), box('moov', box('mvhd', header))])
}
function webmOf(seconds: number) {
  const duration = Buffer.alloc(11)
  duration.writeUInt16BE(0x4489)
  duration[2] = 0x88
  duration.writeDoubleBE(seconds * 1000, 3)
  const info = Buffer.concat([Buffer.from([0x15, 0x49, 0xa9, 0x66, 0x80 + 7 + 11, 0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40]), duration])
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]),
    Buffer.from('webm'),
    // A segment of unknown length, as a recorder writes it.
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    Buffer.from([0xec, 0x82, 0, 0]),
    info,
  ])
}
const incoming = async () => readdir(join(dataDir, 'files', 'incoming')).catch(() => [])
const countRows = async () => Number((await server.owner.query('select count(*)::int as n from furrow.file')).rows[0].n)
const kept = async () =>
  (await readdir(join(dataDir, 'files', 'kept'), { recursive: true, withFileTypes: true }).catch(() => [])).filter((one) => one.isFile())
    .length

describe('a file that was kept', () => {
  test('is known by what its content is, not by its name', async () => {
    const file = await keep(jpeg, { name: 'C:\\fields\\barley.png', kind: 'image', fields: { bucketName: 'covers' } })
    expect(file).toMatchObject({
      fileName: 'barley.png',
      contentType: 'image/jpeg',
      kind: 'image',
      width: 600,
      height: 300,
      bytes: jpeg.length,
    })
    expect(parseFileUrl(file.fileUrl)).toEqual({ tenantId, id: file.id })
    const { rows } = await server.owner.query('select bucket, sha256, tenant_id from furrow.file where id = $1', [file.id])
    expect(rows[0]).toMatchObject({ bucket: 'covers', tenant_id: tenantId })
  })

  test('is answered with its bytes, its type and headers that let nothing in it run', async () => {
    const { fileUrl } = await keep('<script>alert(1)</script>', { fields: { fileName: '\u519c\u7530 "1".html' } })
    const answer = await member.raw('GET', fileUrl)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('<script>alert(1)</script>')
    const header = (name: string) => answer.headers.get(name)
    expect(header('content-type')).toBe('text/plain; charset=utf-8')
    expect(header('content-disposition')).toBe(`attachment; filename="__ _1_.html"; filename*=UTF-8''%E5%86%9C%E7%94%B0%20%221%22.html`)
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('content-security-policy')).toContain('sandbox')
    expect(header('cache-control')).toBe('private, no-cache')
    expect(header('content-length')).toBe('25')
  })

  test('may be sent with its fields after it, and a field that is not right is named', async () => {
    expect(await keep(png, { kind: 'image', fileFirst: true })).toMatchObject({ contentType: 'image/png', kind: 'image' })
    const { status, body } = await send(png, { kind: 'poster' as FileKind, fileFirst: true })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('kind')
  })

  test('without a kind is what its content says', async () => {
    expect((await keep(png)).kind).toBe('image')
    expect((await keep(mp4(1000))).kind).toBe('video')
    expect((await keep('a,b\n1,2')).kind).toBe('file')
  })

  test('is found with its fellow attachments by their uuid, and alone by its own', async () => {
    const attachmentUuid = randomUUID()
    const first = await keep('one', { name: 'one.txt', fields: { attachmentUuid } })
    now += 1
    await keep('two', { name: 'two.txt', fields: { attachmentUuid } })
    const all = await member.call(fileCalls.attachments, { params: { t: tenantId, uuid: attachmentUuid } })
    expect(all.body.map(({ fileName }) => fileName)).toEqual(['one.txt', 'two.txt'])
    const alone = await member.call(fileCalls.attachments, { params: { t: tenantId, uuid: first.id } })
    expect(alone.body.map(({ fileName }) => fileName)).toEqual(['one.txt'])
    expect((await send('three', { client: colleague, fields: { attachmentUuid } })).status).toBe(403)
    // Nothing that others see has them yet.
    expect((await colleague.call(fileCalls.attachments, { params: { t: tenantId, uuid: attachmentUuid } })).status).toBe(404)
  })
})

describe('a limit', () => {
  const refusals: [name: string, status: number, code: string, words: string, make: () => [Uint8Array | string, FileKind]][] = [
    ['an image over 10 MB', 413, 'uploadNoBig', '10MB', () => [padded(jpeg, 10 * MB + 1), 'image']],
    ['an icon over 10 MB', 413, 'uploadNoBig', '10MB', () => [padded(png, 10 * MB + 1), 'icon']],
    ['a seed image over 30 MB', 413, 'uploadNoBig', '30MB', () => [padded(jpeg, 30 * MB + 1), 'seedImage']],
    ['an image over 10 MB as any file', 413, 'uploadNoBig', '10MB', () => [padded(jpeg, 10 * MB + 1), 'file']],
    ['a video of 30 MB', 413, 'videoTooBig', '30MB', () => [mp4(30 * MB), 'video']],
    ['a file of 50 MB', 413, 'fileTooBig', '50MB', () => [Buffer.alloc(50 * MB), 'file']],
    ['a panorama over its most', 413, 'panoramaTooBig', '8MB', () => [padded(jpeg, 8 * MB + 1), 'panorama']],
    ['a panorama below 7 MB', 422, 'panoramaTooSmall', '7MB', () => [padded(jpeg, 7 * MB - 1), 'panorama']],
    ['an empty file', 400, 'empty', 'empty', () => ['', 'file']],
    ['text as an image', 415, 'notImage', 'JPG/PNG', () => ['no picture', 'image']],
    ['a drawing as an image', 415, 'notImage', 'JPG/PNG', () => ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image']],
    ['a video as an icon', 415, 'notIcon', 'JPG/PNG/SVG', () => [mp4(1000), 'icon']],
    ['an image as a video', 415, 'notVideo', 'MP4/WebM', () => [jpeg, 'video']],
    ['a program', 415, 'program', 'Programs', () => [Buffer.from('MZ\x90\0', 'latin1'), 'file']],
    ['a damaged image', 422, 'unreadable', 'damaged', () => [jpeg.subarray(0, 40), 'image']],
    ['a damaged drawing', 422, 'unreadable', 'damaged', () => ['<svg xmlns="http://www.w3.org/2000/svg"><g>', 'icon']],
  ]
  test.each(refusals)('refuses %s, names what was broken and keeps nothing', async (_, status, code, words, make) => {
    const before = [await countRows(), await kept()]
    const [bytes, kind] = make()
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', new File([bytes as BlobPart], 'a.jpg', { type: 'image/jpeg' }))
    const answer = await member.raw('POST', `/hfle/v1/${tenantId}/files/multipart`, { body: form, headers: { 'accept-language': 'en' } })
    const body = (await answer.json()) as Failure
    expect([answer.status, body.code]).toEqual([status, `error.file.${code}`])
    expect(body.message).toContain(words)
    expect([await countRows(), await kept()]).toEqual(before)
    expect(await incoming()).toEqual([])
  })

  test('is not reached by a file that just fits', async () => {
    const noise = randomBytes(7 * MB)
    expect((await keep(Buffer.concat([jpeg, noise]), { kind: 'panorama' })).bytes).toBe(jpeg.length + noise.length)
    expect((await keep(padded(jpeg, 10 * MB), { kind: 'image' })).bytes).toBe(10 * MB)
    expect((await keep(mp4(30 * MB - 1), { kind: 'video' })).bytes).toBe(30 * MB - 1)
  })

  test('of pixels is held, whatever the picture weighs', async () => {
    // A small PNG whose header says that it is 16,000 x 16,000.
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(16_000, 16)
    bomb.writeUInt32BE(16_000, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    const { status, body } = await send(bomb, { kind: 'image' })
    expect([status, body.code]).toEqual([422, 'error.file.tooManyPixels'])
  })

  test('of pixels is closer where all of them are held until the last one', async () => {
    const large = (progressive: boolean) =>
      sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#1b9961' } })
        .jpeg({ progressive })
        .toBuffer()
    const { status, body } = await send(await large(true), { kind: 'image' })
    expect([status, body.code]).toEqual([422, 'error.file.tooManyPixelsInPasses'])
    expect(await keep(await large(false), { kind: 'image' })).toMatchObject({ width: 8000, height: 8000 })
  })

  test('ends an upload while it is still being sent', async () => {
    const { answered, write, end } = slowUpload('image')
    write(jpeg)
    write(Buffer.alloc(10 * MB))
    const { status, body } = await answered
    expect([status, body.code]).toEqual([413, 'error.file.uploadNoBig'])
    end()
    expect(await incoming()).toEqual([])
  })

  test('of content ends an upload at its first bytes', async () => {
    const { answered, write, end } = slowUpload('image')
    write(Buffer.from('nothing that could be seen '.repeat(400)))
    const { status, body } = await answered
    expect([status, body.code]).toEqual([415, 'error.file.notImage'])
    end()
  })
})

/** An upload whose bytes are sent piece by piece and whose end never comes. */
function slowUpload(kind: FileKind) {
  const sending: ClientRequest = request(`${server.url}/hfle/v1/${tenantId}/files/multipart`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${member.token}`,
      'content-type': 'multipart/form-data; boundary=cut',
      'transfer-encoding': 'chunked',
    },
  })
  sending.on('error', () => undefined)
  const answered = new Promise<{ status: number; body: Failure }>((resolve) => {
    const read = async (response: IncomingMessage) => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      resolve({ status: response.statusCode!, body: JSON.parse(text) as Failure })
    }
    sending.on('response', (response) => void read(response))
  })
  const write = (bytes: Uint8Array | string) => sending.write(bytes)
  write(`--cut\r\ncontent-disposition: form-data; name="kind"\r\n\r\n${kind}\r\n`)
  write('--cut\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n')
  return { answered, write, end: () => sending.destroy() }
}

describe('the space of a tenant', () => {
  const leave = async (bytes: number) => {
    const { rows } = await server.owner.query<{ used: number }>('select sum(bytes)::float8 as used from furrow.file where tenant_id = $1', [
      rivalTenant,
    ])
    await server.owner.query(
      `insert into furrow.file (id, tenant_id, owner_id, bucket, name, kind, content_type, bytes, sha256, created_at)
       select $1, m.tenant_id, m.user_id, 'files', 'large', 'file', 'text/plain', $2, 'x', 0 from furrow.membership m where m.tenant_id = $3`,
      [randomUUID(), QUOTA_MB * MB - (rows[0]!.used ?? 0) - bytes, rivalTenant],
    )
  }
  const give = (bytes: number, language = 'en') => {
    const form = new FormData()
    form.set('file', new File([Buffer.alloc(bytes, 'a')], 'a.txt'))
    return rival.raw('POST', `/hfle/v1/${rivalTenant}/files/multipart`, { body: form, headers: { 'accept-language': language } })
  }

  test('takes what fits to the last byte, and refuses what does not with what is left, in both languages', async () => {
    await leave(2 * MB)
    const before = await kept()
    for (const [language, words] of [
      ['en', '300 MB for files and 2 MB'],
      ['zh-CN', '300MB，仅剩 2MB'],
    ] as const) {
      const answer = await give(2 * MB + 1, language)
      const body = (await answer.json()) as Failure
      expect([answer.status, body.code]).toEqual([413, 'error.file.noSpace'])
      expect(body.message).toContain(words)
    }
    expect(await kept()).toBe(before)
    expect(await incoming()).toEqual([])
    expect((await give(2 * MB)).status).toBe(200)
    expect((await give(1)).status).toBe(413)
    expect((await send('of another tenant')).status).toBe(200)
  })

  test('is not stepped over by several who upload at one time', async () => {
    await server.owner.query(`delete from furrow.file where tenant_id = $1`, [rivalTenant])
    await leave(2 * MB)
    const answers = await Promise.all(Array.from({ length: 6 }, () => give(MB)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(4)
  })
})

describe('an upload', () => {
  test('that is cancelled leaves nothing behind', async () => {
    const before = [await countRows(), await kept()]
    const { write, end } = slowUpload('image')
    write(jpeg)
    await vi.waitFor(async () => expect(await incoming()).toHaveLength(1))
    expect(await kept()).toBe(before[1])
    end()
    await vi.waitFor(async () => expect(await incoming()).toEqual([]))
    expect([await countRows(), await kept()]).toEqual(before)
  })

  test('that was cut off by the end of the process is swept after an hour', async () => {
    const folder = join(dataDir, 'swept')
    const desk = intake({ folder, panoramaMaxMb: 50, foreign: server.services.foreign, clock: () => now })
    await desk.sweep()
    await mkdir(folder)
    await writeFile(join(folder, 'old'), 'x')
    await writeFile(join(folder, 'young'), 'x')
    await utimes(join(folder, 'old'), 1, 1)
    await utimes(join(folder, 'young'), now / 1000, now / 1000)
    await desk.sweep()
    expect(await readdir(folder)).toEqual(['young'])
  })

  test('of no multipart body is refused by its type, and one without a file says so', async () => {
    const path = `/hfle/v1/${tenantId}/files/multipart`
    const json = await member.raw('POST', path, { body: '{}', headers: { 'content-type': 'application/json' } })
    expect(json.status).toBe(415)
    const form = new FormData()
    form.set('kind', 'file')
    const empty = await member.raw('POST', path, { body: form })
    expect([empty.status, ((await empty.json()) as Failure).code]).toEqual([400, 'error.file.missing'])
    const cut = await member.raw('POST', path, {
      body: '--cut\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf a',
      headers: { 'content-type': 'multipart/form-data; boundary=cut' },
    })
    expect(cut.status).toBe(400)
    expect(await incoming()).toEqual([])
  })

  test('to another call is refused by its type as before', async () => {
    const form = new FormData()
    form.set('a', 'b')
    expect((await member.raw('PUT', '/iam/hzero/v1/users/default-tenant', { body: form })).status).not.toBe(500)
  })
})

describe('another tenant', () => {
  test.each(['content', 'image', 'file', 'link'])('never learns of a file by its %s', async (what) => {
    const { id } = await keep(jpeg, { kind: 'image' })
    for (const [client, tenant] of [
      [rival, rivalTenant],
      [rival, tenantId],
      [member, rivalTenant],
    ] as const) {
      expect((await client.raw('GET', `/hfle/v1/${tenant}/files/${id}/${what}`)).status).toBe(404)
    }
    expect((await server.anonymous.raw('GET', `/hfle/v1/${tenantId}/files/${id}/${what}`)).status).toBe(401)
  })
})

describe('a range', () => {
  const text = 'abcdefghijklmnopqrstuvwxyz'
  let fileUrl: string
  beforeAll(async () => {
    ;({ fileUrl } = await keep(text, { name: 'letters.txt' }))
  })
  const ask = (headers: Record<string, string>, method = 'GET') => member.raw(method, fileUrl, { headers })

  test.each([
    ['bytes=0-4', 'abcde', 'bytes 0-4/26'],
    ['bytes=20-', 'uvwxyz', 'bytes 20-25/26'],
    ['bytes=-3', 'xyz', 'bytes 23-25/26'],
  ])('%s is answered alone', async (range, part, contentRange) => {
    const answer = await ask({ range })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([206, part, contentRange])
    expect(answer.headers.get('content-length')).toBe(String(part.length))
  })

  test('beyond the end is 416, and several are answered by the whole', async () => {
    const beyond = await ask({ range: 'bytes=26-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */26'])
    const several = await ask({ range: 'bytes=0-1,4-5' })
    expect([several.status, await several.text()]).toEqual([200, text])
  })

  test('of what has changed is answered by the whole', async () => {
    const etag = (await ask({})).headers.get('etag')!
    expect((await ask({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200)
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
  })

  test('is told by HEAD without bytes', async () => {
    const whole = await ask({}, 'HEAD')
    expect([whole.status, whole.headers.get('content-length'), await whole.text()]).toEqual([200, '26', ''])
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const part = await ask({ range: 'bytes=0-4' }, 'HEAD')
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '5'])
  })
})

describe('a picture in another size', () => {
  const sizeOf = async (answer: Response) => {
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return [answer.status, width, height, format]
  }
  test.each([
    ['', [200, 400, 200, 'jpeg']],
    ['?width=100&height=100', [200, 100, 50, 'jpeg']],
    ['?width=100&height=100&mode=fill', [200, 100, 100, 'jpeg']],
    ['?width=100&height=80&mode=crop', [200, 100, 80, 'jpeg']],
    ['?width=2000&height=2000', [200, 600, 300, 'jpeg']],
  ])('%s', async (query, expected) => {
    const { id } = await keep(jpeg, { kind: 'image' })
    expect(await sizeOf(await member.raw('GET', `/hfle/v1/${tenantId}/files/${id}/image${query}`))).toEqual(expected)
    // The second time it comes from the disk, and is known by the asker.
    const again = await member.raw('GET', `/hfle/v1/${tenantId}/files/${id}/image${query}`)
    const etag = again.headers.get('etag')!
    expect(await sizeOf(again)).toEqual(expected)
    const known = await member.raw('GET', `/hfle/v1/${tenantId}/files/${id}/image${query}`, { headers: { 'if-none-match': etag } })
    expect(known.status).toBe(304)
  })

  test('asked for by many at once is drawn for all of them', async () => {
    const { id } = await keep(png, { kind: 'image' })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => member.raw('GET', `/hfle/v1/${tenantId}/files/${id}/image?width=${50 + (at % 3)}`)),
    )
    const widths = (await Promise.all(answers.map(sizeOf))).map(([status, width]) => [status, width])
    expect(widths).toEqual(Array.from({ length: 12 }, (_, at) => [200, 50 + (at % 3)]))
  })

  test('that wants more memory than there is for one is not drawn, and says so', async () => {
    // 812 KB that unfold to 784 MB; any file is taken as a file.
    const bomb = await sharp({ create: { width: 14_000, height: 14_000, channels: 4, background: '#1b9961' } })
      .png({ progressive: true })
      .toBuffer()
    const { id } = await keep(bomb, { kind: 'file' })
    const answer = await member.raw('GET', `/hfle/v1/${tenantId}/files/${id}/image`)
    expect([answer.status, ((await answer.json()) as Failure).code]).toEqual([422, 'error.file.tooMuch'])
  })

  test("keeps no other enterprise waiting, however long one's drawings take", async () => {
    const filter = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/><feGaussianBlur stdDeviation="9"/></filter>'
    const slow = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${filter}<rect width="900" height="900" filter="url(#f)"/></svg>`
    const { id } = await keep(slow, { kind: 'icon', name: 'slow.svg' })
    const form = new FormData()
    form.set('kind', 'image')
    form.set('file', new File([jpeg as BlobPart], 'a.jpg'))
    const kept = (await (await rival.raw('POST', `/hfle/v1/${rivalTenant}/files/multipart`, { body: form })).json()) as StoredFile

    const order: string[] = []
    const drawings = Array.from({ length: 6 }, async (_, at) => {
      await member.raw('GET', `/hfle/v1/${tenantId}/files/${id}/image?width=${700 + at}&height=${700 + at}`)
      order.push('drawing')
    })
    // Two may end at the same moment.
    await Promise.race(drawings)
    await rival.raw('GET', `/hfle/v1/${rivalTenant}/files/${kept.id}/image`)
    order.push('picture')
    await Promise.all(drawings)
    expect(order.indexOf('picture')).toBeLessThan(4)
  }, 120_000)

  test('is bounded, and there is none of what is no picture', async () => {
    const { id } = await keep('text')
    expect((await member.raw('GET', `/hfle/v1/${tenantId}/files/${id}/image`)).status).toBe(422)
    expect((await member.raw('GET', `/hfle/v1/${tenantId}/files/${id}/image?width=4096`)).status).toBe(400)
    expect((await member.raw('GET', `/hfle/v1/${tenantId}/files/not-a-uuid/image`)).status).toBe(400)
  })

  test('of a drawing is a PNG of pixels', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert(1)"><path d="M0 0h9v9z"/></svg>'
    const { id, fileUrl, contentType } = await keep(drawing, { kind: 'icon', name: 'icon.svg' })
    expect(contentType).toBe('image/svg+xml')
    expect(await sizeOf(await member.raw('GET', `/hfle/v1/${tenantId}/files/${id}/image?width=64&height=64`))).toEqual([200, 64, 64, 'png'])
    const own = await member.raw('GET', fileUrl)
    expect(own.headers.get('content-type')).toBe('image/svg+xml')
    expect(own.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(own.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
    expect(await own.text()).toBe('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h9v9z"></path></svg>')
  })
})

describe('a link', () => {
  test('plays a film without a token, in ranges, for ten minutes and for no other file', async () => {
    const film = await keep(mp4(5000), { kind: 'video', name: 'a.mp4' })
    const { body } = await member.call(fileCalls.link, { params: { t: tenantId, uuid: film.id } })
    const part = await server.anonymous.raw('GET', body.url, { headers: { range: 'bytes=0-9' } })
    expect([part.status, part.headers.get('content-type'), part.headers.get('content-range')]).toEqual([206, 'video/mp4', 'bytes 0-9/5000'])
    await part.arrayBuffer()
    const other = await keep(jpeg, { kind: 'image' })
    const forged = body.url.replace(film.id.replaceAll('-', ''), other.id.replaceAll('-', ''))
    expect((await server.anonymous.raw('GET', forged)).status).toBe(404)
    now += LINK_MS + 1
    expect((await server.anonymous.raw('GET', body.url)).status).toBe(404)
  })
})

describe('a film', () => {
  test.each([
    ['mp4', mp4Of],
    ['webm', webmOf],
  ])('of %s that lasts more than 60 s is refused by the server too', async (_, film) => {
    const before = await countRows()
    expect(await send(film(75), { kind: 'video' })).toMatchObject({ status: 422, body: { code: 'error.file.videoTooLong' } })
    expect(await countRows()).toBe(before)
    expect(await keep(film(60.4), { kind: 'video' })).toMatchObject({ kind: 'video' })
  })

  test('that does not say how long it lasts, or says it in broken words, is taken', async () => {
    // An element that claims 64 petabytes, as the first one and behind the head.
    const endless = Buffer.from('01fffffffffffffe', 'hex')
    const head = Buffer.concat([Buffer.from('428284', 'hex'), Buffer.from('webm')])
    const first = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), endless, head])
    const later = Buffer.concat([Buffer.from('1a45dfa387', 'hex'), head, Buffer.from('ec', 'hex'), endless])
    for (const broken of [mp4(1000), Buffer.concat([mp4(24), box('moov', box('mvhd', Buffer.alloc(4)))]), webmOf(Number.NaN), first, later])
      expect(await keep(broken, { kind: 'video' })).toMatchObject({ kind: 'video' })
  })
})
