import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Logger } from 'pino'

/** The ffmpeg of this system; null where none is on PATH. */
export function findProgram(path = process.env['PATH'] ?? ''): string | null {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, 'ffmpeg')
    try {
      accessSync(file, constants.X_OK)
      if (folder !== '' && statSync(file).isFile()) return file
    } catch {
      // Not in this folder.
    }
  }
  return null
}

/** Finds ffmpeg whenever it is needed, so that it may be installed meanwhile; that there is none is said in the log once. */
export function programFinder(log: Logger): () => string | null {
  let isSaid = false
  return () => {
    const found = findProgram()
    if (found === null && !isSaid) {
      isSaid = true
      log.warn(
        'there is no ffmpeg on PATH: cameras show no pictures, and films have none, until it is installed (Debian: apt-get install ffmpeg)',
      )
    }
    return found
  }
}
