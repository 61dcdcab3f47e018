import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileCalls } from '#contract/media/files'
import { arrange } from '../arrange.ts'
import { type Client, startTestServer, type TestServer } from '../harness.ts'
import { CREDENTIALS, startFakeS3 } from './fakeS3.ts'

let s3: Awaited<ReturnType<typeof startFakeS3>>
let server: TestServer
let dataDir: string
let tenantId: number
let member: Client

beforeAll(async () => {
  s3 = await startFakeS3()
  dataDir = await mkdtemp(join(tmpdir(), 'furrow-s3-'))
  const bucket = { ...CREDENTIALS, endpoint: s3.endpoint, bucket: 'farm-files' }
  server = await startTestServer({ config: { dataDir, files: { panoramaMaxMb: 50, quotaMb: null, s3: bucket } } })
  const build = arrange(server.owner)
  tenantId = (await build.aTenant()).id
  member = await server.signIn((await build.aUser({ tenantId })).login_name)
})
afterAll(async () => {
  await server?.close()
  await s3?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const keep = (file: File) => member.call(fileCalls.upload, { params: { t: tenantId }, body: { file } })

describe('with an S3 store', () => {
  test('a file is kept there under its tenant, and nothing of it on this disk', async () => {
    const { body } = await keep(new File(['in the bucket'], 'note.txt'))
    const key = `/farm-files/${tenantId}/${body.id.slice(0, 2)}/${body.id}`
    expect(s3.objects.get(key)?.toString()).toBe('in the bucket')
    expect(await readdir(join(dataDir, 'files', 'incoming'))).toEqual([])
    expect(await readdir(join(dataDir, 'files'))).not.toContain('kept')

    const whole = await member.raw('GET', body.fileUrl)
    expect([whole.status, await whole.text()]).toEqual([200, 'in the bucket'])
    const part = await member.raw('GET', body.fileUrl, { headers: { range: 'bytes=3-5' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'the', 'bytes 3-5/13'])
  })

  test('a picture is drawn in another size', async () => {
    const jpeg = await sharp({ create: { width: 80, height: 80, channels: 3, background: '#1b9961' } })
      .jpeg()
      .toBuffer()
    const { body } = await keep(new File([new Uint8Array(jpeg)], 'a.jpg'))
    const small = await member.raw('GET', `/hfle/v1/${tenantId}/files/${body.id}/image?width=20`)
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(20)
  })

  test('a store that refuses leaves no row, and the caller may try again', async () => {
    const count = async () => (await server.owner.query('select count(*)::int as n from furrow.file')).rows[0].n as number
    const before = await count()
    s3.fail(true)
    const refused = await keep(new File(['lost'], 'note.txt')).finally(() => s3.fail(false))
    expect([refused.status, refused.body.code]).toEqual([503, 'error.unavailable'])
    expect(await count()).toBe(before)
    expect((await keep(new File(['lost'], 'note.txt'))).status).toBe(200)
  })

  test('an object that is gone is not found', async () => {
    const { body } = await keep(new File(['soon gone'], 'note.txt'))
    s3.objects.clear()
    expect((await member.raw('GET', body.fileUrl)).status).toBe(404)
  })
})
