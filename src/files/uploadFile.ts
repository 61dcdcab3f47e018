import i18next from 'i18next'
import { type FailureCode, failureStatus } from '#contract/core/failure'
import { contentOf, HEAD_BYTES, type MediaType } from '#contract/media/content'
import { fileCalls, fileFault, type FileFault, type FileKind, kindOfContent, type StoredFile, tooLongFault } from '#contract/media/files'
import { boot } from '#src/api/boot.ts'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { type Sent, upload } from '#src/api/upload.ts'
import { asWordKey } from '#src/i18n/i18n.ts'
import { compressImage, shouldCompress } from './compressImage.ts'
import { videoSeconds } from './videoSeconds.ts'

export interface UploadOptions {
  /** Which drawer of the tenant's files. */
  readonly bucket?: string | undefined
  /** What it is for: decides content and limits. Left out, the content decides. */
  readonly kind?: FileKind | undefined
  /** Files that share one are read together as attachments. */
  readonly attachmentUuid?: string | undefined
  readonly onProgress?: ((sent: Sent) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** A refusal of this browser, in the words and with the code that the server would have. */
export function refusal(code: FailureCode, params: FileFault['params']): CallFailure {
  return { failed: true, code, message: String(i18next.t(asWordKey(`errors:${code}`), params)), status: failureStatus[code] }
}

/** What this browser can say of a file before a byte of it is sent; null where nothing is wrong. */
export async function judgeFile(kind: FileKind, content: MediaType, file: File): Promise<CallFailure | null> {
  const fault =
    fileFault(kind, content, file.size, boot.panoramaMaxMb) ?? (kind === 'video' ? tooLongFault(await videoSeconds(file)) : null)
  return fault && refusal(fault.code, fault.params)
}
export const contentOfFile = async (file: File): Promise<MediaType> =>
  contentOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))

/**
 * Sends one file and resolves to what the server keeps of it, or to the failure; it never throws and shows no tip: the place that asked
 * shows {@link describeUpload}. What the server would refuse is refused before a byte is sent. Pictures over 1 MB go as at most
 * 1920x1080, panoramas as they are.
 */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<StoredFile | CallFailure> {
  const { bucket, attachmentUuid, onProgress, signal } = options
  const content = await contentOfFile(file)
  const kind = options.kind ?? kindOfContent(content)
  const fault = await judgeFile(kind, content, file)
  if (fault) return fault
  let body: Blob = file
  if (shouldCompress(kind, content, file.size)) {
    try {
      body = await compressImage(file, content)
    } catch {
      return refusal('error.file.unreadable', {})
    }
  }
  return upload<StoredFile>(
    fileCalls.upload,
    { file: body, fileName: file.name, fields: { bucketName: bucket, fileName: file.name, kind, attachmentUuid } },
    { onProgress, signal },
  )
}

/** The words of a failed upload (UPLOAD-08): the server's own, and "upload failed" where it has none or met a fault of its own. */
export function describeUpload(failure: CallFailure): string {
  if (failure.status === 0) return i18next.t(failure.code === 'error.timeout' ? 'frame:tip.timeout' : 'frame:tip.network')
  return failure.status === 500 || failure.message === '' ? i18next.t('media:failed') : failure.message
}

export { isFailure }
export type { Sent }
