import { type FileHandle, open } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { CubeFace } from '#contract/panoramas/cube'
import { PANORAMA_VIEWS, type PanoramaView, TILE } from '#contract/panoramas/picture'
import { Refused } from '../../ground/foreign/refused.ts'
import { faceSizeOf } from './directions.ts'
import { cutOut, halveInto } from './halve.ts'
import { levelsOf, type Place } from './pack.ts'
import { project, rowsOf } from './project.ts'

// The work of a process of its own, where one job is done at a time.
sharp.cache(false)
sharp.concurrency(1)

const MOST_PIXELS = 200_000_000
const QUALITY = 85
/** The library's own format: this many bytes, then the pixels, row by row. */
const HEAD = 64
/** Where the head says how wide and high the picture is, how many bands it has, and of what they are (0: bytes). */
const FIELDS = { width: 4, height: 8, bands: 12, format: 20 }

export interface Unrolled {
  /** Of the panorama as its faces are drawn from it. */
  readonly width: number
  readonly height: number
  readonly faceSize: number
  readonly views: Record<PanoramaView, Place>
  /** So long is the pack now. */
  readonly bytes: number
}

/** Decodes a panorama into a file of bare pixels, no larger than its faces need, and begins the pack with its other pictures. */
export async function unroll({ from, pixels, pack }: { from: string; pixels: string; pack: string }): Promise<Unrolled> {
  const picture = () => sharp(from, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' }).autoOrient()
  const { autoOrient } = await picture().metadata()
  const faceSize = faceSizeOf(autoOrient.width)
  const width = Math.min(faceSize * 4, Math.floor(autoOrient.width / 2) * 2)
  await picture()
    .resize({ width, height: width / 2, fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .toFile(pixels)
  const views = await viewsOf(picture())
  const file = await open(pack, 'wx', 0o600)
  try {
    const places = {} as Record<PanoramaView, Place>
    let at = 0
    for (const [name, bytes] of views) {
      await file.write(bytes, 0, bytes.length, at)
      places[name] = { at, bytes: bytes.length }
      at += bytes.length
    }
    return { width, height: width / 2, faceSize, views: places, bytes: at }
  } finally {
    await file.close()
  }
}

async function viewsOf(picture: Sharp): Promise<[PanoramaView, Buffer][]> {
  const drawn = async (from: Sharp, view: PanoramaView, fit: 'cover' | 'fill') =>
    from
      .resize({ ...PANORAMA_VIEWS[view], fit })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer()
  const preview = await drawn(picture, 'preview', 'fill')
  return [
    ['preview', preview],
    ['cover', await drawn(sharp(preview), 'cover', 'cover')],
    ['thumb', await drawn(sharp(preview), 'thumb', 'cover')],
  ]
}

/** Draws a face in all its levels and adds its tiles to the pack from byte `at` on; answers how many bytes each has, by level, row and column. */
export async function drawFace(given: { pixels: string; pack: string; at: number; face: CubeFace; faceSize: number }): Promise<number[]> {
  const { pixels, pack, at, face, faceSize } = given
  const from = await open(pixels, 'r')
  try {
    const tiles = await tilesOf(await stripsOf(from), face, faceSize)
    const to = await open(pack, 'r+')
    try {
      const all = Buffer.concat(tiles)
      await to.write(all, 0, all.length, at)
    } finally {
      await to.close()
    }
    return tiles.map(({ length }) => length)
  } finally {
    await from.close()
  }
}

interface Strips {
  readonly width: number
  readonly height: number
  /** The rows from `first` to `last`, both included; good until the next are read. */
  readonly read: (first: number, last: number) => Promise<{ first: number; data: Uint8Array }>
}

/** Rows out of a file of bare pixels: only what one tile needs is in memory. */
async function stripsOf(file: FileHandle): Promise<Strips> {
  const { buffer: head } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
  const width = head.readInt32LE(FIELDS.width)
  const height = head.readInt32LE(FIELDS.height)
  if (head.readInt32LE(FIELDS.bands) !== 3 || head.readInt32LE(FIELDS.format) !== 0) throw new Refused('error.file.unreadable')
  let held = { first: 0, last: -1, data: Buffer.alloc(0) }
  return {
    width,
    height,
    async read(first, last) {
      if (first < held.first || last > held.last) {
        const bytes = (last - first + 1) * width * 3
        const data = held.data.length >= bytes ? held.data : Buffer.allocUnsafeSlow(bytes)
        const { bytesRead } = await file.read(data, 0, bytes, HEAD + first * width * 3)
        if (bytesRead < bytes) throw new Refused('error.file.unreadable')
        held = { first, last, data }
      }
      return { first: held.first, data: held.data }
    },
  }
}

async function tilesOf(strips: Strips, face: CubeFace, faceSize: number): Promise<Buffer[]> {
  const levels = levelsOf(faceSize)
  const byLevel: Buffer[][] = levels.map(() => [])
  const half = faceSize / 2
  let coarser = { data: new Uint8Array(half * half * 3), side: half }
  const { nbTiles } = levels.at(-1)!
  for (let row = 0; row < nbTiles; row++) {
    for (let column = 0; column < nbTiles; column++) {
      const square = { face, faceSize, left: column * TILE, top: row * TILE, side: TILE }
      const { first, last } = rowsOf(square, strips.height)
      const rows = { width: strips.width, height: strips.height, ...(await strips.read(first, last)) }
      const drawn = project(rows, square)
      byLevel.at(-1)!.push(await encoded(drawn))
      halveInto(drawn, TILE, { ...coarser, left: (column * TILE) / 2, top: (row * TILE) / 2 })
    }
  }
  for (let level = levels.length - 2; level >= 0; level--) {
    const { data, side } = coarser
    for (let top = 0; top < side; top += TILE)
      for (let left = 0; left < side; left += TILE) byLevel[level]!.push(await encoded(cutOut(data, side, { left, top, size: TILE })))
    coarser = { data: new Uint8Array((side / 2) * (side / 2) * 3), side: side / 2 }
    halveInto(data, side, { ...coarser, left: 0, top: 0 })
  }
  return byLevel.flat()
}

const encoded = (tile: Uint8Array): Promise<Buffer> =>
  sharp(tile, { raw: { width: TILE, height: TILE, channels: 3 } })
    .jpeg({ quality: QUALITY })
    .toBuffer()
