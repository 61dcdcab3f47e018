import { type Picture, PICTURE_NAME_MOST, pictureCalls } from '#contract/media/picture'
import { call, type CallFailure, isFailure } from '#src/api/call.ts'
import { uploadFile, type UploadOptions } from '#src/files/uploadFile.ts'

const BUCKET = 'picture'
const nameOf = (fileName: string) => (fileName.replace(/\.[^.]*$/, '').trim() || fileName).slice(0, PICTURE_NAME_MOST)

/** Sends a picture into a folder of the library, under the name of its file; never throws. */
export const sendPicture =
  (folderId: number | null) =>
  async (file: File, { onProgress, signal }: UploadOptions): Promise<Picture | CallFailure> => {
    const stored = await uploadFile(file, { kind: 'image', bucket: BUCKET, onProgress, signal })
    if (isFailure(stored)) return stored
    return call(pictureCalls.add, { body: { pictureName: nameOf(file.name), fileUrl: stored.fileUrl, folderId } }, { quiet: true })
  }
