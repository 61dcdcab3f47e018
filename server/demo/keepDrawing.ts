import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../ground/contents.ts'
import { inTenant, type Scope } from '../ground/database/scope.ts'
import type { Taken } from '../ground/files/intake.ts'
import type { FileRow } from '../ground/files/keep.ts'

/** The enterprise that the demo farm belongs to. */
export const TENANT = 1

type Parts = Pick<Context, 'requestDb' | 'files'>
export type Within = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>
export const withinDemo =
  ({ requestDb }: Parts): Within =>
  (work) =>
    inTenant(requestDb, { tenantId: TENANT, userId: 0, areas: null }, work)

interface Drawn {
  readonly svg: string
  readonly name: string
  readonly kind: 'panorama' | 'image' | 'seedImage'
  readonly also?: (scope: Scope, file: FileRow) => Promise<void>
}
/** Draws a picture and keeps it as if somebody had uploaded it: large ones as JPEG, others as PNG. */
export async function keepDrawing({ files }: Pick<Parts, 'files'>, within: Within, { svg, name, kind, also }: Drawn): Promise<FileRow> {
  // Read when it is needed: a server that draws nothing has no need of it.
  const { default: sharp } = await import('sharp')
  const drawing = sharp(Buffer.from(svg)).flatten()
  const isLarge = kind !== 'image'
  const { data, info } = await (isLarge ? drawing.jpeg({ quality: 88 }) : drawing.png()).toBuffer({ resolveWithObject: true })
  return keepMade({ files }, within, {
    data,
    name,
    kind,
    contentType: isLarge ? 'image/jpeg' : 'image/png',
    bucket: kind === 'seedImage' ? 'seed' : 'panorama',
    width: info.width,
    height: info.height,
    ...(also ? { also } : {}),
  })
}

interface Made extends Pick<Taken, 'kind' | 'contentType' | 'bucket' | 'width' | 'height'> {
  readonly data: Buffer
  readonly name: string
  readonly also?: (scope: Scope, file: FileRow) => Promise<void>
}
/** Keeps what was made here as if somebody had uploaded it. */
export async function keepMade({ files }: Pick<Parts, 'files'>, within: Within, { data, name, also, ...facts }: Made): Promise<FileRow> {
  const path = join(files.incomingFolder, randomUUID())
  await mkdir(files.incomingFolder, { recursive: true, mode: 0o700 })
  await writeFile(path, data, { mode: 0o600 })
  try {
    const sha256 = createHash('sha256').update(data).digest('hex')
    const taken = { ...facts, path, bytes: data.length, sha256, fileName: name, attachmentUuid: null }
    return await files.keeper.keep(taken, { tenantId: TENANT, ownerId: null, inTenant: within, ...(also ? { also } : {}) })
  } finally {
    await rm(path, { force: true })
  }
}
