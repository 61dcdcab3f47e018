import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import sharp, { type FitEnum } from 'sharp'
import type { ImageMode } from '#contract/media/files'
import { CallFailure } from '../failure.ts'
import { PIXELS_MOST } from './intake.ts'

/** Pictures drawn at one time: each may hold a decoded original in memory. */
const AT_ONCE = 2
const WAITING_MOST = 200
/** So many bytes of drawn pictures are kept; beyond them the oldest go. */
const KEPT_BYTES = 512 * 1024 * 1024
const DRAW_SECONDS = 20

const FIT = { fit: 'inside', fill: 'fill', crop: 'cover' } as const satisfies Record<ImageMode, keyof FitEnum>

export interface Drawn {
  readonly contentType: 'image/jpeg' | 'image/png'
  readonly bytes: number
  readonly body: Readable
}
export interface Source {
  readonly tenantId: number
  readonly id: string
  readonly contentType: string
  readonly read: () => Promise<Readable>
}
export interface Box {
  readonly width: number
  readonly height: number
  readonly mode: ImageMode
}

/** Whether another size of it can be drawn. */
export const isPicture = (contentType: string): boolean =>
  ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp'].includes(contentType)

/** Pictures in other sizes, drawn once and kept under `folder`, a folder of its own for every tenant. */
export function pictures({ folder, log, keptBytes = KEPT_BYTES }: { folder: string; log: Logger; keptBytes?: number }) {
  const drawing = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let running = 0
  // Of what is kept; null until it was counted.
  let held: number | null = null
  let sweeping: Promise<void> | null = null

  async function inTurn(work: () => Promise<void>): Promise<void> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MOST) throw new CallFailure('error.busy')
      await new Promise<void>((go) => waiting.push(go))
    } else running += 1
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  async function draw(source: Source, { width, height, mode }: Box, path: string): Promise<void> {
    const original = await buffer(await source.read())
    const picture = sharp(original, { limitInputPixels: PIXELS_MOST, failOn: 'truncated' })
      .autoOrient()
      .resize({ width, height, fit: FIT[mode], withoutEnlargement: mode === 'fit' && source.contentType !== 'image/svg+xml' })
      .timeout({ seconds: DRAW_SECONDS })
    const bytes = await (source.contentType === 'image/jpeg' ? picture.jpeg({ quality: 82, progressive: true }) : picture.png())
      .toBuffer()
      .catch((cause: unknown) => {
        log.warn({ err: cause, file: source.id }, 'a picture could not be drawn')
        throw new CallFailure('error.file.unreadable')
      })
    const written = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(written, bytes, { mode: 0o600 })
    await rename(written, path)
    await keepWithin(bytes.length)
  }

  async function keepWithin(added: number): Promise<void> {
    if (held != null) held += added
    if (held != null && held <= keptBytes) return
    sweeping ??= sweep().finally(() => {
      sweeping = null
    })
    await sweeping
  }

  async function sweep(): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const files = await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          const facts = await stat(path).catch(() => null)
          return { path, bytes: facts?.size ?? 0, at: facts?.mtimeMs ?? 0 }
        }),
    )
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total > keptBytes) {
      for (const { path, bytes } of files.toSorted((one, other) => one.at - other.at)) {
        if (total <= keptBytes * 0.8) break
        // oxlint-disable-next-line no-await-in-loop -- the oldest first, and no more than need be
        await rm(path, { force: true })
        total -= bytes
      }
    }
    held = total
  }

  return {
    /** The picture in this box. Throws CallFailure: `error.file.unreadable`, or `error.busy` where too many wait. */
    async of(source: Source, box: Box): Promise<Drawn> {
      const jpeg = source.contentType === 'image/jpeg'
      const name = `${source.id}-${box.width}x${box.height}-${box.mode}.${jpeg ? 'jpg' : 'png'}`
      const path = join(folder, String(source.tenantId), source.id.slice(0, 2), name)
      const contentType = jpeg ? 'image/jpeg' : 'image/png'
      for (let tries = 0; ; tries += 1) {
        // oxlint-disable-next-line no-await-in-loop
        const file = await open(path, 'r').catch(() => null)
        if (file) {
          // oxlint-disable-next-line no-await-in-loop
          const { size } = await file.stat()
          return { contentType, bytes: size, body: file.createReadStream() }
        }
        // Drawn and swept at once: the folder holds less than one picture.
        if (tries === 2) throw new CallFailure('error.unavailable')
        let drawn = drawing.get(path)
        if (!drawn) {
          drawn = inTurn(() => draw(source, box, path)).finally(() => drawing.delete(path))
          drawing.set(path, drawn)
        }
        // oxlint-disable-next-line no-await-in-loop
        await drawn
      }
    },
  }
}
export type Pictures = ReturnType<typeof pictures>
