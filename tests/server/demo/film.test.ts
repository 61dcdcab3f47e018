import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentOf, HEAD_BYTES } from '#contract/media/content'
import { aFilmOf, FILM_SECONDS } from '#server/demo/content/film'
import { demoPictures } from '#server/demo/content/texts'
import { findProgram } from '#server/ground/files/ffmpeg'
import { lookAtFilm } from '#server/media/filmJobs'

test('the film of the demo is one as the product takes, as long as it says, and leaves nothing behind', { timeout: 60_000 }, async () => {
  const program = findProgram()!
  const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('furrow-film-'))
  const before = await left()
  const { film, poster } = await aFilmOf(
    program,
    demoPictures.map(({ draw }) => draw()),
  )
  expect(contentOf(film.subarray(0, HEAD_BYTES))).toBe('video/webm')
  expect(contentOf(poster.subarray(0, HEAD_BYTES))).toBe('image/jpeg')
  expect(film.length).toBeLessThan(500_000)
  expect(await left()).toEqual(before)
  const folder = await mkdtemp(join(tmpdir(), 'looked-'))
  try {
    const path = join(folder, 'film')
    await writeFile(path, film)
    const { seconds } = await lookAtFilm({ path, contentType: 'video/webm', program, poster: join(folder, 'poster.jpg') })
    expect(Math.abs(seconds - FILM_SECONDS)).toBeLessThan(0.5)
  } finally {
    await rm(folder, { recursive: true })
  }
})
