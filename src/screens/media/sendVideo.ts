import { type PromoVideo, promoVideoCalls } from '#contract/media/promoVideo'
import type { CallFailure } from '#src/api/call.ts'
import { upload } from '#src/api/upload.ts'
import { contentOfFile, judgeFile, type UploadOptions } from '#src/files/uploadFile.ts'

/** Sends a film; never throws. What the server would refuse is refused before a byte is sent (UPLOAD-05). */
export async function sendVideo(file: File, { onProgress, signal }: UploadOptions): Promise<PromoVideo | CallFailure> {
  const fault = await judgeFile('video', await contentOfFile(file), file)
  if (fault) return fault
  return upload<PromoVideo>(promoVideoCalls.upload, { file, fileName: file.name, fields: { fileName: file.name } }, { onProgress, signal })
}
