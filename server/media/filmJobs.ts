import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { Refused } from '../ground/foreign/refused.ts'
import { filmSeconds } from '../ground/files/filmSeconds.ts'

/** Each of the two runs of ffmpeg; together less than the job has. */
const RUN_MS = 25_000
/** A film whose bytes end so much before its header says was cut off. */
const MISSING_SECONDS = 1.5
const WIDTH = 1280

export interface Film {
  readonly path: string
  readonly contentType: string
  /** ffmpeg; null where this machine has none. */
  readonly program: string | null
  /** Where the picture of it goes. */
  readonly poster: string
}

/**
 * How long a film lasts by what is in it, and a picture of it (JPEG); `hasPoster` false where this machine cannot draw. ffmpeg reads
 * this one file as what it was found to be, and opens no other, nor any address.
 */
export async function lookAtFilm({ path, contentType, program, poster }: Film): Promise<{ seconds: number; hasPoster: boolean }> {
  const said = await filmSeconds({ path, contentType })
  if (program === null) {
    if (said === null) throw new Refused('error.file.unreadable')
    return { seconds: said, hasPoster: false }
  }
  const reader = ['-protocol_whitelist', 'file', '-f', contentType === 'video/mp4' ? 'mov' : 'matroska']
  const seconds = lastTime(
    await run(program, [...reader, '-i', path, '-map', '0:v:0', '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-']),
  )
  if (seconds === null || (said !== null && said - seconds > MISSING_SECONDS)) throw new Refused('error.file.unreadable')
  const draw = [
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-vf',
    `scale='min(${WIDTH},iw)':-2`,
    '-q:v',
    '4',
    '-f',
    'image2',
    '-update',
    '1',
    '-y',
    poster,
  ]
  const limits = ['-max_pixels', '36000000', '-threads', '1']
  // The first pictures of a film are often black.
  await run(program, [...reader, ...limits, '-ss', String(Math.min(1, seconds / 3)), '-i', path, ...draw])
  const drawn = await stat(poster).catch(() => null)
  if (drawn === null || drawn.size === 0) throw new Refused('error.file.unreadable')
  return { seconds, hasPoster: true }
}

function run(program: string, given: readonly string[]): Promise<string> {
  const asked = ['-hide_banner', '-nostdin', '-v', 'error', ...given]
  return new Promise((said, failed) => {
    execFile(program, asked, { timeout: RUN_MS, killSignal: 'SIGKILL', env: {}, maxBuffer: 4_000_000 }, (cause, out) => {
      if (cause?.killed === true) failed(new Refused('error.file.tooMuch'))
      else if (cause) failed(new Refused('error.file.unreadable'))
      else said(out)
    })
  })
}

/** The last time that ffmpeg said it reached, in seconds. */
function lastTime(progress: string): number | null {
  const times = [...progress.matchAll(/^out_time_us=(\d{1,15})$/gm)]
  const last = times.at(-1)
  return last ? Number(last[1]) / 1e6 : null
}
