import i18next from 'i18next'
import { type CallFailure, isFailure } from '#src/api/call.ts'
import { keepFile } from '#src/kept/files.ts'
import { session } from '#src/session/session.ts'
import { refusal, uploadFile, type UploadOptions } from './uploadFile.ts'

/** Sends a picture, and keeps it in this browser where nobody answers: what the browser can say against it was said before. */
export async function uploadOrKeep(file: File, options: UploadOptions = {}): Promise<{ fileUrl: string } | CallFailure> {
  const stored = await uploadFile(file, options)
  if (!isFailure(stored) || stored.status !== 0 || stored.code === 'error.aborted') return stored
  const { self, tenantId } = session.get()
  return keepFile(`${self?.id ?? -1} ${tenantId}`, file).then(
    (fileUrl) => ({ fileUrl }),
    () => ({ ...refusal('error.unavailable', {}), message: i18next.t('field:noRoom') }),
  )
}
