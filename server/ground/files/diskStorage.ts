import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { notFound } from '../failure.ts'
import type { FileStorage } from './storage.ts'

/** Files under `folder`, which must be on the same disk as the files that are put: they are renamed into place. */
export function diskStorage(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, key)
  return {
    async put(key, { path }) {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
      const file = await open(path, 'r+')
      // A file that was answered for must outlive a loss of power.
      try {
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(path, pathOf(key))
    },
    async open(key, { start, end }) {
      const file = await open(pathOf(key), 'r').catch((cause: NodeJS.ErrnoException) => {
        throw cause.code === 'ENOENT' ? notFound() : cause
      })
      return file.createReadStream({ start, end })
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
