import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the files of recordings are: `<folder>/<tenant>/<camera>/<segment>.ts`. */
const folderOf = (folder: string, tenantId: number, cameraId: number): string => join(folder, String(tenantId), String(cameraId))
export interface Place {
  readonly tenantId: number
  readonly cameraId: number
  readonly id: number
}
export const fileOf = (folder: string, { tenantId, cameraId, id }: Place): string => join(folderOf(folder, tenantId, cameraId), `${id}.ts`)

/** Makes the folder of a camera where there is none. */
export const makeFolder = (folder: string, tenantId: number, cameraId: number) =>
  mkdir(folderOf(folder, tenantId, cameraId), { recursive: true, mode: 0o700 })
export const removeFile = (folder: string, place: Place): Promise<void> => rm(fileOf(folder, place), { force: true })
export const removeFolder = (folder: string, tenantId: number, cameraId: number): Promise<void> =>
  rm(folderOf(folder, tenantId, cameraId), { recursive: true, force: true })

/** Every folder of a camera. */
export async function cameraFolders(folder: string): Promise<readonly Omit<Place, 'id'>[]> {
  const found: Omit<Place, 'id'>[] = []
  for (const tenant of await namesIn(folder))
    for (const camera of await namesIn(join(folder, tenant))) found.push({ tenantId: Number(tenant), cameraId: Number(camera) })
  return found.filter(({ tenantId, cameraId }) => Number.isInteger(tenantId) && Number.isInteger(cameraId))
}
/** The ids of the segments that have a file. */
export async function filesOf(folder: string, tenantId: number, cameraId: number): Promise<readonly number[]> {
  const names = await namesIn(folderOf(folder, tenantId, cameraId))
  return names.flatMap((name) => {
    const id = Number(/^(\d{1,15})\.ts$/.exec(name)?.[1])
    return Number.isInteger(id) ? [id] : []
  })
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return []
    throw cause
  })
