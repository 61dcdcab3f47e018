import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { contentOf, HEAD_BYTES, type MediaType } from '#contract/media/content'
import {
  contentFault,
  type FileFault,
  fileFault,
  type FileKind,
  kindOfContent,
  largestUpload,
  tooBigFault,
  tooLongFault,
  uploadFields,
  type UploadFields,
} from '#contract/media/files'
import { CallFailure } from '../failure.ts'
import type { ForeignDesk } from '../foreign/desk.ts'
import { fileJobs } from './foreignJobs.ts'
import { invalidInput } from '../http/faults.ts'
import type { Language } from '../words.ts'
import type { Part } from '../http/multipart.ts'
import type { Kept } from './storage.ts'

/** What an interrupted process left behind is younger than this while somebody may still write it. */
const LEFT_BEHIND_MS = 3_600_000

/** A file that was taken in and found right, on this disk and not yet kept. */
export interface Taken extends Kept {
  readonly kind: FileKind
  readonly fileName: string
  readonly bucket: string
  readonly attachmentUuid: string | null
  readonly width: number | null
  readonly height: number | null
}

const refuse = ({ code, params }: FileFault) => new CallFailure(code, { ...params })

export interface Intake {
  /** Takes the one file of a multipart body in, hands it to `keep`, and leaves nothing of it behind, however this ends. */
  take<T>(from: { tenantId: number; language: Language; parts: AsyncIterable<Part> }, keep: (taken: Taken) => Promise<T>): Promise<T>
  /** Removes what a process that was interrupted left behind. */
  sweep(): Promise<void>
}

/** Uploads pass through `folder` on their way to the store; a part of a file is never anywhere else. */
export function intake(given: { folder: string; panoramaMaxMb: number; foreign: Pick<ForeignDesk, 'run'>; clock: () => number }): Intake {
  const { folder, panoramaMaxMb, foreign, clock } = given

  /** Reads a file to disk and stops it as soon as its kind, where that is known, forbids its content or its size. */
  async function receive(stream: Readable, path: string, kindOf: () => FileKind | undefined) {
    const hash = createHash('sha256')
    let bytes = 0
    let head = Buffer.alloc(0)
    let content: MediaType | null = null
    const largest = largestUpload(panoramaMaxMb)
    const check = (): FileFault | null => {
      const kind = kindOf()
      if (content == null || kind == null) return bytes > largest ? { code: 'error.input.tooLarge', params: {} } : null
      return contentFault(kind, content) ?? tooBigFault(kind, content, bytes, panoramaMaxMb)
    }
    const watched = new Transform({
      transform(chunk: Buffer, _, done) {
        bytes += chunk.length
        hash.update(chunk)
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
        if (head.length === HEAD_BYTES) content ??= contentOf(head)
        const fault = check()
        if (fault) done(refuse(fault))
        else done(null, chunk)
      },
    })
    try {
      await pipeline(stream, watched, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    } catch (cause) {
      if (cause instanceof CallFailure || !isBroken(cause)) throw cause
      throw new CallFailure('error.input.invalid')
    }
    return { bytes, sha256: hash.digest('hex'), content: content ?? contentOf(head) }
  }

  /** Reads every part: the fields may stand before or after the file. */
  async function read(parts: AsyncIterable<Part>, path: string, language: Language) {
    const fields: Record<string, string> = {}
    let received: Awaited<ReturnType<typeof receive>> | null = null
    let name = ''
    const early = () => uploadFields.shape.kind.safeParse(fields['kind']).data
    for await (const part of parts) {
      if (part.kind === 'field') fields[part.name] = part.value
      else if (part.name !== 'file') throw new CallFailure('error.file.missing')
      else {
        name = part.fileName
        received = await receive(part.stream, path, early)
      }
    }
    const parsed = uploadFields.safeParse(fields)
    if (!parsed.success) throw invalidInput(parsed.error, fields, language)
    if (!received) throw new CallFailure('error.file.missing')
    return { ...received, fields: parsed.data, name }
  }

  return {
    async take({ tenantId, language, parts }, keep) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, randomUUID())
      try {
        const { bytes, sha256, content, fields, name } = await read(parts, path, language)
        const kind = fields.kind ?? kindOfContent(content)
        const fault = fileFault(kind, content, bytes, panoramaMaxMb)
        if (fault) throw refuse(fault)
        // Where no icon is asked for a drawing is text like any other: it is never shown as a picture.
        const contentType = content === 'image/svg+xml' && kind !== 'icon' ? 'text/plain' : content
        const tooLong =
          kind === 'video' ? tooLongFault(await foreign.run(tenantId, fileJobs.filmSeconds, () => ({ path, contentType }))) : null
        if (tooLong) throw refuse(tooLong)
        const file = contentType === 'image/svg+xml' ? await foreign.run(tenantId, fileJobs.cleanDrawing, () => path) : { bytes, sha256 }
        const size =
          kind === 'file' || kind === 'video' ? noSize : await foreign.run(tenantId, fileJobs.pictureSize, () => ({ path, contentType }))
        return await keep({ ...file, ...size, path, kind, contentType, ...described(fields, name) })
      } finally {
        await rm(path, { force: true })
      }
    },
    async sweep() {
      const names = await readdir(folder).catch(() => [])
      await Promise.all(
        names.map(async (name) => {
          const path = join(folder, name)
          const { mtimeMs = 0 } = (await stat(path).catch(() => null)) ?? {}
          if (clock() - mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
        }),
      )
    },
  }
}

const noSize = { width: null, height: null }

// The sender went away, or its body was cut: no fault of the server.
const isBroken = (cause: unknown) =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ABORT_ERR', 'FST_PREMATURE_CLOSE'].includes(String((cause as { code?: unknown }).code)) ||
  /terminated early|Unexpected end|premature/i.test(String((cause as { message?: unknown }).message))

function described({ bucketName, fileName, attachmentUuid }: UploadFields, sent: string) {
  return {
    fileName: plainName(fileName ?? sent) || 'file',
    bucket: bucketName?.trim() || 'files',
    attachmentUuid: attachmentUuid ?? null,
  }
}

/** A name without folders, control characters and halves of letters. */
function plainName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1)!
  return last
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()
    .slice(0, 255)
}
