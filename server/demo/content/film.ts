import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const FILM_SECONDS = 8
const PATIENCE_MS = 60_000

/** A film in which drawings stand one after another, as WebM, and the first of them as its picture; ffmpeg reads nothing but these. */
export async function aFilmOf(program: string, drawings: readonly string[]): Promise<{ film: Buffer; poster: Buffer }> {
  const { default: sharp } = await import('sharp')
  const stills = await Promise.all(
    drawings.map((svg) => sharp(Buffer.from(svg)).flatten().resize(640, 480).jpeg({ quality: 88 }).toBuffer()),
  )
  const folder = await mkdtemp(join(tmpdir(), 'furrow-film-'))
  try {
    for (const [at, still] of stills.entries()) await writeFile(join(folder, `${at}.jpg`), still)
    const film = join(folder, 'film.webm')
    const each = ['-framerate', `${stills.length}/${FILM_SECONDS}`, '-i', join(folder, '%d.jpg')]
    // The last still stands as long as the others.
    const lasting = ['-vf', `fps=10,tpad=stop_mode=clone:stop_duration=${FILM_SECONDS}`, '-t', String(FILM_SECONDS)]
    const coded = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '400k', '-threads', '1']
    await run(program, ['-v', 'error', '-nostdin', '-start_number', '0', ...each, ...lasting, ...coded, '-y', film], {
      timeout: PATIENCE_MS,
    })
    return { film: await readFile(film), poster: stills[0]! }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
