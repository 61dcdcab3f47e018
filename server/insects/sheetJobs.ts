import sharp from 'sharp'
import { UPLOAD_LIMITS } from '#contract/insects/picture'
import { Refused } from '../ground/foreign/refused.ts'
import { cutSquare } from './cutSquare.ts'
import { type Box, findSpecks } from './findSpecks.ts'

// The work of a process of its own, where one job is done at a time.
sharp.cache(false)
sharp.concurrency(1)

/** A picture is looked at in at most so many pixels a side: an insect of 1 mm on a sheet of 30 cm is 6 of them. */
const LOOKED_AT = 2000

/** The picture as it is looked at, whole, as raw pixels. */
async function rawOf(path: string, colours: 'grey' | 'rgb') {
  const picture = sharp(path, { limitInputPixels: UPLOAD_LIMITS.maxPixels, failOn: 'truncated' })
  const { autoOrient } = await picture.metadata()
  const drawn = picture
    .autoOrient()
    .resize({ width: LOOKED_AT, height: LOOKED_AT, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
  const { data, info } = await (colours === 'grey' ? drawn.greyscale() : drawn.toColourspace('srgb'))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels, scale: autoOrient.width / info.width, whole: autoOrient }
}

/** Where insects lie on a sheet, in pixels of the whole picture; null where there are more than any sheet has. */
export async function findInsects(path: string): Promise<Box[] | null> {
  const { data, width, height, channels, scale, whole } = await rawOf(path, 'grey')
  if (channels !== 1) throw new Refused('error.file.unreadable')
  const specks = findSpecks(data, width, height)
  return specks && specks.map((box) => enlarged(box, scale, whole))
}

/** Cuts boxes out, each as a square of `side` pixels, RGB, one after another. */
export async function cutInsects({ path, boxes, side }: { path: string; boxes: readonly Box[]; side: number }): Promise<Uint8Array> {
  const { data, width, height, channels, scale } = await rawOf(path, 'rgb')
  const cut = new Uint8Array(boxes.length * side * side * 3)
  boxes.forEach((box, at) => {
    const small = { x: box.x / scale, y: box.y / scale, w: box.w / scale, h: box.h / scale }
    cutSquare({ data, width, height, channels }, small, side, cut.subarray(at * side * side * 3, (at + 1) * side * side * 3))
  })
  return cut
}

function enlarged({ x, y, w, h }: Box, scale: number, { width, height }: { width: number; height: number }): Box {
  const left = Math.min(width - 1, Math.floor(x * scale))
  const top = Math.min(height - 1, Math.floor(y * scale))
  return {
    x: left,
    y: top,
    w: Math.max(1, Math.min(width, Math.ceil((x + w) * scale)) - left),
    h: Math.max(1, Math.min(height, Math.ceil((y + h) * scale)) - top),
  }
}
