import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Logger } from 'pino'

function onPath(path: string): string | null {
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

/** The ffmpeg of this system, else the one that came with the packages; null where there is none, which is said in the log once. */
export async function findProgram(log: Logger, path = process.env['PATH'] ?? '', load = loadPackaged): Promise<string | null> {
  const own = onPath(path)
  if (own !== null) return own
  try {
    const packaged = await load()
    accessSync(packaged, constants.X_OK)
    return packaged
  } catch {
    log.warn(
      'there is no ffmpeg on PATH, nor one for this system among the packages: cameras show no pictures, and films have none, until it is installed',
    )
    return null
  }
}

async function loadPackaged(): Promise<string> {
  const { default: packaged } = (await import('@ffmpeg-installer/ffmpeg')) as { default: { path: string } }
  return packaged.path
}
