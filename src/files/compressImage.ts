import { COMPRESS_ABOVE_BYTES, type FileKind } from '#contract/media/files'
import type { MediaType } from '#contract/media/content'

/** UPLOAD-02. */
const WIDTH_MOST = 1920
const HEIGHT_MOST = 1080
const QUALITY = 0.5

/** Whether a file is made smaller before it is sent: pictures above 1 MB, but a panorama never (UPLOAD-10). */
export const shouldCompress = (kind: FileKind, content: MediaType, bytes: number): boolean =>
  kind !== 'panorama' && (content === 'image/jpeg' || content === 'image/png') && bytes > COMPRESS_ABOVE_BYTES

/** The size of a picture within 1920x1080, in whole pixels and its own proportions; one that fits stays as it is. */
export function fitWithin({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, WIDTH_MOST / width, HEIGHT_MOST / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A picture within 1920x1080; the original where that is smaller already. Rejects where it cannot be decoded. */
export async function compressImage(file: Blob, content: MediaType): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const { width, height } = fitWithin(picture)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const pen = canvas.getContext('2d')
    if (pen == null) return file
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, width, height)
    // What is transparent stays so: a PNG becomes a smaller PNG.
    const type = content === 'image/png' ? 'image/png' : 'image/jpeg'
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
    return smaller != null && smaller.size < file.size ? smaller : file
  } finally {
    picture.close()
  }
}
