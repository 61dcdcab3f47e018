import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import type { FailureCode } from '../core/failure.ts'
import { integer, text } from '../core/values.ts'
import type { MediaType } from './content.ts'

const MB = 1024 * 1024

/** What a file is uploaded as: it decides which content is taken and how large it may be (UPLOAD-01, -03, -04, -05, -06, -10). */
export const FILE_KINDS = ['image', 'seedImage', 'icon', 'video', 'panorama', 'file'] as const
export type FileKind = (typeof FILE_KINDS)[number]

const PANORAMA_MIN_MB = 7
const IMAGE_MAX_MB = 10
const SEED_IMAGE_MAX_MB = 30
const FILE_MAX_MB = 50
const VIDEO_MAX_MB = 30
/** Drawn icons are parsed whole before they are kept. */
const SVG_MAX_MB = 1
/** A video must not last longer; 30 s are suggested. */
export const VIDEO_MAX_SECONDS = 60
/** Images above this are compressed in the browser to at most 1920x1080 (UPLOAD-02), panoramas excepted. */
export const COMPRESS_ABOVE_BYTES = MB

const PICTURES: readonly MediaType[] = ['image/jpeg', 'image/png']
const ACCEPTED: Record<FileKind, { readonly content: readonly MediaType[] | 'anything'; readonly refusal: FailureCode }> = {
  image: { content: PICTURES, refusal: 'error.file.notImage' },
  seedImage: { content: PICTURES, refusal: 'error.file.notImage' },
  icon: { content: [...PICTURES, 'image/svg+xml'], refusal: 'error.file.notIcon' },
  video: { content: ['video/mp4', 'video/webm'], refusal: 'error.file.notVideo' },
  panorama: { content: PICTURES, refusal: 'error.file.notImage' },
  file: { content: 'anything', refusal: 'error.file.program' },
}

/** What is wrong with a file: a failure's code and the figures of its words. */
export interface FileFault {
  readonly code: FailureCode
  readonly params: Readonly<Record<string, number>>
}

/** Whether this content may be uploaded as this kind. */
export function contentFault(kind: FileKind, content: MediaType): FileFault | null {
  const accepted = ACCEPTED[kind]
  if (content === 'program') return { code: kind === 'file' ? 'error.file.program' : accepted.refusal, params: {} }
  return accepted.content === 'anything' || accepted.content.includes(content) ? null : { code: accepted.refusal, params: {} }
}

interface Limit {
  /** The most bytes that are taken. */
  readonly most: number
  readonly code: FailureCode
  readonly max: number
}
const atMost = (code: FailureCode, max: number): Limit => ({ most: max * MB, code, max })
const under = (code: FailureCode, max: number): Limit => ({ most: max * MB - 1, code, max })

function limitOf(kind: FileKind, content: MediaType, panoramaMaxMb: number): Limit {
  if (kind === 'panorama') return atMost('error.file.panoramaTooBig', panoramaMaxMb)
  if (kind === 'seedImage') return atMost('error.file.uploadNoBig', SEED_IMAGE_MAX_MB)
  if (kind === 'icon' && content === 'image/svg+xml') return atMost('error.file.uploadNoBig', SVG_MAX_MB)
  // The content decides: a picture or a film is held to its own limit also where any file is taken.
  if (kind === 'image' || kind === 'icon' || PICTURES.includes(content)) return atMost('error.file.uploadNoBig', IMAGE_MAX_MB)
  if (kind === 'video' || ACCEPTED.video.content.includes(content)) return under('error.file.videoTooBig', VIDEO_MAX_MB)
  return under('error.file.fileTooBig', FILE_MAX_MB)
}

/** The limit that `bytes` break, however many more may follow; null while they are within it. */
export function tooBigFault(kind: FileKind, content: MediaType, bytes: number, panoramaMaxMb: number): FileFault | null {
  const limit = limitOf(kind, content, panoramaMaxMb)
  return bytes > limit.most ? { code: limit.code, params: { max: limit.max } } : null
}

/** What is wrong with a whole file of this size; null where it may be uploaded. */
export function fileFault(kind: FileKind, content: MediaType, bytes: number, panoramaMaxMb: number): FileFault | null {
  const fault = contentFault(kind, content) ?? tooBigFault(kind, content, bytes, panoramaMaxMb)
  if (fault) return fault
  if (bytes === 0) return { code: 'error.file.empty', params: {} }
  return kind === 'panorama' && bytes < PANORAMA_MIN_MB * MB
    ? { code: 'error.file.panoramaTooSmall', params: { min: PANORAMA_MIN_MB } }
    : null
}

/** What is wrong with how long a film lasts; one that does not say (null) passes. One of 60 s ends some milliseconds later by its own clock. */
export function tooLongFault(seconds: number | null): FileFault | null {
  return seconds !== null && Math.floor(seconds) > VIDEO_MAX_SECONDS
    ? { code: 'error.file.videoTooLong', params: { max: VIDEO_MAX_SECONDS } }
    : null
}

