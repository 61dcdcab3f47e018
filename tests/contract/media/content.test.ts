import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf, type MediaType } from '#contract/media/content'
import { fileFault, type FileKind, fileUrlOf, imageUrlOf, parseFileUrl } from '#contract/media/files'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)

test.each([
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF89a', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x18ftypmp42', 'video/mp4'],
  ['\0\0\0\x18ftypheic', 'application/octet-stream'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'video/webm'],
  ['\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', 'application/octet-stream'],
  ['%PDF-1.7', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['MZ\x90\0', 'program'],
  ['\x7fELF', 'program'],
  ['#!/bin/sh', 'program'],
  ['a,b\n1,2', 'text/plain'],
  ['', 'text/plain'],
  ['\xc3', 'text/plain'],
  ['\xff\xfe\0', 'application/octet-stream'],
] as const)('%j begins %s', (head, type) => {
  expect(contentOf(bytes(head))).toBe(type)
})

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '\ufeff  <?xml version="1.0"?>\n<!-- a <html> comment --><!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY a "b">]>\n<svg>',
  '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>',
])('a drawing is known by its first element: %j', (text) => {
  expect(contentOf(utf8(text))).toBe('image/svg+xml')
})
test.each(['<html><svg/></html>', 'see <svg>', '<svgs/>', '<!-- <svg> -->'])('and text that only speaks of one is text: %j', (text) => {
  expect(contentOf(utf8(text))).toBe('text/plain')
})

test('any first bytes are some content, and none takes long', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 4096 }), (head) => typeof contentOf(head) === 'string'))
  const before = performance.now()
  contentOf(utf8(`<!DOCTYPE ${'<!DOCTYPE ['.repeat(400)}`.slice(0, 4096)))
  contentOf(utf8('<!--'.repeat(1024)))
  contentOf(utf8('<?'.repeat(2048)))
  expect(performance.now() - before).toBeLessThan(500)
})

test('the address of a file names its tenant and itself, and no other address does', () => {
  const id = '0b8f5a1e-7d6c-4b3a-9f2e-1c0d9e8f7a6b'
  expect(parseFileUrl(fileUrlOf(12, id))).toEqual({ tenantId: 12, id })
  expect(imageUrlOf(fileUrlOf(12, id))).toBe(`/hfle/v1/12/files/${id}/image?width=400&height=400&mode=fit`)
  expect(imageUrlOf('https://elsewhere.example/a.png', { width: 10 })).toBe('https://elsewhere.example/a.png')
  expect(parseFileUrl(`https://elsewhere.example${fileUrlOf(12, id)}`)).toBeNull()
})

test('images are taken up to 10 MB, seed images up to 30 MB, films and other files below 30 and 50 MB (UPLOAD-01, -03, -05, -06)', () => {
  const MB = 1024 * 1024
  const takes = (kind: FileKind, content: MediaType, bytes: number) => fileFault(kind, content, bytes, 50) === null
  expect([takes('image', 'image/jpeg', 10 * MB), takes('image', 'image/jpeg', 10 * MB + 1)]).toEqual([true, false])
  expect([takes('seedImage', 'image/png', 30 * MB), takes('seedImage', 'image/png', 30 * MB + 1)]).toEqual([true, false])
  expect([takes('video', 'video/mp4', 30 * MB - 1), takes('video', 'video/mp4', 30 * MB)]).toEqual([true, false])
  expect([takes('file', 'application/pdf', 50 * MB - 1), takes('file', 'application/pdf', 50 * MB)]).toEqual([true, false])
})

test('the smallest panorama and the largest are taken', () => {
  const MB = 1024 * 1024
  const faultOf = (size: number) => fileFault('panorama', 'image/jpeg', size, 50)
  expect([faultOf(7 * MB - 1)?.code, faultOf(7 * MB), faultOf(50 * MB), faultOf(50 * MB + 1)?.code]).toEqual([
    'error.file.panoramaTooSmall',
    null,
    null,
    'error.file.panoramaTooBig',
  ])
})
