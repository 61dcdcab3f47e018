import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type FitEnum, type Sharp } from 'sharp'
import type { ImageMode } from '#contract/media/files'
import { Refused } from '../foreign/refused.ts'
import { sanitizeSvg } from './sanitizeSvg.ts'

// The work of a process of its own, where one job is done at a time: what it has of memory is for that job.
sharp.cache(false)
sharp.concurrency(1)

const MILLION = 1_000_000
/** A picture of more pixels is a bomb, or needs one to be shown. Panoramas of 20,000 x 10,000 are within it. */
const PIXELS_MOST = 200 * MILLION
/** Of a picture that comes in passes every pixel is held until the last one. */
const PIXELS_IN_PASSES_MOST = 50 * MILLION

/** Puts the sanitised drawing in the place of the one that was sent. */
export async function cleanDrawing(path: string): Promise<{ bytes: number; sha256: string }> {
  const drawn = Buffer.from(sanitizeSvg(await readFile(path, 'utf8')))
  await writeFile(path, drawn)
  return { bytes: drawn.length, sha256: createHash('sha256').update(drawn).digest('hex') }
}

/** A picture's size as it is looked at, read from its head: nothing is decoded. Refuses what is too large to be. */
export async function pictureSize({
  path,
  contentType,
}: {
  path: string
  contentType: string
}): Promise<{ width: number; height: number }> {
  const { format, isProgressive, autoOrient } = await sharp(path, { limitInputPixels: false }).metadata()
  if (`image/${format}` !== contentType.replace('+xml', '')) throw new Refused('error.file.unreadable')
  const { width, height } = autoOrient
  if (width * height > PIXELS_MOST) throw new Refused('error.file.tooManyPixels', { max: PIXELS_MOST / MILLION })
  if (isProgressive && width * height > PIXELS_IN_PASSES_MOST)
    throw new Refused('error.file.tooManyPixelsInPasses', { max: PIXELS_IN_PASSES_MOST / MILLION })
  return { width, height }
}

const FIT = { fit: 'inside', fill: 'fill', crop: 'cover' } as const satisfies Record<ImageMode, keyof FitEnum>

const QUALITIES = [78, 66, 52, 38]
/** A JPEG of at most `most` bytes: as good as it can be, and smaller where that is not enough. What is clear in it is white. */
async function lightly(picture: Sharp, most: number): Promise<Buffer> {
  const { data, info } = await picture.flatten({ background: '#fff' }).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  for (let share = 1; ; share *= 0.75) {
    const width = Math.max(1, Math.round(info.width * share))
    for (const quality of QUALITIES) {
      const drawn = await sharp(data, { raw: info }).resize({ width }).jpeg({ quality, mozjpeg: true }).toBuffer()
      if (drawn.length <= most || width === 1) return drawn
    }
  }
}

/** Draws the picture `from` in a box, into the file `to`; answers its bytes. A JPEG stays one, all else becomes a PNG, unless it is to be light. */
export async function draw(given: {
  readonly from: string
  readonly to: string
  readonly contentType: string
  readonly box: { readonly width: number; readonly height: number; readonly mode: ImageMode; readonly most?: number }
}): Promise<number> {
  const { from, to, contentType, box } = given
  const picture = sharp(from, { limitInputPixels: PIXELS_MOST, failOn: 'truncated' })
    .autoOrient()
    .resize({
      width: box.width,
      height: box.height,
      fit: FIT[box.mode],
      withoutEnlargement: box.mode === 'fit' && contentType !== 'image/svg+xml',
    })
  const whole = () => (contentType === 'image/jpeg' ? picture.jpeg({ quality: 82, progressive: true }) : picture.png()).toBuffer()
  const bytes = await (box.most === undefined ? whole() : lightly(picture, box.most))
  await writeFile(to, bytes, { mode: 0o600 })
  return bytes.length
}
