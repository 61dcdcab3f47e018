import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startWords } from '#src/i18n/i18n.ts'
import { fitWithin, shouldCompress } from '#src/files/compressImage.ts'
import { describeUpload, isFailure, uploadFile } from '#src/files/uploadFile.ts'
import { aJpeg, FakeUpload, ID, signInForUploads, urlOf } from './fakeUploads.ts'

const MB = 1024 * 1024

beforeAll(async () => {
  localStorage.setItem('furrow.language', 'en-US')
  await startWords()
})
beforeEach(signInForUploads)

const sent = async (at = 0) => {
  await vi.waitFor(() => expect(FakeUpload.all.length).toBeGreaterThan(at))
  return FakeUpload.all[at]!
}

describe('an upload', () => {
  test('carries bucket, name and kind before the file, the token and the language, and answers what is kept', async () => {
    const done = uploadFile(aJpeg('barley.jpg'), { bucket: 'covers', kind: 'image' })
    const upload = await sent()
    expect([upload.method, upload.address]).toEqual(['POST', '/hfle/v1/7/files/multipart'])
    expect(upload.headers).toMatchObject({ authorization: 'Bearer token', 'accept-language': 'en-US' })
    expect([...upload.body.keys()]).toEqual(['bucketName', 'fileName', 'kind', 'file'])
    expect([...upload.body.values()].slice(0, 3)).toEqual(['covers', 'barley.jpg', 'image'])
    upload.keep(ID(1))
    expect(await done).toMatchObject({ id: ID(1), fileUrl: urlOf(1) })
  })

  test('tells how far it has come', async () => {
    const onProgress = vi.fn()
    const done = uploadFile(aJpeg('a.jpg'), { onProgress })
    const upload = await sent()
    upload.progress(400, 1000)
    expect(onProgress).toHaveBeenCalledWith({ sent: 400, total: 1000 })
    upload.keep(ID(1))
    await done
  })

  test('that is cancelled ends its request and is a failure without words', async () => {
    const stop = new AbortController()
    const done = uploadFile(aJpeg('a.jpg'), { signal: stop.signal })
    const upload = await sent()
    stop.abort()
    expect(await done).toMatchObject({ failed: true, code: 'error.aborted' })
    expect(upload.aborted).toBe(true)
  })

  test('that meets the end of its token is sent again with a new one', async () => {
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(JSON.stringify({ access_token: 'new', refresh_token: 'r', expires_in: 900, token_type: 'bearer' }), {
          headers: { 'content-type': 'application/json' },
        }),
    )
    const done = uploadFile(aJpeg('a.jpg'))
    ;(await sent()).answer(401, { failed: true, code: 'error.permission.accessTokenExpired', message: '' })
    const again = await sent(1)
    expect(again.headers['authorization']).toBe('Bearer new')
    again.keep(ID(1))
    expect(isFailure(await done)).toBe(false)
  })

  test.each([
    [413, 'The uploaded image cannot be larger than 10MB!', 'The uploaded image cannot be larger than 10MB!'],
    [500, 'Service building, retry later', 'Upload failed'],
    [400, '', 'Upload failed'],
  ])('that failed with %i says the server\u2019s words, or that it failed', async (status, message, words) => {
    const done = uploadFile(aJpeg('a.jpg'))
    ;(await sent()).answer(status, { failed: true, code: 'error.file.uploadNoBig', message })
    const failure = await done
    expect(isFailure(failure) && describeUpload(failure)).toBe(words)
  })
})

describe('a file that the server would refuse', () => {
  test.each([
    ['an image over 10 MB', aJpeg('a.jpg', 10 * MB + 1), 'image', 'The uploaded image cannot be larger than 10MB!'],
    ['text that is named like an image', new File(['text'], 'a.jpg', { type: 'image/jpeg' }), 'image', 'You can only upload JPG/PNG file!'],
    ['a small panorama', aJpeg('a.jpg', 6 * MB), 'panorama', 'The panorama cannot be smaller than 7MB'],
    ['a large panorama', aJpeg('a.jpg', 50 * MB + 1), 'panorama', 'The panorama cannot be larger than 50MB'],
    ['an empty file', new File([], 'a.txt'), 'file', 'The file is empty'],
    ['a program', new File(['MZ..'], 'notes.txt'), 'file', 'Programs cannot be uploaded'],
  ] as const)('%s is refused in the same words before a byte is sent', async (_, file, kind, words) => {
    const failure = await uploadFile(file, { kind })
    expect(isFailure(failure) && describeUpload(failure)).toBe(words)
    expect(FakeUpload.all).toEqual([])
  })
})

describe('compressing', () => {
  test.each([
    ['image', 'image/jpeg', MB + 1, true],
    ['image', 'image/png', MB + 1, true],
    ['seedImage', 'image/jpeg', 20 * MB, true],
    ['image', 'image/jpeg', MB, false],
    ['panorama', 'image/jpeg', 20 * MB, false],
    ['icon', 'image/svg+xml', MB + 1, false],
    ['file', 'application/pdf', 20 * MB, false],
  ] as const)('of %s %s with %i bytes: %s', (kind, content, bytes, expected) => {
    expect(shouldCompress(kind, content, bytes)).toBe(expected)
  })

  test.each([
    [
      { width: 4000, height: 3000 },
      { width: 1440, height: 1080 },
    ],
    [
      { width: 3840, height: 1000 },
      { width: 1920, height: 500 },
    ],
    [
      { width: 1920, height: 1080 },
      { width: 1920, height: 1080 },
    ],
    [
      { width: 300, height: 200 },
      { width: 300, height: 200 },
    ],
    [
      { width: 40_000, height: 2 },
      { width: 1920, height: 1 },
    ],
  ])('keeps proportions within 1920x1080: %j becomes %j', (from, to) => {
    expect(fitWithin(from)).toEqual(to)
  })

  test('sends what the canvas made, where that is smaller, else the picture as it was, and a panorama as it is', async () => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => undefined }))
    const drawImage = vi.fn()
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never)
    const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      done,
      type,
      quality,
    ) {
      done(new Blob([`${type} ${this.width}x${this.height} ${String(quality)}`]))
    })
    const done = uploadFile(aJpeg('a.jpg', 2 * MB), { kind: 'image' })
    const upload = await sent()
    expect(await (upload.body.get('file') as File).text()).toBe('image/jpeg 1440x1080 0.5')
    upload.keep(ID(1))
    await done
    toBlob.mockImplementation((done) => done(new Blob([new Uint8Array(2 * MB)])))
    const denser = uploadFile(aJpeg('c.jpg', 2 * MB - 1), { kind: 'image' })
    const original = await sent(1)
    expect((original.body.get('file') as File).size).toBe(2 * MB - 1)
    original.keep(ID(3))
    await denser
    const whole = uploadFile(aJpeg('b.jpg', 8 * MB), { kind: 'panorama' })
    const second = await sent(2)
    expect((second.body.get('file') as File).size).toBe(8 * MB)
    second.keep(ID(2))
    await whole
  })
})
