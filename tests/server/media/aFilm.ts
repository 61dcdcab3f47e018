import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '#server/ground/files/ffmpeg'

/** A film of moving bars. */
export async function aFilm(seconds: number, kind: 'mp4' | 'webm' = 'mp4'): Promise<Buffer<ArrayBuffer>> {
  const program = findProgram()!
  const folder = mkdtempSync(join(tmpdir(), 'film-'))
  try {
    const path = join(folder, `film.${kind}`)
    const source = ['-f', 'lavfi', '-i', `testsrc=size=160x90:rate=5:duration=${seconds}`]
    const coded = kind === 'mp4' ? ['-c:v', 'mpeg4', '-movflags', '+faststart'] : ['-c:v', 'libvpx', '-b:v', '200k']
    execFileSync(program, ['-v', 'error', ...source, ...coded, '-y', path])
    return Buffer.from(readFileSync(path))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
