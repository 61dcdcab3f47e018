import { type Panorama, panoramaCalls, PANORAMA_NAME_MOST, uploadedPanorama } from '#contract/panoramas/panorama'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { upload } from '#src/api/upload.ts'
import { contentOfFile, judgeFile } from '#src/files/uploadFile.ts'
import type { UploadOptions } from '#src/files/uploadFile.ts'

/** UPLOAD-10: a panorama is called as its file, without what follows the last dot. */
export const nameOfFile = (fileName: string): string => (fileName.replace(/\.[^.]*$/, '').trim() || fileName).slice(0, PANORAMA_NAME_MOST)

/** Sends a panorama and registers it under the name of its file; never throws. What the server would refuse is refused before. */
export async function sendPanorama(file: File, { onProgress, signal }: UploadOptions): Promise<Panorama | CallFailure> {
  const fault = await judgeFile('panorama', await contentOfFile(file), file)
  if (fault) return fault
  const sent = await upload<unknown>(
    panoramaCalls.upload,
    { file, fileName: file.name, fields: { fileName: file.name } },
    { onProgress, signal },
  )
  if (isFailure(sent)) return sent
  return call(panoramaCalls.add, { body: { panoramaName: nameOfFile(file.name), ...uploadedPanorama.parse(sent) } }, { quiet: true })
}