/** The kind of a file that was sent without one: its content decides. */
export function kindOfContent(content: MediaType): FileKind {
  if (PICTURES.includes(content)) return 'image'
  return ACCEPTED.video.content.includes(content) ? 'video' : 'file'
}

/** No upload of any kind is larger: a longer body is refused before it is read. */
export const largestUpload = (panoramaMaxMb: number): number => Math.max(FILE_MAX_MB, panoramaMaxMb) * MB

/** The text parts beside the one part `file`; they may stand before or after it. */
export const uploadFields = z.object({
  /** Which drawer of the tenant's files; any name. */
  bucketName: text(100).optional(),
  /** The name to keep; without it the one that the file part carries. */
  fileName: text(255).optional(),
  kind: z.enum(FILE_KINDS).optional(),
  /** Files that share one are the attachments of one thing, read together by `attachments`. */
  attachmentUuid: z.uuid().optional(),
})
export type UploadFields = z.infer<typeof uploadFields>

/** A file as it was kept. `fileUrl` is the path of {@link fileCalls.content}, of which `id` is a part. */
export const storedFile = z.object({
  id: z.uuid(),
  fileUrl: z.string(),
  fileName: z.string(),
  kind: z.enum(FILE_KINDS),
  contentType: z.string(),
  bytes: z.int(),
  /** In pixels; null of what is no picture. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  attachmentUuid: z.uuid().nullable(),
})
export type StoredFile = z.infer<typeof storedFile>

/** `fit` stays within the box, `fill` takes exactly its shape, `crop` fills it and cuts what stands out. */
export const IMAGE_MODES = ['fit', 'fill', 'crop'] as const
export type ImageMode = (typeof IMAGE_MODES)[number]
/** FRAME-14: the box of a picture of which no size is asked. */
export const IMAGE_SIZE = 400
export const IMAGE_SIZE_MAX = 2048

const FILES = '/hfle/v1/{t}/files'

/**
 * Files belong to a tenant: nobody else knows of them (404). Whoever signed in to it may keep them, and read what its rows show; the files of a
 * document are read by those who may read the document, and what nothing uses by its uploader alone.
 */
export const fileCalls = {
  upload: defineCall({
    method: 'POST',
    trail: { untold: 'asks' },
    path: `${FILES}/multipart`,
    permission: 'login',
    summary: 'Keeps a file; its content decides what it is',
    encoding: 'multipart',
    fields: uploadFields,
    answer: storedFile,
  }),
  attachments: defineCall({
    method: 'GET',
    path: `${FILES}/{uuid}/file`,
    permission: 'login',
    summary: 'The files of an attachment uuid, or the one file of this id',
    answer: z.array(storedFile),
  }),
  image: defineCall({
    method: 'GET',
    path: `${FILES}/{uuid}/image`,
    permission: 'login',
    summary: 'A picture in another size',
    query: z.object({
      width: integer(1, IMAGE_SIZE_MAX).default(IMAGE_SIZE),
      height: integer(1, IMAGE_SIZE_MAX).default(IMAGE_SIZE),
      mode: z.enum(IMAGE_MODES).default('fit'),
    }),
    produces: 'image/*',
  }),
  content: defineCall({
    method: 'GET',
    path: `${FILES}/{uuid}/content`,
    permission: 'login',
    summary: 'What a fileUrl holds; takes Range',
    produces: 'application/octet-stream',
  }),
  link: defineCall({
    method: 'GET',
    path: `${FILES}/{uuid}/link`,
    permission: 'login',
    summary: 'An address of the same content that needs no token and is good for ten minutes: for films, which a page plays by address',
    answer: z.object({ url: z.string(), expiresAt: z.int() }),
  }),
  linked: defineCall({
    method: 'GET',
    path: '/hfle/v1/linked-files/{key}',
    permission: 'public',
    summary: 'What a link of `link` holds; takes Range',
    produces: 'application/octet-stream',
  }),
}

const FILE_URL = /^\/hfle\/v1\/(\d{1,15})\/files\/([0-9a-f-]{36})\/content$/

/** The path of a file's content: what records keep as `fileUrl`. */
export const fileUrlOf = (tenantId: number, id: string): string => `/hfle/v1/${tenantId}/files/${id}/content`

/** Which file of which tenant a `fileUrl` names; null of an address that is none of ours. */
export function parseFileUrl(url: string): { readonly tenantId: number; readonly id: string } | null {
  const found = FILE_URL.exec(url)
  return found ? { tenantId: Number(found[1]), id: found[2]! } : null
}

/** FRAME-14: the address of a picture in another size. An address that is none of ours stays as it is. */
export function imageUrlOf(
  fileUrl: string,
  { width = IMAGE_SIZE, height = IMAGE_SIZE, mode = 'fit' }: { width?: number; height?: number; mode?: ImageMode } = {},
): string {
  const file = parseFileUrl(fileUrl)
  return file ? `/hfle/v1/${file.tenantId}/files/${file.id}/image?width=${width}&height=${height}&mode=${mode}` : fileUrl
}
