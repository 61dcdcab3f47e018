import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImageMode } from '#contract/media/files'
import { CallFailure } from '../failure.ts'
import type { ForeignDesk } from '../foreign/desk.ts'
import { fileJobs } from './foreignJobs.ts'

/** So many bytes of drawn pictures are kept; beyond them the oldest go. */
const KEPT_BYTES = 512 * 1024 * 1024

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
  /** It is a JPEG of at most so many bytes, whatever it costs of what is seen. */
  readonly most?: number
}

/** Whether another size of it can be drawn. */
export const isPicture = (contentType: string): boolean =>
  ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp'].includes(contentType)

/** Pictures in other sizes, drawn once and kept under `folder`, a folder of its own for every tenant. */
export function pictures({ folder, foreign, keptBytes = KEPT_BYTES }: { folder: string; foreign: ForeignDesk; keptBytes?: number }) {
  const drawing = new Map<string, Promise<void>>()
  // Of what is kept; null until it was counted.
  let held: number | null = null
  let sweeping: Promise<void> | null = null

  async function draw({ tenantId, contentType, read }: Source, box: Box, path: string): Promise<void> {
    const from = `${path}.${randomUUID()}.original`
    const to = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      const bytes = await foreign.run(tenantId, fileJobs.draw, async () => {
        await pipeline(await read(), createWriteStream(from, { flags: 'wx', mode: 0o600 }))
        return { from, to, contentType, box }
      })
      await rename(to, path)
      await keepWithin(bytes)
    } finally {
      await Promise.all([rm(from, { force: true }), rm(to, { force: true })])
    }
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
        await rm(path, { force: true })
        total -= bytes
      }
    }
    held = total
  }

  return {
    /** The picture in this box. Throws CallFailure: `error.file.unreadable`, `error.file.tooMuch`, or `error.busy` where too many wait. */
    async of(source: Source, box: Box): Promise<Drawn> {
      const jpeg = box.most !== undefined || source.contentType === 'image/jpeg'
      const shape = [`${box.width}x${box.height}`, box.mode, ...(box.most === undefined ? [] : [box.most])].join('-')
      const name = `${source.id}-${shape}.${jpeg ? 'jpg' : 'png'}`
      const path = join(folder, String(source.tenantId), source.id.slice(0, 2), name)
      const contentType = jpeg ? 'image/jpeg' : 'image/png'
      for (let tries = 0; ; tries += 1) {
        const file = await open(path, 'r').catch(() => null)
        if (file) {
          const { size } = await file.stat()
          return { contentType, bytes: size, body: file.createReadStream() }
        }
        // Drawn and swept at once: the folder holds less than one picture.
        if (tries === 2) throw new CallFailure('error.unavailable')
        let drawn = drawing.get(path)
        if (!drawn) {
          drawn = draw(source, box, path).finally(() => drawing.delete(path))
          drawing.set(path, drawn)
        }
        await drawn
      }
    },
  }
}
export type Pictures = ReturnType<typeof pictures>
